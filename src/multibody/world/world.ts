/**
 * The 3D world during one segment: super-objects as a tree of bodies, the states that move them, forces, and what the
 * equations of joints with flanges need.
 */
import {
  type BodyDeclaration,
  type CollidableShape,
  clearForces,
  computeArticulatedAccelerations,
  computeArticulatedInertias,
  computeJointForces,
  createTree,
  createTreeData,
  SingularInertiaError,
  type Tree,
  type TreeData,
  type TreeOfBodies,
} from '../../mechanics/index.ts'
import type { SegmentContext } from '../../simulation/index.ts'

import { type LoopGroup, type NamedConstraint, WorldLoops } from '../loops/index.ts'
import type { Gravity } from '../parts/index.ts'
import { isAxisElement, type OrientationStart } from '../parts/joints/index.ts'
import { createFreeScales, type Grouping, type JointNode, type MotionScales } from '../structure/index.ts'
import { describeSingularInertia } from './describe-singular-inertia.ts'
import type { NamedElement } from './element.ts'
import { FlangeMobility } from './flange-mobility.ts'
import { Flanges } from './flanges.ts'
import { HiddenStates } from './hidden-states.ts'
import { JointWrench } from './joint-wrench.ts'
import type { LawfulPlace } from './lawful-axis.ts'
import type { JointValues, MotionStates } from './motion-states.ts'
import type { SignalValues } from './signal-values.ts'
import { Stage } from './stage.ts'
import { contactScales, type WorldContacts } from './world-contacts.ts'
import { WorldElements } from './world-elements.ts'
import { WorldMotion } from './world-motion.ts'
import { createStageInputs, type StageInputs, WorldStages } from './world-stages.ts'

/** Input for a world. */
export interface WorldDeclaration {
  readonly grouping: Grouping
  readonly gravity: Gravity
  /** Constraints of elements. */
  readonly constraints: readonly NamedConstraint[]
  /** Typical size of the scene [m]. */
  readonly length: number
  /** The axes that equations move: paths of their joints, and numbers in these. */
  readonly flangeAxes: readonly { readonly path: string; readonly order: number }[]
  /** Creates the contacts of the bodies; null if nothing can collide. */
  readonly createContacts: (tree: Tree, data: TreeData) => WorldContacts | null
  /** Shapes that collide. */
  readonly shapes: readonly CollidableShape[]
  readonly signals: SignalValues
  /** True if only motions are computed: masses of bodies are arbitrary, and no forces act. */
  readonly isKinematic: boolean
  /** The world of the segment before, whose joints continue; null for the first. */
  readonly previous: World | null
}

export class World {
  readonly tree: Tree
  readonly data: TreeData
  readonly motion: WorldMotion
  /** Positions and velocities of the tree, accelerations and joint forces. */
  readonly q: Float64Array
  readonly v: Float64Array
  readonly vdot: Float64Array
  readonly tau: Float64Array
  /** Force elements and sensors. */
  elements = new WorldElements([])
  /** Contacts; null if nothing can collide. */
  readonly contacts: WorldContacts | null
  readonly grouping: Grouping
  /** True if only motions are computed. */
  readonly isKinematic: boolean
  /** Closed loops; null without loops. */
  readonly loops: WorldLoops | null
  /** Forces of the loops on the bodies (6 nBody), and stamp of the forces to which they have been added. */
  private readonly F_loop: Float64Array
  private loopStamp = -1
  private areActing = true
  /** True while axes with friction or stops move freely. */
  private areAxesReleased = false
  private addTrialForces: (() => void) | null = null
  readonly gravity: Gravity
  /** Shapes that collide. */
  readonly shapes: readonly CollidableShape[]
  /** Typical size of the scene [m]. */
  readonly length: number
  readonly flanges: Flanges
  /** Mobility of flanges in closed loops; null without either. */
  private readonly mobility: FlangeMobility | null
  /** Accelerations of flanges in closed loops without forces of flanges (n), and the stage that computes them. */
  private readonly free: Float64Array
  private readonly freeStage: Stage
  readonly stages: WorldStages
  private readonly inputs: StageInputs
  readonly signals: SignalValues
  /** Number among the worlds of the run. */
  readonly number: number
  /** States that move joints, hidden from the equations. */
  private readonly hidden: HiddenStates
  private readonly states: readonly MotionStates[]

