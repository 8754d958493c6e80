import { EPS } from '../../base/index.ts'

/** Events closer than this multiple of eps·max(|t|, |h|) are one event. */
const TIME_TOLERANCE_FACTOR = 100
/** The crossing itself is bracketed this much tighter, so that there is room to collect its simultaneous neighbors. */
const LOCATION_SHARE = 0.25
/** Places in a step at which the sign of a function that starts at zero is searched, as parts of the step. */
export const SIGN_PROBES = [1 / 1024, 1 / 32]

/** Places inside of steps at which the signs are checked, see `RootFunctions`. */
export interface RootLooks {
  readonly checkPoints?: number
  readonly checkInterval?: number
  readonly renewed?: ArrayLike<number>
}

/** Evaluates the root functions on the dense output of the current step; throws if one of them is not finite. */
export interface RootEvaluator {
  evaluateRoots(t: number, z: Float64Array): void
}

/**
 * Watches the signs of root functions along the dense output, and locates the first change of sign.
 *
 * Invariant between calls: `t` is the time up to which the signs are known, `z` the values there, and `sign[i]` the
 * sign of function i just after `t` (0: not known yet, because it is zero there).
 */
export class RootMonitor {
  /** Time up to which the functions have been watched [s]. */
  t = 0.1
  /** Time of the last start [s]: signs are noise until the tolerance has passed. */
  private tStart = 0.1
  /** The event found last: the time just after the crossing, and the one just before [s]. */
  tEvent = 0.1
  tBefore = 0.1
  /** Which functions cross at the event: +1 rising, -1 falling, 0 not (m). */
  readonly crossing: Int8Array

  private readonly sign: Int8Array
  private z: Float64Array
  private zNext: Float64Array
  private zProbe: Float64Array
  /** Start of the last search: time, values and signs. */
  private tBegin = 0.1
  private readonly zBegin: Float64Array
  private readonly signBegin: Int8Array
  /** |z| around the last event: below it, a function counts as zero (m). */
  private readonly zResolution: Float64Array
  /**
   * Functions that were zero at the start and have their sign from their slope there (m), and whether there are any.
   */
  private readonly hasSlopeSign: Uint8Array
  private hasSlopeSigns = false
  /** Least number of pieces of a step at whose ends the signs are checked, and their largest length [s]. */
  private readonly minPieces: number
  private readonly longestPiece: number
  /** Marks functions that every event replaces by others (m). */
  private readonly renewed: ArrayLike<number>

  constructor(
    private readonly m: number,
    private readonly direction: Int8Array,
    looks: RootLooks,
    private readonly evaluator: RootEvaluator,
  ) {
    this.minPieces = (looks.checkPoints ?? 0) + 1
    this.longestPiece = looks.checkInterval ?? Number.POSITIVE_INFINITY
    this.renewed = looks.renewed ?? new Uint8Array(m)
    this.crossing = new Int8Array(m)
    this.sign = new Int8Array(m)
    this.z = new Float64Array(m)
    this.zNext = new Float64Array(m)
    this.zProbe = new Float64Array(m)
    this.zResolution = new Float64Array(m)
    this.zBegin = new Float64Array(m)
    this.signBegin = new Int8Array(m)
    this.hasSlopeSign = new Uint8Array(m)
  }

  /** Width within which crossings count as one event [s]. */
  timeTolerance(t: number, h: number): number {
    return TIME_TOLERANCE_FACTOR * EPS * Math.max(Math.abs(t), Math.abs(h))
  }

  /**
   * Starts or restarts at `t` with the values `z0` there. A function that is zero there is not reported until it has
   * left zero and returns; the same holds for one that has just crossed and is still within the width of the located
   * bracket, as when a ball is reflected but its tiny penetration is not corrected. Functions that every event replaces
   * have the sign of their value.
   */
  start(t: number, z0: Float64Array): void {
    this.t = t
    this.tStart = t
    this.hasSlopeSign.fill(0)
    this.hasSlopeSigns = false
    for (let i = 0; i < this.m; i++) {
      const value = z0[i]
      this.z[i] = value
      const isOld = this.crossing[i] !== 0 && this.renewed[i] === 0
      const isZero = isOld && Math.abs(value) <= this.zResolution[i]
      this.sign[i] = isZero ? 0 : Math.sign(value)
      this.crossing[i] = 0
    }
  }

  /** True if the sign of a function after the start is unknown, because it is zero there. */
  needsSlopes(): boolean {
    return this.sign.includes(0)
  }

