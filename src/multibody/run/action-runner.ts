import { assertNonNegative, InputError } from '../../base/index.ts'
import type { World } from '../world/index.ts'
import { type Action, type ActionProgram, actions } from './actions.ts'
import type { StructureChanges } from './structure-changes.ts'

/** Runs the program of a model, command by command. */
export class ActionRunner {
  /** Time of the next command [s]; Infinity: the program has ended. */
  nextTime: number
  private readonly program: Generator<Action, void, { readonly time: number }>

  constructor(program: ActionProgram, startTime: number) {
    this.program = program(actions)
    this.nextTime = startTime
  }

  /**
   * Carries out the commands that are due. Returns true as soon as the structure has changed: the rest waits for the
   * next segment, which begins at the same time.
   */
  run(time: number, world: World, changes: StructureChanges): boolean {
    while (time >= this.nextTime) {
      const { done, value } = this.program.next({ time })
      if (done) {
        this.nextTime = Number.POSITIVE_INFINITY
        return false
      }
      if (value.kind !== 'wait') {
        changes.apply(value, world)
        return true
      }
      assertNonNegative('actions: eventAfterPeriod', value.period)
      this.nextTime = time + value.period
    }
    return false
  }
}

/** The program among the members of a model. */
export function checkProgram(program: unknown): asserts program is ActionProgram {
  if (typeof program !== 'function')
    throw new InputError(
      'Model3D.actions',
      'a generator function: function* (act) { yield act.attach(…) }',
      program,
    )
}
