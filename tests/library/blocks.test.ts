/** Signal blocks against closed forms. */

import {
  equations,
  type InstantiatedModel,
  instantiate,
  Model,
  modelFromJson,
  modelToJson,
  simulate,
  Var,
} from 'vario'
import {
  Add,
  And,
  BooleanConstant,
  BooleanPulse,
  BooleanStep,
  BooleanToReal,
  Constant,
  DeadZone,
  Derivative,
  Division,
  Feedback,
  FirstOrder,
  Gain,
  GreaterThreshold,
  Hysteresis,
  Integrator,
  LessThreshold,
  Limiter,
  LimPID,
  Not,
  Or,
  PI,
  PID,
  Product,
  Pulse,
  Ramp,
  SecondOrder,
  Sine,
  StateSpace,
  Step,
  Sum,
  Switch,
  TableSource,
  Timer,
  TransferFunction,
} from 'vario/library/blocks'
import { describe, expect, it } from 'vitest'
import { changesOf } from './support.ts'

const ACCURATE = { tolerance: 1e-9 }

describe('sources', () => {
  const model = Model({
    constant: Constant({ k: 3 }),
    step: Step({ height: 2, offset: 1, startTime: 0.4 }),
    ramp: Ramp({ height: 3, duration: 0.5, startTime: 0.25, offset: -1 }),
    sine: Sine({ amplitude: 2, f: 0.5, phase: 1, offset: 0.5, startTime: 0.5 }),
    pulse: Pulse({ amplitude: 4, period: 0.3, width: 0.25, startTime: 0.1, offset: 1 }),
    early: Pulse({ period: 0.2, startTime: -100.05 }),
    table: TableSource({
      table: [
        [0.1, 1],
        [0.3, 3],
        [0.6, 3],
        [0.6, -1],
        [0.8, 0],
      ],
    }),
  })
  const result = simulate(model, { stopTime: 1, interval: 0.05 })

  it('constant, step, ramp and sine have their closed forms', () => {
    expect(result.final('constant.y')).toBe(3)
    expect(changesOf(result, 'step.y')).toEqual([[0.4, 1, 3]])
    for (const [t, y] of [
      [0.2, -1],
      [0.25, -1],
      [0.5, 0.5],
      [0.75, 2],
      [1, 2],
    ]) {
      expect(result.at('ramp.y', t)).toBeCloseTo(y, 12)
    }
    expect(result.at('sine.y', 0.3)).toBe(0.5)
    expect(result.at('sine.y', 0.8)).toBeCloseTo(0.5 + 2 * Math.sin(0.3 * Math.PI + 1), 12)
  })

  it('pulses change exactly at their times', () => {
    const expected = [0.1, 0.175, 0.4, 0.475, 0.7, 0.775, 1]
    const found = changesOf(result, 'pulse.y')
    expect(found.map(([, , after]) => after)).toEqual([5, 1, 5, 1, 5, 1, 5])
    for (const [k, [t]] of found.entries()) expect(t).toBeCloseTo(expected[k], 12)
  })

  it('a pulse that started before the simulation is in its phase', () => {
    // Periods start at 0.15 - 0.2 k; at t = 0 the last one started at -0.05.
    const found = changesOf(result, 'early.y')
    expect(result.at('early.y', 0)).toBe(1)
    expect(found.slice(0, 3).map(([t]) => Math.round(t * 1e9) / 1e9)).toEqual([0.05, 0.15, 0.25])
  })

  it('a table is linear between its points, may jump, and is constant outside', () => {
    for (const [t, y] of [
      [0, 1],
      [0.1, 1],
      [0.15, 1.5],
      [0.3, 3],
      [0.55, 3],
      [0.6, -1],
      [0.7, -0.5],
      [0.8, 0],
      [1, 0],
    ]) {
      expect(result.at('table.y', t)).toBeCloseTo(y, 12)
    }
    expect(result.at('table.y', 0.6, 'left')).toBe(3)
  })

  it('the integral of a table is exact because the solver stops at the kinks', () => {
    const table = [
      [0, 0],
      [1, 2],
      [1.5, 2],
      [1.5, -1],
      [3, 0.5],
    ]
    const integral = Model({
      source: TableSource({ table }),
      I: Integrator(),
      connect: [['source.y', 'I.u']],
    })
    const run = simulate(integral, { stopTime: 3, tolerance: 1e-4 })
    expect(run.final('I.y')).toBeCloseTo(1 + 1 + 1.5 * -0.25, 12)
    const translated = modelFromJson(JSON.parse(JSON.stringify(modelToJson(integral))))
    expect(simulate(translated, { stopTime: 3, tolerance: 1e-4 }).final('I.y')).toBe(run.final('I.y'))
  })

  it('a table reports invalid rows', () => {
    const wrong = [
      [0, 0],
      [2, 1],
      [1, 3],
    ]
    expect(() => simulate(Model({ s: TableSource({ table: wrong }) }), { stopTime: 1 })).toThrow(
      'expected non-decreasing times, got 1 after 2 in row 3',
    )
  })

  it('Boolean sources switch at their times', () => {
    const logical = Model({
      constant: BooleanConstant(),
      step: BooleanStep({ startTime: 0.5 }),
      fall: BooleanStep({ startTime: 0.5, startValue: true }),
      pulse: BooleanPulse({ period: 0.4, width: 0.25, startTime: 0.2 }),
    })
    const run = simulate(logical, { stopTime: 0.8 })
    expect(run.final('constant.y')).toBe(1)
    expect(changesOf(run, 'step.y')).toEqual([[0.5, 0, 1]])
    expect(changesOf(run, 'fall.y')).toEqual([[0.5, 1, 0]])
    const times = changesOf(run, 'pulse.y').map(([t]) => t)
    for (const [k, t] of [0.2, 0.3, 0.6, 0.7].entries()) expect(times[k]).toBeCloseTo(t, 12)
    expect(times).toHaveLength(4)
  })
})

