/** Expected results of the examples of controlled 3D models, by the names of their files. */
import { simulate } from 'vario'
import { expect } from 'vitest'
import { simulatePolisher, DATA as TOOL } from '../../../examples/admittance-control.ts'
import { DATA as BALL, BallOnPlate, simulateBall, GAINS as TILT } from '../../../examples/ball-on-plate.ts'
import { DATA as EGG, simulateEggGripper } from '../../../examples/egg-gripper.ts'
import { DATA as HOPPER, RUN, simulateHopper } from '../../../examples/hopper.ts'
import { DATA, GAINS, GOAL, LOOP, simulateQuadrotor, WIND } from '../../../examples/quadrotor.ts'
import { simulateWheels, WHEEL } from '../../../examples/reaction-wheels.ts'
import { DATA as LINE, PARCELS, simulateSorting } from '../../../examples/sorting.ts'
import { integrateInSmallSteps } from '../small-steps.ts'

type Vector = [number, number, number]

const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: readonly number[], b: readonly number[]): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

/** Rows of the rotation matrix of a quaternion w, x, y, z, from the body to the world. */
function rotationOf([w, x, y, z]: readonly number[]): [Vector, Vector, Vector] {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ]
}

/**
 * The equations of the quadrotor, written for a rigid body with Euler's equations: position, velocity, quaternion, rates
 * in the body, estimated force (16). `phase` chooses the branches of the interval, whose ends are steps.
 */
function fly(t: number, x: readonly number[], phase: { isLooping: boolean; isWindy: boolean }): number[] {
  const { m, J, g } = DATA
  const { kp, kv, kR, kw, T } = GAINS
  const [r, v, q, w, d] = [x.slice(0, 3), x.slice(3, 6), x.slice(6, 10), x.slice(10, 13), x.slice(13, 16)]
  const R = rotationOf(q)
  const toBody = (a: readonly number[]): Vector =>
    [0, 1, 2].map((j) => R[0][j] * a[0] + R[1][j] * a[1] + R[2][j] * a[2]) as Vector
  const up = [R[0][1], R[1][1], R[2][1]]
  const a = [0, 1, 2].map((i) => kp * (GOAL[i] - r[i]) - kv * v[i] + (i === 1 ? g : 0) - d[i] / m)
  const length = LOOP.end - LOOP.start
  const s = (t - LOOP.start) / length
  const turn = 2 * Math.PI * s ** 3 * (10 - 15 * s + 6 * s ** 2)
  const rate = phase.isLooping ? (60 * Math.PI * s ** 2 * (1 - s) ** 2) / length : 0
  const wanted = phase.isLooping
    ? [-Math.sin(turn), Math.cos(turn), 0]
    : a.map((value) => value / Math.sqrt(dot(a, a)))
  const F = phase.isLooping ? 0.4 * m * g : m * dot(a, up)
  const e = toBody(cross(up, wanted))
  const wantedRate = toBody([0, 0, rate])
  const tau = [0, 1, 2].map((i) => J[i] * (kR * e[i] + kw * (wantedRate[i] - w[i])))
  const wind = phase.isWindy ? [WIND.x, 0, WIND.z] : [0, 0, 0]
  const gust = wind.map((value, i) => WIND.drag * (value - v[i]))
  const dv = up.map((value, i) => (F * value + gust[i]) / m - (i === 1 ? g : 0))
  const gyro = cross(w, [J[0] * w[0], J[1] * w[1], J[2] * w[2]])
  const [qw, qx, qy, qz] = q
  return [
    ...v,
    ...dv,
    0.5 * (-qx * w[0] - qy * w[1] - qz * w[2]),
    0.5 * (qw * w[0] + qy * w[2] - qz * w[1]),
    0.5 * (qw * w[1] + qz * w[0] - qx * w[2]),
    0.5 * (qw * w[2] + qx * w[1] - qy * w[0]),
    ...[0, 1, 2].map((i) => (tau[i] - gyro[i]) / J[i]),
    // m (a + g) is the force of rotors and gust together
    ...gust.map((value, i) => (value - d[i]) / T),
  ]
}

/** The classical method of Runge and Kutta with small steps between the ends of the phases. */
function flyAll(stop: number): Map<number, number[]> {
  let x = new Array<number>(16).fill(0)
  x[6] = 1
  const found = new Map<number, number[]>()
  const ends = [LOOP.start, LOOP.end, WIND.start, stop]
  let begin = 0
  for (const end of ends) {
    const n = Math.ceil((end - begin) / 1e-3)
    const h = (end - begin) / n
    const phase = { isLooping: begin === LOOP.start, isWindy: begin >= WIND.start }
    for (let k = 0; k < n; k++) {
      const t = begin + k * h
      const at = (dx: readonly number[], factor: number): number[] =>
        x.map((value, i) => value + factor * dx[i])
      const k1 = fly(t, x, phase)
      const k2 = fly(t + h / 2, at(k1, h / 2), phase)
      const k3 = fly(t + h / 2, at(k2, h / 2), phase)
      const k4 = fly(t + h, at(k3, h), phase)
      x = x.map((value, i) => value + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]))
    }
    found.set(end, x)
    begin = end
  }
  return found
}

