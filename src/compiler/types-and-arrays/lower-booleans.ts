import {
  type EvaluatedModel,
  type FlatEquation,
  type FlatModel,
  type FlatWhen,
  isModelInput,
  withTypes,
} from '../../model/index.ts'
import {
  boolean,
  call,
  childrenOf,
  type Expr,
  fold,
  type IndexExpr,
  ifExpr,
  number,
  ONE,
  printExpr,
  someNode,
  withChildren,
  ZERO,
} from '../../symbolic/index.ts'
import { isBooleanCall } from '../events-and-clocks/index.ts'
import { createLengths, type Lengths } from './array-lengths.ts'
import { BooleanKinds, THROUGH } from './boolean-kinds.ts'
import { createIsScalar } from './model-ranks.ts'
import { inComponent, replacing, show, typeError } from './type-error.ts'
import { elementAt } from './vector-elements.ts'

/** Functions of the elements of an array of Booleans, by its numbers. */
const REDUCTIONS: Readonly<Record<string, (numbers: Expr) => Expr>> = {
  anyTrue: (numbers) => call('<>', call('sum', numbers), ZERO),
  max: (numbers) => call('<>', call('sum', numbers), ZERO),
  allTrue: (numbers) => call('==', call('sum', negated(numbers)), ZERO),
  min: (numbers) => call('==', call('sum', negated(numbers)), ZERO),
  oneTrue: (numbers) => call('==', call('sum', numbers), ONE),
  countTrue: (numbers) => call('sum', numbers),
}
/** Functions that do not compute with the elements of an array. */
const ACCEPTING: ReadonlySet<string> = new Set([
  ...['cat', 'transpose', 'length', 'size', 'ndims', 'eachindex', 'change', 'and', 'or', 'not'],
  ...THROUGH,
])

/**
 * Replaces arrays of Booleans by arrays of the numbers 0 and 1: an element that is used is a Boolean again, `b[i] == 1`, and
 * one that is defined is `if … then 1 else 0`. Their parameters and start values become numbers as well.
 */
