import { ChatteringGuard, listCrossings } from './chattering-guard.ts'
import { DefectWatch, type EvaluateDefect } from './defect-watch.ts'
import { findBlindLanding, findLanding, LANDING_MARGIN } from './event-landing.ts'
import { RootMonitor, SIGN_PROBES } from './event-locator.ts'
import type { OdeProblem, Outcome, WatchedRates } from './problem.ts'
import { StepWatch } from './rate-watch.ts'
import { createStepError, SolverError, type SolverState } from './solver-error.ts'
import type { ResolvedTolerances } from './solver-options.ts'
import type { Statistics } from './statistics.ts'
import { OK, STEP_TOO_SMALL } from './status.ts'
import { StepProjection } from './step-projection.ts'
import type { Stepper } from './stepper.ts'

/** Reduction of a first step that does not resolve the time to an event. */
const SMALLER_START = 0.1

/** The caller's expectation of the time after a (re)start; only `auto` uses it. */
export type Expectation = 'stiff' | 'nonstiff'

/** Result of `next`: the end of a step, an event (root functions have changed sign), or the requested time. */
export type Arrival = 'step' | 'event' | 'stop'

/** The root functions of a problem in the form that the step loop needs. */
export interface WatchedRoots {
  readonly n: number
  readonly direction?: ArrayLike<number>
  readonly renewed?: ArrayLike<number>
  readonly checkPoints?: number
  readonly checkInterval?: number
  /** Evaluates the functions at `t` on the dense output of the last step (n). */
  onDenseOutput(t: number, z: Float64Array): Outcome
  /** Evaluates the functions at `t` for the state at the start of the stepper (n). */
  atStart(t: number, z: Float64Array): Outcome
}

/**
 * The step loop that all methods share: one accepted step at a time, watched by the root functions.
 *
 * `t` and `x` are the point reached, which is the end of a step or an event inside it. After an event the caller either
 * changes `x` and calls `restart`, or continues with `next`.
 */
export class Solver {
  /** Time reached [s]. */
  t = 0.1
  /** Solution at `t` (n). */
  readonly x: Float64Array
  /** After an 'event': time just before the crossing [s], and which functions cross (+1 rising, -1 falling, 0 not). */
  readonly crossing: Int8Array
  tBefore = 0.1

  /** True if steps are repeated to end just after an event: pointless if events change nothing. */
  landsOnEvents = true
  /** True if a step with a small error may go far beyond an event: not if f has no solution there. */
  trustsSmoothSteps = true

  private readonly monitor: RootMonitor | null
  private readonly watch: StepWatch | null
  private readonly zStart: Float64Array
  private readonly projection: StepProjection | null
  private readonly guard = new ChatteringGuard()
  private readonly looks: DefectWatch | null
  /** Time and solution at the start of the part that the last `next` has added (n). */
  private tStart = 0.1
  private readonly xStart: Float64Array
  /** Time of something missed that no step has reached yet [s]. */
  private tMissed = Number.POSITIVE_INFINITY

  /** @internal */
  constructor(
    /** @internal */
    readonly stepper: Stepper,
    private readonly what: 'f' | 'residual',
    private readonly roots: WatchedRoots | null,
    private readonly limits: ResolvedTolerances,
    rates?: WatchedRates,
    project?: OdeProblem['project'],
    evaluateDefect?: EvaluateDefect,
    /** Before a start at a time inside the last step. */
    private readonly prepareStart?: (t: number) => void,
  ) {
    const n = stepper.x.length
    this.x = new Float64Array(n)
    const isWhole = stepper.nIsland === undefined
    this.looks = isWhole && evaluateDefect ? new DefectWatch(n, stepper, limits, evaluateDefect) : null
    this.xStart = new Float64Array(this.looks ? n : 0)
    this.projection = project !== undefined && isWhole ? new StepProjection(stepper, project, limits) : null
    const m = roots?.n ?? 0
    this.zStart = new Float64Array(m)
    const direction = Int8Array.from(roots?.direction ?? new Int8Array(m))
    this.monitor = m > 0 ? new RootMonitor(m, direction, roots!, this) : null
    this.crossing = this.monitor ? this.monitor.crossing : new Int8Array(0)
    this.watch = rates && isWhole ? new StepWatch(rates, stepper) : null
  }

  get stats(): Statistics {
    return this.stepper.stats
  }

