import {
  type Branch,
  boolean,
  type CallStatement,
  call,
  dataOf,
  type EvaluatedValue,
  type Expr,
  type ForStatement,
  type IfStatement,
  ifExpr,
  isNumeric,
  mapStatement,
  number,
  type Position,
  printExpr,
  type Statement,
  type WhenStatement,
} from '../../symbolic/index.ts'
import { joinLoopEquation, withNumbers } from './loop-equations.ts'
import type { PlainEquation, PlainStatement, PlainWhen } from './plain-statement.ts'

/** Knowledge of the component whose statements are expanded. */
export interface DecisionScope {
  /** Value of an expression that consists of parameters and sizes of arrays; undefined for others. */
  evaluate(expr: Expr): EvaluatedValue | undefined
  /** Throws an error about the component at a place. */
  fail(problem: string, pos: Position | undefined): never
}

/** The statements of one component without loops and branches. */
export function expandStatements(statements: readonly Statement[], scope: DecisionScope): PlainStatement[] {
  return new Expansion(scope).expandAll(statements)
}

type Action = PlainWhen['body'][number]

class Expansion {
  private nChain = 0
  /** True inside of a `when`, where equations of elements are assignments. */
  private isInWhen = false
  private readonly scope: DecisionScope

  constructor(scope: DecisionScope) {
    this.scope = scope
  }

  expandAll(statements: readonly Statement[]): PlainStatement[] {
    return statements.flatMap((statement) => this.expand(statement))
  }

  private expand(statement: Statement): PlainStatement[] {
    switch (statement.kind) {
      case 'for':
        return this.expandFor(statement)
      case 'if':
        return this.expandIf(statement)
      case 'when':
        return this.expandWhen(statement)
      default:
        return [statement]
    }
  }

  /** The branches of a `when`; `when {a, b} then` is a chain of branches with the same statements. */
  private expandWhen({ branches, pos }: WhenStatement): PlainWhen[] {
    const whens = branches.flatMap(({ condition, body }): PlainWhen[] => {
      this.isInWhen = true
      const actions = this.expandAll(body) as Action[]
      this.isInWhen = false
      const conditions = this.conditionsOf(condition).map((each) => this.withClock(each))
      return conditions.map((each) => ({ kind: 'when', condition: each, body: actions, ...(pos && { pos }) }))
    })
    if (whens.length === 1) return whens
    const chain = ++this.nChain
    return whens.map((when) => ({ ...when, chain }))
  }

  /** The conditions of `when {a, b}`, also by a rule. */
  private conditionsOf(condition: Expr): Expr[] {
    if (condition.kind === 'array') return condition.elements.flatMap((each) => this.conditionsOf(each))
    if (condition.kind !== 'comprehension') return [condition]
    const { variable, range, body } = condition
    const values = this.valuesOf(range, condition.pos)
    return values.flatMap((value) =>
      this.conditionsOf(withNumbers(body, new Map([[variable, number(value)]]))),
    )
  }

  /** `sample(start, interval)` of Modelica is a clock here. */
  private withClock(condition: Expr): Expr {
    if (condition.kind !== 'call' || condition.fn !== 'sample' || condition.args.length !== 2)
      return condition
    const isClock = condition.args.every((arg) => typeof this.scope.evaluate(arg) === 'number')
    if (!isClock) return condition
    const [start, interval] = condition.args
    // two whole numbers would be a counter and its resolution
    const isPlain = interval.kind === 'number' && interval.quantity === undefined
    const inSeconds: Expr = isPlain
      ? { ...interval, quantity: { value: interval.value, unit: 's' } }
      : interval
    return { ...condition, fn: 'Clock', args: [start, inSeconds] }
  }

