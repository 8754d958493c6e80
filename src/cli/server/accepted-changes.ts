import type { LiveCommand, LiveStatus } from '../../live/index.ts'

type Change = Extract<LiveCommand, { readonly type: 'change' }>['merge']

/** A status with the changes of parameters that the present run has taken since its start, in their order. */
export type WatchedStatus = LiveStatus & { readonly changes?: readonly Change[] }

/**
 * Remembers which changes a run has taken: its result says the values of the start. A run answers every command with a
 * status at once, with a message if it refuses.
 */
export class AcceptedChanges {
  #list: Change[] = []
  #asked: Change | undefined

  /** Another run begins: with all values that were taken before. */
  begin(): void {
    this.#list = []
  }

  /** Lets a run do what a command wants. */
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
