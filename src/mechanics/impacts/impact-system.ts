/** Input and output of impact resolution. */

/** How impacts are resolved. */
export interface ImpactOptions {
  /** Quantity that restitution relates: velocities (Newton) or impulses (Poisson). */
  readonly restitution: 'newton' | 'poisson'
  /** Treatment of contacts that meet at the same time. */
  readonly simultaneous: 'sequential' | 'together'
}

/** One point of a contact. */
export interface ImpactContact {
  /** Number of its pair: the points of a pair have their impulses together. */
  readonly pair: number
  /** Coefficient of restitution [1]. */
  readonly restitution: number
  /** Coefficient of friction [1]. */
  readonly friction: number
  /** Speed of approach above which there is an impulse [m/s]. */
  readonly threshold: number
  /** True if it takes part from the beginning; others do once impulses have driven them together. */
  readonly isMeeting: boolean
  /** True for a support, as the stop of a joint: it takes part in all impacts (default false). */
  readonly isSupport?: boolean
  /** Impulse by a law of the user, from velocity [m/s] (3) and mobility [1/kg] (3 × 3), in the axes of the contact. */
  readonly own?: (u: Float64Array, W: Float64Array) => ArrayLike<number>
}

/** Contacts, and their response to impulses. Three numbers each: along the normal, and along two tangents. */
export interface ImpactSystem {
  readonly contacts: readonly ImpactContact[]
  /** Velocities of the second bodies relative to the first ones [m/s] (3n). Updated in place. */
  readonly velocities: Float64Array
  /**
   * If constraints engage during the impact: the velocities before it (3n), which determine the restitution.
   * `velocities` are then those from which the impulses lead to the right end, and lack this kinetic energy [J].
   */
  readonly engaged?: { readonly before: Float64Array; readonly energy: number } | undefined
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
  /** Property of the materials without which impulses were found: restitution, or friction as well. */
  readonly without: 'nothing' | 'restitution' | 'friction'
}
