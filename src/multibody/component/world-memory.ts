/**
 * The memory of a 3D model: the component with memory (thesis 10.1) whose variant states are those of all joints without
 * flange, and whose functions relate accelerations and forces of the joints with flanges. It passes calls on to the
 * stages of the world.
 */
import { type SceneJoint, toPlainScene } from '../../animation/index.ts'
import { InputError, VarioError } from '../../base/index.ts'
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
import { listTendonLines } from '../elements/index.ts'
import { Impacts } from '../impulses/index.ts'
import { checkStarts, describeLoops } from '../loop-closing/index.ts'
import { describeScene, joinPath, type ParameterSource, type Part, type PartList } from '../parts/index.ts'
import { isAxisElement, type JointElement } from '../parts/joints/index.ts'
import { type JointNode, readStructure, type Structure, TreeDescriber } from '../structure/index.ts'
import { SignalValues, type World } from '../world/index.ts'

import { checkMagnitudes } from './check-magnitudes.ts'
import { ContactLog } from './contact-log.ts'
import { ContactRows } from './contact-rows.ts'
import { computeColumns, joinColumns } from './jacobian-columns.ts'
import { collectPositions, enterRest } from './joint-positions.ts'
import { RunStructure } from './run-structure.ts'
import { listDrivenApart } from './start-balance.ts'
import { warnOfDropped } from './warn-of-dropped.ts'
import { createWorldRest } from './world-rest.ts'
import { createWorldSegment, keepLoops, type WorldSegment } from './world-segment.ts'
import { nameOf, type Report, type Signal, type SignalMemory, type SignalValue } from './world-signals.ts'

/** All parts of a model with their values. */
interface PartRecords {
  readonly parts: readonly Part[]
  readonly flanges: readonly Part[]
}

/** A run in one of its segments. */
interface ActiveRun {
  readonly segment: WorldSegment
  readonly structure: RunStructure
  /** Of all segments. */
  readonly impacts: Impacts
  readonly contactRows: ContactRows
}

export class WorldMemory implements ComponentMemory, SignalMemory {
  readonly hasAnalyses = true
  private records: PartRecords = { parts: [], flanges: [] }
  /** Records of the next segment; null: unchanged. */
  private newRecords: PartRecords | null = null
  /** Joints as they are declared. */
  private joints: readonly JointNode[] = []
  /** null before the first segment. */
  private active: ActiveRun | null = null
  private readonly contactLog = new ContactLog()
  private readonly trees = new TreeDescriber()
  /** True until the contacts of the segment have been examined. */
  private isNew = true
  /** True until its loops have been logged and checked. */
  private areLoopsNew = true
  /** Forces and accelerations of the flanges, and the derivatives of the first with respect to the second. */
  private readonly force: Float64Array
  private readonly acceleration: Float64Array
  private readonly matrix: ParameterMatrix

  private readonly signals: SignalValues
  /** Path of the 3D model. */
  private path = ''

  constructor(
    private readonly parts: PartList,
    private readonly programs: readonly ProgramMember[] = [],
    private readonly signalList: readonly Signal[] = [],
    private readonly reports: readonly Report[] = [],
  ) {
    this.signals = new SignalValues(signalList.map((signal) => ({ name: nameOf(signal), n: signal.n })))
    const n = parts.flanges.length
    this.force = new Float64Array(n)
    this.acceleration = new Float64Array(n)
    this.matrix = { rows: n, cols: n, data: new Float64Array(n * n) }
  }

  /** The run, which calls everything else after `initSegment`. */
  private get run(): ActiveRun {
    if (this.active === null) throw new Error('a component is used before its first segment')
    return this.active
  }

  /** Declared parts and structure, for values of parameters. */
  readStructure(source: ParameterSource): { readonly parts: readonly Part[]; readonly structure: Structure } {
    const parts = this.parts.read(source)
    return { parts, structure: readStructure(source.path, parts, this.parts.readFlangeJoints(source)) }
  }

