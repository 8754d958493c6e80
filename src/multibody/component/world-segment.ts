/** A segment of the run of a 3D model: made of the structure before it begins. */

import { VarioError } from '../../base/index.ts'
import {
  computePositions,
  createTree,
  createTreeData,
  evaluateIndicators,
  inheritContacts,
  PRISMATIC,
} from '../../mechanics/index.ts'
import type { EventIndicators, ModelStates, SegmentContext, Warn } from '../../simulation/index.ts'
import type { ImpulseTotals } from '../impulses/index.ts'
import {
  assertFreeStarts,
  CutJoint,
  FlangeMap,
  findStartingJoints,
  LoopRun,
  type StartingJoints,
  warnOfOpenLoops,
} from '../loop-closing/index.ts'
import { type CentralMass, joinPath, type Part, type PartList } from '../parts/index.ts'
import { identityPose } from '../records/index.ts'
import {
  type Grouping,
  groupObjects,
  mergeMasses,
  type ObjectNode,
  type Structure,
} from '../structure/index.ts'
import {
  collectCollidables,
  createContacts,
  moveBodies,
  type SignalValues,
  World,
  type WorldContacts,
} from '../world/index.ts'
import { AxisModes } from './axis-modes.ts'
import { ContactWarnings } from './contact-warnings.ts'
import { Coupling } from './coupling.ts'
import {
  ContactFrictions,
  ContactSwitches,
  collectRelated,
  createConstraints,
  createElements,
} from './create-elements.ts'
import { createIslands, type IslandActions, type Islands } from './island-detection.ts'
import { LoadRates } from './load-rates.ts'
import { declareLockedJoints } from './locked-joints.ts'
import { ObjectResults } from './object-results.ts'
import { Reports } from './reports.ts'
import type { RunStructure } from './run-structure.ts'
import { nameOf } from './world-signals.ts'

export interface WorldSegment {
  readonly world: World
  readonly results: ObjectResults
  readonly coupling: Coupling
  /** null: the bodies are not divided. */
  readonly islands: Islands | null
  /** Closed loops; null without loops. */
  readonly loops: LoopRun | null
  /** Joints whose start values apply at its start. */
  readonly isStarting: StartingJoints
  /** Cut joints that can move. */
  readonly cutJoints: readonly CutJoint[]
  /** Distance of orientations from their singularities. */
  readonly margin: EventIndicators
  /** Positive if a condition of a program is fulfilled; positive as long as no watched quantity has turned back. */
  readonly conditions: EventIndicators
  /** Event indicators of contacts, and warnings; null: nothing can collide. */
  readonly contactFunctions: ContactFunctions | null
  readonly contactWarnings: ContactWarnings | null
  /** Accelerations by functions of the user; null without functions. */
  readonly rates: LoadRates | null
  /** Checks that drives determine all motions; null: they need not. */
  readonly drives: DriveCheck | null
  /** Modes of axes with friction and stops. */
  readonly axisModes: AxisModes
  /** Values of parts for the equations. */
  readonly reports: Reports
  /** Switches of contacts, as they were at its start. */
  readonly switches: ContactSwitches
  /** Adds a warning to the results. */
  readonly warn: Warn
}

/** Input for a segment. */
export interface SegmentSource {
  readonly segment: SegmentContext
  readonly run: RunStructure
  readonly parts: readonly Part[]
  readonly flanges: PartList['flanges']
  /** The segment before; null for the first one. */
  readonly previous: WorldSegment | null
  /** Keys of parts that are expressions, and values of parts that equations use. */
  readonly border: readonly { readonly path: string; readonly key: string }[]
  /** Values of the signals of the run. */
  readonly signals: SignalValues
  /** Impacts of the run until now. */
  readonly impulses: ImpulseTotals
}

