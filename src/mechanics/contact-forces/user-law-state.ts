/** Input and output of user laws. */

/** State of a contact of two objects, in the axes of the world. The arrays are reused in the next call. */
export interface ContactState {
  /** Penetration of both objects, or of their shells if present [m]. */
  penetration: number
  /** Rate of penetration, positive: compression [m/s]. */
  penetrationVelocity: number
  /** Rate of penetration at the start of the contact [m/s]. */
  startVelocity: number
  /** Middle of the contact points [m] (3). */
  readonly position: Float64Array
  /** Unit vector normal to the surfaces, from the first to the second object (3). */
  readonly normal: Float64Array
  /** Velocity of the second relative to the first one along the surfaces [m/s] (3). */
  readonly tangentialVelocity: Float64Array
  /** Angular velocity of the second relative to the first one [rad/s] (3). */
  readonly angularVelocity: Float64Array
  /** Coefficient of restitution of the pair [1]. */
  readonly restitution: number
  /** Coefficient of sliding friction of the pair [1]. */
  friction: number
  /** Combined modulus E* of both [Pa]. */
  readonly modulus: number
  /** Radius of a sphere that represents the curvature of both [m]. */
  radius: number
}

/**
 * Load of a contact on the second object, in the axes of the world; the first one gets the opposite. Initially zero.
 */
export interface ContactAnswer {
  /** Force at the contact position, including pressure along the normal [N] (3). */
  readonly force: Float64Array
  /** Torque in addition to that of the force [N.m] (3). */
  readonly torque: Float64Array
  /** Elastic energy of the contact [J], and power that it dissipates [W]: for balances. */
  elasticEnergy: number
  dissipation: number
}

/** An impact, which changes only velocities. */
export interface ImpactState extends ContactState {
  /**
   * Change of the velocity of the second object relative to the first one per impulse on it [1/kg] (3 × 3, row-major).
   */
  readonly mobility: Float64Array
}

/** A user law. */
export interface OwnContactLaw {
  /** Writes the force of a contact (default: that of elastic bodies). */
  readonly force?: (contact: ContactState, answer: ContactAnswer) => void
  /** Returns the impulse on the second object at an impact [N.s] (3) (default: none). */
  readonly impulse?: (impact: ImpactState) => ArrayLike<number>
  /** Size of the penetrations that must be resolved [m] (default: that of elastic bodies). */
  readonly penetrationScale?: number
}
