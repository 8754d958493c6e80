/** Friction of contacts by signals. */
import { equations, expr, modelFromJson, modelToJson, simulate, Var } from 'vario'
import {
  Box,
  ContactFriction,
  ContactResult,
  Model3D,
  NoGravityField,
  Object3D,
  Scene,
  Solid,
  Sphere,
  UniformGravityField,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const G = 9.81
const SLOPE = 0.4
const START = 0.8
const RATE = 0.5
/** The friction START - RATE t no longer holds the block from here on [s]. */
const BEGIN = (START - Math.tan(SLOPE)) / RATE

const shape = Box({ lengthX: 0.2, lengthY: 0.1, lengthZ: 0.2 })
const steel = { solidMaterial: 'Steel', collision: true }
/** A block on a plate, in the axes of the slope: it slides along x. */
const incline = (others: object, block: object = {}) =>
  Model3D({
    world: Object3D({
      feature: Scene({
        gravityField: UniformGravityField({ g: G, n: [Math.sin(SLOPE), -Math.cos(SLOPE), 0] }),
        elasticContactReductionFactor: 0.001,
      }),
    }),
    plate: Object3D({
      ...{ parent: 'world', translation: [0, -0.05, 0] },
      feature: Solid({ shape: Box({ lengthX: 20, lengthY: 0.1, lengthZ: 1 }), ...steel }),
    }),
    block: Object3D({
      ...{ parent: 'world', fixedToParent: false, translation: [0, 0.05, 0], ...block },
      feature: Solid({ shape, ...steel }),
    }),
    touch: ContactResult({ obj1: 'block', obj2: 'plate' }),
    ...others,
  })
const falling = {
  slip: ContactFriction({
    obj1: 'block',
    obj2: 'plate',
    slidingFrictionCoefficient: expr`${START} - ${RATE}*time`,
  }),
}
/** x'' = g (sin - mu(t) cos) from BEGIN on: x = g cos RATE (t - BEGIN)^3/6. */
const way = (t: number) => (G * Math.cos(SLOPE) * RATE * (t - BEGIN) ** 3) / 6

describe('friction of contacts', () => {
  it.each(['auto', 'radau5'] as const)(
    'lets a block slide when it has become too small, with %s',
    (solver) => {
      const stopTime = BEGIN + 0.5
      const run = simulate(incline(falling), { stopTime, interval: 0.01, solver })
      // creep before, at most 0.05 mm/s, and the way until the contact of the first instant carries the block
      expect(run.at('block.translation[1]', BEGIN - 0.05)).toBeLessThan(1e-4)
      // the block begins to slide within an output interval
      const first = run.time.find((t) => run.at('block.velocity[1]', t) > 1e-3)!
      // v = g cos RATE (t - BEGIN)^2/2 is 1 mm/s after 21 ms
      expect(Math.abs(first - BEGIN - Math.sqrt(2e-3 / (G * Math.cos(SLOPE) * RATE)))).toBeLessThan(0.015)
      expect(run.final('block.translation[1]') / way(stopTime)).toBeCloseTo(1, 2)
      expect(run.final('slip.slidingFrictionCoefficient')).toBeCloseTo(START - RATE * stopTime, 9)
      // the friction that acts is that of the present coefficient
      const ratio = run.final('touch.tangentialForce') / run.final('touch.normalForce')
      expect(ratio).toBeCloseTo(START - RATE * stopTime, 5)
    },
  )

  it('is that of the signal before and after a jump, which is an event', () => {
    const jump = {
      slip: ContactFriction({ obj1: 'plate', slidingFrictionCoefficient: expr`if time < 0.3 then 1 else m` }),
      m: Var({ unit: '' }),
      equations: equations`m = 0.1`,
    }
    const run = simulate(incline(jump), { stopTime: 0.8 })
    const a = G * (Math.sin(SLOPE) - 0.1 * Math.cos(SLOPE))
    expect(run.final('block.translation[1]')).toBeCloseTo(0.5 * a * 0.5 ** 2, 4)
    expect(run.time.filter((t) => Math.abs(t - 0.3) < 1e-9).length).toBeGreaterThan(1)
    const copy = modelFromJson(JSON.parse(JSON.stringify(modelToJson(incline(jump)))))
    expect(simulate(copy, { stopTime: 0.8 }).final('block.translation[1]')).toBe(
      run.final('block.translation[1]'),
    )
  })

  it('is that of the pair where the object has one, too', () => {
    const both = {
      all: ContactFriction({ obj1: 'plate', slidingFrictionCoefficient: 2 }),
      pair: ContactFriction({ obj1: 'plate', obj2: 'block', slidingFrictionCoefficient: 0 }),
    }
    const run = simulate(incline(both), { stopTime: 0.5 })
    expect(run.final('block.translation[1]')).toBeCloseTo(0.5 * G * Math.sin(SLOPE) * 0.25, 5)
  })

  it('is that of impulses, too', () => {
    const ball = Solid({ shape: Sphere({ diameter: 0.2 }), ...steel })
    const Thrown = Model3D({
      world: Object3D({
        feature: Scene({ gravityField: NoGravityField(), contactResponse: 'impulse' }),
      }),
      plate: Object3D({
        ...{ parent: 'world', translation: [0, -0.05, 0] },
        feature: Solid({ shape: Box({ lengthX: 9, lengthY: 0.1, lengthZ: 1 }), ...steel }),
      }),
      ball: Object3D({
        ...{ parent: 'world', fixedToParent: false, translation: [0, 0.2, 0], velocity: [3, -1, 0] },
        feature: ball,
      }),
      slip: ContactFriction({ obj1: 'ball', slidingFrictionCoefficient: expr`0.1 + time` }),
    })
    const run = simulate(Thrown, { stopTime: 0.3 })
    // it arrives at 0.1 s, and slides until the end of the impact: the tangential impulse is 0.2 of the normal one
    const normal = run.final('ball.velocity[2]') + 1
    expect(normal).toBeGreaterThan(1)
    expect((3 - run.final('ball.velocity[1]')) / normal).toBeCloseTo(0.2, 6)
  })

  it('must be positive and unique', () => {
    const negative = {
      slip: ContactFriction({ obj1: 'block', slidingFrictionCoefficient: expr`0.05 - time` }),
    }
    expect(() => simulate(incline(negative), { stopTime: 0.3 })).toThrow(
      /^slip\.slidingFrictionCoefficient at t = 0\.\d+ s: expected a (finite )?number >= 0, got -/,
    )
    const twice = {
      one: ContactFriction({ obj1: 'block', slidingFrictionCoefficient: 1 }),
      two: ContactFriction({ obj1: 'plate', slidingFrictionCoefficient: 1 }),
    }
    expect(() => simulate(incline(twice), { stopTime: 0.1 })).toThrow(
      'two: expected one ContactFriction for the contact of plate and block',
    )
    const none = { slip: ContactFriction({ obj1: 'block' }) }
    expect(() => simulate(incline(none), { stopTime: 0.1 })).toThrow(
      'slip: expected slidingFrictionCoefficient, or rotationalResistanceCoefficient',
    )
    const wrong = { slip: ContactFriction({ obj1: 'block', slidingFrictionCoefficient: -1 }) }
    expect(() => simulate(incline(wrong), { stopTime: 0.1 })).toThrow('slip.slidingFrictionCoefficient')
  })
})
