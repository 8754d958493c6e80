import { type Action, type Actions, actions, printAction } from './actions.ts'

/** Commands of one program that are remembered at most. */
const MAX_REMEMBERED = 20

/** The commands that a program makes, to find those that it forgets to yield: they would do nothing without a word. */
export class MadeCommands {
  /** What the program makes them with. */
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

  /** The program has yielded a command. */
  yielded(action: Action): void {
    this.made.delete(action)
  }

  /** Those that it has not yielded yet. */
  list(): string[] {
    return Array.from(this.made, printAction)
  }
}
