/** A segment of the run of a 3D model: made of the structure before it begins. */
import { inheritContacts } from '../../mechanics/index.ts'
import type { EventIndicators, ModelStates, SegmentContext, Warn } from '../../simulation/index.ts'
import type { ImpulseTotals } from '../impulses/index.ts'
import { type CentralMass, joinPath, type Part, type PartList } from '../parts/index.ts'
import { nameOf } from '../signals/index.ts'
import { groupObjects, type ObjectNode } from '../structure/index.ts'
import { collectCollidables, createContacts, moveBodies, type SignalValues, World } from '../world/index.ts'
import { AxisModes } from './axis-modes.ts'
import { ContactFunctions } from './contact-functions.ts'
import { ContactWarnings } from './contact-warnings.ts'
import { Coupling } from './coupling.ts'
import { collectRelated, createConstraints, createElements } from './create-elements.ts'
import { DriveCheck } from './drive-check.ts'
import { computeHeldEnergy } from './held-energy.ts'
import { createIslands, type IslandActions, type Islands } from './islands.ts'
import { LoadRates } from './load-rates.ts'
import { declareLockedJoints } from './locked-joints.ts'
import {
  assertFreeStarts,
  CutJoint,
  findStartingJoints,
  LoopRun,
  type StartingJoints,
  warnOfOpenLoops,
} from './loop-closing/index.ts'
import { ObjectResults } from './object-results.ts'
import { Reports } from './reports.ts'
import type { RunStructure } from './run-structure.ts'

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
  /** Adds a warning to the results. */
  readonly warn: Warn
}

/** Input for a segment. */
export interface SegmentSource {
  readonly segment: SegmentContext
  readonly run: RunStructure
  readonly parts: readonly Part[]
  readonly flangeJoints: PartList['flangeJoints']
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
  const world = createWorld(source)
  const coupling = new Coupling(
    world,
    source.flangeJoints.map(({ path, variables }) => [
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
    held: computeHeldEnergy(run.structure, world.grouping, createMassReader(run, segment)),
  })
  const isStarting = findStartingJoints(run.structure, previous?.world.grouping.structure ?? null)
  const loops =
    world.loops && new LoopRun(world, world.loops, segment.isFirst, isStarting, run.lastChange(segment.time))
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
function createWorld(source: SegmentSource): World {
  const { segment, run, parts, flangeJoints, previous, impulses, signals } = source
  const { structure, hasContacts } = run
  const { scene } = structure
  const isKinematic = segment.analysis === 'kinematic'
  const present = run.listParts(parts)
  const related = collectRelated(present, run)
  const grouping = groupObjects(structure, createMassReader(run, segment), related, previous?.world.grouping)
  const collidables = collectCollidables(grouping, scene.tables, run.features)
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
      flangePaths: flangeJoints.map(({ path }) => path),
      createContacts: (tree, data) =>
        hasContacts && !isKinematic ? createContacts(scene, tree, data, collidables) : null,
      shapes: collidables.shapes,
      isKinematic,
      previous: previous?.world ?? null,
      signals,
    },
    segment,
  )
  world.setElements(createElements(present, run, world, { shapes: collidables.shapes, impulses }, segment))
  const before = previous?.world.contacts
  if (world.contacts && before) inheritContacts(world.contacts.data, before.model, before.data)
  return world
}
