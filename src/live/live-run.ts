import type { MergeTree, ModelNode } from '../model/index.ts'
import {
  type InstantiatedModel,
  instantiate,
  mergeTrees,
  type SimulateOptions,
  type SimulationRun,
} from '../simulation/index.ts'
import type { LiveCommand, LivePhase, LiveStatus } from './protocol.ts'

/** Work between two checks for commands [ms]. */
const SLICE = 25
/** Number of log lines kept: a run may have millions of events. */
const MAX_LOG = 10_000

/** Host of a run: a worker of Node, or of a browser. */
export interface LiveHost {
  /** Reports that a run begins: bytes sent before belong to an earlier run. */
  begin(run: number): void
  /** Accepts the next bytes of the stream. */
  send(bytes: Uint8Array): void
  tell(status: LiveStatus): void
  /** Calls back after a time [ms]. */
  later(callback: () => void, milliseconds: number): void
  /** [ms] */
  now(): number
}

/** A simulation that clients watch, pause, change and restart. */
export class LiveRun {
  private readonly model: InstantiatedModel
  private number = 0
  private run: SimulationRun | null = null
  private phase: LivePhase = 'running'
  private merge: MergeTree
  private log: readonly { readonly time: number; readonly text: string }[] = []
  private message: string | undefined
  /** Simulated time [s] and clock time [ms] at the start of the current uninterrupted stretch. */
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

  /** Starts a new run from the initial state. */
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

  /** Executes a command. The next status reports a command that fails. */
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
      // keep the last valid values for the next attempt
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

  /** Lead over the wanted pace [ms]. */
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