  initSegment(context: SegmentContext): void {
    this.path = context.path
    const before = this.active
    before?.segment.contactWarnings?.end()
    const records = context.isFirst ? this.readRecords(context) : this.newRecords
    const structure = records === null ? this.run.structure : this.enterRecords(records, context)
    const impacts =
      before?.impacts ?? new Impacts(structure.structure.scene.impacts, (path) => structure.orderOf(path))
    const contactRows =
      before?.contactRows ??
      new ContactRows(structure.structure.world.path, () => this.active?.segment.world.contacts ?? null)
    const previous = before?.segment ?? null
    const { signals } = this
    const { flanges } = this.parts
    const parts = this.records.parts
    const border = [...this.signalList, ...this.reports.map(({ path, name }) => ({ path, key: name }))]
    const source = { segment: context, run: structure, parts, flanges, previous, signals, border }
    let segment: WorldSegment
    try {
      segment = createWorldSegment({ ...source, impulses: impacts.totals })
    } catch (error) {
      throw structure.explain(error, context.time)
    }
    this.active = { segment, structure, impacts, contactRows }
    const { world, cutJoints } = segment
    if (records !== null && previous !== null) world.continueByPaths(previous.world)
    structure.enterSegment(world, context, cutJoints, impacts)
    this.isNew = true
    this.areLoopsNew = true
    if (structure.hasContacts && previous !== null)
      warnOfDropped(this.contactLog.lasting, world.grouping, context.time, (warning) => context.warn(warning))
    if (world.contacts === null) this.contactLog.add(context.time, [])
  }

  onNewParameters(parameters: ParameterSource): void {
    const records = this.readRecords(parameters)
    if (print(records) === print(this.records)) return
    if (this.run.structure.hasPrograms)
      throw new VarioError(
        'CHANGE',
        'change: expected parameters outside of 3D parts, because programs change the structure, got one of ' +
          `${this.nameChanged(records)}. Give the key a variable with the value of the parameter, which it follows, or ` +
          'begin a new run.',
      )
    // throws the errors of the new records
    readStructure(parameters.path, records.parts, records.flanges)
    this.newRecords = records
  }

  /** The first part that other records would change. */
  private nameChanged({ parts, flanges }: PartRecords): string {
    const before = [...this.records.parts, ...this.records.flanges]
    const found = [...parts, ...flanges].find((part, i) => print(part) !== print(before[i]))
    return found?.fullPath ?? 'a part'
  }

  private readRecords(source: ParameterSource): PartRecords {
    return { parts: this.parts.read(source), flanges: this.parts.readFlangeJoints(source) }
  }

  /** Takes over the records of all parts, which keep their values until parameters change. */
  private enterRecords(records: PartRecords, context: SegmentContext): RunStructure {
    this.records = records
    this.newRecords = null
    const structure = new RunStructure(context, records.parts, this.parts, this.programs)
    this.joints = structure.structure.joints
    return structure
  }

  /** Forces in flanges from accelerations. Arguments: time, then position, velocity and acceleration of each. */
  inverse(args: readonly SignalValue[]): Float64Array {
    const world = this.enter(args, this.acceleration)
    world.computeFlangeForces(args[0] as number, this.acceleration, this.force)
    if (world.isKinematic) this.force.fill(0)
    return this.force
  }

  /** Accelerations in flanges from forces. Arguments: time, then position, velocity and force of each. */
  forward(args: readonly SignalValue[]): Float64Array {
    const world = this.enter(args, this.force)
    world.flanges.setForces(this.force)
    world.updateAccelerations(args[0] as number)
    world.flanges.readAccelerations(this.acceleration)
    return this.acceleration
  }

