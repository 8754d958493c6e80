/**
 * Finds jumps that no event announces in equations which index reduction has differentiated: a branch in the code of a
 * function, or an input that jumps. Between events the values c of such terms must be the integrals of their rates ċ.
 * In a part of a step from a to b with the middle m, by Hermite interpolation and by Simpson's rule,
 *
 *   c(m) = (c(a) + c(b))/2 + h (ċ(a) - ċ(b))/8 + O(h⁴)
 *   c(b) - c(a) = h (ċ(a) + 4 ċ(m) + ċ(b))/6 + O(h⁵).
 *
 * Where the differences from that exceed the tolerance, the part is halved. They vanish with h, also at kinks, except at
 * a jump, which is left in the end.
 */
import { EPS, VarioError } from '../../base/index.ts'
import type { Inputs, ModelRuntime } from '../runtime/index.ts'
import type { SegmentSolver } from '../solver-interface/index.ts'

/** Width within which jumps are located, as multiple of the rounding error of the time. */
const RESOLUTION = 8
/** Distance from a jump at which the event is, in these widths: rounding errors of the states must not lead back. */
const BEYOND = 16
/** Differences of at most this number of tolerances that halving reduces at least so are errors of the dense output. */
const SMOOTH = 100
const REDUCTION = 0.6
/** Values below this part of the tolerance count as noise. */
const NOISE = 1e-7
/** Largest number of halvings of the parts of one step. */
const MAX_HALVINGS = 5000
/** A number of jumps, each closer to the one before than this part of the time between looks, is endless. */
const MAX_JUMPS = 50
const CLOSE = 1e-6
/** Distance from a jump at which a step may end before it, relative to the time between looks. */
const NEAR = 1e-10

/** A jump of a term. */
export interface HiddenJump {
  /** Times just before and just after it [s]. */
  readonly tBefore: number
  readonly tAfter: number
  /** States at these times, as they are without an impulse. */
  readonly xBefore: Float64Array
  readonly xAfter: Float64Array
}

interface Point {
  readonly t: number
  readonly x: Float64Array
  /** Values of the terms, and their rates; null: they cannot be evaluated. */
  readonly values: Float64Array | null
  readonly rates: Float64Array
}

export class HiddenJumps {
  /** True if the model has such terms. */
  private readonly exist: boolean
  /** The end of the last step; null: an event has followed. */
  private last: Point | null = null
  /** Largest values so far. */
  private sizes = new Float64Array(0)
  private nHalving = 0
  private resolution = 0
  private tJump = Number.NEGATIVE_INFINITY
  private nClose = 0

  constructor(
    private readonly runtime: ModelRuntime,
    private readonly inputs: Inputs,
    private readonly tolerance: number,
    /** Longest part of a step that is checked as one [s]. */
    private readonly lookInterval: number,
  ) {
    this.exist = runtime.translation.jumps.hidden.length > 0
  }

  /** Notes that an event or another start has ended with the states `x` at `t` [s], which the next step begins with. */
  begin(t: number, x: Float64Array): void {
    if (!this.exist) return
    this.last = this.evaluateAt(t, x.slice())
  }

  /**
   * Takes the last step of the solver, from `start` on [s], back if a jump is in it. Returns the jump if the point before
   * is close to it; 'ahead': the next step ends before it; null: there is none.
   */
  takeBack(solver: SegmentSolver, start: number): HiddenJump | 'ahead' | null {
    if (!this.exist) return null
    const end = solver.t
    const jump = this.find(solver, start)
    if (jump === null) return null
    const isNear = this.isNear(jump, start)
    if (!solver.goBack(Number.NEGATIVE_INFINITY, isNear ? end : jump.tBefore)) throw this.failure(jump)
    return isNear ? jump : 'ahead'
  }

  /** Returns the first jump in the last step of the solver, from `start` on [s]; null: there is none. */
  private find(solver: SegmentSolver, start: number): HiddenJump | null {
    const { runtime, lookInterval } = this
    const end = solver.t
    this.nHalving = 0
    this.resolution = RESOLUTION * EPS * Math.max(Math.abs(start), Math.abs(end))
    runtime.warnings.hold()
    runtime.restoreGuesses()
    let a = this.last?.t === start ? this.last : this.evaluate(solver, start)
    const n = Math.max(1, Math.ceil((end - start) / lookInterval))
    let jump: HiddenJump | null = null
    for (let k = 1; k <= n && jump === null; k++) {
      const b = this.evaluate(solver, k === n ? end : start + ((end - start) * k) / n)
      jump = this.findBetween(solver, a, b, Number.POSITIVE_INFINITY)
      a = b
    }
    this.last = jump === null ? a : null
    if (jump !== null) jump = this.moveOn(solver, jump)
    runtime.restoreGuesses()
    runtime.warnings.release(false)
    if (jump === null && this.nHalving > MAX_HALVINGS) this.warnOfNoise(end)
    return jump
  }

  /** True if a step that begins at `start` [s] need not end closer to the jump. */
  private isNear({ tBefore }: HiddenJump, start: number): boolean {
    return tBefore - start <= Math.max(NEAR * this.lookInterval, 64 * this.resolution)
  }

  /** Counts a jump that has been treated. */
  pass({ tAfter }: HiddenJump): void {
    this.nClose = tAfter - this.tJump < CLOSE * this.lookInterval ? this.nClose + 1 : 0
    this.tJump = tAfter
    if (this.nClose < MAX_JUMPS) return
    const message = `${this.describe()}: expected values without jumps, or with few, got one after the other until t = ${tAfter} s. Write the branches as 'if' in an equation.`
    throw new VarioError('CHATTERING', message, { t: tAfter })
  }

