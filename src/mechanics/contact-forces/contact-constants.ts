import type { ConvexShape } from '../../collision/index.ts'
import {
  type ActiveContacts,
  CONTACT_CONSTANTS_SIZE,
  DAMPING,
  MU_K,
  MU_R,
  RADIUS,
  START_VELOCITY,
  STIFFNESS,
  V_SMALL,
  W_SMALL,
} from './active-contacts.ts'
import { combineContactRadii, computeDampingCoefficient, computeStiffness } from './contact-force-law.ts'
import type { PairMaterial } from './contact-parameters.ts'

/** Options of the force law besides materials and shapes. */
export interface ForceLawOptions {
  /** k_red of (7.3a), 0 < k_red <= 1 (default 1). */
  readonly elasticContactReductionFactor: number
  /** d_max of (7.13) [s/m] (default 2000). */
  readonly maximumContactDamping: number
}

/** Stiffness k of (7.3a) for two shapes [N/m^1.5]. */
export function computePairStiffness(
  material: PairMaterial,
  shapeA: ConvexShape,
  shapeB: ConvexShape,
  options: ForceLawOptions,
): number {
  const radius = combineContactRadii(shapeA.contactRadius, shapeA.isFlat, shapeB.contactRadius, shapeB.isFlat)
  return computeStiffness(material.modulus, radius, options.elasticContactReductionFactor)
}

/**
 * Sets the constants of contact k.
 *
 * @param startVelocity rate of penetration when the contact started [m/s]
 */
export function startContact(
  contacts: ActiveContacts,
  k: number,
  material: PairMaterial,
  shapeA: ConvexShape,
  shapeB: ConvexShape,
  startVelocity: number,
  options: ForceLawOptions,
): void {
  const { constants } = contacts
  const c = CONTACT_CONSTANTS_SIZE * k
  constants.fill(0, c, c + CONTACT_CONSTANTS_SIZE)
  constants[c + START_VELOCITY] = startVelocity
  contacts.isElastic[k] = material.response === 'observer' ? 0 : 1
  if (material.response === 'observer') return
  const { cor, vsmall, wsmall } = material
  constants[c + STIFFNESS] = computePairStiffness(material, shapeA, shapeB, options)
  constants[c + DAMPING] = computeDampingCoefficient(
    cor,
    startVelocity,
    vsmall,
    options.maximumContactDamping,
  )
  constants[c + RADIUS] = combineContactRadii(
    shapeA.contactRadius,
    shapeA.isFlat,
    shapeB.contactRadius,
    shapeB.isFlat,
  )
  setFriction(contacts, k, material)
  constants[c + V_SMALL] = material.vsmallFriction ?? vsmall
  constants[c + W_SMALL] = wsmall
}

/** Sets the coefficients of friction of contact k. */
export function setFriction({ constants }: ActiveContacts, k: number, { muK, muR }: PairMaterial): void {
  const c = CONTACT_CONSTANTS_SIZE * k
  constants[c + MU_K] = muK
  constants[c + MU_R] = muR
}
