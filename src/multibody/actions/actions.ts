/**
 * Actions change the structure of a 3D model while it runs. The program of a model is a generator: what it yields is
 * done, and then it goes on, so that later steps may depend on what has happened.
 */
import { assertKnownName, InputError } from '../../base/index.ts'
import { isPar, type ParNode } from '../../model/index.ts'
import type { JointRecord } from '../parts/index.ts'
import type { ReferencePathOptions } from '../path/index.ts'
import { isTagged } from '../records/index.ts'
import type { PoolStart } from '../structure/index.ts'
import type { WorldState } from './world-state.ts'

/** The record of a joint, whose objects are those of another one if they are not given. */
export type JointChange = WithDefaultObjects<JointRecord>

type WithDefaultObjects<R> = R extends JointRecord
  ? Omit<R, 'obj1' | 'obj2'> & Partial<Pick<R, 'obj1' | 'obj2'>>
  : never

/** How a command that changes the structure does so. */
export interface ChangeOptions {
  /**
   * Makes a perfectly plastic lock (default false): what is locked may move. Velocities jump such that momentum and
   * angular momentum are kept, with the least loss of kinetic energy, which is in the log.
   */
  readonly impulse?: boolean
  /** Switches contacts of the whole scene on or off from here on (default: as they are). */
  readonly contactDetection?: boolean
}

