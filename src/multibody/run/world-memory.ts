/**
 * The memory of a 3D model: the component with memory (thesis 10.1) whose hidden states are those of all joints without
 * flange, and whose functions relate accelerations and forces of the joints with flanges. It passes calls on to the
 * stages of the world.
 */
import { type SceneJoint, toPlainScene } from '../../animation/index.ts'
import { VarioError } from '../../base/index.ts'
import {
  beginHolds,
  computeMaxStep,
  listContacts,
  type Overlap,
  startContacts,
} from '../../mechanics/index.ts'
import type {
  ComponentEvent,
  ComponentMemory,
  MemoryIsland,
  MemoryRates,
  ModelStates,
  ParameterMatrix,
  RestMemory,
  RowList,
  SegmentContext,
} from '../../simulation/index.ts'
import type { ProgramMember } from '../actions/index.ts'
import { Impacts } from '../impulses/index.ts'
import type { ParameterSource, Part, PartList } from '../parts/index.ts'
import { describeScene } from '../parts/index.ts'
import { isAxisElement, type JointElement } from '../parts/joints/index.ts'
import { type JointNode, readStructure, type Structure, TreeDescriber } from '../structure/index.ts'
import type { World } from '../world/index.ts'

import { checkMagnitudes } from './check-magnitudes.ts'
import { ContactLog } from './contact-log.ts'
import { ContactRows } from './contact-rows.ts'
import { collectPositions, enterRest } from './joint-positions.ts'
import { checkStarts, describeLoops } from './loop-closing/index.ts'
import { RunStructure } from './run-structure.ts'
import { listDrivenApart } from './start-balance.ts'
import { warnOfDropped } from './warn-of-dropped.ts'
import { createWorldRest } from './world-rest.ts'
import { createWorldSegment, keepLoops, type WorldSegment } from './world-segment.ts'

/** All parts of a model with their values. */
interface PartRecords {
  readonly parts: readonly Part[]
  readonly flanges: readonly Part[]
}

export class WorldMemory implements ComponentMemory {
  readonly hasAnalyses = true
  private records: PartRecords = { parts: [], flanges: [] }
  /** Records of the next segment; null: unchanged. */
  private newRecords: PartRecords | null = null
  private structure: RunStructure | null = null
  /** Joints as they are declared. */
  private joints: readonly JointNode[] = []
  private segment: WorldSegment | null = null
  private readonly contactLog = new ContactLog()
  private contactRows: ContactRows | null = null
  private impacts: Impacts | null = null
  private readonly trees = new TreeDescriber()
  /** True until the contacts of the segment have been examined. */
  private isNew = true
  /** True until its loops have been logged and checked. */
  private areLoopsNew = true
  /** Forces and accelerations of the flanges, and the derivatives of the first with respect to the second. */
  private readonly force: Float64Array
  private readonly acceleration: Float64Array
  private readonly matrix: ParameterMatrix

  constructor(
    private readonly parts: PartList,
    private readonly programs: readonly ProgramMember[] = [],
  ) {
    const n = parts.flangeJoints.length
    this.force = new Float64Array(n)
    this.acceleration = new Float64Array(n)
    this.matrix = { rows: n, cols: n, data: new Float64Array(n * n) }
  }

  /** Declared parts and structure, for values of parameters. */
  readStructure(source: ParameterSource): { readonly parts: readonly Part[]; readonly structure: Structure } {
    const parts = this.parts.read(source)
    return { parts, structure: readStructure(source.path, parts, this.parts.readFlangeJoints(source)) }
  }

