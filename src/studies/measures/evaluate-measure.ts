/** Values of measures, from the points of a result and the cubic polynomials between them. */
import { InputError, multiplyUnits, parseUnit, printUnit } from '../../base/index.ts'
import type { SignalTable } from '../../results/index.ts'
import type {
  CountMeasure,
  CrossingMeasure,
  ExtremeTimeMeasure,
  Measure,
  MeasureData,
  PeriodMeasure,
} from './measure.ts'
import { findScalar, listPieces, type SignalPieces } from './signal-pieces.ts'

/** Gauss-Legendre integration with 4 points on [0, 1]: exact up to degree 7, which squares of cubics do not exceed. */
const INNER = Math.sqrt(3 / 7 - (2 / 7) * Math.sqrt(6 / 5)) / 2
const OUTER = Math.sqrt(3 / 7 + (2 / 7) * Math.sqrt(6 / 5)) / 2
const INNER_WEIGHT = (18 + Math.sqrt(30)) / 72
const OUTER_WEIGHT = (18 - Math.sqrt(30)) / 72
const PLACES = [0.5 - OUTER, 0.5 - INNER, 0.5 + INNER, 0.5 + OUTER]
const WEIGHTS = [OUTER_WEIGHT, INNER_WEIGHT, INNER_WEIGHT, OUTER_WEIGHT]
/** Bisections that reduce an interval to rounding errors. */
const BISECTIONS = 60

/** The number of a measure; NaN if the run has none. */
export function evaluateMeasure(name: string, measure: Measure, result: SignalTable): number {
  if (typeof measure !== 'function') return evaluateData(measure, result)
  const value = measure(result)
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value !== 'number')
    throw new InputError(`measure '${name}'`, 'a number, or true or false', value)
  return value
}

/** Names of the signals that a measure reads; null for a function, which may read all. */
export function listSignals(measure: Measure): string[] | null {
  return typeof measure === 'function' ? null : [measure.signal]
}

/** Unit of a measure, by the unit of its signal in a table, which may lack it. */
export function findMeasureUnit(measure: Measure, result: SignalTable | undefined): string {
  if (typeof measure === 'function' || measure.kind === 'count') return ''
  const unit = result?.has(measure.signal) ? result.signal(measure.signal).unit : ''
  switch (measure.kind) {
    case 'crossing':
    case 'minimum-time':
    case 'maximum-time':
      return 's'
    case 'integral':
      return unit === '' ? '' : printUnit(multiplyUnits(parseUnit(unit), parseUnit('s')))
    default:
      return unit
  }
}

function evaluateData(measure: MeasureData, result: SignalTable): number {
  switch (measure.kind) {
    case 'value':
      return readValue(result, measure.signal, measure.time)
    case 'crossing':
      return findCrossings(result, measure, 1)[0] ?? Number.NaN
    case 'count':
      return findCrossings(result, measure, Infinity).length
    case 'minimum':
      return -findMaximum(result, measure, -1).value
    case 'maximum':
      return findMaximum(result, measure, 1).value
    case 'minimum-time':
      return findMaximum(result, measure, -1).time
    case 'maximum-time':
      return findMaximum(result, measure, 1).time
    case 'integral':
      return integrate(result, measure, (x) => x).sum
    case 'average': {
      const { sum, length } = integrate(result, measure, (x) => x)
      return sum / length
    }
    case 'rms': {
      const { sum, length } = integrate(result, measure, (x) => x * x)
      return Math.sqrt(sum / length)
    }
  }
}

function readValue(result: SignalTable, name: string, time: number | undefined): number {
  if (time !== undefined) return result.at(name, time)
  const { values } = findScalar(result, name)
  return values[values.length - 1]
}

/** The largest value of the signal times `sign`, and the first time of it. */
function findMaximum(
  result: SignalTable,
  measure: PeriodMeasure | ExtremeTimeMeasure,
  sign: 1 | -1,
): { value: number; time: number } {
  const pieces = listPieces(result, measure.signal, measure)
  const extrema = new Float64Array(2)
  let best = Number.NaN
  let time = Number.NaN
  const take = (piece: number, s: number): void => {
    const value = sign * pieces.valueAt(piece, s)
    if (value <= best) return
    best = value
    time = pieces.timeAt(piece, s)
  }
  for (let k = 0; k < pieces.nPiece; k++) {
    take(k, pieces.from(k))
    const n = pieces.findExtrema(k, extrema)
    for (let j = 0; j < n; j++) take(k, extrema[j])
    take(k, pieces.to(k))
  }
  return { value: best, time }
}

/** Integral of a function of the signal, and the length of the time over which it is known [s]. */
function integrate(
  result: SignalTable,
  measure: PeriodMeasure,
  map: (x: number) => number,
): { sum: number; length: number } {
  const pieces = listPieces(result, measure.signal, measure)
  let sum = 0
  let length = 0
  for (let k = 0; k < pieces.nPiece; k++) {
    const from = pieces.from(k)
    const width = pieces.to(k) - from
    let mean = 0
    for (let j = 0; j < PLACES.length; j++)
      mean += WEIGHTS[j] * map(pieces.valueAt(k, from + PLACES[j] * width))
    const h = pieces.end(k) - pieces.start(k)
    sum += h * mean
    length += h
  }
  return { sum, length }
}

/** The first times at which a signal passes a level: inside of pieces, and by jumps between them. */
function findCrossings(
  result: SignalTable,
  measure: CrossingMeasure | CountMeasure,
  limit: number,
): number[] {
  const { level, direction } = measure
  const pieces = listPieces(result, measure.signal, measure)
  const extrema = new Float64Array(2)
  const found: number[] = []
  /** Side of the last value that was not at the level, and the time since which the signal is at the level. */
  let side = 0
  let reached = Number.NaN
  const pass = (piece: number, before: number, s: number): void => {
    const next = Math.sign(pieces.valueAt(piece, s) - level)
    if (next === 0) {
      if (Number.isNaN(reached)) reached = pieces.timeAt(piece, s)
      return
    }
    const isWanted = direction === 'both' || (direction === 'up') === next > 0
    if (side !== 0 && next !== side && isWanted)
      found.push(
        Number.isNaN(reached) ? pieces.timeAt(piece, bisect(pieces, piece, level, before, s)) : reached,
      )
    side = next
    reached = Number.NaN
  }
  for (let k = 0; k < pieces.nPiece && found.length < limit; k++) {
    let before = pieces.from(k)
    pass(k, before, before)
    const n = pieces.findExtrema(k, extrema)
    for (let j = 0; j < n; j++) {
      pass(k, before, extrema[j])
      before = extrema[j]
    }
    pass(k, before, pieces.to(k))
  }
  return found.slice(0, limit)
}

/** The place where a monotonic part of a piece passes a level; the part may be a point, at a jump. */
function bisect(pieces: SignalPieces, piece: number, level: number, from: number, to: number): number {
  let low = from
  let high = to
  const side = Math.sign(pieces.valueAt(piece, from) - level)
  for (let k = 0; k < BISECTIONS; k++) {
    const middle = 0.5 * (low + high)
    if (middle <= low || middle >= high) break
    if (Math.sign(pieces.valueAt(piece, middle) - level) === side) low = middle
    else high = middle
  }
  return high
}
