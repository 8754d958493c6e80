/**
 * Runs the programs of a model: that of the model itself, those that it starts to run at once, and the reactions to
 * conditions. Each of them is ready, or waits for a time, for a condition, or for others.
 */
import { assertNonNegative, InputError, VarioError } from '../../base/index.ts'
import type { PartPath } from '../parts/index.ts'
import type { ActionRecord } from './action-log.ts'
import {
  type Action,
  type ActionProgram,
  actions,
  isAction,
  printAction,
  type StructureAction,
} from './actions.ts'
import type { ReferencePaths } from './reference-paths.ts'
import type { Reaction, WhenRecord } from './when.ts'
import { GoneError, LiveState, type StateSource, type WorldState } from './world-state.ts'

/** Commands at one instant at most. */
const MAX_COMMANDS = 10_000

/** A program that runs. */
interface Task {
  /** For messages and the log. */
  readonly name: string
  readonly from: PartPath
  readonly state: WorldState
  readonly commands: Generator<Action, void, WorldState>
  /** The program that waits for it; null: none. */
  readonly parent: Task | null
  /** What it waits for [s]: Infinity for a condition or for others, -Infinity if it is ready. */
  until: number
  /** The condition that it waits for; null: none. */
  condition: Extract<Action, { kind: 'waitUntil' }> | null
  /** Programs that it waits for. */
  nChild: number
  /** What is left of a command. */
  rest: StructureAction | null
}

/** A reaction to a condition. */
interface Watch {
  readonly from: PartPath
  readonly record: WhenRecord
  readonly state: LiveState
  wasTrue: boolean
}

/** A command that is due. */
export interface DueCommand {
  readonly action: StructureAction
  /** Name of the program. */
  readonly by: string
  readonly from: PartPath
  /** Remembers what is left of it for the next segment. */
  readonly leave: (rest: StructureAction | null) => void
}

export class ProgramRunner {
  private readonly tasks: Task[] = []
  private readonly watches: readonly Watch[]
  /** Time of the last command [s], and number of commands at that time. */
  private lastTime = Number.NaN
  private nCommand = 0

  constructor(
    private readonly source: StateSource,
    private readonly paths: ReferencePaths,
    private readonly log: (record: ActionRecord) => void,
    program: ActionProgram | null,
    whens: readonly (PartPath & { readonly record: WhenRecord })[],
  ) {
    const from = { path: 'actions', fullPath: 'actions' }
    if (program !== null) this.start('actions', program, from, null)
    this.watches = whens.map(({ path, fullPath, record }) => {
      const place = { path, fullPath }
      return { from: place, record, state: new LiveState(source, place), wasTrue: false }
    })
  }

  /** Time of the next command [s]; Infinity: none is known. */
  get nextTime(): number {
    let next = Number.POSITIVE_INFINITY
    for (const { until, condition } of this.tasks) if (condition === null && until < next) next = until
    return next
  }

  /** Whether conditions must be looked at. */
  get hasConditions(): boolean {
    return this.watches.length > 0 || this.tasks.some(({ condition }) => condition !== null)
  }

  /** Whether a condition demands an event at once. */
  isDue(): boolean {
    for (const watch of this.watches) if (this.isTrue(watch) !== watch.wasTrue) return true
    for (const { condition, state } of this.tasks) if (condition?.condition(state)) return true
    return false
  }

  /** Goes on until a command changes the structure, which it returns; null: all wait. */
  next(time: number): DueCommand | null {
    if (time !== this.lastTime) this.nCommand = 0
    this.lastTime = time
    this.react()
    for (const task of this.tasks) {
      if (task.condition?.condition(task.state)) {
        task.condition = null
        task.until = Number.NEGATIVE_INFINITY
      }
    }
    for (;;) {
      const task = this.tasks.find(({ until }) => until <= time)
      if (task === undefined) return null
      const action = task.rest ?? this.advance(task, time)
      if (action === null) continue
      task.rest = null
      task.until = Number.NEGATIVE_INFINITY
      return {
        action,
        by: task.name,
        from: task.from,
        leave: (rest) => {
          task.rest = rest
        },
      }
    }
  }

