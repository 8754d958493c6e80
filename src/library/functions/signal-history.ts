import type { PassedStep } from '../../simulation/index.ts'
import { DEGREE, estimateError, evaluatePolynomial, evaluateSlope, pointOf } from './chebyshev.ts'

/** The signal during a step or a part of it. */
interface Piece {
  readonly start: number
  readonly end: number
  /** Values at the points of the interval. */
  readonly values: Float64Array
  /** Number of the stretch that it belongs to. */
  readonly stretch: number
}

/** Number of times that a step is halved where a polynomial does not represent the signal. */
const MAX_HALVINGS = 5
/** A change of the value or of the slope at an event, relative to their sizes, that is larger than rounding errors. */
const BREAK_TOLERANCE = 1e-6
/** Number of superfluous pieces after which they are removed. */
const MAX_OLD = 256

/**
 * A signal over the time that has passed, as polynomials. It is divided into stretches by the events at which it jumps or
 * has a kink. A stretch continues straight beyond its ends, so that readers can locate the instants at which they go from
 * one to the next.
 */
export class SignalHistory {
  /** Starts of the stretches [s], the first one at the start of the history. */
  private readonly starts: number[] = []
  private pieces: Piece[] = []
  private initial = Number.NaN
  private mayBreak = false

  /** @param tolerance relative to the size of the signal */
  constructor(private readonly tolerance: number) {}

  /** Begins at t [s]; before, the signal had the constant value `initial`. */
  begin(t: number, initial: number): void {
    this.starts.length = 0
    this.starts.push(t)
    this.pieces = []
    this.initial = initial
    this.mayBreak = false
  }

  /** Number of the last stretch; -1 is the time before the first one. */
  get last(): number {
    return this.starts.length - 1
  }

  /** Start of a stretch [s]; ±Infinity outside of the first and the last one. */
  startOf(stretch: number): number {
    if (stretch < 0) return Number.NEGATIVE_INFINITY
    return this.starts[stretch] ?? Number.POSITIVE_INFINITY
  }

  /** Notes an event: a new stretch begins there if the signal is not smooth. */
  passEvent(): void {
    this.mayBreak = true
  }

  /** Appends a step; `read` returns the value after an evaluation. True if a new stretch has begun with it. */
  append(step: PassedStep, read: () => number): boolean {
    if (!(step.end > step.start)) return false
    // the solver has gone back into the last step
    while (this.pieces.length > 0 && this.pieces.at(-1)!.start >= step.start) this.pieces.pop()
    const parts = this.sample(step, read, step.start, step.end, 0)
    const isNew = this.mayBreak && !this.isSmoothBefore(parts[0])
    this.mayBreak = false
    if (isNew) this.starts.push(step.start)
    for (const { start, end, values } of parts) this.pieces.push({ start, end, values, stretch: this.last })
    return isNew
  }

  /** Value at t [s] in a stretch. */
  valueAt(t: number, stretch: number): number {
    const piece = this.pieceAt(t, stretch)
    if (piece === undefined) return this.initial
    const { start, end, values } = piece
    if (t > end) return values[DEGREE] + (t - end) * evaluateSlope(start, end, values, end)
    if (t < start) return values[0] + (t - start) * evaluateSlope(start, end, values, start)
    return evaluatePolynomial(start, end, values, t)
  }

  /** Slope at t [s] in a stretch. */
  slopeAt(t: number, stretch: number): number {
    const piece = this.pieceAt(t, stretch)
    if (piece === undefined) return 0
    const { start, end, values } = piece
    return evaluateSlope(start, end, values, Math.min(Math.max(t, start), end))
  }

  /** Removes what is older than t [s]. */
  forgetBefore(t: number): void {
    let n = 0
    while (n < this.pieces.length - 1 && this.pieces[n].end < t) n++
    if (n > MAX_OLD) this.pieces = this.pieces.slice(n)
  }

  private pieceAt(t: number, stretch: number): Piece | undefined {
    const { pieces } = this
    if (stretch < 0 || pieces.length === 0) return undefined
    // the last piece of the stretch that begins at t or before, otherwise the first one
    let low = 0
    let high = pieces.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      const piece = pieces[middle]
      if (piece.stretch < stretch || (piece.stretch === stretch && piece.start <= t)) low = middle
      else high = middle
    }
    return pieces[low].stretch < stretch && low + 1 < pieces.length ? pieces[low + 1] : pieces[low]
  }

  private sample(
    step: PassedStep,
    read: () => number,
    start: number,
    end: number,
    depth: number,
  ): Omit<Piece, 'stretch'>[] {
    const values = new Float64Array(DEGREE + 1)
    let size = 0
    for (let j = 0; j <= DEGREE; j++) {
      step.evaluateAt(pointOf(start, end, j))
      values[j] = read()
      size = Math.max(size, Math.abs(values[j]))
    }
    if (depth >= MAX_HALVINGS || !(estimateError(values) > this.tolerance * size))
      return [{ start, end, values }]
    const middle = (start + end) / 2
    return [
      ...this.sample(step, read, start, middle, depth + 1),
      ...this.sample(step, read, middle, end, depth + 1),
    ]
  }

  /** True if a piece continues the one before with its value and slope. */
  private isSmoothBefore(piece: Omit<Piece, 'stretch'>): boolean {
    const before = this.pieces.at(-1)
    if (before === undefined) return true
    const jump = piece.values[0] - before.values[DEGREE]
    const size = Math.max(...[...before.values, ...piece.values].map(Math.abs))
    if (Math.abs(jump) > BREAK_TOLERANCE * size) return false
    const left = evaluateSlope(before.start, before.end, before.values, before.end)
    const right = evaluateSlope(piece.start, piece.end, piece.values, piece.start)
    // slopes of a polynomial have errors of the values divided by its length
    const steepness = size / Math.min(before.end - before.start, piece.end - piece.start)
    return Math.abs(right - left) <= BREAK_TOLERANCE * Math.max(Math.abs(left), Math.abs(right), steepness)
  }
}
