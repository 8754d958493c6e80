import {
  type EvaluatedModel,
  type FlatEquation,
  type FlatModel,
  type FlatVariable,
  findOccurrences,
} from '../../model/index.ts'
import {
  array,
  type Expr,
  errorAt,
  fold,
  ifExpr,
  mapExpr,
  name as nameExpr,
  number,
  printExpr,
  someNode,
  substitute,
  typeError,
  visitExpr,
  withChildren,
} from '../../symbolic/index.ts'
import { CLOCK_CONVERSIONS, isClockCall } from '../events-and-clocks/index.ts'
import { evaluateRange, type UnrolledModel, type UnrolledRange } from './unroll-comprehensions.ts'

/**
 * Makes the elements of arrays of clocks variables of their own, `c = {Clock(0.1), Clock(0.2)}` or `c[i] = Clock(i*T)` in a
 * loop, and chooses a clock where a condition of parameters decides.
 */
export function expandClocks(model: FlatModel, values: EvaluatedModel): UnrolledModel {
  // conversions are clocks only around `Clock(…)`
  if (!findOccurrences(model.equations).calls.has('Clock')) return { model, ranges: [] }
  return new ClockExpansion(model, values).expand()
}

class ClockExpansion {
  private readonly ranges: UnrolledRange[] = []
  /** Variables that are clocks, and numbers of elements of those that are arrays of clocks. */
  private readonly clocks = new Set<string>()
  private readonly sizes = new Map<string, number>()

  constructor(
    private readonly model: FlatModel,
    private readonly values: EvaluatedModel,
  ) {}

  expand(): UnrolledModel {
    const { model, ranges } = this
    const chosen = model.equations.map((equation) => this.mapSides(equation, (side) => this.choose(side)))
    while (chosen.some((equation) => this.learn(equation))) {}
    this.checkVectors(chosen)
    if (this.sizes.size === 0)
      return { model: ranges.length > 0 ? { ...model, equations: chosen } : model, ranges }
    const equations = chosen
      .flatMap((equation) => this.split(equation))
      .map((equation) => this.mapSides(equation, (side) => this.name(side)))
    const variables = new Map<string, FlatVariable>()
    for (const [key, variable] of model.variables) {
      const n = this.sizes.get(key)
      if (n === undefined) variables.set(key, variable)
      else for (let k = 1; k <= n; k++) variables.set(`${key}[${k}]`, { ...variable, name: `${key}[${k}]` })
    }
    const whens = model.whens.map((when) => ({
      ...when,
      condition: this.name(when.condition),
      actions: when.actions.map((action) =>
        'value' in action ? { ...action, value: this.name(action.value) } : action,
      ),
    }))
    return { model: { ...model, equations, variables, whens }, ranges }
  }

  /** Checks that the elements of a vector have one clock: it is one variable. */
  private checkVectors(equations: readonly FlatEquation[]): void {
    const clockOf = new Map<string, string>()
    for (const { left, right, component, pos } of equations) {
      const fail = (variable: string): never => {
        const problem =
          `${variable}: expected one clock for all elements of a vector, got different ones. Write an array of ` +
          'components, each with its clock, or a variable for each element.'
        throw errorAt('EVENTS', component === '' ? problem : `${component}: ${problem}`, right.pos ?? pos)
      }
      const calls = clockCallsOf(right)
      if (right.kind === 'comprehension' && !this.isClock(right.body)) {
        const { variable } = right
        const isLoop = (node: Expr): boolean => node.kind === 'name' && node.name === variable
        if (calls.some((each) => someNode(each, isLoop)) || this.readsClocks(right.body, isLoop))
          fail(printExpr(left))
      }
      if (left.kind !== 'index' || left.base.kind !== 'name' || this.sizes.has(left.base.name)) continue
      for (const text of calls.map(printExpr)) {
        const known = clockOf.get(left.base.name) ?? text
        clockOf.set(left.base.name, known)
        if (known !== text) fail(left.base.name)
      }
    }
  }

  /** True if an expression reads an element of an array of clocks at a loop variable. */
  private readsClocks(expr: Expr, isLoop: (node: Expr) => boolean): boolean {
    return someNode(
      expr,
      (node) =>
        node.kind === 'index' && this.isClock(node) && node.subscripts.some((each) => someNode(each, isLoop)),
    )
  }

  private mapSides(equation: FlatEquation, change: (side: Expr) => Expr): FlatEquation {
    const [left, right] = [change(equation.left), change(equation.right)]
    return left === equation.left && right === equation.right ? equation : { ...equation, left, right }
  }

  /** One of two clocks, by a condition of parameters. */
  private choose(expr: Expr): Expr {
    return mapExpr(expr, (node) => {
      if (node.kind !== 'if' || !isClockCall(node.then) || !isClockCall(node.else)) return node
      const range = ifExpr(node.condition, array(number(1)), array(number(0)))
      const found = evaluateRange(range, { ...this.values, attributes: new Map() })
      if (found === null)
        throw typeError(
          `if ${printExpr(node.condition)} then …: expected a condition of parameters between clocks, because a clock cannot ` +
            'become another one. Write Clock(T) with an interval T that changes, or sample with both and choose the value.',
          node.condition,
          node,
        )
      this.ranges.push({ range, values: found })
      return found[0] === 1 ? node.then : node.else
    })
  }

