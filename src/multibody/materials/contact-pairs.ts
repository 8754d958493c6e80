/** What two materials do to each other when they touch. */

/** Response with forces (thesis ch. 7). */
export interface ElasticPair {
  readonly response: 'elastic'
  /** [1], between 0 and 1. */
  readonly coefficientOfRestitution: number
  /** Kinetic friction μ_k [1]. */
  readonly slidingFrictionCoefficient: number
  /** Resistance against rotation μ_r, relative to the contact radius [1]. */
  readonly rotationalResistanceCoefficient: number
  /** Relative velocity below which friction is regularised [m/s]. */
  readonly vsmall: number
  /** Relative angular velocity below which rotational resistance is regularised [rad/s]. */
  readonly wsmall: number
}

/** Response without forces: the contact is only noticed. */
export interface ObserverPair {
  readonly response: 'observer'
}

export type ContactPair = ElasticPair | ObserverPair

/** An elastic pair as a user writes it: the three coefficients; `vsmall` = 0.01 m/s, `wsmall` = 0.01 rad/s. */
export type ElasticPairData = Omit<ElasticPair, 'response' | 'vsmall' | 'wsmall'> &
  Partial<Pick<ElasticPair, 'response' | 'vsmall' | 'wsmall'>>

/** An observer pair as a user writes it. */
export type ObserverPairData = ObserverPair

/** Pairs by the names of two solid materials with a hyphen between them, in either order: `{ 'Steel-DryWood': … }`. */
export type ContactPairs = Readonly<Record<string, ElasticPairData | ObserverPairData>>

/** Below these velocities friction and rotational resistance are regularised, if a pair says nothing else [m/s], [rad/s]. */
export const SMALL_VELOCITY = 0.01

/** The pairs that every scene knows; a scene adds its own, and its own win. */
export const contactPairs: ContactPairs = {
  'Steel-Steel': elastic(0.7, 0.5, 0.001),
  'DryWood-DryWood': elastic(0.6, 0.3, 0.001),
  'BilliardBall-BilliardBall': elastic(1, 0, 0),
  'BilliardBall-BilliardTable': elastic(0, 0.8, 0.01),
  'BilliardBall-BilliardCushion': elastic(0.98, 0, 0),
  'BilliardBall-BilliardCue': elastic(0.98, 0, 0),
  'BilliardTable-BilliardCue': elastic(0, 0.8, 0.01),
  'BilliardCue-BilliardCue': elastic(0.98, 0, 0),
  'Observer-Steel': { response: 'observer' },
  'Observer-Observer': { response: 'observer' },
}

function elastic(restitution: number, sliding: number, rotational: number): ElasticPairData {
  return {
    coefficientOfRestitution: restitution,
    slidingFrictionCoefficient: sliding,
    rotationalResistanceCoefficient: rotational,
  }
}
