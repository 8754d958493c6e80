import type { WatchedRates } from './problem.ts'
import { OK } from './status.ts'
import type { Stepper } from './stepper.ts'

/** Looks inside a step: half of the evaluations that the method makes itself, at most … */
const PART_OF_F = 0.5
const MAX_LOOKS = 3
/** … or at least so many where the step is long. */
const LEAST_MANY_LOOKS = 8
/** Looks by which a suspected step is judged. */
const CLOSE_LOOKS = 15
/** Degree of the polynomial with which rates are compared: that of the methods. */
const DEGREE = 5
/** Methods with fewer evaluations per step know the inside of a step from the past alone. */
const LEAST_STAGES = 3
/** Distance from the polynomial, relative to the range in the step, beyond which a point is not on it. */
const OUTLYING_PART = 0.1
/** Jumps with a smaller effect, in tolerances, are crossed by the methods without a rejected step. */
const SIGNIFICANT = 1000
/** Points on each side of a place that define the usual distance there. */
const AROUND = 8
/** Limits of the number of repeated steps, absolute and relative to all: a few are where something begins or ends. */
const MAX_REPETITIONS = 50
const REPEATED_PART = 0.5
/** Places of looks take turns: parts of the golden ratio come close to every place of a step, without a rhythm. */
const GOLDEN = 0.6180339887498949

/**
 * Searches for changes that a step has jumped over. An error estimate is made of values at the stages of the step and
 * cannot see what happens between them, such as a force that acts in a narrow zone. After a step, rates that may be of
 * this kind are evaluated at a few other places of its dense output. Each is compared with the polynomial through the
 * nearest others, and if it is far from that, by more than the tolerance allows, the step is examined closely: rates
 * pass if they are near a polynomial of the degree of the methods.
 */
export class StepWatch {
  /**
   * Points, ascending in time: up to two of the previous step, then the present step from its start to its end [s]
   * (nPoint).
   */
  private times: number[] = []
  private values: Float64Array[] = []
  /** Number of points of the previous step. */
  private nBefore = 0
  private nStep = 1
  /** Number of repeated steps. */
  private nAgain = 0
  /** The rate that made the last step suspected. */
  private worst = -1
  /** Time of something missed that no step has reached yet [s]. */
  private tFound = Number.POSITIVE_INFINITY
  /** Marks rates that shorter steps do not resolve, noise, which are not checked any more. */
  private isHopeless = false
  private readonly x: Float64Array

  constructor(
    private readonly rates: WatchedRates,
    private readonly stepper: Stepper,
  ) {
    this.x = new Float64Array(stepper.x.length)
  }

  /** Starts or restarts: discards the previous points. */
  reset(): void {
    this.times = []
    this.values = []
    this.nBefore = 0
    this.tFound = Number.POSITIVE_INFINITY
  }

  /**
   * Makes a step that does not pass `tStop`, and repeats it as long as it misses something: up to the place of that, so
   * that the error estimate, which contains the end of a step, sees it. No step passes such a place until one has ended
   * there.
   *
   * @param x the solution at the start of the step
   */
  step(tStop: number, x: Float64Array): number {
    const { stepper } = this
    const start = stepper.t
    if (this.tFound <= start || this.isHopeless) this.tFound = Number.POSITIVE_INFINITY
    let status = stepper.step(Math.min(tStop, this.tFound))
    while (status === OK && !this.isHopeless) {
      const found = this.look()
      if (Number.isNaN(found)) break
      this.isHopeless = ++this.nAgain > Math.max(MAX_REPETITIONS, REPEATED_PART * this.nStep)
      if (this.isHopeless) {
        this.rates.onMissed(this.worst, start, stepper.t, found)
        break
      }
      this.tFound = found
      stepper.stats.steps--
      stepper.stats.rejected++
      stepper.x.set(x)
      status = stepper.start(start, found, found - start)
      if (status === OK) status = stepper.step(found)
    }
    this.nStep++
    return status
  }

  /** Time inside the last step at which it has missed something [s]; NaN: nowhere. */
  private look(): number {
    const { stepper, rates } = this
    const { t, tOld, stats } = stepper
    const h = t - tOld
    const perStep = stats.f / Math.max(1, stats.steps)
    const few = Math.round(Math.min(Math.max(PART_OF_F * perStep, 1), MAX_LOOKS))
    const many = Math.ceil(h / rates.interval)
    const n = many > few ? Math.max(many, LEAST_MANY_LOOKS) : few
    this.begin(tOld)
    const shift = (this.nStep * GOLDEN) % 1
    for (let i = 0; i < n; i++) if (!this.add(tOld + (h * (i + shift)) / n)) return Number.NaN
    if (!this.add(t)) return Number.NaN
    let found = -1
    if (perStep < LEAST_STAGES) {
      found = this.findOutlier(h, () => this.listKnownPoints())
    } else {
      if (n === few) {
        if (this.findOutlier(h, (i) => this.listNeighbors(i)) < 0) return Number.NaN
        for (let i = 1; i <= CLOSE_LOOKS; i++) this.add(tOld + (h * i) / (CLOSE_LOOKS + 1))
      }
      const nodes = this.listNodes(tOld, h)
      found = this.findOutlier(h, () => nodes)
    }
    if (found >= 0) return this.times[this.findInside(found)]
    // the model is left in its state at the end of the step
    this.add(t)
    return Number.NaN
  }

