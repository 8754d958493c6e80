import { equations, Model, simulate } from 'vario'
import { Ramp } from 'vario/library/blocks'
import { Inertia } from 'vario/library/rotational'
import { PtpReference, Servo } from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const [RATIO, J_MOTOR, K1, K2, T, J_LOAD] = [156, 1.3909e-5, 50, 0.1, 1, 0.32]

const Axis = Model({
  servo: Servo({ ratio: RATIO, J: J_MOTOR, k1: K1, k2: K2, T }),
  load: Inertia({ J: J_LOAD }),
  connect: [['servo.flange', 'load.flange_a']],
})

type Matrix = number[][]

/** Derivatives of the state (PI.x, phi, w, ref, der(ref), der(der(ref))), which is linear; the reference is a parabola. */
function systemMatrix(): Matrix {
  // u = k1*(ratio*ref - ratio*phi) - ratio*w
  const u = [0, -K1 * RATIO, -RATIO, K1 * RATIO, 0, 0]
  const J = J_LOAD + RATIO * RATIO * J_MOTOR
  const torque = u.map((value, k) => K2 * (value + (k === 0 ? 1 : 0)))
  return [
    u.map((value) => value / T),
    [0, 0, 1, 0, 0, 0],
    torque.map((value) => (RATIO * value) / J),
    [0, 0, 0, 0, 1, 0],
    [0, 0, 0, 0, 0, 1],
    [0, 0, 0, 0, 0, 0],
  ]
}

const multiply = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, value, k) => sum + value * b[k][j], 0)))

/** exp(A t) by its power series for t/2^20, squared 20 times. */
function exponential(A: Matrix, t: number): Matrix {
  const h = t / 2 ** 20
  const identity: Matrix = A.map((row, i) => row.map((_, j) => (i === j ? 1 : 0)))
  let sum = identity
  for (let k = 12; k >= 1; k--)
    sum = multiply(A, sum).map((row, i) => row.map((value, j) => identity[i][j] + (value * h) / k))
  for (let k = 0; k < 20; k++) sum = multiply(sum, sum)
  return sum
}

/** The state after phases of the reference: duration [s], and its initial value, slope and curvature. */
function solve(phases: readonly (readonly [number, number, number, number])[]): number[] {
  let state = [0, 0, 0, 0, 0, 0]
  for (const [duration, ...reference] of phases) {
    const transition = exponential(systemMatrix(), duration)
    const start = [...state.slice(0, 3), ...reference]
    state = transition.map((row) => row.reduce((sum, value, k) => sum + value * start[k], 0))
  }
  return state
}

const NAMES = ['servo.ppi.PI.x', 'load.phi', 'load.w']

describe('a servo', () => {
  it('follows the exact solution of the linear system, in the case robot.ServoWithRamp', () => {
    const model = Axis.extend({
      ramp: Ramp({ height: 2.95, duration: 1.18 }),
      connect: [['ramp.y', 'servo.refLoadAngle']],
    })
    const result = simulate(model, { stopTime: 4, tolerance: 1e-10 })
    const found = NAMES.map((name) => result.final(name))
    const exact = solve([
      [1.18, 0, 2.5, 0],
      [4 - 1.18, 2.95, 0, 0],
    ])
    // the series is squared 20 times: 2^20 roundings; the solver keeps 1e-10 per step
    for (const [k, value] of found.entries()) expect(Math.abs(value - exact[k])).toBeLessThan(1e-7)
    // the tolerance of the case is 1e-3 of the norm; PI.x has not settled there (1e-6 per step), the others have
    const reference = [-0.004445925511355035, 2.9499994183801284, 5.816286501116783e-7]
    for (const [k, value] of found.entries()) expect(Math.abs(value - reference[k])).toBeLessThan(1e-6)
  })

  it('follows a point-to-point reference', () => {
    const model = Axis.extend({
      reference: PtpReference({ points: [[0], [0.3], [0]], v_max: [2.68512], a_max: [1.5] }),
      equations: equations`servo.refLoadAngle = reference.position[1]`,
    })
    const result = simulate(model, { stopTime: 1.5, tolerance: 1e-10 })
    // triangular velocities: four parabolas of 0.447 s each, the last of which is not complete at 1.5 s
    const h = Math.sqrt(0.3 / 1.5)
    const exact = solve([
      [h, 0, 0, 1.5],
      [h, 0.15, 1.5 * h, -1.5],
      [h, 0.3, 0, -1.5],
      [1.5 - 3 * h, 0.15, -1.5 * h, 1.5],
    ])
    for (const [k, name] of NAMES.entries())
      expect(Math.abs(result.final(name) - exact[k])).toBeLessThan(1e-7)
    // motor and load rotate in the ratio of the gear, and share one torque balance
    expect(result.final('servo.drive.motorInertia.w')).toBeCloseTo(RATIO * result.final('load.w'), 9)
    const torque = result.final('servo.ppi.PI.y')
    const acceleration = result.final('load.a')
    expect(RATIO * (torque - J_MOTOR * RATIO * acceleration)).toBeCloseTo(J_LOAD * acceleration, 9)
  })
})
