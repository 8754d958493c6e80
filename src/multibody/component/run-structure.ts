import { VarioError } from '../../base/index.ts'
import type { ActionRecord } from '../../results/index.ts'
import type { ComponentEvent, SegmentContext } from '../../simulation/index.ts'
import {
  type AppliedChange,
  createLockLimits,
  type DueCommand,
  isWhenRecord,
  type ProgramMember,
  ProgramRunner,
  printAction,
  printRecord,
  ReferencePaths,
  type StateSource,
  type StructureAction,
  StructureChanges,
} from '../actions/index.ts'
import { checkElement } from '../elements/index.ts'
import type { Impacts } from '../impulses/index.ts'
import type { CutJoint, LastChange } from '../loop-closing/index.ts'
import {
  FeatureReader,
  isObject3DRecord,
  joinPath,
  nameTemplate,
  type Part,
  type PartList,
} from '../parts/index.ts'
import { isJointRecord, type OrientationStart } from '../parts/joints/index.ts'
import {
  findInScopes,
  type JointNode,
  type PoolNode,
  readStructure,
  type Structure,
} from '../structure/index.ts'
import type { World } from '../world/index.ts'

/** Advice for conditions that hold for a short time. */
const SHORT = 'One that holds for less than a step may be missed: limit the steps by maxStep.'

/** The structure of a run, across segments, and the programs that change it. */
export class RunStructure implements StateSource {
  /** The actions until now. */
  readonly records: ActionRecord[] = []
  readonly runner: ProgramRunner
  /** True if something may change the structure. */
  readonly hasPrograms: boolean
  /** Reads masses and contact laws of objects. */
  readonly features: FeatureReader
  private readonly changes: StructureChanges
  private readonly limits: ReturnType<typeof createLockLimits>
  private readonly paths = new ReferencePaths(() => this.present!.segment)
  /** Adds a line to the log of the run. */
  private log: ComponentEvent['log'] | null = null
  /** The present segment; set before its first use. */
  private present: {
    readonly world: World
    readonly segment: SegmentContext
    readonly cuts: readonly CutJoint[]
    readonly impacts: Impacts
  } | null = null
  /** Objects that no event has seen yet; null: all are new, because the run begins. */
  private newcomers: Set<string> | null = null
  /** Joints by their paths, which conditions use at every look; null before the first use. */
  private jointsOf: {
    readonly structure: Structure
    readonly joints: ReadonlyMap<string, JointNode>
  } | null = null
  /** Paths of all objects and joints of the run, also of removed ones. */
  private readonly known = new Map<string, true>()
  private readonly order = new Map<string, number>()

  constructor(
    segment: SegmentContext,
    parts: readonly Part[],
    partList: PartList,
    programs: readonly ProgramMember[],
  ) {
    const structure = readStructure(segment.path, parts, partList.readFlangeJoints(segment))
    for (const pool of structure.pools.values()) checkPool(pool)
    this.limits = createLockLimits(structure.scene, segment.tolerance)
    this.changes = new StructureChanges(structure, this.limits)
    this.features = new FeatureReader(structure.scene.tables)
    const whens = parts.flatMap(({ path, fullPath, record }) =>
      isWhenRecord(record) ? [{ path, fullPath, record }] : [],
    )
    const placed = programs.map((member) => ({ ...member, fullPath: joinPath(segment.path, member.path) }))
    this.hasPrograms = programs.length > 0 || whens.length > 0
    this.runner = new ProgramRunner(this, this.paths, (record) => this.note(record), placed, whens)
    this.remember()
  }

  get structure(): Structure {
    return this.changes.structure
  }

  /** Place of an object among all of the run, in the order of the model. */
  orderOf(path: string): number {
    return this.order.get(path) ?? this.order.size
  }

  get joints(): ReadonlyMap<string, JointNode> {
    const { structure } = this.changes
    if (this.jointsOf?.structure !== structure)
      this.jointsOf = { structure, joints: new Map(structure.joints.map((joint) => [joint.path, joint])) }
    return this.jointsOf.joints
  }

  /** True while contact detection is on. */
  get hasContacts(): boolean {
    return this.changes.hasContacts
  }

  get world(): World {
    return this.present!.world
  }

  get tolerance(): number {
    return this.present!.segment.tolerance
  }

  get time(): number {
    return this.world.motion.time
  }

  variable(name: string): (() => unknown) | undefined {
    return this.present!.segment.variable(name)
  }

  variableNames(): string[] {
    return this.present!.segment.variableNames()
  }

  readonly wasThere = (from: string, reference: string): boolean =>
    findInScopes(this.known, from, reference) === true

  /** Begins a segment. */
  enterSegment(world: World, segment: SegmentContext, cuts: readonly CutJoint[], impacts: Impacts): void {
    this.present = { world, segment, cuts, impacts }
  }

  listImpacts(): ReturnType<Impacts['listAt']> {
    return this.present!.impacts.listAt(this.time)
  }

  readCutAxis(joint: JointNode, name: string, index: number): readonly [number, number] | null {
    return this.followCut(joint)?.readAxis(name, index) ?? null
  }

  readCutOrientation(joint: JointNode): OrientationStart | null {
    return this.followCut(joint)?.rotation?.present ?? null
  }

  /** A cut joint in its present motion. */
  private followCut(joint: JointNode): CutJoint | undefined {
    const cut = this.present!.cuts.find((entry) => entry.joint === joint)
    cut?.follow(this.world.motion, this.time)
    return cut
  }

  /** Objects that have been added since the last call; null if none. */
  takeNewcomers(): ((path: string) => boolean) | null {
    const { newcomers } = this
    if (newcomers?.size === 0) return null
    this.newcomers = new Set()
    return newcomers === null ? () => true : (path) => newcomers.has(path)
  }

