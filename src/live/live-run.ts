import type { MergeTree, ModelNode } from '../model/index.ts'
import {
  type InstantiatedModel,
  instantiate,
  mergeTrees,
  type SimulateOptions,
  type SimulationRun,
} from '../simulation/index.ts'
import type { LiveCommand, LivePhase, LiveStatus } from './protocol.ts'

/** Work at a time, between which commands are heard [ms]. */
const SLICE = 25
/** Lines of the log that are kept: a run may have millions of events. */
const MAX_LOG = 10_000

/** Where a run lives: a worker of Node, or of a browser. */
export interface LiveHost {
  /** A run begins: what was sent before belongs to another one. */
  begin(run: number): void
  /** Takes the next bytes of its stream. */
  send(bytes: Uint8Array): void
  tell(status: LiveStatus): void
  /** Calls back after a time [ms]. */
  later(callback: () => void, milliseconds: number): void
  /** [ms] */
  now(): number
}

/** A simulation that others watch, pause, change and begin again. */
export class LiveRun {
  private readonly model: InstantiatedModel
  private number = 0
  private run: SimulationRun | null = null
  private phase: LivePhase = 'running'
  private merge: MergeTree
  private log: readonly { readonly time: number; readonly text: string }[] = []
  private message: string | undefined
  /** Where the simulated time [s] was at which time of the clock [ms], since it goes on without a break. */
  private pace = { time: 0, clock: 0 }
  private isWaiting = false

  constructor(
    model: ModelNode,
    private readonly options: SimulateOptions,
    private readonly host: LiveHost,
    private speed: number | null,
    /** Name of the model in its results. */
    name?: string,
  ) {
    this.model = instantiate(model, name === undefined ? {} : { name })
    this.merge = options.merge ?? {}
  }

  /** Begins, from the start. */
  start(): void {
    const { host, merge } = this
    const log: { readonly time: number; readonly text: string }[] = []
    const run = this.model.start({
      ...this.options,
      merge,
      stream: (bytes) => host.send(bytes),
      log: (text) => {
        if (log.length < MAX_LOG) log.push({ time: run.time, text })
        this.options.log?.(text)
      },
    })
    this.run = run
    this.log = log
    this.message = undefined
    this.phase = 'running'
    host.begin(++this.number)
    this.resetPace()
    this.tell()
    this.goOn()
  }

  /** Does what was asked for. What cannot be done is said in the next status. */
  handle(command: LiveCommand): void {
    this.message = undefined
    switch (command.type) {
      case 'pause':
        if (this.phase === 'running') this.phase = 'paused'
        break
      case 'resume':
        if (this.phase === 'paused') this.phase = 'running'
        break
      case 'speed':
        this.speed = command.speed
        break
      case 'restart':
        this.restart(command.merge ?? {})
        return
      case 'change':
        this.change(command.merge)
        break
    }
    this.resetPace()
    this.tell()
    this.goOn()
  }

  private restart(merge: MergeTree): void {
    const before = this.merge
    this.merge = mergeTrees([before, merge])
    try {
      this.start()
    } catch (error) {
      // the last values that worked are kept for the next try
      this.merge = before
      this.fail(error)
    }
  }

  private change(merge: MergeTree): void {
    try {
      this.run!.change(merge)
      this.merge = mergeTrees([this.merge, merge])
    } catch (error) {
      this.message = messageOf(error)
    }
  }

  private goOn(): void {
    if (this.isWaiting || this.phase !== 'running') return
    this.isWaiting = true
    this.host.later(() => {
      this.isWaiting = false
      this.work()
    }, this.pauseBefore())
  }

  /** How long it is ahead of the pace [ms]. */
  private pauseBefore(): number {
    const { speed, run, pace, host } = this
    if (speed === null) return 0
    const ahead = ((run!.time - pace.time) / speed) * 1000 - (host.now() - pace.clock)
    return Math.max(0, Math.min(ahead, SLICE))
  }

  private work(): void {
    const { run, speed, pace, host } = this
    if (run === null || this.phase !== 'running') return
    const target = speed === null ? Infinity : pace.time + (speed * (host.now() - pace.clock)) / 1000
    try {
      if (run.time < target) run.advance(SLICE, target)
      if (run.isDone) this.end('done')
    } catch (error) {
      this.fail(error)
    }
    this.tell()
    this.goOn()
  }

  private end(phase: LivePhase): void {
    this.phase = phase
    this.run?.finish({ log: this.log })
  }

  private fail(error: unknown): void {
    this.message = messageOf(error)
    try {
      this.end('failed')
    } catch {
      // the result has been taken, or nothing has begun
    }
    this.tell()
  }

  private resetPace(): void {
    this.pace = { time: this.run?.time ?? 0, clock: this.host.now() }
  }

  private tell(): void {
    const { number, phase, speed, message, run } = this
    const reached = { part: run?.part ?? 0, time: run?.time ?? 0 }
    this.host.tell({ run: number, phase, ...reached, speed, ...(message !== undefined && { message }) })
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
