import { InputError, VarioError } from '../../base/index.ts'
import type { MergeTree } from '../../model/index.ts'
import type { Attributes, NewAttributes, SignalTable } from '../../results/index.ts'
import { mergeTrees } from '../equilibrium/index.ts'
import type { ResolvedOptions } from '../options/index.ts'

declare const performance: { now(): number }

/** A model on its way. */
export interface RunningModel {
  /** Time reached [s]. */
  readonly time: number
  /** The run, step by step. */
  steps(): Generator<void>
  /** Other parameters from here on; null: it has no such thing. */
  readonly change: ((merge: MergeTree) => void) | null
  /** Lets who takes the stream have all that there is. */
  flush(): void
  /** The result until now, with further attributes. */
  finish(about: NewAttributes): SignalTable
}

/** Parameters that were changed while a model ran. */
export interface ParameterChange {
  /** When [s]. */
  readonly time: number
  readonly merge: MergeTree
}

/** A simulation that goes on as far as it is told, made by `instantiate(model).start(options)`. */
export class SimulationRun {
  private readonly steps: Generator<void>
  private merge: MergeTree
  private readonly changes: ParameterChange[] = []
  private isOver = false
  private hasResult = false

  /** @param describe what the result says of where it comes from */
  constructor(
    private readonly model: RunningModel,
    private readonly options: ResolvedOptions,
    private readonly describe: (changes: readonly ParameterChange[], added: Attributes) => NewAttributes,
  ) {
    this.steps = model.steps()
    this.merge = options.merge ?? {}
  }

  /** Time reached [s]. */
  get time(): number {
    return this.model.time
  }

  /** Whether it is at its end: at the stop time, or where the model has ended it, or after an error. */
  get isDone(): boolean {
    return this.isOver
  }

  /** Part of the simulated time that is done (0 … 1). */
  get part(): number {
    const { startTime, stopTime } = this.options
    return stopTime > startTime ? Math.min(1, (this.time - startTime) / (stopTime - startTime)) : 1
  }

  /**
   * Goes on for about so long [ms], by a step at least, or until a step has reached `time` [s]; default: to the end.
   * Returns whether it is done. Errors are those of `simulate`; `finish` gives what was computed before.
   */
  advance(milliseconds = Infinity, time = Infinity): boolean {
    for (const [name, value] of Object.entries({ milliseconds, time }))
      if (typeof value !== 'number' || Number.isNaN(value))
        throw new InputError(`advance: ${name}`, 'a time', value)
    const end = performance.now() + milliseconds
    try {
      while (!this.isOver) {
        this.isOver = this.steps.next().done === true
        if (this.time >= time || performance.now() >= end) break
      }
    } catch (error) {
      this.isOver = true
      throw error
    }
    this.model.flush()
    return this.isOver
  }

  /**
   * Other values of parameters from here on: a new segment begins, in which all variables go on from where they are.
   * @throws VarioError 'CHANGE' where only a new run can have these values
   */
  change(merge: MergeTree): void {
    if (this.isOver) throw new VarioError('CHANGE', 'The run is over: begin a new one.')
    if (this.model.change === null)
      throw new VarioError('CHANGE', 'The model runs in independent parts: begin a new run.')
    const all = mergeTrees([this.merge, merge])
    this.model.change(all)
    this.merge = all
    this.changes.push({ time: this.time, merge })
  }

  /**
   * The result until now, with attributes that are added to it, and to its `source`. The run is over then; one that has not come to its end
   * says so (`attributes.interrupted`).
   */
  finish(attributes: Attributes = {}): SignalTable {
    if (this.hasResult) throw new VarioError('RUN', 'The result of this run has been taken already.')
    this.hasResult = true
    this.isOver = true
    return this.model.finish(this.describe(this.changes, attributes))
  }
}
