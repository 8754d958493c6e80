/** Contact properties of pairs of materials. */

/**
 * Response of a contact. `'elastic'`: forces of elastic bodies (thesis ch. 7). `'impulse'`: velocities jump, and slow
 * contacts are elastic. `'springDamper'`: a linear spring with the damper of Engelson 2000, ch. 4. `'observer'`: no
 * forces, the contact is only detected.
 */
export type ResponseName = 'elastic' | 'impulse' | 'springDamper' | 'observer'

/** Names of all responses. */
export const RESPONSE_NAMES: readonly ResponseName[] = ['elastic', 'impulse', 'springDamper', 'observer']

/** Relation of the coefficient of a spring damper to the restitution: exact, or as published in Engelson 2000. */
export type DamperLaw = 'exact' | 'fraction' | 'polynomial'

export const DAMPER_LAWS: readonly DamperLaw[] = ['exact', 'fraction', 'polynomial']

/** Data of all pairs with forces. */
export interface PairValues {
  /** [1], between 0 and 1. */
  readonly coefficientOfRestitution: number
  /** Kinetic friction μ_k [1]. */
  readonly slidingFrictionCoefficient: number
  /** Resistance against rotation μ_r, relative to the contact radius [1]. */
  readonly rotationalResistanceCoefficient: number
  /** Impact velocity below which restitution fades [m/s]. */
  readonly vsmall: number
  /** Sliding velocity below which friction is regularized: a body on a slope creeps with a fraction of it [m/s]. */
  readonly vsmallFriction: number
  /** Relative angular velocity below which rotational resistance is regularized [rad/s]. */
  readonly wsmall: number
  /** Distance at which surfaces touch: both have a shell (Engelson 2000, 3.2) [m] (default 0). */
  readonly detectionDistance?: number
  /** For `'impulse'`: slower impacts use the elastic law [m/s] (default `vsmall`). */
  readonly impactThreshold?: number
  /** For `'springDamper'`: force per penetration [N/m] (default: E* times the contact radius). */
  readonly springStiffness?: number
  /** For `'springDamper'`: relation of damping to restitution (default `'exact'`). */
  readonly damperLaw?: DamperLaw
}

/** Response with forces or impulses; `Law` are laws of the user (default: none). */
export interface ElasticPair<Law extends object = never> extends PairValues {
  readonly response: Exclude<ResponseName, 'observer'> | Law
}

/** Response without forces: the contact is only detected. */
export interface ObserverPair {
  readonly response: 'observer'
}

export type ContactPair<Law extends object = never> = ElasticPair<Law> | ObserverPair

/**
 * Input of a pair: the three coefficients; default `response` of the scene, `vsmall` = 0.01 m/s, `vsmallFriction` =
 * 1e-4 m/s, `wsmall` = 0.01 rad/s. A `vsmall` without `vsmallFriction` sets both, as in the thesis.
 */
export type ElasticPairData<Law extends object = never> = Omit<
  PairValues,
  'vsmall' | 'vsmallFriction' | 'wsmall'
> &
  Partial<Pick<PairValues, 'vsmall' | 'vsmallFriction' | 'wsmall'>> & {
    readonly response?: Exclude<ResponseName, 'observer'> | Law
  }

/** Input of an observer pair. */
export type ObserverPairData = ObserverPair

/** Pairs by the names of two solid materials with a hyphen between them, in either order: `{ 'Steel-DryWood': … }`. */
export type ContactPairs<Law extends object = never> = Readonly<
  Record<string, ElasticPairData<Law> | ObserverPairData>
>

/** Default velocities below which restitution and rotational resistance are regularized [m/s], [rad/s]. */
export const SMALL_VELOCITY = 0.01

/**
 * Default velocity below which friction is regularized [m/s]: creep on slopes of 0.05 mm/s at no measurable cost; 1e-5
 * m/s takes 50 times the steps.
 */
export const SMALL_SLIDING_VELOCITY = 1e-4

/** The pairs of every scene; pairs of a scene override them. */
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
