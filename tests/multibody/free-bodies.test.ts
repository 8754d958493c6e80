/** Free bodies in point gravity, and on moving parents. */
import { equations, Model, simulate } from 'vario'
import { Flange } from 'vario/library/rotational'
import {
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  PointGravityField,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Scene,
  SensorResult,
  Solid,
  UniformGravityField,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const MASS = MassProperties({ mass: 3, Ixx: 0.4, Iyy: 0.5, Izz: 0.6 })

describe('point gravity', () => {
  const MUE = 3.986e14

  /**
   * Positions on a Kepler orbit of semi-major axis `a` and eccentricity `e`, at time `t` after the pericenter on the x
   * axis.
   */
  function kepler(a: number, e: number, t: number): [number, number] {
    const M = Math.sqrt(MUE / a ** 3) * t
    let E = M
    for (let k = 0; k < 50; k++) E -= (E - e * Math.sin(E) - M) / (1 - e * Math.cos(E))
    return [a * (Math.cos(E) - e), a * Math.sqrt(1 - e * e) * Math.sin(E)]
  }

  it.each([
    ['circular', 7e6, 0],
    ['elliptic', 2e7, 0.6],
  ])('keeps a %s orbit for more than one period', (_, a, e) => {
    const r = a * (1 - e)
    const speed = Math.sqrt((MUE * (1 + e)) / r)
    const period = 2 * Math.PI * Math.sqrt(a ** 3 / MUE)
    const model = Model3D({
      earth: Object3D({ feature: Scene({ gravityField: PointGravityField({ mue: MUE }) }) }),
      satellite: Object3D({
        parent: 'earth',
        fixedToParent: false,
        translation: [r, 0, 0],
        velocity: [0, speed, 0],
        angularVelocity: [0.001, 0.002, 0],
        feature: Solid({ massProperties: MASS }),
      }),
    })
    const tolerance = 1e-10
    const result = simulate(model, { stopTime: 1.3 * period, tolerance })
    const p = result.values('satellite.r_abs')
    result.values('time').forEach((t, i) => {
      const [x, y] = kepler(a, e, t)
      // relative to the size of the orbit; an error of the energy becomes one of the period, and the path is longest
      // there
      expect(Math.hypot(p[3 * i] - x, p[3 * i + 1] - y)).toBeLessThan(1e3 * tolerance * a)
      // the velocity is transformed into the tumbling body and back: rounding errors
      expect(Math.abs(p[3 * i + 2])).toBeLessThan(1e-14 * a)
    })
    const [energy] = result.values('earth.totalEnergy')
    const spin = 0.5 * (0.4 * 0.001 ** 2 + 0.5 * 0.002 ** 2)
    // specific energy -mue/(2a); the spin is below its rounding error
    expect(Math.abs(energy / (-(3 * MUE) / (2 * a) + spin) - 1)).toBeLessThan(1e-14)
    // back at the start after one period
    const back = simulate(model, { stopTime: period, tolerance }).finalVector('satellite.r_abs')
    expect(Math.hypot(back[0] - r, back[1])).toBeLessThan(1e3 * tolerance * a)
  })

  const POINT = Solid({ massProperties: MassProperties({ mass: 50 }) })

  it('attracts each of the solids that are fixed to each other', () => {
    // a dumbbell of two points, so long that the field is not linear along it
    const [mue, x, y, half] = [3, 1.2, -0.7, 0.4]
    const model = Model3D({
      sun: Object3D({ feature: Scene({ gravityField: PointGravityField({ mue }) }) }),
      middle: Object3D({
        parent: 'sun',
        fixedToParent: false,
        translation: [x, y, 0],
        rotation: [0, 0, 0.6],
      }),
      a: Object3D({ parent: 'middle', translation: [half, 0, 0], feature: POINT }),
      b: Object3D({ parent: 'middle', translation: [-half, 0, 0], feature: POINT }),
      // a bar of points has no inertia about its own axis
      bar: Object3D({ parent: 'middle', feature: Solid({ massProperties: MassProperties({ Ixx: 1 }) }) }),
      sensor: SensorResult({ object: 'middle' }),
    })
    const result = simulate(model, { stopTime: 1, tolerance: 1e-9 })
    const pull = (sign: number): number[] => {
      const [px, py] = [x + sign * half * Math.cos(0.6), y + sign * half * Math.sin(0.6)]
      const r = Math.hypot(px, py)
      return [(-mue * px) / r ** 3, (-mue * py) / r ** 3]
    }
    const [a, b] = [pull(1), pull(-1)]
    const acceleration = result.at('sensor.acceleration[1]', 0)
    expect(acceleration).toBeCloseTo((a[0] + b[0]) / 2, 12)
    expect(result.at('sensor.acceleration[2]', 0)).toBeCloseTo((a[1] + b[1]) / 2, 12)
    // 2 m half² alpha = half m (n x (a - b)), n across the bar
    const across = (a[1] - b[1]) * Math.cos(0.6) - (a[0] - b[0]) * Math.sin(0.6)
    expect(result.at('sensor.angularAcceleration[3]', 0)).toBeCloseTo(across / (2 * half), 12)
    const energy = result.values('sun.totalEnergy')
    const momentum = result.values('sun.angularMomentum')
    // 1e-9 per step
    for (const value of energy) expect(Math.abs(value / energy[0] - 1)).toBeLessThan(1e-7)
    for (let i = 2; i < momentum.length; i += 3) expect(Math.abs(momentum[i])).toBeLessThan(1e-6)
  })

  it.each([
    ['two solids', true],
    ['one solid with the same inertia', false],
  ])('lets a dumbbell of %s librate about the vertical with √3 times the orbital rate', (_, isMerged) => {
    const a = 7e6
    const rate = Math.sqrt(MUE / a ** 3)
    const half = 10
    const rod = MassProperties({ mass: 100, Ixx: 1, Iyy: 2 * 50 * half ** 2, Izz: 2 * 50 * half ** 2 })
    const frame = { parent: 'middle' }
    const model = Model3D({
      earth: Object3D({ feature: Scene({ gravityField: PointGravityField({ mue: MUE }) }) }),
      middle: Object3D({
        parent: 'earth',
        fixedToParent: false,
        translation: [a, 0, 0],
        rotation: [0, 0, 1e-3],
        velocity: [0, rate * a, 0],
        angularVelocity: [0, 0, rate],
        feature: isMerged
          ? Solid({ massProperties: MassProperties({ Ixx: 1 }) })
          : Solid({ massProperties: rod }),
      }),
      ...(isMerged && {
        a: Object3D({ ...frame, translation: [half, 0, 0], feature: POINT }),
        b: Object3D({ ...frame, translation: [-half, 0, 0], feature: POINT }),
      }),
    })
    const period = (2 * Math.PI) / (Math.sqrt(3) * rate)
    const result = simulate(model, { stopTime: period, tolerance: 1e-10 })
    // pitch relative to the vertical, which rotates with the orbit
    const pitch = (t: number): number => {
      const angle =
        result.at('middle.rot123_abs[3]', t) -
        Math.atan2(result.at('middle.r_abs[2]', t), result.at('middle.r_abs[1]', t))
      return Math.atan2(Math.sin(angle), Math.cos(angle))
    }
    // amplitude 1e-3: the frequency is off by 1e-6, and output is interpolated between 500 points
    for (const part of [0, 0.25, 0.5, 0.75, 1])
      expect(Math.abs(pitch(part * period) - 1e-3 * Math.cos(2 * Math.PI * part))).toBeLessThan(1e-6)
  })

  it('acts at the center of mass, not at the origin of the object', () => {
    const [a, e, offset] = [2, 0.3, 0.5]
    const r = a * (1 - e)
    const speed = Math.sqrt((MUE * (1 + e)) / r)
    const spin = 40
    const scale = Math.sqrt(MUE)
    // units of length and time in which mue = 1, so that the offset is a fraction of the orbit
    const model = Model3D({
      sun: Object3D({ feature: Scene({ gravityField: PointGravityField({ mue: 1 }) }) }),
      body: Object3D({
        parent: 'sun',
        fixedToParent: false,
        translation: [r - offset, 0, 0],
        // the origin of the object is on the other side of the rotation about the center of mass
        velocity: [0, speed / scale - spin * offset, 0],
        angularVelocity: [0, 0, spin],
        feature: Solid({
          massProperties: MassProperties({ mass: 3, centerOfMass: [offset, 0, 0], Ixx: 1, Iyy: 1, Izz: 1 }),
        }),
      }),
      center: Object3D({ parent: 'body', translation: [offset, 0, 0] }),
    })
    const result = simulate(model, { stopTime: 10, tolerance: 1e-10 })
    const p = result.values('center.r_abs')
    result.values('time').forEach((t, i) => {
      const [x, y] = kepler(a, e, t / scale)
      expect(Math.hypot(p[3 * i] - x, p[3 * i + 1] - y)).toBeLessThan(1e-6)
    })
  })
})

describe('a free body on a parent', () => {
  const space = Object3D({ feature: Scene({ gravityField: NoGravityField() }) })
  const table = Object3D({
    feature: Solid({ massProperties: MassProperties({ mass: 5, Ixx: 2, Iyy: 2, Izz: 2 }) }),
  })
  /** Rotates about z at this rate [rad/s], at a height of 0.3 m. */
  const RATE = 2.5

  const ball = (orientation: 'cardan' | 'quaternion') =>
    Object3D({
      parent: 'seat',
      fixedToParent: false,
      translation: [0.4, 0.1, 0.2],
      velocity: [0.3, -0.2, 0.5],
      rotation: [0.2, 0.1, 0],
      angularVelocity: [0.5, -1, 0.7],
      orientation,
      feature: Solid({ massProperties: MassProperties({ mass: 3, Ixx: 0.4, Iyy: 0.4, Izz: 0.4 }) }),
    })

  // Initial place of the ball: 0.5 m off the axis, rotated by 90° about z.
  const seat = Object3D({ parent: 'table', translation: [0.5, 0, 0.3], rotation: [0, 0, Math.PI / 2] })

  it.each(['cardan', 'quaternion'] as const)(
    'moves in a straight line if the parent rotates, with %s states',
    (orientation) => {
      const model = Model3D({
        world: space,
        table,
        seat,
        rev: Revolute({ obj1: 'world', obj2: 'table', axis: 'z', w: RATE }),
        ball: ball(orientation),
      })
      const tolerance = 1e-10
      const result = simulate(model, { stopTime: 5, tolerance })
      // Initially in the world: seat + R t, with R = Rz(90°), and v = w × r + R v_rel
      const r0 = [0.5 - 0.1, 0.4, 0.3 + 0.2]
      const v0 = [-RATE * r0[1] + 0.2, RATE * r0[0] + 0.3, 0.5]
      const p = result.values('ball.r_abs')
      result.values('time').forEach((t, i) => {
        // a few hundred steps
        for (let k = 0; k < 3; k++)
          expect(Math.abs(p[3 * i + k] - (r0[k] + v0[k] * t))).toBeLessThan(1e2 * tolerance)
      })
      // A sphere: the angular velocity in the world is constant too, w_table + R w_rel
      const H = result.values('world.angularMomentum')
      const P = result.values('world.momentum')
      const own = [1, 0.5, 0.7 + RATE].map((w, k) => 0.4 * w + (k === 2 ? 2 * RATE : 0))
      const orbital = [
        3 * (r0[1] * v0[2] - r0[2] * v0[1]),
        3 * (r0[2] * v0[0] - r0[0] * v0[2]),
        3 * (r0[0] * v0[1] - r0[1] * v0[0]),
      ]
      for (const i of [0, P.length / 3 - 1]) {
        for (let k = 0; k < 3; k++) {
          expect(Math.abs(P[3 * i + k] - 3 * v0[k])).toBeLessThan(1e2 * tolerance)
          expect(Math.abs(H[3 * i + k] - own[k] - orbital[k])).toBeLessThan(1e3 * tolerance)
        }
      }
      // no force acts on the table
      expect(Math.abs(result.final('rev.w') - RATE)).toBeLessThan(1e-12)
    },
  )

  it('moves in a straight line if a drive accelerates the parent', () => {
    const model = Model3D({
      world: space,
      table,
      seat,
      rev: RevoluteWithFlange({ obj1: 'world', obj2: 'table', axis: 'z', w: { init: RATE } }),
      ball: ball('cardan'),
      drive: Model({ flange: Flange(), equations: equations`flange.tau = -3*cos(time)` }),
      connect: [['drive.flange', 'rev.flange']],
    })
    const tolerance = 1e-10
    const result = simulate(model, { stopTime: 5, tolerance })
    const r0 = [0.4, 0.4, 0.5]
    const v0 = [-RATE * r0[1] + 0.2, RATE * r0[0] + 0.3, 0.5]
    const p = result.finalVector('ball.r_abs')
    for (let k = 0; k < 3; k++) expect(Math.abs(p[k] - (r0[k] + v0[k] * 5))).toBeLessThan(1e2 * tolerance)
    // 2 w' = 3 cos t
    expect(Math.abs(result.final('rev.w') - RATE - 1.5 * Math.sin(5))).toBeLessThan(1e2 * tolerance)
  })

  it('falls freely above a carriage that slides down a slope', () => {
    const slope = Math.PI / 6
    const model = Model3D({
      world: Object3D({ feature: Scene({ gravityField: UniformGravityField() }) }),
      rail: Object3D({ parent: 'world', rotation: [0, 0, -slope] }),
      carriage: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 2 }) }) }),
      prism: Prismatic({ obj1: 'rail', obj2: 'carriage', axis: 'x', v: 1 }),
      ball: Object3D({
        parent: 'carriage',
        fixedToParent: false,
        translation: [0, 1, 0],
        velocity: [0.2, 0, 0],
        feature: Solid({ massProperties: MASS }),
      }),
    })
    const result = simulate(model, { stopTime: 1.5 })
    const t = 1.5
    // The carriage accelerates with g sin(slope) along the rail, the ball relative to it with g cos(slope) across the
    // rail only.
    expect(Math.abs(result.final('prism.s') - (t + 0.5 * 9.81 * Math.sin(slope) * t * t))).toBeLessThan(1e-12)
    const [x, y, z] = result.finalVector('ball.translation')
    expect(Math.abs(x - 0.2 * t)).toBeLessThan(1e-12)
    expect(Math.abs(y - (1 - 0.5 * 9.81 * Math.cos(slope) * t * t))).toBeLessThan(1e-12)
    expect(z).toBe(0)
    // in the world it is a free fall with both velocities
    const [X, Y] = result.finalVector('ball.r_abs')
    const [c, s] = [Math.cos(slope), Math.sin(slope)]
    expect(Math.abs(X - (s + 1.2 * c * t))).toBeLessThan(1e-12)
    expect(Math.abs(Y - (c - 1.2 * s * t - 0.5 * 9.81 * t * t))).toBeLessThan(1e-12)
  })
})
