import { InputError, VarioError } from '../base/index.ts'
import type { MergeTree } from '../model/index.ts'
import type { Attributes, NewAttributes, SignalTable } from '../results/index.ts'
import type { ResolvedOptions } from './runtime/index.ts'

declare const performance: { now(): number }

/** A simulation in progress. */
export interface RunningModel {
  /** Time reached [s]. */
  readonly time: number
  /** The run, step by step. */
  steps(): Generator<void>
  /** Ends a step at this time [s]; missing: islands advance from one output point to the next. */
  pauseAt?(t: number): void
  /** Changes these parameters from here on; null: not supported. */
  readonly change: ((merge: MergeTree) => void) | null
  /** Flushes buffered rows to the stream. */
  flush(): void
  /** Returns the result so far, with further attributes. */
  finish(about: NewAttributes): SignalTable
}

/** A change of parameters during a run. */
export interface ParameterChange {
  /** Time of the change [s]. */
  readonly time: number
  readonly merge: MergeTree
}

/** A simulation that the caller advances, created by `instantiate(model).start(options)`. */
export class SimulationRun {
  private readonly steps: Generator<void>
  private readonly changes: ParameterChange[] = []
  private isOver = false
  private hasResult = false

  /**
   * @param describe attributes about the origin of the result
   * @internal
   */
  constructor(
    private readonly model: RunningModel,
    private readonly options: ResolvedOptions,
    private readonly describe: (changes: readonly ParameterChange[], added: Attributes) => NewAttributes,
  ) {
    this.steps = model.steps()
  }

  /** Time reached [s]. */
  get time(): number {
    return this.model.time
  }

  /** True at the end: at the stop time, where the model has ended the run, or after an error. */
  get isDone(): boolean {
    return this.isOver
  }

  /** Completed part of the simulated time (0 … 1). */
  get part(): number {
    const { startTime, stopTime } = this.options
    return stopTime > startTime ? Math.min(1, (this.time - startTime) / (stopTime - startTime)) : 1
  }

  /**
   * Continues for about `milliseconds`, by at least one step, or to the `time` [s], where a step ends; models of
   * independent islands continue to the next output point. Default: to the end. Returns true at the end. Errors are those
   * of `simulate`; `finish` returns the result before the error.
   */
  advance(milliseconds = Infinity, time = Infinity): boolean {
    for (const [name, value] of Object.entries({ milliseconds, time }))
      if (typeof value !== 'number' || Number.isNaN(value))
        throw new InputError(`advance: ${name}`, 'a time', value)
    const end = performance.now() + milliseconds
    try {
      while (!this.isOver && !(this.time >= time)) {
        this.model.pauseAt?.(time)
        this.isOver = this.steps.next().done === true
        if (performance.now() >= end) break
      }
    } catch (error) {
      this.isOver = true
      throw error
    }
    this.model.flush()
    return this.isOver
  }

  /**
   * Changes values of parameters from here on: a new segment begins, in which all variables keep their values.
   *
   * @throws VarioError 'CHANGE' if only a new run can have these values
   */
  change(merge: MergeTree): void {
    if (this.isOver)
      throw new VarioError(
        'CHANGE',
        'change: expected a run in progress, got one at its end. Begin a new run.',
      )
    if (this.model.change === null)
      throw new VarioError(
        'CHANGE',
        'change: expected a model in one piece, got one in independent islands. Begin a new run.',
      )
    this.model.change(merge)
    this.changes.push({ time: this.time, merge })
  }

  /**
   * Ends the run and returns the result so far, with additional attributes, and additional entries of its `source`. A
   * run before its end is marked by `attributes.interrupted`.
   */
  finish(attributes: Attributes = {}): SignalTable {
    if (this.hasResult) throw new VarioError('RUN', 'finish: expected one call per run, got a second one.')
    this.hasResult = true
    this.isOver = true
    return this.model.finish(this.describe(this.changes, attributes))
  }
}
