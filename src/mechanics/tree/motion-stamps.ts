/**
 * Stamps tell whether something has been computed for what is there now, without a look at it: they only ever grow, and
 * what depends on something remembers the stamp that it had.
 */

/** Something that gets a larger stamp whenever it is computed anew. */
export interface Stamp {
  stamp: number
}

/**
 * When poses and velocities of the bodies of a tree were computed, and for which positions and velocities of the
 * joints.
 */
export interface MotionStamps {
  /** The last stamp that was given. */
  clock: number
  /** Of the poses of all bodies: the largest of them. */
  readonly positions: Stamp
  /** Of the velocities of all bodies. */
  readonly velocities: Stamp
  /** Of the pose of each body (nBody). */
  readonly bodyPositions: Float64Array
  /** Of the velocity of each body (nBody). */
  readonly bodyVelocities: Float64Array
  /** Positions of the joints to which the poses belong (nq), NaN at first. */
  readonly q: Float64Array
  /** Velocities of the joints to which the velocities belong (nv), NaN at first. */
  readonly v: Float64Array
}

export function createMotionStamps(nBody: number, nq: number, nv: number): MotionStamps {
  return {
    clock: 0,
    positions: { stamp: 0 },
    velocities: { stamp: 0 },
    bodyPositions: new Float64Array(nBody),
    bodyVelocities: new Float64Array(nBody),
    q: new Float64Array(nq).fill(Number.NaN),
    v: new Float64Array(nv).fill(Number.NaN),
  }
}

/** Notes that the poses of the bodies first … end − 1 have been computed for the positions x. */
export function stampPositions(
  stamps: MotionStamps,
  start: Int32Array,
  x: Float64Array,
  first: number,
  end: number,
): void {
  const { q, bodyPositions } = stamps
  const stamp = ++stamps.clock
  stamps.positions.stamp = stamp
  for (let i = first; i < end; i++) bodyPositions[i] = stamp
  for (let k = start[first]; k < start[end]; k++) q[k] = x[k]
}

/** Notes that the velocities of the bodies first … end − 1 have been computed for the velocities x. */
export function stampVelocities(
  stamps: MotionStamps,
  start: Int32Array,
  x: Float64Array,
  first: number,
  end: number,
): void {
  const { v, bodyVelocities } = stamps
  const stamp = ++stamps.clock
  stamps.velocities.stamp = stamp
  for (let i = first; i < end; i++) bodyVelocities[i] = stamp
  for (let k = start[first]; k < start[end]; k++) v[k] = x[k]
}

/** Whether the numbers first … end − 1 have the same bits; never for NaN. */
export function areSame(x: Float64Array, y: Float64Array, first: number, end: number): boolean {
  for (let k = first; k < end; k++) {
    if (x[k] !== y[k]) return false
    // zeros have signs, which angles of ±π come from
    if (x[k] === 0 && 1 / x[k] !== 1 / y[k]) return false
  }
  return true
}
