/**
 * Drive trains on moving bodies of the Modelica Standard Library (Rotational3DEffects), rebuilt and compared with the
 * results published by the Modelica Association (MAP-LIB_ReferenceResults). Its rotors have an inertia only about their
 * axes.
 */
import { equations, Par, simulate } from 'vario'
import { IdealGear, Inertia, Position, Torque } from 'vario/library/rotational'
import { GearConstraint, Model3D, Object3D, Revolute, RevoluteWithFlange } from 'vario/multibody'
import { integrate } from 'vario/ode'
import { describe, expect, test } from 'vitest'
import { solve } from '../multibody/actions/small-algebra.ts'
import { bodyCylinder, expectPublished, rigid, STANDARD_GRAVITY, world } from './support/modelica-parts.ts'

const weightless = world(0)

test('ActuatedDrive: a torque about a fixed axis', () => {
  const model = Model3D({
    world: weightless,
    rotor: Object3D({ feature: rigid(0, [0, 0, 0], [2, 0, 0]) }),
    revolute: RevoluteWithFlange({ obj1: 'world', obj2: 'rotor', axis: 'x' }),
    ...{ torque: Torque(), tau: Par(1, 'N.m') },
    equations: equations`torque.tau = tau*sin(2*pi*time)`,
    connect: [['torque.flange', 'revolute.flange']],
  })
  expectPublished(simulate(model, { stopTime: 1.1 }), {
    'revolute.phi': 0.0800890021625252,
    'revolute.w': 0.0151949928957872,
  })
})

test('MovingActuatedDrive: on a body that turns', () => {
  const model = Model3D({
    world: weightless,
    mount: Object3D(),
    rotor: Object3D({ feature: rigid(0, [0, 0, 0], [2, 0, 0]) }),
    r1: RevoluteWithFlange({
      obj1: 'world',
      obj2: 'mount',
      axis: 'y',
      phi: { init: null },
      w: { init: null },
    }),
    revolute: RevoluteWithFlange({ obj1: 'mount', obj2: 'rotor', axis: 'x' }),
    ...{ torque: Torque(), tau: Par(1, 'N.m'), drive: Position() },
    equations: equations`
      torque.tau = tau*sin(2*pi*time)
      drive.phi_ref = 2*sin(2*pi*time)
    `,
    connect: [
      ['torque.flange', 'revolute.flange'],
      ['drive.flange', 'r1.flange'],
    ],
  })
  expectPublished(simulate(model, { stopTime: 1.1 }), {
    ...{ 'r1.w': 10.3624904613314, 'r1.phi': 1.13093462668644 },
    ...{ 'revolute.phi': 0.0800907481632241, 'revolute.w': 0.0151977240943611 },
  })
})