  /** Derivatives of `inverse` with respect to accelerations and signals: the arguments `columns`, counted from 0. */
  inverseJacobian(columns: readonly number[], args: readonly SignalValue[]): ParameterMatrix {
    const world = this.enter(args, this.acceleration)
    const n = this.force.length
    world.computeFlangeMatrix(this.matrix.data)
    if (columns.length === n && columns.every((k, i) => k === 3 + 3 * i)) return this.matrix
    const isSignal = (k: number): boolean => k > 3 * n
    const ofSignals = columns.some(isSignal)
      ? computeColumns(
          columns.filter(isSignal),
          args,
          (k) => this.isLinearIn(k - 1 - 3 * n),
          (changed) => this.inverse(changed),
        )
      : []
    return joinColumns(
      n,
      columns.flatMap((k) => {
        if (isSignal(k)) return ofSignals.shift()!
        const i = (k - 3) / 3
        return [Float64Array.from({ length: n }, (_, row) => this.matrix.data[row * n + i])]
      }),
    )
  }

  /** Enters time [s] and positions of flanges, and computes poses. */
  enterPositions([t, ...positions]: readonly number[]): void {
    const { world } = this.run.segment
    for (let i = 0; i < positions.length; i++) world.flanges.setPosition(i, positions[i])
    world.setTime(t)
    world.updatePositions()
  }

  /** Enters velocities of flanges, and computes those of bodies. */
  enterVelocities(velocities: readonly number[]): void {
    const { world } = this.run.segment
    for (let i = 0; i < velocities.length; i++) world.flanges.setVelocity(i, velocities[i])
    world.updateMotion()
  }

  enterContacts(t: number): void {
    this.run.segment.world.updateForces(t)
  }

  /** Sets the signals, from the argument `first` on. */
  enterSignals(args: readonly SignalValue[], first = 0): void {
    for (let i = first; i < args.length; i++) {
      if (this.signals.set(i - first, args[i])) continue
      const signal = this.signalList[i - first]
      const expected = signal.n === 1 ? 'a number' : `an expression with ${signal.n} numbers`
      throw new InputError(joinPath(this.path, nameOf(signal)), expected, args[i])
    }
  }

  read(report: Report): number | Float64Array | ParameterMatrix {
    return this.run.segment.reports.read(report)
  }

  /** Value of a part. Arguments: time, forces of all flanges if accelerations are needed, then all signals. */
  report(report: Report, args: readonly SignalValue[]): number | Float64Array | ParameterMatrix {
    const { world, reports } = this.run.segment
    const { needs } = report.definition
    const nForce = needs === 'force' ? 0 : world.flanges.n
    this.enterSignals(args, 1 + nForce)
    if (nForce > 0) world.followForces(args[0] as number, args.slice(1, 1 + nForce) as number[])
    if (needs === 'force') world.updateForces(args[0] as number)
    else if (needs === 'acceleration') world.updateAccelerations(args[0] as number)
    else world.updateJointForces(args[0] as number)
    return reports.read(report)
  }

  /** True if all forces are linear in a signal; all are in forces and accelerations of flanges, with negative numbers. */
  private isLinearIn(signal: number): boolean {
    return signal < 0 || this.signalList[signal].isLinear
  }

  /** Derivatives of a report with respect to the arguments `columns`, counted from 0. */
  reportJacobian(report: Report, columns: readonly number[], args: readonly SignalValue[]): ParameterMatrix {
    const evaluate = (changed: readonly SignalValue[]): Float64Array => {
      const value = this.report(report, changed)
      return typeof value === 'number'
        ? Float64Array.of(value)
        : value instanceof Float64Array
          ? value
          : value.data
    }
    const first = args.length - this.signalList.length
    const found = computeColumns(columns, args, (k) => this.isLinearIn(k - first), evaluate).flat()
    return joinColumns(evaluate(args).length, found)
  }

  evaluate(t: number): void {
    const { world, results, axisModes } = this.run.segment
    // with flanges, the equations have called `inverse` or `forward`
    if (world.flanges.n === 0) world.updateAccelerations(t)
    else world.finishAccelerations()
    world.writeDerivatives()
    results.writeDerivatives((world.contacts?.data.dissipation ?? 0) + axisModes.dissipation)
  }