  /** Starts, or restarts after an event, from `x` at time `t`; `tEnd` is the horizon for the first step size [s]. */
  start(t: number, tEnd: number, hGuess: number, expect?: Expectation, isRestart = false): void {
    const { stepper, monitor } = this
    this.t = t
    this.tMissed = Number.POSITIVE_INFINITY
    stepper.x.set(this.x)
    if (stepper.expect && expect) stepper.expect(expect)
    const status = stepper.start(t, tEnd, hGuess, isRestart)
    if (status !== OK) throw createStepError(status, this.what, this.state(), stepper.startFailure)
    this.x.set(stepper.x)
    this.watch?.reset()
    if (!monitor) return
    this.stats.roots++
    this.assertRoots(this.roots!.atStart(t, this.zStart), t, this.zStart)
    monitor.start(t, this.zStart)
    // Before the first step the dense output is the tangent to the solution.
    for (let k = 0; k < SIGN_PROBES.length && monitor.needsSlopes(); k++) {
      const delay = Math.max(SIGN_PROBES[k] * stepper.h, monitor.timeTolerance(t, stepper.h))
      this.evaluateRoots(t + delay, this.zStart)
      monitor.takeSlopes(this.zStart)
    }
  }

  /** Restarts from a changed `x` at the current time; one-step methods keep their step size. */
  restart(tEnd: number, expect?: Expectation): void {
    this.start(this.t, tEnd, this.stepper.isOneStep ? this.stepper.h : 0, expect, true)
  }

  /**
   * Continues to the end of the next step, an event, or `tStop`, whichever comes first. Nothing is known about the time
   * after `tLimit`: islands with separate steps stop there, and other methods at `tStop` already.
   */
  next(tStop: number, tLimit = tStop): Arrival {
    const { stepper, monitor } = this
    if (this.t >= tStop) return 'stop'
    const tLast = stepper.nIsland === undefined ? tStop : tLimit
    if (this.looks) {
      this.tStart = this.t
      this.xStart.set(this.x)
    }

    // A new step, unless an event has interrupted the last one.
    if (this.t >= stepper.t) {
      if (this.stats.steps >= this.limits.maxSteps * (stepper.nIsland ?? 1)) throw this.tooManySteps()
      if (this.t >= this.tMissed) this.tMissed = Number.POSITIVE_INFINITY
      const tEnd = Math.min(tLast, this.tMissed)
      this.assertStep(this.watch ? this.watch.step(tEnd, this.x) : stepper.step(tEnd))
      this.projectStep(tEnd)
    }
    const isStop = stepper.t >= tStop
    const tNext = isStop ? tStop : stepper.t

    // The first sign change in the part not watched yet.
    if (monitor) {
      const h = stepper.t - stepper.tOld
      monitor.resume()
      if (monitor.search(tNext, h, tNext >= tLast)) {
        if (this.landsOnEvents && this.land(monitor.tEvent)) return this.next(tStop, tLimit)
        if (this.startSmaller(h)) return this.next(tStop, tLimit)
        if (this.looksInside(monitor.tEvent)) return 'step'
        this.moveTo(monitor.tEvent)
        this.tBefore = monitor.tBefore
        this.stats.events++
        this.guard.note(this.t, monitor.crossing, monitor.timeTolerance(this.t, h), this.state())
        return 'event'
      }
    }
    if (this.looksInside(tNext)) return 'step'
    this.moveTo(tNext)
    return isStop ? 'stop' : 'step'
  }

  /** Checks the last step up to `tEnd`. True if it has missed something: then only the part before that is kept. */
  private looksInside(tEnd: number): boolean {
    const { looks } = this
    if (!looks?.search(this.t, tEnd)) return false
    this.goBack(looks.tGood, looks.tMissed)
    return true
  }

  /**
   * True if the derivatives `fx` of the solution `x` at `t`, a time that the last `next` has passed, differ from those
   * of the dense output: the step has missed something there, and the caller goes back. Islands check internally.
   */
  isMissedAt(t: number, x: Float64Array, fx: Float64Array): boolean {
    return this.looks?.disagrees(t, x, fx) ?? false
  }

  /**
   * Keeps the last step up to `tGood` only, or to the start of the last `next`, if that is later, and restarts there.
   * The next steps end at `tMissed`, so that their error estimates and the root functions include what was missed.
   * False: islands do not go back.
   */
  goBack(tGood: number, tMissed: number): boolean {
    const { stepper, stats } = this
    if (this.looks === null) return false
    const isPart = tGood > this.tStart
    stats.rejected++
    if (this.tStart === stepper.tOld && !isPart) stats.steps--
    if (isPart && this.projection === null) {
      this.t = tGood
      stepper.interpolate(tGood, this.x)
    } else {
      this.t = this.tStart
      this.x.set(this.xStart)
    }
    this.prepareStart?.(this.t)
    this.monitor?.resume()
    this.start(this.t, tMissed, tMissed - this.t)
    if (this.t < tGood) this.stepOnTo(tGood, tMissed)
    this.tMissed = tMissed
    return true
  }