describe('algebraic and logical blocks', () => {
  it('compute their formulas', () => {
    const model = Model({
      gain: Gain({ k: 3 }),
      feedback: Feedback(),
      add: Add({ k1: 2, k2: -3 }),
      sum: Sum({ k: [1, 2, 3] }),
      product: Product(),
      division: Division(),
      toReal: BooleanToReal({ realTrue: 7, realFalse: -7 }),
      both: And(),
      either: Or(),
      negated: Not(),
      equations: equations`
        gain.u = time
        feedback.u1 = 5; feedback.u2 = time
        add.u1 = 1 + time; add.u2 = time
        sum.u = [1, time, 2]
        product.u1 = time; product.u2 = 4
        division.u1 = time; division.u2 = 4
        both.u1 = time > 1; both.u2 = time < 3
        either.u1 = time > 1; either.u2 = false
        negated.u = both.y
        toReal.u = both.y
      `,
    })
    const result = simulate(model, { stopTime: 2 })
    const values = [
      'gain',
      'feedback',
      'add',
      'sum',
      'product',
      'division',
      'toReal',
      'both',
      'either',
      'negated',
    ]
    expect(values.map((name) => result.final(`${name}.y`))).toEqual([6, 3, 0, 11, 8, 0.5, 7, 1, 1, 0])
    expect(result.at('toReal.y', 0.5)).toBe(-7)
  })

  it('limiter, dead zone and switch cause events where their law changes', () => {
    const model = Model({
      limiter: Limiter({ uMax: 0.5 }),
      dead: DeadZone({ uMax: 0.5, uMin: -0.25 }),
      switch: Switch(),
      high: GreaterThreshold({ threshold: 0.9 }),
      low: LessThreshold({ threshold: -0.9 }),
      equations: equations`
        u = sin(time)
        limiter.u = u; dead.u = u; high.u = u; low.u = u
        switch.u1 = 10; switch.u2 = u > 0; switch.u3 = 20
      `,
    })
    const result = simulate(model, { stopTime: 6 })
    for (const [k, t] of result.time.entries()) {
      const u = Math.sin(t)
      expect(result.values('limiter.y')[k]).toBeCloseTo(Math.max(-0.5, Math.min(0.5, u)), 9)
      expect(result.values('dead.y')[k]).toBeCloseTo(Math.max(0, u - 0.5) + Math.min(0, u + 0.25), 9)
    }
    const up = Math.asin(0.9)
    const high = changesOf(result, 'high.y')
    expect(high.map(([t]) => t)).toEqual([expect.closeTo(up, 8), expect.closeTo(Math.PI - up, 8)])
    expect(changesOf(result, 'low.y')[0][0]).toBeCloseTo(Math.PI + up, 8)
    expect(result.at('switch.y', 1)).toBe(10)
    expect(result.at('switch.y', 4)).toBe(20)
  })

  it('a hysteresis switches at different levels, and a timer counts from there', () => {
    const model = Model({
      hysteresis: Hysteresis({ uLow: -0.5, uHigh: 0.5 }),
      timer: Timer(),
      equations: equations`hysteresis.u = sin(time)`,
      connect: [['hysteresis.y', 'timer.u']],
    })
    // Without states nothing limits the steps, and both crossings of a level may be in one step.
    const result = simulate(model, { stopTime: 7, maxStep: 0.5 })
    const times = changesOf(result, 'hysteresis.y').map(([t]) => t)
    const expected = [Math.PI / 6, (7 * Math.PI) / 6, (13 * Math.PI) / 6]
    expect(times).toEqual(expected.map((t) => expect.closeTo(t, 8)))
    expect(result.at('timer.y', 2)).toBeCloseTo(2 - Math.PI / 6, 8)
    expect(result.at('timer.y', 4)).toBe(0)
    expect(result.final('timer.y')).toBeCloseTo(7 - (13 * Math.PI) / 6, 8)
  })
})

