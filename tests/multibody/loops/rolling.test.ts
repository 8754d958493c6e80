import { simulate } from 'vario'
import { ConstantTorque } from 'vario/library/rotational'
import {
  MassProperties,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  RollingWheel,
  RollingWheelSet,
  Scene,
  Solid,
  UniformGravityField,
  WorldForce,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'

const G = 9.81
const TOLERANCE = 1e-9

/** A world whose plane y = 0 is inclined about z. */
const inclined = (angle: number) =>
  Object3D({
    feature: Scene({
      enableContactDetection: false,
      gravityField: UniformGravityField({ g: G, n: [Math.sin(angle), -Math.cos(angle), 0] }),
    }),
  })

/** Mass properties of a disc with the axis z. */
const disc = (mass: number, axial: number, diametral = axial / 2) =>
  Solid({ massProperties: MassProperties({ mass, Ixx: diametral, Iyy: diametral, Izz: axial }) })

describe('RollingWheel', () => {
  test('rolls down an incline with g sin α/(1 + I/(m r²))', () => {
    const [angle, radius, mass] = [0.3, 0.5, 2]
    const inertia = 0.5 * mass * radius ** 2
    const model = Model3D({
      world: inclined(angle),
      wheel: Object3D({
        ...{ parent: 'world', fixedToParent: false, translation: [0, radius, 0] },
        feature: disc(mass, inertia),
      }),
      roll: RollingWheel({ obj1: 'world', obj2: 'wheel', radius }),
    })
    const result = simulate(model, { stopTime: 1, tolerance: TOLERANCE })
    const a = (G * Math.sin(angle)) / (1 + inertia / (mass * radius ** 2))
    // a polynomial of degree 2 in time: only rounding errors remain
    expect(result.final('wheel.r_abs[1]')).toBeCloseTo(a / 2, 12)
    expect(result.final('wheel.angularVelocity[3]')).toBeCloseTo(-a / radius, 12)
    expect(result.final('roll.normalForce')).toBeCloseTo(mass * G * Math.cos(angle), 10)
    // friction rotates the wheel: along z × y, up the incline
    expect(result.final('roll.longitudinalForce')).toBeCloseTo((inertia * a) / radius ** 2, 10)
    expect(result.final('roll.lateralForce')).toBeCloseTo(0, 10)
    expect(result.final('roll.contactPoint[1]')).toBeCloseTo(a / 2, 12)
    expect(result.final('roll.contactPoint[2]')).toBeCloseTo(0, 12)
  })

  /**
   * Steady motion of an inclined disc. Lean λ inwards, center on a circle of radius R with the angular velocity Ω about
   * the vertical: the change of the angular momentum is the torque of normal force and centripetal force,
   *
   *   Ω² cos λ ((C/r + m r) R + A sin λ) = m g r sin λ
   */
  test('rolls steadily on a circle', () => {
    const [lean, R, radius, mass, C, A] = [0.4, 1.2, 0.3, 1.5, 0.06, 0.035]
    const [sin, cos] = [Math.sin(lean), Math.cos(lean)]
    const rate = Math.sqrt((mass * G * radius * sin) / (cos * ((C / radius + mass * radius) * R + A * sin)))
    // the axis of the wheel is (cos λ, sin λ, 0); without slipping it spins by −Ω (R/r + sin λ) about it
    const spin = -rate * (R / radius + sin)
    const model = Model3D({
      world: inclined(0),
      wheel: Object3D({
        ...{ parent: 'world', fixedToParent: false, orientation: 'quaternion' },
        translation: [R, radius * cos, 0],
        rotation: [-Math.PI / 2, Math.PI / 2 - lean, 0],
        velocity: [0, 0, -rate * R],
        angularVelocity: [spin * cos, rate + spin * sin, 0],
        feature: disc(mass, C, A),
      }),
      roll: RollingWheel({ obj1: 'world', obj2: 'wheel', radius }),
    })
    const stopTime = 2
    const result = simulate(model, { stopTime, tolerance: TOLERANCE })
    // errors of 1e-9 for each of a few hundred steps, which a stable motion does not amplify
    expect(result.final('wheel.r_abs[1]')).toBeCloseTo(R * Math.cos(rate * stopTime), 7)
    expect(result.final('wheel.r_abs[3]')).toBeCloseTo(-R * Math.sin(rate * stopTime), 7)
    expect(result.final('wheel.r_abs[2]')).toBeCloseTo(radius * cos, 7)
    expect(result.final('roll.normalForce')).toBeCloseTo(mass * G, 5)
    // the centripetal force is the only force in the plane
    expect(Math.abs(result.final('roll.lateralForce'))).toBeCloseTo(mass * rate ** 2 * R, 5)
    expect(result.final('roll.longitudinalForce')).toBeCloseTo(0, 5)
  })

  test('keeps the energy of a tumbling disc, and its lowest point on the plane', () => {
    const radius = 0.3
    const model = Model3D({
      world: inclined(0),
      wheel: Object3D({
        ...{ parent: 'world', fixedToParent: false, orientation: 'quaternion' },
        translation: [0, radius * Math.cos(0.2), 0],
        rotation: [0.2, 0, 0],
        angularVelocity: [0.3, 0.5, -9],
        feature: disc(1.5, 0.06, 0.035),
      }),
      roll: RollingWheel({ obj1: 'world', obj2: 'wheel', radius }),
    })
    for (const solver of ['tsit5', 'radau5'] as const) {
      const result = simulate(model, { stopTime: 3, tolerance: TOLERANCE, solver })
      const energy = result.values('world.totalEnergy')
      // the drift of an error-controlled method: 1e-9 of 10 J for each of a thousand steps
      expect(Math.max(...energy) - Math.min(...energy)).toBeLessThan(1e-5)
      const heights = result.values('roll.contactPoint[2]')
      expect(Math.max(...heights.map(Math.abs))).toBeLessThan(1e-10)
    }
  })
})

describe('RollingWheelSet', () => {
  const [radius, track] = [0.3, 0.8]
  const createSet = (angle: number, w1: number, w2: number) =>
    Model3D({
      world: inclined(angle),
      axle: Object3D({
        feature: Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 0.7, Izz: 1 }) }),
      }),
      left: Object3D({ feature: disc(1, 0.05, 0.03) }),
      right: Object3D({ feature: disc(1, 0.05, 0.03) }),
      set: RollingWheelSet({
        ...{ ground: 'world', axle: 'axle', wheel1: 'left', wheel2: 'right', radius, track, w1, w2 },
      }),
    })

  test('rolls on a circle of radius (w1 + w2)/2 and rotates with radius (w1 − w2)/track', () => {
    const [w1, w2, stopTime] = [5, 3, 2]
    const result = simulate(createSet(0, w1, w2), { stopTime, tolerance: TOLERANCE })
    const speed = (radius * (w1 + w2)) / 2
    const yaw = (radius * (w1 - w2)) / track
    // speeds are constant: the center of mass is at the middle of the axle
    expect(result.final('set.rev1.w')).toBeCloseTo(w1, 7)
    expect(result.final('set.planar.w')).toBeCloseTo(yaw, 7)
    expect(result.final('set.planar.phi')).toBeCloseTo(yaw * stopTime, 7)
    // it moves along −x of the axle, (−cos φ, sin φ) in x and z
    expect(result.final('axle.r_abs[1]')).toBeCloseTo((-speed / yaw) * Math.sin(yaw * stopTime), 7)
    expect(result.final('axle.r_abs[3]')).toBeCloseTo((speed / yaw) * (1 - Math.cos(yaw * stopTime)), 7)
  })

  /** It rotates at a constant rate ω, so that the slope accelerates it by k cos ωt: it drifts sideways on a cycloid. */
  test('drifts sideways on an incline', () => {
    const [angle, w, stopTime] = [0.2, 2, 3]
    const result = simulate(createSet(angle, w, -w), { stopTime, tolerance: TOLERANCE })
    const yaw = (2 * radius * w) / track
    const k = (4 * G * Math.sin(angle)) / (4 + (2 * 0.05) / radius ** 2)
    const turned = yaw * stopTime
    expect(result.final('axle.r_abs[1]')).toBeCloseTo((k / yaw ** 2) * (Math.sin(turned) ** 2 / 2), 7)
    const drift = (k / yaw) * (stopTime / 2 - Math.sin(2 * turned) / (4 * yaw))
    expect(result.final('axle.r_abs[3]')).toBeCloseTo(-drift, 7)
  })

  test('is driven at its flanges: 2 τ/r = (m + 2 I/r²) a', () => {
    const tau = 0.6
    const set = RollingWheelSet({
      ...{ ground: 'world', axle: 'axle', wheel1: 'left', wheel2: 'right', radius, track, hasFlanges: true },
    })
    const model = Model3D({
      world: inclined(0),
      axle: Object3D({
        feature: Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 0.7, Izz: 1 }) }),
      }),
      left: Object3D({ feature: disc(1, 0.05, 0.03) }),
      right: Object3D({ feature: disc(1, 0.05, 0.03) }),
      set,
      drive1: ConstantTorque({ tau_constant: tau }),
      drive2: ConstantTorque({ tau_constant: tau }),
      connect: [
        ['drive1.flange', 'set.rev1.flange'],
        ['drive2.flange', 'set.rev2.flange'],
      ],
    })
    const result = simulate(model, { stopTime: 1.5, tolerance: TOLERANCE })
    const a = (2 * tau) / radius / (4 + (2 * 0.05) / radius ** 2)
    // a polynomial of degree 2 in time
    expect(result.final('axle.r_abs[1]')).toBeCloseTo(-0.5 * a * 1.5 ** 2, 9)
    // each wheel pushes with the remainder of its torque
    expect(result.final('set.roll1.longitudinalForce')).toBeCloseTo(
      tau / radius - (0.05 * a) / radius ** 2,
      8,
    )
  })

  test('a wheel on an axle rolls with the vehicle that pulls it', () => {
    // a block on a rail pulls a wheel by an axle: the plane, the rail and the axle form a loop
    const [m, M, I, F] = [1.5, 2, 0.08, 3]
    const model = Model3D({
      world: inclined(0),
      block: Object3D({ feature: disc(M, 1) }),
      hub: Object3D({ parent: 'block', translation: [0, 0, 0.4] }),
      wheel: Object3D({ feature: disc(m, I) }),
      high: Object3D({ parent: 'world', translation: [0, radius, 0] }),
      rail: Prismatic({ obj1: 'high', obj2: 'block', axis: 'x' }),
      axle: Revolute({ obj1: 'hub', obj2: 'wheel', axis: 'z' }),
      roll: RollingWheel({ obj1: 'world', obj2: 'wheel', radius }),
      pull: WorldForce({ objectApply: 'block', forceFunction: () => [F, 0, 0] }),
    })
    const result = simulate(model, { stopTime: 1, tolerance: TOLERANCE })
    const a = F / (m + M + I / radius ** 2)
    expect(result.final('rail.s')).toBeCloseTo(a / 2, 10)
    expect(result.final('axle.w')).toBeCloseTo(-a / radius, 10)
    expect(result.final('roll.longitudinalForce')).toBeCloseTo((I * a) / radius ** 2, 9)
  })

  test('misspelled arguments are named', () => {
    const set = RollingWheelSet as (args: object) => unknown
    const args = { ground: 'world', axle: 'axle', wheel1: 'left', wheel2: 'right', radius: 0.1, track: 0.5 }
    expect(() => set({ ...args, hasFlange: true })).toThrow(/hasFlange.*hasFlanges/)
  })
})

describe('a wheel without a lowest point', () => {
  const lie = (angle: number) =>
    Model3D({
      world: inclined(0),
      wheel: Object3D({
        ...{ parent: 'world', fixedToParent: false },
        ...{ translation: [0, 0.3 * Math.cos(angle), 0], rotation: [angle, 0, 0] },
        feature: disc(1, 0.05),
      }),
      roll: RollingWheel({ obj1: 'world', obj2: 'wheel', radius: 0.3 }),
    })

  test('is an error at the start', () => {
    expect(() => simulate(lie(Math.PI / 2), { stopTime: 1 })).toThrow(
      /roll: at t = 0 s, expected an upright or inclined wheel, got one that lies flat on its plane/,
    )
  })

  test('is an error during the run', () => {
    expect(() => simulate(lie(1.5), { stopTime: 1 })).toThrow(
      /roll: at t = 0\.\d+ s, expected an upright or inclined wheel/,
    )
  })
})
