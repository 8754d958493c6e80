/**
 * Derivatives by extrapolated differences of runs. Numbers are compared at the same times, and only after the same number of
 * events: those between the times at which an event occurs in two runs have no derivative.
 */
import { VarioError } from '../../base/index.ts'
import { differentiateByExtrapolation, type ExtrapolatedDerivatives } from '../../math/index.ts'
import type { SignalTable } from '../../results/index.ts'
import type { DerivativeParameter } from './derivative-parameter.ts'
import { isDifferentiable } from './derivative-tables.ts'

/** Relative difference of the values of two neighboring runs by their own errors, in tolerances. */
const NOISE_PER_TOLERANCE = 0.01
/** Times that differ by this part of the run are equal. */
const SAME_TIME = 1e-12
/** Events this close together, as a part of the run, are one. */
const SAME_EVENT = 1e-9

/** Derivatives of all signals (their columns in sequence), and of measures. */
export interface DifferenceDerivatives {
  /** By name (nPoint × nElement). */
  readonly values: ReadonlyMap<string, Float64Array>
  readonly errors: ReadonlyMap<string, Float64Array>
  readonly measures: ExtrapolatedDerivatives
}

/**
 * @param center the run itself
 * @param simulate the run with another value of the parameter; throws a VarioError if there is none
 * @param measure measures of a run
 */
export function differentiateRuns(
  center: SignalTable,
  { value, scale, setting: { min, max } }: DerivativeParameter,
  tolerance: number,
  simulate: (value: number) => SignalTable,
  measure: (run: SignalTable) => Float64Array,
): DifferenceDerivatives {
  const names = center.names.filter((name) => isDifferentiable(center.signal(name), center))
  const lengths = names.map((name) => center.signal(name).values.length)
  const nSignal = lengths.reduce((sum, length) => sum + length, 0)
  const atCenter = measure(center)
  const events = countEvents(center.time)
  const read = (offset: number): Float64Array | null => {
    let run: SignalTable
    let measures: Float64Array
    try {
      run = offset === 0 ? center : simulate(value + offset)
      measures = offset === 0 ? atCenter : measure(run)
    } catch (error) {
      if (error instanceof VarioError) return null
      throw error
    }
    const out = new Float64Array(nSignal + atCenter.length).fill(Number.NaN)
    const places = matchPoints(center.time, run.time)
    const ownEvents = countEvents(run.time)
    const isSame = events[events.length - 1] === ownEvents[ownEvents.length - 1]
    let at = 0
    names.forEach((name, k) => {
      const nElement = center.signal(name).nElement
      if (run.has(name) && run.signal(name).nElement === nElement) {
        const { values } = run.signal(name)
        for (let i = 0; i < places.length; i++) {
          const j = places[i]
          if (j < 0 || events[i] !== ownEvents[j]) continue
          for (let e = 0; e < nElement; e++) out[at + i * nElement + e] = values[j * nElement + e]
        }
      }
      at += lengths[k]
    })
    if (isSame) out.set(measures, nSignal)
    return out
  }
  // an error of fifth order and the noise are equal [compare `DifferenceColumns`]
  const wanted = scale * 4 * (NOISE_PER_TOLERANCE * tolerance) ** 0.2
  const [above, below] = [max - value, value - min]
  const isCentral = Math.min(above, below) >= wanted / 8
  const step = Math.min(wanted, isCentral ? Math.min(above, below) : Math.max(above, below))
  const side = isCentral ? 0 : above >= below ? 1 : -1
  const { values, errors } = differentiateByExtrapolation(read, step, side)
  const split = (all: Float64Array): Map<string, Float64Array> => {
    let at = 0
    return new Map(names.map((name, k) => [name, all.slice(at, (at += lengths[k]))]))
  }
  const measures = { values: values.slice(nSignal), errors: errors.slice(nSignal) }
  return { values: split(values), errors: split(errors), measures }
}

/** Number of events up to each point: an event has two points or more at the same time, and rounding errors may divide it. */
function countEvents(time: Float64Array): Int32Array {
  const count = new Int32Array(time.length)
  const same = SAME_EVENT * (time[time.length - 1] - time[0])
  let last = Number.NEGATIVE_INFINITY
  for (let i = 1; i < time.length; i++) {
    const isNew = time[i] === time[i - 1] && time[i] - last > same
    if (time[i] === time[i - 1]) last = time[i]
    count[i] = count[i - 1] + (isNew ? 1 : 0)
  }
  return count
}

/** Number of the point of another run at the same time, of the same rank if there are several; -1: there is none. */
function matchPoints(time: Float64Array, other: Float64Array): Int32Array {
  const same = SAME_TIME * Math.max(Math.abs(time[0]), Math.abs(time[time.length - 1]))
  const places = new Int32Array(time.length).fill(-1)
  let j = 0
  for (let i = 0; i < time.length; i++) {
    while (j < other.length && other[j] < time[i] - same) j++
    if (j < other.length && other[j] <= time[i] + same) places[i] = j++
  }
  return places
}
