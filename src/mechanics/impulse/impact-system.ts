/** What is known of impacts, and what comes out. */

/** How impacts are resolved. */
export interface ImpactOptions {
  /** What restitution means: velocities (Newton) or impulses (Poisson). */
  readonly restitution: 'newton' | 'poisson'
  /** What contacts do that meet at the same time. */
  readonly simultaneous: 'sequential' | 'together'
}

/** One point of a contact. */
export interface ImpactContact {
  /** Number of its pair: all points of one have their impulses together. */
  readonly pair: number
  /** Coefficient of restitution [1]. */
  readonly restitution: number
  /** Coefficient of friction [1]. */
  readonly friction: number
  /** Speed of approach above which there is an impulse [m/s]. */
  readonly threshold: number
  /** Whether it takes part from the beginning; others do when impulses have driven them together. */
  readonly isMeeting: boolean
  /** Impulse as a user says, from velocity [m/s] (3) and mobility [1/kg] (3 × 3), in the axes of the contact. */
  readonly own?: (u: Float64Array, W: Float64Array) => ArrayLike<number>
}

/** Contacts, and what impulses do to them. Three numbers each: along the normal, and two tangential ones. */
export interface ImpactSystem {
  readonly contacts: readonly ImpactContact[]
  /** Velocities of the second bodies relative to the first ones [m/s] (3n). They are changed. */
  readonly velocities: Float64Array
  /** Change of all velocities by unit impulses of contact k [1/kg] (3n × 3, row-major). */
  respond(k: number): Float64Array
}

/** An impulse. */
export interface ResolvedImpact {
  /** Number of the contact. */
  readonly contact: number
  /** Velocity before [m/s] (3). */
  readonly before: Float64Array
  /** On the second body [N.s] (3). */
  readonly impulse: Float64Array
  /** [J] */
  readonly lostEnergy: number
  /** What no impulses were found with, so that the impact goes without: restitution, or friction as well. */
  readonly without: 'nothing' | 'restitution' | 'friction'
}
