/** Evaluation of expressions by tree traversal: for parameters, and as the interpreter. */
import { nearestName, VarioError } from '../base/index.ts'
import { applyBinary, broadcast, negate, truth } from './arithmetic.ts'
import { BUILTINS, CONSTANTS, isReduction } from './builtins.ts'
import type { ArrayExpr, CallExpr, Expr, IndexExpr, RangeExpr } from './expr.ts'
import type { FunctionInfo } from './functions.ts'
import { matrixOfBlocks } from './matrix-functions.ts'
import { OPERATORS, SYMBOL_OPERATORS } from './operators.ts'
import { errorAt } from './source-text.ts'
import { countRange, elementsAt, sizeOfDimension } from './subscripts.ts'
import { childrenOf } from './traverse.ts'
import { collect, copyArray, dataOf, describeValue, type EvaluatedValue, isNumeric } from './values.ts'

/** Values of names, functions and operators. */
export interface EvaluationContext {
  /** The value of a variable or parameter, or undefined. */
  readonly lookup: (name: string) => EvaluatedValue | undefined
  /** Functions besides the built-in ones. */
  readonly functions?: ReadonlyMap<string, FunctionInfo>
  /** The value of `der(x)`, `pre(x)`, `sample(x, clock)` and the like; undefined if they are not available here. */
  readonly operator?: (node: CallExpr, evaluate: (expr: Expr) => EvaluatedValue) => EvaluatedValue | undefined
  /**
   * True if a number in a sum with an array combines with every element: in equations changed by the translation, where
   * it represents an array of equal elements, as in `der(x) = 0`. User equations are checked before.
   */
  readonly spreadsNumbers?: boolean
  /** Names for the suggestion in the error about an unknown name. */
  readonly names?: () => Iterable<string>
}

/** Context of a part: with the variables of comprehensions around it, and the meaning of `end`. */
interface Scope extends EvaluationContext {
  readonly end?: number
}

/**
 * The value of `expr`.
 *
 * @param context a function that returns the values of names, or the full context
 * @throws VarioError with code `EVALUATION` that names the place
 */
export function evaluate(
  expr: Expr,
  context: EvaluationContext | EvaluationContext['lookup'],
): EvaluatedValue {
  return evaluateIn(expr, typeof context === 'function' ? { lookup: context } : context)
}

function evaluateIn(expr: Expr, scope: Scope): EvaluatedValue {
  switch (expr.kind) {
    case 'number':
    case 'boolean':
    case 'string':
      return expr.value
    case 'object':
      return expr.value as EvaluatedValue
    case 'name':
      return scope.lookup(expr.name) ?? CONSTANTS.get(expr.name) ?? failUnknown(expr.name, expr, scope)
    case 'end':
      return scope.end ?? fail(expr, "'end' is valid only inside of subscripts.")
    case 'call':
      return evaluateCall(expr, scope)
    case 'if': {
      const condition = located(expr.condition, () =>
        truth("Condition of 'if'", evaluateIn(expr.condition, scope)),
      )
      return evaluateIn(condition ? expr.then : expr.else, scope)
    }
    case 'array':
      if (expr.isBlocks) return located(expr, () => evaluateBlocks(expr, scope))
      return located(expr, () => collect(expr.elements.map((element) => evaluateIn(element, scope))))
    case 'tuple':
      return expr.elements.map((element) => evaluateIn(element, scope))
    case 'range':
      return located(expr, () => evaluateRange(expr, scope))
    case 'index':
      return evaluateIndex(expr, scope)
    case 'member':
      return fail(expr, `'${expr.member}': expected a component of the model before the dot.`)
    case 'comprehension': {
      const range = evaluateIn(expr.range, scope)
      if (typeof range !== 'number' && !isNumeric(range))
        fail(expr.range, `Expected a range, got ${describeValue(range)}.`)
      const values = typeof range === 'number' ? [range] : Array.from(dataOf(range))
      const inner = (i: number): Scope => ({
        ...scope,
        lookup: (name) => (name === expr.variable ? i : scope.lookup(name)),
      })
      return located(expr, () => collect(values.map((i) => evaluateIn(expr.body, inner(i)))))
    }
  }
}

/** A matrix written row by row, whose elements may be blocks. */
function evaluateBlocks({ elements }: ArrayExpr, scope: Scope): EvaluatedValue {
  const rows = elements.map((row) => childrenOf(row).map((element) => evaluateIn(element, scope)))
  const isPlain = rows.every((row) => !row.some(isNumeric))
  return isPlain ? collect(rows.map(collect)) : matrixOfBlocks(rows)
}

