import type { Tree } from '../../tree/index.ts'
import { type ActiveContacts, CONTACT_CONSTANTS_SIZE, STIFFNESS } from './active-contacts.ts'
import { CONTACT_RESULT_SIZE, PENETRATION, PENETRATION_VELOCITY } from './contact-result.ts'
import { computeImpactPenetration } from './penetration-scale.ts'

/** Longest step at the start of an impact, in multiples of δ_max/u [1]; the impact lasts 2.94 of them [Hertz]. */
export const IMPACT_PART = 0.5

/**
 * Longest step [s] for contact k while an impact drives it: as long as the kinetic energy m u²/2 of the approach is
 * larger than the elastic energy, a step should be a part of δ_max/u, the time to the greatest penetration. Otherwise a
 * step size from before the contact, a thousand times longer than it, may have its stages behind the other body, where
 * no force tells the error estimate about the contact. Infinity for contacts at rest and those that separate.
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
  // energies compare as the depths that belong to them
  return depth > results[CONTACT_RESULT_SIZE * k + PENETRATION] ? (IMPACT_PART * depth) / rate : Infinity
}

/**
 * Mass with which two bodies meet head on [kg]: m_1 m_2/(m_1 + m_2); bodies without mass, and the world, do not count.
 */
export function combineMasses(tree: Tree, bodyA: number, bodyB: number): number {
  const mA = bodyA < 0 ? 0 : tree.mass[bodyA]
  const mB = bodyB < 0 ? 0 : tree.mass[bodyB]
  return mA > 0 && mB > 0 ? (mA * mB) / (mA + mB) : mA + mB
}