  /** Returns the error of a jump that the solver cannot treat. */
  private failure({ tAfter }: HiddenJump): VarioError {
    const { text } = this.runtime.translation.jumps.hidden[0]
    const message =
      `At t = ${tAfter} s ${this.describe()} jumps, or its derivative, in '${text}', which is differentiated: the ` +
      "impulse cannot be found with this solver. Write the branches of the function as 'if' in an equation, or choose " +
      "the solver 'radau5'."
    return new VarioError('IMPULSE', message, { t: tAfter, equation: text })
  }

  private warnOfNoise(t: number): void {
    const names = this.describe()
    const message =
      `The values of ${names} change so often at about t = ${t} s that jumps cannot be distinguished there, or they are not ` +
      'the integral of their derivative. They occur in an equation that is differentiated: jumps make an impulse.'
    this.runtime.warnings.add({ code: 'IMPULSE', key: names, time: t, message })
  }

  private describe(): string {
    return [...new Set(this.runtime.translation.jumps.hidden.map(({ name }) => name))].join(' or ')
  }

  /** The same jump with an end that is clearly beyond it. */
  private moveOn(solver: SegmentSolver, jump: HiddenJump): HiddenJump {
    const t = Math.min(solver.t, jump.tAfter + BEYOND * this.resolution)
    return t > jump.tAfter ? { ...jump, tAfter: t, xAfter: this.evaluate(solver, t).x } : jump
  }

  /** @param above largest difference in the part that has been halved, in tolerances */
  private findBetween(solver: SegmentSolver, a: Point, b: Point, above: number): HiddenJump | null {
    const t = 0.5 * (a.t + b.t)
    const isLast = b.t - a.t <= this.resolution || !(t > a.t && t < b.t)
    if (isLast)
      return this.measureJump(a, b) > 1 ? { tBefore: a.t, tAfter: b.t, xBefore: a.x, xAfter: b.x } : null
    const m = this.evaluate(solver, t)
    const difference = this.measure(a, m, b)
    if (difference <= 1 || (difference <= SMOOTH && difference <= REDUCTION * above)) return null
    if (++this.nHalving > MAX_HALVINGS) return null
    return this.findBetween(solver, a, m, difference) ?? this.findBetween(solver, m, b, difference)
  }

  /** Largest difference from smooth values, in tolerances. */
  private measure(a: Point, m: Point, b: Point): number {
    const [from, middle, to] = [a.values, m.values, b.values]
    if (from === null || middle === null || to === null) return 0
    const h = b.t - a.t
    let largest = 0
    for (let i = 0; i < from.length; i++) {
      const [ra, rm, rb] = [a.rates[i], m.rates[i], b.rates[i]]
      const ofMiddle = middle[i] - 0.5 * (from[i] + to[i]) - 0.125 * h * (ra - rb)
      const ofEnd = to[i] - from[i] - (h * (ra + 4 * rm + rb)) / 6
      const difference = Math.max(Math.abs(ofMiddle), Math.abs(ofEnd)) / this.limitOf(i, from, to)
      // undefined values do not count as jumps
      if (difference > largest) largest = difference
    }
    return largest
  }

  /** Largest change, in tolerances. */
  private measureJump(a: Point, b: Point): number {
    const { values: from } = a
    const { values: to } = b
    if (from === null || to === null) return 0
    let largest = 0
    for (let i = 0; i < from.length; i++) {
      const change = Math.abs(to[i] - from[i]) / this.limitOf(i, from, to)
      if (change > largest) largest = change
    }
    return largest
  }

  private limitOf(i: number, from: Float64Array, to: Float64Array): number {
    const size = Math.max(this.sizes[i], Math.abs(from[i]), Math.abs(to[i]))
    return this.tolerance * Math.max(size, NOISE)
  }

  private evaluate(solver: SegmentSolver, t: number): Point {
    const x = solver.x.slice()
    if (t !== solver.t) solver.interpolate(t, x)
    return this.evaluateAt(t, x)
  }

  private evaluateAt(t: number, x: Float64Array): Point {
    const { runtime } = this
    this.inputs.set(t)
    runtime.enter(t, x)
    const values: number[] = []
    const rates: number[] = []
    try {
      runtime.evaluateAll()
      for (const { value, rate } of runtime.translation.jumps.hidden) {
        const found = flatten(runtime.evaluate(value))
        const slopes = flatten(runtime.evaluate(rate))
        values.push(...found)
        rates.push(...found.map((_, i) => slopes[slopes.length === 1 ? 0 : i]))
      }
    } catch (error) {
      if (!(error instanceof VarioError && CODES.has(error.code))) throw error
      return { t, x, values: null, rates: new Float64Array(0) }
    }
    if (this.sizes.length !== values.length) this.sizes = new Float64Array(values.length)
    values.forEach((value, i) => {
      this.sizes[i] = Math.max(this.sizes[i], Math.abs(value))
    })
    return { t, x, values: Float64Array.from(values), rates: Float64Array.from(rates) }
  }
}

/** Errors of points at which terms are undefined. */
const CODES: ReadonlySet<string> = new Set(['SYSTEM', 'EVALUATION'])

/** The numbers in a value of the model; texts and objects have none. */
function flatten(value: ReturnType<ModelRuntime['evaluate']>): readonly number[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [Number(value)]
  if (value instanceof Float64Array) return [...value]
  const data = (value as { readonly data?: unknown }).data
  return data instanceof Float64Array ? [...data] : []
}
