/** How far a run is that is watched. */
export interface LiveState {
  readonly phase: 'running' | 'paused' | 'done' | 'failed'
  /** Part of the run that is done, 0…1. */
  readonly part: number
  /** Whether it keeps to the clock, so that one watches its end. */
  readonly isPaced?: boolean
  /** Why it failed. */
  readonly message?: string
}

/** What one can do with a run that is watched. */
export interface LiveControl {
  pause(): void
  resume(): void
  /** From the start, with changed parameters, nested as a `merge` of `simulate`. */
  restart(merge?: Readonly<Record<string, unknown>>): void
  /** Other parameters from here on. */
  change(merge: Readonly<Record<string, unknown>>): void
  /** Ends the connection. */
  close(): void
}
