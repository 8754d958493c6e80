import type { NewAttributes, SignalTable } from '../results/index.ts'
import type { ResolvedOptions } from './runtime/index.ts'
import type { RunningModel } from './simulation-run.ts'
import type { StepLoop } from './step-loop.ts'

/** A line of the log of an island. */
export interface LogLine {
  readonly t: number
  readonly line: string
}

/** Data that the islands of a run share. */
interface SharedByIslands {
  /** Times of events [s] and lines that are not yet reported. */
  readonly events: number[]
  readonly lines: LogLine[]
  /** Joins the results up to a time [s]. */
  readonly finish: (time: number, about: NewAttributes) => SignalTable
}

/** A run of islands, which advance together from one output point to the next. */
export class DividedRun implements RunningModel {
  time: number
  private hasEnded = false

  constructor(
    private readonly options: ResolvedOptions,
    private readonly loops: readonly StepLoop[],
    private readonly shared: SharedByIslands,
  ) {
    this.time = options.startTime
  }

  *steps(): Generator<void> {
    const { loops, options } = this
    const { log, startTime, stopTime, interval } = options
    const { events, lines } = this.shared
    log?.(`${loops.length} independent islands at t = ${startTime} s`)
    const runs = loops.map((loop) => ({ loop, steps: loop.steps(), isDone: false }))
    for (let k = 0; ; k++) {
      const t = Math.min(stopTime, startTime + k * interval)
      for (const run of runs)
        while (!run.isDone && run.loop.time <= t) run.isDone = run.steps.next().done === true
      // islands may be ahead: their reports wait until all have reached the same time
      lines.sort((a, b) => a.t - b.t)
      while (lines.length > 0 && lines[0].t <= t) log?.(lines.shift()!.line)
      events.sort((a, b) => a - b)
      const nPast = events.findIndex((event) => event > t)
      const past = events.splice(0, nPast < 0 ? events.length : nPast)
      for (const loop of loops) loop.release(t, past)
      this.time = t
      options.onProgress?.(t, stopTime > startTime ? (t - startTime) / (stopTime - startTime) : 1)
      if (t >= stopTime) break
      yield
    }
    this.hasEnded = true
  }

  finish(about: NewAttributes): SignalTable {
    const interrupted = this.hasEnded ? {} : { interrupted: this.time }
    return this.shared.finish(this.time, { ...interrupted, ...about })
  }

  flush(): void {}

  change = null
}
