import type { LiveCommand, LiveStatus } from '../../live/index.ts'

type Change = Extract<LiveCommand, { readonly type: 'change' }>['merge']

/** Status messages with the parameter changes that the current run has applied since its start, in their order. */
export type WatchedStatus = LiveStatus & { readonly changes?: readonly Change[] }

/**
 * Remembers the changes that a run has applied: its result contains the initial values. A run answers every command
 * with a status at once, with a message if it refuses.
 */
export class AcceptedChanges {
  #list: Change[] = []
  #asked: Change | undefined

  /** Another run starts with all changes applied before. */
  begin(): void {
    this.#list = []
  }

  /** Forwards a command to a run. */
  handle(command: LiveCommand, run: { handle(command: LiveCommand): void }): void {
    if (command.type === 'change') this.#asked = command.merge
    run.handle(command)
    this.#asked = undefined
  }

  /** A status of the run, with the changes. */
  complete(status: LiveStatus): WatchedStatus {
    if (this.#asked !== undefined && status.message === undefined) this.#list.push(this.#asked)
    this.#asked = undefined
    return this.#list.length === 0 ? status : { ...status, changes: [...this.#list] }
  }
}
