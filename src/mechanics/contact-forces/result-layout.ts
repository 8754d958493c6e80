/** Layout of the result of a contact at one instant, in a flat array. A is the first shape, B the second. */

/** Penetration depth, >= 0 [m]. */
export const PENETRATION = 0
/** Rate of penetration, positive: compression [m/s]. */
export const PENETRATION_VELOCITY = 1
/** Length of the relative velocity in the tangential plane [m/s]. */
export const TANGENTIAL_VELOCITY = 2
/** Length of the relative angular velocity [rad/s]. */
export const ANGULAR_VELOCITY = 3
/** Normal force, positive: pressure [N]. */
export const NORMAL_FORCE = 4
/** Length of the tangential force [N]. */
export const TANGENTIAL_FORCE = 5
/** Length of the torque [N.m]. */
export const TORQUE = 6
/** Middle of the contact points, in the world [m] (3). */
export const POSITION_VECTOR = 7
/** Unit vector normal to the surfaces, into A, in the world (3). */
export const NORMAL_VECTOR = 10
/** Force on A at the middle of the contact points, in the world [N] (3). */
export const FORCE_VECTOR = 13
/**
 * Torque on A, in the world [N.m] (3): rotational resistance, and for touching faces or edges friction against rotation
 * and damping of rocking.
 */
export const TORQUE_VECTOR = 16
/** Power dissipated by damping, friction and rotational resistance, >= 0 [W]. */
export const DISSIPATION = 19
/** Energy stored in the elastic deformation, ∫ k δ^(3/2) dδ [J]. */
export const ELASTIC_ENERGY = 20
/** Length of a result. */
export const CONTACT_RESULT_SIZE = 21

/** out = the result of a contact, as seen with A and B exchanged. `out` may be the same array. */
export function exchangeContactResult(out: Float64Array, o: number, result: Float64Array, i: number): void {
  for (let k = 0; k < CONTACT_RESULT_SIZE; k++) {
    const isReversed = k >= NORMAL_VECTOR && k < DISSIPATION
    // 0 − x, so that zeros stay positive
    out[o + k] = isReversed ? 0 - result[i + k] : result[i + k]
  }
}