  private expandFor({ iterators, body, pos }: ForStatement): PlainStatement[] {
    const [{ variable, range }, ...inner] = iterators
    const nested =
      inner.length === 0 ? body : [{ kind: 'for' as const, iterators: inner, body, ...(pos && { pos }) }]
    const flat = this.isInWhen ? null : flattenLoop({ iterators, body })
    if (flat !== null) {
      const joined = flat.body.map((equation) => joinLoopEquation(equation, flat.iterators))
      if (!joined.includes(null)) {
        const isEmpty = flat.iterators.some((iterator) => !this.hasElements(iterator.range, pos))
        return isEmpty ? [] : (joined as PlainEquation[])
      }
    }
    return this.valuesOf(range, pos).flatMap((value) => {
      const values = new Map([[variable, number(value)]])
      return this.expandAll(nested.map((statement) => replaceIn(statement, values)))
    })
  }

  /** True unless a range is empty. Of the values of a range, only this decides about the equations. */
  private hasElements(range: Expr, pos: Position | undefined): boolean {
    if (range.kind !== 'range') return this.valuesOf(range, pos).length > 0
    const value = this.scope.evaluate(call('>', call('length', range), number(0)))
    return typeof value === 'boolean' ? value : this.failRange(range, pos)
  }

  private valuesOf(range: Expr, pos: Position | undefined): number[] {
    const value = this.scope.evaluate(range)
    if (typeof value === 'number') {
      const advice = `write 1:${printExpr(range)} for the numbers up to it`
      this.scope.fail(
        `for … in ${printExpr(range)}: expected a range or a vector, got a number; ${advice}`,
        range.pos ?? pos,
      )
    }
    return value !== undefined && isNumeric(value) ? Array.from(dataOf(value)) : this.failRange(range, pos)
  }

  private failRange(range: Expr, pos: Position | undefined): never {
    const expected =
      'expected a range or a vector of parameters and of sizes of arrays with init or start values'
    return this.scope.fail(`for … in ${printExpr(range)}: ${expected}`, range.pos ?? pos)
  }

  /** Conditions of parameters choose a branch; others hold during the run. */
  private expandIf({ branches, otherwise, pos }: IfStatement): PlainStatement[] {
    const open: Branch[] = []
    for (const branch of branches) {
      const value = this.scope.evaluate(branch.condition)
      if (value === undefined) open.push(branch)
      else if (typeof value !== 'boolean')
        this.scope.fail(`if ${printExpr(branch.condition)}: expected a Boolean`, branch.condition.pos ?? pos)
      else if (value) return this.unite(open, branch.body, pos)
    }
    return this.unite(open, otherwise, pos)
  }

  private unite(
    open: readonly Branch[],
    last: readonly Statement[],
    pos: Position | undefined,
  ): PlainStatement[] {
    if (open.length === 0) return this.expandAll(last)
    const conditions = open.map(({ condition }) => condition)
    const bodies = [...open.map(({ body }) => body), last].map((body) => this.expandAll(body))
    const equations = bodies.map((body) => body.filter((statement) => statement.kind === 'equation'))
    const counts = equations.map((list) => list.length)
    if (counts.some((count) => count !== counts[0])) {
      const found = counts.map((count, k) => `${count} ${nameOf(k, open.length)}`).join(', ')
      const advice = 'a condition that changes during the run replaces equations by as many others'
      this.scope.fail(
        `if ${printExpr(conditions[0])}: expected as many equations in every branch, got ${found}; ${advice}`,
        pos,
      )
    }
    const tuple = equations.flat().find(({ left }) => left.kind === 'tuple')
    if (tuple) {
      const advice = 'put the call before the if, and choose between its results'
      this.scope.fail(
        `if ${printExpr(conditions[0])}: a call with several results inside of a branch; ${advice}`,
        tuple.pos ?? pos,
      )
    }
    const others = bodies.flatMap((body, k) =>
      body.flatMap((statement) =>
        statement.kind === 'equation' ? [] : [this.guard(statement, conditions, k, pos)],
      ),
    )
    return [...(counts[0] === 0 ? [] : uniteBranches(conditions, equations)), ...others]
  }

