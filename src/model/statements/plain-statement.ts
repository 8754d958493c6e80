import type { CallStatement, Expr, FunctionInfo, Position } from '../../symbolic/index.ts'

/** An equation of a component, without loops and branches around it. */
export interface PlainEquation {
  readonly kind: 'equation'
  readonly left: Expr
  readonly right: Expr
  /** The equations of the branches that it unites: their units are checked one by one. */
  readonly cases?: readonly PlainEquation[]
  readonly pos?: Position
}

/** One branch of a `when`. */
export interface PlainWhen {
  readonly kind: 'when'
  readonly condition: Expr
  readonly body: readonly (PlainEquation | CallStatement)[]
  /** Branches with the same number are a chain: of those that become true together, the first one acts. */
  readonly chain?: number
  readonly pos?: Position
}

/** A statement without loops and branches. */
export type PlainStatement = PlainEquation | PlainWhen | CallStatement

/** A statement with changed expressions. */
export function mapPlain(statement: PlainStatement, change: (expr: Expr) => Expr): PlainStatement {
  switch (statement.kind) {
    case 'equation':
      return mapEquation(statement, change)
    case 'statement':
      return { ...statement, args: statement.args.map(change) }
    case 'when': {
      const body = statement.body.map((action) => mapPlain(action, change) as PlainWhen['body'][number])
      return { ...statement, condition: change(statement.condition), body }
    }
  }
}

function mapEquation(equation: PlainEquation, change: (expr: Expr) => Expr): PlainEquation {
  const cases = equation.cases?.map((each) => mapEquation(each, change))
  return { ...equation, left: change(equation.left), right: change(equation.right), ...(cases && { cases }) }
}

/** Statements of a block of equations, and the functions that they call. */
export interface PlainBlock {
  readonly statements: readonly PlainStatement[]
  readonly functions: ReadonlyMap<string, FunctionInfo>
}
