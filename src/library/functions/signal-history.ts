import type { PassedStep } from '../../simulation/index.ts'
import { DEGREE, evaluatePolynomial, evaluateSlope } from './chebyshev.ts'
import { isSmoothJoint, type SampledPiece, sampleStep } from './sampled-piece.ts'

/** The signal during a step or a part of it. */
interface Piece extends SampledPiece {
  /** Number of the stretch that it belongs to. */
  readonly stretch: number
}

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
    const parts = sampleStep(step, [read], this.tolerance)
    const before = this.pieces.at(-1)
    const isNew = this.mayBreak && before !== undefined && !isSmoothJoint(before, parts[0])
    this.mayBreak = false
    if (isNew) this.starts.push(step.start)
    for (const part of parts) this.pieces.push({ ...part, stretch: this.last })
    return isNew
  }

  /** Value at t [s] in a stretch. */
  valueAt(t: number, stretch: number): number {
    const piece = this.pieceAt(t, stretch)
    if (piece === undefined) return this.initial
    const {
      start,
      end,
      signals: [values],
    } = piece
    if (t > end) return values[DEGREE] + (t - end) * evaluateSlope(start, end, values, end)
    if (t < start) return values[0] + (t - start) * evaluateSlope(start, end, values, start)
    return evaluatePolynomial(start, end, values, t)
  }

  /** Slope at t [s] in a stretch. */
  slopeAt(t: number, stretch: number): number {
    const piece = this.pieceAt(t, stretch)
    if (piece === undefined) return 0
    const {
      start,
      end,
      signals: [values],
    } = piece
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
}
