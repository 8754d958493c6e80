/**
 * Temperatures in units whose zero is not the absolute one: degC and degF. Internally, all temperatures are in K, so
 * that a number without unit means kelvins, and a difference is not a temperature of such a scale. The weight of an
 * expression distinguishes them: 1 for a temperature, 0 for a difference, the sum of the weights for a sum; (T1 + T2)/2
 * has the weight 1 again.
 */
import { parseUnit, type Unit } from '../../base/index.ts'
import {
  type CallExpr,
  COMPARISONS,
  CONSTANTS,
  type Expr,
  fold,
  SAMPLING_OPERATORS,
} from '../../symbolic/index.ts'
import { problem, show, type UnitOf } from './unit-inference.ts'

/**
 * 'open': unknown, as for quantities declared in K; a number without unit with its value, NaN if it changes; or a
 * weight.
 */
type Weight = 'open' | PlainNumber | { readonly weight: number; readonly unit: string }

interface PlainNumber {
  readonly number: number
}

/** Rounding errors of sums such as 1/3 + 1/3 + 1/3. */
const WEIGHT_SLACK = 1e-9

/** Operators that return their first argument. */
const THROUGH: ReadonlySet<string> = new Set([
  'noEvent',
  'implicitDependency',
  'pre',
  ...SAMPLING_OPERATORS,
  'abs',
])
/** Operators whose arguments are compared. */

/**
 * Checks comparisons and equations with temperatures in degC and degF, in an expression or the two sides of an
 * equation.
 *
 * @throws UnitError
 */
export function checkTemperatures(sides: readonly Expr[], unitOf: UnitOf): void {
  const weights = sides.map((side) => weightOf(side, unitOf))
  if (sides.length === 2) agree(sides[1], sides, weights)
}

function weightOf(expr: Expr, unitOf: UnitOf): Weight {
  return fold<Weight>(
    expr,
    (node, parts) => {
      switch (node.kind) {
        case 'number':
          return node.quantity === undefined ? { number: node.value } : ofUnit(parseUnit(node.quantity.unit))
        case 'name':
          return ofName(node.name, unitOf)
        case 'if':
          return agree(node, [node.then, node.else], parts.slice(1))
        case 'index':
          return parts[0]
        case 'call':
          return weightOfCall(node, parts)
        default:
          return 'open'
      }
    },
    (node) =>
      node.kind === 'comprehension'
        ? weightOf(node.body, (name) => (name === node.variable ? undefined : unitOf(name)))
        : undefined,
  )
}

function ofName(name: string, unitOf: UnitOf): Weight {
  const unit = unitOf(name)
  if (unit === undefined && (CONSTANTS.has(name) || name === 'time')) return { number: Number.NaN }
  return unit === undefined || unit === 'any' ? 'open' : ofUnit(unit)
}

function ofUnit({ offset, text }: Unit): Weight {
  return offset === 0 ? 'open' : { weight: 1, unit: text }
}

function weightOfCall(node: CallExpr, parts: readonly Weight[]): Weight {
  const { fn, args } = node
  const [a, b] = parts
  if (COMPARISONS.has(fn)) {
    agree(node, args, parts)
    return 'open'
  }
  if ((fn === 'min' || fn === 'max') && args.length > 1) return agree(node, args, parts)
  if (THROUGH.has(fn)) return a
  if (fn === 'neg') return scale(a, -1)
  if (fn === '+' || fn === '-' || fn === '.+' || fn === '.-') return add(a, b, fn.endsWith('-') ? -1 : 1)
  if (fn === '*' || fn === '.*') {
    if (isNumber(a)) return scale(b, a.number)
    return isNumber(b) ? scale(a, b.number) : 'open'
  }
  if (fn === '/' || fn === '../../symbolic/unit-checks') return isNumber(b) ? scale(a, 1 / b.number) : 'open'
  return parts.length > 0 && parts.every(isNumber) ? { number: Number.NaN } : 'open'
}

function isNumber(weight: Weight): weight is PlainNumber {
  return weight !== 'open' && 'number' in weight
}

function scale(a: Weight, factor: number): Weight {
  if (a === 'open') return a
  if (isNumber(a)) return { number: a.number * factor }
  return Number.isNaN(factor) ? 'open' : { ...a, weight: a.weight * factor }
}

/** A number added to a temperature is a difference in K. */
function add(a: Weight, b: Weight, sign: number): Weight {
  if (a === 'open' || b === 'open') return 'open'
  if (isNumber(a)) return isNumber(b) ? { number: a.number + sign * b.number } : scale(b, sign)
  return isNumber(b) ? a : { ...a, weight: a.weight + sign * b.weight }
}

/** The common weight of all parts. */
function agree(node: Expr, exprs: readonly Expr[], weights: readonly Weight[]): Weight {
  const first = weights.findIndex((weight) => weight !== 'open' && !isNumber(weight))
  if (first < 0) return weights.every(isNumber) ? { number: Number.NaN } : 'open'
  const known = weights[first] as { weight: number; unit: string }
  weights.forEach((weight, i) => {
    if (weight === 'open') return
    if (isNumber(weight)) {
      if (isZero(known.weight)) return
      const advice =
        `a number without unit means K; write quantity(${show(exprs[i]).slice(1, -1)}, ` +
        `'${known.unit}') or a parameter with a unit`
      throw problem(
        `${show(exprs[first])} is a temperature in ${known.unit}, and ${show(exprs[i])} has no unit: ${advice}.`,
        node,
        { unit: known.unit },
      )
    }
    if (isZero(weight.weight - known.weight)) return
    const found =
      `${show(exprs[first])} is ${describe(known.weight)} in ${known.unit}, ${show(exprs[i])} is ` +
      `${describe(weight.weight)}`
    throw problem(
      `Expected only temperatures, or only their differences, got both: ${found}. A difference has the unit K.`,
      node,
      { unit: known.unit },
    )
  })
  return weights.includes('open') ? 'open' : known
}

function isZero(weight: number): boolean {
  return Math.abs(weight) < WEIGHT_SLACK
}

function describe(weight: number): string {
  if (isZero(weight)) return 'a difference of temperatures'
  return isZero(weight - 1) ? 'a temperature' : `a sum of temperatures (${weight} times one)`
}
