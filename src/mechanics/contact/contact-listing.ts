/** Queries of the pairs in contact, and of the size of their penetrations. */
import { RESULT_DISTANCE, RESULT_LENGTH, RESULT_NORMAL, RESULT_POINT_A } from '../../collision/index.ts'
import {
  CONTACT_CONSTANTS_SIZE,
  CONTACT_RESULT_SIZE,
  exchangeContactResult,
  RADIUS,
  START_VELOCITY,
} from '../contact-forces/index.ts'
import type { ContactData } from './contact-data.ts'
import type { ContactModel } from './contact-model.ts'
import { mayMeet } from './contact-rules.ts'

/** One pair of shapes in contact. */
export interface ContactInfo {
  readonly path1: string
  readonly path2: string
  /** Indices in the list of shapes, shape1 < shape2. */
  readonly shape1: number
  readonly shape2: number
  /** Numbers among the shapes of their objects, which structural changes preserve. */
  readonly part1: number
  readonly part2: number
  /** Rate of penetration when the contact started [m/s]. */
  readonly startVelocity: number
}

/**
 * Ratio to the depth under the weight of the body above which a contact is not at rest [1]: a stack of 30 bodies
 * reaches 10.
 */
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

/** All pairs in contact, including observers, in the order of the shapes. */
export function listContacts({ shapes }: ContactModel, { contacts }: ContactData): ContactInfo[] {
  return Array.from({ length: contacts.n }, (_, k) => ({
    path1: shapes.paths[contacts.a[k]],
    path2: shapes.paths[contacts.b[k]],
    shape1: contacts.a[k],
    shape2: contacts.b[k],
    part1: partOf(shapes.paths, contacts.a[k]),
    part2: partOf(shapes.paths, contacts.b[k]),
    startVelocity: contacts.constants[CONTACT_CONSTANTS_SIZE * k + START_VELOCITY],
  }))
}

/** Number of a shape among those of its object, which are consecutive. */
function partOf(paths: readonly string[], shape: number): number {
  let first = shape
  while (first > 0 && paths[first - 1] === paths[shape]) first--
  return shape - first
}

/** Pairs of bodies between which contact forces act (−1: world), each once, in ascending order. */
export function listCouplings(
  { shapes }: ContactModel,
  { contacts }: ContactData,
): (readonly [number, number])[] {
  const couplings = new Map<string, readonly [number, number]>()
  for (let k = 0; k < contacts.n; k++) {
    if (contacts.isElastic[k] === 0) continue
    const bodyA = shapes.bodies[contacts.a[k]]
    const bodyB = shapes.bodies[contacts.b[k]]
    const pair = [Math.min(bodyA, bodyB), Math.max(bodyA, bodyB)] as const
    couplings.set(pair.join(), pair)
  }
  return [...couplings.values()].sort((p, q) => p[0] - q[0] || p[1] - q[1])
}

/**
 * Velocities and forces of the contact of shapes i and j at the last `addContactForces`, seen from shape i: out has the
 * layout of `contact-result.ts` (CONTACT_RESULT_SIZE). Without an elastic contact all values are zero, and the return
 * value is false.
 */
export function readContact(
  { contacts }: ContactData,
  i: number,
  j: number,
  out: Float64Array,
  o: number,
): boolean {
  const k = contacts.find(Math.min(i, j), Math.max(i, j))
  if (k < 0 || contacts.isElastic[k] === 0) {
    out.fill(0, o, o + CONTACT_RESULT_SIZE)
    return false
  }
  const r = CONTACT_RESULT_SIZE * k
  if (i > j) exchangeContactResult(out, o, contacts.results, r)
  else for (let m = 0; m < CONTACT_RESULT_SIZE; m++) out[o + m] = contacts.results[r + m]
  return true
}

/** Radius of the sphere that represents the curvature of both shapes of contact k [m]. */
export function getContactRadius({ contacts }: ContactData, k: number): number {
  return contacts.constants[CONTACT_CONSTANTS_SIZE * k + RADIUS]
}