/** Declares the states, results and event indicators of a segment, in this order. */
export function createWorldSegment(source: SegmentSource): WorldSegment {
  const { segment, run, previous } = source
  const { world, switches } = createWorld(source)
  const coupling = new Coupling(
    world,
    source.flanges.map(({ path, variables }) => [
      `${path}.${variables.position}`,
      `${path}.${variables.velocity}`,
    ]),
    listBorder(source.border, world, segment.path),
  )
  segment.coupling(coupling.groups())
  declareLockedJoints(segment, run.structure.joints)
  const margin = segment.indicators(1)
  const conditions = segment.indicators(2, true)
  conditions.values.set([-1, 1])
  const { contacts } = world
  const contactFunctions = contacts && new ContactFunctions(segment, contacts)
  const axisModes = new AxisModes(world, segment)
  const results = new ObjectResults(segment, world, run.structure.world.path, {
    previous: previous?.results ?? null,
    held: createHeldEnergy(run.structure, world.grouping, createMassReader(run, segment)),
  })
  const isStarting = findStartingJoints(run.structure, previous?.world.grouping.structure ?? null)
  const change = run.lastChange(segment.time)
  const lastGap = Math.max(0, ...(previous?.world.loops?.groups ?? []).map(({ gap }) => gap || 0))
  const loops = world.loops && new LoopRun(world, world.loops, segment.isFirst, isStarting, change, lastGap)
  const cutJoints = createCutJoints(segment, world, previous)
  // free ones are between bodies of any islands, which are at the same time only at events and output points
  const held = cutJoints.filter(({ rotation }) => rotation?.isFree !== true)
  const cutOf = new Map(held.map((cut) => [cut.joint, cut]))
  const actions: IslandActions = {
    writeDissipation: (dissipation) => {
      results.writeDerivatives(dissipation)
    },
    closeLoops: (t, bodies, evaluate) => {
      const hasChanged = loops!.projectBodies(bodies, t)
      if (loops!.hasLeapt(bodies.loops)) return 'shorter'
      loops!.assertBodiesPassed(bodies.loops, t)
      loops!.note(t, evaluate, bodies.loops)
      moveBodies(world, bodies)
      for (const { cuts } of bodies.loops) for (const cut of cuts) cutOf.get(cut)?.follow(world.motion, t)
      return hasChanged
    },
  }
  return {
    world,
    results,
    coupling,
    islands: run.runner.hasConditions
      ? null
      : createIslands(world, coupling, actions, previous?.islands ?? null),
    loops,
    isStarting,
    cutJoints,
    margin,
    conditions,
    contactFunctions,
    contactWarnings: contacts && new ContactWarnings(contacts, world.gravity.magnitude, segment.warn),
    rates: world.isKinematic ? null : LoadRates.create(world, segment.warn),
    axisModes,
    drives: segment.analysis === 'dynamic' ? null : new DriveCheck(world, segment.analysis),
    reports: new Reports(segment, world, run.structure.world.path, results, cutJoints),
    warn: segment.warn,
    switches,
  }
}

/** The variables through which equations act on parts and see them, and the bodies of these parts. */
function listBorder(
  border: SegmentSource['border'],
  { grouping, elements }: World,
  path: string,
): { readonly name: string; readonly bodies: readonly number[] | null }[] {
  const bodiesOf = (part: string): number[] | null => {
    const frame = grouping.frames.get(part)
    if (frame !== undefined) return frame.path === grouping.structure.world.path ? null : [frame.body]
    const ofJoint = grouping.treeJoints.filter(({ joint }) => joint.resultPath === part)
    if (ofJoint.length > 0) return ofJoint.map(({ body }) => body)
    const frames = elements.find(joinPath(path, part))?.frames
    return frames === undefined || frames.length === 0 ? null : frames.map(({ body }) => body)
  }
  return border.map((value) => ({ name: nameOf(value), bodies: bodiesOf(value.path) }))
}

/** Projects closed loops, at the end of a step or within it: `ComponentMemory.project`. */
export function keepLoops(
  { world, loops, cutJoints, warn }: Pick<WorldSegment, 'world' | 'loops' | 'cutJoints' | 'warn'>,
  states: ModelStates,
  t: number,
  isEnd: boolean,
): boolean | 'shorter' {
  if (loops === null) return false
  const hasChanged = loops.project(states, t)
  if (isEnd && loops.hasLeapt()) return 'shorter'
  if (!isEnd) warnOfOpenLoops(world.loops!.groups, t, warn)
  else {
    loops.assertPassed(states, t)
    loops.note(t, () => {
      const x = states.read()
      states.evaluate(x, new Float64Array(x.length))
    })
  }
  world.updateMotion()
  for (const joint of cutJoints) joint.follow(world.motion, t)
  return hasChanged
}

