/** A ball that falls from 1 m: closed form of its impacts. */

/** [m/s2] */
export const GRAVITY = 9.81
/** Speed of the ball at its first impact from 1 m, and that after k impacts with restitution 0.7 [m/s]. */
export const reboundSpeed = (k: number): number => Math.sqrt(2 * GRAVITY) * 0.7 ** k
/** Time of impact k = 1, 2, …: half a flight, and the flights between [s]. */
export function impactTime(k: number): number {
  let t = Math.sqrt(2 / GRAVITY)
  for (let i = 1; i < k; i++) t += (2 * reboundSpeed(i)) / GRAVITY
  return t
}
