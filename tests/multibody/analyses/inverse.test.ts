/** `analysis: 'inverse'`: the drive forces for a prescribed motion. */
import { equations, Model, Par, type SignalTable, simulate, Var } from 'vario'
import { Position, Torque } from 'vario/library/rotational'
import {
  MassProperties,
  Model3D,
  Object3D,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const GRAVITY = 9.81
const FREE = { phi: Number.NaN, w: Number.NaN }

/** A bar along x: mass [kg], length [m], inertia about its center [kg.m2]. */
const bar = (mass: number, length: number, I: number) =>
  Model({
    end1: Object3D(),
    body: Object3D({
      parent: 'end1',
      translation: [length / 2, 0, 0],
      feature: Solid({ massProperties: MassProperties({ mass, Ixx: I, Iyy: I, Izz: I }) }),
    }),
    end2: Object3D({ parent: 'end1', translation: [length, 0, 0] }),
  })

const DRIVE = {
  drive: Position({ exact: true }),
  omega: Par(3, 'rad/s'),
  equations: equations`drive.phi_ref = 0.4 + 0.5*sin(omega*time)`,
  connect: [['drive.flange', 'rev1.flange']],
}

/** Angle, angular velocity and acceleration of the drive. */
const prescribed = (t: number): readonly [number, number, number] => [
  0.4 + 0.5 * Math.sin(3 * t),
  1.5 * Math.cos(3 * t),
  -4.5 * Math.sin(3 * t),
]

const scene = { world: Object3D({ feature: Scene({ enableContactDetection: false }) }) }

const pendulum = {
  ...scene,
  arm: bar(2, 1, 0.3)(),
  rev1: RevoluteWithFlange({ obj1: 'world', obj2: 'arm.end1', ...FREE }),
}

/** A four-bar whose crank can rotate fully. */
const fourBar = {
  ...scene,
  base: Object3D({ parent: 'world', translation: [1.2, 0, 0] }),
  bar1: bar(1, 0.5, 0.02)(),
  bar2: bar(2, 1.1, 0.2)(),
  bar3: bar(1.5, 0.9, 0.1)(),
  rev1: RevoluteWithFlange({ obj1: 'world', obj2: 'bar1.end1', ...FREE }),
  rev2: Revolute({ obj1: 'bar1.end2', obj2: 'bar2.end1', phi: { start: 0 } }),
  rev3: Revolute({ obj1: 'bar3.end2', obj2: 'bar2.end2' }),
  rev4: Revolute({ obj1: 'base', obj2: 'bar3.end1', phi: { start: 1.5 } }),
}

/** The same mechanism, driven by the computed torque instead of the motion. */
function simulateForward(
  mechanism: Record<string, unknown>,
  inverse: SignalTable,
  stopTime: number,
): SignalTable {
  const [phi, w] = prescribed(0)
  const model = Model3D({
    ...mechanism,
    rev1: RevoluteWithFlange({ obj1: 'world', obj2: 'arm' in mechanism ? 'arm.end1' : 'bar1.end1', phi, w }),
    motor: Torque(),
    tau: Var({ input: true, unit: 'N.m' }),
    equations: equations`motor.tau = tau`,
    connect: [['motor.flange', 'rev1.flange']],
  } as never)
  const inputs = { tau: (t: number) => inverse.at('rev1.tau', t) }
  return simulate(model, { stopTime, tolerance: 1e-9, inputs })
}

describe('a pendulum', () => {
  const inverse = simulate(Model3D({ ...pendulum, ...DRIVE } as never), {
    stopTime: 2,
    analysis: 'inverse',
    interval: 1e-3,
  })

  it('has the torque of the closed form', () => {
    for (const t of [0, 0.3, 1, 2]) {
      const [phi, , a] = prescribed(t)
      // gravity along -y: inertia about the pivot times acceleration, and the weight at half the length
      const expected = (0.3 + 2 * 0.25) * a + 2 * GRAVITY * 0.5 * Math.cos(phi)
      expect(Math.abs(inverse.at('rev1.tau', t) - expected)).toBeLessThan(1e-12)
    }
  })

  it('moves as prescribed under the computed torque', () => {
    const forward = simulateForward(pendulum, inverse, 2)
    // between points of 1 ms the torque is accurate to (ω h)⁴/384 of 5 N.m or better: 1e-12; the tolerance is 1e-9
    for (const t of [0.5, 1, 2])
      expect(Math.abs(forward.at('rev1.phi', t) - prescribed(t)[0])).toBeLessThan(1e-6)
  })
})

describe('a four-bar', () => {
  const inverse = simulate(Model3D({ ...fourBar, ...DRIVE } as never), {
    stopTime: 2,
    analysis: 'inverse',
    interval: 1e-3,
  })

  it('receives from the drive the rate of its energy as power', () => {
    const energy = inverse.values('world.totalEnergy')
    const time = inverse.values('time')
    for (const k of [200, 700, 1500]) {
      // five-point formula: error h⁴/30 of the fifth derivative, (5 ω)⁵ times a few joules: 1e-8
      const h = time[k + 1] - time[k]
      const rate = (energy[k - 2] - 8 * energy[k - 1] + 8 * energy[k + 1] - energy[k + 2]) / (12 * h)
      const power = inverse.at('rev1.tau', time[k]) * inverse.at('rev1.w', time[k])
      expect(Math.abs(power - rate)).toBeLessThan(1e-6)
    }
  })

  it('moves as prescribed under the computed torque', () => {
    const forward = simulateForward(fourBar, inverse, 1)
    for (const t of [0.25, 0.5, 1]) {
      expect(Math.abs(forward.at('rev1.phi', t) - prescribed(t)[0])).toBeLessThan(1e-6)
      expect(Math.abs(forward.at('rev4.phi', t) - inverse.at('rev4.phi', t))).toBeLessThan(1e-6)
    }
  })

  it('has the motion of the kinematic analysis', () => {
    const kinematic = simulate(Model3D({ ...fourBar, ...DRIVE } as never), {
      stopTime: 2,
      analysis: 'kinematic',
    })
    for (const name of ['rev2.phi', 'rev4.w', 'rev4.der(w)'])
      expect(Math.abs(kinematic.final(name) - inverse.final(name))).toBeLessThan(1e-10)
  })
})

it('a joint without a drive is an error', () => {
  const model = Model3D({
    ...pendulum,
    hand: bar(1, 0.2, 0.1)(),
    wrist: Revolute({ obj1: 'arm.end2', obj2: 'hand.end1' }),
    ...DRIVE,
  } as never)
  expect(() => simulate(model, { stopTime: 1, analysis: 'inverse' })).toThrow(
    /analysis: expected drives .* for 'inverse', got none for wrist, at t = 0 s: 1 degree of freedom is left/,
  )
})