describe('continuous blocks', () => {
  const T = 0.7

  it('integrator, first order, PI and derivative respond to a step by their closed forms', () => {
    const model = Model({
      integrator: Integrator({ k: 2, y: { init: 1 } }),
      first: FirstOrder({ k: 3, T }),
      pi: PI({ k: 3, T }),
      derivative: Derivative({ k: 2, T }),
      equations: equations`integrator.u = 1; first.u = 1; pi.u = 1; derivative.u = 1`,
    })
    const result = simulate(model, { stopTime: 2, ...ACCURATE })
    expect(result.final('integrator.y')).toBeCloseTo(5, 8)
    expect(result.final('first.y')).toBeCloseTo(3 * (1 - Math.exp(-2 / T)), 7)
    expect(result.final('pi.y')).toBeCloseTo(3 * (2 / T + 1), 7)
    expect(result.final('derivative.y')).toBeCloseTo((2 / T) * Math.exp(-2 / T), 7)
  })

  it('a second-order block equals its transfer function and its state space', () => {
    const w = 2
    const D = 0.3
    const model = Model({
      second: SecondOrder({ k: 1.5, w, D }),
      transfer: TransferFunction({ b: [1.5], a: [1 / w ** 2, (2 * D) / w, 1] }),
      space: StateSpace({
        A: [
          [0, 1],
          [-(w ** 2), -2 * D * w],
        ],
        B: [[0], [1.5 * w ** 2]],
        C: [[1, 0]],
        D: [[0]],
        x: { init: [0, 0] },
      }),
      equations: equations`second.u = 1; transfer.u = 1; space.u = [1]`,
    })
    const result = simulate(model, { stopTime: 3, ...ACCURATE })
    const wd = w * Math.sqrt(1 - D * D)
    const e = Math.exp(-D * w * 3)
    const expected = 1.5 * (1 - e * (Math.cos(wd * 3) + ((D * w) / wd) * Math.sin(wd * 3)))
    expect(result.final('second.y')).toBeCloseTo(expected, 7)
    expect(result.final('transfer.y')).toBeCloseTo(expected, 7)
    expect(result.final('space.y[1]')).toBeCloseTo(expected, 7)
  })

  it('a transfer function has direct feedthrough, and other orders without a new translation', () => {
    // (2 s + 3)/(s + 4) = 2 - 5/(s + 4)
    const model = instantiate(
      Model({ tf: TransferFunction({ b: [2, 3], a: [1, 4] }), equations: equations`tf.u = 1` }),
    )
    const run = (merge: Parameters<InstantiatedModel['simulate']>[0]['merge'] = {}) =>
      model.simulate({ stopTime: 1, ...ACCURATE, merge }).final('tf.y')
    expect(run()).toBeCloseTo(2 - (5 / 4) * (1 - Math.exp(-4)), 7)
    // 1/(s + 1)^3
    expect(run({ tf: { b: [1], a: [1, 3, 3, 1] } })).toBeCloseTo(1 - 2.5 * Math.exp(-1), 7)
  })

  it('a PID adds proportional, integral and filtered derivative parts of a ramp', () => {
    const model = Model({ pid: PID({ k: 2, Ti: 0.5, Td: 0.2, Nd: 4 }), equations: equations`pid.u = time` })
    const result = simulate(model, { stopTime: 1.5, ...ACCURATE })
    const expected = 2 * (1.5 + 1.5 ** 2 / (2 * 0.5) + 0.2 * (1 - Math.exp((-1.5 * 4) / 0.2)))
    expect(result.final('pid.y')).toBeCloseTo(expected, 7)
  })
})

