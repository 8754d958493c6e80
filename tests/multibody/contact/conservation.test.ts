/** What contacts must not change: momentum, angular momentum, and energy that nothing dissipates. */
import { simulate } from 'vario'
import { Box, Cylinder, Ellipsoid, Model3D, NoGravityField, Object3D, Solid } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { ANGLE, DIAMETER, LENGTH, simulateCradle } from '../../../examples/newtons-cradle.ts'
import { contactsOf, energyBalance, energyRise, largestDifference } from './measures.ts'
import { fixedBox, freeBody, freeSphere, uprightWorld, type Vector } from './scenes.ts'

describe('two free bodies in space', () => {
  const model = Model3D({
    world: uprightWorld({ gravityField: NoGravityField() }),
    a: freeBody(Ellipsoid({ lengthX: 0.1, lengthY: 0.2, lengthZ: 0.3 }), 'Steel', {
      translation: [-0.5, 0.03, 0.05],
      velocity: [2, 0.1, 0],
      angularVelocity: [3, -2, 1],
    }),
    b: freeBody(Box({ lengthX: 0.2, lengthY: 0.3, lengthZ: 0.25 }), 'DryWood', {
      translation: [0.2, 0, 0],
      rotation: [0.3, 0.2, 0.5],
      velocity: [-1, 0, 0.1],
      angularVelocity: [0, 4, -1],
    }),
  })

  it.each([1e-6, 1e-9])('keep momentum and angular momentum, tolerance %d', (tolerance) => {
    const result = simulate(model, { stopTime: 0.6, tolerance })
    expect(contactsOf(result).length).toBeGreaterThan(0)
    // the bodies have 50 kg.m/s, and exchange 30 of them
    const before = result.vectorAt('a.velocity', 0)
    expect(Math.abs(result.finalVector('a.velocity')[0] - before[0])).toBeGreaterThan(0.5)
    for (const name of ['momentum', 'angularMomentum']) {
      const start = result.vectorAt(`world.${name}`, 0)
      for (const t of result.time)
        expect(largestDifference(result.vectorAt(`world.${name}`, t), start)).toBeLessThan(50 * tolerance)
    }
    // of 80 J
    expect(energyRise(result)).toBeLessThan(80 * tolerance)
    expect(energyBalance(result)).toBeLessThan(800 * tolerance)
    expect(result.final('world.dissipatedEnergy')).toBeGreaterThan(1)
  })
})

it('bodies that arrive at the same time all bounce', () => {
  // Their heights differ by some units in the last place: the events of 12 spheres lie within the time that a solver can resolve
  const spheres = Object.fromEntries(
    Array.from({ length: 12 }, (_, k) => [
      `ball${k}`,
      freeSphere(0.1, 'Steel', { translation: [0.2 * k, 0, 0.55 + 1e-15 * ((7 * k) % 12)] }),
    ]),
  )
  const model = Model3D({
    world: uprightWorld(),
    plate: Object3D({
      parent: 'world',
      translation: [1, 0, -0.05],
      feature: Solid({
        shape: Box({ lengthX: 4, lengthY: 1, lengthZ: 0.1 }),
        solidMaterial: 'Steel',
        collision: true,
      }),
    }),
    ...spheres,
  })
  const result = simulate(model, { stopTime: 0.5, tolerance: 1e-8 })
  expect(contactsOf(result)).toHaveLength(12)
  for (let k = 1; k < 12; k++) {
    // after a fall of 0.319 s and 0.18 s upwards; each has steps of its own, so that differences are errors of a bounce: some tolerances
    const difference = result.final(`ball${k}.translation[3]`) - result.final('ball0.translation[3]')
    expect(Math.abs(difference)).toBeLessThan(1e-7)
  }
  expect(result.final('ball0.translation[3]')).toBeGreaterThan(0.2)
  expect(energyRise(result) / result.values('world.totalEnergy')[0]).toBeLessThan(1e-6)
})