  constructor(declaration: WorldDeclaration, segment: SegmentContext) {
    const { grouping, gravity, length, shapes, signals } = declaration
    this.signals = signals
    this.inputs = createStageInputs(signals)
    this.grouping = grouping
    this.isKinematic = declaration.isKinematic
    this.gravity = gravity
    gravity.follow?.((key) => signals.find(`${grouping.structure.world.path}.${key}`))
    this.shapes = shapes
    this.length = length
    this.tree = this.isKinematic
      ? createTree(grouping.bodies.map((body) => toUnitMass(body, length)))
      : createTree(grouping.bodies, declaration.previous?.treeOfBodies)
    this.data = createTreeData(this.tree)
    this.contacts = declaration.createContacts(this.tree, this.data)
    this.motion = new WorldMotion(this.tree, this.data)
    this.q = new Float64Array(this.tree.nq)
    this.v = new Float64Array(this.tree.nv)
    this.vdot = new Float64Array(this.tree.nv)
    this.tau = new Float64Array(this.tree.nv)
    const { cuts } = grouping
    const { constraints } = declaration
    const hasFlanges = declaration.flangeAxes.length > 0
    this.loops =
      cuts.length + constraints.length > 0
        ? new WorldLoops(cuts, constraints, grouping, this, length, hasFlanges)
        : null
    this.F_loop = new Float64Array(this.loops === null ? 0 : 6 * this.tree.nBody)
    this.number = (declaration.previous?.number ?? 0) + 1
    this.hidden = new HiddenStates(
      segment,
      this.tree,
      grouping.treeJoints,
      this.createScales(),
      declaration.previous?.hidden ?? null,
    )
    this.states = this.hidden.list
    const driven = declaration.flangeAxes.map(
      ({ path, order }) =>
        grouping.treeJoints.find(
          ({ joint, element }) => joint.path === path && isAxisElement(element) && element.order === order,
        )!,
    )
    this.flanges = new Flanges(
      this,
      driven.map(({ body }) => body),
      driven.map(({ joint }) => joint.isBraked === true),
      this.inputs.flanges,
      this.inputs.prescribed,
    )
    this.stages = new WorldStages(this, this.inputs)
    this.mobility =
      this.loops === null || this.flanges.n === 0
        ? null
        : new FlangeMobility(this.loops, this.flanges, this.stages.loops)
    this.free = new Float64Array(this.flanges.n)
    this.freeStage = new Stage('free accelerations', [this.stages.forces, this.stages.inertias], () => {
      this.flanges.setForces(this.free.fill(0))
      this.stages.update(this.stages.accelerations)
      this.flanges.readAccelerations(this.free)
    })
  }

  /** The tree, and the bodies of which it was made. */
  private get treeOfBodies(): TreeOfBodies {
    return { bodies: this.grouping.bodies, tree: this.tree }
  }

  setElements(elements: readonly NamedElement[]): void {
    this.elements = new WorldElements(elements)
  }

  /** Describes the element whose force or torque is not finite, for the present motion; undefined if all are finite. */
  findNonFinite(): string | undefined {
    const { data, motion, elements } = this
    if (!data.R_WB.every(Number.isFinite) || !data.V_WB_B.every(Number.isFinite)) return undefined
    this.clearForces()
    return elements.findNonFinite(motion)
  }

  /** Calls `visit` for the states of every joint with variant states, with a body that they move. */
  forEachStates(visit: (body: number, states: MotionStates) => void): void {
    this.hidden.forEach(visit)
  }

  /** Present states of the orientation of a joint with variant states; null: it has none. */
  orientationOf(joint: JointNode): OrientationStart | null {
    return this.hidden.orientationOf(joint)
  }

  /** Continues all joints with variant states from those with the same paths in the world before. */
  continueByPaths(previous: World): void {
    this.hidden.continueByPaths(previous.hidden)
  }

  begin(joint: JointNode, values: JointValues): void {
    this.hidden.begin(joint, values)
  }

  /** Position [rad, m] and velocity of an axis of a joint of the tree, by its name and index; null if it does not exist. */
  readAxis(joint: JointNode, name: string, index: number): readonly [number, number] | null {
    const { tree, q, v } = this
    for (const { body, joint: other, element } of this.grouping.treeJoints) {
      if (other !== joint || !isAxisElement(element)) continue
      if (element.position === name && Math.max(0, element.index) === Math.max(0, index))
        return [q[tree.qStart[body]], v[tree.vStart[body]]]
    }
    return null
  }

