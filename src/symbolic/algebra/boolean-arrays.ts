/** Arrays of Booleans, which are computed as arrays of the numbers 0 and 1. */
import { call, ifExpr, number, ONE, ZERO } from '../build.ts'
import type { CallExpr, Expr, IndexExpr } from '../expr.ts'
import type { FunctionInfo } from '../functions.ts'
import { COMPARISONS, SAMPLING_OPERATORS } from '../operators.ts'
import { childrenOf, fold, someNode, withChildren } from '../traverse.ts'
import { replacing, show, typeError } from '../written-expr.ts'

/** Operators and functions with Boolean values. */
const BOOLEAN_CALLS: ReadonlySet<string> = new Set([
  ...[...COMPARISONS, 'and', 'or', 'not'],
  ...['edge', 'change', 'initial', 'terminal', 'after', 'positive', 'negative', 'firstTick'],
  ...['anyTrue', 'allTrue', 'oneTrue'],
])
const HALF = number(0.5)
/** Operators with the type of their first argument. */
const THROUGH: ReadonlySet<string> = new Set(['noEvent', 'pre', ...SAMPLING_OPERATORS])
const LOGIC: ReadonlySet<string> = new Set(['and', 'or', 'not'])
/**
 * Functions of the elements of an array of Booleans, by its numbers. Limits between the numbers instead of equality: results
 * of functions of the user change at events that these relations locate.
 */
const REDUCTIONS: Readonly<Record<string, (numbers: Expr) => Expr>> = {
  anyTrue: (numbers) => call('>', call('sum', numbers), HALF),
  max: (numbers) => call('>', call('sum', numbers), HALF),
  allTrue: (numbers) => call('<', call('sum', negated(numbers)), HALF),
  min: (numbers) => call('<', call('sum', negated(numbers)), HALF),
  oneTrue: (numbers) => call('<', call('abs', call('-', call('sum', numbers), ONE)), HALF),
  countTrue: (numbers) => call('sum', numbers),
}
/** Functions that do not compute with the elements of an array. */
const ACCEPTING: ReadonlySet<string> = new Set([
  ...['cat', 'transpose', 'length', 'size', 'ndims', 'eachindex', 'change', 'and', 'or', 'not'],
  ...THROUGH,
])
/** Operators and functions that compute with numbers. */
const OPERATIONS: ReadonlySet<string> = new Set(
  '+ - * / ^ neg .+ .- .* ./ .^ < <= > >= == <> sum product norm dot der abs'.split(' '),
)

/** True for an operator or a function with Boolean values. */
export function isBooleanCall(fn: string): boolean {
  return BOOLEAN_CALLS.has(fn)
}

/** True for a call of a reduction of an array of Booleans to one value. */
export function isBooleanReduction(fn: string): boolean {
  return Object.hasOwn(REDUCTIONS, fn)
}

/** True for an expression of numbers, by its outermost part. */
export function isNumberExpr(e: Expr): boolean {
  return (
    ['number', 'array', 'comprehension', 'range'].includes(e.kind) ||
    (e.kind === 'call' && OPERATIONS.has(e.fn) && !isBooleanCall(e.fn))
  )
}

/** True for a function with an array of Booleans among its inputs and results. */
export function hasBooleanArrays({ inputs = [], booleans = [] }: FunctionInfo): boolean {
  return booleans.some((dims) => dims > 0) || inputs.some((input) => (input.booleans ?? 0) > 0)
}

/** The names of a model or of a function. */
export interface BooleanNames {
  /** Number of dimensions of a Boolean, 0 for a single one; null for everything else. */
  readonly dimensionsOf: (name: string) => number | null
  /** True for the name of an array of numbers, which selects several elements as a subscript. */
  readonly isArray: (name: string) => boolean
  readonly functions: Pick<ReadonlyMap<string, FunctionInfo>, 'get'>
  /** True if relations cause events. */
  readonly hasEvents: boolean
}

/**
 * Replaces arrays of Booleans in expressions by arrays of the numbers 0 and 1: an element that is used is a Boolean
 * again, `b[i] > 0.5`, and one that is defined is `if … then 1 else 0`.
 */
export class BooleanArrays {
  constructor(private readonly names: BooleanNames) {}

  /** Number of dimensions of a Boolean, 0 for a single one; null for everything else. */
  readonly dimensions = (e: Expr): number | null => {
    switch (e.kind) {
      case 'boolean':
        return 0
      case 'name':
        return this.names.dimensionsOf(e.name)
      case 'if':
        return this.dimensions(e.then) ?? this.dimensions(e.else)
      case 'array': {
        const dims = this.common(e.elements)
        return dims === null ? null : dims + 1
      }
      case 'comprehension': {
        const body = this.dimensions(e.body)
        return body === null ? null : body + 1
      }
      case 'index': {
        const base = this.dimensions(e.base)
        if (base === null || base === 0) return null
        return base - e.subscripts.filter((subscript) => !this.isRange(subscript)).length
      }
      case 'call':
        return this.ofCall(e)
      default:
        return null
    }
  }

  /** Dimensions of result `k` of a call, counted from 0; null for what is not Boolean. */
  dimensionsOfResult(node: Expr, k: number): number | null {
    const info = node.kind === 'call' ? this.names.functions.get(node.fn) : undefined
    if (info === undefined) return null
    const dims = info.booleans?.[k] ?? 0
    if (dims > 0) return dims
    return (typeof info.shape === 'object' ? info.shape[k] : info.shape) === 'boolean' ? 0 : null
  }

