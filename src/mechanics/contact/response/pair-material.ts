import {
  assertFinite,
  assertNonNegative,
  assertOneOf,
  assertPositive,
  InputError,
} from '../../../base/index.ts'

/** 'elastic': forces of thesis 7.1; 'observer': contacts are found and reported, without forces. */
export type ContactResponse = 'elastic' | 'observer'

/** What the response needs to know about the materials of two shapes. */
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
   * Threshold below which velocities are regularised [m/s]: of impacts in (7.11) and (7.12), and of sliding in (7.8).
   */
  readonly vsmall: number
  /** Threshold of sliding in (7.8), if it is not `vsmall` [m/s]. */
  readonly vsmallFriction?: number
  /** Threshold below which angular velocities are regularised [rad/s]. */
  readonly wsmall: number
}

/** Throws an `InputError` with the path of the field if a number is outside of its range. Observers need no numbers. */
export function assertPairMaterial(path: string, material: PairMaterial): void {
  assertOneOf(`${path}.response`, material.response, ['elastic', 'observer'])
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
}
