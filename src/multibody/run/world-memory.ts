/**
 * The memory of a 3D model: the component with memory (thesis 10.1) whose hidden states are those of all joints without flange, and whose
 * functions relate accelerations and forces of the joints with flanges.
 */

import type { Tree } from '../../mechanics/index.ts'
import type {
  ComponentEvent,
  ComponentMemory,
  EventIndicators,
  MemoryIsland,
  MemoryRates,
  SegmentContext,
} from '../../simulation/index.ts'
import { type PartList, readMass } from '../parts/index.ts'
import { groupObjects, readStructure } from '../structure/index.ts'
import { collectCollidables, createContacts, World } from '../world/index.ts'
import { ActionRunner } from './action-runner.ts'
import type { ActionProgram } from './actions.ts'
import { ContactLog } from './contact-log.ts'
import { ContactWarnings } from './contact-warnings.ts'
import { Coupling } from './coupling.ts'
import { createElements } from './create-elements.ts'
import { createIslands, type Islands } from './islands.ts'
import { LoadRates } from './load-rates.ts'
import { createLockLimits } from './lock-limits.ts'
import { ObjectResults } from './object-results.ts'
import { listDrivenApart } from './start-balance.ts'
import { StructureChanges } from './structure-changes.ts'

export class WorldMemory implements ComponentMemory {
  private world: World | null = null
  private results: ObjectResults | null = null
  private coupling: Coupling | null = null
  private islands: Islands | null = null
  /** Distance of orientations from where they are singular. */
  private margin: EventIndicators | null = null
  /**
   * Zero-crossing functions of contacts, in two places that take turns at events: the least distance of other pairs is another function,
   * never zero after an event, while a solver takes one that has just crossed for zero. Several bodies arrive at the same time, but for
   * their rounding errors, and none of them may be lost.
   */
  private distances: EventIndicators | null = null
  /** Where the functions are: 0 or their number, and the event that brought them there [s]. */
  private turn = 0
  private turnTime = Number.NaN
  /** The structure, which actions change. */
  private changes: StructureChanges | null = null
  private runner: ActionRunner | null = null
  private readonly contactLog = new ContactLog()
  private contactWarnings: ContactWarnings | null = null
  /** What functions of the user do; null: nothing. */
  private rates: LoadRates | null = null
  private readonly force: Float64Array
  private readonly acceleration: Float64Array
  private readonly matrix: { readonly rows: number; readonly cols: number; readonly data: Float64Array }

  constructor(
    private readonly parts: PartList,
    private readonly program: ActionProgram | null = null,
  ) {
    const n = parts.flangeJoints.length
    this.force = new Float64Array(n)
    this.acceleration = new Float64Array(n)
    this.matrix = { rows: n, cols: n, data: new Float64Array(n * n) }
  }

  initSegment(segment: SegmentContext): void {
    this.contactWarnings?.end()
    const parts = this.parts.read(segment)
    if (segment.isFirst) {
      const structure = readStructure(segment.path, parts, this.parts.readFlangeJoints(segment))
      const limits = createLockLimits(structure.scene, segment.tolerance)
      this.changes = new StructureChanges(structure, limits)
      this.runner = this.program && new ActionRunner(this.program, segment.time)
    }
    const { structure } = this.changes!
    const { scene } = structure
    const grouping = groupObjects(structure, ({ fullPath, record }) =>
      readMass(`${fullPath}.feature`, record.feature, scene.tables),
    )
    const collidables = collectCollidables(grouping, scene.tables)
    const flangePaths = this.parts.flangeJoints.map(({ path }) => path)
    const createHandler = (tree: Tree) => createContacts(scene, tree, collidables)
    const world = new World(
      grouping,
      scene.gravity,
      scene.nominalLength,
      flangePaths,
      segment,
      createHandler,
      collidables.shapes,
      this.world,
    )
    const elements = createElements(parts, structure, world, collidables.shapes, segment)
    world.setElements(elements)
    this.rates = LoadRates.create(world, elements, segment.warn)
    this.coupling = new Coupling(
      world,
      this.parts.flangeJoints.map(({ path, variables }) => [
        `${path}.${variables.position}`,
        `${path}.${variables.velocity}`,
      ]),
    )
    segment.coupling(this.coupling.groups())
    world.forEachStates((_body, { kinematics }) => {
      for (const [state, states] of kinematics) segment.dependsOn(state, states)
    })
    this.islands = createIslands(world, this.coupling, (dissipation) => {
      this.results!.writeDerivatives(dissipation)
    })
    this.margin = segment.indicators(1)
    this.distances = segment.indicators(2 * (world.contacts?.indicators.length ?? 0))
    this.turn = 0
    this.turnTime = Number.NaN
    this.results = new ObjectResults(
      segment,
      world,
      structure.world.path,
      this.results?.dissipatedEnergy ?? 0,
    )
    if (this.world?.contacts) world.contacts?.carryOver(this.world.contacts)
    this.world = world
    this.contactWarnings =
      world.contacts &&
      new ContactWarnings(world.contacts, scene.gravity.magnitude, segment.warn, segment.isFirst)
  }