describe('LimPID', () => {
  const Loop = Model({
    pid: LimPID({ k: 2, Ti: 0.5, Td: 0, yMax: 1 }),
    plant: Integrator({ k: 1 }),
    equations: equations`
      pid.u_s = 3
      pid.u_m = plant.y
      plant.u = pid.y
    `,
  })

  it('equals the linear PID inside its limits', () => {
    const result = simulate(Loop, { stopTime: 1, ...ACCURATE, merge: { pid: { yMax: 100, Td: 0.2 } } })
    const linear = Model({
      plant: Integrator({ k: 1 }),
      I: Var({ init: 0 }),
      x: Var({ init: 0 }),
      // The derivative acts on the measurement only: wd = 0.
      equations: equations`
        u = 3 - plant.y
        der(I) = u/0.5
        der(x) = (-plant.y - x)*10/0.2
        plant.u = 2*(u + I + 10*(-plant.y - x))
      `,
    })
    const reference = simulate(linear, { stopTime: 1, ...ACCURATE })
    expect(result.final('plant.y')).toBeCloseTo(reference.final('plant.y'), 6)
  })

  it('stays at its limit until the closed-form time, without windup', () => {
    const result = simulate(Loop, { stopTime: 12, ...ACCURATE })
    const values = result.values('pid.y')
    expect(Math.max(...values)).toBeLessThanOrEqual(1 + 1e-9)
    // At the limit: plant.y = t; the unlimited output with compensation solves a linear equation.
    // I' = (e + (1 - u)/(k Ni))/Ti with u = k (e + I) and e = 3 - t  =>  u' = -k + (k e)/Ti + (1 - u)/(Ni Ti)
    const rate = 1 / (0.9 * 0.5)
    const k = 2
    const Ti = 0.5
    const slope = -k / Ti / rate
    const level = (-k + (k * 3) / Ti + rate - slope) / rate
    const u = (t: number) => level + slope * t + (6 - level) * Math.exp(-rate * t)
    let [low, high] = [0.5, 5]
    while (high - low > 1e-13) {
      const middle = (low + high) / 2
      if (u(middle) > 1) low = middle
      else high = middle
    }
    const leave = result.time.find((_, i) => values[i] < 1 - 1e-9 && i > 0)!
    const before = [...result.time].filter((t) => t <= leave).slice(-2)[0]
    expect(low).toBeGreaterThanOrEqual(before - 1e-6)
    expect(low).toBeLessThanOrEqual(leave + 1e-6)
    expect(result.final('plant.y')).toBeCloseTo(3, 3)
    // Far less overshoot than without compensation.
    const windup = simulate(Loop, { stopTime: 12, ...ACCURATE, merge: { pid: { Ni: 1e9 } } })
    expect(Math.max(...result.values('plant.y'))).toBeLessThan(3.35)
    expect(Math.max(...windup.values('plant.y'))).toBeGreaterThan(4)
  })
})
