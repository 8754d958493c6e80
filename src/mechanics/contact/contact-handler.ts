import { RESULT_DISTANCE, RESULT_LENGTH, RESULT_NORMAL, RESULT_POINT_A } from '../../collision/index.ts'
import type { Tree, TreeData } from '../tree/index.ts'
import { type ContactInfo, listContacts, listCouplings, readContact } from './contact-listing.ts'
import { type ContactOptions, type ResolvedContactOptions, resolveContactOptions } from './contact-options.ts'
import { type ContactRules, computePenetrationScale, getPairMaterial, mayMeet } from './contact-rules.ts'
import {
  type CollidableShape,
  CollidableShapes,
  ContactDetection,
  ContactWatch,
  type DeepContact,
  DeepContacts,
  PassWatch,
  updateGeometry,
  updatePatch,
} from './detection/index.ts'
import {
  ActiveContacts,
  addContactForces,
  CONTACT_CONSTANTS_SIZE,
  CONTACT_RESULT_SIZE,
  computeContactMotion,
  computeImpactStep,
  DISSIPATION,
  ELASTIC_ENERGY,
  PENETRATION_VELOCITY,
  START_VELOCITY,
  startContact,
} from './response/index.ts'

export type { ContactInfo }

/** Contacts this many times deeper than under the weight of the body are no contacts at rest [1]: a stack of 30 bodies is 10 times as deep. */
const OVERLAP_FACTOR = 10

/** A contact that is deep at the start. */
export interface Overlap extends ContactInfo {
  /** [m] */
  readonly depth: number
  /** Bodies of the shapes, -1: the world. */
  readonly body1: number
  readonly body2: number
  /** Contact point on the first one, in world [m] (3). */
  readonly point: Float64Array
  /** Unit normal from the first to the second one, in world (3). */
  readonly normal: Float64Array
}

/**
 * Contacts of all collidable shapes on the bodies of a tree, for one segment of a simulation.
 *
 * Which pairs are in contact changes in `onEvent` only, which must be called first, with the initial state. Between events,
 * `addForces` evaluates the forces of these pairs alone, which is what a right-hand side needs; `updateIndicators` looks at all
 * pairs, for the root functions. Neither allocates memory. All need `computePositions`; forces, events and steps need
 * `computeVelocities` too.
 */
export class ContactHandler {
  /** Power that all contacts take out of the motion [W]; set by `addForces`. */
  dissipation = 0.1
  /** Elastic energy of all contacts [J]; set by `addForces`. */
  elasticEnergy = 0.1
  /** Number of the last event: contacts have their numbers until the next one. */
  nEvent = 0
  /** Pairs of bodies between which contact forces act (−1: world), each once, in ascending order. */
  couplings: readonly (readonly [number, number])[] = []

  private readonly shapes: CollidableShapes
  private readonly options: ResolvedContactOptions
  private readonly detection: ContactDetection
  private readonly watch: ContactWatch
  private readonly scratch = new Float64Array(RESULT_LENGTH)
  private contacts = new ActiveContacts()
  private spare = new ActiveContacts()
  /** Start velocities of contacts of the segment before, by paths; for the first event. */
  private readonly inherited = new Map<string, number>()
  private readonly isWatched: (i: number, j: number) => boolean
  private readonly deepContacts: DeepContacts
  private readonly passWatch: PassWatch

  /** @throws InputError that names the shape or option that is wrong. */
  constructor(
    private readonly tree: Tree,
    shapes: readonly CollidableShape[],
    private readonly rules: ContactRules,
    options: ContactOptions = {},
  ) {
    this.shapes = new CollidableShapes(shapes, tree.nBody)
    this.options = resolveContactOptions(options)
    this.detection = new ContactDetection(
      this.shapes,
      (i, j) => mayMeet(this.shapes, rules, i, j),
      this.options.distanceMethod,
    )
    const { indicators, hysteresis } = this.options
    this.watch = new ContactWatch(tree.nBody, this.shapes, this.detection, indicators, hysteresis)
    this.isWatched = (i, j) => mayMeet(this.shapes, rules, i, j) && this.contacts.find(i, j) < 0
    this.deepContacts = new DeepContacts(this.shapes)
    this.passWatch = new PassWatch(this.shapes, this.detection)
    // the fields are doubles from their declaration on
    this.dissipation = 0
    this.elasticEnergy = 0
  }