export const CONTROL_EXAMPLES: Record<string, () => unknown> = {
  'quadrotor.ts': () => {
    const result = simulateQuadrotor(1e-8)
    for (const [t, x] of flyAll(14)) {
      const at = (name: string): number[] => [1, 2, 3].map((i) => result.at(`${name}[${i}]`, t))
      // both are accurate to about 1e-8; the interpolation of results between output points is not needed at these times
      at('frame.r_abs').forEach((value, i) => {
        expect(value).toBeCloseTo(x[i], 6)
      })
      at('d').forEach((value, i) => {
        expect(value).toBeCloseTo(x[13 + i], 6)
      })
    }
    // the loop goes beyond 90 degrees: the rotors look down in between
    const up = result.values('up[2]')
    expect(Math.min(...up)).toBeLessThan(-0.99)
    return result
  },

  'reaction-wheels.ts': () => {
    const result = simulateWheels()
    // no torque acts from outside
    for (const i of [1, 2, 3]) {
      const momentum = result.values(`world.angularMomentum[${i}]`)
      for (const value of momentum) expect(Math.abs(value - momentum[0])).toBeLessThan(1e-8)
    }
    // 0.8 q + 3 w with J = 5: the slowest motion has decayed by exp(-90/7.5)
    const rest = [0, 0, 0, 1]
    for (const [i, value] of result.finalVector('q').entries()) expect(value).toBeCloseTo(rest[i], 4)
    // aligned with the world, the momentum is in the wheels, each about its axis, but for the last slow motion of the bus
    const speeds = ['x', 'y', 'z'].map((name) => result.final(`${name}.spin.w`))
    for (const [i, speed] of speeds.entries())
      expect(WHEEL * speed).toBeCloseTo(result.at(`world.angularMomentum[${i + 1}]`, 0), 3)
    return result
  },

  'admittance-control.ts': () => {
    const result = simulatePolisher()
    // the virtual mass rests only where the force is the wanted one; damper and mass settle within a second
    expect(result.final('touch.normalForce')).toBeCloseTo(TOOL.force, 4)
    expect(result.final('slide.s') + TOOL.radius - TOOL.wall).toBeCloseTo(
      result.final('touch.penetration'),
      9,
    )
    // before the contact: m v' = F - d v
    const { force, mass, damper } = TOOL
    const t = 1
    const way = (force / damper) * (t - (mass / damper) * (1 - Math.exp((-damper * t) / mass)))
    expect(result.at('x', t)).toBeCloseTo(way, 6)
    return result
  },

  'egg-gripper.ts': () => {
    const result = simulateEggGripper()
    for (const finger of ['left', 'right']) {
      // integral control leaves no error; each finger carries half of the weight
      expect(result.final(`${finger}.touch.normalForce`)).toBeCloseTo(EGG.force, 9)
      expect(result.final(`${finger}.touch.tangentialForce`)).toBeCloseTo((EGG.egg * 9.81) / 2, 6)
      // the soft pads keep the egg whole: the overshoot is less than a tenth
      for (const force of result.values(`${finger}.touch.normalForce`))
        expect(force).toBeLessThan(1.1 * EGG.force)
    }
    // friction creeps with the speed that the contact reports; the hand is at rest to 1e-7 m/s
    const sunk = result.at('egg.r_abs[2]', 3.2) - result.at('egg.r_abs[2]', 4)
    expect(sunk / 0.8).toBeCloseTo(result.final('left.touch.tangentialVelocity'), 6)
    expect(result.final('egg.r_abs[2]') - EGG.radius).toBeGreaterThan(EGG.lift - 0.004)
    return result
  },

  'hopper.ts': () => {
    const result = simulateHopper()
    const column = (name: string): ArrayLike<number> => result.values(name)
    const [time, stance, momentum] = ['time', 'stance', 'world.momentum[2]'].map(column)
    const [energy, lost, work, pushed] = [
      'world.totalEnergy',
      'world.dissipatedEnergy',
      'work',
      'pushed',
    ].map(column)
    const weight = (HOPPER.body + HOPPER.leg + HOPPER.foot) * HOPPER.g
    for (let i = 0; i < time.length; i++) {
      // all energy comes from the hip and the spring; 5 tolerances of 100 J
      expect(Math.abs(energy[i] + lost[i] - work[i] - pushed[i] - energy[0])).toBeLessThan(5e-4)
      if (i === 0 || stance[i] !== 0 || stance[i - 1] !== 0) continue
      // in flight only the weight acts
      expect(momentum[i] - momentum[i - 1]).toBeCloseTo(-weight * (time[i] - time[i - 1]), 6)
    }
    expect(result.final('hops')).toBeGreaterThanOrEqual(10)
    const speed = (result.at('plane.s[1]', RUN.end) - result.at('plane.s[1]', 3)) / (RUN.end - 3)
    expect(Math.abs(speed - RUN.speed)).toBeLessThan(0.2)
    for (const angle of result.values('plane.phi')) expect(Math.abs(angle)).toBeLessThan(0.3)
    return result
  },

  'sorting.ts': () => {
    const result = simulateSorting()
    const tall = PARCELS.flatMap(({ x, isTall }, k) => (isTall ? [{ x, name: `parcels[${k + 1}]` }] : []))
    expect(result.final('count')).toBe(tall.length)
    // the front of a parcel comes to the barrier, and its middle to the pusher
    const kicks = tall.map(({ x }) => (LINE.pusher - x) / LINE.speed)
    const actions = result.attributes.actions as unknown as { readonly time: number }[]
    for (const [k, kick] of kicks.entries()) expect(actions[2 * k].time).toBeCloseTo(kick, 9)
    // low parcels move on
    for (const [k, { x, isTall }] of PARCELS.entries())
      if (!isTall) expect(result.final(`parcels[${k + 1}].r_abs[1]`)).toBeCloseTo(x + 5 * LINE.speed, 9)
    // the second kick repeats the first one: the parcel has the same velocity to the tolerance of the run, and leaves the line
    const [first, second] = tall.map(({ name }) => result.final(`${name}.velocity[3]`))
    expect(second).toBeCloseTo(first, 5)
    expect(result.final('parcels[3].r_abs[3]')).toBeGreaterThan(0.5)
    // what the parcels have gained is the impulse of the drive, because the pusher is at rest again
    expect(result.final('world.momentum[3]')).toBeCloseTo(LINE.mass * (first + second), 9)
    return result
  },

  'ball-on-plate.ts': () => {
    const { x, radius, thickness } = BALL
    // in the plane: two degrees of freedom, with the same controller
    const merge = {
      ball: { translation: [x, thickness / 2 + radius, 0] },
      ...{ seen: { start: [x, 0, 0] }, late: { start: [x, 0, 0] } },
    }
    const planar = simulate(BallOnPlate, { stopTime: 2, tolerance: 1e-8, merge })
    for (const { t, state } of rollInPlane(2)) {
      const angle = planar.at('gimbal.phi[2]', t)
      const [along, up] = [planar.at('ball.r_abs[1]', t), planar.at('ball.r_abs[2]', t)]
      // the contact yields and slips by less than a micrometer; rounding of the interpolation beside
      expect(Math.abs(along * Math.cos(angle) + up * Math.sin(angle) - state[0])).toBeLessThan(3e-6)
      expect(Math.abs(angle - state[1])).toBeLessThan(1e-5)
    }
    const result = simulateBall()
    const [atX, , atZ] = result.finalVector('seen')
    expect(Math.hypot(atX, atZ)).toBeLessThan(1e-3)
    return result
  },
}

