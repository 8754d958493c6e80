import {
  type EvaluatedModel,
  type FlatEquation,
  type FlatModel,
  type FlatWhen,
  findOccurrences,
  isModelInput,
  withTypes,
} from '../../model/index.ts'
import {
  type BooleanArrays,
  boolean,
  type Expr,
  hasBooleanArrays,
  isBooleanReduction,
  isNumberExpr,
  printExpr,
  show,
  someNode,
  type TupleExpr,
  typeError,
} from '../../symbolic/index.ts'
import { createLengths, type Lengths } from './array-lengths.ts'
import { BooleanKinds } from './boolean-kinds.ts'
import { createIsScalar } from './model-ranks.ts'
import { inComponent } from './type-error.ts'
import { elementAt } from './vector-elements.ts'

/**
 * Replaces arrays of Booleans by arrays of the numbers 0 and 1: an element that is used is a Boolean again, `b[i] > 0.5`, and
 * one that is defined is `if … then 1 else 0`. Their parameters and start values become numbers as well.
 */
export function lowerBooleans(
  model: FlatModel,
  values: EvaluatedModel,
): { readonly model: FlatModel; readonly values: EvaluatedModel } {
  if (!mayHaveArrays(model)) return { model, values }
  const kinds = new BooleanKinds(model, values)
  const lowering = new Lowering(model, kinds, createLengths(model, values, createIsScalar(model, values)))
  const arrays = kinds.arrayNames
  const typed = <T extends { readonly type?: unknown }>(map: ReadonlyMap<string, T>): Map<string, T> =>
    new Map(Array.from(map, ([name, each]) => [name, arrays.has(name) ? { ...each, type: 'Boolean' } : each]))
  const lowered: FlatModel = {
    ...model,
    ...(arrays.size > 0 && { parameters: typed(model.parameters), variables: typed(model.variables) }),
    equations: model.equations.map((equation) => inComponent(equation, () => lowering.equation(equation))),
    initialEquations: model.initialEquations.map((equation) => {
      return inComponent(equation, () => lowering.equation(equation))
    }),
    whens: model.whens.flatMap((when) => inComponent(when, () => lowering.when(when))),
    asserts: model.asserts.map((assert) => {
      return inComponent(assert, () => ({ ...assert, condition: kinds.arrays.asIs(assert.condition) }))
    }),
  }
  return { model: lowered, values: arrays.size > 0 ? withTypes(lowered, values) : values }
}

/** True if an expression or a value of the model may be an array of Booleans; most models have none. */
function mayHaveArrays(model: FlatModel): boolean {
  const hasArray = (expr: Expr): boolean =>
    someNode(
      expr,
      (node) =>
        ['array', 'comprehension', 'index'].includes(node.kind) ||
        (node.kind === 'call' && (node.fn === 'fill' || isBooleanReduction(node.fn))),
    )
  const { equations, whens, asserts, variables, functions } = model
  const { kinds, calls } = findOccurrences(equations)
  return (
    ['array', 'comprehension', 'index'].some((kind) => kinds.has(kind as Expr['kind'])) ||
    [...calls].some((fn) => fn === 'fill' || isBooleanReduction(fn)) ||
    [...functions.values()].some(hasBooleanArrays) ||
    asserts.some(({ condition }) => hasArray(condition)) ||
    whens.some(({ condition, actions }) => {
      return hasArray(condition) || actions.some((action) => 'value' in action && hasArray(action.value))
    }) ||
    [...variables.values()].some(({ init, start }) => {
      return [init, start].some((value) => value && 'literal' in value && Array.isArray(value.literal))
    })
  )
}

class Lowering {
  private nChain = 0
  private definitions: Definitions | undefined
  private readonly arrays: BooleanArrays

  constructor(
    private readonly model: FlatModel,
    private readonly kinds: BooleanKinds,
    private readonly lengths: Lengths,
  ) {
    this.arrays = kinds.arrays
    for (const { chain = 0 } of model.whens) this.nChain = Math.max(this.nChain, chain)
  }

  equation(equation: FlatEquation, isAssignment = false): FlatEquation {
    const { left, right } = equation
    if (left.kind === 'tuple') this.checkResults(left, right)
    const [a, b] = [left, right].map((side) => this.arrays.dimensions(side))
    const isOfElement = [left, right].some((side) => this.arrays.isElement(side))
    const isOfArray = (a ?? 0) > 0 || (b ?? 0) > 0
    const isOfBoolean = this.kinds.isDeclared(left) && isNumberExpr(right)
    if ((isOfElement || isOfArray || isOfBoolean) && (a === null || b === null) && left.kind !== 'tuple')
      throw typeError(
        `The two sides of the equation have different types: ${this.describe(left)}, ${this.describe(right)}.`,
        right,
        left,
      )
    const isOfNumbers =
      isOfArray ||
      (isAssignment && this.arrays.isElement(left)) ||
      this.definesElement(equation, left, right) ||
      this.definesElement(equation, right, left)
    const lower = (side: Expr, dims: number | null): Expr =>
      isOfNumbers && dims === 0 ? this.arrays.asNumber(side) : this.arrays.asIs(side)
    const [newLeft, newRight] = [lower(left, a), lower(right, b)]
    return newLeft === left && newRight === right ? equation : { ...equation, left: newLeft, right: newRight }
  }