/** True if shapes i and j are in contact. */
export function areInContact({ contacts }: ContactData, i: number, j: number): boolean {
  return contacts.find(Math.min(i, j), Math.max(i, j)) >= 0
}

/** Calls `visit` for every contact with forces: its number, its shapes, and their bodies (−1: world). */
export function forEachForce(
  { shapes }: ContactModel,
  { contacts }: ContactData,
  visit: (k: number, a: number, b: number, bodyA: number, bodyB: number) => void,
): void {
  const { bodies } = shapes
  for (let k = 0; k < contacts.n; k++) {
    const a = contacts.a[k]
    const b = contacts.b[k]
    if (contacts.isElastic[k] === 1) visit(k, a, b, bodies[a], bodies[b])
  }
}

/**
 * Contacts with forces that are far deeper than under the weights of their bodies, with their depths [m]: after the
 * first event, bodies that overlap in their initial positions.
 *
 * @param gravity acceleration that presses bodies together [m/s2]
 */
export function listOverlaps(model: ContactModel, data: ContactData, gravity: number): Overlap[] {
  const { contacts } = data
  const { bodies } = model.shapes
  return listContacts(model, data).flatMap((contact, k) => {
    const depth = -contacts.geometry[RESULT_LENGTH * k + RESULT_DISTANCE]
    const [body1, body2] = [contact.shape1, contact.shape2].map((i) => bodies[i])
    const scales = [body1, body2]
      .filter((body) => body >= 0)
      .map((body) => computePenetrationScale(model, body, gravity))
    const isOverlap = contacts.isElastic[k] === 1 && depth > OVERLAP_FACTOR * Math.min(...scales)
    if (!isOverlap) return []
    const read = (place: number): Float64Array =>
      contacts.geometry.slice(RESULT_LENGTH * k + place, RESULT_LENGTH * k + place + 3)
    return [{ ...contact, depth, body1, body2, point: read(RESULT_POINT_A), normal: read(RESULT_NORMAL) }]
  })
}

/**
 * Size of the penetrations of a body that a simulation has to resolve [m]: under its own weight, or at an impact with
 * `vsmall`, below which impacts are not elastic, whichever is larger; for the hardest pair with this body. Infinity if
 * it may touch nothing, or has no mass.
 *
 * A penetration is the difference of two positions. For two digits of it, the absolute tolerance of the positions of
 * the body should be 0.01 of this scale or less, *instead of* a part of the position itself: with an absolute tolerance
 * of
 * 0.1·tolerance·nominal and the default tolerance 1e-6, that is nominal = 1e5·scale, and no relative part (positions in
 * meters times 1e-6 are larger than penetrations of steel).
 *
 * @param gravity acceleration that presses bodies together [m/s2]
 */
export function computePenetrationScale(model: ContactModel, body: number, gravity: number): number {
  const { tree, shapes, options, lawOf, alike } = model
  const { convex } = shapes
  const mass = tree.mass[body]
  let scale = Infinity
  if (mass === 0) return scale
  for (const i of shapes.ofBody[body]) {
    for (const partners of alike) {
      const partner = findPartner(model, i, partners)
      if (partner < 0) continue
      const material = model.rules.material(Math.min(i, partner), Math.max(i, partner))!
      scale = Math.min(
        scale,
        lawOf(material).computePenetrationScale(material, convex[i], convex[partner], options, mass, gravity),
      )
    }
  }
  return scale
}

/** First of the equivalent shapes that shape i may meet, with a force; -1: none. */
function findPartner({ shapes, rules }: ContactModel, i: number, alike: readonly number[]): number {
  for (const j of alike) {
    const first = Math.min(i, j)
    const second = Math.max(i, j)
    if (shapes.bodies[j] === shapes.bodies[i]) continue
    if ((rules.material(first, second)?.response ?? 'observer') === 'observer') continue
    if (mayMeet(shapes, rules, first, second)) return j
  }
  return -1
}