/** Cut joints continue like others; a joint that is not cut any more begins with its last values. */
function createCutJoints(segment: SegmentContext, world: World, previous: WorldSegment | null): CutJoint[] {
  const { grouping } = world
  const cuts = grouping.cuts
    .filter(({ motion }) => motion !== null)
    .map((joint) => new CutJoint(segment, joint, grouping))
  if (previous === null) return cuts
  for (const cut of cuts) cut.continue(previous.world, previous.cutJoints, segment.time)
  for (const before of previous.cutJoints) world.begin(before.joint, before)
  return cuts
}

/** Reads the mass of an object; doubtful ones cause warnings. */
function createMassReader(
  { features }: RunStructure,
  { time, warn }: SegmentContext,
): (object: ObjectNode) => CentralMass | null {
  return ({ fullPath, record }) => {
    const mass = features.readMass(`${fullPath}.feature`, record.feature)
    if (mass?.doubt !== undefined)
      warn({
        code: 'INERTIA',
        key: fullPath,
        time,
        message: `${fullPath}.feature.massProperties: ${mass.doubt}`,
      })
    return mass
  }
}

/** Creates the world with its elements; contacts and joints of the segment before continue. */
function createWorld(source: SegmentSource): Pick<WorldSegment, 'world' | 'switches'> {
  const { segment, run, parts, flanges, previous, impulses, signals } = source
  const { structure, hasContacts } = run
  const { scene } = structure
  const isKinematic = segment.analysis === 'kinematic'
  const present = run.listParts(parts)
  const related = collectRelated(present, run)
  const grouping = groupObjects(structure, createMassReader(run, segment), related, previous?.world.grouping)
  const switches = new ContactSwitches(present, run, grouping, signals)
  const collidables = collectCollidables(
    grouping,
    scene.tables,
    run.features,
    (path1, path2) => switches.areOff(path1, path2),
    new ContactFrictions(present, run, grouping, signals),
  )
  const constraints = createConstraints(present, run, grouping, segment.isFirst)
  // rods and gears may determine any joint
  if (constraints.length === 0)
    assertFreeStarts(grouping, findStartingJoints(structure, previous?.world.grouping.structure ?? null))
  const world = new World(
    {
      grouping,
      constraints,
      gravity: scene.gravity,
      length: scene.nominalLength,
      flangeAxes: flanges,
      createContacts: (tree, data) =>
        hasContacts && !isKinematic ? createContacts(scene, tree, data, collidables) : null,
      shapes: collidables.shapes,
      isKinematic,
      previous: previous?.world ?? null,
      signals,
    },
    segment,
  )
  world.setElements(
    createElements(present, run, world, { shapes: collidables.shapes, impulses, switches }, segment),
  )
  const before = previous?.world.contacts
  if (world.contacts && before) inheritContacts(world.contacts.data, before.model, before.data)
  return { world, switches }
}

/**
 * Event indicators of contacts. They change after every event: the smallest distance of the pairs that do not touch
 * yet, which is never zero. Several bodies arrive at the same time up to rounding errors, and none of them may be lost.
 */
class ContactFunctions {
  private readonly functions: EventIndicators

  constructor(
    segment: SegmentContext,
    private readonly contacts: WorldContacts,
  ) {
    this.functions = segment.indicators(contacts.data.indicators.values.length, true)
  }

  /** Writes the indicators at time `t` [s]. */
  evaluate(t: number): void {
    const { data } = this.contacts
    evaluateIndicators(data, t)
    this.functions.values.set(data.indicators.values)
  }
}

/** Components of a motion that are smaller, relative to the largest, are rounding. */
const STILL = 1e-9

