import type { Branch, Expr, ForStatement, Statement } from './expr.ts'

/** The expressions of a statement and of the statements in it, without the paths of `connect`. */
export function expressionsIn(statement: Statement): Expr[] {
  const inBranch = ({ condition, body }: Branch): Expr[] => [condition, ...body.flatMap(expressionsIn)]
  switch (statement.kind) {
    case 'equation':
      return [statement.left, statement.right]
    case 'statement':
      return statement.fn === 'connect' ? [] : [...statement.args]
    case 'when':
      return statement.branches.flatMap(inBranch)
    case 'if':
      return [...statement.branches.flatMap(inBranch), ...statement.otherwise.flatMap(expressionsIn)]
    case 'for':
      return [...statement.iterators.map(({ range }) => range), ...statement.body.flatMap(expressionsIn)]
  }
}

/** A statement with changed expressions; `changeLoop` changes the loops in it, by default like other statements. */
export function mapStatement(
  statement: Statement,
  change: (expr: Expr) => Expr,
  changeLoop = (loop: ForStatement): ForStatement => ({
    ...loop,
    iterators: loop.iterators.map(({ variable, range }) => ({ variable, range: change(range) })),
    body: loop.body.map((each) => mapStatement(each, change)),
  }),
): Statement {
  const all = (body: readonly Statement[]): Statement[] =>
    body.map((each) => mapStatement(each, change, changeLoop))
  const inBranch = ({ condition, body }: Branch): Branch => ({
    condition: change(condition),
    body: all(body),
  })
  switch (statement.kind) {
    case 'equation':
      return { ...statement, left: change(statement.left), right: change(statement.right) }
    case 'statement':
      return { ...statement, args: statement.args.map(change) }
    case 'when':
      return { ...statement, branches: statement.branches.map(inBranch) }
    case 'if':
      return { ...statement, branches: statement.branches.map(inBranch), otherwise: all(statement.otherwise) }
    case 'for':
      return changeLoop(statement)
  }
}
