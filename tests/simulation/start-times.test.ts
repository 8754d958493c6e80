/** A run that starts at another time differs only in time: the same points, values, events and statistics. */
import { equations, Model, type SignalTable, type SimulateOptions, simulate, Var } from 'vario'
import { Pulse, Ramp, Sine, Step } from 'vario/library/blocks'
import { describe, expect, test } from 'vitest'
import { BouncingSphere } from '../../examples/bouncing-sphere.ts'
import { HeatedRod } from '../../examples/insulated-rod.ts'
import { StickSlip } from '../../examples/stick-slip.ts'
import type { ModelNode } from '../../src/model/index.ts'

/** Starts [s]: their multiples of 1/8 s are exact, so that clocks tick at shifted times too. */
const STARTS = [-4, 8, 1024]

interface Example {
  /** The model, for a run that starts at T. */
  readonly model: (T: number) => ModelNode
  readonly stopTime: number
  readonly options?: (T: number) => Partial<SimulateOptions>
  readonly starts?: readonly number[]
}

const Decay = (T: number): ModelNode =>
  Model({
    x: Var({ init: 1 }),
    equations: equations`
      der(x) = sin(3*(time - ${T})) - x
      y = x + time - ${T}
    `,
  })

const Ball = Model({
  h: Var({ init: 1 }),
  v: Var({ init: 0 }),
  n: Var({ start: 0 }),
  equations: equations`
    der(h) = v
    der(v) = -9.81
    when h < 0 then
      reinit(v, -0.7*pre(v))
      n = pre(n) + 1
    end when
  `,
})

const EXAMPLES: Record<string, Example> = {
  'a differential equation with the time in it': { model: Decay, stopTime: 3 },
  ...Object.fromEntries(
    (['tsit5', 'dop853', 'bdf', 'radau5'] as const).map((solver) => [
      `${solver} with longest steps`,
      { model: Decay, stopTime: 2, options: () => ({ solver, maxStep: 0.125 }) },
    ]),
  ),
  'state events': { model: () => Ball, stopTime: 2 },
  'time events': {
    model: (T) =>
      Model({
        x: Var({ init: 0 }),
        n: Var({ start: 0 }),
        isLate: Var({ start: false }),
        equations: equations`
          der(x) = if time < ${T + 0.375} then 1 elseif time - ${T} < 1.25 then -2 else 0.5
          when time >= ${T + 0.75} then
            n = pre(n) + 3
          end when
          isLate = time >= ${T + 2}
        `,
      }),
    stopTime: 2,
  },
  clocks: {
    model: () =>
      Model({
        x: Var({ init: 2 }),
        n: Var({ start: 0 }),
        s: Var({ start: 0 }),
        equations: equations`
          der(x) = -u
          tick = Clock(0.125)
          s = sample(x, tick)
          n = previous(n, tick) + 1
          u = hold(s, tick)
        `,
      }),
    stopTime: 2,
  },
  'clocks with a phase': {
    model: (T) =>
      Model({
        n: Var({ start: 0 }),
        x: Var({ init: 0 }),
        equations: equations`
          tick = Clock(${T + 0.375}, 0.25)
          n = previous(n, tick) + 1
          der(x) = hold(n, tick)
        `,
      }),
    stopTime: 2,
  },
  'tables of inputs': {
    model: () =>
      Model({ u: Var({ input: true }), x: Var({ init: 0 }), equations: equations`der(x) = u - x` }),
    stopTime: 2,
    options: (T) => ({
      inputs: { u: { t: [0.25, 0.5, 1.5].map((t) => t + T), values: [1, -1, 2] } },
    }),
  },
  'functions as inputs': {
    model: () =>
      Model({ u: Var({ input: true }), x: Var({ init: 0 }), equations: equations`der(x) = u - x` }),
    stopTime: 2,
    options: (T) => ({ inputs: { u: (t) => Math.sin(t - T) } }),
  },
  sources: {
    model: (T) =>
      Model({
        step: Step({ startTime: T + 0.25, height: 2 }),
        ramp: Ramp({ startTime: T + 0.5, duration: 0.75, height: 3, offset: 1 }),
        sine: Sine({ startTime: T + 0.125, f: 1.5, amplitude: 2 }),
        pulse: Pulse({ startTime: T + 0.25, period: 0.5, width: 0.25, amplitude: 4 }),
        x: Var({ init: 0 }),
        equations: equations`der(x) = step.y + ramp.y + sine.y + pulse.y - x`,
      }),
    stopTime: 2,
  },
  'a constraint that stays': {
    model: () =>
      Model({
        x: Var({ init: 0.6 }),
        y: Var({ init: -0.8 }),
        vx: Var({ init: 0.4 }),
        vy: Var({ init: 0.3 }),
        equations: equations`
          der(x) = vx
          der(y) = vy
          der(vx) = -x*F
          der(vy) = -y*F - 9.81
          x^2 + y^2 = 1
        `,
      }),
    stopTime: 2,
  },
  sliding: { model: () => StickSlip, stopTime: 2 },
  'parts with steps of their own': {
    model: () =>
      Model(Object.fromEntries(Array.from({ length: 9 }, (_, k) => [`b${k}`, Ball({ h: 1 + k / 9 })]))),
    stopTime: 1,
  },
  'a component with memory': { model: () => HeatedRod, stopTime: 4096, options: () => ({ interval: 64 }) },
  // the contact lasts 10 µs, of which a double near 1024 s resolves 1e-8
  'bodies with contacts': { model: () => BouncingSphere, stopTime: 0.5, starts: [-4, 8] },
}

