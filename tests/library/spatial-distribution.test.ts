/** Transport through a space: against the method of characteristics, which reads the inflow at the instant of entry. */
import { equations, instantiate, Model, modelFromJson, modelToJson, Par, simulate, Var } from 'vario'
import { delay, spatialDistribution } from 'vario/library/blocks'
import { describe, expect, it } from 'vitest'
import { checkInterpreter } from '../support/check-interpreter.ts'
import { contentAt, type Transport } from '../support/transport.ts'

checkInterpreter()

const SOLVERS = ['tsit5', 'dop853', 'bdf', 'radau5', 'auto'] as const
const TOLERANCES = [1e-4, 1e-6, 1e-8]
type Signal = (t: number) => number

/** Largest error of a signal at the output points, except within 1e-6 s of its breaks. */
function errorOf(
  result: ReturnType<typeof simulate>,
  name: string,
  f: Signal,
  breaks: readonly number[] = [],
): number {
  let error = 0
  result.values(name).forEach((value, i) => {
    const t = result.time[i]
    if (breaks.every((instant) => Math.abs(t - instant) > 1e-6))
      error = Math.max(error, Math.abs(value - f(t)))
  })
  return error
}

describe('a constant speed', () => {
  const Pipe = Model({
    v: 1,
    x: Var({ init: 0 }),
    equations: equations`
      der(x) = v
      u = if time < 0.7 then sin(3*time) else 2 + cos(time)
      (out0, out1) = ${spatialDistribution}(u, 0, x, v >= 0, {0, 0.5, 1}, {0, 1, 3})
      delayed = ${delay}(u, 1)
    `,
  })
  const u = (t: number): number => (t < 0.7 ? Math.sin(3 * t) : 2 + Math.cos(t))
  const exact = (t: number): number => (t < 0.5 ? 3 - 4 * t : t < 1 ? 2 - 2 * t : u(t - 1))

  it.each(SOLVERS)('delays the inflow; kinks and jumps come out at events: %s', (solver) => {
    for (const tolerance of TOLERANCES) {
      const result = simulate(Pipe, { stopTime: 3, solver, tolerance })
      // x is linear, which all methods integrate exactly; the inflow is kept to a tenth of the tolerance
      expect(errorOf(result, 'out1', exact, [1.7])).toBeLessThan(tolerance)
      expect(errorOf(result, 'out0', u, [0.7])).toBeLessThan(1e-12)
      expect(errorOf(result, 'delayed', (t) => (t < 1 ? 0 : u(t - 1)), [1.7])).toBeLessThan(tolerance)
      const i = result.time.findIndex((t) => Math.abs(t - 1.7) < 1e-8)
      expect(result.values('out1')[i]).toBeCloseTo(Math.sin(2.1), 4)
      expect(result.values('out1')[i + 1]).toBeCloseTo(2 + Math.cos(0.7), 4)
      expect(result.warnings).toEqual([])
    }
  })

  it('is the same backwards, mirrored, from any displacement, and after JSON', () => {
    const Mirrored = Model({
      x: Var({ init: 7 }),
      v: -1,
      equations: equations`
        der(x) = v
        u = if time < 0.7 then sin(3*time) else 2 + cos(time)
        (out0, out1) = ${spatialDistribution}(0, u, x, v >= 0, {0, 0.5, 1}, {3, 1, 0})
      `,
    })
    const back = modelFromJson(JSON.stringify(modelToJson(Mirrored)))
    const result = simulate(back, { stopTime: 3, tolerance: 1e-8 })
    expect(errorOf(result, 'out0', exact, [1.7])).toBeLessThan(1e-8)
    expect(errorOf(result, 'out1', u, [0.7])).toBeLessThan(1e-12)
  })

  it('is the initial profile at rest, also with a jump in it', () => {
    const model = Model({
      v: 0,
      x: Var({ init: 0 }),
      points: Par([0, 0.5, 0.5, 1]),
      values: Par([5, 5, 8, 8]),
      equations: equations`
        der(x) = v
        (a, b) = ${spatialDistribution}(1, 2, x, v >= 0, points, values)
        (c, d) = ${spatialDistribution}(1, 2, x, v > 0, initialPoints = points, initialValues = values)
      `,
    })
    const rest = instantiate(model).simulate({ stopTime: 2 })
    expect(['a', 'b', 'c', 'd'].map((name) => rest.final(name))).toEqual([1, 8, 5, 2])
    const moved = instantiate(model).simulate({ stopTime: 2, merge: { v: 1, points: [0, 0.25, 0.25, 1] } })
    expect(moved.at('b', 0.74)).toBe(8)
    expect(moved.at('b', 0.76)).toBe(5)
    expect(moved.at('b', 1.5)).toBe(1)
    expect(moved.attributes.statistics).toMatchObject({ events: 2 })
  })
})

