/** What others want to know about the pairs in contact. */

import type { CollidableShapes } from './detection/index.ts'
import {
  type ActiveContacts,
  CONTACT_CONSTANTS_SIZE,
  CONTACT_RESULT_SIZE,
  exchangeContactResult,
  START_VELOCITY,
} from './response/index.ts'

/** One pair of shapes in contact. */
export interface ContactInfo {
  readonly path1: string
  readonly path2: string
  /** Indices in the list of shapes, shape1 < shape2. */
  readonly shape1: number
  readonly shape2: number
  /** Rate of penetration when the contact started [m/s]. */
  readonly startVelocity: number
}

/** All pairs in contact, observers included, in the order of the shapes. */
export function listContacts(contacts: ActiveContacts, shapes: CollidableShapes): ContactInfo[] {
  return Array.from({ length: contacts.n }, (_, k) => ({
    path1: shapes.paths[contacts.a[k]],
    path2: shapes.paths[contacts.b[k]],
    shape1: contacts.a[k],
    shape2: contacts.b[k],
    startVelocity: contacts.constants[CONTACT_CONSTANTS_SIZE * k + START_VELOCITY],
  }))
}

/** Pairs of bodies between which contact forces act (−1: world), each once, in ascending order. */
export function listCouplings(
  contacts: ActiveContacts,
  shapes: CollidableShapes,
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

/** See `ContactHandler.readContact`. */
export function readContact(
  contacts: ActiveContacts,
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
