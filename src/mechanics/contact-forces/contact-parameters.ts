import { assertFinite, assertNonNegative, assertOneOf, assertPositive, InputError } from '../../base/index.ts'
import type { DamperLaw } from './spring-damper-coefficient.ts'
import type { OwnContactLaw } from './user-law-state.ts'

/**
 * 'elastic': forces of thesis 7.1. 'impulse': the same while no impulse acts. 'springDamper': forces of Engelson 2000,
 * 4.5. 'own': a user law. 'observer': contacts are found and reported, without forces.
 */
export type ContactResponse = 'elastic' | 'impulse' | 'springDamper' | 'own' | 'observer'

const RESPONSES: readonly ContactResponse[] = ['elastic', 'impulse', 'springDamper', 'own', 'observer']

/** Material data of two shapes for the response. */
export interface PairMaterial {
  readonly response: ContactResponse
  /** Combined Young's moduli and Poisson's ratios, E* of (7.2) [Pa]; see `combineYoungsModuli`. */
  readonly modulus: number
  /** Coefficient of restitution, 0 <= cor <= 1. */
  readonly cor: number
  /** Coefficient of sliding friction, >= 0. */
  readonly muK: number
  /** Coefficient of rotational resistance, >= 0. */
  readonly muR: number
  /**
   * Threshold below which velocities are regularized [m/s]: of impacts in (7.11) and (7.12), and of sliding in (7.8).
   */
  readonly vsmall: number
  /** Threshold of sliding in (7.8), if different from `vsmall` [m/s]. */
  readonly vsmallFriction?: number
  /** Threshold below which angular velocities are regularized [rad/s]. */
  readonly wsmall: number
  /** Distance of the surfaces at which contacts begin (Engelson 2000, 3.2) [m] (default 0). */
  readonly detectionDistance?: number
  /** Impacts slower than this have no impulse [m/s] (default `vsmall`). */
  readonly impactThreshold?: number
  /** Force per penetration of 'springDamper' [N/m] (default: E* R_geo k_red). */
  readonly springStiffness?: number
  /** Relation between damping and restitution of 'springDamper' (default 'exact'). */
  readonly damperLaw?: DamperLaw
  /** The user law, of 'own'. */
  readonly own?: OwnContactLaw
}

/** True if impacts of the pair may be impulses. */
export function hasImpulses({ response, own }: PairMaterial): boolean {
  return response === 'impulse' || (response === 'own' && own?.impulse !== undefined)
}

/** Throws an `InputError` with the path of the field if a number is outside its range. Observers need no numbers. */
export function assertPairMaterial(path: string, material: PairMaterial): void {
  assertOneOf(`${path}.response`, material.response, RESPONSES)
  if (material.response === 'observer') return
  assertPositive(`${path}.modulus`, material.modulus)
  assertFinite(`${path}.cor`, material.cor)
  if (material.cor < 0 || material.cor > 1)
    throw new InputError(`${path}.cor`, 'a number from 0 to 1', material.cor)
  assertNonNegative(`${path}.muK`, material.muK)
  assertNonNegative(`${path}.muR`, material.muR)
  assertPositive(`${path}.vsmall`, material.vsmall)
  if (material.vsmallFriction !== undefined) assertPositive(`${path}.vsmallFriction`, material.vsmallFriction)
  assertPositive(`${path}.wsmall`, material.wsmall)
  assertNonNegative(`${path}.detectionDistance`, material.detectionDistance ?? 0)
  assertPositive(`${path}.impactThreshold`, material.impactThreshold ?? material.vsmall)
}