  /** Zero-crossing functions [m], set by `updateIndicators`; with `zeroCrossings: 'two'`, z_d and z_p of thesis eq. 6.4. */
  get indicators(): Float64Array {
    return this.options.indicators.values
  }

  /** Direction in which a crossing of each indicator is an event: −1 falling, 1 rising, 0 both. */
  get indicatorDirections(): Int8Array {
    return this.options.indicators.directions
  }

  /** Number of pairs in contact, observers included. */
  get nContact(): number {
    return this.contacts.n
  }

  /**
   * Takes over when the contacts of the segment before have started: pairs with the same paths that are still in contact at the
   * first `onEvent` go on.
   */
  carryOver(previous: ContactHandler): void {
    for (const { path1, path2, startVelocity } of previous.listContacts()) {
      this.inherited.set(createPairKey(path1, path2), startVelocity)
    }
  }

  /** Adds the forces of all contacts to `data.F_ext`. */
  addForces(data: TreeData): void {
    const { contacts } = this
    let dissipation = 0
    let elasticEnergy = 0
    for (let k = 0; k < contacts.n; k++) {
      this.addForce(k, data)
      dissipation += contacts.results[CONTACT_RESULT_SIZE * k + DISSIPATION]
      elasticEnergy += contacts.results[CONTACT_RESULT_SIZE * k + ELASTIC_ENERGY]
    }
    this.dissipation = dissipation
    this.elasticEnergy = elasticEnergy
  }

  /** Adds the forces of some contacts, by their numbers since the last event. Returns the power that they take out of the motion [W]. */
  addSomeForces(some: Int32Array, data: TreeData): number {
    let dissipation = 0
    for (let i = 0; i < some.length; i++) {
      this.addForce(some[i], data)
      dissipation += this.contacts.results[CONTACT_RESULT_SIZE * some[i] + DISSIPATION]
    }
    return dissipation
  }

  private addForce(k: number, data: TreeData): void {
    const { contacts, shapes, detection } = this
    const a = contacts.a[k]
    const b = contacts.b[k]
    shapes.updatePose(a, data)
    shapes.updatePose(b, data)
    updateGeometry(detection, shapes, contacts, k)
    updatePatch(detection, contacts, k)
    addContactForces(contacts, k, shapes.bodies[a], shapes.bodies[b], data)
  }

  /** Calls `visit` for every contact with forces: its number, its shapes, and their bodies (−1: world). */
  forEachForce(visit: (k: number, a: number, b: number, bodyA: number, bodyB: number) => void): void {
    const { contacts } = this
    const { bodies } = this.shapes
    for (let k = 0; k < contacts.n; k++) {
      const a = contacts.a[k]
      const b = contacts.b[k]
      if (contacts.isElastic[k] === 1) visit(k, a, b, bodies[a], bodies[b])
    }
  }

  /**
   * Greatest distance of some contacts, by their numbers, from the end of the contact [m]; positive: one has ended. After `addSomeForces`
   * for the state at `t`: if none has, `updateIndicators` takes them for closed until then.
   */
  computeExit(some: Int32Array, t: number): number {
    const { contacts } = this
    let exit = Number.NEGATIVE_INFINITY
    for (let i = 0; i < some.length; i++)
      exit = Math.max(exit, contacts.geometry[RESULT_LENGTH * some[i] + RESULT_DISTANCE])
    exit -= 2 * this.options.hysteresis
    for (let i = 0; i < some.length; i++) {
      contacts.closedUntil[some[i]] = exit > 0 ? Number.NEGATIVE_INFINITY : t
      this.deepContacts.note(contacts, some[i], t)
    }
    return exit
  }