  evaluateIndicators(t: number): void {
    const { segment, structure } = this.run
    const { world, margin, contactFunctions, conditions, axisModes } = segment
    if (world.flanges.n === 0) world.updateMotion()
    axisModes.evaluate(t)
    margin.values[0] = world.margin()
    contactFunctions?.evaluate(t)
    if (!structure.runner.hasConditions) return
    world.setTime(t)
    const { isDue, margin: conditionMargin } = structure.runner.look()
    conditions.values[0] = isDue ? 1 : -1
    conditions.values[1] = conditionMargin
  }

  /** False without contacts, angles that become singular, elements with limits, and conditions: no events then. */
  isWatching(): boolean {
    const { segment, structure } = this.run
    const { contactFunctions, world, axisModes } = segment
    return contactFunctions !== null || world.hasMargin || axisModes.exist || structure.runner.hasConditions
  }

  /** True if bodies may meet, or driven loops may reach dead centers: neither may be stepped over. */
  limitsSteps(): boolean {
    const { world, drives, loops } = this.run.segment
    return world.contacts !== null || (drives !== null && loops !== null)
  }

  /**
   * Called between two steps. Returns the longest step in which no thin body passes through another unseen, and no
   * driven loop passes a dead center.
   */
  nextMaxStep(t: number, isInIslands: boolean): number {
    const { world, contactWarnings, drives, loops } = this.run.segment
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
    return keepLoops(this.run.segment, states, t, isEnd)
  }

  hasInvariants(): boolean {
    return this.run.segment.loops !== null
  }

  /** Isolated bodies are integrated with separate steps. */
  independentIslands(): readonly MemoryIsland[] | null {
    return this.run.segment.islands?.list() ?? null
  }

  watchedRates(): MemoryRates | null {
    return this.run.segment.rates
  }

  findNonFinite(): string | undefined {
    return this.active?.segment.world.findNonFinite()
  }

  get atRest(): RestMemory {
    return createWorldRest(this.run.segment.world)
  }

  presentStart(): Readonly<Record<string, unknown>> {
    const { tree, q, motion, grouping } = this.run.segment.world
    const merge = { ...collectPositions({ tree, q, motion, grouping }).merge }
    enterRest(merge, grouping)
    return merge
  }

  findObstacle(): string | undefined {
    return this.active?.segment.loops?.findLimit()
  }

  /** Time of the next action, or of the next event of an element [s]. */
  nextEvent(): number {
    return Math.min(this.run.structure.runner.nextTime, this.knownUntil())
  }

  /** Actions affect only the bodies that they name. */
  knownUntil(): number {
    return this.run.segment.world.elements.nextEvent()
  }

  onEvent(event: ComponentEvent): void {
    const { segment, structure, impacts } = this.run
    const { world, cutJoints, loops, isStarting } = segment
    if (loops?.close(event.states, event.time)) event.repeat()
    if (this.areLoopsNew) for (const line of describeLoops(world, loops?.farMoves ?? [])) event.log(line)
    segment.drives?.assertDetermined(event.states, event.time)
    world.adapt()
    world.updateMotion()
    if (this.areLoopsNew) {
      checkMagnitudes(world, event.time)
      segment.axisModes.assertInside()
    }
    if (segment.axisModes.follow(event.time)) event.repeat()
    for (const joint of cutJoints) joint.follow(world.motion, event.time)
    if (this.areLoopsNew) checkStarts(world, isStarting, event.time, segment.warn)
    this.areLoopsNew = false
    world.onEvent(event.time)
    // programs see the contacts that begin now
    const haveChanged = world.contacts !== null && startContacts(world.contacts.model, world.contacts.data)
    const overlaps = this.isNew ? (segment.contactWarnings?.list() ?? []) : []
    const lostEnergy = impacts.resolve(world, event)
    if (lostEnergy !== null) {
      segment.results.addDissipated(lostEnergy)
      event.repeat()
    }
    const hasActed = structure.act(event)
    // the islands are never at the same time, as conditions need them
    const needsAll = structure.runner.hasConditions && segment.islands !== null
    const addDissipated = (energy: number): void => segment.results.addDissipated(energy)
    if (!hasActed && segment.axisModes.settle(event, addDissipated)) event.repeat()
    const hasSwitched = segment.switches.haveChanged()
    if (hasActed || needsAll || hasSwitched) event.requestSegment(!hasActed && !hasSwitched)
    else if (world.contacts !== null) this.passContacts(event, haveChanged, overlaps)
  }

