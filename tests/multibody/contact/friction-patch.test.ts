/** Friction of faces against rotation, alone and with sliding, compared with Coulomb's law integrated over the face. */
import { type SimulateOptions, simulate } from 'vario'
import {
  Box,
  Cylinder,
  Model3D,
  Object3D,
  Prismatic,
  Solid,
  type SolidArguments,
  WorldForce,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { energyBalance, energyRise } from './measures.ts'
import { fixedBox, freeBody, uprightWorld } from './scenes.ts'

type Shape = NonNullable<SolidArguments['shape']>

const MU = 0.5
const G = 9.81
const PAIR = {
  coefficientOfRestitution: 0.3,
  slidingFrictionCoefficient: MU,
  rotationalResistanceCoefficient: 0,
}
/** Mean distance of the points of a square from its center, per side [1]. */
const SQUARE_MEAN = (Math.SQRT2 + Math.asinh(1)) / 6

/** A body that lies on a plate, rotates at `w` [rad/s] and slides at `v` [m/s]. */
function onPlate(
  shape: Shape,
  height: number,
  w: number,
  v: number,
  options: SimulateOptions,
  isLast = true,
) {
  const plate = fixedBox([4, 4, 0.2], [0, 0, -0.1], 'Steel')
  // at about the penetration of its weight
  const body = freeBody(shape, 'Steel', {
    translation: [0, 0, height - 1e-7],
    angularVelocity: [0, 0, w],
    velocity: [v, 0, 0],
  })
  const world = uprightWorld({ contactPairs: { 'Steel-Steel': PAIR } })
  const model = isLast ? Model3D({ world, plate, body }) : Model3D({ world, body, plate })
  return simulate(model, options)
}

/**
 * Shapes, their heights, and per unit of size the mean distance ρ of the points of the face from its center, and the
 * squared radius of gyration. They are those of the whole face, although its edges are rounded by 1 mm, or a tenth of
 * the smallest dimension.
 */
const CASES = [
  {
    name: 'a square',
    shape: (a: number) => Box({ lengthX: a, lengthY: a, lengthZ: a / 2 }),
    height: 0.25,
    arm: (a: number) => SQUARE_MEAN * a,
    gyration: 1 / 6,
    // approximated by an ellipse
    tolerance: 0.01,
  },
  {
    name: 'a disc',
    shape: (a: number) => Cylinder({ axis: 'z', diameter: a, length: a / 2 }),
    height: 0.25,
    arm: (a: number) => a / 3,
    gyration: 1 / 8,
    // approximated by a polygon of 24 corners
    tolerance: 0.01,
  },
  {
    name: 'a line',
    shape: (a: number) => Cylinder({ axis: 'x', diameter: a / 5, length: a }),
    height: 0.1,
    arm: (a: number) => a / 4,
    gyration: 1 / 12 + 1 / 400,
    tolerance: 0.04,
  },
]

describe('rotation in place', () => {
  it.each(CASES)(
    "decelerates according to Coulomb's law: $name",
    ({ shape, height, arm, gyration, tolerance }) => {
      for (const size of [0.01, 0.03, 0.2, 1]) {
        const deceleration = (MU * G * arm(size)) / (gyration * size * size)
        const stopTime = 5 / deceleration
        const result = onPlate(shape(size), height * size, 10, 0, { stopTime })
        const lost = 10 - result.finalVector('body.angularVelocity')[2]
        expect(Math.abs(lost / 5 - 1), `${size} m`).toBeLessThan(tolerance)
        expect(energyRise(result) / result.at('world.kineticEnergy', 0)).toBeLessThan(1e-6)
      }
    },
  )

  it.each(['auto', 'radau5', 'bdf'] as const)('stops after 0.18 s for a box of 0.2 m, with %s', (solver) => {
    const result = onPlate(CASES[0].shape(0.2), 0.05, 10, 0, { stopTime: 0.5, solver })
    const w = (t: number): number => result.vectorAt('body.angularVelocity', t)[2]
    expect(w(0.17)).toBeGreaterThan(0.1)
    expect(Math.abs(w(0.19))).toBeLessThan(1e-3)
    expect(Math.abs(w(0.5))).toBeLessThan(1e-6)
    expect(energyBalance(result) / result.at('world.kineticEnergy', 0)).toBeLessThan(1e-4)
  })

  it('does not depend on the order of the bodies', () => {
    const [a, b] = [true, false].map((isLast) =>
      onPlate(CASES[0].shape(0.2), 0.05, 10, 0.5, { stopTime: 0.1, tolerance: 1e-8 }, isLast),
    )
    for (const name of ['body.velocity', 'body.angularVelocity']) {
      const [x, y] = [a.finalVector(name), b.finalVector(name)]
      // the points of the ellipse differ in the other basis of the contact plane: at most 1 % of the friction
      x.forEach((value, k) => {
        expect(Math.abs(value - y[k])).toBeLessThan(0.02)
      })
    }
  })
})

describe('rotation and sliding', () => {
  /**
   * Force and torque of a disc of radius 1 with uniform pressure that slides at `v` and rotates at 1 rad/s, per μ N:
   * midpoint rule in polar coordinates.
   */
  function integrateDisc(v: number): { force: number; torque: number } {
    const n = 400
    let [force, torque, area] = [0, 0, 0]
    for (let i = 0; i < n; i++)
      for (let k = 0; k < n; k++) {
        const r = (i + 0.5) / n
        const angle = (2 * Math.PI * (k + 0.5)) / n
        const [x, y] = [r * Math.cos(angle), r * Math.sin(angle)]
        const speed = Math.hypot(v - y, x)
        force += (r * (v - y)) / speed
        torque += (r * (x * x - y * (v - y))) / speed
        area += r
      }
    return { force: force / area, torque: torque / area }
  }

  it.each([0.2, 0.5, 0.8, 1.2, 2])(
    'have the force and torque of the integral over a thin disc with v = %d ω R',
    (ratio) => {
      // friction at half the height tilts the pressure: a thin disc
      const [radius, w] = [0.1, 10]
      const result = onPlate(
        Cylinder({ axis: 'z', diameter: 2 * radius, length: 0.004 }),
        0.002,
        w,
        ratio * radius * w,
        { stopTime: 0.004 },
      )
      const { force, torque } = integrateDisc(ratio)
      const dv = ratio * radius * w - result.finalVector('body.velocity')[0]
      const dw = w - result.finalVector('body.angularVelocity')[2]
      // the disc ends 0.4 mm before its rim, and is approximated by a polygon of 24 corners; velocities change by 1 %
      // meanwhile
      expect(Math.abs(dv / (MU * G * 0.004) - force)).toBeLessThan(0.03)
      expect(Math.abs((dw * radius) / 2 / (MU * G * 0.004) - torque)).toBeLessThan(0.03)
    },
  )

  it('end at the same time, with v = 0.653 ω R', () => {
    const result = onPlate(Cylinder({ axis: 'z', diameter: 0.2, length: 0.004 }), 0.002, 10, 1, {
      stopTime: 0.4,
      interval: 0.002,
    })
    const [v, w] = ['body.velocity[1]', 'body.angularVelocity[3]'].map((name) => result.values(name))
    // [Farkas, Bartels, Unger, Wolf 2003]: sliding and rotation of a disc end together, with v/(ω R) → 0.653
    const last = v.findLastIndex((value) => value > 0.05)
    expect(v[last] / (0.1 * w[last])).toBeGreaterThan(0.59)
    expect(v[last] / (0.1 * w[last])).toBeLessThan(0.68)
    expect(Math.abs(v[v.length - 1])).toBeLessThan(1e-4)
    expect(Math.abs(w[w.length - 1])).toBeLessThan(1e-3)
  })

  it("reduce each other's friction: a body that rotates fast slides easily", () => {
    const slow = onPlate(CASES[1].shape(0.2), 0.05, 0, 0.2, { stopTime: 0.02 })
    const fast = onPlate(CASES[1].shape(0.2), 0.05, 100, 0.2, { stopTime: 0.02 })
    const lost = (result: typeof slow): number => 0.2 - result.finalVector('body.velocity')[0]
    // sliding alone: μ g t; for v ≪ ω R only the fraction v/(ω R) of it
    expect(lost(slow)).toBeCloseTo(MU * G * 0.02, 3)
    expect(lost(fast) / lost(slow)).toBeLessThan(0.03)
    expect(lost(fast)).toBeGreaterThan(0)
  })
})

describe('a bar gripped 5 cm off its center', () => {
  it('does not swing down', () => {
    const finger = Box({ lengthX: 0.06, lengthY: 0.02, lengthZ: 0.06 })
    const model = Model3D({
      world: uprightWorld({ contactPairs: { 'Steel-Steel': PAIR } }),
      wall: fixedBox([0.06, 0.02, 0.06], [0, -0.02, 0], 'Steel'),
      finger: Object3D({ feature: Solid({ shape: finger, solidMaterial: 'Steel', collision: true }) }),
      slide: Prismatic({ obj1: 'world', obj2: 'finger', axis: 'y', s: { init: 0.02 } }),
      press: WorldForce({ objectApply: 'finger', forceFunction: () => [0, -200, 0] }),
      // 0.9 kg: 9 N of the 200 N that friction on both sides can carry, and 0.5 N.m of 3 N.m
      bar: freeBody(Box({ lengthX: 0.3, lengthY: 0.02, lengthZ: 0.02 }), 'Steel', {
        translation: [0.05, 0, 0],
      }),
    })
    const result = simulate(model, { stopTime: 1 })
    const [x, , z] = result.finalVector('bar.translation')
    // creep: 9/200 of the threshold of 1e-4 m/s for a second; swinging would take 0.2 s
    expect(Math.hypot(x - 0.05, z)).toBeLessThan(2e-4)
    expect(Math.abs(result.finalVector('bar.angularVelocity')[1])).toBeLessThan(5e-3)
  })
})
