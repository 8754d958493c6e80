/** Delays: differential equations with delay by the method of steps, and signals whose past has a closed form. */
import { equations, instantiate, Model, modelFromJson, modelToJson, Par, simulate, Var } from 'vario'
import type { ComponentMemory, PassedStep } from 'vario/components'
import { delay, FixedDelay, VariableDelay } from 'vario/library/blocks'
import { describe, expect, it } from 'vitest'
import { checkInterpreter } from '../support/check-interpreter.ts'

checkInterpreter()

const SOLVERS = ['tsit5', 'dop853', 'bdf', 'radau5', 'auto'] as const

/** Largest error of a signal at the output points, except within 1e-6 s of the given instants. */
function errorOf(
  result: ReturnType<typeof simulate>,
  name: string,
  f: (t: number) => number,
  except: readonly number[] = [],
): number {
  let error = 0
  result.values(name).forEach((value, i) => {
    const t = result.time[i]
    if (except.every((instant) => Math.abs(t - instant) > 1e-6))
      error = Math.max(error, Math.abs(value - f(t)))
  })
  return error
}

describe('a differential equation with delay', () => {
  const Decay = Model({
    T: Par(1, 's'),
    x: Var({ init: 1 }),
    equations: equations`der(x) = -${delay}(x, T)`,
  })
  /** x' = -x(t - 1), x = 1 before 0: polynomials of growing degree [Driver 1977, method of steps]. */
  const exact = (t: number): number => {
    let [sum, factorial] = [0, 1]
    for (let k = 0; k <= Math.floor(t) + 1; k++) {
      if (k > 0) factorial *= k
      sum += ((-1) ** k * (t - (k - 1)) ** k) / factorial
    }
    return sum
  }

  it.each(SOLVERS)('has the solution by steps: %s', (solver) => {
    for (const tolerance of [1e-5, 1e-8]) {
      const result = simulate(Decay, { stopTime: 6.5, solver, tolerance })
      // higher derivatives jump every second, which costs dop853 most
      expect(errorOf(result, 'x', exact)).toBeLessThan(100 * tolerance)
      expect(result.warnings).toEqual([])
    }
  })

  it('continues after JSON, and oscillates with a delay of π/2', () => {
    const back = modelFromJson(JSON.stringify(modelToJson(Decay)))
    expect(simulate(back, { stopTime: 3, tolerance: 1e-8 }).final('x')).toBeCloseTo(exact(3), 6)
    // the delay π/2 is the limit of stability: the solution tends to an oscillation with ω = 1
    const result = simulate(Decay, { stopTime: 60, tolerance: 1e-9, merge: { T: Math.PI / 2 } })
    expect(result.at('x', 50 + Math.PI)).toBeCloseTo(-result.at('x', 50), 4)
  })
})