  /**
   * After a start: functions that are zero there get the signs of their slopes. `z` are the values at a later point of
   * the tangent to the solution. The solution itself may have changed its sign again at the end of the first step, as
   * the height of a ball that has been reflected at low speed.
   */
  takeSlopes(z: Float64Array): void {
    for (let i = 0; i < this.m; i++) {
      if (this.sign[i] !== 0) continue
      this.sign[i] = Math.sign(z[i] - this.z[i])
      if (this.sign[i] === 0) continue
      this.hasSlopeSign[i] = 1
      this.hasSlopeSigns = true
    }
  }

  /** True if the last located event comes within `delay` after a start from which functions leave zero [s]. */
  followsStart(delay: number): boolean {
    return this.hasSlopeSigns && this.tEvent - this.tStart < delay
  }

  /** Continues after an event that has changed nothing: the functions that crossed have their new signs. */
  resume(): void {
    this.crossing.fill(0)
  }

  /** Discards the last search: its step is repeated. */
  undo(): void {
    this.t = this.tBegin
    this.z.set(this.zBegin)
    this.sign.set(this.signBegin)
  }

  /**
   * Watches the functions from `t` to `tNext`, the end of the known solution; `h` is the length of the step. True if
   * there is an event: the first one, in `tEvent`, `tBefore`, `crossing`. With `isStop`, a crossing within the time
   * tolerance after `tNext` belongs to `tNext`.
   */
  search(tNext: number, h: number, isStop: boolean): boolean {
    this.tBegin = this.t
    this.zBegin.set(this.z)
    this.signBegin.set(this.sign)
    this.findMissingSigns(tNext, h)
    if (this.hasSlopeSigns && this.t === this.tStart && this.crossesAtOnce(tNext, h)) return true
    const tStart = this.t
    const pieces = Math.max(this.minPieces, Math.ceil((tNext - tStart) / this.longestPiece))
    for (let k = 1; k <= pieces; k++) {
      const tHigh = k === pieces ? tNext : tStart + ((tNext - tStart) * k) / pieces
      this.evaluator.evaluateRoots(tHigh, this.zNext)
      if (this.hasCrossing(this.zNext)) {
        this.locate(tHigh, h)
        this.collectSimultaneous(tNext, h, isStop)
        return true
      }
      this.moveTo(tHigh, h)
    }
    return isStop && this.crossesJustAfter(tNext, h)
  }

  /** A function that was zero at `t` gets its sign from the dense output shortly after. */
  private findMissingSigns(tNext: number, h: number): void {
    const { sign, zProbe } = this
    if (!sign.includes(0)) return
    const tolerance = this.timeTolerance(tNext, h)
    for (let k = 0; k < SIGN_PROBES.length; k++) {
      const delay = Math.max(SIGN_PROBES[k] * (tNext - this.t), tolerance)
      if (this.t + delay >= tNext) return
      this.evaluator.evaluateRoots(this.t + delay, zProbe)
      for (let i = 0; i < this.m; i++) if (sign[i] === 0) sign[i] = Math.sign(zProbe[i])
      if (!sign.includes(0)) return
    }
  }

  /**
   * Watches from a start at zero, where values are noise until the tolerance has passed, to the end of that. True if a
   * function has crossed and returned by then: the event is at the end.
   */
  private crossesAtOnce(tNext: number, h: number): boolean {
    const tQuiet = this.t + this.timeTolerance(tNext, h)
    if (tQuiet >= tNext) return false
    const zQuiet = this.zNext
    this.evaluator.evaluateRoots(tQuiet, zQuiet)
    for (let i = 0; i < this.m; i++) {
      if (!this.hasSlopeSign[i] || !this.isCrossing(i, zQuiet[i])) continue
      this.tBefore = this.t
      this.tEvent = tQuiet
      this.take(zQuiet)
      return true
    }
    this.zNext = this.z
    this.z = zQuiet
    this.t = tQuiet
    return false
  }

  private isCrossing(i: number, value: number): boolean {
    // A rising function had a negative sign before: its direction is -sign.
    const s = this.sign[i]
    return s * value < 0 && (this.direction[i] === 0 || this.direction[i] === -s)
  }

  private hasCrossing(z: Float64Array): boolean {
    for (let i = 0; i < this.m; i++) if (this.isCrossing(i, z[i])) return true
    return false
  }

  /** Makes `tHigh` with the values `zNext` the new `t`, where no relevant function has crossed. */
  private moveTo(tHigh: number, h: number): void {
    const { sign, zNext } = this
    const isNoise = tHigh - this.tStart <= this.timeTolerance(tHigh, h)
    for (let i = 0; i < this.m; i++) {
      if (zNext[i] !== 0 && !(isNoise && sign[i] === 0)) sign[i] = Math.sign(zNext[i])
    }
    this.zNext = this.z
    this.z = zNext
    this.t = tHigh
  }