  /** Keeps two points before the start of the step, and the start, which is one of them. */
  private begin(tOld: number): void {
    const { times, values } = this
    while (times.length > 0 && times[times.length - 1] > tOld) {
      times.pop()
      values.pop()
    }
    // the last step has been cut short, or there was none
    if (times[times.length - 1] !== tOld) {
      times.length = 0
      values.length = 0
      this.add(tOld)
    }
    const excess = Math.max(0, this.times.length - 3)
    this.times.splice(0, excess)
    this.values.splice(0, excess)
    this.nBefore = this.times.length - 1
  }

  /** Evaluates the rates at `t` and inserts them in order; false: they cannot be evaluated there. */
  private add(t: number): boolean {
    const { stepper, x, times, rates } = this
    if (t === stepper.t) x.set(stepper.x)
    else stepper.interpolate(t, x)
    const value = new Float64Array(rates.n)
    if (rates.g(t, x, value) !== undefined) return false
    let k = times.length
    while (k > 0 && times[k - 1] >= t) k--
    const isThere = times[k] === t
    times.splice(k, isThere ? 1 : 0, t)
    this.values.splice(k, isThere ? 1 : 0, value)
    return true
  }

  /** The nearest points of point i, two on each side. */
  private listNeighbors(i: number): number[] {
    const { length } = this.times
    return [i - 2, i - 1, i + 1, i + 2].filter((j) => j >= 0 && j < length)
  }

  /** Known to a multistep method: the past, and the end of the step. */
  private listKnownPoints(): number[] {
    return [...Array(this.nBefore + 1).keys(), this.times.length - 1]
  }

  /** Points of the step near the places from which polynomials interpolate best, those of Chebyshev. */
  private listNodes(tOld: number, h: number): number[] {
    const { times, nBefore } = this
    const nodes = new Set<number>()
    for (let j = 0, i = nBefore; j <= DEGREE; j++) {
      const wanted = tOld + 0.5 * h * (1 - Math.cos((Math.PI * j) / DEGREE))
      while (i + 1 < times.length && Math.abs(times[i + 1] - wanted) <= Math.abs(times[i] - wanted)) i++
      nodes.add(i)
    }
    return [...nodes]
  }

  /**
   * The point inside the step that is farthest from the polynomial through its points by `nodesOf`; -1: all are near to
   * it.
   */
  private findOutlier(h: number, nodesOf: (i: number) => readonly number[]): number {
    const { times, values, rates, nBefore } = this
    const last = times.length - 1
    let found = -1
    let farthest = 1
    for (let k = 0; k < rates.n; k++) {
      let low = Number.POSITIVE_INFINITY
      let high = Number.NEGATIVE_INFINITY
      for (let i = nBefore; i <= last; i++) {
        low = Math.min(low, values[i][k])
        high = Math.max(high, values[i][k])
      }
      const allowed = Math.max(OUTLYING_PART * (high - low), (SIGNIFICANT * rates.tolerance(k)) / h)
      if (high - low <= allowed) continue
      for (let i = nBefore + 1; i < last; i++) {
        const distance = Math.abs(values[i][k] - this.predict(i, k, nodesOf(i))) / allowed
        if (distance <= farthest) continue
        farthest = distance
        found = i
        this.worst = k
        // NaN: the solver will report it
        if (Number.isNaN(distance)) return i
      }
    }
    return found
  }

  /**
   * Beside a change, points on both sides are far from the polynomials of their neighbors. Of point i and those beside
   * it, the one that is farthest from most points around it is inside the missed part.
   */
  private findInside(i: number): number {
    const { values, nBefore, worst } = this
    const last = values.length - 1
    const around = values.slice(Math.max(nBefore, i - AROUND), i + AROUND + 1)
    const median = around.map((value) => value[worst]).sort((a, b) => a - b)[around.length >> 1]
    let inside = i
    for (let j = Math.max(nBefore + 1, i - 1); j <= Math.min(last - 1, i + 1); j++)
      if (Math.abs(values[j][worst] - median) > Math.abs(values[inside][worst] - median)) inside = j
    return inside
  }

  /** Value of rate k at point i of the polynomial through points `nodes` (Lagrange). */
  private predict(i: number, k: number, nodes: readonly number[]): number {
    const { times, values } = this
    if (nodes.includes(i)) return values[i][k]
    let sum = 0
    for (const j of nodes) {
      let weight = 1
      for (const m of nodes) if (m !== j) weight *= (times[i] - times[m]) / (times[j] - times[m])
      sum += weight * values[j][k]
    }
    return sum
  }
}
