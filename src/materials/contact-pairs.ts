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
  /** Velocity of impacts below which restitution fades [m/s]. */
  readonly vsmall: number
  /** Velocity of sliding below which friction is regularised: a body on a slope creeps with a part of it [m/s]. */
  readonly vsmallFriction: number
  /** Relative angular velocity below which rotational resistance is regularised [rad/s]. */
  readonly wsmall: number
}

/** Response without forces: the contact is only noticed. */
export interface ObserverPair {
  readonly response: 'observer'
}

export type ContactPair = ElasticPair | ObserverPair

/**
 * An elastic pair as a user writes it: the three coefficients; `vsmall` = 0.01 m/s, `vsmallFriction` = 1e-4 m/s,
 * `wsmall` = 0.01 rad/s. A `vsmall` without `vsmallFriction` means both, as in the thesis.
 */
export type ElasticPairData = Omit<ElasticPair, 'response' | 'vsmall' | 'vsmallFriction' | 'wsmall'> &
  Partial<Pick<ElasticPair, 'response' | 'vsmall' | 'vsmallFriction' | 'wsmall'>>

/** An observer pair as a user writes it. */
export type ObserverPairData = ObserverPair

/** Pairs by the names of two solid materials with a hyphen between them, in either order: `{ 'Steel-DryWood': … }`. */
export type ContactPairs = Readonly<Record<string, ElasticPairData | ObserverPairData>>

/**
 * Below these velocities restitution and rotational resistance are regularised, if a pair says nothing else [m/s],
 * [rad/s].
 */
export const SMALL_VELOCITY = 0.01

/**
 * Below this velocity friction is regularised, if a pair says nothing else [m/s]: creep on slopes of 0.05 mm/s at no
 * cost that could be measured; 1e-5 m/s takes 50 times the steps.
 */
export const SMALL_SLIDING_VELOCITY = 1e-4

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