  /** Enters the contacts of the event. */
  private passContacts(event: ComponentEvent, haveChanged: boolean, overlaps: readonly Overlap[]): void {
    const { segment, structure } = this.run
    const { world, coupling, contactWarnings } = segment
    const { model, data } = world.contacts!
    if (this.isNew) {
      const hasCome = structure.takeNewcomers() ?? (() => false)
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
    return this.active?.segment.world.contacts ? [this.active.contactRows] : []
  }

  onEnd(isWhole: boolean): void {
    this.active?.segment.contactWarnings?.end()
    // at an early end, programs may still wait
    if (isWhole) this.active?.structure.warnOfWaiting()
  }

  /** All contacts of the run, in the order of their start. */
  attributes(): Readonly<Record<string, unknown>> {
    const { structure, contactRows, impacts } = this.run
    return {
      contacts: this.contactLog.entries,
      ...(contactRows.pairs.length > 0 && { contactPairs: contactRows.pairs }),
      ...(impacts.entries.length > 0 && { impacts: impacts.entries }),
      ...(structure.hasPrograms && { actions: structure.records }),
      scene: () => this.describeScene(structure),
    }
  }

  /** The visible scene of the model, with all that has been added from pools. */
  private describeScene(structure: RunStructure): Readonly<Record<string, unknown>> {
    const joints = this.joints
      .filter(({ motion }) => motion !== null)
      .map(({ fullPath, kind, object1, object2, motion }) => ({
        ...{ path: fullPath, kind, obj1: object1.fullPath, obj2: object2.fullPath },
        ...findAxis(motion!.elements),
      }))
    const parts = [...this.records.parts, ...structure.listEverAdded()]
    return toPlainScene(describeScene(parts, listTendonLines(parts), joints))
  }

  /** Degrees of freedom, and the kinematic tree. */
  describeSegment(): Readonly<Record<string, unknown>> {
    const { tree, grouping, flanges, loops } = this.run.segment.world
    const dofOf = (body: number): number => (tree.vStart[body + 1] ?? tree.nv) - tree.vStart[body]
    return {
      dof: tree.nv - flanges.nBraked - (loops?.nIndependent ?? 0),
      ...(loops !== null && { redundant: loops.nRedundant }),
      tree: this.trees.describe(grouping, dofOf),
    }
  }

  writeResults(t: number): void {
    const { world, results, cutJoints } = this.run.segment
    assertLocksHold(world, t)
    world.writeResults()
    for (const joint of cutJoints) {
      joint.follow(world.motion, t)
      joint.writeResults(world.motion)
    }
    results.write(world)
  }

  /** Takes over the motion of the flanges from the equations; the third value of each goes to `third`. */
  private enter(args: readonly SignalValue[], third: Float64Array): World {
    const { world } = this.run.segment
    for (let i = 0; i < third.length; i++) {
      world.flanges.setMotion(i, args[1 + 3 * i] as number, args[2 + 3 * i] as number)
      third[i] = args[3 + 3 * i] as number
    }
    this.enterSignals(args, 1 + 3 * third.length)
    return world
  }
}

/** Throws an error if equations prescribe the motion of a joint that an action has locked. */
function assertLocksHold({ flanges, grouping }: World, time: number): void {
  const i = flanges.findMovedLock()
  if (i < 0) return
  const { fullPath } = grouping.treeJoints[flanges.bodies[i]].joint
  throw new VarioError(
    'ACTION',
    `${fullPath} at t = ${time} s: expected equations that leave its motion to forces while it is locked, got equations that ` +
      'prescribe it. Unlock it before it moves, or drive it by a torque or force.',
    { joint: fullPath, t: time },
  )
}

/** Records as a text that differs if a value does; functions are equal if their source text is. */
function print(records: unknown): string {
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