describe('a speed that changes its sign', () => {
  const Pipe = Model({
    x: Var({ init: 0 }),
    content: Var({ init: 1.5 }),
    equations: equations`
      v = a*cos(time)
      der(x) = v
      (out0, out1) = ${spatialDistribution}(sin(5*time), 2 + cos(3*time), x, v >= 0, {0, 1}, {0, 3})
      der(content) = v*(out0 - out1)
    `,
    a: 0.7,
  })
  /** The same by characteristics; x = a sin(t) turns at odd multiples of π/2. */
  const truth = (a: number): Transport => ({
    X: (t: number) => a * Math.sin(t),
    in0: (t: number) => Math.sin(5 * t),
    in1: (t: number) => 2 + Math.cos(3 * t),
    profile: (y: number) => 3 * y,
    turns: [0, ...[1, 3, 5, 7].map((k) => (k * Math.PI) / 2)],
  })
  /** Instants at which a kink or jump comes out: those at which the outflow jumps within a microsecond. */
  const breaksOf = (f: Signal, end: number): number[] => {
    const breaks: number[] = []
    for (let t = 0; t < end; t += 1e-4) {
      let [a, b] = [t, t + 1e-4]
      if (Math.abs(f(b) - f(a)) < 0.05) continue
      for (let k = 0; k < 40; k++) {
        const middle = (a + b) / 2
        if (Math.abs(f(middle) - f(a)) > Math.abs(f(b) - f(middle))) b = middle
        else a = middle
      }
      breaks.push(a)
    }
    return breaks
  }

  // 0.7: nothing crosses the space; 1.4: everything does; 3: several contents pass in each direction
  it.each([0.7, 1.4, 3])('carries what entered at both ends: a = %d', (a) => {
    const given = truth(a)
    const isForward = (t: number): boolean => Math.cos(t) >= 0
    const out0 = (t: number): number => (isForward(t) ? given.in0(t) : contentAt(given, 0, t))
    const out1 = (t: number): number => (isForward(t) ? contentAt(given, 1, t) : given.in1(t))
    const breaks = [...breaksOf(out0, 10), ...breaksOf(out1, 10), ...given.turns]
    for (const solver of SOLVERS) {
      for (const tolerance of TOLERANCES) {
        const result = simulate(Pipe, { stopTime: 10, solver, tolerance, merge: { a } })
        // The outflow is that of an instant whose displacement has an error of some tolerances; its slope is
        // 5·v(out)/v(in), unbounded close to a turn: the points there are those of large slopes
        const steep = result.time.filter((t) => {
          const f = isForward(t) ? out1 : out0
          return Math.abs(f(t + 1e-5) - f(t - 1e-5)) > 20e-5 * 5
        })
        const except = [...breaks, ...steep]
        for (const [name, f] of [
          ['out0', out0],
          ['out1', out1],
        ] as const)
          expect([solver, tolerance, name, errorOf(result, name, f, except) / tolerance < 3000]).toEqual([
            solver,
            tolerance,
            name,
            true,
          ])
      }
    }
  })

  it('conserves the content', () => {
    for (const a of [0.7, 1.4, 3]) {
      const result = simulate(Pipe, { stopTime: 10, tolerance: 1e-8, merge: { a } })
      const given = truth(a)
      const n = 200_000
      let integral = 0
      for (let i = 0; i < n; i++) integral += contentAt(given, (i + 0.5) / n, 10) / n
      // the rule of midpoints has errors of the jumps of the content: 4/n for each
      expect(Math.abs(result.final('content') - integral)).toBeLessThan(1e-4)
    }
  })
})

