/** A line whose force equations compute, with point masses on it. */
import { simulate } from 'vario'
import { Damper, Spring } from 'vario/library/translational'
import {
  LineForce,
  MassProperties,
  Model3D,
  Object3D,
  Revolute,
  Scene,
  Solid,
  SpringDamperPtP,
} from 'vario/multibody'
import { integrate } from 'vario/ode'
import { describe, expect, test } from 'vitest'

const G = 9.81
const world = Object3D({ feature: Scene({ enableContactDetection: false }) })
const between = (law: string) => [
  [`${law}.flange_a`, 'line.flange_a'],
  [`${law}.flange_b`, 'line.flange_b'],
]
type Vector = readonly number[]

describe('an arm damped by a cylinder with two masses', () => {
  const [ARM, DISTANCE, D, M_ARM, I_ARM] = [0.7, 0.2, 3, 6.6, 0.4]
  const HINGE = [0, 0.3, 0]

  /** One degree of freedom: M φ″ + ½ M′ φ′² + U′ + d L′² φ′ = 0, with differences for terms that depend on φ only. */
  function solveReduced(foot: Vector, mass: number, stopTime: number): number[] {
    const H = 1e-3
    const slope = (f: (x: number) => number, x: number): number =>
      (f(x - 2 * H) - 8 * f(x - H) + 8 * f(x + H) - f(x + 2 * H)) / (12 * H)
    const tip = (phi: number): Vector => [ARM * Math.cos(phi), HINGE[1] + ARM * Math.sin(phi), 0]
    const length = (phi: number): number => Math.hypot(...tip(phi).map((x, i) => x - foot[i]))
    /** Positions of the point masses. */
    const points = (phi: number): Vector[] => {
      const e = tip(phi).map((x, i) => (x - foot[i]) / length(phi))
      return [foot.map((x, i) => x + DISTANCE * e[i]), tip(phi).map((x, i) => x - DISTANCE * e[i])]
    }
    const inertia = (phi: number): number => {
      let sum = I_ARM + (M_ARM * ARM * ARM) / 4
      for (const k of [0, 1]) for (const i of [0, 1, 2]) sum += mass * slope((x) => points(x)[k][i], phi) ** 2
      return sum
    }
    const potential = (phi: number): number =>
      G * ((M_ARM * ARM * Math.sin(phi)) / 2 + mass * (points(phi)[0][1] + points(phi)[1][1]))
    const { x } = integrate(
      {
        n: 2,
        f: (_t, y, dy) => {
          dy[0] = y[1]
          const force = -0.5 * slope(inertia, y[0]) * y[1] ** 2 - slope(potential, y[0])
          dy[1] = (force - D * slope(length, y[0]) ** 2 * y[1]) / inertia(y[0])
        },
      },
      { method: 'dop853', t0: 0, x0: [0, 0], tEnd: stopTime, rtol: 1e-11, atol: 1e-11 },
    )
    return [...x, length(x[0])]
  }

  test.each([
    ['in its plane', [0, -0.9, 0], 1],
    ['beside its plane', [0.1, -0.9, 0.3], 1],
    ['without mass', [0.1, -0.9, 0.3], 0],
  ])('moves by its equation of motion, with the cylinder %s', (_, foot, mass) => {
    const massProperties = MassProperties({
      ...{ mass: M_ARM, centerOfMass: [ARM / 2, 0, 0] },
      ...{ Ixx: I_ARM, Iyy: I_ARM, Izz: I_ARM },
    })
    const direction = [ARM - foot[0], HINGE[1] - foot[1], -foot[2]] as const
    const Arm = Model3D({
      world,
      hinge: Object3D({ parent: 'world', translation: HINGE }),
      foot: Object3D({ parent: 'world', translation: foot }),
      arm: Object3D({ feature: Solid({ massProperties }) }),
      tip: Object3D({ parent: 'arm', translation: [ARM, 0, 0] }),
      rev: Revolute({ obj1: 'hinge', obj2: 'arm', phi: 0, w: 0 }),
      line: LineForce({
        ...{ obj1: 'foot', obj2: 'tip', direction },
        ...{ mass1: mass, distance1: DISTANCE, mass2: mass, distance2: DISTANCE },
      }),
      damper: Damper({ d: D }),
      connect: between('damper'),
    })
    const result = simulate(Arm, { stopTime: 1.5, tolerance: 1e-9 })
    const expected = solveReduced(foot, mass, 1.5)
    // 1e-9 for each of a few hundred steps; the differences have 1e-9
    const found = ['rev.phi', 'rev.w', 'line.slider.s'].map((name) => result.final(name))
    found.forEach((x, i) => {
      expect(x).toBeCloseTo(expected[i], 6)
    })
    expect(Math.abs(expected[0])).toBeGreaterThan(0.5)
  })
})

