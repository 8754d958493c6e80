/** The arm of two muscles by a program of its own: published formulas, plane geometry, and a solver of another kind. */
import { integrate } from 'vario/ode'
import {
  BICEPS,
  BICEPS_DATA,
  BRACE,
  CENTER,
  DAMPING,
  EXCITATION,
  INERTIA,
  LIFT,
  MASS,
  TRICEPS,
  TRICEPS_DATA,
} from '../../../examples/antagonists.ts'

interface MuscleData {
  readonly F_max: number
  readonly l_optimal: number
  readonly l_slack: number
  readonly pennation?: number
}

/** Tension of the tendon relative to F_max, for the length of the muscle and of its fibers along the tendon. */
function pullTendon({ l_slack }: MuscleData, length: number, along: number): number {
  const [e, toe] = [(length - along) / l_slack - 1, 0.609 * 0.04]
  if (e <= 0) return 0
  return e < toe ? (0.33 * Math.expm1((3 * e) / toe)) / Math.expm1(3) : 0.33 + (1.712 * (e - toe)) / 0.04
}

/** Tension of the fibers along the tendon at the relative speed v. */
function pullFibers({ l_optimal, pennation = 0 }: MuscleData, along: number, a: number, v: number): number {
  const fiber = Math.hypot(along, l_optimal * Math.sin(pennation))
  const l = fiber / l_optimal
  const V = 0.25 + 0.75 * a
  const hill = v >= 0 ? (V + 35 * v) / (V + 25 * v) : v > -V ? (V + v) / (V - 4 * v) : 0
  const passive = l > 1 ? Math.expm1((5 * (l - 1)) / 0.6) / Math.expm1(5) : 0
  return ((a * hill * Math.exp(-((l - 1) ** 2) / 0.45) + passive + 0.1 * v) * along) / fiber
}

/** The argument at which an increasing function is zero. */
function findZero(f: (x: number) => number, low: number, high: number): number {
  for (let k = 0; k < 80; k++) {
    const middle = 0.5 * (low + high)
    if (f(middle) < 0) low = middle
    else high = middle
  }
  return 0.5 * (low + high)
}

/** Length of a muscle and its derivative by the angle of the elbow. */
function measure(
  points: { readonly upper: readonly (readonly number[])[]; readonly fore: readonly number[] },
  phi: number,
) {
  const [c, s] = [Math.cos(phi), Math.sin(phi)]
  const [x, y] = [c * points.fore[0] - s * points.fore[1], s * points.fore[0] + c * points.fore[1]]
  let length = 0
  for (let k = 1; k < points.upper.length; k++)
    length += Math.hypot(
      points.upper[k][0] - points.upper[k - 1][0],
      points.upper[k][1] - points.upper[k - 1][1],
    )
  const [dx, dy] = [x - points.upper.at(-1)![0], y - points.upper.at(-1)![1]]
  const last = Math.hypot(dx, dy)
  return { length: length + last, slope: (-dx * y + dy * x) / last }
}

const MUSCLES = [
  { points: BICEPS, data: BICEPS_DATA as MuscleData, u: EXCITATION.biceps },
  { points: TRICEPS, data: TRICEPS_DATA as MuscleData, u: EXCITATION.triceps },
] as const

/** Angle of the elbow [rad] at the end of each phase and at 2 s, by integration of phi, w, and a, along of both muscles. */
export function integrateAntagonists(): number[] {
  const starts = MUSCLES.flatMap(({ points, data, u }) => {
    const { length } = measure(points, -0.2)
    const excess = (along: number): number =>
      pullFibers(data, along, u[0], 0) - pullTendon(data, length, along)
    return [u[0], findZero(excess, 0.02, length - data.l_slack)]
  })
  let y: ArrayLike<number> = [-0.2, 0, ...starts]
  const ends: number[] = []
  const times = [0, LIFT, BRACE, 2]
  for (let phase = 0; phase < 3; phase++) {
    const f = (_t: number, state: Float64Array, out: Float64Array): void => {
      const [phi, w] = state
      let torque = -MASS * 9.81 * CENTER * Math.cos(phi) - DAMPING * w
      MUSCLES.forEach(({ points, data, u }, m) => {
        const [a, along] = [state[2 + 2 * m], state[3 + 2 * m]]
        const { length, slope } = measure(points, phi)
        const tension = pullTendon(data, length, along)
        const v = findZero((x) => pullFibers(data, along, a, x) - tension, -50, 50)
        const fiber = Math.hypot(along, data.l_optimal * Math.sin(data.pennation ?? 0))
        const rate = 0.5 + 1.5 * a
        out[2 + 2 * m] = u[phase] > a ? (u[phase] - a) / (0.015 * rate) : ((u[phase] - a) * rate) / 0.05
        out[3 + 2 * m] = (v * data.l_optimal * 10 * fiber) / along
        torque -= data.F_max * tension * slope
      })
      out[0] = w
      out[1] = torque / (INERTIA + MASS * CENTER ** 2)
    }
    const [t0, tEnd] = [times[phase], times[phase + 1]]
    y = integrate({ n: 6, f }, { method: 'radau5', t0, x0: y, tEnd, rtol: 1e-9, atol: 1e-10 }).x
    ends.push(y[0])
  }
  return ends
}
