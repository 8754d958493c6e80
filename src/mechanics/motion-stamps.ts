/**
 * Stamps detect outdated results without a comparison of their inputs: they only increase, and a dependent result
 * stores the stamp of its input.
 */

/** A quantity that gets a larger stamp at each new computation. */
export interface Stamp {
  stamp: number
}

/**
 * Stamps of the poses and velocities of the bodies of a tree, with the positions and velocities of the joints to which
 * they belong.
 */
export interface MotionStamps {
  /** The last stamp given. */
  clock: number
  /** Of the poses of all bodies: the largest one. */
  readonly positions: Stamp
  /** Of the velocities of all bodies. */
  readonly velocities: Stamp
  /** Of the pose of each body (nBody). */
  readonly bodyPositions: Float64Array
  /** Of the velocity of each body (nBody). */
  readonly bodyVelocities: Float64Array
  /** Positions of the joints to which the poses belong (nq), initially NaN. */
  readonly q: Float64Array
  /** Velocities of the joints to which the velocities belong (nv), initially NaN. */
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

/** Records that the poses of the bodies first … end − 1 have been computed for the positions x. */
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

/** Records that the velocities of the bodies first … end − 1 have been computed for the velocities x. */
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

/** True if the numbers first … end − 1 have the same bits; never for NaN. */
export function areSame(x: Float64Array, y: Float64Array, first: number, end: number): boolean {
  for (let k = first; k < end; k++) {
    if (x[k] !== y[k]) return false
    // zeros have signs, on which angles of ±π depend
    if (x[k] === 0 && 1 / x[k] !== 1 / y[k]) return false
  }
  return true
}