describe('a signal with a jump', () => {
  const Signal = Model({
    s: Var({ init: 0 }),
    equations: equations`
      u = if time < 0.7 then sin(3*time) else 2 + cos(time)
      y = ${delay}(u, 0.5)
      der(s) = y
      T = 0.5 + 0.3*sin(2*time)
      z = delay(u, T, 1)
    `,
  })
  const u = (t: number): number => (t < 0 ? 0 : t < 0.7 ? Math.sin(3 * t) : 2 + Math.cos(t))
  const T = (t: number): number => 0.5 + 0.3 * Math.sin(2 * t)
  /** The instant at which the jump comes out with the delay T(t), by bisection. */
  const comesOut = ((): number => {
    let [low, high] = [0.7, 2]
    for (let k = 0; k < 60; k++) {
      const middle = (low + high) / 2
      if (middle - T(middle) < 0.7) low = middle
      else high = middle
    }
    return low
  })()

  it.each(SOLVERS)('comes out at an event, with the accuracy of the solver: %s', (solver) => {
    const result = simulate(Signal, { stopTime: 3, solver, tolerance: 1e-8 })
    expect(errorOf(result, 'y', (t) => u(t - 0.5), [1.2])).toBeLessThan(1e-9)
    expect(errorOf(result, 'z', (t) => u(t - T(t)), [comesOut])).toBeLessThan(1e-9)
    const integral = (1 - Math.cos(2.1)) / 3 + 2 * 1.8 + Math.sin(2.5) - Math.sin(0.7)
    expect(Math.abs(result.final('s') - integral)).toBeLessThan(1e-7)
    // the jump; from both delays the start and the jump; the fixed instants are scheduled
    expect(result.attributes.statistics).toMatchObject({ events: 2, timeEvents: 3 })
    for (const [instant, name] of [
      [1.2, 'y'],
      [comesOut, 'z'],
    ] as const) {
      const i = result.time.findIndex((t) => Math.abs(t - instant) < 1e-8)
      expect(result.values(name)[i]).toBeCloseTo(Math.sin(2.1), 7)
      expect(result.values(name)[i + 1]).toBeCloseTo(2 + Math.cos(0.7), 7)
    }
  })

  it('goes back over a jump when the delay grows faster than the time', () => {
    const model = Model({
      equations: equations`
        u = if time < 1 then time else 3
        y = ${delay}(u, 1 + 0.8*sin(3*time), 2)
      `,
    })
    const result = simulate(model, { stopTime: 4 })
    const read = (t: number): number => t - 1 - 0.8 * Math.sin(3 * t)
    const value = (t: number): number => (read(t) < 0 ? 0 : read(t) < 1 ? read(t) : 3)
    // instants at which the read time passes 1, upwards and downwards
    const passes: number[] = []
    for (let t = 0; t < 4; t += 1e-6) if (read(t) < 1 !== read(t + 1e-6) < 1) passes.push(t)
    expect(passes.length).toBe(3)
    expect(
      errorOf(
        result,
        'y',
        value,
        passes.flatMap((t) => [t, t + 1e-6]),
      ),
    ).toBeLessThan(1e-9)
  })

  it('comes out at every impact of a bouncing ball', () => {
    const model = Model({
      h: Var({ init: 1 }),
      v: Var({ init: 0 }),
      equations: equations`
        der(h) = v
        der(v) = -9.81
        when h < 0 then
          reinit(v, -0.8*v)
        end when
        w = ${delay}(v, 0.3)
      `,
    })
    const first = Math.sqrt(2 / 9.81)
    const impacts = [1, 2.6, 3.88, 4.904].map((k) => k * first)
    const velocity = (t: number): number => {
      const k = impacts.filter((impact) => impact <= t).length
      return k === 0 ? -9.81 * Math.max(t, 0) : 0.8 ** k * 9.81 * first - 9.81 * (t - impacts[k - 1])
    }
    const result = simulate(model, { stopTime: 2, tolerance: 1e-9 })
    const late = impacts.map((impact) => impact + 0.3)
    expect(errorOf(result, 'w', (t) => velocity(t - 0.3), late)).toBeLessThan(1e-8)
  })
})

it('a memory sees every step: the polynomial through its points has the integral of the solution', () => {
  class Steps implements ComponentMemory {
    value = 0
    readonly steps: number[][] = []
    take(x: number): number {
      this.value = x
      return 0
    }
    onStep(step: PassedStep): boolean {
      const { start, end } = step
      const values = [start, (start + end) / 2, end].map((t) => {
        step.evaluateAt(t)
        return this.value
      })
      this.steps.push([start, end, ((end - start) / 6) * (values[0] + 4 * values[1] + values[2])])
      return false
    }
  }
  const memories: Steps[] = []
  const model = Model({
    x: Var({ init: 1 }),
    build: () => ({
      model: { equations: equations`done = ${Steps.prototype.take}(x)` },
      memory: () => {
        memories.push(new Steps())
        return memories.at(-1)!
      },
    }),
    equations: equations`der(x) = -x`,
  })
  simulate(model, { stopTime: 2, maxStep: 0.02, tolerance: 1e-9 })
  for (const { steps } of memories) {
    steps.forEach(([start], k) => {
      expect(start).toBe(k === 0 ? 0 : steps[k - 1][1])
    })
    // Simpson's rule with steps of 0.02: errors of h⁴/2880
    const integral = steps.reduce((sum, [, , part]) => sum + part, 0)
    expect(Math.abs(integral - (1 - Math.exp(-2)))).toBeLessThan(1e-9)
  }
  expect(memories.length).toBeGreaterThan(0)
})