  /** Checks the variables that receive the results of a function. */
  private checkResults({ elements }: TupleExpr, from: Expr): void {
    elements.forEach((to, k) => {
      if (this.arrays.isElement(to))
        throw typeError(
          `Results of a function: expected a variable, got ${show(to)}. Write b instead, and ${printExpr(to)} = b.`,
          to,
          from,
        )
      const [expected, found] = [this.arrays.dimensionsOfResult(from, k), this.arrays.dimensions(to)]
      const isOfArray = (expected ?? 0) > 0 || (found ?? 0) > 0
      if (!isOfArray || expected === found) return
      const result = expected === null ? 'not Boolean' : expected === 0 ? 'a Boolean' : 'an array of Booleans'
      throw typeError(
        `Result ${k + 1} of the function is ${result}, ${this.describe(to)}. Write another variable.`,
        to,
        from,
      )
    })
  }

  /** True if an equation defines an element; `c = b[1]` does so if other equations define c, and not the element. */
  private definesElement(equation: FlatEquation, side: Expr, other: Expr): boolean {
    if (side.kind !== 'index' || !this.arrays.isElement(side)) return false
    if (other.kind !== 'name') return true
    this.definitions ??= new Definitions(this.model)
    return this.definitions.ofElements.has(equation)
  }

  /** A `when` of an array of conditions becomes a chain with one branch for each. */
  when(when: FlatWhen): FlatWhen[] {
    const { condition, pos } = when
    const actions = when.actions.map((action) => {
      if (action.kind === 'assert') return { ...action, condition: this.arrays.asIs(action.condition) }
      if (action.kind !== 'assign') return action
      const base: Expr = { kind: 'name', name: action.name }
      const { subscripts = [], value } = action
      const target: Expr = subscripts.length === 0 ? base : { kind: 'index', base, subscripts }
      const assigned = { left: target, right: value, component: when.component, origin: 'equation' as const }
      const lowered = this.equation({ ...assigned, ...(pos && { pos }) }, true)
      return { ...action, value: lowered.right }
    })
    const dims = this.arrays.dimensions(condition)
    if (dims === null || dims === 0) return [{ ...when, condition: this.arrays.asIs(condition), actions }]
    const n = dims === 1 ? (this.lengths(condition)?.length ?? null) : null
    if (n === null)
      throw typeError(
        `when ${printExpr(condition)}: expected a vector of Booleans whose size follows from parameters and start values; ` +
          'write the conditions one by one, when {b[1], b[2]} then.',
        condition,
      )
    const chain = when.chain ?? ++this.nChain
    const conditions = Array.from({ length: n }, (_, i) =>
      this.arrays.asIs(elementAt(condition, i + 1, () => false)),
    )
    // without elements nothing happens, but the variables are determined
    if (n === 0) conditions.push(boolean(false))
    return conditions.map((each) => ({ ...when, condition: each, actions, chain }))
  }

  private describe(e: Expr): string {
    return this.kinds.isDeclared(e) ? `${show(e)} is declared as Boolean` : this.arrays.describe(e)
  }
}

/** Variables and elements that equations define, apart from those between names and elements. */
class Definitions {
  /** Equations between a name and an element that define the element. */
  readonly ofElements = new Set<FlatEquation>()
  private readonly keys: Set<string>
  private readonly parent = new Map<string, string>()

  constructor({ parameters, variables, equations, whens }: FlatModel) {
    for (const { left, right } of equations) {
      if (left.kind !== 'name' || right.kind !== 'name') continue
      const [a, b] = [this.rootOf(left.name), this.rootOf(right.name)]
      if (a !== b) this.parent.set(a, b)
    }
    const inputs = [...variables.values()].filter(isModelInput).map(({ name }) => name)
    this.keys = new Set([...parameters.keys(), ...inputs].map((name) => this.rootOf(name)))
    const isOpen = ({ kind }: Expr): boolean => kind === 'name' || kind === 'index'
    for (const { left, right } of equations) {
      if (isOpen(left) && !isOpen(right)) this.keys.add(this.keyOf(left))
      if (isOpen(right) && !isOpen(left)) this.keys.add(this.keyOf(right))
    }
    for (const { actions } of whens)
      for (const action of actions) if (action.kind === 'assign') this.keys.add(this.rootOf(action.name))
    // what is known defines what equals it
    const open = equations.filter(({ left, right }) => isOpen(left) && isOpen(right))
    while (open.some((equation) => this.learn(equation))) {}
  }

  /** Takes note of what an equation defines by something known; true if it is new. */
  private learn(equation: FlatEquation): boolean {
    const { left, right } = equation
    if (this.has(left) === this.has(right)) return false
    const target = this.has(left) ? right : left
    this.keys.add(this.keyOf(target))
    if (target.kind === 'index') this.ofElements.add(equation)
    return true
  }

  private has(e: Expr): boolean {
    if (e.kind === 'name') return this.keys.has(this.rootOf(e.name))
    if (e.kind !== 'index' || e.base.kind !== 'name') return true
    return this.keys.has(this.rootOf(e.base.name)) || this.keys.has(this.keyOf(e))
  }

  /** Name of the set of a variable; with a subscript for an element, none for elements by ranges. */
  private keyOf(e: Expr): string {
    if (e.kind === 'name') return this.rootOf(e.name)
    if (e.kind !== 'index' || e.base.kind !== 'name') return ''
    const root = this.rootOf(e.base.name)
    const isOne = e.subscripts.every(({ kind }) => kind === 'number')
    return isOne ? `${root}[${e.subscripts.map(printExpr).join()}]` : root
  }

  private rootOf(name: string): string {
    let root = name
    for (let next = this.parent.get(root); next !== undefined; next = this.parent.get(root)) root = next
    return root
  }
}