describe('a free body that hangs on a line with a spring', () => {
  const body = Object3D({
    ...{ parent: 'world', fixedToParent: false, orientation: 'quaternion' },
    ...{ translation: [-0.4, -0.3, 0.2], velocity: [0.5, 0, -1], angularVelocity: [1, 2, -1] },
    feature: Solid({ massProperties: MassProperties({ mass: 2, Ixx: 0.02, Iyy: 0.03, Izz: 0.04 }) }),
  })
  const parts = { world, body, hook: Object3D({ parent: 'body', translation: [0.1, 0.05, 0] }) }
  const Hung = Model3D({
    ...parts,
    line: LineForce({ obj1: 'world', obj2: 'hook', direction: [-0.3, -0.25, 0.2] }),
    spring: Spring({ c: 200, s_rel0: 0.3 }),
    connect: between('spring'),
  })

  test('moves as with a spring between the points, and keeps its energy', () => {
    const options = { stopTime: 2, tolerance: 1e-9 }
    const hung = simulate(Hung, options)
    const same = simulate(
      Model3D({
        ...parts,
        spring: SpringDamperPtP({ obj1: 'world', obj2: 'hook', springForceLaw: 200, nominalLength: 0.3 }),
      }),
      options,
    )
    for (let i = 1; i <= 3; i++) {
      // 1e-9 for each of a thousand steps, and their growth
      expect(hung.final(`body.r_abs[${i}]`)).toBeCloseTo(same.final(`body.r_abs[${i}]`), 6)
      expect(hung.final(`body.velocity[${i}]`)).toBeCloseTo(same.final(`body.velocity[${i}]`), 5)
    }
    expect(hung.final('line.slider.s')).toBeCloseTo(same.final('spring.distance'), 7)
    // the flange drives the ends apart, a spring pulls
    expect(hung.final('line.slider.f')).toBeCloseTo(-same.final('spring.force'), 4)
    const energy = hung.values('world.totalEnergy').map((E, k) => {
      const s = hung.values('line.slider.s')[k]
      return E + 0.5 * 200 * (s - 0.3) ** 2
    })
    expect(Math.max(...energy) - Math.min(...energy)).toBeLessThan(1e-5)
  })

  test('a line in the opposite direction is an error', () => {
    const Turned = Hung.extend({
      line: LineForce({ obj1: 'world', obj2: 'hook', direction: [0.3, 0.25, -0.2] }),
    })
    expect(() => simulate(Turned, { stopTime: 0.1 })).toThrow(
      /expected a direction from obj1 to obj2 and a length above 0 at the start/,
    )
    expect(() => LineForce({ obj1: 'world', obj2: 'hook', direction: [0, 0, 0] })).toThrow(
      /a non-zero vector/,
    )
    expect(() => LineForce({ obj1: 'a', obj2: 'b', direction: [1, 0, 0], mass1: -1 })).toThrow(
      /LineForce.mass1/,
    )
  })

  test('misspelled and missing arguments are named', () => {
    const line = LineForce as (args: object) => unknown
    const ends = { obj1: 'world', obj2: 'hook' }
    expect(() => line({ ...ends, direction: [1, 0, 0], mas1: 1 })).toThrow(/did you mean 'mass1'/)
    expect(() => line(ends)).toThrow(/LineForce\.direction: expected a non-zero vector of 3 numbers/)
    expect(() => line({ ...ends, direction: [1, 0, 0], mass1: 1, distance1: Number.NaN })).toThrow(
      /LineForce\.distance1/,
    )
  })
})
