/** Elements of vector expressions, and functions of vectors as functions of their elements. */
import { type EvaluatedModel, type FlatModel, findOccurrences } from '../../model/index.ts'
import {
  array,
  BUILTINS,
  type CallExpr,
  call,
  type Expr,
  fold,
  number,
  substitute,
  withChildren,
} from '../../symbolic/index.ts'
import { findDependence, STEPPING_CALLS } from '../events-and-clocks/index.ts'
import { createLengths, type Lengths } from './array-lengths.ts'
import type { UnrolledModel, UnrolledRange } from './unroll-comprehensions.ts'

type IsScalar = (expr: Expr) => boolean

/** Operators whose results have the elements of their arguments. */
const BY_ELEMENT: ReadonlySet<string> = new Set(['+', '-', 'neg', '.+', '.-', '.*', './', '.^'])

/** Element k of a vector, counted from 1; that of a sum is the sum of the elements. */
export function elementAt(vector: Expr, k: number, isScalar: IsScalar): Expr {
  if (vector.kind === 'array') return vector.elements[k - 1]
  if (vector.kind === 'comprehension') {
    const { variable, range, body } = vector
    return substitute(body, new Map([[variable, elementAt(range, k, isScalar)]]))
  }
  if (vector.kind === 'range' && vector.from.kind === 'number' && vector.step === null)
    return number(vector.from.value + k - 1)
  if (vector.kind === 'call' && isByElement(vector, isScalar)) {
    const args = vector.args.map((arg) => (isScalar(arg) ? arg : elementAt(arg, k, isScalar)))
    return { ...vector, args }
  }
  return { kind: 'index', base: vector, subscripts: [number(k)] }
}

function isByElement({ fn, args }: CallExpr, isScalar: IsScalar): boolean {
  if (BY_ELEMENT.has(fn)) return true
  if (fn === '*') return args.some(isScalar)
  if (fn === '/') return isScalar(args[1])
  return (
    BUILTINS.get(fn)?.shape === 'like' &&
    args.length !== 0 &&
    !((fn === 'min' || fn === 'max') && args.length === 1)
  )
}

/**
 * Replaces functions that jump, applied to vectors whose lengths are known, by vectors of their values for the elements:
 * each causes events of its own. Inside of `noEvent` they stay unchanged.
 */
export function expandSteps(model: FlatModel, values: EvaluatedModel, isScalar: IsScalar): UnrolledModel {
  const { calls } = findOccurrences(model.equations)
  if (!Array.from(STEPPING_CALLS).some((fn) => calls.has(fn))) return { model, ranges: [] }
  const lengths = createLengths(model, values, isScalar)
  const ranges: UnrolledRange[] = []
  const isStep = (node: Expr): node is CallExpr => node.kind === 'call' && STEPPING_CALLS.has(node.fn)
  const expand = (expr: Expr): Expr =>
    fold<Expr>(
      expr,
      (node, parts) => {
        const next = withChildren(node, parts)
        if (!isStep(next) || model.functions.has(next.fn) || next.args.every(isScalar)) return next
        const isContinuous = next.args.some((arg) => findDependence(arg, model, isScalar).names.size > 0)
        return isContinuous ? elementsOf(next, lengths, isScalar, ranges) : next
      },
      // of a comprehension, the elements are numbers with names that are unknown here
      (node) =>
        node.kind === 'comprehension' || (node.kind === 'call' && node.fn === 'noEvent') ? node : undefined,
    )
  const equations = model.equations.map((equation) => {
    const [left, right] = [expand(equation.left), expand(equation.right)]
    return left === equation.left && right === equation.right ? equation : { ...equation, left, right }
  })
  if (equations.every((equation, k) => equation === model.equations[k])) return { model, ranges }
  return { model: { ...model, equations }, ranges }
}

/** The vector of the values of a function for the elements; the call itself if their number is unknown. */
function elementsOf(node: CallExpr, lengths: Lengths, isScalar: IsScalar, ranges: UnrolledRange[]): Expr {
  const found = lengths(node)
  if (found === null) return node
  if (found.range) ranges.push(found.range)
  return array(...Array.from({ length: found.length }, (_, i) => elementAt(node, i + 1, isScalar)))
}

/** `min(v)` and `max(v)` of vectors with known lengths as functions of their elements, where kinks shall be events. */
export function expandExtremes(
  expr: Expr,
  lengths: Lengths,
  isScalar: IsScalar,
  ranges: UnrolledRange[],
): Expr {
  return fold<Expr>(expr, (node, parts) => {
    const next = withChildren(node, parts)
    const isExtreme =
      next.kind === 'call' &&
      (next.fn === 'min' || next.fn === 'max') &&
      next.args.length === 1 &&
      !isScalar(next.args[0])
    if (!isExtreme) return next
    const [vector] = (next as CallExpr).args
    const elements = elementsOf(call('neg', vector), lengths, isScalar, ranges)
    if (elements.kind !== 'array' || elements.elements.length === 0) return next
    return {
      ...(next as CallExpr),
      args: elements.elements.map((_, i) => elementAt(vector, i + 1, isScalar)),
    }
  })
}
