import type { PassedStep } from '../../simulation/index.ts'
import { DEGREE, estimateError, evaluateSlope, pointOf } from './chebyshev.ts'

/** Signals during a step or a part of it. */
export interface SampledPiece {
  readonly start: number
  readonly end: number
  /** Values at the points of the interval, for each signal. */
  readonly signals: readonly Float64Array[]
}

/** Number of times that a step is halved where polynomials do not represent the signals. */
const MAX_HALVINGS = 5
/** A change of the value or of the slope at an event, relative to their sizes, that is larger than rounding errors. */
const BREAK_TOLERANCE = 1e-6

/**
 * Signals during a step as polynomials.
 *
 * @param reads the values of the signals after an evaluation
 * @param tolerance relative to the sizes of the signals
 */
export function sampleStep(
  step: PassedStep,
  reads: readonly (() => number)[],
  tolerance: number,
): SampledPiece[] {
  const sample = (start: number, end: number, depth: number): SampledPiece[] => {
    const signals = reads.map(() => new Float64Array(DEGREE + 1))
    for (let j = 0; j <= DEGREE; j++) {
      step.evaluateAt(pointOf(start, end, j))
      reads.forEach((read, k) => {
        signals[k][j] = read()
      })
    }
    const isRough = (values: Float64Array): boolean => estimateError(values) > tolerance * sizeOf(values)
    if (depth >= MAX_HALVINGS || !signals.some(isRough)) return [{ start, end, signals }]
    const middle = (start + end) / 2
    return [...sample(start, middle, depth + 1), ...sample(middle, end, depth + 1)]
  }
  return sample(step.start, step.end, 0)
}

/** True if a piece continues the one before with the values and slopes of its signals. */
export function isSmoothJoint(before: SampledPiece, after: SampledPiece): boolean {
  return after.signals.every((values, k) => {
    const last = before.signals[k]
    const jump = values[0] - last[DEGREE]
    const size = Math.max(sizeOf(last), sizeOf(values))
    if (Math.abs(jump) > BREAK_TOLERANCE * size) return false
    const left = evaluateSlope(before.start, before.end, last, before.end)
    const right = evaluateSlope(after.start, after.end, values, after.start)
    // slopes of a polynomial have errors of the values divided by its length
    const steepness = size / Math.min(before.end - before.start, after.end - after.start)
    return Math.abs(right - left) <= BREAK_TOLERANCE * Math.max(Math.abs(left), Math.abs(right), steepness)
  })
}

function sizeOf(values: Float64Array): number {
  return values.reduce((size, value) => Math.max(size, Math.abs(value)), 0)
}