  /**
   * Places in q and v of the axes of the joint with this path, translations first; null: it is not in the tree, or has no
   * axes.
   */
  axesOf(path: string): LawfulPlace[] | null {
    const own = this.grouping.treeJoints.filter(({ joint }) => joint.path === path)
    const axes = own.flatMap(({ body, element }) => (isAxisElement(element) ? [{ body, element }] : []))
    if (axes.length === 0) return null
    const { qStart, vStart } = this.tree
    axes.sort((a, b) => a.element.order - b.element.order)
    return axes.map(({ body, element: { isFlange } }) => ({
      body,
      iq: qStart[body],
      iv: vStart[body],
      isFlange,
    }))
  }

  /** Takes over the present states; the flanges have been set. */
  enterStates(): void {
    const { states, q, v } = this
    for (let i = 0; i < states.length; i++) states[i].enter(q, v)
    this.inputs.states.stamp++
  }

  /** Time of the evaluation [s]. */
  setTime(t: number): void {
    if (Object.is(this.motion.time, t)) return
    this.motion.time = t
    this.inputs.time.stamp++
  }

  /** True while the forces of contacts act on the bodies. */
  get areContactsActing(): boolean {
    return this.areActing
  }

  /** Adds the trial forces; null: none. */
  get trialForces(): (() => void) | null {
    return this.addTrialForces
  }

  /** Enters the modes of all axes with friction or stops: those that are held have a given acceleration. */
  enterModes(): void {
    const { data, vdot } = this
    for (const { place, isHeld, heldAcceleration } of this.elements.lawfulAxes) {
      const isPrescribed = isHeld && !this.areAxesReleased
      data.isPrescribed[place.body] = isPrescribed ? 1 : 0
      if (isPrescribed) vdot[place.iv] = heldAcceleration
    }
    this.inputs.prescribed.stamp++
    this.inputs.flanges.stamp++
    this.inputs.events.stamp++
  }

  /** Calls `act` while no axis is held: friction and stops have finite forces, unlike impulses. */
  withReleasedAxes<T>(act: () => T): T {
    if (this.areAxesReleased || this.elements.lawfulAxes.length === 0) return act()
    this.areAxesReleased = true
    this.enterModes()
    try {
      return act()
    } finally {
      this.areAxesReleased = false
      this.enterModes()
    }
  }

  /** Calls `act` while contacts have no forces. */
  withoutContacts<T>(act: () => T): T {
    return this.withActing(false, this.addTrialForces, act)
  }

  /** Calls `act` while trial forces act besides those of the model. */
  withTrialForces<T>(addForces: () => void, act: () => T): T {
    return this.withActing(this.areActing, addForces, act)
  }

  private withActing<T>(areContactsActing: boolean, addForces: (() => void) | null, act: () => T): T {
    const before = [this.areActing, this.addTrialForces] as const
    this.areActing = areContactsActing
    this.addTrialForces = addForces
    this.inputs.acting.stamp++
    try {
      return act()
    } finally {
      ;[this.areActing, this.addTrialForces] = before
      this.inputs.acting.stamp++
    }
  }

  /** Updates poses, for the present states and flanges. */
  updatePositions(): void {
    this.enterStates()
    this.stages.update(this.stages.positions)
  }

  /** Updates poses and velocities, for the present states and flanges. */
  updateMotion(): void {
    this.enterStates()
    this.stages.update(this.stages.velocities)
  }

  /** The same, and applied forces at time `t` [s]. */
  updateForces(t: number): void {
    this.enterStates()
    this.setTime(t)
    this.stages.update(this.stages.forces)
  }

  /** The same, and accelerations of everything that moves freely; flanges have forces or accelerations. */
  updateAccelerations(t: number): void {
    this.enterStates()
    this.setTime(t)
    this.stages.update(this.stages.accelerations)
  }

  /** The same, and forces in all joints. */
  updateJointForces(t: number): void {
    this.enterStates()
    this.setTime(t)
    this.stages.update(this.stages.jointForces)
  }

