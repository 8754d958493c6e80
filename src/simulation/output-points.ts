import type { ResultRecorder } from './result-recorder.ts'
import type { Inputs, ModelRuntime, ResolvedOptions } from './runtime/index.ts'
import { SmallHiddenMotions } from './small-hidden-motions.ts'
import { SmallMotions } from './small-motions.ts'
import type { SegmentSolver } from './solver-interface/index.ts'

/** An output point this close to an event, as a fraction of the output interval, is the same point. */
const SAME_POINT = 1e-9

/**
 * An island of a model records the ends of steps shorter than this number of output intervals: interpolation between
 * output points would miss their details.
 */
const SUPPORTED_STEP = 2

/** Checks conditions at a point that has been evaluated. */
export interface ConditionWatch {
  /** Number of a condition that the values contradict; -1: none. */
  findContradiction(): number
  /** Warns that a step has passed an event of a condition before `t` [s]; found: the event is searched again. */
  warnOfMissed(k: number, t: number, isFound: boolean): void
}

/** The points of a run that are recorded: those of the output grid, which spans all segments, and those at events. */
export class OutputPoints {
  /** Number of the next point of the grid. */
  private nextPoint = 1
  /** Derivatives at an output point (n). */
  private derivatives = new Float64Array(0)
  /** The last point to which the solver has returned because of a condition [s]. */
  private tReturn = Number.NEGATIVE_INFINITY
  private readonly smallMotions: readonly (SmallMotions | SmallHiddenMotions)[]

  constructor(
    private readonly options: ResolvedOptions,
    private readonly runtime: ModelRuntime,
    private readonly inputs: Inputs,
    private readonly recorder: ResultRecorder,
    /** Moves states between the ends of steps back to invariants. */
    private readonly project: (t: number, x: Float64Array) => void,
    private readonly conditions: ConditionWatch,
  ) {
    this.smallMotions = [
      new SmallMotions(runtime, options.tolerance),
      new SmallHiddenMotions(runtime, options.tolerance),
    ]
  }

  /** Records the point `t` [s] with the states `x`, and with the values just before, at `tBefore`. */
  recordAt(t: number, x: Float64Array, tBefore = t): void {
    this.evaluateAt(tBefore, x)
    this.recordEvaluated(t)
  }

  /** Records the point `t` [s] with its evaluated values. */
  recordEvaluated(t: number): void {
    const { startTime, stopTime, onProgress } = this.options
    this.recorder.record(t)
    for (const motions of this.smallMotions) motions.check()
    onProgress?.(t, stopTime > startTime ? (t - startTime) / (stopTime - startTime) : 1)
  }

  /**
   * Records the points of the grid that the last step has passed; `x` is scratch (n). False: the step has missed a
   * change at one of them, and the solver has returned to the point before.
   */
  recordOnTheWay(solver: SegmentSolver, x: Float64Array): boolean {
    const end = solver.t - SAME_POINT * this.options.interval
    if (this.nextTime < end) this.runtime.restoreGuesses()
    if (this.derivatives.length !== x.length) this.derivatives = new Float64Array(x.length)
    const dx = this.derivatives
    const { warnings } = this.runtime
    let tGood = Number.NEGATIVE_INFINITY
    for (let t = this.nextTime; t < end; t = this.nextTime) {
      warnings.hold()
      solver.interpolate(t, x)
      this.project(t, x)
      this.evaluateAt(t, x)
      this.runtime.readDerivatives(dx)
      const isMissed = solver.isMissedAt(t, x, dx)
      warnings.release(!isMissed)
      if (isMissed) {
        solver.goBack(tGood, t)
        return false
      }
      const missed = this.conditions.findContradiction()
      if (missed >= 0) {
        const isFound = this.returnTo(t, tGood, solver)
        this.conditions.warnOfMissed(missed, t, isFound)
        if (isFound) return false
      }
      this.recordEvaluated(t)
      this.nextPoint++
      tGood = t
    }
    return true
  }

  /**
   * Returns to `tGood`, so that the event missed before `t` is located. False: the solver cannot, or has done so for
   * this point already without finding an event.
   */
  private returnTo(t: number, tGood: number, solver: SegmentSolver): boolean {
    if (t <= this.tReturn || !solver.goBack(tGood, t)) return false
    this.tReturn = t
    return true
  }

  /** Ends the run at `t` [s]. */
  end(t: number): void {
    for (const motions of this.smallMotions) motions.warn(t)
  }

  /** Skips the point of the grid at the time `t` [s] of a recorded event. */
  passEvent(t: number): void {
    if (this.nextTime <= t + SAME_POINT * this.options.interval) this.nextPoint++
  }

  /** Records the end of a short step, unless it is a point of the grid; `tBefore` is its start [s]. */
  recordSupport({ t, x }: SegmentSolver, tBefore: number): void {
    const { stopTime, interval } = this.options
    if (t >= stopTime || t - tBefore > SUPPORTED_STEP * interval) return
    if (Math.abs(this.nextTime - t) <= SAME_POINT * interval) return
    this.evaluateAt(t, x)
    this.recorder.record(t, true)
  }

  /** Time of the next point of the grid [s]. */
  private get nextTime(): number {
    const { startTime, interval } = this.options
    return startTime + this.nextPoint * interval
  }

  private evaluateAt(t: number, x: Float64Array): void {
    this.inputs.set(t)
    this.runtime.enter(t, x)
    this.runtime.evaluateAll()
  }
}