export function lowerBooleans(
  model: FlatModel,
  values: EvaluatedModel,
): { readonly model: FlatModel; readonly values: EvaluatedModel } {
  if (!mayHaveArrays(model)) return { model, values }
  const kinds = new BooleanKinds(model, values)
  const lowering = new Lowering(model, kinds, createLengths(model, values, createIsScalar(model, values)))
  const { arrays } = kinds
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
      return inComponent(assert, () => ({ ...assert, condition: lowering.asIs(assert.condition) }))
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
        (node.kind === 'call' && (node.fn === 'fill' || Object.hasOwn(REDUCTIONS, node.fn))),
    )
  const { equations, whens, asserts, variables } = model
  return (
    equations.some(({ left, right }) => hasArray(left) || hasArray(right)) ||
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

  constructor(
    private readonly model: FlatModel,
    private readonly kinds: BooleanKinds,
    private readonly lengths: Lengths,
  ) {
    for (const { chain = 0 } of model.whens) this.nChain = Math.max(this.nChain, chain)
  }

  equation(equation: FlatEquation, isAssignment = false): FlatEquation {
    const { left, right } = equation
    const [a, b] = [left, right].map((side) => this.kinds.dimensions(side))
    const isOfElement = [left, right].some((side) => this.isElement(side))
    const isOfArray = (a ?? 0) > 0 || (b ?? 0) > 0
    const isOfBoolean = this.kinds.isDeclared(left) && isNumber(right)
    if ((isOfElement || isOfArray || isOfBoolean) && (a === null || b === null) && left.kind !== 'tuple')
      throw typeError(
        `The two sides of the equation have different types: ${this.describe(left)}, ${this.describe(right)}.`,
        right,
        left,
      )
    const isOfNumbers =
      isOfArray ||
      (isAssignment && this.isElement(left)) ||
      this.definesElement(equation, left, right) ||
      this.definesElement(equation, right, left)
    const lower = (side: Expr, dims: number | null): Expr =>
      isOfNumbers && dims === 0 ? this.asNumber(side) : this.asIs(side)
    const [newLeft, newRight] = [lower(left, a), lower(right, b)]
    return newLeft === left && newRight === right ? equation : { ...equation, left: newLeft, right: newRight }
  }

  /** True if an equation defines an element; `c = b[1]` does so if other equations define c, and not the element. */
  private definesElement(equation: FlatEquation, side: Expr, other: Expr): boolean {
    if (side.kind !== 'index' || !this.isElement(side)) return false
    if (other.kind !== 'name') return true
    this.definitions ??= new Definitions(this.model)
    return this.definitions.ofElements.has(equation)
  }

  /** A `when` of an array of conditions becomes a chain with one branch for each. */
  when(when: FlatWhen): FlatWhen[] {
    const { condition, pos } = when
    const actions = when.actions.map((action) => {
      if (action.kind === 'assert') return { ...action, condition: this.asIs(action.condition) }
      if (action.kind !== 'assign') return action
      const base: Expr = { kind: 'name', name: action.name }
      const { subscripts = [], value } = action
      const target: Expr = subscripts.length === 0 ? base : { kind: 'index', base, subscripts }
      const assigned = { left: target, right: value, component: when.component, origin: 'equation' as const }
      const lowered = this.equation({ ...assigned, ...(pos && { pos }) }, true)
      return { ...action, value: lowered.right }
    })
    const dims = this.kinds.dimensions(condition)
    if (dims === null || dims === 0) return [{ ...when, condition: this.asIs(condition), actions }]
    const n = dims === 1 ? (this.lengths(condition)?.length ?? null) : null
    if (n === null)
      throw typeError(
        `when ${printExpr(condition)}: expected a vector of Booleans whose size follows from parameters and start values; ` +
          'write the conditions one by one, when {b[1], b[2]} then.',
        condition,
      )
    const chain = when.chain ?? ++this.nChain
    const conditions = Array.from({ length: n }, (_, i) =>
      this.asIs(elementAt(condition, i + 1, () => false)),
    )
    // without elements nothing happens, but the variables are determined
    if (n === 0) conditions.push(boolean(false))
    return conditions.map((each) => ({ ...when, condition: each, actions, chain }))
  }

  /** An expression in which arrays of Booleans are numbers; single Booleans remain. */
  asIs(expr: Expr): Expr {
    return fold<Expr>(
      expr,
      (node, parts) => withChildren(node, parts),
      (node) => {
        if (this.isElement(node)) return this.element(node)
        if (node.kind === 'call' && Object.hasOwn(REDUCTIONS, node.fn))
          return this.reduction(node.fn, node.args)
        const dims = this.kinds.dimensions(node)
        if (dims !== null && dims > 0) return this.array(node, dims)
        if (node.kind === 'call') this.assertNoArrays(node.fn, node.args)
        return undefined
      },
    )
  }

  /** An array of Booleans as array of numbers; undefined: by its parts. */
  private array(node: Expr, dims: number): Expr | undefined {
    const part = (e: Expr): Expr => (this.kinds.dimensions(e) === 0 ? this.asNumber(e) : this.asIs(e))
    if (node.kind === 'array') {
      const wrong = node.elements.find((element) => this.kinds.dimensions(element) !== dims - 1)
      if (wrong === undefined) return withChildren(node, node.elements.map(part))
      const found = `${this.describe(node.elements.find((element) => element !== wrong)!)}, ${this.describe(wrong)}`
      throw typeError(`The elements of an array have different types: ${found}.`, wrong, node)
    }
    if (node.kind === 'comprehension') return { ...node, body: part(node.body), range: this.asIs(node.range) }
    if (node.kind !== 'call') return undefined
    const { fn, args } = node
    if (fn === 'fill') return { ...node, args: [part(args[0]), ...args.slice(1)] }
    if (fn !== 'and' && fn !== 'or' && fn !== 'not') return undefined
    for (const arg of args) {
      if (this.kinds.dimensions(arg) === dims) continue
      throw typeError(
        `The operands of '${fn}': expected compatible ones, got others: ${args.map((each) => this.describe(each)).join(', ')}.`,
        arg,
        node,
      )
    }
    const [a, b] = args.map((arg) => this.asIs(arg))
    return fn === 'not' ? negated(a) : call(fn === 'and' ? '.*' : 'max', a, b)
  }

  private reduction(fn: string, args: readonly Expr[]): Expr | undefined {
    const dims = this.kinds.dimensions(args[0])
    if (args.length === 1 && dims !== null && dims > 0) return REDUCTIONS[fn](this.asIs(args[0]))
    if (fn === 'min' || fn === 'max') return undefined
    throw typeError(`${fn}(…): expected an array of Booleans, but ${this.describe(args[0])}.`, args[0])
  }

  /** An element of an array, or its value before and the like. */
  private isElement(e: Expr): boolean {
    if (e.kind === 'index') return this.kinds.dimensions(e) === 0
    return e.kind === 'call' && THROUGH.has(e.fn) && this.isElement(e.args[0])
  }

  private element(e: Expr): Expr {
    const isTrue = call('==', this.asNumber(e), ONE)
    // the elements of a variable change at its own events
    const lowered = isOfName(e) ? call('noEvent', isTrue) : isTrue
    return replacing(e.pos === undefined ? lowered : { ...lowered, pos: e.pos }, e)
  }

  /** A single Boolean as number. */
  private asNumber(e: Expr): Expr {
    if (e.kind === 'boolean') return number(e.value ? 1 : 0)
    if (e.kind === 'index' && this.isElement(e)) {
      const subscripts = e.subscripts.map((subscript) => this.asIs(subscript))
      return { ...e, base: this.asIs(e.base), subscripts }
    }
    if (e.kind === 'call' && this.isElement(e))
      return { ...e, args: [this.asNumber(e.args[0]), ...e.args.slice(1).map((arg) => this.asIs(arg))] }
    if (e.kind === 'if') return ifExpr(this.asIs(e.condition), this.asNumber(e.then), this.asNumber(e.else))
    return ifExpr(this.asIs(e), ONE, ZERO)
  }

  private assertNoArrays(fn: string, args: readonly Expr[]): void {
    if (ACCEPTING.has(fn) || !OPERATIONS.has(fn)) return
    const wrong = args.find((arg) => (this.kinds.dimensions(arg) ?? 0) > 0)
    if (wrong === undefined) return
    const text = wrong.kind === 'name' ? wrong.name : 'b'
    const advice =
      fn === '==' || fn === '<>'
        ? `Compare the elements: allTrue([${text}[i] ${fn} … for i in 1:size(${text}, 1)]).`
        : `Numbers from it are [if ${text}[i] then 1 else 0 for i in 1:size(${text}, 1)], their sum is countTrue(${text}).`
    throw typeError(`The operands of '${fn}': ${show(wrong)} is an array of Booleans. ${advice}`, wrong)
  }

  private describe(e: Expr): string {
    const dims = this.kinds.dimensions(e)
    if (this.kinds.isDeclared(e)) return `${show(e)} is declared as Boolean`
    return `${show(e)} is ${dims === null ? 'not Boolean' : dims === 0 ? 'a Boolean' : 'an array of Booleans'}`
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

/** Operators and functions that compute with numbers. */
const OPERATIONS: ReadonlySet<string> = new Set(
  '+ - * / ^ neg .+ .- .* ./ .^ < <= > >= == <> sum product norm dot der abs'.split(' '),
)

function isNumber(e: Expr): boolean {
  return (
    ['number', 'array', 'comprehension', 'range'].includes(e.kind) ||
    (e.kind === 'call' && OPERATIONS.has(e.fn) && !isBooleanCall(e.fn))
  )
}

function negated(numbers: Expr): Expr {
  return call('.-', ONE, numbers)
}

/** True for an element of a variable, not of an expression. */
function isOfName(e: Expr): boolean {
  if (e.kind === 'call') return isOfName(e.args[0])
  return (e as IndexExpr).base.kind === 'name' && !childrenOf(e).some((part) => someNode(part, isCall))
}

function isCall(node: Expr): boolean {
  return node.kind === 'call'
}
