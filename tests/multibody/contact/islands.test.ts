/** Unconnected bodies have separate steps: a body does not affect another one that it does not touch. */
import { simulate } from 'vario'
import {
  Box,
  Capsule,
  MassProperties,
  Model3D,
  Object3D,
  Revolute,
  Solid,
  Sphere,
  Spherical,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { energyBalance, energyRise, statisticsOf } from './measures.ts'
import { fixedBox, freeBody, freeSphere, uprightWorld } from './scenes.ts'

const FLOOR = fixedBox([10, 4, 0.2], [0, 0, -0.1], 'DryWood')
const capsule = (x: number, height: number): ReturnType<typeof freeBody> =>
  freeBody(Capsule({ axis: 'x', diameter: 0.06, length: 0.1 }), 'Steel', {
    translation: [x, 0, height],
    rotation: [0.1, 0.5, 0.2],
    angularVelocity: [1, 2, -3],
  })

describe('a body among others', () => {
  const run = (others: Record<string, ReturnType<typeof freeBody>>): ReturnType<typeof simulate> =>
    simulate(Model3D({ world: uprightWorld(), floor: FLOOR, body: capsule(0, 0.3), ...others }), {
      stopTime: 1,
      tolerance: 1e-8,
    })
  const quiet = run({ other: freeSphere(0.1, 'Steel', { translation: [2, 0, 0.051] }) })
  const noisy = run({
    other: freeSphere(0.1, 'Steel', { translation: [2, 0, 0.4] }),
    third: freeBody(Box({ lengthX: 0.1, lengthY: 0.08, lengthZ: 0.05 }), 'Steel', {
      translation: [-2, 0, 0.2],
      rotation: [0.3, 0.2, 0],
    }),
  })

  it('moves as if they did not exist', () => {
    for (const name of ['body.translation', 'body.velocity', 'body.angularVelocity']) {
      for (let i = 1; i <= 3; i++) {
        // event times differ by rounding errors, tolerances by those of the total energy; a few bounces amplify 1e-8
        const difference = noisy.final(`${name}[${i}]`) - quiet.final(`${name}[${i}]`)
        expect(Math.abs(difference)).toBeLessThan(1e-5)
      }
    }
  })

  it('keeps the balance of energy together with them', () => {
    const kinetic = noisy.values('world.kineticEnergy').reduce((a, b) => Math.max(a, b))
    // of all bounces together; energy is twice as sensitive as velocities
    expect(energyRise(noisy) / kinetic).toBeLessThan(1e-8)
    expect(energyBalance(noisy) / kinetic).toBeLessThan(1e-5)
  })
})

describe('a collision that joins islands and divides them', () => {
  // two equal balls without gravity: the first one hits the second, which hits the third
  const balls = (solver: 'auto' | 'radau5'): ReturnType<typeof simulate> =>
    simulate(
      Model3D({
        world: uprightWorld({ gravityField: { kind: 'NoGravityField' } }),
        a: freeSphere(0.1, 'Steel', { translation: [-0.3, 0, 0], velocity: [1, 0, 0] }),
        b: freeSphere(0.1, 'Steel', { translation: [0, 0.03, 0] }),
        c: freeSphere(0.1, 'Steel', { translation: [0.4, -0.02, 0] }),
      }),
      { stopTime: 1.2, tolerance: 1e-8, solver },
    )
  const parts = balls('auto')
  const whole = balls('radau5')

  it('gives the same motion as a method with common steps', () => {
    for (const name of ['a', 'b', 'c']) {
      for (let i = 1; i <= 2; i++) {
        const value = parts.final(`${name}.translation[${i}]`)
        // two collisions in a row amplify errors of 1e-8 m by some tens
        expect(Math.abs(value - whole.final(`${name}.translation[${i}]`))).toBeLessThan(1e-5)
      }
    }
  })

  it('keeps the momentum', () => {
    const momentum = parts.values('world.momentum')
    for (let i = 0; i < 3; i++) {
      const end = momentum[momentum.length - 3 + i]
      // 4.1 kg·m/s, relative error of a few tolerances
      expect(Math.abs(end - momentum[i])).toBeLessThan(1e-6)
    }
  })
})

it('the cost of bodies that bounce in sequence is the sum of their steps, not the product', () => {
  const drop = (n: number): number => {
    const spheres = Array.from({ length: n }, (_, k) => [
      `ball${k}`,
      freeBody(Sphere({ diameter: 0.1 }), 'Steel', { translation: [0.2 * k - 2, 0, 0.2 + 0.013 * k] }),
    ])
    const result = simulate(
      Model3D({ world: uprightWorld(), floor: FLOOR, ...Object.fromEntries(spheres) }),
      {
        stopTime: 1,
      },
    )
    return statisticsOf(result).f
  }
  // evaluations are those of single bodies: 8 times as many bodies need about 8 times as many; common steps would need
  // 64 times
  expect(drop(16) / drop(2)).toBeLessThan(12)
})

describe('trees among free bodies', () => {
  const bar = Object3D({
    feature: Solid({
      massProperties: MassProperties({ mass: 1, centerOfMass: [0, 0, -0.5], Ixx: 0.1, Iyy: 0.1, Izz: 0.1 }),
    }),
  })
  const end = (parent: string): ReturnType<typeof Object3D> => Object3D({ parent, translation: [0, 0, -1] })
  /** A branching chain of three joints, and a pendulum; the joints that depend on others are declared last. */
  const trees = {
    ...{ a: bar, b: bar, c: bar, d: bar, aEnd: end('a'), bEnd: end('b') },
    first: Revolute({ obj1: 'world', obj2: 'a', axis: 'y', phi: 1 }),
    other: Revolute({ obj1: 'world', obj2: 'd', axis: 'x', phi: 0.4 }),
    second: Spherical({ obj1: 'aEnd', obj2: 'b', rotation: [0.3, 0.2, 0] }),
    third: Revolute({ obj1: 'bEnd', obj2: 'c', axis: 'y', phi: 0.5 }),
  }
  const balls = {
    ball: freeSphere(0.1, 'Steel', { translation: [3, 1, 0.3] }),
    next: freeSphere(0.1, 'Steel', { translation: [4, 1, 0.4] }),
  }
  const run = (solver: 'auto' | 'dop853', members: object): ReturnType<typeof simulate> =>
    simulate(Model3D({ world: uprightWorld(), floor: FLOOR, ...members }), {
      ...{ stopTime: 0.6, tolerance: 1e-9, solver },
    })
  const names = ['first.phi', 'other.phi', 'third.phi', 'second.angularVelocity[1]']

  it('move as without them, in any order of declaration', () => {
    const alone = run('dop853', trees)
    const { first, other, ...rest } = trees
    for (const members of [
      { ...trees, ...balls },
      { ...balls, ...trees },
      { first, ...balls, ...rest, other },
    ]) {
      const among = run('auto', members)
      // errors of 1e-9 grow about ten times in the swing of a chain
      for (const name of names)
        expect(Math.abs(among.final(name) - alone.final(name)), name).toBeLessThan(1e-7)
      // impacts of the balls keep about 20 J to 1e-5
      expect(energyBalance(among)).toBeLessThan(1e-3)
    }
  })
})
