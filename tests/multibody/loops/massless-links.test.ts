import { simulate } from 'vario'
import {
  JointForce,
  MassProperties,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  Rod,
  Scene,
  Solid,
  Spherical,
  Universal,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'

const inertial = (mass: number, I: number) =>
  Solid({ massProperties: MassProperties({ mass, Ixx: I, Iyy: I, Izz: I }) })

/** A four-bar without its coupler. */
const bars = {
  world: Object3D({ feature: Scene({ enableContactDetection: false }) }),
  w2: Object3D({ parent: 'world', translation: [1.3, 0, 0] }),
  a: Object3D({ feature: inertial(1, 0.1) }),
  a1: Object3D({ parent: 'a', translation: [0, -0.5, 0] }),
  a2: Object3D({ parent: 'a', translation: [0, 0.5, 0] }),
  c: Object3D({ feature: inertial(1, 0.12) }),
  c1: Object3D({ parent: 'c', translation: [0, -0.6, 0] }),
  c2: Object3D({ parent: 'c', translation: [0, 0.6, 0] }),
  r1: Revolute({ obj1: 'world', obj2: 'a1', w: 2 }),
  r3: Revolute({ obj1: 'w2', obj2: 'c1' }),
  force: JointForce({ joint: 'r1' }),
}
const length = Math.hypot(1.3, 0.2)
const phi = Math.atan2(0.2, 1.3)
const coupler = (mass: number) => ({
  b: Object3D(mass > 0 ? { feature: inertial(mass, 0.1 * mass) } : {}),
  b1: Object3D({ parent: 'b', translation: [-length / 2, 0, 0] }),
  b2: Object3D({ parent: 'b', translation: [length / 2, 0, 0] }),
})
const SIGNALS = ['r1.phi', 'r1.w', 'r3.phi', 'r3.w', 'force.forceVector[1]', 'force.forceVector[2]']
const run = (members: object, stopTime = 2): number[] => {
  const result = simulate(Model3D({ ...bars, ...members }), { stopTime, tolerance: 1e-10 })
  return SIGNALS.map((name) => result.final(name))
}

describe('a massless coupler', () => {
  const byRod = run({ rod: Rod({ obj1: 'a2', obj2: 'c2' }) })

  test.each([
    [
      'hangs on the first bar',
      { r2: Revolute({ obj1: 'a2', obj2: 'b1', phi }), r4: Revolute({ obj1: 'b2', obj2: 'c2' }) },
    ],
    [
      'hangs on the last bar',
      { r2: Revolute({ obj1: 'a2', obj2: 'b1' }), r4: Revolute({ obj1: 'c2', obj2: 'b2', phi }) },
    ],
    [
      'rotates about two axes',
      {
        r2: Universal({ obj1: 'a2', obj2: 'b1', axis1: 'z', axis2: 'y', phi: [phi, 0] }),
        r4: Spherical({ obj1: 'b2', obj2: 'c2' }),
      },
    ],
  ])('is a rod: it %s', (_where, joints) => {
    const found = run({ ...coupler(0), ...joints })
    // forces follow accelerations, whose errors are 1e-10 per step times a few hundred steps times 10 1/s²
    found.forEach((x, i) => {
      expect(x).toBeCloseTo(byRod[i], 6)
    })
  })

  test('is the limit of lighter couplers', () => {
    const joints = { r2: Revolute({ obj1: 'a2', obj2: 'b1', phi }), r4: Revolute({ obj1: 'b2', obj2: 'c2' }) }
    const heavy = run({ ...coupler(2e-3), ...joints }, 1)
    const light = run({ ...coupler(1e-3), ...joints }, 1)
    const none = run({ ...coupler(0), ...joints }, 1)
    none.forEach((x, i) => {
      // extrapolated in the mass, the remaining error is of second order: (1e-3)², times 100 for motion and forces
      expect(Math.abs(x - (2 * light[i] - heavy[i]))).toBeLessThan(1e-4)
      expect(Math.abs(light[i] - x)).toBeGreaterThan(1e-6)
    })
  })

  test('has no inertia with a point mass in its joint, but the loop has', () => {
    const joints = { r2: Revolute({ obj1: 'a2', obj2: 'b1', phi }), r4: Revolute({ obj1: 'b2', obj2: 'c2' }) }
    // the mass rotates with the first bar, for any body that it is fixed to
    const onCoupler = run({
      ...coupler(0),
      ...joints,
      m: Object3D({ parent: 'b1', feature: inertial(0.4, 0) }),
    })
    const onBar = run({ ...coupler(0), ...joints, m: Object3D({ parent: 'a2', feature: inertial(0.4, 0) }) })
    onCoupler.forEach((x, i) => {
      expect(x).toBeCloseTo(onBar[i], 6)
    })
  })

  test('is an error between two spherical joints, because it rotates about itself without inertia', () => {
    const joints = {
      r2: Spherical({ obj1: 'a2', obj2: 'b1', rotation: [0, 0, phi] }),
      r4: Spherical({ obj1: 'b2', obj2: 'c2' }),
    }
    expect(() => run({ ...coupler(0), ...joints })).toThrow(
      /closed loops with r2: expected a mass behind every motion/,
    )
  })
})

test('a mechanism without any mass is an error', () => {
  const model = Model3D({
    world: bars.world,
    crank: Object3D({}),
    pin: Object3D({ parent: 'crank', translation: [0, 0.3, 0] }),
    rod: Object3D({}),
    tip: Object3D({ parent: 'rod', translation: [1, -0.3, 0] }),
    slider: Object3D({}),
    side: Object3D({ parent: 'world', translation: [1, 0, 0] }),
    r1: Revolute({ obj1: 'world', obj2: 'crank' }),
    r2: Revolute({ obj1: 'pin', obj2: 'rod' }),
    r3: Revolute({ obj1: 'tip', obj2: 'slider' }),
    p: Prismatic({ obj1: 'side', obj2: 'slider', axis: 'x' }),
  })
  expect(() => simulate(model, { stopTime: 1 })).toThrow(
    /expected a mass behind every motion, got one without/,
  )
})

test('a slider-crank with a massive piston only follows its equation of motion of one degree of freedom', () => {
  // massless crank and rod, gravity along the rail: only the piston has inertia; energy gives its speed
  const [r, l, m, g, phi0, w0] = [0.3, 1, 2, 9.81, 0.7, 4]
  const beta = Math.asin((r * Math.sin(phi0)) / l)
  const height = (x: number): number => r * Math.cos(x) + Math.sqrt(l * l - (r * Math.sin(x)) ** 2)
  const slope = (x: number): number =>
    -r * Math.sin(x) - (r * r * Math.sin(x) * Math.cos(x)) / Math.sqrt(l * l - (r * Math.sin(x)) ** 2)
  const model = Model3D({
    world: bars.world,
    crank: Object3D({}),
    pin: Object3D({ parent: 'crank', translation: [0, r, 0] }),
    rod: Object3D({}),
    tip: Object3D({ parent: 'rod', translation: [0, l, 0] }),
    piston: Object3D({ feature: inertial(m, 0) }),
    r1: Revolute({ obj1: 'world', obj2: 'crank', phi: phi0, w: w0 }),
    r2: Revolute({ obj1: 'pin', obj2: 'rod', phi: -phi0 - beta }),
    r3: Revolute({ obj1: 'tip', obj2: 'piston' }),
    p: Prismatic({ obj1: 'world', obj2: 'piston', axis: 'y', s: height(phi0) }),
  })
  const result = simulate(model, { stopTime: 0.1, tolerance: 1e-10 })
  const angle = result.final('r1.phi')
  expect(result.final('p.s')).toBeCloseTo(height(angle), 10)
  const speed = Math.sqrt((slope(phi0) * w0) ** 2 + 2 * g * (height(phi0) - height(angle)))
  expect(Math.abs(result.final('p.v'))).toBeCloseTo(speed, 8)
  expect(result.final('p.v')).toBeCloseTo(slope(angle) * result.final('r1.w'), 10)
})
