/**
 * Runs the programs of a model: its own and those of its components, parallel ones, and the reactions to conditions.
 * Each of them is ready, or waits for a time, a condition, or other programs.
 */
import { assertNonNegative, InputError, VarioError } from '../../base/index.ts'
import type { ActionRecord } from '../../results/index.ts'
import type { PartPath } from '../parts/index.ts'
import {
  type Action,
  type ActionProgram,
  type Condition,
  isAction,
  MadeCommands,
  printAction,
  type SetAction,
  type StructureAction,
} from './actions.ts'
import type { ReferencePaths } from './path-commands.ts'
import { placeError } from './place-error.ts'
import { type Reaction, WatchedCondition, type WhenRecord } from './when.ts'
import { LiveState, type StateSource, type WorldState } from './world-state.ts'

/** Maximum number of commands at one instant. */
const MAX_COMMANDS = 10_000
/** Maximum number of reactions to one condition at one instant: more mean that another command undoes the reaction. */
const MAX_REACTIONS = 100

/** A program in progress. */
interface Task {
  /** For messages and the log. */
  readonly name: string
  readonly from: PartPath
  state: LiveState
  readonly commands: Generator<Action, void, WorldState>
  readonly made: MadeCommands
  /** The program that waits for this one; null: none. */
  readonly parent: Task | null
  /** Time for which it waits [s]: Infinity for a condition or other programs, -Infinity if it is ready. */
  until: number
  /** The command with the condition for which it waits; null: none. */
  waiting: { readonly action: Action; readonly condition: WatchedCondition } | null
  /** Number of programs for which it waits. */
  nChild: number
  /** Rest of a command in progress. */
  rest: StructureAction | null
}

/** A reaction to a condition. */
interface Watch {
  readonly from: PartPath
  readonly reaction: Reaction
  readonly condition: WatchedCondition
  /** True if the condition was true at the last event. */
  wasTrue: boolean
  /** Reactions at the present instant. */
  nReaction: number
}

/** A command that is due. */
export interface DueCommand {
  readonly action: StructureAction | SetAction
  /** Name of the program. */
  readonly by: string
  readonly from: PartPath
  /** Stores the rest of it for the next segment, and the name of the added instance. */
  readonly leave: (rest: StructureAction | null, added: string | null) => void
}

export class ProgramRunner {
  private readonly tasks: Task[] = []
  private readonly watches: readonly Watch[]
  /** Commands that programs have created, but had not yielded when they ended. */
  readonly forgotten: { readonly name: string; readonly command: string }[] = []
  /** Time of the last command [s], and number of commands at that time. */
  private lastTime = Number.NaN
  private nCommand = 0

  constructor(
    private readonly source: StateSource,
    private readonly paths: ReferencePaths,
    private readonly log: (record: ActionRecord) => void,
    programs: readonly (PartPath & { readonly program: ActionProgram })[],
    whens: readonly (PartPath & { readonly record: WhenRecord })[],
  ) {
    for (const { path, fullPath, program } of programs)
      this.start(fullPath, program, { path, fullPath }, null)
    this.watches = whens.map(({ path, fullPath, record }) => {
      const place = { path, fullPath }
      const { condition, reaction } = record
      return {
        ...{ from: place, reaction, wasTrue: false, nReaction: 0 },
        condition: new WatchedCondition(
          new LiveState(source, place),
          // expressions of the equations have become names
          toEvaluation(condition as Condition | string),
          `the condition of ${fullPath}`,
        ),
      }
    })
  }

  /** Time of the next command [s]; Infinity: none is known. */
  get nextTime(): number {
    let next = Number.POSITIVE_INFINITY
    for (const { until } of this.tasks) if (until < next) next = until
    return next
  }

  /** True while conditions must be checked. */
  get hasConditions(): boolean {
    return this.watches.length > 0 || this.tasks.some(({ waiting }) => waiting !== null)
  }

  /** Evaluates all conditions: `isDue` is true if one demands an event now, `margin` is the least of their margins. */
  look(): { readonly isDue: boolean; readonly margin: number } {
    const { tolerance } = this.source
    let isDue = false
    let margin = 1
    for (const { condition, wasTrue } of this.watches) {
      condition.look(tolerance)
      isDue ||= condition.isTrue !== wasTrue
      margin = Math.min(margin, condition.margin)
    }
    for (const { waiting } of this.tasks) {
      if (waiting === null) continue
      waiting.condition.look(tolerance)
      isDue ||= waiting.condition.isTrue
      margin = Math.min(margin, waiting.condition.margin)
    }
    return { isDue, margin }
  }

  /** Continues all programs up to a command that changes the structure or a variable, and returns it; null: all wait. */
  next(time: number): DueCommand | null {
    if (time !== this.lastTime) {
      this.nCommand = 0
      for (const watch of this.watches) watch.nReaction = 0
    }
    this.lastTime = time
    this.look()
    this.react()
    for (const task of this.tasks) {
      if (!task.waiting?.condition.isTrue) continue
      task.waiting = null
      task.until = Number.NEGATIVE_INFINITY
    }
    const due = this.findDue(time)
    for (const { condition } of this.watches) condition.pass()
    for (const { waiting } of this.tasks) waiting?.condition.pass()
    return due
  }

