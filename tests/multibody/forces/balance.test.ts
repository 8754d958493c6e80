/** Action and reaction, and power compared with potential energy, in random states. */

import { computeKineticEnergy, computeMomentum, FREE } from 'vario/mechanics'
import { Bushing, SpringDamperPtP } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { rotationExp } from '../../../src/math/index.ts'
import { TestWorld } from './test-world.ts'

/** Numbers in [-1, 1) from a seed (multiplicative congruential generator, Park and Miller). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48271) % 2147483647
    return (2 * state) / 2147483647 - 1
  }
}

/** Two free bodies in random motion, each with an additional frame. `angle`: size of their rotations [rad]. */
function createPair(seed: number, angle: number): TestWorld {
  const random = createRandom(seed)
  const vector = (size = 1): number[] => [size * random(), size * random(), size * random()]
  const rotation = (): Float64Array => {
    const R = new Float64Array(9)
    rotationExp(R, 0, Float64Array.from(vector(angle)), 0)
    return R
  }
  const world = new TestWorld({
    bodies: [
      { parent: -1, kind: FREE, mass: 2, p_BC: vector(0.2), I_C: [0.3, 0, 0, 0, 0.4, 0, 0, 0, 0.5] },
      { parent: -1, kind: FREE, mass: 3, p_BC: vector(0.2), I_C: [0.6, 0, 0, 0, 0.5, 0, 0, 0, 0.4] },
    ],
    frames: {
      a: { body: 0, R_BO: rotation(), p_BO: vector() },
      b: { body: 1, R_BO: rotation(), p_BO: vector() },
    },
  })
  for (const body of [0, 1]) {
    world.setPose(body, rotation(), vector())
    world.setVelocity(body, [...vector(), ...vector()])
  }
  return world
}

const bushing = Bushing({
  obj1: 'a',
  obj2: 'b',
  nominalForce: [1, -2, 3],
  springForceLaw: [50, (x) => 80 * x + 200 * x ** 3, (x) => Math.sign(x) * 60 * Math.abs(x) ** 1.2],
  nominalTorque: [0.1, 0.2, -0.3],
  rotSpringForceLaw: [5, (angle) => 7 * Math.sin(angle), 9],
  largeAngles: true,
})
const dampedBushing = Bushing({
  obj1: 'a',
  obj2: 'b',
  springForceLaw: [50, 60, 70],
  damperForceLaw: [1, (v) => 2 * v * Math.abs(v), 3],
  rotSpringForceLaw: [5, 6, 7],
  rotDamperForceLaw: [0.1, 0.2, 0.3],
})
const spring = SpringDamperPtP({
  obj1: 'a',
  obj2: 'b',
  nominalLength: 0.4,
  nominalForce: 2,
  springForceLaw: (x) => 100 * x + 300 * x ** 3,
})
const damper = SpringDamperPtP({ obj1: 'a', obj2: 'b', springForceLaw: 40, damperForceLaw: (v) => 3 * v })

describe('action and reaction', () => {
  for (const [name, part] of Object.entries({ bushing, dampedBushing, spring, damper })) {
    it(`${name}: momentum and angular momentum of two free bodies are constant`, () => {
      for (let seed = 1; seed <= 5; seed++) {
        const world = createPair(seed, 0.6)
        world.add('force', part)
        world.evaluate()
        const before = new Float64Array(6)
        computeMomentum(world.tree, world.data, before)
        world.integrate(0.5, 1e-11)
        const after = new Float64Array(6)
        computeMomentum(world.tree, world.data, after)
        // tolerance per step times about 50 steps, momenta of the order of 1
        for (let k = 0; k < 6; k++) expect(Math.abs(after[k] - before[k])).toBeLessThan(1e-9)
      }
    })
  }
})

describe('the loss of potential energy', () => {
  /** d(potential)/dt along the motion, by central differences with an error of h² ~ 1e-10 and rounding of 1e-15/h. */
  const potentialRate = (world: TestWorld): number => {
    const h = 1e-5
    const start = Float64Array.from(world.q)
    const qdot = new Float64Array(world.tree.nq)
    world.qdot(qdot, 0)
    const at = (t: number): number => {
      for (let i = 0; i < start.length; i++) world.q[i] = start[i] + t * qdot[i]
      return world.potentialEnergy()
    }
    const rate = (at(h) - at(-h)) / (2 * h)
    world.q.set(start)
    return rate
  }

  it('is the power of a point-to-point spring', () => {
    for (let seed = 1; seed <= 5; seed++) {
      const world = createPair(seed, 3)
      world.add('force', spring)
      const power = world.power()
      expect(Math.abs(power)).toBeGreaterThan(0.01)
      expect(Math.abs(power + potentialRate(world))).toBeLessThan(1e-6 * Math.max(1, Math.abs(power)))
    }
  })

  it('is the power of a bushing without rotational springs, for any rotation', () => {
    const { nominalTorque: _, rotSpringForceLaw: __, ...translational } = bushing.value
    for (let seed = 1; seed <= 5; seed++) {
      const world = createPair(seed, 3)
      world.add('force', { value: translational })
      const power = world.power()
      expect(Math.abs(power)).toBeGreaterThan(0.01)
      expect(Math.abs(power + potentialRate(world))).toBeLessThan(1e-6 * Math.max(1, Math.abs(power)))
    }
  })

  it('is the power of a bushing with rotational springs and nominal torques, for any rotation within its range', () => {
    for (const largeAngles of [false, true]) {
      for (const angle of [1e-3, 0.1, 0.6]) {
        for (let seed = 1; seed <= 10; seed++) {
          const world = createPair(seed, angle)
          world.add('force', { value: { ...bushing.value, largeAngles } })
          const power = world.power()
          expect(Math.abs(power + potentialRate(world))).toBeLessThan(1e-6 * Math.max(1, Math.abs(power)))
        }
      }
    }
  })

  it('the energy of two bodies with springs is constant', () => {
    const world = createPair(2, 0.5)
    world.add('spring', spring)
    const { nominalTorque: _, rotSpringForceLaw: __, ...translational } = bushing.value
    world.add('bushing', { value: translational })
    const energy = (): number => world.potentialEnergy() + computeKineticEnergy(world.tree, world.data)
    const before = energy()
    world.integrate(1, 1e-10)
    // the remaining errors are the quadrature of |x|^1.2 (1e-10) and the law without a second derivative at zero
    expect(Math.abs(energy() - before)).toBeLessThan(1e-7 * Math.abs(before))
  })

  it('the energy of bodies that rotate in bushings is constant', () => {
    for (const largeAngles of [false, true]) {
      const world = createPair(2, 0.3)
      const rotSpringForceLaw = [20, (angle: number) => 40 * angle + 30 * angle ** 3, 90]
      world.add('force', {
        value: { ...bushing.value, springForceLaw: [5, 6, 7], rotSpringForceLaw, largeAngles },
      })
      const energy = (): number => world.potentialEnergy() + computeKineticEnergy(world.tree, world.data)
      const before = energy()
      let turned = 0
      for (let k = 0; k < 10; k++) {
        world.integrate(0.5, 1e-10)
        turned = Math.max(turned, Math.hypot(...world.result('force.rotation')))
        // 1e-10 per step, about 50 of them between two samples
        expect(Math.abs(energy() - before)).toBeLessThan(1e-7 * before)
      }
      expect(turned).toBeGreaterThan(0.5)
    }
  })
})