  initSegment(segment: SegmentContext): void {
    this.segment?.contactWarnings?.end()
    const { flangeJoints } = this.parts
    const records = segment.isFirst ? this.readRecords(segment) : this.newRecords
    if (records !== null) this.enterRecords(records, segment)
    const run = this.structure!
    this.impacts ??= new Impacts(run.structure.scene.impacts, (path) => run.orderOf(path))
    this.contactRows ??= new ContactRows(run.structure.world.path, () => this.segment?.world.contacts ?? null)
    const previous = this.segment
    const source = { segment, run, parts: this.records.parts, flangeJoints, previous }
    try {
      this.segment = createWorldSegment({ ...source, impulses: this.impacts.totals })
    } catch (error) {
      throw run.explain(error, segment.time)
    }
    if (records !== null && previous !== null) this.segment.world.continueByPaths(previous.world)
    run.enterSegment(this.segment.world, segment, this.segment.cutJoints, this.impacts)
    this.isNew = true
    this.areLoopsNew = true
    if (run.hasContacts && previous !== null) {
      const { grouping } = this.segment.world
      warnOfDropped(this.contactLog.lasting, grouping, segment.time, (warning) => segment.warn(warning))
    }
    if (this.segment.world.contacts === null) this.contactLog.add(segment.time, [])
  }

  onNewParameters(parameters: ParameterSource): void {
    const records = this.readRecords(parameters)
    if (printRecords(records) === printRecords(this.records)) return
    if (this.structure!.hasPrograms)
      throw new VarioError(
        'CHANGE',
        'Parameters of 3D parts cannot change while programs change the structure. Begin a new run with them.',
      )
    // throws the errors of the new records
    readStructure(parameters.path, records.parts, records.flanges)
    this.newRecords = records
  }

  private readRecords(source: ParameterSource): PartRecords {
    return { parts: this.parts.read(source), flanges: this.parts.readFlangeJoints(source) }
  }

  /** Takes over the records of all parts, which keep their values until parameters change. */
  private enterRecords(records: PartRecords, segment: SegmentContext): void {
    this.records = records
    this.newRecords = null
    this.structure = new RunStructure(segment, records.parts, this.parts, this.programs)
    this.joints = this.structure.structure.joints
  }

  /** Forces in flanges from accelerations. Arguments: time, then position, velocity and acceleration of each. */
  inverse(args: ArrayLike<number>): Float64Array {
    const world = this.enter(args, this.acceleration)
    world.computeFlangeForces(args[0], this.acceleration, this.force)
    if (world.isKinematic) this.force.fill(0)
    return this.force
  }

  /** Accelerations in flanges from forces. Arguments: time, then position, velocity and force of each. */
  forward(args: ArrayLike<number>): Float64Array {
    const world = this.enter(args, this.force)
    world.flanges.setForces(this.force)
    world.updateAccelerations(args[0])
    world.flanges.readAccelerations(this.acceleration)
    return this.acceleration
  }

  /** Derivatives of `inverse` with respect to the accelerations. */
  inverseJacobian(args: ArrayLike<number>): ParameterMatrix {
    const world = this.enter(args, this.acceleration)
    world.computeFlangeMatrix(this.matrix.data)
    return this.matrix
  }

  evaluate(t: number): void {
    const { world, results } = this.segment!
    // with flanges, the equations have called `inverse` or `forward`
    if (world.flanges.n === 0) world.updateAccelerations(t)
    world.writeDerivatives()
    results.writeDerivatives(world.contacts?.data.dissipation ?? 0)
  }

  evaluateIndicators(t: number): void {
    const { world, margin, contactFunctions, conditions } = this.segment!
    if (world.flanges.n === 0) world.updateMotion()
    margin.values[0] = world.margin()
    contactFunctions?.evaluate(t)
    if (!this.structure!.runner.hasConditions) return
    world.setTime(t)
    const { isDue, margin: conditionMargin } = this.structure!.runner.look()
    conditions.values[0] = isDue ? 1 : -1
    conditions.values[1] = conditionMargin
  }

  /** False without contacts, angles that become singular, elements with limits, and conditions: no events then. */
  isWatching(): boolean {
    const { world, contactFunctions } = this.segment!
    return contactFunctions !== null || world.hasMargin || this.structure!.runner.hasConditions
  }

  /** True if bodies may meet, or driven loops may reach dead centers: neither may be stepped over. */
  limitsSteps(): boolean {
    const { world, drives, loops } = this.segment!
    return world.contacts !== null || (drives !== null && loops !== null)
  }