  private findDue(time: number): DueCommand | null {
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
        leave: (rest, added) => {
          task.rest = rest
          if (added !== null) task.state = task.state.withAdded(added)
        },
      }
    }
  }

  /** Programs that still wait for a condition, with the command. */
  listWaiting(): { readonly name: string; readonly command: string; readonly gone: string | null }[] {
    return this.tasks.flatMap(({ name, waiting }) =>
      waiting === null ? [] : [{ name, command: printAction(waiting.action), gone: waiting.condition.gone }],
    )
  }

  /** The next command that changes the structure or a variable; null: the program waits or has ended. */
  private advance(task: Task, time: number): StructureAction | SetAction | null {
    const { done, value } = resume(task)
    if (done) {
      this.end(task)
      return null
    }
    if (!isAction(value))
      throw placeError(
        new InputError(
          `${task.from.fullPath}: yield`,
          isGenerator(value) ? EXPECTED_STAR : EXPECTED_COMMAND,
          value,
        ),
        `the program ${task.name}`,
        time,
      )
    task.made.yielded(value)
    if (++this.nCommand > MAX_COMMANDS)
      throw new VarioError(
        'ACTION',
        `${task.name}: expected at most ${MAX_COMMANDS} commands at one instant, got more at t = ${time} s; the ` +
          `last one was ${printAction(value)}. Add act.wait(…) or act.waitUntil(…).`,
        { time },
      )
    try {
      return this.begin(task, value, time)
    } catch (error) {
      throw placeError(error, printAction(value), time)
    }
  }

  /** Starts the wait of a command, or returns the command. */
  private begin(task: Task, value: Action, time: number): StructureAction | SetAction | null {
    switch (value.kind) {
      case 'wait':
        assertNonNegative(`${task.from.fullPath}: wait`, value.period)
        task.until = time + value.period
        return null
      case 'waitUntil':
        if (typeof value.condition !== 'function' && typeof value.condition !== 'string')
          throw new InputError(
            `${task.from.fullPath}: waitUntil`,
            'a function of the state, or the name of a Boolean variable of the equations',
            value.condition,
          )
        return this.wait(task, value)
      case 'addReferencePath':
      case 'ptpJointSpace': {
        const { until, text } = this.paths.apply(value, time, task.from)
        task.until = until
        this.log({ time, command: printAction(value), by: task.name, text })
        return null
      }
      case 'parallel':
        value.programs.forEach((program, k) => {
          checkProgram(program, `${task.from.fullPath}: parallel`)
          this.start(program.name || `${task.name}[${k + 1}]`, program, task.from, task)
        })
        if (task.nChild > 0) task.until = Number.POSITIVE_INFINITY
        return null
      default:
        return value
    }
  }

  /** Waits for a condition, unless it is fulfilled already. */
  private wait(task: Task, action: Extract<Action, { kind: 'waitUntil' }>): null {
    const condition = new WatchedCondition(
      task.state,
      toEvaluation(action.condition),
      `${task.name}: ${printAction(action)}`,
    )
    condition.look(this.source.tolerance)
    if (condition.isTrue) return null
    task.waiting = { action, condition }
    task.until = Number.POSITIVE_INFINITY
    return null
  }

  private start(name: string, program: ActionProgram, from: PartPath, parent: Task | null): void {
    const state = new LiveState(this.source, from)
    const made = new MadeCommands()
    const commands: unknown = program(made.actions)
    if (!isGenerator(commands)) throw new InputError(from.fullPath, EXPECTED_PROGRAM, commands)
    this.tasks.push({
      ...{ name, from, state, parent, commands, made },
      ...{ until: Number.NEGATIVE_INFINITY, waiting: null, nChild: 0, rest: null },
    })
    if (parent !== null) parent.nChild++
  }

  private end(task: Task): void {
    for (const command of task.made.list()) this.forgotten.push({ name: task.name, command })
    this.tasks.splice(this.tasks.indexOf(task), 1)
    const { parent } = task
    if (parent !== null && --parent.nChild === 0) parent.until = Number.NEGATIVE_INFINITY
  }

  /** Starts the reactions to conditions that have become true. */
  private react(): void {
    for (const watch of this.watches) {
      const { condition, reaction, from, wasTrue } = watch
      watch.wasTrue = condition.isTrue
      if (!condition.isTrue || wasTrue) continue
      if (++watch.nReaction > MAX_REACTIONS)
        throw new VarioError(
          'ACTION',
          `${from.fullPath}: expected a condition that becomes true at most ${MAX_REACTIONS} times at t = ${this.lastTime} s, ` +
            'got more: another command or equation undoes its reaction. Check them.',
          { time: this.lastTime },
        )
      this.start(from.fullPath, toProgram(reaction), from, null)
    }
  }
}

/** Continues a program until it yields. */
function resume({ commands, state, name }: Task): IteratorResult<Action, void> {
  try {
    return commands.next(state)
  } catch (error) {
    throw placeError(error, `the program ${name}`, state.time)
  }
}

function toEvaluation(condition: Condition | string): (state: LiveState) => unknown {
  return typeof condition === 'string' ? (state) => state.isTrue(condition) : condition
}

function isGenerator(value: unknown): value is Generator<Action, void, WorldState> {
  return typeof value === 'object' && value !== null && 'next' in value && typeof value.next === 'function'
}

const EXPECTED_COMMAND = 'a command: yield act.attach(…)'
const EXPECTED_STAR = `${EXPECTED_COMMAND}; run a program inside of a program by yield* program(act)`
const EXPECTED_PROGRAM = 'a generator function: function* (act) { yield act.attach(…) }'

/** Converts a reaction of one command into a program. */
function toProgram(reaction: Reaction): ActionProgram {
  return function* (act) {
    const result: unknown = reaction(act)
    if (isAction(result)) yield result
    else if (isGenerator(result)) yield* result
    else throw new InputError('reaction', 'a command, (act) => act.release(…), or a program', result)
  }
}

/** Asserts that a member of a model, or an argument, is a program. */
export function checkProgram(program: unknown, path: string): asserts program is ActionProgram {
  if (typeof program !== 'function') throw new InputError(path, EXPECTED_PROGRAM, program)
}