  /** All present parts: those of the model, and added ones. */
  listParts(declared: readonly Part[]): readonly Part[] {
    const { instances } = this.structure
    return instances.size === 0
      ? declared
      : [...declared, ...Array.from(instances.values(), ({ parts }) => parts).flat()]
  }

  /** All parts that have been added from pools until now, also removed ones. */
  listEverAdded(): Part[] {
    return [...this.structure.pools.values()].flatMap(({ path, fullPath, parts, nAdded }) =>
      Array.from({ length: nAdded }, (_, k) => k + 1).flatMap((k) =>
        nameTemplate({ path: `${path}[${k}]`, fullPath: `${fullPath}[${k}]` }, parts),
      ),
    )
  }

  /** Executes the actions that are due. True if the structure has changed: the rest waits for the next segment. */
  act(event: ComponentEvent): boolean {
    this.log = event.log
    const due = this.runner.next(event.time)
    if (this.paths.takeChanges()) event.repeat()
    if (due === null) return false
    const { action, by, from, leave } = due
    if (action.kind === 'set') {
      event.set(action.name, action.value, from.path)
      this.note({ time: event.time, command: printAction(action), by, text: `${action.name} is set` })
      return false
    }
    const { text, lostEnergy, rest, added } = this.apply(action, due, event)
    if (lostEnergy !== undefined && lostEnergy > 0) this.present!.impacts.noteLock(event.time)
    this.followCuts()
    leave(rest, added?.name ?? null)
    for (const path of added?.objects ?? []) this.newcomers?.add(path)
    this.note({
      ...{ time: event.time, command: printAction(action), by, text },
      ...(lostEnergy !== undefined && { lostEnergy }),
    })
    this.remember()
    return true
  }

  /** Cut joints may have states in the next segment, which begin with the velocities after an impulse. */
  private followCuts(): void {
    const { world, cuts } = this.present!
    if (cuts.length === 0) return
    world.updateMotion()
    for (const cut of cuts) cut.follow(world.motion, this.time)
  }

  /** Executes a command; an error lists the actions of other programs at the same time. */
  private apply(
    action: StructureAction,
    { by, from }: DueCommand,
    { states, time }: ComponentEvent,
  ): AppliedChange {
    try {
      return this.changes.apply(action, { world: this.world, cuts: this, states, from, by })
    } catch (error) {
      if (!(error instanceof VarioError) || error.fields.time !== time) throw error
      const { found } = error.fields
      const isGone =
        typeof found === 'string' &&
        this.wasThere(from.path, found) &&
        !isThere(this.structure, from.path, found)
      const others = this.records.filter((record) => record.time === time && record.by !== by)
      const list = others.map((record) => `${record.by}: ${record.command}`).join(', ')
      const more =
        (isGone ? ` ${found} was there, but an action has removed it.` : '') +
        (others.length > 0 ? ` Other programs at the same time: ${list}.` : '')
      throw more === '' ? error : new VarioError(error.code, `${error.message}${more}`, error.fields)
    }
  }

  /** The last action, if it was at `time`, and the permitted deviations of velocities after it. */
  lastChange(time: number): LastChange | null {
    const last = this.records.at(-1)
    if (last?.time !== time) return null
    return { ...this.limits, command: `${last.by}: ${last.command}` }
  }

  /** Attributes an error of a segment to the command that it begins with. */
  explain(error: unknown, time: number): unknown {
    const change = this.lastChange(time)
    if (change === null || !(error instanceof VarioError)) return error
    const message = `After ${change.command} at t = ${time} s: ${error.message}`
    return new VarioError(error.code, message, { ...error.fields, time })
  }

  /** At the end of the run, warns of programs that still wait, and of commands that were not yielded. */
  warnOfWaiting(): void {
    const { time } = this
    for (const { name, command, gone } of this.runner.listWaiting()) {
      const message =
        `The program ${name} still waits at the end, t = ${time} s: the condition of ${command} has never been ` +
        `seen fulfilled. ${gone === null ? SHORT : `It cannot be: ${gone}`}`
      this.present!.segment.warn({ code: 'ACTION_WAITS', key: `${name} ${command}`, time, message })
    }
    for (const { name, command } of this.runner.forgotten) {
      const message =
        `The program ${name} has made the command ${command}, but has not yielded it, so that nothing has been done: ` +
        `write yield act.${command}.`
      this.present!.segment.warn({ code: 'ACTION_UNUSED', key: `${name} ${command}`, time, message })
    }
  }

  private note(record: ActionRecord): void {
    this.records.push(record)
    this.log?.(printRecord(record))
  }

  private remember(): void {
    for (const path of this.structure.objects.keys()) {
      this.known.set(path, true)
      if (!this.order.has(path)) this.order.set(path, this.order.size)
    }
    for (const { path } of this.structure.joints) this.known.set(path, true)
    for (const path of this.structure.instances.keys()) this.known.set(path, true)
  }
}

/** Checks the force elements and sensors of the template of a pool; the structure checks objects and joints. */
function checkPool(pool: PoolNode): void {
  for (const { fullPath, record } of nameTemplate(pool, pool.parts))
    if (!isObject3DRecord(record) && !isJointRecord(record)) checkElement(fullPath, record)
}

/** True if a reference means a present object or joint. */
function isThere({ objects, joints }: Structure, from: string, reference: string): boolean {
  const isJoint = new Map(joints.map(({ path }) => [path, true]))
  return (
    findInScopes(objects, from, reference) !== undefined || findInScopes(isJoint, from, reference) === true
  )
}