  /**
   * Forces of flanges for accelerations, at time `t` [s]; `finishAccelerations` then gives those of everything. In closed
   * loops, equations that ask several times for the same motion share the accelerations without forces: two evaluations
   * of the dynamics instead of six per solution save a sixth of the time of examples/slider-crank-engine.ts.
   */
  computeFlangeForces(t: number, accelerations: Float64Array, out: Float64Array): void {
    const { flanges, mobility, stages, free } = this
    if (mobility === null) {
      flanges.setAccelerations(accelerations)
      this.updateAccelerations(t)
      flanges.readForces(out)
      return
    }
    flanges.prescribe(0)
    this.enterStates()
    this.setTime(t)
    stages.update(stages.inertias)
    this.freeStage.update()
    mobility.update()
    for (let i = 0; i < out.length; i++) out[i] = accelerations[i] - free[i]
    mobility.solve(out)
    flanges.setForces(out)
  }

  /**
   * Gives forces to the flanges at time `t` [s], after equations have entered their motion. Accelerations from which these
   * forces follow stay: an axis with a prescribed motion may move what has no mass.
   */
  followForces(t: number, forces: readonly number[]): void {
    const { flanges } = this
    if (this.mobility === null && flanges.arePrescribed) {
      this.updateAccelerations(t)
      if (flanges.haveForces(forces)) return
    }
    flanges.setForces(forces)
  }

  /** Computes the accelerations of everything for the last forces or accelerations of the flanges. */
  finishAccelerations(): void {
    this.stages.update(this.stages.accelerations)
  }

  /** Derivatives of forces in flanges with respect to their accelerations, for the present states. */
  computeFlangeMatrix(out: Float64Array): void {
    if (this.mobility !== null) {
      this.flanges.setForces(new Float64Array(this.flanges.n))
      this.enterStates()
      this.stages.update(this.stages.loops)
      this.mobility.update()
      this.mobility.invert(out)
      return
    }
    this.updateMotion()
    this.flanges.prescribeAll()
    this.stages.inertias.update()
    this.flanges.computeMatrix(out)
  }

  /** Removes all forces, before others than those of the stage are added. */
  clearForces(): void {
    clearForces(this.data)
    this.stages.forces.discard()
  }

  /** Energy in gravity, force elements and contacts [J]. */
  potentialEnergy(): number {
    const { gravity, tree, data, contacts, elements, motion } = this
    const energy = gravity.potentialEnergy(tree, data) + (contacts?.data.elasticEnergy ?? 0)
    return energy + elements.potentialEnergy(motion)
  }

  writeDerivatives(): void {
    const { states, q, v, vdot } = this
    for (let i = 0; i < states.length; i++) states[i].writeDerivatives(q, v, vdot)
  }

  /** True if `margin` may change. */
  get hasMargin(): boolean {
    return this.states.some(({ hasMargin }) => hasMargin) || this.elements.haveMargin
  }

  /** Positive while states need no change, and elements keep their laws. */
  margin(): number {
    const { states, elements, motion } = this
    let margin = elements.margin(motion)
    for (let i = 0; i < states.length; i++) margin = Math.min(margin, states[i].margin())
    return margin
  }

  /** Changes states if necessary. True if some have changed. */
  adapt(): boolean {
    let hasChanged = false
    for (const states of this.states) hasChanged = states.adapt() || hasChanged
    return hasChanged
  }

  /** Notifies the elements of an event at `t` [s]. */
  onEvent(t: number): void {
    this.setTime(t)
    this.inputs.events.stamp++
    this.elements.onEvent(this.motion)
  }

  /** Nominal velocities of a body. */
  scalesOf(body: number): Pick<MotionScales, 'velocity' | 'angularVelocity'> {
    return this.hidden.scalesOf(body) ?? { velocity: this.length, angularVelocity: 1 }
  }

  writeResults(): void {
    for (const states of this.states) states.writeResults()
    if (this.elements.needJointForces) {
      this.stages.jointForces.discard()
      this.stages.jointForces.update()
    }
    this.elements.writeResults(this.motion)
  }

  /** Computes accelerations of bodies and joints from forces. */
  computeDynamics(): void {
    const { tree, loops, data, vdot, F_loop } = this
    if (loops !== null) this.takeLoopForces()
    const all = Int32Array.of(0, tree.nBody)
    this.computeAccelerations(all)
    if (loops === null) return
    F_loop.fill(0)
    for (const group of loops.groups) {
      group.computeMultipliers(this.motion.time, data.A_WB_B, vdot)
      group.addForces(F_loop)
    }
    for (let i = 0; i < F_loop.length; i++) data.F_ext[i] += F_loop[i]
    this.loopStamp = this.stages.forces.stamp
    this.computeLoopedAccelerations(loops.groups, all)
  }

