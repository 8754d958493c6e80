/** Forces that change suddenly: declared events, and events that the solver must detect. */
import { equations, Model, quantity, simulate, Var } from 'vario'
import {
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Scene,
  Solid,
  WorldForce,
  type WorldForceArguments,
  WorldTorque,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const SOLVERS = ['auto', 'bdf', 'radau5', 'tsit5', 'dop853'] as const
const MASS = 2

function createModel(args: Omit<WorldForceArguments, 'objectApply'>) {
  return Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    body: Object3D({
      parent: 'world',
      fixedToParent: false,
      feature: Solid({ massProperties: MassProperties({ mass: MASS, Ixx: 1, Iyy: 1, Izz: 1 }) }),
    }),
    push: WorldForce({ objectApply: 'body', ...args }),
  })
}

const missed = (model: ReturnType<typeof createModel>, solver: (typeof SOLVERS)[number], stopTime = 10) =>
  simulate(model, { stopTime, solver }).warnings.filter(({ code }) => code === 'MISSED_CHANGE')

describe('a pulse of 100 N for 10 ms', () => {
  const [start, end] = [4.3, 4.31]
  const pulse = (time: number): number[] => [time >= start && time < end ? 100 : 0, 0, 0]
  // momentum 1 N s; on average it acts at 4.305 s
  const [v, x] = [1 / MASS, (1 / MASS) * (10 - 4.305)]

  it.each(SOLVERS)('is exact with events (%s)', (solver) => {
    for (const events of [[start, end], [end, start, 20], quantity([4300, 4310], 'ms')] as const) {
      const result = simulate(createModel({ forceFunction: pulse, events }), { stopTime: 10, solver })
      // piecewise quadratic: only rounding errors, and 1e-6 per step for bdf, which begins with order 1
      const error = solver === 'bdf' ? 1e-6 : 1e-12
      expect(Math.abs(result.final('body.velocity[1]') - v)).toBeLessThan(error)
      expect(Math.abs(result.final('body.translation[1]') - x)).toBeLessThan(error)
      expect(result.warnings).toEqual([])
    }
  })

  it.each(SOLVERS)('is detected without events (%s)', (solver) => {
    for (const forceFunction of [
      pulse,
      (time: number, { velocity }: { velocity: Float64Array }) => pulse(time + 0 * velocity[0]),
    ]) {
      const result = simulate(createModel({ forceFunction }), { stopTime: 10, solver })
      // jumps that are not events are crossed with errors of up to 1000 tolerances (docs/limits.md)
      expect(Math.abs(result.final('body.velocity[1]') - v)).toBeLessThan(1e-3 * v)
      expect(result.warnings).toEqual([])
    }
  })

  it.each(SOLVERS)('is detected beside a nonlinear constraint between states (%s)', (solver) => {
    const pendulum = Model({
      ...{ x: Var({ init: 1 }), y: Var({ init: 0 }), vx: Var({ init: 0 }), vy: Var({ init: 0 }), l: Var() },
      equations: equations`
        der(x) = vx
        der(y) = vy
        der(vx) = -l*x
        der(vy) = -l*y - 9.81
        x^2 + y^2 = 1
      `,
    })
    const model = createModel({ forceFunction: pulse }).extend({ pendulum: [pendulum] })
    const result = simulate(model, { stopTime: 10, solver })
    // jumps that are not events are crossed with errors of up to 1000 tolerances
    expect(Math.abs(result.final('body.velocity[1]') - v)).toBeLessThan(1e-2 * v)
  })

  it('is detected with short steps', () => {
    for (let k = 0; k < 10; k++) {
      const begin = start + 0.0031 * k
      const forceFunction = (time: number): number[] => [time >= begin && time < begin + 0.01 ? 100 : 0, 0, 0]
      const result = simulate(createModel({ forceFunction }), { stopTime: 10, maxStep: 0.004 })
      // each jump is crossed with up to 1000 tolerances, depending on the position of the step: 110 on average, 350 at
      // most of 60
      expect(Math.abs(result.final('body.velocity[1]') - v)).toBeLessThan(1e-3 * v)
      expect(result.warnings).toEqual([])
    }
  })

  it('may be a torque', () => {
    const model = createModel({ forceFunction: () => [0, 0, 0] }).extend({
      turn: WorldTorque({ objectApply: 'body', torqueFunction: pulse, events: [start, end] }),
    })
    expect(simulate(model, { stopTime: 10 }).final('body.angularVelocity[1]')).toBeCloseTo(1, 12)
  })
})

describe('periodic pulses', () => {
  // where `time % 1` is rounded to the other side of 0.01, the function jumps an ulp beside the event
  const forceFunction = (time: number): number[] => [time % 1 < 0.01 ? 100 : 0, 0, 0]
  const next = (time: number): number => {
    const second = Math.floor(time)
    return time < second + 0.01 ? second + 0.01 : second + 1
  }

  it.each(SOLVERS)('are declared by a function that returns the next event (%s)', (solver) => {
    const result = simulate(createModel({ forceFunction, events: next }), { stopTime: 9.5, solver })
    // ten pulses, the first at t = 0
    expect(result.final('body.velocity[1]')).toBeCloseTo(10 / MASS, solver === 'bdf' ? 5 : 10)
  })
})

describe('smooth forces', () => {
  const smooth: Record<string, NonNullable<WorldForceArguments['forceFunction']>> = {
    constant: () => [1, 2, 3],
    sine: (time) => [5 + Math.sin(3 * time), Math.cos(time), 0],
    'fast sine': (time) => [Math.sin(40 * time), 0, 1e-9 * Math.sin(7 * time)],
    'growing and decaying': (time) => [Math.exp(time), Math.exp(-time), time ** 3],
    ramp: (time) => [Math.min(1, Math.max(0, time - 1)), 0, 0],
    step: (time) => [time < 3.3 ? 0 : 1, 0, 0],
    feedback: (time, { position, velocity }) => [
      -400 * position[0] - 2 * velocity[0] + (time < 1 ? 1 : 0),
      0,
      0,
    ],
  }
  it.each(Object.entries(smooth))('cause no warning: %s', (_, forceFunction) => {
    for (const solver of SOLVERS) expect(missed(createModel({ forceFunction }), solver, 5)).toEqual([])
  })
})

describe('errors', () => {
  const refusal = (events: unknown): string => {
    const model = createModel({ forceFunction: () => [0, 0, 0], events: events as number[] })
    try {
      simulate(model, { stopTime: 1 })
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }
  it('name the path', () => {
    expect(refusal(3)).toBe(
      'push.events: expected a list of times [s], or a function (time) => next time, got 3.',
    )
    expect(refusal([1, Number.NaN])).toContain('push.events: expected a list of times')
    for (const wrong of [['1'], [true], [null], [[1]], '1', [1, undefined]])
      expect(refusal(wrong)).toContain('push.events: expected a list of times')
    expect(refusal((time: number) => time)).toContain(
      'push.events: expected a function that returns a time after',
    )
    expect(() => createModel({ forceFunction: () => [0, 0, 0], events: quantity([1], 'm') })).toThrow(
      'WorldForce.events: expected a quantity in s',
    )
  })
})
