/** `equilibrium`: static rest, with springs, contacts and closed loops. */
import {
  type Equilibrium,
  type EquilibriumOptions,
  equations,
  equilibrium,
  expr,
  instantiate,
  Model,
  Par,
  simulate,
  Var,
  type VarioError,
} from 'vario'
import { Fixed, Inertia, Spring } from 'vario/library/rotational'
import {
  Box,
  MassProperties,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  Sphere,
  SpringDamperPtP,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { createFourBar } from '../assembly/four-bars.ts'

const GRAVITY = 9.81
const body = (mass: number) =>
  Solid({ massProperties: MassProperties({ mass, Ixx: 0.1, Iyy: 0.1, Izz: 0.1 }) })
const scene = { world: Object3D({ feature: Scene({ enableContactDetection: false }) }) }

/** The last step moves states by 1e-8 of their sizes or less, with an error of its square, or 1e-4² of differences. */
const AT_REST = 1e-9

/** A mass of 2 kg on a rod of 1 m along x at angle 0. */
const createPendulum = (phi: number) =>
  Model3D({
    ...scene,
    rod: Object3D(),
    mass: Object3D({ parent: 'rod', translation: [1, 0, 0], feature: body(2) }),
    rev: Revolute({ obj1: 'world', obj2: 'rod', phi, w: 3 }),
  })

describe('a pendulum', () => {
  it.each([0, -2.5, Math.PI / 2 - 0.01])('hangs down, from a start at %f rad', (phi) => {
    const rest = equilibrium(createPendulum(phi))
    const turns = (rest.result.final('rev.phi') + Math.PI / 2) / (2 * Math.PI)
    expect(Math.abs(turns - Math.round(turns))).toBeLessThan(AT_REST)
    expect(Math.abs(rest.result.final('rev.w'))).toBeLessThan(AT_REST)
    expect(rest.isStable).toBe(true)
    expect(rest.growthRate).toBe(0)
  })

  it('rests upright, but unstable: it falls with the rate of its linear equation', () => {
    const rest = equilibrium(createPendulum(Math.PI / 2))
    expect(rest.result.final('rev.phi')).toBe(Math.PI / 2)
    expect(rest.isStable).toBe(false)
    // I φ″ = m g φ; central differences of 1e-4 leave 1e-9
    expect(Math.abs(rest.growthRate - Math.sqrt((2 * GRAVITY) / 2.1))).toBeLessThan(1e-6)
  })

  it('stays at rest in a simulation that starts there', () => {
    const model = createPendulum(0)
    const { merge } = equilibrium(model)
    const result = simulate(model, { stopTime: 2, merge })
    for (const phi of result.values('rev.phi')) expect(Math.abs(phi + Math.PI / 2)).toBeLessThan(1e-8)
  })
})

it('a mass on a spring rests', () => {
  const model = Model3D({
    ...scene,
    mass: Object3D({ feature: body(2) }),
    guide: Prismatic({ obj1: 'world', obj2: 'mass', axis: 'y', s: -0.5 }),
    spring: SpringDamperPtP({ obj1: 'world', obj2: 'mass', springForceLaw: 100, nominalLength: 0.3 }),
  })
  const rest = equilibrium(model)
  expect(Math.abs(rest.result.final('guide.s') + 0.3 + (2 * GRAVITY) / 100)).toBeLessThan(AT_REST)
  expect(rest.isStable).toBe(true)
})

it('a torsion spring of equations holds a pendulum at a flange', () => {
  const c = 30
  const model = Model3D({
    ...scene,
    rod: Object3D(),
    mass: Object3D({ parent: 'rod', translation: [1, 0, 0], feature: body(2) }),
    rev: RevoluteWithFlange({ obj1: 'world', obj2: 'rod' }),
    spring: Spring({ c }),
    rotor: Inertia({ J: 0.1 }),
    fixed: Fixed(),
    connect: [
      ['fixed.flange', 'spring.flange_a'],
      ['spring.flange_b', 'rotor.flange_a'],
      ['rotor.flange_b', 'rev.flange'],
    ],
  })
  const phi = equilibrium(model).result.final('rev.phi')
  // c φ + m g cos φ = 0
  expect(Math.abs(c * phi + 2 * GRAVITY * Math.cos(phi))).toBeLessThan(1e-7)
  expect(phi).toBeLessThan(0)
})

it('a four-bar hangs where its energy is minimal', () => {
  const lengths = [0.5, 1.1, 0.9, 1.2] as const
  const model = createFourBar(lengths, {
    crank: { phi: 1 },
    coupler: { phi: { start: 0 } },
    rocker: { phi: { start: 1.5 } },
  })
  const rest = equilibrium(model)
  const phi = rest.result.final('crank.phi')
  // an independent computation: heights of the centers of mass along the branch, from kinematics
  const energy = (angle: number): number => {
    const guesses = {
      coupler: { phi: { start: rest.result.final('coupler.phi') } },
      rocker: { phi: { start: rest.result.final('rocker.phi') } },
    }
    const result = simulate(createFourBar(lengths, { crank: { phi: angle }, ...guesses }), { stopTime: 0 })
    return result.final('world.potentialEnergy')
  }
  const [below, here, above] = [-0.01, 0, 0.01].map((step) => energy(phi + step))
  const slope = (above - below) / 0.02
  const curvature = (above - 2 * here + below) / 1e-4
  // a minimum whose position differs from the parabola's by the third derivative times 1e-4/6
  expect(curvature).toBeGreaterThan(1)
  expect(Math.abs(slope / curvature)).toBeLessThan(1e-4)
  const after = simulate(model, { stopTime: 1, merge: rest.merge })
  expect(Math.abs(after.final('crank.phi') - phi)).toBeLessThan(1e-7)
})

it('a ball falls onto a floor and rests on it', () => {
  const model = Model3D({
    world: Object3D({ feature: Scene() }),
    floor: Object3D({
      parent: 'world',
      translation: [0, -0.05, 0],
      feature: Solid({
        shape: Box({ lengthX: 4, lengthY: 0.1, lengthZ: 4 }),
        solidMaterial: 'Steel',
        collision: true,
      }),
    }),
    ball: Object3D({
      ...{ parent: 'world', fixedToParent: false, translation: [0, 0.3, 0] },
      feature: Solid({ shape: Sphere({ diameter: 0.2 }), solidMaterial: 'Steel', collision: true }),
    }),
  })
  const rest = equilibrium(model)
  expect(rest.result.final('world.nContact')).toBe(1)
  expect(rest.isStable).toBe(true)
  // it penetrates the floor by a few micrometers
  const depth = 0.1 - rest.result.finalVector('ball.r_abs')[1]
  expect(depth).toBeGreaterThan(1e-6)
  expect(depth).toBeLessThan(1e-5)
  // and stays there: the force equals its weight
  const after = simulate(model, { stopTime: 0.1, merge: rest.merge })
  expect(Math.abs(after.finalVector('ball.velocity')[1])).toBeLessThan(1e-6)
})

it('any model has the operating point of its equations', () => {
  const model = Model({
    x: Var({ init: 0.2 }),
    y: Var({ init: 0 }),
    k: Par(2),
    equations: equations`
      der(x) = y - x^3
      der(y) = k - y - x
    `,
  })
  const rest = equilibrium(model)
  for (const name of ['x', 'y']) expect(Math.abs(rest.result.final(name) - 1)).toBeLessThan(AT_REST)
  const options: EquilibriumOptions = { merge: { k: 10 } }
  const other: Equilibrium = equilibrium(model, options)
  expect(Math.abs(other.result.final('x') - 2)).toBeLessThan(AT_REST)
  expect(instantiate(model).equilibrium().isStable).toBe(true)
})

describe('errors', () => {
  it('name a body that falls forever', () => {
    const model = Model3D({
      ...scene,
      stone: Object3D({ parent: 'world', fixedToParent: false, feature: body(1) }),
    })
    expect(() => equilibrium(model)).toThrow(
      /equilibrium: expected a state of rest, got none .*stone\.\w+\[2\] keeps changing/,
    )
    try {
      equilibrium(model)
    } catch (error) {
      expect((error as VarioError).code).toBe('EQUILIBRIUM')
    }
  })

  it('name an option of simulations only', () => {
    expect(() =>
      equilibrium(Model({ x: Var({ init: 1 }), equations: equations`der(x) = -x` }), {
        stopTime: 1,
      } as never),
    ).toThrow(/equilibrium: option: expected/)
  })

  it('name a wrong parameter as a simulation does', () => {
    const model = Model({ p: Par(expr`1/q`), x: Var({ init: 1 }), equations: equations`der(x) = -p*x` })
    expect(() => equilibrium(model)).toThrow(/q/)
  })
})
