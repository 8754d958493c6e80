import type { PassedStep } from '../../simulation/index.ts'
import { DEGREE, evaluatePolynomial, evaluateSlope } from './chebyshev.ts'
import { isSmoothJoint, type SampledPiece, sampleStep } from './sampled-piece.ts'

/** A part of the content: a line of the initial profile, or what has entered during a step. */
interface Parcel {
  /** Ends in the coordinates of the content. */
  readonly low: number
  readonly high: number
  /** True if the content is not smooth at the lower end, or at the upper one. */
  breaksBelow: boolean
  breaksAbove: boolean
  /** Values at both ends, of a line. */
  readonly line?: readonly [number, number]
  /** The value (0) and the displacement (1) during the entry. */
  readonly piece?: SampledPiece
  /** Coordinate in the space of the entrance: 0 or 1. */
  readonly entrance: number
}

/** The displacement of the content in a step, in lengths of the space. */
interface Displacement {
  readonly distance: number
  /** Contradiction to the direction; null if there is none. */
  readonly fault: string | null
}

/** A displacement against the direction, and a gap, in lengths of the space, that is larger than errors at events. */
const GAP = 1e-6
/** Speed relative to the mean one of a parcel, below which its slope is taken as zero. */
const MIN_SPEED = 1e-3
/** Iterations that halve an interval of numbers to nothing. */
const MAX_BISECTIONS = 60

/**
 * The content of a space 0 … 1 that is moved by a displacement x, both in lengths of the space. Material at y in the space
 * has the coordinate s = y - x and keeps it while it moves: s = -x where it enters at 0, s = 1 - x where it enters at 1. The content between two breaks, where it is not smooth, is a stretch.
 */
export class TransportedProfile {
  /** In the order of their coordinates. */
  private parcels: Parcel[] = []
  private mayBreak = false
  /** Start of the step before [s]: later parcels may be taken back. */
  private kept = 0.1

  /** @param tolerance relative to the sizes of value and displacement */
  constructor(private readonly tolerance: number) {}

  /** Begins with lines through the points of 0 … 1. */
  begin(x: number, points: readonly number[], values: readonly number[]): void {
    this.parcels = []
    this.mayBreak = false
    this.kept = Number.NEGATIVE_INFINITY
    for (let i = 1; i < points.length; i++) {
      const [low, high] = [points[i - 1] - x, points[i] - x]
      if (!(high > low)) continue
      const line = [values[i - 1], values[i]] as const
      this.parcels.push({ low, high, line, breaksBelow: true, breaksAbove: true, entrance: 0 })
    }
  }

  /** Notes an event: what enters may not be smooth there. */
  passEvent(): void {
    this.mayBreak = true
  }

  /**
   * Appends what enters during a step. Returns the distance by which the content moves, and what contradicts the direction.
   *
   * @param reads the value that enters and the displacement, after an evaluation
   */
  append(step: PassedStep, reads: readonly [() => number, () => number], isForward: boolean): Displacement {
    this.takeBack(step.start)
    let [against, gap] = [0, 0]
    const pieces = sampleStep(step, reads, this.tolerance)
    for (const piece of pieces) {
      const [, xs] = piece.signals
      for (let j = 1; j <= DEGREE; j++)
        against = Math.max(against, isForward ? xs[j - 1] - xs[j] : xs[j] - xs[j - 1])
      gap = Math.max(gap, this.push(piece, isForward))
    }
    const from = pieces[0].signals[1][0]
    const to = pieces.at(-1)!.signals[1][DEGREE]
    this.trim(from)
    this.kept = step.start
    const fault =
      against > GAP
        ? `x ${isForward ? 'falls' : 'rises'} by ${against}`
        : gap > GAP
          ? `x jumps by ${gap}`
          : null
    return { distance: Math.abs(to - from), fault }
  }

  /** The ends of the stretch below a place, and of the one above it. */
  stretchAt(s: number, isBelow: boolean): readonly [low: number, high: number] {
    let low = Number.NEGATIVE_INFINITY
    let high = Number.POSITIVE_INFINITY
    for (const parcel of this.parcels) {
      for (const [isBreak, at] of [
        [parcel.breaksBelow, parcel.low],
        [parcel.breaksAbove, parcel.high],
      ] as const) {
        if (!isBreak) continue
        if (isBelow ? at < s : at <= s) low = Math.max(low, at)
        else high = Math.min(high, at)
      }
    }
    return [low, high]
  }

  /** Value at s in a stretch, which continues straight beyond its ends. */
  valueAt(s: number, low: number, high: number): number {
    const inside = Math.min(Math.max(s, low), high)
    const parcel = this.parcelAt(inside, inside === low)
    const { line } = parcel
    const place = Math.min(Math.max(inside, parcel.low), parcel.high)
    const slope = s === place ? 0 : slopeOf(parcel, place)
    if (line !== undefined) {
      const part = (place - parcel.low) / (parcel.high - parcel.low)
      return line[0] + part * (line[1] - line[0]) + slope * (s - place)
    }
    const { start, end, signals } = parcel.piece!
    return evaluatePolynomial(start, end, signals[0], entryOf(parcel, place)) + slope * (s - place)
  }

  /** Slope at s in a stretch. */
  slopeAt(s: number, low: number, high: number): number {
    const inside = Math.min(Math.max(s, low), high)
    return slopeOf(this.parcelAt(inside, inside === low), inside)
  }