/** Events must be the same; rounding may change the number of steps between two of them by one. */
function expectSameStatistics({ attributes }: SignalTable, from0: SignalTable): void {
  const found = attributes['statistics'] as unknown as Record<string, number>
  const expected = from0.attributes['statistics'] as unknown as Record<string, number>
  expect(Object.keys(found)).toEqual(Object.keys(expected))
  expect([found['events'], found['timeEvents']]).toEqual([expected['events'], expected['timeEvents']])
  for (const [key, n] of Object.entries(expected)) {
    expect(Math.abs(found[key] - n), `${key}: ${found[key]} instead of ${n}`).toBeLessThanOrEqual(
      10 + 0.05 * n,
    )
  }
}

/** Relative tolerance of the runs. Steps that differ by rounding give results that differ by a fraction of it. */
const TOLERANCE = 1e-8

describe.each(Object.entries(EXAMPLES))('%s', (_name, { model, stopTime, options, starts = STARTS }) => {
  const runFrom = (T: number): SignalTable =>
    simulate(model(T), { startTime: T, stopTime: T + stopTime, tolerance: TOLERANCE, ...options?.(T) })
  const from0 = runFrom(0)

  test.each(starts)('is the same from %d s on', (T) => {
    const shifted = runFrom(T)
    expect(shifted.time.length).toBe(from0.time.length)
    expect(shifted.names).toEqual(from0.names)
    from0.time.forEach((t, k) => {
      expect(Math.abs(shifted.time[k] - T - t), `time of point ${k}`).toBeLessThan(
        TOLERANCE * Math.max(1, stopTime),
      )
    })
    for (const name of from0.names) {
      const signal = from0.signal(name)
      // axes of lists of contacts have the times of output points, which have been compared
      if (signal.kind === 'time' || signal.kind === 'parameter') continue
      const values = signal.values
      const size = values.reduce((max: number, value) => Math.max(max, Math.abs(value)), 1e-3)
      values.forEach((value, k) => {
        const found = shifted.signal(name).values[k]
        if (!(Math.abs(found - value) <= 10 * TOLERANCE * size))
          expect.fail(`${name}, value ${k}: ${found} instead of ${value}`)
      })
    }
    expectSameStatistics(shifted, from0)
    expect(shifted.warnings.map(({ code, time }) => [code, time])).toEqual(
      from0.warnings.map(({ code, time }) => [code, time + T]),
    )
  })
})
