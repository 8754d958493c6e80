/**
 * Actions change the structure of a 3D model while it runs. The program of a model is a generator: it continues after
 * each yielded command is done, so that later steps may depend on the state.
 */

import { assertKnownName, InputError } from '../../base/index.ts'
import { isPar, type ParNode } from '../../model/index.ts'
import type { ActionRecord } from '../../results/index.ts'
import type { AssignedValue } from '../../simulation/index.ts'
import type { ReferencePathOptions } from '../elements/index.ts'
import type { JointRecord } from '../parts/joints/index.ts'
import { isTagged } from '../records/index.ts'
import type { PoolStart } from '../structure/index.ts'
import type { WorldState } from './world-state.ts'

/** The record of a joint; its objects default to those of another joint. */
export type JointChange = JointRecord extends infer R
  ? R extends JointRecord
    ? Omit<R, 'obj1' | 'obj2'> & Partial<Pick<R, 'obj1' | 'obj2'>>
    : never
  : never

/** Options of commands that change the structure. */
export interface ChangeOptions {
  /**
   * Makes a perfectly plastic lock (default false): the locked objects may move. Velocities jump such that momentum and
   * angular momentum are conserved, with the least loss of kinetic energy, which the log states.
   */
  readonly impulse?: boolean
  /** Switches contacts of the whole scene on or off from now on (default: unchanged). */
  readonly enableContactDetection?: boolean
}

/** Commands that change the structure. */
export type StructureAction =
  | (ChangeOptions & {
      readonly kind: 'attach'
      readonly part: string
      readonly target: string
      /** The command whose second half this is. */
      readonly secondHalfOf?: StructureAction
    })
  | (ChangeOptions & { readonly kind: 'release'; readonly part: string })
  | (ChangeOptions & { readonly kind: 'releaseAndAttach'; readonly part: string; readonly target: string })
  | (ChangeOptions & {
      readonly kind: 'flipChain'
      readonly part: string
      readonly target: string
      readonly old: string
    })
  | (ChangeOptions & { readonly kind: 'delete'; readonly part: string })
  | (ChangeOptions & { readonly kind: 'lock'; readonly joint: string })
  | (ChangeOptions & { readonly kind: 'unlock'; readonly joint: string })
  | (ChangeOptions & { readonly kind: 'disconnect'; readonly joint: string })
  | (ChangeOptions & { readonly kind: 'changeJoint'; readonly joint: string; readonly record: JointChange })
  | (ChangeOptions & { readonly kind: 'add'; readonly pool: string; readonly start: PoolStart })
  | { readonly kind: 'enableContactDetection'; readonly enableContactDetection: boolean }

/** Commands that move reference paths. */
export type PathAction =
  | (ReferencePathOptions & { readonly kind: 'addReferencePath'; readonly path: string })
  | {
      readonly kind: 'ptpJointSpace'
      readonly path: string
      readonly points: readonly (readonly number[])[]
    }

/** The command that sets a variable. */
export interface SetAction {
  readonly kind: 'set'
  readonly name: string
  readonly value: AssignedValue
}

/** Commands that wait. */
export type WaitAction =
  | { readonly kind: 'wait'; readonly period: number }
  | { readonly kind: 'waitUntil'; readonly condition: Condition | string }
  | { readonly kind: 'parallel'; readonly programs: readonly ActionProgram[] }

/** A command of an action program. */
export type Action = StructureAction | PathAction | SetAction | WaitAction

/** A condition on the simulated state. */
export type Condition = (state: WorldState) => boolean

/** An action program. */
export type ActionProgram = (act: Actions) => Generator<Action, void, WorldState>

/**
 * The commands. Paths are resolved where the program is declared, and then in the enclosing models. Objects of locks
 * need `lockable: true`; only assemblies move: their root has `assemblyRoot: true`.
 */
