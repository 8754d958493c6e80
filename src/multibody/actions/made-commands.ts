import { type Action, type Actions, actions, printAction } from './actions.ts'

/** Maximum number of remembered commands of one program. */
const MAX_REMEMBERED = 20

/**
 * Records the commands that a program creates, to find those that it forgets to yield: they would be ignored silently.
 */
export class MadeCommands {
  /** The commands for the program. */
  readonly actions: Actions
  private readonly made = new Set<Action>()

  constructor() {
    const remember =
      <A extends readonly unknown[]>(create: (...args: A) => Action) =>
      (...args: A): Action => {
        const action = create(...args)
        if (this.made.size < MAX_REMEMBERED) this.made.add(action)
        return action
      }
    this.actions = Object.fromEntries(
      Object.entries(actions).map(([name, create]) => [
        name,
        remember(create as (...args: unknown[]) => Action),
      ]),
    ) as unknown as Actions
  }

  /** Removes a yielded command. */
  yielded(action: Action): void {
    this.made.delete(action)
  }

  /** Commands that have not been yielded. */
  list(): string[] {
    return Array.from(this.made, printAction)
  }
}