/** In analyses with prescribed motions, checks that these determine the motion of all bodies. */
class DriveCheck {
  private isChecked = false

  constructor(
    private readonly world: World,
    private readonly analysis: SegmentContext['analysis'],
  ) {}

  /** Checks once per segment, after loops are closed and their independent constraints are known. */
  assertDetermined(states: ModelStates, time: number): void {
    if (this.isChecked) return
    this.isChecked = true
    const { analysis } = this
    const { joints, dof } = this.findUndriven(states)
    if (dof === 0) return
    throw new VarioError(
      'ANALYSIS',
      `analysis: expected drives that determine the motion of all bodies for '${analysis}', got none for ` +
        `${joints.join(', ')}, at t = ${time} s: ${dof} degree${dof > 1 ? 's' : ''} of freedom ${dof > 1 ? 'are' : 'is'} ` +
        'left. Prescribe the motion of joints (the key motion, or Position({ exact: true }) at a flange), or let forces make it: ' +
        "analysis: 'dynamic'.",
      { analysis, joints, dof, time },
    )
  }

  /** Joints that may move with all drives at rest, and their number of degrees of freedom. */
  private findUndriven(states: ModelStates): { readonly joints: string[]; readonly dof: number } {
    const { tree, flanges, grouping, loops } = this.world
    const isFree = new Uint8Array(tree.nv).fill(1)
    const map = flanges.n > 0 ? new FlangeMap(this.world, states) : null
    for (let k = 0; k < flanges.n; k++)
      if (map!.isMovable[k] === 0) isFree[tree.vStart[flanges.bodies[k]]] = 0
    const moves = loops === null ? null : loops.computeFreeMoves(isFree)
    const dof = moves === null ? isFree.reduce((n, free) => n + free, 0) : moves.length / tree.nv
    const isMoving = (i: number): boolean => {
      if (moves === null) return isFree[i] === 1
      for (let k = 0; k < dof; k++) if (Math.abs(moves[tree.nv * k + i]) > STILL) return true
      return false
    }
    const joints = grouping.treeJoints.filter(({ body }) => {
      for (let i = tree.vStart[body]; i < tree.vStart[body + 1]; i++) if (isMoving(i)) return true
      return false
    })
    return { joints: [...new Set(joints.map(({ joint }) => joint.fullPath))], dof }
  }
}

/**
 * Energy in gravity of the bodies that the world holds for now [J]: attached assemblies, and bodies on locked joints.
 * So the total energy does not jump when something is attached, locked or released. Declared parts of the world are not
 * included.
 */
function createHeldEnergy(
  structure: Structure,
  { superObjects }: Grouping,
  massOf: (object: ObjectNode) => CentralMass | null,
): () => number {
  const own = collectWorld(structure)
  const { objects, frames } = superObjects[0]
  const held = objects.flatMap((object, k) => (own.has(object) ? [] : [{ object, frame: frames[k] }]))
  if (held.length === 0) return () => 0
  // as a separate body, at the origin of the world
  const { R, p } = identityPose()
  const masses = mergeMasses(
    held.map(({ object }) => object),
    held.map(({ frame }) => ({ R: frame.R_BO, p: frame.p_BO })),
    massOf,
  )
  const tree = createTree([{ parent: -1, kind: PRISMATIC, R_PJ: R, p_PJ: p, ...masses }])
  const data = createTreeData(tree)
  computePositions(tree, data, new Float64Array(tree.nq))
  return () => structure.scene.gravity.potentialEnergy(tree, data)
}

/** Objects that parents and rigid connections fix to the world permanently. */
function collectWorld({ world, objects, joints }: Structure): Set<ObjectNode> {
  const found = new Set([world])
  const fixed = joints.filter(({ role, fixed, locked }) => role === 'joint' && fixed && locked === null)
  for (let n = 0; n < found.size; ) {
    n = found.size
    for (const object of objects.values())
      if (object.parent !== null && found.has(object.parent)) found.add(object)
    for (const { object1, object2 } of fixed) {
      if (found.has(object1)) found.add(object2)
      else if (found.has(object2)) found.add(object1)
    }
  }
  return found
}