export interface Actions {
  /**
   * Fixes the assembly of `part`, which moves freely, to the object `target` at their present poses. The distance of
   * the two objects must be less than the `gap` of the scene, and they must be at relative rest within the tolerance,
   * unless `impulse` is true.
   */
  attach(part: string, target: string, options?: ChangeOptions): Action
  /** Frees an attached assembly: it moves freely with respect to the world, with its present velocity. */
  release(part: string, options?: ChangeOptions): Action
  /** Releases an attached assembly, and fixes it to `target` at the same instant. */
  releaseAndAttach(part: string, target: string, options?: ChangeOptions): Action
  /**
   * Flips a chain that walks: fixes its end `part` to `target`, and releases its other end `old`. The carrying end
   * becomes the carried one; joints keep their names, values and drives.
   */
  flipChain(part: string, target: string, old: string, options?: ChangeOptions): Action
  /** Removes an assembly from the model. */
  delete(part: string, options?: ChangeOptions): Action
  /**
   * Locks a joint at its present position: a brake, a latch. It must be at rest, unless `impulse` is true. Its values
   * stay in the results.
   */
  lock(joint: string, options?: ChangeOptions): Action
  /** Unlocks a joint: it moves again. */
  unlock(joint: string, options?: ChangeOptions): Action
  /** Removes a joint: the detached part moves freely, as an assembly. */
  disconnect(joint: string, options?: ChangeOptions): Action
  /**
   * Replaces a joint, also the free motion or the lock of an assembly by the name of its root, by one of another kind
   * or between other objects: `changeJoint('hinge', Spherical({ obj1: 'arm', obj2: 'hand' }))`, or without objects,
   * which stay the same, `changeJoint('hinge', { kind: 'Spherical' })`. Objects stay where they are; positions and
   * velocities of the joint follow. Their pose must satisfy the new joint, up to the `gap` of the scene and an angle of
   * gap/nominalLength. Motion that it does not allow is lost if `impulse` is true, and an error otherwise. Start values
   * are optional; given ones choose the number of turns, and are errors if they differ from the present motion. If
   * other joints carry both objects, one of the two is an assembly that moves freely until then; the object that the
   * old joint carried moves freely afterwards. Results that had another size before are named by the new kind:
   * `hinge.Universal.phi`.
   */
  changeJoint(joint: string, record: ParNode<JointRecord> | JointChange, options?: ChangeOptions): Action
  /**
   * Adds an instance of a pool. Its root moves freely with respect to the world from now on: translation [m], Cardan
   * angles `rotation` [rad], velocity [m/s] and angularVelocity [rad/s], in the axes of the world, as for a free
   * Object3D; missing values are those of the template. Its name, such as 'crates[3]', is `added` of the state that
   * `yield` returns; its objects are 'crates[3].body' and so on. Numbers are never reused.
   */
  add(pool: string, start?: PoolStart, options?: ChangeOptions): Action
  /** Switches contacts of the whole scene on or off. */
  enableContactDetection(isOn: boolean): Action
  /**
   * Sets the position of the `ReferencePath` at `path`, which is at rest, and its limits for the following motions;
   * missing ones stay the same.
   */
  addReferencePath(path: string, options: ReferencePathOptions): Action
  /**
   * Moves the `ReferencePath` at `path` from its present position through points, one list of positions per point [m or
   * rad], with synchronized axes, and waits for its arrival. A drive that follows the path may still be moving then.
   */
  ptpJointSpace(path: string, points: readonly (readonly number[])[]): Action
  /**
   * Sets a parameter, an input of the model, a state, or a discrete variable that `when` equations assign. Numbers are in
   * SI units, lists are arrays. The program continues when the equations have taken the value over.
   */
  set(name: string, value: AssignedValue): Action
  /** Waits for a period [s]. */
  wait(period: number): Action
  /** Creates an event after a period [s], then continues. */
  eventAfterPeriod(period: number): Action
  /**
   * Waits for a condition, which is located as an event; continues at once if it is fulfilled already. A name means a
   * Boolean variable of the equations.
   */
  waitUntil(condition: Condition | string): Action
  /** Runs several programs in parallel, and continues when all have ended. */
  parallel(...programs: ActionProgram[]): Action
}

/** Creates the commands as data. */
export const actions: Actions = {
  attach: (part, target, options) => ({ ...readOptions('attach', options), kind: 'attach', part, target }),
  release: (part, options) => ({ ...readOptions('release', options), kind: 'release', part }),
  releaseAndAttach: (part, target, options) => ({
    ...readOptions('releaseAndAttach', options),
    kind: 'releaseAndAttach',
    part,
    target,
  }),
  flipChain: (part, target, old, options) => ({
    ...readOptions('flipChain', options),
    kind: 'flipChain',
    part,
    target,
    old,
  }),
  delete: (part, options) => ({ ...readOptions('delete', options), kind: 'delete', part }),
  lock: (joint, options) => ({ ...readOptions('lock', options), kind: 'lock', joint }),
  unlock: (joint, options) => ({ ...readOptions('unlock', options), kind: 'unlock', joint }),
  disconnect: (joint, options) => ({ ...readOptions('disconnect', options), kind: 'disconnect', joint }),
  changeJoint: (joint, record, options) => ({
    ...readOptions('changeJoint', options),
    kind: 'changeJoint',
    joint,
    record: (isPar(record) ? record.value : record) as JointChange,
  }),
  add: (pool, start = {}, options) => ({ ...readOptions('add', options), kind: 'add', pool, start }),
  enableContactDetection: (enableContactDetection) => ({
    kind: 'enableContactDetection',
    enableContactDetection,
  }),
  addReferencePath: (path, options) => ({ ...options, kind: 'addReferencePath', path }),
  ptpJointSpace: (path, points) => ({ kind: 'ptpJointSpace', path, points }),
  set: (name, value) => ({ kind: 'set', name, value }),
  wait: (period) => ({ kind: 'wait', period }),
  eventAfterPeriod: (period) => ({ kind: 'wait', period }),
  waitUntil: (condition) => ({ kind: 'waitUntil', condition }),
  parallel: (...programs) => ({ kind: 'parallel', programs }),
}