  /** An expression in which arrays of Booleans are numbers; single Booleans remain. */
  asIs(expr: Expr): Expr {
    return fold<Expr>(
      expr,
      (node, parts) => withChildren(node, parts),
      (node) => {
        if (this.isElement(node)) return this.element(node)
        if (node.kind === 'call' && isBooleanReduction(node.fn)) return this.reduction(node.fn, node.args)
        if (node.kind === 'call') this.checkArguments(node)
        const dims = this.dimensions(node)
        if (dims !== null && dims > 0) return this.array(node, dims)
        if (node.kind === 'call') this.assertNoArrays(node.fn, node.args)
        return undefined
      },
    )
  }

  /** A single Boolean as number. */
  asNumber(e: Expr): Expr {
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

  /** True for an element of an array, or its value before and the like. */
  isElement(e: Expr): boolean {
    if (e.kind === 'index') return this.dimensions(e) === 0
    return e.kind === 'call' && THROUGH.has(e.fn) && this.isElement(e.args[0])
  }

  describe(e: Expr): string {
    const dims = this.dimensions(e)
    return `${show(e)} is ${dims === null ? 'not Boolean' : dims === 0 ? 'a Boolean' : 'an array of Booleans'}`
  }

  private ofCall(node: CallExpr): number | null {
    const { fn, args } = node
    if (THROUGH.has(fn)) return this.dimensions(args[0])
    if (LOGIC.has(fn)) return Math.max(0, ...args.map((arg) => this.dimensions(arg) ?? 0))
    if (fn === 'cat') return this.common(args.slice(1))
    if (fn === 'fill') return this.dimensions(args[0]) === 0 ? args.length - 1 : null
    if (fn === 'transpose') return this.dimensions(args[0])
    if ((fn === 'min' || fn === 'max') && args.length === 1) {
      const dims = this.dimensions(args[0])
      return dims === null ? null : 0
    }
    if (isBooleanCall(fn)) return 0
    return (this.names.functions.get(fn)?.results ?? 1) === 1 ? this.dimensionsOfResult(node, 0) : null
  }

  private common(parts: readonly Expr[]): number | null {
    for (const part of parts) {
      const dims = this.dimensions(part)
      if (dims !== null) return dims
    }
    return null
  }

  private isRange(subscript: Expr): boolean {
    if (subscript.kind === 'name') return this.names.isArray(subscript.name)
    return subscript.kind === 'range' || subscript.kind === 'array' || subscript.kind === 'comprehension'
  }

  /** An array of Booleans as array of numbers; undefined: by its parts. */
  private array(node: Expr, dims: number): Expr | undefined {
    const part = (e: Expr): Expr => (this.dimensions(e) === 0 ? this.asNumber(e) : this.asIs(e))
    if (node.kind === 'array') {
      const wrong = node.elements.find((element) => this.dimensions(element) !== dims - 1)
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
      if (this.dimensions(arg) === dims) continue
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
    const dims = this.dimensions(args[0])
    if (args.length === 1 && dims !== null && dims > 0) return REDUCTIONS[fn](this.asIs(args[0]))
    if (fn === 'min' || fn === 'max') return undefined
    throw typeError(`${fn}(…): expected an array of Booleans, but ${this.describe(args[0])}.`, args[0])
  }

  private element(e: Expr): Expr {
    const isTrue = call('>', this.asNumber(e), HALF)
    // the elements of a variable change at its own events
    const lowered = this.names.hasEvents && isOfName(e) ? call('noEvent', isTrue) : isTrue
    return replacing(e.pos === undefined ? lowered : { ...lowered, pos: e.pos }, e)
  }

  /** Checks the arguments of a function whose inputs have types. */
  private checkArguments(node: CallExpr): void {
    const { inputs = [] } = this.names.functions.get(node.fn) ?? {}
    for (const [k, arg] of node.args.entries()) {
      const { name, booleans } = inputs[k] ?? {}
      if (booleans === undefined) continue
      const found = this.dimensions(arg) ?? 0
      if (found === booleans || (arg.kind === 'array' && arg.elements.length === 0)) continue
      const expected = booleans === 0 ? 'no array of Booleans' : ARRAYS[booleans]
      const advice =
        booleans === 0 ? 'if b[i] then 1 else 0 for i in 1:size(b, 1)' : 'x[i] > 0.5 for i in 1:size(x, 1)'
      throw typeError(
        `${node.fn}(…): expected ${expected} for ${name}, but ${this.describe(arg)}. Convert it: [${advice}].`,
        arg,
        node,
      )
    }
  }

  private assertNoArrays(fn: string, args: readonly Expr[]): void {
    if (ACCEPTING.has(fn) || !OPERATIONS.has(fn)) return
    const wrong = args.find((arg) => (this.dimensions(arg) ?? 0) > 0)
    if (wrong === undefined) return
    const text = wrong.kind === 'name' ? wrong.name : 'b'
    const advice =
      fn === '==' || fn === '<>'
        ? `Compare the elements: allTrue([${text}[i] ${fn} … for i in 1:size(${text}, 1)]).`
        : `Numbers from it are [if ${text}[i] then 1 else 0 for i in 1:size(${text}, 1)], their sum is countTrue(${text}).`
    throw typeError(`The operands of '${fn}': ${show(wrong)} is an array of Booleans. ${advice}`, wrong)
  }
}

/** Arrays of Booleans in messages, by their dimensions. */
export const ARRAYS: readonly string[] = ['a Boolean', 'a vector of Booleans', 'a matrix of Booleans']

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