describe('delay', () => {
  const final = (model: Parameters<typeof simulate>[0], name: string, stopTime: number): number =>
    simulate(model, { stopTime }).final(name)

  it('begins with the value at the start, also in a loop', () => {
    // x(0) = 1 + x(0)/2
    const loop = Model({ equations: equations`x = 1 + time + 0.5*${delay}(x, 1)` })
    const result = simulate(loop, { stopTime: 2.5 })
    expect(result.at('x', 0)).toBeCloseTo(2, 10)
    expect(result.final('x')).toBeCloseTo(3.5 + 0.5 * (2.5 + 0.5 * (1.5 + 0.5 * 2)), 9)
    const later = Model({ equations: equations`y = ${delay}(time, 1)` })
    const shifted = simulate(later, { startTime: 5, stopTime: 8 })
    expect([shifted.at('y', 5.5), shifted.final('y')]).toEqual([5, 7])
  })

  it('may be nested, and stand in conditions', () => {
    expect(
      final(Model({ equations: equations`y = ${delay}(delay(time^2, 0.3), 0.5)` }), 'y', 2.5),
    ).toBeCloseTo(1.7 ** 2, 12)
    const model = Model({
      n: Var({ start: 0 }),
      at: Var({ start: 0 }),
      equations: equations`
        when ${delay}(time, 0.5) > 1 then
          n = pre(n) + 1
          at = time
        end when
      `,
    })
    const result = simulate(model, { stopTime: 2.5 })
    expect(result.final('n')).toBe(1)
    expect(result.final('at')).toBeCloseTo(1.5, 9)
  })

  it('may shrink towards 0, but not reach it', () => {
    const model = Model({ equations: equations`y = ${delay}(sin(time), 1 - time)` })
    expect(final(model, 'y', 0.999999)).toBeCloseTo(Math.sin(1 - 2e-6), 12)
    expect(() => final(model, 'y', 1.5)).toThrow('delay: expected a positive delay')
  })

  it('takes another delay during a run', () => {
    const run = instantiate(Model({ T: Par(0.5, 's'), equations: equations`y = ${delay}(time^2, T)` })).start(
      { stopTime: 2, maxStep: 0.1 },
    )
    run.advance(Infinity, 1)
    run.change({ T: 0.3 })
    run.advance()
    expect(run.finish().final('y')).toBeCloseTo(1.7 ** 2, 10)
  })

  it('depends on a state: x(t)(t) with its derivative in the Jacobian', () => {
    const model = Model({
      x: Var({ init: 1 }),
      equations: equations`der(x) = -2*x + ${delay}(x, x + 0.5, 5)`,
    })
    const values = SOLVERS.map((solver) =>
      simulate(model, { stopTime: 3, solver, tolerance: 1e-8 }).final('x'),
    )
    for (const value of values) expect(Math.abs(value - values[1])).toBeLessThan(1e-6)
  })

  it('FixedDelay and VariableDelay delay a signal by their times', () => {
    const model = Model({
      fixed: FixedDelay({ delayTime: 0.25 }),
      variable: VariableDelay({ delayMax: 3 }),
      equations: equations`
        fixed.u = time^2
        variable.u = time
        variable.delayTime = 0.5 + 0.5*time
      `,
    })
    const result = simulate(model, { stopTime: 2 })
    expect(result.final('fixed.y')).toBeCloseTo(1.75 ** 2, 12)
    expect(result.final('variable.y')).toBeCloseTo(0.5, 12)
  })

  it('is sampled at the first tick with the value of the start, also behind another delay', () => {
    const model = Model({
      x: Var({ init: 2 }),
      z: Var(),
      first: Var({ start: 0 }),
      second: Var({ start: 0 }),
      equations: equations`
        der(x) = 1
        z = ${delay}(2*x, 0.1)
        first = sample(z, Clock(0.04))
        second = sample(${delay}(3*z + x, 0.1), Clock(0.04))
      `,
    })
    const result = simulate(model, { stopTime: 0.3 })
    expect([result.at('first', 0.01), result.at('second', 0.01)]).toEqual([4, 14])
    // the last tick at 0.28 s: 2 (2.18), and 3·2 (2.08) + 2.18
    expect(result.final('first')).toBeCloseTo(4.36, 9)
    expect(result.final('second')).toBeCloseTo(14.66, 9)
  })

  it.each([
    ['y = delay(time, 0)', 'delay: expected a positive delay; without one, use the signal itself, got 0 s'],
    ['y = delay(time, 1 + time, 2)', 'delay: expected at most the longest delay, 2 s, got '],
    ['y = delay(time)', 'expected delay(x, T) or delay(x, T, longest), got 1 argument(s)'],
    ['y = [delay(i*time, 1) for i in 1:3]', 'expected a call outside of [… for i in …]'],
    ['y = delay([time, 1], 1)', 'expected a number, got an array'],
    ['y = der(delay(time, 1))', "cannot differentiate 'vario_delayed' with respect to time"],
  ])('refuses %s', (text, message) => {
    expect(() => final(Model({ equations: equations(text) }), 'y', 3)).toThrow(message)
  })
})