  /** Forces in flanges from accelerations. Arguments: time, then position, velocity and acceleration of each. */
  inverse(args: ArrayLike<number>): Float64Array {
    const { force, acceleration } = this
    const world = this.enter(args, acceleration)
    world.solveInverse(acceleration, force)
    return force
  }

  /** Accelerations in flanges from forces. Arguments: time, then position, velocity and force of each. */
  forward(args: ArrayLike<number>): Float64Array {
    const { force, acceleration } = this
    const world = this.enter(args, force)
    world.solveForward(force, acceleration)
    return acceleration
  }

  /** Derivatives of `inverse` with respect to the accelerations. */
  inverseJacobian(args: ArrayLike<number>): {
    readonly rows: number
    readonly cols: number
    readonly data: Float64Array
  } {
    const world = this.enter(args, this.acceleration)
    world.computeFlangeMatrix(this.matrix.data)
    return this.matrix
  }

  evaluate(t: number): void {
    const world = this.world!
    if (world.nFlange === 0) {
      world.update(t)
      world.solveForward(this.force, this.acceleration)
    }
    world.writeDerivatives()
    this.results!.writeDerivatives(world.contacts?.dissipation ?? 0)
  }

  evaluateIndicators(t: number): void {
    const world = this.world!
    if (world.nFlange === 0) world.updateMotion()
    this.margin!.values[0] = world.margin()
    const { contacts } = world
    if (contacts === null) return
    contacts.updateIndicators(world.data, t)
    this.distances!.values.fill(1).set(contacts.indicators, this.turn)
  }

  /** Called between two steps. Returns the longest step in which no thin body passes through another unseen. */
  nextMaxStep(t: number, isInIslands: boolean): number {
    const world = this.world!
    if (world.contacts === null) return Infinity
    // the last evaluation may have been at another time, of which contacts and accelerations would tell
    world.update(t)
    if (world.nFlange === 0) world.solveForward(this.force, this.acceleration)
    const step = world.contacts.computeMaxStep(world.data, Infinity, isInIslands)
    this.contactWarnings!.endStep(t)
    return step
  }

  /** Bodies that nothing connects are integrated with steps of their own. */
  independentIslands(): readonly MemoryIsland[] | null {
    return this.islands?.list() ?? null
  }

  watchedRates(): MemoryRates | null {
    return this.rates
  }

  findNonFinite(): string | undefined {
    return this.world?.findNonFinite()
  }

  /** Time of the next action, or of the next event of an element [s]. */
  nextEvent(): number {
    return Math.min(this.runner?.nextTime ?? Number.POSITIVE_INFINITY, this.world!.nextEvent())
  }

  onEvent(event: ComponentEvent): void {
    const world = this.world!
    world.adapt()
    world.updateMotion()
    world.onEvent(event.time)
    if (this.runner?.run(event.time, world, this.changes!)) {
      event.requestSegment()
      return
    }
    const { contacts, data } = world
    if (contacts === null) return
    const hasChanged = contacts.onEvent(data)
    if (event.time !== this.turnTime) this.turn = contacts.indicators.length - this.turn
    this.turnTime = event.time
    this.contactWarnings!.start(event.time, (overlaps) =>
      listDrivenApart(world, event.time, overlaps, () => this.solveAsBefore()),
    )
    if (!hasChanged) {
      // which pairs touch has been decided by their distances: the results want their forces as well
      world.update(event.time)
      return
    }
    this.contactLog.add(event.time, contacts.listContacts())
    // contacts make the equations stiff, and connect bodies
    event.stiff(contacts.couplings.length > 0)
    event.coupling(this.coupling!.groups())
    event.repeat()
  }

  /** Accelerations, with what the equations have said of the flanges last. */
  private solveAsBefore(): void {
    const world = this.world!
    if (world.nFlange === 0) world.solveForward(this.force, this.acceleration)
    else world.solveInverse(this.acceleration, new Float64Array(world.nFlange))
  }

  /** All contacts of the run, in the order of their beginning. */
  attributes(): Readonly<Record<string, unknown>> {
    this.contactWarnings?.end()
    return { contacts: this.contactLog.entries }
  }

  writeResults(): void {
    const world = this.world!
    world.writeResults()
    this.results!.write(world)
  }

  /** Takes over what the equations say of the flanges; the third value of each goes to `third`. */
  private enter(args: ArrayLike<number>, third: Float64Array): World {
    const world = this.world!
    for (let i = 0; i < third.length; i++) {
      world.setFlange(i, args[1 + 3 * i], args[2 + 3 * i])
      third[i] = args[3 + 3 * i]
    }
    world.update(args[0])
    return world
  }
}