  /** Places a piece at its entrance; returns the distance to the content before. */
  private push(piece: SampledPiece, isForward: boolean): number {
    const [, xs] = piece.signals
    const { parcels } = this
    if (xs[0] === xs[DEGREE]) {
      this.mayBreak = true
      return 0
    }
    const entrance = isForward ? 0 : 1
    const at = entrance - xs[0]
    const neighbor = this.cut(at, isForward)
    const isContinued = neighbor?.piece?.end === piece.start && neighbor.entrance === entrance
    const isBreak = !isContinued || (this.mayBreak && !isSmoothJoint(neighbor.piece!, piece))
    this.mayBreak = false
    const other = entrance - xs[DEGREE]
    if (isForward) {
      const parcel = { low: other, high: at, piece, breaksBelow: false, breaksAbove: isBreak, entrance }
      if (neighbor !== undefined) neighbor.breaksBelow = isBreak
      if (other < at) parcels.unshift(parcel)
      return neighbor === undefined ? 0 : Math.abs(neighbor.low - at)
    }
    const parcel = { low: at, high: other, piece, breaksBelow: isBreak, breaksAbove: false, entrance }
    if (neighbor !== undefined) neighbor.breaksAbove = isBreak
    if (other > at) parcels.push(parcel)
    return neighbor === undefined ? 0 : Math.abs(neighbor.high - at)
  }

  /** Removes what is outside of an entrance; returns the parcel there. */
  private cut(at: number, isForward: boolean): Parcel | undefined {
    const { parcels } = this
    if (isForward) {
      while (parcels.length > 1 && parcels[0].high <= at) parcels.shift()
      if (parcels[0].low < at) parcels[0] = within({ ...parcels[0], low: at }, parcels[0])
      return parcels[0]
    }
    while (parcels.length > 1 && parcels.at(-1)!.low >= at) parcels.pop()
    const last = parcels.at(-1)!
    if (last.high > at) parcels[parcels.length - 1] = within({ ...last, high: at }, last)
    return parcels.at(-1)
  }

  /** The solver has gone back into the last step. */
  private takeBack(start: number): void {
    const isLater = ({ piece }: Parcel): boolean => piece !== undefined && piece.start >= start
    const { parcels } = this
    while (parcels.length > 1 && isLater(parcels[0])) parcels.shift()
    while (parcels.length > 1 && isLater(parcels.at(-1)!)) parcels.pop()
  }

  /** Removes what had left before the displacement x, except for what the step before may need. */
  private trim(x: number): void {
    const { parcels, kept } = this
    const isOld = ({ piece }: Parcel): boolean => piece === undefined || piece.start < kept
    let [from, to] = [0, parcels.length]
    while (to - from > 1 && parcels[to - 1].low > 1 - x && isOld(parcels[to - 1])) to--
    while (to - from > 1 && parcels[from].high < -x && isOld(parcels[from])) from++
    if (to - from < parcels.length) this.parcels = parcels.slice(from, to)
  }

  /** The parcel that contains s, of two the upper or the lower one; the closest one outside of the content. */
  private parcelAt(s: number, isUpper: boolean): Parcel {
    const { parcels } = this
    let low = 0
    let high = parcels.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (isUpper ? parcels[middle].low <= s : parcels[middle].low < s) low = middle
      else high = middle
    }
    return parcels[low]
  }
}

/** A part of a parcel; a line has other values at its ends. */
function within(part: Parcel, whole: Parcel): Parcel {
  const { line, low, high } = whole
  if (line === undefined) return part
  const value = (s: number): number => line[0] + ((s - low) / (high - low)) * (line[1] - line[0])
  return { ...part, line: [value(part.low), value(part.high)] }
}

/** Slope of a parcel at one of its coordinates. */
function slopeOf(parcel: Parcel, s: number): number {
  const { line, low, high } = parcel
  if (line !== undefined) return (line[1] - line[0]) / (high - low)
  const { start, end, signals } = parcel.piece!
  const [values, xs] = signals
  const t = entryOf(parcel, s)
  const speed = evaluateSlope(start, end, xs, t)
  const mean = (xs[DEGREE] - xs[0]) / (end - start)
  if (!(Math.abs(speed) > MIN_SPEED * Math.abs(mean))) return 0
  return -evaluateSlope(start, end, values, t) / speed
}

/** The instant at which a coordinate of a parcel entered, by secants and bisections. */
function entryOf({ piece, entrance }: Parcel, s: number): number {
  const { start, end, signals } = piece!
  const xs = signals[1]
  const target = entrance - s
  let [a, b] = [start, end]
  let [fa, fb] = [xs[0] - target, xs[DEGREE] - target]
  const precision = 2 * Number.EPSILON * Math.max(Math.abs(xs[0]), Math.abs(xs[DEGREE]))
  if (fa === 0 || fa < 0 === fb < 0) return Math.abs(fa) <= Math.abs(fb) ? a : b
  for (let k = 0; k < MAX_BISECTIONS; k++) {
    const secant = b - (fb * (b - a)) / (fb - fa)
    // every third step halves the interval
    const t = k % 3 === 2 || !(secant > a && secant < b) ? (a + b) / 2 : secant
    if (t === a || t === b) break
    const f = evaluatePolynomial(start, end, xs, t) - target
    if (Math.abs(f) <= precision) return t
    if (f < 0 === fa < 0) [a, fa] = [t, f]
    else [b, fb] = [t, f]
  }
  return Math.abs(fa) < Math.abs(fb) ? a : b
}