/**
 * A ball that rolls on a plate about the axis z, as Lagrange's equations of s, its place on the plate, and the angle: its
 * angular velocity is angle' - s'/R. Picture by picture, in small steps.
 */
function rollInPlane(stopTime: number): { readonly t: number; readonly state: Float64Array }[] {
  const { x, radius: R, thickness, period } = BALL
  const { kp, kd, ks, kv, J } = TILT
  const m = (8000 * 4 * Math.PI * R ** 3) / 3
  const inertia = 0.4 * m * R * R
  const h = thickness / 2 + R
  let wanted = 0
  const f = (_t: number, [s, angle, v, w]: Float64Array, dx: Float64Array): void => {
    const [a, b, c] = [m + inertia / R ** 2, -m * h - inertia / R, m * h * h + m * s * s + inertia + J]
    const torque = J * (ks * (wanted - angle) - kv * w)
    const first = m * s * w * w - m * 9.81 * Math.sin(angle)
    const second = torque - 2 * m * s * v * w - m * 9.81 * (s * Math.cos(angle) - h * Math.sin(angle))
    const det = a * c - b * b
    dx.set([v, w, (first * c - second * b) / det, (second * a - first * b) / det])
  }
  const points: { t: number; state: Float64Array }[] = []
  let state = Float64Array.of(x, 0, 0, 0)
  let [seen, late]: number[] = [x, x]
  for (let k = 0; k * period < stopTime - 1e-9; k++) {
    points.push({ t: k * period, state })
    const before = late
    late = seen
    seen = state[0]
    wanted = kp * late + (kd * (late - before)) / period
    const [next] = integrateInSmallSteps(f, [...state], [period], () => period / 20)
    state = Float64Array.from(next)
  }
  return points
}
