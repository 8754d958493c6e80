import type { Tree } from '../tree.ts'
import { type ActiveContacts, CONTACT_CONSTANTS_SIZE, STIFFNESS } from './active-contacts.ts'
import { computeImpactPenetration } from './hertz-penetration.ts'
import { CONTACT_RESULT_SIZE, PENETRATION, PENETRATION_VELOCITY } from './result-layout.ts'

/** Longest step at the start of an impact, in multiples of δ_max/u [1]; the impact lasts 2.94 of them [Hertz]. */
export const IMPACT_PART = 0.5

/**
 * Longest step [s] for contact k during an impact: as long as the kinetic energy m u²/2 of the approach is larger than
 * the elastic energy, a step should be a fraction of δ_max/u, the time to the largest penetration. Otherwise a step
 * size from before the contact, a thousand times longer than the contact, may have its stages behind the other body,
 * where the error estimate has no force of the contact. Infinity for contacts at rest and those that separate.
 */
export function computeImpactStep(
  contacts: ActiveContacts,
  k: number,
  bodies: Int32Array,
  tree: Tree,
): number {
  const { results, constants } = contacts
  const rate = results[CONTACT_RESULT_SIZE * k + PENETRATION_VELOCITY]
  if (contacts.isElastic[k] === 0 || !(rate > 0)) return Infinity
  const mass = combineMasses(tree, bodies[contacts.a[k]], bodies[contacts.b[k]])
  const depth = computeImpactPenetration(constants[CONTACT_CONSTANTS_SIZE * k + STIFFNESS], mass, rate)
  // energies are compared by the corresponding depths
  return depth > results[CONTACT_RESULT_SIZE * k + PENETRATION] ? (IMPACT_PART * depth) / rate : Infinity
}

/**
 * Effective mass of a central impact of two bodies [kg]: m_1 m_2/(m_1 + m_2); bodies without mass, and the world, are
 * ignored.
 */
export function combineMasses(tree: Tree, bodyA: number, bodyB: number): number {
  const mA = bodyA < 0 ? 0 : tree.mass[bodyA]
  const mB = bodyB < 0 ? 0 : tree.mass[bodyB]
  return mA > 0 && mB > 0 ? (mA * mB) / (mA + mB) : mA + mB
}
