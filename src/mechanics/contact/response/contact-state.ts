/** What laws of users get and give. */

/** What is known of a contact of two objects, in the axes of the world. The arrays are used again in the next call. */
export interface ContactState {
  /** Depth of both in each other, of their shells if they have some [m]. */
  penetration: number
  /** Its rate, positive: compression [m/s]. */
  penetrationVelocity: number
  /** Its rate when the contact began [m/s]. */
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
  readonly friction: number
  /** Combined modulus E* of both [Pa]. */
  readonly modulus: number
  /** Radius of a sphere that stands for the curvature of both [m]. */
  radius: number
}

/** What a contact does to the second object, in the axes of the world; the first one gets the opposite. Zero at first. */
export interface ContactAnswer {
  /** Force at the contact position, pressure along the normal included [N] (3). */
  readonly force: Float64Array
  /** Torque besides that of the force [N.m] (3). */
  readonly torque: Float64Array
  /** Energy that the contact holds and gives back [J], and power that it takes out of the motion [W]: for balances. */
  elasticEnergy: number
  dissipation: number
}

/** An impact, of which nothing but velocities changes. */
export interface ImpactState extends ContactState {
  /** Change of the velocity of the second object relative to the first one per impulse on it [1/kg] (3 × 3, row-major). */
  readonly mobility: Float64Array
}

/** The law of a user. */
export interface OwnContactLaw {
  /** Writes the force of a contact (default: that of elastic bodies). */
  readonly force?: (contact: ContactState, answer: ContactAnswer) => void
  /** Impulse on the second object when both meet [N.s] (3) (default: none). */
  readonly impulse?: (impact: ImpactState) => ArrayLike<number>
  /** Size of the penetrations that must be resolved [m] (default: that of elastic bodies). */
  readonly penetrationScale?: number
}