  /** Computes the zero-crossing functions at time `t` [s]; if it is not given, all contacts are looked at. */
  updateIndicators(data: TreeData, t = Number.POSITIVE_INFINITY): void {
    this.watch.update(data, this.contacts, t)
  }

  /** Whether one of the bodies first … end − 1 was at or beyond the start or the end of a contact at the last `updateIndicators`. */
  areCrossing(first: number, end: number): boolean {
    return this.watch.areCrossing(first, end)
  }

  /**
   * Decides anew which pairs are in contact: those whose distance is at most the hysteresis. A pair that stays keeps its
   * start velocity. Returns whether the set has changed.
   */
  onEvent(data: TreeData): boolean {
    const { detection, scratch, shapes } = this
    const { indicators, hysteresis } = this.options
    const { broadPhase } = detection
    const before = this.contacts
    const contacts = this.spare
    this.nEvent++
    detection.update(data)
    contacts.clear(broadPhase.nCandidate)
    indicators.beginSelection()
    let nKept = 0
    for (let c = 0; c < broadPhase.nCandidate; c++) {
      const a = broadPhase.candidateA[c]
      const b = broadPhase.candidateB[c]
      detection.computeDistance(a, b, scratch, 0)
      if (!(scratch[RESULT_DISTANCE] <= hysteresis)) {
        indicators.offer(a, b, scratch[RESULT_DISTANCE])
        continue
      }
      const k = contacts.push(a, b)
      contacts.geometry.set(scratch, RESULT_LENGTH * k)
      computeContactMotion(contacts, k, shapes.bodies[a], shapes.bodies[b], data)
      const old = before.find(a, b)
      if (old >= 0) {
        nKept++
        contacts.closedUntil[k] = before.closedUntil[old]
      }
      this.enterConstants(contacts, k, this.findStartVelocity(contacts, k, before, old))
    }
    indicators.endSelection(contacts.n)
    this.inherited.clear()
    this.contacts = contacts
    this.spare = before
    const hasChanged = nKept !== before.n || nKept !== contacts.n
    if (hasChanged) this.couplings = listCouplings(contacts, shapes)
    return hasChanged
  }

  private findStartVelocity(
    contacts: ActiveContacts,
    k: number,
    before: ActiveContacts,
    old: number,
  ): number {
    if (old >= 0) return before.constants[CONTACT_CONSTANTS_SIZE * old + START_VELOCITY]
    const { paths } = this.shapes
    const key = createPairKey(paths[contacts.a[k]], paths[contacts.b[k]])
    return this.inherited.get(key) ?? contacts.results[CONTACT_RESULT_SIZE * k + PENETRATION_VELOCITY]
  }

  private enterConstants(contacts: ActiveContacts, k: number, startVelocity: number): void {
    const a = contacts.a[k]
    const b = contacts.b[k]
    const material = getPairMaterial(this.shapes, this.rules, a, b)
    const { convex } = this.shapes
    startContact(contacts, k, material, convex[a], convex[b], startVelocity, this.options)
  }

  /**
   * Longest step [s] in which no body can pass through another: pairs that are separated unseen (see `SafeStep`), pairs in contact
   * because a step is longer than their impact (see `impact-step.ts`). Takes contacts from the last `addForces` or `onEvent`, and
   * accelerations from `data.A_WB_B`, which should be those of this state, or of one close to it.
   *
   * @param atMost longest step of interest [s], for example what the solver would try: the smaller, the cheaper
   * @param isForParts without contacts: those that are solved by themselves ask `computeImpactStep`
   */
  computeMaxStep(data: TreeData, atMost = Infinity, isForParts = false): number {
    const { contacts, shapes, tree } = this
    this.detection.update(data)
    let step = this.detection.computeMaxStep(data, atMost, this.isWatched)
    if (isForParts) return step
    for (let k = 0; k < contacts.n; k++)
      step = Math.min(step, computeImpactStep(contacts, k, shapes.bodies, tree))
    return step
  }