describe('bad arguments are errors that say what to write', () => {
  const run = (call: string, members = {}, options = {}) =>
    simulate(
      Model({
        x: Var({ init: 0 }),
        ...members,
        equations: equations(`(a, b) = spatialDistribution(${call})`),
      }),
      { stopTime: 3, ...options },
    )

  it.each([
    ['time, 0, x', 'expected 4 or 6 arguments'],
    ['time, 0, x, 1', "expected a Boolean, but '1' is a number"],
    ['{1, 2}, 0, x, true', 'expected a number in0, got an array; write one for each element'],
    ['time, 0, x, true, {0, 0.5}, {0, 1}', 'expected rising initialPoints from 0 to 1, got [0, 0.5]'],
    ['time, 0, x, true, {0, 0.7, 0.5, 1}, {0, 1, 2, 3}', 'expected rising initialPoints from 0 to 1'],
    ['time, 0, x, true, {0, 1}, {0, 1, 2}', 'expected as many initialValues as initialPoints, got 3 and 2'],
    ['time, 0, x, true, 0, 1', 'expected a vector initialPoints, got 0'],
    ['time, 0, -x, true', 'positiveVelocity = true and x falls by'],
    ['time, 0, x, false', 'positiveVelocity = false and x rises by'],
  ])('%s', (call, message) => {
    const text = `der(x) = 1; (a, b) = spatialDistribution(${call})`
    expect(() =>
      simulate(Model({ x: Var({ init: 0 }), equations: equations(text) }), { stopTime: 3 }),
    ).toThrow(message)
  })

  it('jumps of the displacement', () => {
    const jump = 'time, 0, x, true); der(x) = 1; when time > 0.5 then reinit(x, 3); end when; z = (1'
    expect(() => run(jump)).toThrow('x without jumps, got positiveVelocity = true and x jumps by 2.5')
  })

  it('steps in which more passes than the space contains', () => {
    const fast = 'sin(1e6*time), 0, x, true); der(x) = 1e6; z = (1'
    expect(() => run(fast, {}, { stopTime: 3e-6 })).toThrow('set the option maxStep')
    const result = run(fast, {}, { stopTime: 3e-6, maxStep: 1e-7 })
    expect(result.final('b')).toBeCloseTo(Math.sin(2), 6)
  })
})

describe('scales and feedback', () => {
  it('speeds of 1e-6 and 1e6 give the same', () => {
    for (const scale of [1e-6, 1, 1e6]) {
      const model = Model({
        x: Var({ init: 0, nominal: 1 }),
        k: scale,
        equations: equations`
          v = k*cos(k*time)
          der(x) = v
          (a, b) = ${spatialDistribution}(sin(5*k*time), 1, x, v >= 0, {0, 1}, {0, 3})
        `,
      })
      const result = simulate(model, { stopTime: 6 / scale, tolerance: 1e-8, maxStep: 0.05 / scale })
      const given: Transport = {
        X: (t) => Math.sin(t),
        in0: (t) => Math.sin(5 * t),
        in1: () => 1,
        profile: (y) => 3 * y,
        turns: [0, Math.PI / 2, 1.5 * Math.PI],
      }
      for (const t of [1, 2, 3, 4, 5.5]) {
        const isForward = Math.cos(t) >= 0
        const name = isForward ? 'b' : 'a'
        const i = result.time.findIndex((time) => time * scale >= t)
        const at = result.time[i] * scale
        expect(Math.abs(result.values(name)[i] - contentAt(given, isForward ? 1 : 0, at))).toBeLessThan(1e-5)
      }
    }
  })

  it('a ring is a differential equation with delay', () => {
    const Ring = Model({
      T: Var({ init: 1 }),
      x: Var({ init: 0 }),
      equations: equations`
        der(T) = out - T
        der(x) = 1
        (back, out) = ${spatialDistribution}(T, 0, x, true, {0, 1}, {2, 2})
      `,
    })
    const Delayed = Model({
      T: Var({ init: 1 }),
      equations: equations`der(T) = (if time < 1 then 2 else ${delay}(T, 1)) - T`,
    })
    for (const solver of SOLVERS) {
      const [a, b] = [Ring, Delayed].map((model) => simulate(model, { stopTime: 5, solver, tolerance: 1e-8 }))
      expect(Math.abs(a.final('T') - b.final('T'))).toBeLessThan(1e-6)
    }
  })

  it('an algebraic loop through the displacement is solved', () => {
    // the outflow moves the content: x = t + 0.1 out, out = 3 (1 - x) as long as the initial profile leaves
    const loop = Model({
      equations: equations`
        x = time + 0.1*out
        (inflow, out) = ${spatialDistribution}(0, 0, x, true, {0, 1}, {0, 3})
      `,
    })
    // the initial displacement is x0 = 0.3: out = 3 (1 - (x - x0)) with x = t + 0.1 out
    const result = simulate(loop, { stopTime: 0.5 })
    for (const t of [0, 0.2, 0.5]) expect(result.at('out', t)).toBeCloseTo((3 * (1 + 0.3 - t)) / 1.3, 6)
  })
})
