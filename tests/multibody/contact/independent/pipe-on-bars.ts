/**
 * A pipe that falls onto bars across it, without friction: planar, in the plane (y, z) of its axis. Independent of src
 * except for the integrator.
 */
import { integrate } from 'vario/ode'
import { createLaw } from './law.ts'

/** Diameter of pipe and bars, length of the pipe [m]. */
const DIAMETER = 0.1
export const PIPE_LENGTH = 0.5
const INNER = 0.08
const MASS = 1768 * (Math.PI / 4) * (DIAMETER ** 2 - INNER ** 2) * PIPE_LENGTH
const INERTIA = (MASS / 12) * (0.75 * (DIAMETER ** 2 + INNER ** 2) + PIPE_LENGTH ** 2)
/** Contact radii 0.05 m, both round (table 7.2). Restitution 1: no damping at speeds far above v_small. */
const { k } = createLaw('BilliardBall', DIAMETER / 4)
const BARS = [
  [0.1, 0.2],
  [-0.1, 0],
]

export interface PipeMotion {
  /** y, z [m], angle of the axis from y to z [rad], and their derivatives. */
  readonly x: Float64Array
  /** Largest distance from the center of the pipe at which it has touched a bar [m]. */
  readonly reach: number
}

export function simulatePipe(y: number, z: number, angle: number, tEnd: number): PipeMotion {
  let reach = 0
  const f = (_t: number, x: Float64Array, dx: Float64Array): void => {
    dx.set(x.subarray(3), 0)
    dx.set([0, -9.81, 0], 3)
    const [c, s] = [Math.cos(x[2]), Math.sin(x[2])]
    for (const [yBar, zBar] of BARS) {
      const [dy, dz] = [yBar - x[0], zBar - x[1]]
      const along = dy * c + dz * s
      const across = -dy * s + dz * c
      const depth = DIAMETER - Math.abs(across)
      if (depth <= 0) continue
      reach = Math.max(reach, Math.abs(along))
      // the bar pushes the pipe away; the lever arm is the position along the axis
      const push = -Math.sign(across) * k * depth ** 1.5
      dx[3] += (-s * push) / MASS
      dx[4] += (c * push) / MASS
      dx[5] += (along * push) / INERTIA
    }
  }
  const { x } = integrate(
    { n: 6, f },
    {
      method: 'dop853',
      t0: 0,
      x0: [y, z, angle, 0, 0, 0],
      tEnd,
      rtol: 1e-12,
      atol: 1e-12,
      maxStep: 1e-4,
    },
  )
  return { x, reach }
}
