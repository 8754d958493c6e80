/**
 * Responses of contacts other than impulses: spring and damper of the report, observers, laws of users, wrong input.
 */
import { type SignalTable, simulate } from 'vario'
import {
  Box,
  ContactLaw,
  Model3D,
  NoGravityField,
  Object3D,
  Scene,
  type SceneArguments,
  Solid,
  Sphere,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { computeDamperCoefficient } from '../../../src/mechanics/contact-forces/spring-damper-coefficient.ts'
import { bouncingBall, impulseScene } from './scenes.ts'

/** e, exact u, and result of the fraction: an independent computation. */
const COEFFICIENTS = [
  [0.1, 9.9981593974957, 0.111060643827],
  [0.2, 4.9191667157903, 0.241278557936],
  [0.3, 3.0870819811296, 0.370168205577],
  [0.4, 2.082498164147, 0.487741256015],
  [0.5, 1.4327505332714, 0.59362426004],
  [0.6, 0.97487171081326, 0.689391833953],
  [0.7, 0.63482828126639, 0.776678592605],
  [0.8, 0.37314620336505, 0.856851017515],
  [0.9, 0.16648195068531, 0.931001671442],
  [0.95, 0.078926605287402, 0.966097799378],
] as const

const MASS = 2
const SPEED = 1.5
const STIFFNESS = 1e6

/** A ball of 2 kg hits a wall at 1.5 m/s. */
function hit(pair: Record<string, unknown>, more: SceneArguments = {}, stopTime = 0.1): SignalTable {
  const feature = Scene({
    gravityField: NoGravityField(),
    // regularizations are far below the speed
    contactPairs: {
      'Steel-Steel': {
        ...{ coefficientOfRestitution: 0.5, slidingFrictionCoefficient: 0 },
        ...{ rotationalResistanceCoefficient: 0, ...pair },
      },
    },
    ...more,
  })
  const model = Model3D({
    world: Object3D({ feature }),
    wall: Object3D({
      ...{ parent: 'world', translation: [0, -0.5, 0] },
      feature: Solid({
        ...{
          shape: Box({ lengthX: 10, lengthY: 1, lengthZ: 10 }),
          contactMaterial: 'Steel',
          collision: true,
        },
      }),
    }),
    ball: Object3D({
      ...{ parent: 'world', fixedToParent: false, translation: [0, 0.15, 0], velocity: [0, -SPEED, 0] },
      feature: Solid({
        ...{ shape: Sphere({ diameter: 0.2 }), massProperties: MASS, contactMaterial: 'Steel' },
        collision: true,
      }),
    }),
  })
  return simulate(model, { stopTime, tolerance: 1e-8 })
}

const speedAfter = (result: SignalTable): number => {
  const values = result.values('ball.velocity[2]')
  return values[values.length - 1]
}

describe('spring and damper', () => {
  test.each(COEFFICIENTS)('has the coefficient of the exact law for e = %d', (e, u) => {
    expect(Math.abs(computeDamperCoefficient(e, 'exact') / u - 1)).toBeLessThan(1e-12)
    expect(computeDamperCoefficient(e, 'fraction')).toBeCloseTo((1 - e) / e, 12)
  })

  test.each([COEFFICIENTS[1], COEFFICIENTS[4], COEFFICIENTS[7]])(
    'gives e = %d in a run',
    (e, _, byFraction) => {
      const run = (damperLaw: string): number =>
        speedAfter(
          hit({
            response: 'springDamper',
            springStiffness: STIFFNESS,
            coefficientOfRestitution: e,
            damperLaw,
          }),
        ) / SPEED
      // tolerance 1e-8 of the speed, over a few hundred steps
      expect(Math.abs(run('exact') - e)).toBeLessThan(1e-6)
      expect(Math.abs(run('fraction') - byFraction)).toBeLessThan(1e-6)
      // the report: always less than 0.05
      expect(Math.abs(run('polynomial') - e)).toBeLessThan(0.05)
    },
  )

  test('takes the stiffness of the materials by default, and lets a ball come to rest', () => {
    const speeds = ['elastic', 'springDamper'].map((response) => speedAfter(hit({ response })) / SPEED)
    expect(Math.abs(speeds[1] - 0.5)).toBeLessThan(1e-5)
    // the elastic law realizes 0.470 for 0.5
    expect(Math.abs(speeds[0] - 0.47)).toBeLessThan(1e-3)
    const ball = bouncingBall(impulseScene({ e: 0.5 }, { contactResponse: 'springDamper' }), 0.3, 0.1)
    const result = simulate(ball, { stopTime: 2 })
    // mg/(E* R) is 3e-8 m
    expect(Math.abs(result.final('ball.r_abs[2]') - 0.1)).toBeLessThan(1e-7)
    expect(result.attributes['impacts']).toBeUndefined()
  })

  test('has the greatest penetration of the first integral', () => {
    const result = hit({ response: 'springDamper', springStiffness: STIFFNESS }, {}, 0.036)
    const depth = 0.1 - Math.min(...result.values('ball.r_abs[2]'))
    // 0.727838914646 v0/sqrt(K/m), at output points of 72 µs, of which the nearest is at most 1e-3 of it off
    expect(Math.abs(depth / (0.727838914646 * SPEED * Math.sqrt(MASS / STIFFNESS)) - 1)).toBeLessThan(2e-3)
  })
})

test('an observer reports contacts without a force', () => {
  const result = hit({}, { contactResponse: 'observer' })
  expect(speedAfter(result)).toBe(-SPEED)
  const contacts = result.attributes['contacts'] as unknown as readonly { readonly start: number }[]
  expect(contacts).toHaveLength(1)
  expect(Math.abs(contacts[0].start - 0.05 / SPEED)).toBeLessThan(1e-12)
})

describe('a user-defined law', () => {
  test('can be a force: a linear spring returns the speed', () => {
    const spring = ContactLaw({
      force: ({ penetration, normal }, answer) => {
        for (let i = 0; i < 3; i++) answer.force[i] = STIFFNESS * penetration * normal[i]
        answer.elasticEnergy = 0.5 * STIFFNESS * penetration ** 2
      },
    })
    const result = hit({ response: spring })
    expect(Math.abs(speedAfter(result) / SPEED - 1)).toBeLessThan(1e-6)
    const energy = result.values('world.totalEnergy')
    expect((Math.max(...energy) - Math.min(...energy)) / energy[0]).toBeLessThan(1e-6)
  })

  test('can be an impulse: restitution depends on the speed', () => {
    const law = ContactLaw({
      impulse: ({ penetrationVelocity, normal, mobility }) => {
        const e = Math.exp(-penetrationVelocity)
        const along = normal.reduce(
          (sum, n, i) => sum + n * normal.reduce((row, m, j) => row + mobility[3 * i + j] * m, 0),
          0,
        )
        return normal.map((n) => (((1 + e) * penetrationVelocity) / along) * n)
      },
    })
    expect(Math.abs(speedAfter(hit({ response: law })) / (Math.exp(-SPEED) * SPEED) - 1)).toBeLessThan(1e-12)
  })

  test('is an error if it does not return three finite numbers', () => {
    const law = ContactLaw({ impulse: () => [0, Number.NaN, 0] })
    expect(() => hit({ response: law })).toThrow(/impulse of wall and ball: expected three finite numbers/)
  })
})

describe('invalid input', () => {
  test.each([
    [
      { coefficientOfRestitution: 1.1 },
      {},
      "['Steel-Steel'].coefficientOfRestitution: expected a number between 0 and 1, got 1.1",
    ],
    [{ coefficientOfRestitution: -0.1 }, {}, 'coefficientOfRestitution: expected a number >= 0, got -0.1'],
    [{ slidingFrictionCoefficient: -1 }, {}, 'slidingFrictionCoefficient: expected a number >= 0, got -1'],
    [{ response: 'impuls' }, {}, "response: expected 'elastic' | 'impulse' | 'springDamper' | 'observer'"],
    [{ detectionDistance: -1 }, {}, 'detectionDistance: expected a number >= 0, got -1'],
    [{ impactThreshold: 0 }, {}, 'impactThreshold: expected a positive number, got 0'],
    [{ springStiffness: 0 }, {}, 'springStiffness: expected a positive number, got 0'],
    [{ damperLaw: 'linear' }, {}, "damperLaw: expected 'exact' | 'fraction' | 'polynomial', got 'linear'"],
    [{}, { contactResponse: 'rigid' }, 'contactResponse: expected'],
    [{}, { impactRestitution: 'stronge' }, "impactRestitution: expected 'newton' | 'poisson', got 'stronge'"],
    [
      {},
      { simultaneousImpacts: 'all' },
      "simultaneousImpacts: expected 'sequential' | 'together', got 'all'",
    ],
  ])('is an error: %j %j', (pair, more, message) => {
    expect(() => hit({ response: 'impulse', ...pair }, more as SceneArguments)).toThrow(message)
  })

  test('is an error: a law without functions', () => {
    expect(() => ContactLaw({})).toThrow('ContactLaw: expected a function force or impulse')
    expect(() => ContactLaw({ force: 1 as never })).toThrow('ContactLaw.force: expected a function, got 1')
    expect(() => ContactLaw({ forces: () => undefined } as never)).toThrow("'forces'")
  })
})
