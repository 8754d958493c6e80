/** `createDynamics`: closed forms, use in equations, names, errors. */
import { equations, Model, modelFromJson, modelToJson, registerFunction, simulate, Var } from 'vario'
import { Torque } from 'vario/library/rotational'
import {
  createDynamics,
  Fix,
  MassProperties,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  Spherical,
  Universal,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { times } from './support.ts'

const G = 9.81
const [M1, M2, L1, L2, C1, C2, I1, I2] = [2, 1.5, 0.8, 0.6, 0.35, 0.25, 0.12, 0.05]

/** A bar along x with its end: mass [kg], length [m], center [m], inertia about it [kg.m2]. */
const bar = (name: string, mass: number, length: number, center: number, I: number) => ({
  [name]: Object3D({
    feature: Solid({
      massProperties: MassProperties({ mass, centerOfMass: [center, 0, 0], Ixx: I, Iyy: I, Izz: I }),
    }),
  }),
  [`${name}End`]: Object3D({ parent: name, translation: [length, 0, 0] }),
})

const arm = {
  world: Object3D({ feature: Scene() }),
  ...bar('upper', M1, L1, C1, I1),
  ...bar('lower', M2, L2, C2, I2),
}

/** A double pendulum about z with two drives, gravity along -y. */
const Arm = Model3D({
  drive1: Torque(),
  drive2: Torque(),
  connect: [
    ['drive1.flange', 'shoulder.flange'],
    ['drive2.flange', 'elbow.flange'],
  ],
  ...arm,
  shoulder: RevoluteWithFlange({ obj1: 'world', obj2: 'upper', phi: { init: 0.4 } }),
  elbow: RevoluteWithFlange({ obj1: 'upperEnd', obj2: 'lower', phi: { init: -1.1 } }),
})

/** Mass matrix, forces of velocities, and gravity of the double pendulum [Spong, Robot modeling and control, 7.3]. */
function closedForm([q1, q2]: readonly number[], [w1, w2]: readonly number[]) {
  const inner = M2 * L1 * C2
  const m12 = M2 * C2 ** 2 + inner * Math.cos(q2) + I2
  const M = [
    M1 * C1 ** 2 + M2 * (L1 ** 2 + C2 ** 2 + 2 * L1 * C2 * Math.cos(q2)) + I1 + I2,
    ...[m12, m12, M2 * C2 ** 2 + I2],
  ]
  const h = -inner * Math.sin(q2)
  const g2 = M2 * C2 * G * Math.cos(q1 + q2)
  const gravity = [(M1 * C1 + M2 * L1) * G * Math.cos(q1) + g2, g2]
  return { M, gravity, bias: [h * w2 * (2 * w1 + w2) + gravity[0], -h * w1 ** 2 + gravity[1]] }
}

describe('a double pendulum', () => {
  const robot = createDynamics(Arm)
  const q = [0.4, -1.1]
  const v = [1.3, -0.7]

  it('has the coordinates of its joints', () => {
    expect(robot.positions).toEqual(['shoulder.phi', 'elbow.phi'])
    expect(robot.velocities).toEqual(['shoulder.w', 'elbow.w'])
    expect([...robot.createPositions({ 'elbow.phi': 2 })]).toEqual([0.4, 2])
    expect([...robot.createVelocities({ 'elbow.w': 2 })]).toEqual([0, 2])
    expect(robot.mass).toBe(M1 + M2)
  })

  it('has the mass matrix and forces of the closed form', () => {
    const { M, gravity, bias } = closedForm(q, v)
    // rounding of sums of a few terms
    for (const [i, x] of robot.massMatrix(q).data.entries()) expect(x).toBeCloseTo(M[i], 13)
    for (const [i, x] of robot.gravityForces(q).entries()) expect(x).toBeCloseTo(gravity[i], 12)
    for (const [i, x] of robot.biasForces(q, v).entries()) expect(x).toBeCloseTo(bias[i], 12)
  })

  it('has the poses and Jacobian of the closed form', () => {
    const [a, b] = [q[0], q[0] + q[1]]
    const tip = [L1 * Math.cos(a) + L2 * Math.cos(b), L1 * Math.sin(a) + L2 * Math.sin(b)]
    const { translation, rotation } = robot.pose('lowerEnd', q)
    expect(translation[0]).toBeCloseTo(tip[0], 14)
    expect(translation[1]).toBeCloseTo(tip[1], 14)
    expect(rotation[2]).toBeCloseTo(b, 14)
    const J = robot.jacobian('lowerEnd', q)
    const expected = [
      [0, 0],
      [0, 0],
      [1, 1],
      [-tip[1], -L2 * Math.sin(b)],
      [tip[0], L2 * Math.cos(b)],
      [0, 0],
    ].flat()
    for (const [i, x] of J.data.entries()) expect(x).toBeCloseTo(expected[i], 14)
    const found = robot.inverseKinematics(
      { lowerEnd: { translation: [tip[0], tip[1], 0] } },
      { start: [0.5, -1] },
    )
    // reached within 1e-9 of the size, at a Jacobian of size 1
    for (const [i, x] of found.entries()) expect(x).toBeCloseTo(q[i], 8)
  })

  it('takes masses from merge', () => {
    const heavy = createDynamics(Arm, {
      merge: {
        lower: { feature: { massProperties: { mass: 2 * M2, Ixx: 2 * I2, Iyy: 2 * I2, Izz: 2 * I2 } } },
      },
    })
    expect(heavy.mass).toBe(M1 + 2 * M2)
    const single = closedForm(q, [0, 0]).gravity[1]
    expect(heavy.gravityForces(q)[1]).toBeCloseTo(2 * single, 12)
  })

  it('is held by gravity compensation inside of equations', () => {
    for (const solver of ['tsit5', 'bdf', 'radau5', 'auto'] as const) {
      const Held = Arm.extend({
        equations: equations`[drive1.tau, drive2.tau] = ${robot.gravityForces}([shoulder.phi, elbow.phi])`,
      })
      const run = simulate(Held, { stopTime: 2, solver })
      // an unstable rest: rounding of 1e-16 grows by exp(2·4)
      expect(run.final('shoulder.phi')).toBeCloseTo(0.4, 10)
      expect(run.final('elbow.phi')).toBeCloseTo(-1.1, 10)
    }
  })

  it('follows a line by control in the space of the tool, from its Jacobian and mass matrix', () => {
    // a = J⁻¹ (p'' - J' v), p'' = kp (ref - p) - kd p': a critically damped oscillator in x and y, exactly
    const acceleration = (qNow: Float64Array, vNow: Float64Array, x: number, y: number): Float64Array => {
      const J = robot.jacobian('lowerEnd', qNow).data
      const p = robot.position('lowerEnd', qNow)
      const V = robot.velocity('lowerEnd', qNow, vNow)
      const drift = robot.acceleration('lowerEnd', qNow, vNow, [0, 0])
      const [bx, by] = [25 * (x - p[0]) - 10 * V[3] - drift[3], 25 * (y - p[1]) - 10 * V[4] - drift[4]]
      const [a, b, c, d] = [J[6], J[7], J[8], J[9]]
      const det = a * d - b * c
      return Float64Array.of((d * bx - b * by) / det, (a * by - c * bx) / det)
    }
    const demand = { name: 'demand', evaluate: acceleration, shape: 'vector' }
    const Controlled = Arm.extend({
      p: Var({ start: [0, 0, 0] }),
      q: Var({ start: [0, 0] }),
      u: Var({ start: [0, 0] }),
      v: Var({ start: [0, 0] }),
      equations: equations`
        q = [shoulder.phi, elbow.phi]
        v = [shoulder.w, elbow.w]
        p = ${robot.position}('lowerEnd', q)
        u = ${robot.massMatrix}(q)*${demand}(q, v, 0.5, -0.6) + ${robot.biasForces}(q, v)
        drive1.tau = u[1]
        drive2.tau = u[2]
      `,
    })
    const run = simulate(Controlled, { stopTime: 1.5, tolerance: 1e-8 })
    for (const [i, goal] of [0.5, -0.6].entries()) {
      const start = run.at(`p[${i + 1}]`, 0)
      for (const t of [0.3, 0.9, 1.5]) {
        const exact = goal + (start - goal) * (1 + 5 * t) * Math.exp(-5 * t)
        expect(run.at(`p[${i + 1}]`, t)).toBeCloseTo(exact, 6)
      }
    }
  })

  it('gives functions that can be registered for models in JSON', () => {
    registerFunction('test_armGravity', robot.gravityForces)
    const Held = Arm.extend({
      equations: equations`[drive1.tau, drive2.tau] = test_armGravity([shoulder.phi, elbow.phi])`,
    })
    const run = simulate(modelFromJson(modelToJson(Held)), { stopTime: 1 })
    expect(run.final('elbow.phi')).toBeCloseTo(-1.1, 10)
  })
})

describe('createDynamics', () => {
  it('has the elements of joints in the order of results, also if the tree passes them backwards', () => {
    const robot = createDynamics(
      Model3D({
        ...arm,
        universal: Universal({ obj1: 'upper', obj2: 'world', phi: [0.3, -0.2] }),
        ball: Spherical({ obj1: 'upperEnd', obj2: 'lower', orientation: 'quaternion' }),
      }),
    )
    const angles = ['universal.phi[1]', 'universal.phi[2]']
    expect(robot.positions).toEqual([...angles, ...[1, 2, 3, 4].map((i) => `ball.quaternion[${i}]`)])
    expect(robot.velocities.slice(2)).toEqual([1, 2, 3].map((i) => `ball.angularVelocity[${i}]`))
    expect([...robot.createPositions()]).toEqual([0.3, -0.2, 0, 0, 0, 1])
    expect([...robot.createPositions({ 'universal.phi': [1, 2] })].slice(0, 2)).toEqual([1, 2])
    // quaternions of any length
    const [q, doubled] = [0.5, 1].map((s) =>
      robot.createPositions({ 'ball.quaternion': [0.2 * s, 0.4 * s, -0.4 * s, 0.8 * s] }),
    )
    const M = robot.massMatrix(q)
    for (const [i, x] of robot.massMatrix(doubled).data.entries()) expect(x).toBeCloseTo(M.data[i], 14)
  })

  it('has the joints of every branch together, branches in the order of their objects', () => {
    const part = Object3D({
      feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) }),
    })
    const Leg = Model({
      thigh: part,
      shank: part,
      knee: Revolute({ obj1: 'thigh', obj2: 'shank' }),
      hip: Revolute({ obj1: 'body', obj2: 'thigh' }),
    })
    const robot = createDynamics(
      Model3D({
        world: arm.world,
        body: part,
        slide: Prismatic({ obj1: 'body', obj2: 'world' }),
        legs: [Leg(), Leg(), Leg()],
      }),
    )
    const legs = [1, 2, 3].flatMap((i) => [`legs[${i}].hip.phi`, `legs[${i}].knee.phi`])
    expect(robot.positions).toEqual(['slide.s', ...legs])
    // the first leg alone is turned
    const q = robot.createPositions({ 'legs[1].hip.phi': 1 })
    expect([...q]).toEqual([0, 1, 0, 0, 0, 0, 0])
  })

  it('needs no joints, and bodies on the world do not count', () => {
    const robot = createDynamics(
      Model3D({
        ...arm,
        fix: Fix({ obj1: 'world', obj2: 'upper' }),
        end2: Fix({ obj1: 'upperEnd', obj2: 'lower' }),
      }),
    )
    expect(robot.massMatrix([])).toEqual({ rows: 0, cols: 0, data: new Float64Array(0) })
    expect(robot.mass).toBe(0)
    expect([...robot.position('lowerEnd', [])]).toEqual([L1 + L2, 0, 0])
    expect(times(robot.jacobian('lowerEnd', []), [])).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('names what is wrong in arguments', () => {
    const robot = createDynamics(Arm)
    expect(() => robot.massMatrix([1])).toThrow(
      'q: expected 2 numbers, for shoulder.phi, elbow.phi, got [1].',
    )
    expect(() => robot.biasForces([1, 2], [1])).toThrow(
      'v: expected 2 numbers, for shoulder.w, elbow.w, got [1].',
    )
    expect(() => robot.position('lowerEnds', [1, 2])).toThrow(
      /path of an Object3D: .*did you mean 'lowerEnd'/,
    )
    expect(() => robot.createPositions({ 'elbow.w': 1 })).toThrow(
      /createPositions: expected one of shoulder.phi/,
    )
    expect(() => robot.createPositions({ 'elbow.phi': Number.NaN })).toThrow(
      /elbow.phi: expected a finite number/,
    )
    // @ts-expect-error: an unknown option
    expect(() => createDynamics(Arm, { start: 1 })).toThrow(/createDynamics: options/)
  })

  it('names joints that move no inertia', () => {
    const robot = createDynamics(
      Model3D({ world: arm.world, point: Object3D(), rev: Revolute({ obj1: 'world', obj2: 'point' }) }),
    )
    expect(() => robot.forwardDynamics([0], [0], [1])).toThrow(
      /rev: what the joint moves .* has no mass or inertia/,
    )
    expect(robot.massMatrix([0]).data[0]).toBe(0)
  })
})