describe("Newton's cradle", () => {
  /** Pendulum: 2/5 m r² + m L². */
  const inertiaPerMass = 0.1 * DIAMETER ** 2 + LENGTH ** 2
  const lowest = Math.sqrt((2 * 9.81 * LENGTH * (1 - Math.cos(ANGLE))) / inertiaPerMass)

  it.each([1e-6, 1e-8])(
    'hands the motion from the first ball to the last and back, tolerance %d',
    (tolerance) => {
      const result = simulateCradle(1.2, tolerance)
      const w = (k: number, t: number): number => result.at(`rev${k}.w`, t)
      const contacts = contactsOf(result)
      // one after the other through the row, and back through it
      const order = contacts.slice(0, 8).map(({ obj1, obj2 }) => [obj1, obj2].sort().join('-'))
      expect(order).toEqual([
        'ball0-ball1',
        'ball1-ball2',
        'ball2-ball3',
        'ball3-ball4',
        'ball3-ball4',
        'ball2-ball3',
        'ball1-ball2',
        'ball0-ball1',
      ])
      // contacts of spheres are too short for gravity to matter: the last leaves as fast as the first arrived, which had 0.1 mm to go
      const after = contacts[3].end! + 1e-3
      expect(w(4, after) / -lowest).toBeCloseTo(1, 3)
      // each has kept the little that the next one, 0.1 mm further, did not need
      for (const k of [0, 1, 2, 3]) expect(Math.abs(w(k, after))).toBeLessThan(0.005 * lowest)
      // half a swing later it comes back, and the first swings out again
      const back = contacts[7].end! + 1e-3
      expect(w(0, back) / lowest).toBeCloseTo(1, 2)
      // no loss at all: 0.07 J
      const energy = result.values('world.totalEnergy')
      for (const value of energy) expect(Math.abs(value - energy[0])).toBeLessThan(tolerance)
    },
  )
})

it('a cylinder thrown at another keeps the angular momentum that friction turns into spin', () => {
  const pipe = (translation: Vector, velocity: Vector) =>
    freeBody(Cylinder({ axis: 'x', diameter: 0.1, length: 0.4 }), 'DryWood', { translation, velocity })
  const model = Model3D({
    world: uprightWorld({ gravityField: NoGravityField() }),
    a: pipe([0, 0, 0], [0, 0, 0]),
    b: pipe([0.13, 0.06, 0.3], [0, 0, -2]),
  })
  const result = simulate(model, { stopTime: 0.3, tolerance: 1e-8 })
  expect(Math.abs(result.finalVector('a.angularVelocity')[0])).toBeGreaterThan(0.5)
  for (const name of ['momentum', 'angularMomentum'])
    expect(
      largestDifference(result.finalVector(`world.${name}`), result.vectorAt(`world.${name}`, 0)),
    ).toBeLessThan(1e-7)
})

it('what several bodies dissipate at the same time is what they lose', () => {
  // 61 states: the Jacobian is sparse, and its columns are changed several at once, those of positions along x in the first place
  const balls = Array.from({ length: 5 }, (_, i) => [
    `ball${i}`,
    freeSphere(0.1, 'DryWood', { translation: [-0.1 - 0.02 * i, 0.3 * i, 0], velocity: [3, 0, 0.1 * i] }),
  ])
  const model = Model3D({
    world: uprightWorld({ gravityField: NoGravityField() }),
    left: fixedBox([0.2, 4, 4], [-0.8, 0, 0], 'Steel'),
    right: fixedBox([0.2, 4, 4], [0.1, 0, 0], 'Steel'),
    ...Object.fromEntries(balls),
  })
  for (const solver of ['auto', 'radau5', 'bdf'] as const) {
    const result = simulate(model, { stopTime: 0.5, solver })
    const kinetic = result.values('world.kineticEnergy')[0]
    const lost = result.final('world.dissipatedEnergy')
    expect(lost).toBeGreaterThan(0.5 * kinetic)
    // local errors of 1e-6 of what is lost in each of some ten impacts
    expect(energyBalance(result) / kinetic).toBeLessThan(1e-4)
  }
})