/** Checks that options are a map: anything else would be ignored silently. */
function readOptions(kind: string, options: unknown): ChangeOptions {
  if (options === undefined) return {}
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return options
  throw new InputError(`actions: ${kind}: options`, 'a map { impulse, enableContactDetection }', options)
}

const KINDS: ReadonlySet<string> = new Set(Object.keys(actions))

/** True if a program has yielded a command. */
export function isAction(value: unknown): value is Action {
  return typeof value === 'object' && value !== null && 'kind' in value && KINDS.has(String(value.kind))
}

/** Arguments of the commands that change the structure, besides options. */
const ARGUMENTS: Readonly<Record<StructureAction['kind'], readonly string[]>> = {
  ...{ attach: ['part', 'target', 'secondHalfOf'], release: ['part'], releaseAndAttach: ['part', 'target'] },
  ...{ flipChain: ['part', 'target', 'old'], delete: ['part'], lock: ['joint'], unlock: ['joint'] },
  ...{ disconnect: ['joint'], changeJoint: ['joint', 'record'], add: ['pool', 'start'] },
  enableContactDetection: [],
}

/** Checks the options of a command: a misspelled one would be ignored silently. */
export function checkOptions(action: StructureAction): void {
  const { kind } = action
  const path = `actions: ${kind}`
  const options: Readonly<Record<string, unknown>> = { ...action }
  for (const key of Object.keys(options)) {
    if (key === 'kind' || ARGUMENTS[kind].includes(key)) continue
    assertKnownName(`${path}: options`, key, ['impulse', 'enableContactDetection'])
    const isGiven = options[key] !== undefined || kind === 'enableContactDetection'
    if (isGiven && typeof options[key] !== 'boolean')
      throw new InputError(`${path}: ${key}`, 'true or false', options[key])
  }
}

/** Prints a command as users write it, for messages and the log. */
export function printAction(action: Action): string {
  if (action.kind === 'attach' && action.secondHalfOf !== undefined) return printAction(action.secondHalfOf)
  const show = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value))
  switch (action.kind) {
    case 'wait':
      return `wait(${action.period})`
    case 'waitUntil':
      return `waitUntil(${printCondition(action.condition)})`
    case 'set':
      return `set('${action.name}', ${JSON.stringify(action.value)})`
    case 'parallel':
      return `parallel(${action.programs.map((program) => program?.name || '…').join(', ')})`
    case 'addReferencePath':
      return `addReferencePath('${action.path}', …)`
    case 'ptpJointSpace':
      return `ptpJointSpace('${action.path}', ${action.points.length} points)`
    case 'enableContactDetection':
      return `enableContactDetection(${action.enableContactDetection})`
    case 'add':
      return `add('${action.pool}', ${printStart(action.start)})`
    case 'changeJoint':
      return `changeJoint('${action.joint}', ${[`${kindOf(action.record)}(…)`, ...printOptions(action)].join(', ')})`
    default: {
      const { kind, impulse, enableContactDetection, ...rest } = action
      return `${kind}(${[...Object.values(rest).map(show), ...printOptions(action)].join(', ')})`
    }
  }
}

/** The given options, as one argument. */
function printOptions({ impulse, enableContactDetection }: ChangeOptions): string[] {
  const given = Object.entries({ impulse, enableContactDetection }).filter(([, value]) => value !== undefined)
  return given.length === 0 ? [] : [`{ ${given.map(([key, value]) => `${key}: ${value}`).join(', ')} }`]
}

/** Kind of a record, which may be invalid. */
function kindOf(record: unknown): string {
  return isTagged(record) ? record.kind : '?'
}

function printCondition(condition: Condition | string): string {
  return typeof condition === 'string' ? `'${condition}'` : shorten(String(condition).replace(/\s+/g, ' '))
}

/** Maximum length of a condition in messages. */
const MAX_LENGTH = 100

function shorten(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}

function printStart(start: unknown): string {
  if (typeof start !== 'object' || start === null) return String(start)
  const items = Object.entries(start).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return items.length === 0 ? '{}' : `{ ${items.join(', ')} }`
}

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

/** A line of the log. */
export function printRecord({ command, by, text, lostEnergy }: ActionRecord): string {
  const loss = lostEnergy === undefined ? '' : `, ${lostEnergy.toPrecision(6)} J are lost`
  return `${text}${loss} (${by}: ${command})`
}
