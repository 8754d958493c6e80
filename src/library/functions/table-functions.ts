/**
 * The functions `table1D` and `table2D` of equations. A call is replaced by one of `vario_table…`, with the interval as
 * an argument that changes only at events: so the solver integrates over smooth pieces, and the derivatives are those
 * of one piece.
 */
import { assertOneOf, VarioError } from '../../base/index.ts'
import { registerFunction } from '../../model/index.ts'
import { call, type Expr, type MatrixValue, number, type StringExpr, ZERO } from '../../symbolic/index.ts'
import { INTERPOLATIONS, type Interpolation } from './slopes.ts'
import {
  type AxisLaw,
  chooseInterval,
  computeEventCoordinate,
  computeIntervalCoordinate,
  computeWeights,
  EXTRAPOLATIONS,
  type Extrapolation,
} from './table-axis.ts'
import { curveOf, surfaceOf } from './table-data.ts'

/** Numbers of the axes of a table: 0 for that of `table1D`, 1 and 2 for those of `table2D`. */
type AxisNumber = 0 | 1 | 2

const TEXT_1D = 'table1D(T, u, "linear", "hold")'
const TEXT_2D = 'table2D(T, u1, u2, "linear", "hold")'

/**
 * Value at u of the table T with rows [x, y], as function of equations: table1D(T, u, interpolation, extrapolation).
 *
 * - interpolation: "linear" (default) with an event at every kink; "akima", "modified-akima" (no overshoot beside flat
 *   pieces); "fritsch-carlson", "steffen" (monotone where the points are). These four have a continuous derivative.
 * - extrapolation: "hold" (default), "linear", "periodic" with the period from the first to the last x, or "error".
 *
 * The derivative with respect to u exists any number of times.
 */
export const table1D = registerFunction(
  'table1D',
  (table: MatrixValue, u: number, method: string = 'linear', extrapolation: string = 'hold'): number => {
    const law = lawOf('table1D', method, extrapolation)
    const { x } = curveOf(table, method as Interpolation, law.extrapolation)
    return evaluateCurve(table, u, ...placesOf(x, u, law), method, extrapolation, 0)
  },
  {
    expand: (args) => {
      const [table, u, ...options] = takeArguments('table1D', TEXT_1D, args, 2)
      return call('vario_tableCurve', table, u, ...placesAlong(0, table, u, options), ...options, ZERO)
    },
  },
)

/**
 * Value at (u1, u2) of the table T, as function of equations: table2D(T, u1, u2, interpolation, extrapolation). The
 * first column of T has the arguments u1, its first row the arguments u2, T[1, 1] is not used. Options as for `table1D`,
 * except for the monotone ones.
 */
export const table2D = registerFunction(
  'table2D',
  (
    table: MatrixValue,
    u1: number,
    u2: number,
    method: string = 'linear',
    extrapolation: string = 'hold',
  ): number => {
    const law = lawOf('table2D', method, extrapolation)
    const { x, y } = surfaceOf(table, method as Interpolation, law.extrapolation)
    const places = [...placesOf(x, u1, law), ...placesOf(y, u2, law)] as const
    return evaluateSurface(table, u1, u2, ...places, method, extrapolation, 0, 0)
  },
  {
    expand: (args) => {
      const [table, u1, u2, ...options] = takeArguments('table2D', TEXT_2D, args, 3)
      const places = [...placesAlong(1, table, u1, options), ...placesAlong(2, table, u2, options)]
      return call('vario_tableSurface', table, u1, u2, ...places, ...options, ZERO, ZERO)
    },
  },
)

/** Floors of the two coordinates at u, from which the interval follows: with events, and without. */
function placesAlong(axis: AxisNumber, table: Expr, u: Expr, options: readonly Expr[]): [Expr, Expr] {
  const args = [table, u, number(axis), ...options, ZERO]
  return [
    call('floor', call('vario_tableEvents', ...args)),
    call('noEvent', call('floor', call('vario_tableIntervals', ...args))),
  ]
}

function placesOf(x: Float64Array, u: number, law: AxisLaw): [event: number, interval: number] {
  return [Math.floor(computeEventCoordinate(x, u, law, 0)), Math.floor(computeIntervalCoordinate(x, u, law))]
}

registerFunction(
  'vario_tableEvents',
  (table: MatrixValue, u: number, axis: AxisNumber, method: string, extrapolation: string, order: number) => {
    const law = lawOf(axis === 0 ? 'table1D' : 'table2D', method, extrapolation)
    return computeEventCoordinate(axisOf(table, axis, method, law.extrapolation), u, law, order)
  },
  { readsOnly: true, isSmooth: true, derivative: (args) => derivativeBy(args, 1, 5, 'vario_tableEvents') },
)

registerFunction(
  'vario_tableIntervals',
  (table: MatrixValue, u: number, axis: AxisNumber, method: string, extrapolation: string) => {
    const law = lawOf(axis === 0 ? 'table1D' : 'table2D', method, extrapolation)
    return computeIntervalCoordinate(axisOf(table, axis, method, law.extrapolation), u, law)
  },
  // constant but for jumps
  { readsOnly: true, isSmooth: true, derivative: (args) => args.map(() => ZERO) },
)