  /**
   * Narrows [t, tHigh] with values z and zNext down to the first crossing: the Illinois variant of regula falsi on the
   * function that seems to cross first, with bisection whenever three evaluations have not halved the bracket.
   */
  private locate(tHigh: number, h: number): void {
    const tolerance = LOCATION_SHARE * this.timeTolerance(tHigh, h)
    let high = tHigh
    let weightLow = 1
    let weightHigh = 1
    let lastSide = 0
    let sinceHalved = 0
    let halfWidth = 0.5 * (high - this.t)
    while (high - this.t > tolerance) {
      const width = high - this.t
      // Next point: the earliest secant estimate, kept off the ends so that the bracket closes from both sides.
      let part = sinceHalved >= 3 ? 0.5 : this.earliestEstimate(weightLow, weightHigh)
      const margin = (0.4 * tolerance) / width
      part = Math.min(Math.max(part, margin), 1 - margin)
      const middle = this.t + part * width
      if (!(middle > this.t && middle < high)) break

      this.evaluator.evaluateRoots(middle, this.zProbe)
      if (this.hasCrossing(this.zProbe)) {
        high = middle
        const swap = this.zNext
        this.zNext = this.zProbe
        this.zProbe = swap
        weightHigh = 1
        weightLow = lastSide === 1 ? weightLow * 0.5 : 1
        lastSide = 1
      } else {
        // Nothing before the middle: [middle, high] remains.
        const zHigh = this.zNext
        this.zNext = this.zProbe
        this.zProbe = zHigh
        this.moveTo(middle, h)
        this.zProbe = this.zNext
        this.zNext = zHigh
        weightLow = 1
        weightHigh = lastSide === -1 ? weightHigh * 0.5 : 1
        lastSide = -1
      }
      if (high - this.t <= halfWidth) {
        halfWidth = 0.5 * (high - this.t)
        sinceHalved = 0
      } else {
        sinceHalved++
      }
    }
    this.tBefore = this.t
    this.tEvent = high
  }

  private earliestEstimate(weightLow: number, weightHigh: number): number {
    let earliest = 1
    for (let i = 0; i < this.m; i++) {
      if (!this.isCrossing(i, this.zNext[i])) continue
      const low = weightLow * Math.abs(this.z[i])
      const part = low / (low + weightHigh * Math.abs(this.zNext[i]))
      if (part < earliest) earliest = part
    }
    return earliest
  }

  /**
   * Moves the event to the end of its tolerance if further functions cross there too (or if the end of the interval is
   * a stop within it), and records which functions cross.
   */
  private collectSimultaneous(tNext: number, h: number, isStop: boolean): void {
    const tolerance = this.timeTolerance(this.tEvent, h)
    if (isStop && tNext - this.tBefore <= tolerance) {
      this.evaluator.evaluateRoots(tNext, this.zNext)
      this.tEvent = tNext
    } else if (this.m > 1) {
      const tLast = Math.min(this.tBefore + tolerance, tNext)
      this.evaluator.evaluateRoots(tLast, this.zProbe)
      for (let i = 0; i < this.m; i++) {
        if (!this.isCrossing(i, this.zProbe[i]) || this.isCrossing(i, this.zNext[i])) continue
        const swap = this.zNext
        this.zNext = this.zProbe
        this.zProbe = swap
        this.tEvent = tLast
        break
      }
    }
    this.take(this.zNext)
  }

  /** True if a function crosses within the tolerance after a stop: then it crosses at the stop. */
  private crossesJustAfter(tStop: number, h: number): boolean {
    this.evaluator.evaluateRoots(tStop + this.timeTolerance(tStop, h), this.zNext)
    if (!this.hasCrossing(this.zNext)) return false
    this.tBefore = tStop
    this.tEvent = tStop
    this.take(this.zNext)
    return true
  }

  /** Records the crossings between z and `zAfter`, and updates the signs to those after the event. */
  private take(zAfter: Float64Array): void {
    for (let i = 0; i < this.m; i++) {
      this.crossing[i] = this.isCrossing(i, zAfter[i]) ? -this.sign[i] : 0
      this.zResolution[i] = Math.max(Math.abs(this.z[i]), Math.abs(zAfter[i]))
    }
    this.t = this.tEvent
    for (let i = 0; i < this.m; i++) {
      if (zAfter[i] !== 0) this.sign[i] = Math.sign(zAfter[i])
      this.z[i] = zAfter[i]
    }
  }
}