  private isClock(expr: Expr): boolean {
    if (expr.kind === 'name') return this.clocks.has(expr.name)
    if (expr.kind === 'index') return expr.base.kind === 'name' && this.sizes.has(expr.base.name)
    if (expr.kind === 'call' && expr.fn in CLOCK_CONVERSIONS) return this.isClock(expr.args[0])
    return isClockCall(expr)
  }

  /** Takes note of the clocks that an equation defines; true if one is new. */
  private learn({ left, right }: FlatEquation): boolean {
    if (left.kind === 'name' && !this.clocks.has(left.name) && this.isClock(right)) {
      this.clocks.add(left.name)
      return true
    }
    const places = this.placesOf(left, right)
    if (places === null || places.length === 0) return false
    const key = left.kind === 'index' ? (left.base as { name: string }).name : (left as { name: string }).name
    const before = this.sizes.get(key) ?? 0
    this.sizes.set(key, Math.max(before, ...places))
    return this.sizes.get(key)! > before
  }

  /** Subscripts of the clocks that an equation defines; null: none. */
  private placesOf(left: Expr, right: Expr): readonly number[] | null {
    const isElement = left.kind === 'index' && left.base.kind === 'name' && left.subscripts.length === 1
    if (isElement && this.isClock(right)) return this.rangeOf(left.subscripts[0])
    if (!isElement && left.kind !== 'name') return null
    const elements = this.elementsOf(right)
    if (elements === null || !elements.some((element) => this.isClock(element))) return null
    if (!elements.every((element) => this.isClock(element)))
      throw typeError(`${printExpr(right)}: expected clocks, got other values beside them.`, right)
    return isElement ? this.rangeOf(left.subscripts[0]) : elements.map((_, i) => i + 1)
  }

  /** The elements of a vector of clocks; null for something else. */
  private elementsOf(expr: Expr): readonly Expr[] | null {
    if (expr.kind === 'array') return expr.elements
    if (expr.kind !== 'comprehension' || !this.isClock(expr.body)) return null
    const { variable, range, body } = expr
    return this.rangeOf(range).map((value) => substitute(body, new Map([[variable, number(value)]])))
  }

  private rangeOf(range: Expr): readonly number[] {
    const found = evaluateRange(range, this.values)
    if (found === null)
      throw typeError(`${printExpr(range)}: expected subscripts of parameters for an array of clocks.`, range)
    if (range.kind !== 'number') this.ranges.push({ range, values: found })
    return found
  }

  /** One equation for each clock of an array. */
  private split(equation: FlatEquation): FlatEquation[] {
    const { left, right } = equation
    const base = left.kind === 'index' ? left.base : left
    if (base.kind !== 'name' || !this.sizes.has(base.name)) return [equation]
    const places = this.placesOf(left, right)
    if (places === null) return [equation]
    const elements = this.elementsOf(right) ?? [right]
    return elements.map((element, i) => ({
      ...equation,
      left: nameExpr(`${base.name}[${places[i]}]`),
      right: element,
    }))
  }

  /** An expression with the names of the clocks of arrays; rules that read them are written out. */
  private name(expr: Expr): Expr {
    const isOfArray = (node: Expr): boolean => node.kind === 'name' && this.sizes.has(node.name)
    if (!someNode(expr, isOfArray)) return expr
    return fold<Expr>(
      expr,
      (node, parts) => withChildren(node, parts),
      (node) => {
        if (node.kind === 'comprehension' && someNode(node.body, isOfArray)) {
          const { variable, range, body } = node
          return array(
            ...this.rangeOf(range).map((value) =>
              this.name(substitute(body, new Map([[variable, number(value)]]))),
            ),
          )
        }
        if (node.kind === 'index' && isOfArray(node.base) && node.subscripts.length === 1) {
          const [place] = this.rangeOf(node.subscripts[0])
          const { name } = node.base as { name: string }
          const n = this.sizes.get(name)!
          if (!(place >= 1 && place <= n))
            throw typeError(`${printExpr(node)}: expected a subscript from 1 to ${n}, got ${place}.`, node)
          return nameExpr(`${name}[${place}]`)
        }
        if (isOfArray(node))
          throw typeError(
            `${printExpr(node)}: expected one of the clocks of the array, ${printExpr(node)}[1].`,
            node,
          )
        return undefined
      },
    )
  }
}

/** The clocks that are written in an expression, not those inside of them. */
function clockCallsOf(expr: Expr): Expr[] {
  const calls: Expr[] = []
  visitExpr(expr, (node) => {
    if (!isClockCall(node)) return true
    calls.push(node)
    return false
  })
  return calls
}