  /** `assert` under the condition of its branch; other statements have no condition that changes. */
  private guard(
    statement: PlainStatement,
    conditions: readonly Expr[],
    k: number,
    pos: Position | undefined,
  ): PlainStatement {
    const shown = `if ${printExpr(conditions[0])}`
    if (statement.kind === 'statement' && statement.fn === 'assert') {
      const isOutside = conditions
        .slice(0, k)
        .reduce<Expr>(
          (sum, condition) => (sum.kind === 'boolean' ? condition : call('or', sum, condition)),
          boolean(false),
        )
      const inBranch = k < conditions.length ? call('not', conditions[k]) : boolean(false)
      const terms = [isOutside, inBranch].filter((term) => term.kind !== 'boolean')
      const condition = [...terms, statement.args[0]].reduce((sum, term) => call('or', sum, term))
      return { ...statement, args: [condition, ...statement.args.slice(1)] }
    }
    const what = statement.kind === 'when' ? 'when' : (statement as CallStatement).fn
    const advice =
      what === 'when'
        ? 'put the condition of the if into that of the when, with and'
        : what === 'connect'
          ? 'a connection depends on parameters only'
          : `write when ${printExpr(conditions[0])} and … then ${what}(…) end when`
    return this.scope.fail(
      `${shown}: '${what}' under a condition that changes during the run; ${advice}`,
      statement.pos ?? pos,
    )
  }
}

function nameOf(k: number, nConditions: number): string {
  if (k === 0) return "after 'then'"
  return k === nConditions ? "after 'else'" : "after 'elseif'"
}

/** A loop whose body consists of equations, or of one such loop: all its variables and its equations. */
function flattenLoop({ iterators, body }: Pick<ForStatement, 'iterators' | 'body'>): {
  iterators: ForStatement['iterators']
  body: PlainEquation[]
} | null {
  const [first] = body
  if (body.length === 1 && first.kind === 'for')
    return flattenLoop({ iterators: [...iterators, ...first.iterators], body: first.body })
  if (!body.every((statement) => statement.kind === 'equation')) return null
  return { iterators, body: body as PlainEquation[] }
}

/** A statement with numbers in place of loop variables; inner loops may use the same names again. */
function replaceIn(statement: Statement, values: ReadonlyMap<string, Expr>): Statement {
  return mapStatement(
    statement,
    (expr) => withNumbers(expr, values),
    (loop) => {
      let inner = values
      const iterators = loop.iterators.map(({ variable, range }) => {
        const replaced = withNumbers(range, inner)
        if (inner.has(variable)) inner = new Map([...inner].filter(([name]) => name !== variable))
        return { variable, range: replaced }
      })
      return { ...loop, iterators, body: loop.body.map((each) => replaceIn(each, inner)) }
    },
  )
}

/**
 * Unites the equations of branches, of which one holds at a time: `v = if a then x else y` for equations with the same
 * left side; the others one after another, `(if a then i else v) = (if a then 0 else 0)`.
 *
 * @param branches equations of each branch, in equal numbers; the last one holds if no condition does
 */
function uniteBranches(
  conditions: readonly Expr[],
  branches: readonly (readonly PlainEquation[])[],
): PlainEquation[] {
  const open = branches.map((list) => [...list])
  const groups: PlainEquation[][] = []
  for (const first of branches[0]) {
    const left = printExpr(first.left)
    const group = open.map((list) => list.find((equation) => printExpr(equation.left) === left))
    if (group.includes(undefined)) continue
    groups.push(group as PlainEquation[])
    for (const [k, list] of open.entries()) list.splice(list.indexOf(group[k]!), 1)
  }
  for (const k of open[0].keys()) groups.push(open.map((list) => list[k]))
  return groups.map((group) => unite(conditions, group))
}

function unite(conditions: readonly Expr[], group: readonly PlainEquation[]): PlainEquation {
  const [first] = group
  const left = printExpr(first.left)
  const isSame = group.every((equation) => printExpr(equation.left) === left)
  const choose = (sides: readonly Expr[]): Expr =>
    sides.slice(0, -1).reduceRight<Expr>((rest, side, k) => ifExpr(conditions[k], side, rest), sides.at(-1)!)
  return {
    kind: 'equation',
    left: isSame ? first.left : choose(group.map((equation) => equation.left)),
    right: choose(group.map((equation) => equation.right)),
    cases: group.flatMap((equation) => equation.cases ?? [equation]),
    ...(first.pos && { pos: first.pos }),
  }
}