  /** Programs that still wait for a condition, with what they have said. */
  listWaiting(): { readonly name: string; readonly command: string }[] {
    return this.tasks.flatMap(({ name, condition }) =>
      condition === null ? [] : [{ name, command: printAction(condition) }],
    )
  }

  /** The next command that changes the structure; null: the program waits or has ended. */
  private advance(task: Task, time: number): StructureAction | null {
    const { done, value } = this.resume(task)
    if (done) {
      this.end(task)
      return null
    }
    if (!isAction(value))
      throw new InputError(`${task.from.fullPath}: yield`, 'a command: yield act.attach(…)', value)
    if (++this.nCommand > MAX_COMMANDS)
      throw new VarioError(
        'ACTION',
        `${task.name} has given ${MAX_COMMANDS} commands at t = ${time} s without letting time pass; the last one ` +
          `was ${printAction(value)}. Add act.wait(…) or act.waitUntil(…).`,
        { time },
      )
    switch (value.kind) {
      case 'wait':
        assertNonNegative(`${task.from.fullPath}: eventAfterPeriod`, value.period)
        task.until = time + value.period
        return null
      case 'waitUntil':
        if (typeof value.condition !== 'function')
          throw new InputError(`${task.from.fullPath}: waitUntil`, 'a function of the state', value.condition)
        if (value.condition(task.state)) return null
        task.condition = value
        task.until = Number.POSITIVE_INFINITY
        return null
      case 'addReferencePath':
      case 'ptpJointSpace': {
        const { until, text } = this.paths.apply(value, time, task.from)
        task.until = until
        this.log({ time, command: printAction(value), by: task.name, text })
        return null
      }
      case 'parallel':
        value.programs.forEach((program, k) => {
          checkProgram(program)
          this.start(program.name || `${task.name}[${k + 1}]`, program, task.from, task)
        })
        if (task.nChild > 0) task.until = Number.POSITIVE_INFINITY
        return null
      default:
        return value
    }
  }

  private resume({ commands, state, name }: Task): IteratorResult<Action, void> {
    try {
      return commands.next(state)
    } catch (error) {
      if (error instanceof VarioError) throw error
      const text = error instanceof Error ? error.message : String(error)
      const message = `The program ${name} fails at t = ${state.time} s: ${text}`
      throw Object.assign(new VarioError('ACTION', message, { time: state.time }), { cause: error })
    }
  }

  private start(name: string, program: ActionProgram, from: PartPath, parent: Task | null): void {
    const state = new LiveState(this.source, from)
    this.tasks.push({
      ...{ name, from, state, parent, commands: program(actions) },
      ...{ until: Number.NEGATIVE_INFINITY, condition: null, nChild: 0, rest: null },
    })
    if (parent !== null) parent.nChild++
  }

  private end(task: Task): void {
    this.tasks.splice(this.tasks.indexOf(task), 1)
    const { parent } = task
    if (parent !== null && --parent.nChild === 0) parent.until = Number.NEGATIVE_INFINITY
  }

  /** Starts what conditions that have become true lead to. */
  private react(): void {
    for (const watch of this.watches) {
      const isTrue = this.isTrue(watch)
      const hasBecome = isTrue && !watch.wasTrue
      watch.wasTrue = isTrue
      if (hasBecome) this.start(watch.from.fullPath, toProgram(watch.record.reaction), watch.from, null)
    }
  }

  /** A condition on something that is gone is false. */
  private isTrue({ record: { condition }, state }: Watch): boolean {
    try {
      return Boolean(typeof condition === 'string' ? state.value(condition) : condition(state))
    } catch (error) {
      if (error instanceof GoneError) return false
      throw error
    }
  }
}

/** A reaction that is one command becomes a program. */
function toProgram(reaction: Reaction): ActionProgram {
  return function* (act) {
    const result = reaction(act)
    if (isAction(result)) yield result
    else yield* result
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