/** Processes the left operands in a loop, because a long sum is a deep tree. */
function evaluateCall(expr: CallExpr, scope: Scope): EvaluatedValue {
  const spine: CallExpr[] = []
  let node: Expr = expr
  while (node.kind === 'call' && node.args.length === 2 && SYMBOL_OPERATORS.has(node.fn)) {
    spine.push(node)
    node = node.args[0]
  }
  let value = node.kind === 'call' ? applyCall(node, scope) : evaluateIn(node, scope)
  for (let i = spine.length - 1; i >= 0; i--) {
    const { fn, args } = spine[i]
    // the second operand of 'and' and 'or' is not evaluated if the first one decides
    if ((fn === 'and' && value === false) || (fn === 'or' && value === true)) continue
    const right = evaluateIn(args[1], scope)
    const left = value
    const operator = scope.spreadsNumbers && (fn === '+' || fn === '-') ? `.${fn}` : fn
    value = located(spine[i], () => applyBinary(operator, left, right) as EvaluatedValue)
  }
  return value
}

function applyCall(node: CallExpr, scope: Scope): EvaluatedValue {
  const { fn, args } = node
  if (fn === 'noEvent' || fn === 'implicitDependency') return evaluateIn(args[0], scope)
  const registered = scope.functions?.get(fn)
  // names of operators substituted by the translation start with $
  if (registered === undefined && (OPERATORS.has(fn) || fn.startsWith('$'))) {
    const value = scope.operator?.(node, (part) => evaluateIn(part, scope))
    const expected = 'an expression of parameters and start values has no derivatives, events or clocks'
    return value ?? fail(node, `'${fn}' cannot be evaluated here: ${expected}.`)
  }
  const values = args.map((arg) => evaluateIn(arg, scope))
  if (fn === 'neg') return located(node, () => negate(values[0]))
  if (fn === 'not') return located(node, () => !truth('not', values[0]))
  const info = registered ?? BUILTINS.get(fn)
  if (info === undefined) {
    const nearest = nearestName(fn, [...(scope.functions?.keys() ?? []), ...BUILTINS.keys()])
    return fail(
      node,
      `expected the name of a function, got '${fn}'.${nearest === undefined ? '' : ` Did you mean '${nearest}'?`}`,
    )
  }
  // a function of the user may modify its arguments, which are values of the model
  const isOwn = registered !== undefined && registered.memoryOf === undefined && !registered.readsOnly
  return located(node, () => applyFunction(info, isOwn ? values.map(copyArray) : values))
}

/** Calls a function; element by element, if it is defined for numbers and called with arrays. */
export function applyFunction(info: FunctionInfo, values: readonly EvaluatedValue[]): EvaluatedValue {
  const evaluateScalar = info.evaluate as (...args: unknown[]) => EvaluatedValue
  if (info.shape !== 'like') return evaluateScalar(...values)
  if (isReduction(info, values.length) && isNumeric(values[0])) {
    const data = dataOf(values[0])
    if (data.length === 0)
      throw new VarioError('EVALUATION', `${info.name}: expected an array with elements, got an empty one.`)
    return data.reduce((a, b) => evaluateScalar(a, b) as number)
  }
  return broadcast(info.name, evaluateScalar as (...args: number[]) => number, ...values)
}

function evaluateRange(expr: RangeExpr, scope: Scope): Float64Array {
  const parts = [expr.from, expr.step ?? ({ kind: 'number', value: 1 } as const), expr.to]
  const [from, step, to] = parts.map((part) => {
    const value = evaluateIn(part, scope)
    return typeof value === 'number' ? value : fail(part, `Expected a number, got ${describeValue(value)}.`)
  })
  return Float64Array.from({ length: countRange(from, step, to) }, (_, i) => from + i * step)
}

function evaluateIndex(expr: IndexExpr, scope: Scope): EvaluatedValue {
  const base = evaluateIn(expr.base, scope)
  const subscripts = expr.subscripts.map((subscript, i) => {
    const end = located(expr, () => sizeOfDimension(base, i, expr.subscripts.length))
    return evaluateIn(subscript, { ...scope, end })
  })
  return located(expr, () => elementsAt(base, subscripts))
}

/** Runs `action`; adds the place of `expr` to an error without a place. */
function located<T>(expr: Expr, action: () => T): T {
  try {
    return action()
  } catch (error) {
    const isBare = error instanceof VarioError && error.code === 'EVALUATION' && !('located' in error.fields)
    if (!isBare) throw error
    throw errorAt('EVALUATION', error.message, expr.pos, { ...error.fields, located: true })
  }
}

function fail(expr: Expr, message: string): never {
  throw errorAt('EVALUATION', message, expr.pos, { located: true })
}

function failUnknown(name: string, expr: Expr, scope: Scope): never {
  const nearest = nearestName(name, scope.names?.() ?? [])
  fail(expr, `'${name}' has no value.${nearest === undefined ? '' : ` Did you mean '${nearest}'?`}`)
}