  /**
   * Makes steps up to `tGood`, at which no event occurs, and restarts there: the dense output does not fulfill the
   * invariants, least near poses where constraints become dependent.
   */
  private stepOnTo(tGood: number, tMissed: number): void {
    const { stepper } = this
    while (this.t < tGood) {
      this.assertStep(stepper.step(tGood))
      this.projectStep(tGood)
      this.t = stepper.t
      this.x.set(stepper.x)
    }
    this.start(tGood, tMissed, tMissed - tGood)
  }

  /**
   * Repeats the last step if it goes too far beyond an event. True if it did, and the event must be located again.
   */
  private land(tEvent: number): boolean {
    const { stepper, monitor } = this
    const status = stepper.landIslands?.(tEvent)
    if (status !== undefined) {
      this.assertStep(status)
      monitor!.undo()
      return true
    }
    if (!stepper.stepAgain || stepper.canStepAgain === false || this.t > stepper.tOld) return false
    const tLanding = this.trustsSmoothSteps ? findLanding(stepper, tEvent) : findBlindLanding(stepper, tEvent)
    if (Number.isNaN(tLanding)) return false
    monitor!.undo()
    this.assertStep(stepper.stepAgain(tLanding))
    this.projectStep(tLanding)
    return true
  }

  /** Moves the end of the last step back to the invariants. Islands do so internally. */
  private projectStep(tLast: number): void {
    if (this.projection !== null) this.assertStep(this.projection.apply(this.t, this.x, tLast))
  }

  /**
   * A first step that is far longer than the time in which a function leaves zero and returns does not see that: its
   * dense output has rounding errors larger than the excursion, and with order 1 not even the slope at the start. Then
   * the start is repeated with a smaller step. True if it was.
   */
  private startSmaller(hLast: number): boolean {
    const { stepper, monitor } = this
    const h = Math.max(hLast, stepper.longestFirstStep?.() ?? 0)
    if (!monitor!.followsStart(LANDING_MARGIN * h)) return false
    const smaller = SMALLER_START * h
    if (!(smaller > monitor!.timeTolerance(this.t, smaller))) return false
    monitor!.undo()
    this.stats.steps--
    this.stats.rejected++
    stepper.x.set(this.x)
    this.assertStep(stepper.start(this.t, this.t + h, smaller))
    return true
  }

  /** Solution at a time inside the last step. */
  interpolate(t: number, out: Float64Array): void {
    this.stepper.interpolate(t, out)
  }

  /** Indices of the root functions that cross at the event. */
  listCrossings(): number[] {
    return listCrossings(this.crossing)
  }

  /** Evaluates the root functions on the dense output, for the monitor. */
  evaluateRoots(t: number, z: Float64Array): void {
    this.stats.roots++
    this.assertRoots(this.roots!.onDenseOutput(t, z), t, z)
  }

  private moveTo(t: number): void {
    this.t = t
    if (t === this.stepper.t) this.x.set(this.stepper.x)
    else this.stepper.interpolate(t, this.x)
  }

  private state(): SolverState {
    const { name, h, order, worst, stats } = this.stepper
    return { method: name, t: this.t, h, order, component: worst, stats }
  }

  private assertStep(status: number): void {
    if (status === OK) return
    const { failure } = this.stepper
    // failing to move an end of a step to invariants is not a failure of the method
    const reason = status === STEP_TOO_SMALL && failure !== OK ? failure : status
    throw createStepError(reason, this.what, this.state())
  }

  private tooManySteps(): SolverError {
    return new SolverError(
      'TOO_MANY_STEPS',
      `maxSteps = ${this.limits.maxSteps} steps are used up. Raise maxSteps, loosen the tolerances, or use a ` +
        'stiff method',
      this.state(),
    )
  }

  private assertRoots(outcome: Outcome, t: number, z: Float64Array): void {
    if (outcome === 'retry' || outcome === 'abort') {
      throw new SolverError(
        'ROOT_FUNCTION',
        `The root functions return '${outcome}' at t = ${t}`,
        this.state(),
      )
    }
    for (let i = 0; i < z.length; i++) {
      if (Number.isFinite(z[i])) continue
      const state = { ...this.state(), component: i }
      throw new SolverError('ROOT_FUNCTION', `Root function ${i} is ${z[i]} at t = ${t}`, state, {
        value: z[i],
      })
    }
  }
}