  /**
   * Called between two steps. Returns the longest step in which no thin body passes through another unseen, and no
   * driven loop passes a dead center.
   */
  nextMaxStep(t: number, isInIslands: boolean): number {
    const { world, contactWarnings, drives, loops } = this.segment!
    const loopStep = drives === null ? Infinity : (loops?.nextMaxStep() ?? Infinity)
    if (world.contacts === null) return loopStep
    // the last evaluation may have been at another time
    if (world.flanges.n === 0) world.updateAccelerations(t)
    else world.updateForces(t)
    const step = computeMaxStep(world.contacts.model, world.contacts.data, Infinity, isInIslands)
    contactWarnings!.endStep(t)
    return Math.min(step, loopStep)
  }

  project(t: number, states: ModelStates, isEnd: boolean): boolean | 'shorter' {
    return keepLoops(this.segment!, states, t, isEnd)
  }

  hasInvariants(): boolean {
    return this.segment!.loops !== null
  }

  /** Isolated bodies are integrated with separate steps. */
  independentIslands(): readonly MemoryIsland[] | null {
    return this.segment!.islands?.list() ?? null
  }

  watchedRates(): MemoryRates | null {
    return this.segment!.rates
  }

  findNonFinite(): string | undefined {
    return this.segment?.world.findNonFinite()
  }

  get atRest(): RestMemory {
    return createWorldRest(this.segment!.world)
  }

  presentStart(): Readonly<Record<string, unknown>> {
    const { tree, q, motion, grouping } = this.segment!.world
    const merge = { ...collectPositions({ tree, q, motion, grouping }).merge }
    enterRest(merge, grouping)
    return merge
  }

  findObstacle(): string | undefined {
    return this.segment?.loops?.findLimit()
  }

  /** Time of the next action, or of the next event of an element [s]. */
  nextEvent(): number {
    return Math.min(this.structure!.runner.nextTime, this.knownUntil())
  }

  /** Actions affect only the bodies that they name. */
  knownUntil(): number {
    return this.segment!.world.elements.nextEvent()
  }

  onEvent(event: ComponentEvent): void {
    const { world, cutJoints, loops, isStarting } = this.segment!
    if (loops?.close(event.states, event.time)) event.repeat()
    if (this.areLoopsNew) for (const line of describeLoops(world, loops?.farMoves ?? [])) event.log(line)
    this.segment!.drives?.assertDetermined(event.states, event.time)
    world.adapt()
    world.updateMotion()
    if (this.areLoopsNew) checkMagnitudes(world, event.time)
    for (const joint of cutJoints) joint.follow(world.motion, event.time)
    if (this.areLoopsNew) checkStarts(world, isStarting, event.time, this.segment!.warn)
    this.areLoopsNew = false
    world.onEvent(event.time)
    // programs see the contacts that begin now
    const haveChanged = world.contacts !== null && startContacts(world.contacts.model, world.contacts.data)
    const overlaps = this.isNew ? (this.segment!.contactWarnings?.list() ?? []) : []
    const lostEnergy = this.impacts!.resolve(world, event)
    if (lostEnergy !== null) {
      this.segment!.results.addDissipated(lostEnergy)
      event.repeat()
    }
    const run = this.structure!
    const hasActed = run.act(event)
    // the islands are never at the same time, as conditions need them
    const needsAll = run.runner.hasConditions && this.segment!.islands !== null
    if (hasActed || needsAll) event.requestSegment(!hasActed)
    else if (world.contacts !== null) this.passContacts(event, haveChanged, overlaps)
  }