  /** Longest step [s] of some contacts, by their numbers, after `addSomeForces` for the present state. */
  computeImpactStep(some: Int32Array): number {
    let step = Infinity
    for (let i = 0; i < some.length; i++)
      step = Math.min(step, computeImpactStep(this.contacts, some[i], this.shapes.bodies, this.tree))
    return step
  }

  /**
   * Size of the penetrations of a body that a simulation has to resolve [m]: under its own weight, or when it arrives with
   * `vsmall`, below which impacts are not elastic, whichever is larger; for the hardest pair that the body may be part of.
   * Infinity if it may touch nothing, or has no mass.
   *
   * A penetration is the difference of two positions. For two digits of it, the absolute tolerance of the positions of the body
   * should be 0.01 of this scale or less, *instead of* a part of the position itself: with an absolute tolerance of
   * 0.1·tolerance·nominal and the default tolerance 1e-6, that is nominal = 1e5·scale, and no relative part (positions in
   * metres times 1e-6 are larger than penetrations of steel).
   *
   * @param gravity acceleration that presses bodies together [m/s2]
   */
  computePenetrationScale(body: number, gravity: number): number {
    return computePenetrationScale(this.tree, this.shapes, this.rules, this.options, body, gravity)
  }

  /**
   * Looks at the end of a step at time t [s], after `computeMaxStep`, for what must not happen: notes how deep contacts are, for `listDeepContacts`, and calls
   * `onPass` with the paths of bodies that have passed through each other within the step.
   */
  endStep(t: number, onPass: (path1: string, path2: string) => void): void {
    const { contacts, shapes } = this
    for (let k = 0; k < contacts.n; k++) this.deepContacts.note(contacts, k, t)
    this.passWatch.update(this.isWatched, (i, j) => {
      onPass(shapes.paths[i], shapes.paths[j])
    })
  }

  /** Contacts with forces that have been deeper than a tenth of the smaller body at the end of a step. */
  listDeepContacts(): DeepContact[] {
    return this.deepContacts.list()
  }

  /**
   * Contacts with forces that are far deeper than those that carry the weights of their bodies, with their depths [m]: after the first event, bodies that
   * overlap in their initial positions.
   *
   * @param gravity acceleration that presses bodies together [m/s2]
   */
  listOverlaps(gravity: number): Overlap[] {
    const { contacts, shapes } = this
    return this.listContacts().flatMap((contact, k) => {
      const depth = -contacts.geometry[RESULT_LENGTH * k + RESULT_DISTANCE]
      const scales = [contact.shape1, contact.shape2]
        .map((i) => shapes.bodies[i])
        .filter((body) => body >= 0)
        .map((body) => this.computePenetrationScale(body, gravity))
      const isOverlap = contacts.isElastic[k] === 1 && depth > OVERLAP_FACTOR * Math.min(...scales)
      if (!isOverlap) return []
      const read = (place: number): Float64Array =>
        contacts.geometry.slice(RESULT_LENGTH * k + place, RESULT_LENGTH * k + place + 3)
      const [body1, body2] = [contact.shape1, contact.shape2].map((i) => shapes.bodies[i])
      return [{ ...contact, depth, body1, body2, point: read(RESULT_POINT_A), normal: read(RESULT_NORMAL) }]
    })
  }

  /** Whether shapes i and j are in contact. */
  isActive(i: number, j: number): boolean {
    return this.contacts.find(Math.min(i, j), Math.max(i, j)) >= 0
  }

  /** All pairs in contact, observers included, in the order of the shapes. */
  listContacts(): ContactInfo[] {
    return listContacts(this.contacts, this.shapes)
  }

  /**
   * Velocities and forces of the contact of shapes i and j at the last `addForces`, seen from shape i: out has the layout of
   * `contact-result.ts` (CONTACT_RESULT_SIZE). Without an elastic contact all is zero, and the answer false.
   */
  readContact(i: number, j: number, out: Float64Array, o: number): boolean {
    return readContact(this.contacts, i, j, out, o)
  }
}

/** The same for both orders of two paths. */
function createPairKey(path1: string, path2: string): string {
  return path1 < path2 ? `${path1}\n${path2}` : `${path2}\n${path1}`
}
