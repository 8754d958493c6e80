/** A plastic lock that drives a resting body into its support: the support responds with an impulse at once. */
import { simulate } from 'vario'
import { MassProperties, Model3D, Object3D, Scene, Solid, Sphere, UniformGravityField } from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { floor } from '../impulse/scenes.ts'

/** Masses [kg], initial speed of the falling body [m/s], restitution, gravity [m/s2], time of the lock [s]. */
const [LYING, FALLING, SPEED, E, G, LOCK] = [2, 1, -3, 0.5, 9.81, 0.05]

function simulateLock(
  simultaneousImpacts: 'sequential' | 'together',
  impactRestitution: 'newton' | 'poisson',
  mu: number,
): ReturnType<typeof simulate> {
  const assembly = { parent: 'world', fixedToParent: false, assemblyRoot: true, lockable: true } as const
  const massOf = (mass: number) => MassProperties({ mass, Ixx: 0.1, Iyy: 0.1, Izz: 0.1 })
  const model = Model3D({
    world: Object3D({
      feature: Scene({
        ...{ contactResponse: 'impulse', gap: 0.5, simultaneousImpacts, impactRestitution },
        gravityField: UniformGravityField({ g: G }),
        contactPairs: {
          'Steel-Steel': {
            ...{ coefficientOfRestitution: E, slidingFrictionCoefficient: mu },
            rotationalResistanceCoefficient: 0,
          },
        },
      }),
    }),
    floor,
    lying: Object3D({
      ...{ ...assembly, translation: [0, 0.1, 0] },
      feature: Solid({
        ...{ shape: Sphere({ diameter: 0.2 }), contactMaterial: 'Steel', collision: true },
        massProperties: massOf(LYING),
      }),
    }),
    falling: Object3D({
      ...{ ...assembly, translation: [0, 0.6, 0], velocity: [0, SPEED, 0] },
      feature: Solid({ massProperties: massOf(FALLING) }),
    }),
    actions: function* (act) {
      yield act.wait(LOCK)
      yield act.attach('falling', 'lying', { impulse: true })
    },
  })
  return simulate(model, { stopTime: 0.06, tolerance: 1e-8, interval: 0.01 })
}

/** Speed at the lock, and of both bodies together after it [m/s]. */
const ARRIVAL = SPEED - G * LOCK
const COMMON = (FALLING * ARRIVAL) / (LYING + FALLING)

describe.each([
  // like impacts of third bodies: in sequence the support bounces; simultaneously it has no approach velocity before
  ['sequential', 'newton', E],
  ['sequential', 'poisson', E],
  ['together', 'newton', 0],
  ['together', 'poisson', E],
] as const)('%s, %s', (simultaneous, restitution, e) => {
  test.each([0, 0.3])('the support stops both with friction %s', (mu) => {
    const result = simulateLock(simultaneous, restitution, mu)
    const impacts = result.attributes['impacts'] as unknown as {
      time: number
      normalImpulse: number
      lostEnergy: number
    }[]
    expect(impacts).toHaveLength(1)
    const [{ time, normalImpulse, lostEnergy }] = impacts
    expect(time).toBe(LOCK)
    // the body penetrates the floor by a micrometer, and moves at 1e-9 m/s
    expect(Math.abs(normalImpulse + (1 + e) * (LYING + FALLING) * COMMON)).toBeLessThan(1e-8)
    expect(Math.abs(lostEnergy - 0.5 * (LYING + FALLING) * COMMON ** 2 * (1 - e * e))).toBeLessThan(1e-8)
    const after = e > 0 ? -e * COMMON - G * (0.06 - LOCK) : 0
    expect(Math.abs((result.final('lying.velocity[2]') as number) - after)).toBeLessThan(1e-7)
    const [{ lostEnergy: ofLock }] = result.attributes['actions'] as unknown as { lostEnergy: number }[]
    const reduced = (LYING * FALLING) / (LYING + FALLING)
    expect(Math.abs(ofLock - 0.5 * reduced * ARRIVAL ** 2)).toBeLessThan(1e-8)
  })
})
