import { DEPTH, HALF_AXES, INERTIA, MASS, PITCH, SPIN } from '../../../../examples/rattleback.ts'
import { solveOde } from '../../../reference/support/final-states.ts'
import type { Vector } from '../scenes.ts'

const GRAVITY = 9.81
const { Ixx, Iyy, Izz, Ixy } = INERTIA

/**
 * The rattleback of examples/rattleback.ts with an ideal contact that rolls without slip on a hard plane: angular
 * velocity ω and the upward direction u, both in the body. With r from the center of mass C to the contact, v_C = r ×
 * ω, and balances of forces and of torques about C:
 *
 *   I ω̇ + ω × I ω = r × m (v̇_C + ω × v_C + g u),   v̇_C = ṙ × ω + r × ω̇,   u̇ = u × ω
 *
 * Returns ω and u at time `t`.
 */
export function rollIdeally(t: number): Float64Array {
  return solveOde(idealMotion, [0, PITCH, SPIN, 0, 0, 1], t)
}

function idealMotion(_t: number, x: Float64Array, dx: Float64Array): void {
  const w: Vector = [x[0], x[1], x[2]]
  const u: Vector = [x[3], x[4], x[5]]
  const uDot = cross(u, w)
  const squares = HALF_AXES.map((a) => a * a)
  // contact: -A² u/|A u| from the center of the surface
  const n = Math.sqrt(u.reduce((sum, c, i) => sum + squares[i] * c * c, 0))
  const nDot = u.reduce((sum, c, i) => sum + squares[i] * c * uDot[i], 0) / n
  const r = u.map((c, i) => (-squares[i] * c) / n + (i === 2 ? DEPTH : 0)) as unknown as Vector
  const rDot = u.map((c, i) => squares[i] * ((c * nDot) / (n * n) - uDot[i] / n)) as unknown as Vector
  const v = cross(r, w)
  const inertial = cross(w, [Ixx * w[0] + Ixy * w[1], Ixy * w[0] + Iyy * w[1], Izz * w[2]])
  const load = [0, 1, 2].map((i) => cross(rDot, w)[i] + cross(w, v)[i] + GRAVITY * u[i]) as unknown as Vector
  const torque = cross(r, load).map((c, i) => MASS * c - inertial[i])
  // (I + m (r² - r rᵀ)) ω̇ = torque
  const rr = r[0] * r[0] + r[1] * r[1] + r[2] * r[2]
  const I = [Ixx, Ixy, 0, Ixy, Iyy, 0, 0, 0, Izz]
  const A = I.map((c, k) => {
    const [i, j] = [Math.floor(k / 3), k % 3]
    return c + MASS * ((i === j ? rr : 0) - r[i] * r[j])
  })
  dx.set(solve3(A, torque), 0)
  dx.set(uDot, 3)
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/** Cramer's rule. */
function solve3(A: readonly number[], b: readonly number[]): number[] {
  const column = (j: number): Vector => [A[j], A[3 + j], A[6 + j]]
  const determinant = (p: Vector, q: Vector, r: Vector): number => {
    const c = cross(q, r)
    return p[0] * c[0] + p[1] * c[1] + p[2] * c[2]
  }
  const columns = [column(0), column(1), column(2)]
  const whole = determinant(columns[0], columns[1], columns[2])
  return [0, 1, 2].map((j) => {
    const replaced = columns.map((c, k) => (k === j ? (b as unknown as Vector) : c))
    return determinant(replaced[0], replaced[1], replaced[2]) / whole
  })
}