registerFunction('vario_tableCurve', evaluateCurve, {
  readsOnly: true,
  isSmooth: true,
  derivative: (args) => derivativeBy(args, 1, 6, 'vario_tableCurve'),
})

registerFunction('vario_tableSurface', evaluateSurface, {
  readsOnly: true,
  isSmooth: true,
  derivative: (args) => {
    const byFirst = derivativeBy(args, 1, 9, 'vario_tableSurface')
    byFirst[2] = derivativeBy(args, 2, 10, 'vario_tableSurface')[2]
    return byFirst
  },
})

const weights1 = new Float64Array(4)
const weights2 = new Float64Array(4)

/** Derivative of the given order of a curve; `event`, `interval`: floors of the coordinates at u. */
function evaluateCurve(
  table: MatrixValue,
  u: number,
  event: number,
  interval: number,
  method: string,
  extrapolation: string,
  order: number,
): number {
  const law = lawOf('table1D', method, extrapolation)
  const { x, y, slopes } = curveOf(table, method as Interpolation, law.extrapolation)
  const w = weights1
  const j = computeWeights(x, u, chooseInterval(x, event, interval, law), law, order, w)
  return w[0] * y[j] + w[1] * y[j + 1] + w[2] * slopes[j] + w[3] * slopes[j + 1]
}

/** Derivative of the orders `order1`, `order2` of a surface; floors of the coordinates as for curves. */
function evaluateSurface(
  table: MatrixValue,
  u1: number,
  u2: number,
  event1: number,
  interval1: number,
  event2: number,
  interval2: number,
  method: string,
  extrapolation: string,
  order1: number,
  order2: number,
): number {
  const law = lawOf('table2D', method, extrapolation)
  const { x, y, z, zx, zy, zxy } = surfaceOf(table, method as Interpolation, law.extrapolation)
  const i = computeWeights(x, u1, chooseInterval(x, event1, interval1, law), law, order1, weights1)
  const j = computeWeights(y, u2, chooseInterval(y, event2, interval2, law), law, order2, weights2)
  const n = y.length
  let sum = 0
  for (let a = 0; a < 2; a++) {
    for (let b = 0; b < 2; b++) {
      const p = (i + a) * n + j + b
      sum += weights1[a] * (weights2[b] * z[p] + weights2[b + 2] * zy[p])
      sum += weights1[a + 2] * (weights2[b] * zx[p] + weights2[b + 2] * zxy[p])
    }
  }
  return sum
}

function axisOf(
  table: MatrixValue,
  axis: AxisNumber,
  method: string,
  extrapolation: Extrapolation,
): Float64Array {
  if (axis === 0) return curveOf(table, method as Interpolation, extrapolation).x
  const { x, y } = surfaceOf(table, method as Interpolation, extrapolation)
  return axis === 1 ? x : y
}

const laws = new Map<string, AxisLaw>()

/** The law along the axes, checked. */
function lawOf(where: 'table1D' | 'table2D', method: string, extrapolation: string): AxisLaw {
  const key = `${where} ${method} ${extrapolation}`
  let law = laws.get(key)
  if (law === undefined) {
    const methods = where === 'table1D' ? INTERPOLATIONS : INTERPOLATIONS.slice(0, 3)
    assertOneOf(`${where}: interpolation`, method, methods)
    assertOneOf(`${where}: extrapolation`, extrapolation, EXTRAPOLATIONS)
    law = { isLinear: method === 'linear', extrapolation: extrapolation as Extrapolation }
    laws.set(key, law)
  }
  return law
}

/** The arguments of a call, with the default options. */
function takeArguments(where: string, text: string, args: readonly Expr[], n: number): Expr[] {
  if (args.length < n || args.length > n + 2)
    throw new VarioError(
      'CALL',
      `${where}: expected ${n} to ${n + 2} arguments, as in ${text}, got ${args.length}.`,
    )
  const defaults: StringExpr[] = [
    { kind: 'string', value: 'linear' },
    { kind: 'string', value: 'hold' },
  ]
  return [toConstant(args[0]), ...args.slice(1), ...defaults.slice(args.length - n)]
}

/** A matrix of numbers as one object, which is the same in all calls. */
function toConstant(table: Expr): Expr {
  if (table.kind !== 'array') return table
  const rows = table.elements.map((row) => (row.kind === 'array' ? row.elements.map(literal) : []))
  const cols = rows[0]?.length ?? 0
  const data = rows.flat()
  if (data.length !== rows.length * cols || data.some(Number.isNaN)) return table
  const value: MatrixValue = { rows: rows.length, cols, data: Float64Array.from(data) }
  return { kind: 'object', value }
}

/** The number that an expression is; NaN: another expression. */
function literal(expr: Expr): number {
  if (expr.kind === 'number') return expr.value
  return expr.kind === 'call' && expr.fn === 'neg' ? -literal(expr.args[0]) : Number.NaN
}

/** Partial derivatives of which only that by argument `i` is not 0: the next order, which is argument `place`. */
function derivativeBy(args: readonly Expr[], i: number, place: number, fn: string): (Expr | null)[] {
  const order = args[place]
  const next = args.with(place, number(order.kind === 'number' ? order.value + 1 : 1))
  return args.map((_, k) => (k === i ? call(fn, ...next) : null))
}