  /** Enters the contacts of the event. */
  private passContacts(event: ComponentEvent, haveChanged: boolean, overlaps: readonly Overlap[]): void {
    const { world, coupling, contactWarnings } = this.segment!
    const { model, data } = world.contacts!
    if (this.isNew) {
      const hasCome = this.structure!.takeNewcomers() ?? (() => false)
      const isNewPair = (a: string, b: string): boolean =>
        hasCome(a) || hasCome(b) || !this.contactLog.has(a, b)
      contactWarnings!.start(event.time, overlaps, isNewPair, (fresh) => {
        // with the accelerations of flanges of the last evaluation
        world.flanges.setAccelerations(this.acceleration)
        return listDrivenApart(world, event.time, fresh)
      })
      this.contactLog.add(event.time, listContacts(model, data))
      this.isNew = false
    }
    if (!haveChanged) {
      // distances have decided which pairs touch: the results need their forces as well
      world.updateForces(event.time)
      beginHolds(data)
      return
    }
    this.contactLog.add(event.time, listContacts(model, data))
    // contacts make the equations stiff, and connect bodies
    event.stiff(data.couplings.length > 0)
    event.coupling(coupling.groups())
    event.repeat()
  }

  /** Rows of contacts, if objects can collide. */
  get lists(): readonly RowList[] {
    return this.contactRows !== null && this.segment?.world.contacts ? [this.contactRows] : []
  }

  onEnd(isWhole: boolean): void {
    this.segment?.contactWarnings?.end()
    // at an early end, programs may still wait
    if (isWhole) this.structure?.warnOfWaiting()
  }

  /** All contacts of the run, in the order of their start. */
  attributes(): Readonly<Record<string, unknown>> {
    return {
      contacts: this.contactLog.entries,
      ...(this.contactRows !== null &&
        this.contactRows.pairs.length > 0 && { contactPairs: this.contactRows.pairs }),
      ...(this.impacts !== null && this.impacts.entries.length > 0 && { impacts: this.impacts.entries }),
      ...(this.structure?.hasPrograms && { actions: this.structure.records }),
      scene: () => this.describeScene(),
    }
  }

  /** The visible scene of the model, with all that has been added from pools. */
  private describeScene(): Readonly<Record<string, unknown>> {
    const joints = this.joints
      .filter(({ motion }) => motion !== null)
      .map(({ fullPath, kind, object1, object2, motion }) => ({
        ...{ path: fullPath, kind, obj1: object1.fullPath, obj2: object2.fullPath },
        ...findAxis(motion!.elements),
      }))
    return toPlainScene(describeScene([...this.records.parts, ...this.structure!.listEverAdded()], joints))
  }

  /** Degrees of freedom, and the kinematic tree. */
  describeSegment(): Readonly<Record<string, unknown>> {
    const { tree, grouping, flanges, loops } = this.segment!.world
    const dofOf = (body: number): number => (tree.vStart[body + 1] ?? tree.nv) - tree.vStart[body]
    return {
      dof: tree.nv - flanges.nBraked - (loops?.nIndependent ?? 0),
      ...(loops !== null && { redundant: loops.nRedundant }),
      tree: this.trees.describe(grouping, dofOf),
    }
  }

  writeResults(t: number): void {
    const { world, results, cutJoints } = this.segment!
    world.writeResults()
    for (const joint of cutJoints) {
      joint.follow(world.motion, t)
      joint.writeResults(world.motion)
    }
    results.write(world)
  }

  /** Takes over the motion of the flanges from the equations; the third value of each goes to `third`. */
  private enter(args: ArrayLike<number>, third: Float64Array): World {
    const { world } = this.segment!
    for (let i = 0; i < third.length; i++) {
      world.flanges.setMotion(i, args[1 + 3 * i], args[2 + 3 * i])
      third[i] = args[3 + 3 * i]
    }
    return world
  }
}

/** Records as a text that differs if a value does; functions are equal if their source text is. */
function printRecords(records: PartRecords): string {
  return JSON.stringify(records, (_, value: unknown) => (typeof value === 'function' ? String(value) : value))
}

/** The axis of a joint: the single axis of its motions, or the normal of their plane. */
function findAxis(elements: readonly JointElement[]): Pick<SceneJoint, 'axis'> {
  const axes = elements.filter(isAxisElement)
  const turning = axes.filter(({ unit }) => unit === 'rad')
  const [first] = turning.length === 1 ? turning : axes
  const isPlain = first !== undefined && axes.length === elements.length && turning.length <= 1
  return isPlain ? { axis: [first.axis[0], first.axis[1], first.axis[2]] } : {}
}