/** Commands that change the structure. */
export type StructureAction =
  | (ChangeOptions & {
      readonly kind: 'attach'
      readonly part: string
      readonly target: string
      /** The command that this is the second half of. */
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
  | { readonly kind: 'setContactDetection'; readonly contactDetection: boolean }

/** Commands that move reference paths. */
export type PathAction =
  | (ReferencePathOptions & { readonly kind: 'addReferencePath'; readonly path: string })
  | {
      readonly kind: 'ptpJointSpace'
      readonly path: string
      readonly points: readonly (readonly number[])[]
    }

/** Commands that wait. */
export type WaitAction =
  | { readonly kind: 'wait'; readonly period: number }
  | { readonly kind: 'waitUntil'; readonly condition: Condition }
  | { readonly kind: 'parallel'; readonly programs: readonly ActionProgram[] }

/** A command of an action program. */
export type Action = StructureAction | PathAction | WaitAction

/** A condition on what is simulated. */
export type Condition = (state: WorldState) => boolean

/** An action program. */
export type ActionProgram = (act: Actions) => Generator<Action, void, WorldState>

/**
 * The commands. Paths are looked up where the program is declared, and then further outside. Objects that are locked
 * have `lockable: true`, and what is moved is an assembly: its root has `assemblyRoot: true`.
 */
export interface Actions {
  /**
   * Fixes the assembly of `part`, which moves freely, to the object `target`, where both are. The two objects are
   * nearer to each other than the `gap` of the scene, and at rest with respect to each other up to what the tolerance
   * allows, unless `impulse` is true.
   */
  attach(part: string, target: string, options?: ChangeOptions): Action
  /** Lets an attached assembly move freely with respect to the world, with the velocity that it has. */
  release(part: string, options?: ChangeOptions): Action
  /** Releases an attached assembly, and fixes it to `target` at once. */
  releaseAndAttach(part: string, target: string, options?: ChangeOptions): Action
  /**
   * Lets a chain walk: fixes its end `part` to `target`, and releases its other end `old`. What carried is carried
   * then; joints keep their names, values and drives.
   */
  flipChain(part: string, target: string, old: string, options?: ChangeOptions): Action
  /** Removes an assembly from the model. */
  delete(part: string, options?: ChangeOptions): Action
  /**
   * Stops a joint where it is: a brake, a latch. It must be at rest, unless `impulse` is true. Its values stay in the
   * results.
   */
  lock(joint: string, options?: ChangeOptions): Action
  /** Lets a joint that was locked move again. */
  unlock(joint: string, options?: ChangeOptions): Action
  /** Removes a joint: what hung on it moves freely, as an assembly. */
  disconnect(joint: string, options?: ChangeOptions): Action
  /**
   * Replaces a joint, also the free motion or the lock of an assembly by the name of its root, by one of another kind or
   * between other objects: `changeJoint('hinge', Spherical({ obj1: 'arm', obj2: 'hand' }))`, or without objects, which
   * stay then, `changeJoint('hinge', { kind: 'Spherical' })`. Objects stay where they are, and positions and velocities
   * of the joint follow from that. The objects are where the new joint lets them be, up to the `gap` of the scene and an
   * angle of gap/nominalLength. Motion that it does not allow is lost if `impulse` is true, and an error otherwise.
   * Start values need not be given; those that are given choose the number of turns, and are errors if they are not
   * those of the present motion. If the joint connects what others carry, one of the two is an assembly that moves
   * freely, and does so no more; what the old joint has carried moves freely then. Results that had another size before
   * stand under the new kind: `hinge.Universal.phi`.
   */
  changeJoint(joint: string, record: ParNode<JointRecord> | JointChange, options?: ChangeOptions): Action
  /**
   * Takes a new one out of a pool. Its root moves freely with respect to the world from here on: translation [m],
   * Cardan angles `rotation` [rad], velocity [m/s] and angularVelocity [rad/s], in the axes of the world, as for a free
   * Object3D; what is not given is as in the template. Its name, such as 'crates[3]', is `added` of the state that
   * `yield` returns; its objects are 'crates[3].body' and so on. Numbers are never used twice.
   */
  add(pool: string, start?: PoolStart, options?: ChangeOptions): Action
  /** Switches contacts of the whole scene on or off. */
  setContactDetection(isOn: boolean): Action
  /**
   * Puts the `ReferencePath` at `path`, which is at rest, to a position, and gives it limits for the motions to come;
   * what is not given stays.
   */
  addReferencePath(path: string, options: ReferencePathOptions): Action
  /**
   * Moves the `ReferencePath` at `path` from where it is through points, one list of positions per point [m or rad],
   * all axes in step, and goes on when it has arrived. What follows the path may still be on its way then.
   */
  ptpJointSpace(path: string, points: readonly (readonly number[])[]): Action
  /** Waits for a period [s]. */
  wait(period: number): Action
  /** An event after a period [s]; then the next command. */
  eventAfterPeriod(period: number): Action
  /** Waits until a condition is fulfilled, which is located as an event; not at all if it is already. */
  waitUntil(condition: Condition): Action
  /** Runs several programs at once, and goes on when all have ended. */
  parallel(...programs: ActionProgram[]): Action
}

/** The commands as data. */
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
  setContactDetection: (contactDetection) => ({ kind: 'setContactDetection', contactDetection }),
  addReferencePath: (path, options) => ({ ...options, kind: 'addReferencePath', path }),
  ptpJointSpace: (path, points) => ({ kind: 'ptpJointSpace', path, points }),
  wait: (period) => ({ kind: 'wait', period }),
  eventAfterPeriod: (period) => ({ kind: 'wait', period }),
  waitUntil: (condition) => ({ kind: 'waitUntil', condition }),
  parallel: (...programs) => ({ kind: 'parallel', programs }),
}

/** What is no map of options would do nothing without a word. */
function readOptions(kind: string, options: unknown): ChangeOptions {
  if (options === undefined) return {}
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return options
  throw new InputError(`actions: ${kind}: options`, 'a map { impulse, contactDetection }', options)
}

const KINDS: ReadonlySet<string> = new Set(Object.keys(actions))

/** Whether a program has yielded a command. */
export function isAction(value: unknown): value is Action {
  return typeof value === 'object' && value !== null && 'kind' in value && KINDS.has(String(value.kind))
}

/** What the commands that change the structure are given besides options. */
const ARGUMENTS: Readonly<Record<StructureAction['kind'], readonly string[]>> = {
  ...{ attach: ['part', 'target', 'secondHalfOf'], release: ['part'], releaseAndAttach: ['part', 'target'] },
  ...{ flipChain: ['part', 'target', 'old'], delete: ['part'], lock: ['joint'], unlock: ['joint'] },
  ...{ disconnect: ['joint'], changeJoint: ['joint', 'record'], add: ['pool', 'start'] },
  setContactDetection: [],
}

/** Checks the options of a command: a misspelled one would do nothing without a word. */
export function checkOptions(action: StructureAction): void {
  const { kind } = action
  const path = `actions: ${kind}`
  const options: Readonly<Record<string, unknown>> = { ...action }
  for (const key of Object.keys(options)) {
    if (key === 'kind' || ARGUMENTS[kind].includes(key)) continue
    assertKnownName(`${path}: options`, key, ['impulse', 'contactDetection'])
    const isGiven = options[key] !== undefined || kind === 'setContactDetection'
    if (isGiven && typeof options[key] !== 'boolean')
      throw new InputError(`${path}: ${key}`, 'true or false', options[key])
  }
}

/** A command as users write it, for messages and the log. */
export function printAction(action: Action): string {
  if (action.kind === 'attach' && action.secondHalfOf !== undefined) return printAction(action.secondHalfOf)
  const show = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value))
  switch (action.kind) {
    case 'wait':
      return `wait(${action.period})`
    case 'waitUntil':
      return `waitUntil(${shorten(String(action.condition).replace(/\s+/g, ' '))})`
    case 'parallel':
      return `parallel(${action.programs.map((program) => program?.name || '…').join(', ')})`
    case 'addReferencePath':
      return `addReferencePath('${action.path}', …)`
    case 'ptpJointSpace':
      return `ptpJointSpace('${action.path}', ${action.points.length} points)`
    case 'setContactDetection':
      return `setContactDetection(${action.contactDetection})`
    case 'add':
      return `add('${action.pool}', ${printStart(action.start)})`
    case 'changeJoint':
      return `changeJoint('${action.joint}', ${[`${kindOf(action.record)}(…)`, ...printOptions(action)].join(', ')})`
    default: {
      const { kind, impulse, contactDetection, ...rest } = action
      return `${kind}(${[...Object.values(rest).map(show), ...printOptions(action)].join(', ')})`
    }
  }
}

/** The options that are given, as one argument. */
function printOptions({ impulse, contactDetection }: ChangeOptions): string[] {
  const given = Object.entries({ impulse, contactDetection }).filter(([, value]) => value !== undefined)
  return given.length === 0 ? [] : [`{ ${given.map(([key, value]) => `${key}: ${value}`).join(', ')} }`]
}

/** What is written in place of a record need not be one. */
function kindOf(record: unknown): string {
  return isTagged(record) ? record.kind : '?'
}

/** Longest text of a condition in messages. */
const MAX_LENGTH = 100

function shorten(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}

function printStart(start: unknown): string {
  if (typeof start !== 'object' || start === null) return String(start)
  const items = Object.entries(start).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return items.length === 0 ? '{}' : `{ ${items.join(', ')} }`
}