  /** Computes accelerations without loops, or with their forces, of ranges of bodies (2n). */
  computeAccelerations(ranges: Int32Array): void {
    const { tree, data, tau, vdot } = this
    for (let r = 0; r < ranges.length; r += 2)
      computeArticulatedAccelerations(tree, data, tau, vdot, ranges[r], ranges[r + 1])
  }

  /** Computes accelerations with the forces of loops, which have been added. */
  computeLoopedAccelerations(groups: readonly LoopGroup[], ranges: Int32Array): void {
    const { F_ext } = this.data
    for (const { inertias } of groups) inertias.addLightForces(F_ext, 1)
    this.computeAccelerations(ranges)
    for (const { inertias } of groups) inertias.addLightForces(F_ext, -1)
  }

  /** Prepares the constraints of the loops. */
  prepareLoops(): void {
    this.stages.inertias.update()
    for (const group of this.loops!.groups) group.prepare()
  }

  /** Computes forces in all joints, from accelerations. */
  computeJointForces(): void {
    const { tree, data, loops } = this
    computeJointForces(tree, data)
    for (const { reactions, lambda } of loops?.groups ?? []) reactions.update(lambda)
  }

  /** Creates a reader of the wrench of a joint. */
  createWrench(joint: JointNode): JointWrench {
    const { frames } = this.grouping
    const { reactions, number } = this.loops?.reactionsOf(joint) ?? { reactions: null, number: -1 }
    return new JointWrench(
      frames.get(joint.object1.path)!,
      frames.get(joint.object2.path)!,
      reactions,
      number,
    )
  }

  /** Removes the forces of loops that an evaluation with the same other forces has added. */
  private takeLoopForces(): void {
    const { F_loop, data } = this
    if (this.loopStamp !== this.stages.forces.stamp) return
    for (let i = 0; i < F_loop.length; i++) data.F_ext[i] -= F_loop[i]
  }

  /**
   * Holds joints during a projection: only the others move. Returns the flags before.
   *
   * @param flags 1: held (nBody)
   */
  hold(flags: Uint8Array): Uint8Array {
    const before = this.data.isPrescribed.slice()
    this.data.isPrescribed.set(flags)
    for (const { place, isHeld } of this.elements.lawfulAxes)
      if (isHeld) this.data.isPrescribed[place.body] = 1
    this.inputs.prescribed.stamp++
    return before
  }

  /** Updates positions, velocities and articulated inertias, for the present states and flanges. */
  updateInertias(): void {
    this.updateMotion()
    this.stages.inertias.update()
  }

  /** Moves positions as the velocities `dq` would in a unit of time. */
  displace(dq: Float64Array): void {
    for (const states of this.states) states.displace(dq)
  }

  /** Sets the velocities of joints without flanges to zero. */
  stop(): void {
    this.enterStates()
    this.kick(this.v.map((x) => -x))
  }

  /** Adds velocities. */
  kick(dv: Float64Array): void {
    for (const states of this.states) states.kick(dv)
  }

  /** Computes articulated inertias; `first`, `end`: whole branches of the tree. */
  computeInertias(first = 0, end = this.tree.nBody): void {
    for (;;) {
      try {
        computeArticulatedInertias(this.tree, this.data, first, end)
        return
      } catch (error) {
        if (!(error instanceof SingularInertiaError)) throw error
        // in a loop, other bodies may have the mass that it moves
        if (!this.loops?.addLight(error.body))
          throw describeSingularInertia(this.tree, this.grouping, error.body)
      }
    }
  }

  /** Nominal values of joints: from contacts of the last body that they move, or from the size of motions. */
  private createScales(): (joint: JointNode, body: number) => MotionScales {
    const { contacts, shapes, gravity, length, grouping } = this
    let free: ((joint: JointNode) => MotionScales) | null = null
    return (joint, body) => {
      const own = contacts && contactScales(contacts.model, shapes, body, gravity.magnitude, length)
      if (own !== null) return own
      free ??= createFreeScales(new Set(grouping.treeJoints.map((entry) => entry.joint)), length)
      return free(joint)
    }
  }
}

/** A unit mass, where accelerations do not depend on masses. */
function toUnitMass({ parts: _, ...body }: BodyDeclaration, length: number): BodyDeclaration {
  const I = length * length
  return { ...body, mass: 1, p_BC: [0, 0, 0], I_C: [I, 0, 0, 0, I, 0, 0, 0, I] }
}