describe('BevelGear1D: rotors with crossed axes on a cube that turns about three', () => {
  const [offset, moment, J1, J2, RATIO] = [0.05 / Math.sqrt(3), (7.7 * 0.1 ** 2) / 6, 1.1, 18.2, 10]
  const AMPLITUDES = [110, 120, 130, 140]
  const flange = { phi: { init: 0 }, w: { init: 0 } }
  const model = Model3D({
    world: world(STANDARD_GRAVITY),
    ...{ first: Object3D(), second: Object3D() },
    cube: Object3D({ feature: rigid(7.7, [offset, offset, offset], [moment, moment, moment]) }),
    wheel1: Object3D({ feature: rigid(0, [0, 0, 0], [J1, 0, 0]) }),
    wheel2: Object3D({ feature: rigid(0, [0, 0, 0], [0, J2, 0]) }),
    revolute1: RevoluteWithFlange({ obj1: 'world', obj2: 'first', axis: 'x', ...flange }),
    revolute2: RevoluteWithFlange({ obj1: 'first', obj2: 'second', axis: 'y', ...flange }),
    revolute3: RevoluteWithFlange({ obj1: 'second', obj2: 'cube', axis: 'z', ...flange }),
    rotor1: RevoluteWithFlange({ obj1: 'cube', obj2: 'wheel1', axis: 'x', ...flange }),
    rotor2: Revolute({ obj1: 'cube', obj2: 'wheel2', axis: 'y' }),
    gear: GearConstraint({ joint1: 'rotor1', joint2: 'rotor2', ratio: RATIO }),
    ...{ torque1: Torque(), torque2: Torque(), torque3: Torque(), torque4: Torque(), unit: Par(1, 'N.m') },
    equations: equations`
      torque1.tau = 110*unit*sin(2*pi*5*time)
      torque2.tau = 120*unit*sin(2*pi*6*time)
      torque3.tau = 130*unit*sin(2*pi*7*time)
      torque4.tau = 140*unit*sin(2*pi*8*time)
    `,
    connect: [
      ['torque1.flange', 'revolute1.flange'],
      ['torque2.flange', 'revolute2.flange'],
      ['torque3.flange', 'revolute3.flange'],
      ['torque4.flange', 'rotor1.flange'],
    ],
  })

  /**
   * In the axes of the cube, with its angular velocity ω, the angle p of the second rotor, and h the angular momentum:
   *
   *   h = I ω + J1 (ωx + 10 p') ex + J2 (ωy + p') ey,   h' + ω × h = c × m g + T
   *   10 J1 (ωx' + 10 p'') + J2 (ωy' + p'') + (gyroscopic torques about ex, ey) = 10 τ4
   *
   * The rotors have inertia only about their axes, so that h of each rotor is along its axis and these torques are 0. T
   * has the components τ1, τ2, τ3 along the axes of the three joints.
   */
  function solveReduced(stopTime: number): Float64Array {
    const cross = (a: number[], b: number[]): number[] =>
      [0, 1, 2].map((i) => a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3])
    const [Io, Ic] = [moment + 2 * 7.7 * offset ** 2, -7.7 * offset ** 2]
    return integrate(
      {
        n: 8,
        f: (t, y, dy) => {
          const [q1, q2, q3, w1, w2, w3, , pRate] = y
          const [s1, c1, s2, c2, s3, c3] = [q1, q2, q3].flatMap((q) => [Math.sin(q), Math.cos(q)])
          // axes of the joints in the cube, and their rates
          const e1 = [c2 * c3, -c2 * s3, s2]
          const e2 = [s3, c3, 0]
          const e3 = [0, 0, 1]
          const w = [0, 1, 2].map((i) => e1[i] * w1 + e2[i] * w2 + e3[i] * w3)
          const bias = [
            w1 * (-s2 * w2 * c3 - c2 * s3 * w3) + w2 * c3 * w3,
            w1 * (s2 * w2 * s3 - c2 * c3 * w3) - w2 * s3 * w3,
            w1 * c2 * w2,
          ]
          const I = [
            [Io + J1, Ic, Ic],
            [Ic, Io + J2, Ic],
            [Ic, Ic, Io],
          ]
          const spin = [J1 * RATIO * pRate, J2 * pRate, 0]
          const h = I.map((row, i) => row[0] * w[0] + row[1] * w[1] + row[2] * w[2] + spin[i])
          // gravity along -y of the world, in the cube
          const down = [c1 * s3 + s1 * s2 * c3, c1 * c3 - s1 * s2 * s3, -s1 * c2].map(
            (x) => -7.7 * STANDARD_GRAVITY * x,
          )
          const weight = cross([offset, offset, offset], down)
          const gyro = cross(w, h)
          const tau = AMPLITUDES.map((size, i) => size * Math.sin(2 * Math.PI * (5 + i) * t))
          // rows: the three joints and the gear; unknowns: q1'', q2'', q3'', p''
          const axes = [e1, e2, e3]
          const rotors = [J1 * RATIO, J2, 0]
          const dot = (a: number[], b: number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
          const times = (x: number[]): number[] => I.map((row) => dot(row, x))
          const rest = [0, 1, 2].map((i) => weight[i] - gyro[i] - times(bias)[i])
          const A = axes.map((axis) => [...axes.map((other) => dot(axis, times(other))), dot(axis, rotors)])
          const right = axes.map((axis, i) => tau[i] + dot(axis, rest))
          A.push([...axes.map((axis) => dot(rotors, axis)), J1 * RATIO ** 2 + J2])
          right.push(RATIO * tau[3] - dot(rotors, bias))
          const found = solve(A, right)
          dy.set([w1, w2, w3, ...found.slice(0, 3), pRate, found[3]])
        },
      },
      { method: 'dop853', t0: 0, x0: new Float64Array(8), tEnd: stopTime, rtol: 1e-11, atol: 1e-12 },
    ).x
  }

  test('moves by its reduced equations', () => {
    const result = simulate(model, { stopTime: 0.04, tolerance: 1e-8 })
    const x = solveReduced(0.04)
    const names = [
      'revolute1.phi',
      'revolute2.phi',
      'revolute3.phi',
      'revolute1.w',
      'revolute2.w',
      'revolute3.w',
    ]
    // 1e-8 for each of some thousand steps, of velocities of 100 rad/s
    ;[...names, 'rotor2.phi', 'rotor2.w'].forEach((name, i) => {
      expect(Math.abs(result.final(name) - x[i]), name).toBeLessThan(1e-3)
    })
    expect(result.final('rotor1.phi')).toBeCloseTo(RATIO * x[6], 4)
  })
})

test('GearConstraint moves like a gear between inertias', () => {
  /** Moment of a steel cylinder of 0.4 m about its axis. */
  const axial = (diameter: number): number => (7700 * Math.PI * diameter ** 4 * 0.4) / 32
  const model = Model3D({
    world: weightless,
    cyl1: Object3D({ feature: bodyCylinder([0.4, 0, 0], 0.1) }),
    cyl2: Object3D({ feature: bodyCylinder([0.4, 0, 0], 0.2) }),
    first: RevoluteWithFlange({ obj1: 'world', obj2: 'cyl1', axis: 'x' }),
    second: Revolute({ obj1: 'world', obj2: 'cyl2', axis: 'x' }),
    gear: GearConstraint({ joint1: 'first', joint2: 'second', ratio: 10 }),
    // the same with 1D components
    inertia1: Inertia({ J: axial(0.1) }),
    idealGear: IdealGear({ ratio: 10 }),
    inertia2: Inertia({ J: axial(0.2), phi: { init: null }, w: { init: null } }),
    ...{ torque: Torque(), torque1D: Torque(), tau: Par(2, 'N.m') },
    equations: equations`
      torque.tau = tau*sin(2*pi*time)
      torque1D.tau = torque.tau
    `,
    connect: [
      ['torque.flange', 'first.flange'],
      ['torque1D.flange', 'inertia1.flange_a'],
      ['inertia1.flange_b', 'idealGear.flange_a'],
      ['idealGear.flange_b', 'inertia2.flange_a'],
    ],
  })
  const result = simulate(model, { stopTime: 5, tolerance: 1e-8 })
  // J w' = tau sin(2 pi t) with J = J1 + J2/100; both are at rest at the start and whenever t is a whole number
  const J = axial(0.1) + axial(0.2) / 100
  const expected = (2 * 5) / (2 * Math.PI * J)
  // 1e-8 for each of some hundred steps
  expect(result.final('first.phi')).toBeCloseTo(expected, 5)
  expect(result.final('second.phi')).toBeCloseTo(expected / 10, 6)
  expect(result.final('inertia1.phi')).toBeCloseTo(expected, 5)
  expect(result.final('first.w')).toBeCloseTo(0, 5)
})
