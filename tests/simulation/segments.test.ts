/** Segments: variant variables appear, disappear and change their sizes during a run; the rest continues. */

import { equations, expr, instantiate, Model, Par, simulate, Var } from 'vario'
import type { ComponentMemory, SegmentContext, VariantState } from 'vario/components'
import { FixedHeatFlow, FixedTemperature, HeatCapacitor } from 'vario/library/heat-transfer'
import { describe, expect, test } from 'vitest'
import { HeatedRod, InsulatedRod2, simulateHeatedRods } from '../../examples/insulated-rod.ts'
import { hooksOf } from './memory-components.ts'

const sum = (values: ArrayLike<number>): number => Array.from(values).reduce((a, b) => a + b, 0)

describe('a rod that is divided again at 3e4 s', () => {
  const { refined, withMemory } = simulateHeatedRods()
  const T = refined.signal('rod.T')
  const { segmentStarts } = refined.axes.get('time')!
  const border = segmentStarts[1]

  test('has two points at the border, and missing elements in segments without them', () => {
    expect(segmentStarts).toHaveLength(2)
    expect([refined.time[border - 1], refined.time[border]]).toEqual([3e4, 3e4])
    expect(T.size).toEqual([16])
    for (let i = 0; i < T.nPoint; i++) {
      for (let k = 0; k < 16; k++) expect(T.isMissing(i, k)).toBe(i < border && k >= 8)
    }
    expect(refined.signal('rod.port_a.Q_flow').missing).toBeUndefined()
    expect([refined.values('rod.elements')[border - 1], refined.values('rod.elements')[border]]).toEqual([
      8, 16,
    ])
  })

  test('continues the output grid', () => {
    const grid = refined.time.filter((_, i) => i !== border)
    expect(Array.from(grid)).toEqual(Array.from({ length: 501 }, (_, i) => i * 200))
  })

  test('conserves heat at the border within rounding errors', () => {
    const before = T.values.subarray(16 * (border - 1), 16 * (border - 1) + 8)
    const after = T.values.subarray(16 * border, 16 * border + 16)
    // sums of 16 values of 400 K: some ulps
    expect(Math.abs(sum(before) / 8 / (sum(after) / 16) - 1)).toBeLessThan(4 * Number.EPSILON)
    for (let i = 0; i < 16; i++) expect(after[i]).toBe(before[i >> 1])
  })

  test('agrees with the run with 8 elements up to the border, and reaches the same end', () => {
    for (const t of [1e4, 2.9e4]) {
      const [a, b] = [refined.vectorAt('rod.T', t), withMemory.vectorAt('rod.T', t)]
      // not the same steps: one run looks ahead to 3e4 s, the other to 1e5 s; tolerance 1e-8
      for (let i = 0; i < 8; i++) expect(Math.abs(a[i] / b[i] - 1)).toBeLessThan(1e-7)
    }
    // Mean temperatures differ by the discretization error of the coarser grid.
    const mean = (values: Float64Array) => sum(values) / values.length
    expect(Math.abs(mean(refined.finalVector('rod.T')) - mean(withMemory.finalVector('rod.T')))).toBeLessThan(
      0.02,
    )
  })

  test('has statistics per segment', () => {
    const { segments, statistics } = refined.attributes as unknown as {
      segments: Record<string, number>[]
      statistics: Record<string, number>
    }
    expect(segments.map(({ startTime, endTime, states }) => [startTime, endTime, states])).toEqual([
      [0, 3e4, 8],
      [3e4, 1e5, 16],
    ])
    for (const name of ['steps', 'f', 'jacobians']) {
      expect(statistics[name]).toBe(segments[0][name] + segments[1][name])
      expect(segments[1][name]).toBeGreaterThan(0)
    }
  })

  test('needs no new translation, also when repeated', () => {
    const model = instantiate(HeatedRod({ rod: { nT: 8, elements: expr`if after(3e4) then 16 else 8` } }))
    const first = model.simulate({ stopTime: 1e5, tolerance: 1e-8 })
    const again = model.simulate({ stopTime: 1e5, tolerance: 1e-8 })
    expect(again.values('rod.T')).toEqual(first.values('rod.T'))
    expect(first.values('rod.T')).toEqual(T.values)
  })
})

describe('energy', () => {
  /** Two heat stores with a rod in between: no heat is exchanged with the environment. */
  const closed = (elements: ReturnType<typeof expr>) =>
    Model({
      hot: HeatCapacitor({ C: 200, T: { init: 400 } }),
      cold: HeatCapacitor({ C: 300, T: { init: 300 } }),
      rod: InsulatedRod2({ nT: 8, T0: 320, elements }),
      connect: [
        ['hot.port', 'rod.port_a'],
        ['rod.port_b', 'cold.port'],
      ],
    })
  /** Heat capacity of the whole rod [J/K]. */
  const C = 450 * 7500 * 0.0004

  test.each<[string, ReturnType<typeof expr>, number[]]>([
    ['finer, at a time', expr`if after(1000) then 16 else 8`, [8, 16]],
    ['coarser, not a divisor', expr`if after(1000) then 5 else 8`, [8, 5]],
    ['twice', expr`if after(2000) then 3 elseif after(1000) then 12 else 8`, [8, 12, 3]],
    ['where a temperature is reached', expr`if hot.T < 360 then 16 else 8`, [8, 16]],
  ])('%s: the sum over stores and rod is constant', (_what, elements, sizes) => {
    const result = simulate(closed(elements), { stopTime: 2e4, tolerance: 1e-8 })
    const starts = [...result.axes.get('time')!.segmentStarts, result.time.length]
    const states = (result.attributes['segments'] as unknown as { states: number }[]).map(
      (segment) => segment.states,
    )
    // two stores and the elements
    expect(states).toEqual(sizes.map((n) => n + 2))
    const { values: T, nElement } = result.signal('rod.T')
    const [hot, cold] = [result.values('hot.T'), result.values('cold.T')]
    const energy = (i: number, n: number): number =>
      200 * hot[i] + 300 * cold[i] + (C / n) * sum(T.subarray(nElement * i, nElement * i + n))
    const E0 = 200 * 400 + 300 * 300 + C * 320
    sizes.forEach((n, s) => {
      for (let i = starts[s]; i < starts[s + 1]; i++) {
        // linear methods keep linear invariants: what remains are rounding errors of iterations with tolerance 1e-8
        expect(Math.abs(energy(i, n) / E0 - 1)).toBeLessThan(1e-9)
      }
      if (s === 0) return
      const b = starts[s]
      // the border itself: rounding only; the stores continue from the same values
      expect(Math.abs(energy(b, n) / energy(b - 1, sizes[s - 1]) - 1)).toBeLessThan(8 * Number.EPSILON)
      expect([hot[b], cold[b]]).toEqual([hot[b - 1], cold[b - 1]])
    })
  })

  test('a linear system is solved with the factors of the new segment', () => {
    const model = Model({
      source: FixedTemperature({ T: 493.15 }),
      a: InsulatedRod2({ L: 0.5, nT: 4, elements: expr`if after(5e3) then 8 else 4` }),
      b: InsulatedRod2({ L: 0.5, nT: 4 }),
      tip: FixedHeatFlow(),
      connect: [
        ['source.port', 'a.port_a'],
        ['a.port_b', 'b.port_a'],
        ['b.port_b', 'tip.port'],
      ],
    })
    const result = simulate(model, { stopTime: 1e4 })
    // the flow between the rods by the temperatures next to their ends: G = 2 lambda A/dx of either
    const G = (n: number) => (2 * 74 * 0.0004) / (0.5 / n)
    for (const [t, n] of [
      [2e3, 4],
      [8e3, 8],
    ]) {
      const [Ta, Tb] = [result.at(`a.T[${n}]`, t), result.at('b.T[1]', t)]
      const expected = (G(4) * G(n) * (Ta - Tb)) / (G(4) + G(n))
      expect(result.at('b.port_a.Q_flow', t)).toBeCloseTo(expected, 10)
    }
  })
})

describe('variables that appear and disappear', () => {
  /** 1 s of a, then 1 s of the vector b, then a again. */
  const createMemory = (): ComponentMemory => {
    let state: VariantState
    let nSegment = 0
    return {
      initSegment(segment: SegmentContext) {
        if (segment.isFirst) nSegment = 0
        nSegment++
        const last = segment.isFirst ? 0 : sum(state.values)
        state =
          nSegment === 2
            ? segment.state('b', { start: [last, 1], unit: 'm' })
            : segment.state('a', { start: last })
      },
      evaluate() {
        state.derivatives.fill(1)
      },
      nextEvent: (t) => (t < 1 ? 1 : t < 2 ? 2 : Infinity),
      onEvent(event) {
        if (event.time > 0 && nSegment < event.time + 1) event.requestSegment()
      },
    }
  }

  test('are missing in segments without them', () => {
    const result = simulate(Model({ c: hooksOf(createMemory()) }), { stopTime: 3, interval: 0.25 })
    expect(result.time).toHaveLength(15)
    const a = result.signal('c.a')
    const b = result.signal('c.b')
    for (let i = 0; i < 15; i++) {
      expect(a.isMissing(i)).toBe(i >= 5 && i < 10)
      expect(b.isMissing(i, 0)).toBe(i < 5 || i >= 10)
    }
    expect(b.unit).toBe('m')
    // 0 → 1, then 1 + 1 → 4, then 4 → 5
    expect(result.at('c.a', 1, 'left')).toBeCloseTo(1, 12)
    expect(sum(result.vectorAt('c.b', 2, 'left'))).toBeCloseTo(4, 12)
    expect(result.final('c.a')).toBeCloseTo(5, 12)
  })

  test('clocks, discrete variables and states of the equations continue', () => {
    const Counter = Model({
      count: Var({ start: 0 }),
      x: Var({ init: 0 }),
      c: hooksOf(createMemory()),
      equations: equations`
        tick = Clock(0.3)
        count = if tick then previous(count, tick) + 1 else pre(count)
        der(x) = 1
        isStart = initial()
      `,
    })
    const result = simulate(Counter, { stopTime: 3 })
    // `initial` does not become true again
    expect(result.values('isStart').some((value) => value !== 0)).toBe(false)
    expect(result.final('x')).toBeCloseTo(3, 12)
    // ticks at 0, 0.3, …, 3.0
    expect(result.final('count')).toBe(11)
    expect(result.at('count', 1.1)).toBe(4)
    expect(result.at('count', 1, 'right')).toBe(4)
  })

  test('a segment that is declared as before has no effect', () => {
    let x: VariantState
    let t0 = 0
    const memory = (border: number): ComponentMemory => ({
      initSegment(segment) {
        const start = segment.isFirst ? [1, 0] : x.values
        x = segment.state('x', { start })
        t0 = segment.time
      },
      evaluate() {
        x.derivatives[0] = x.values[1]
        x.derivatives[1] = -x.values[0]
      },
      nextEvent: (t) => (t < border ? border : Infinity),
      onEvent(event) {
        if (event.time === border && t0 < border) event.requestSegment()
      },
    })
    const run = (border: number) =>
      simulate(Model({ c: hooksOf(memory(border)) }), { stopTime: 6, tolerance: 1e-10 }).finalVector('c.x')
    for (const border of [2.5, Infinity]) {
      expect(run(border)[0]).toBeCloseTo(Math.cos(6), 8)
      expect(run(border)[1]).toBeCloseTo(-Math.sin(6), 8)
    }
  })
})

describe('changes of segments within a run', () => {
  const createMemory = (at: number, nMost = 1): ComponentMemory => {
    let x: VariantState
    let n = 0
    return {
      initSegment(segment) {
        if (segment.isFirst) n = 0
        x = segment.state('x', { start: new Float64Array(++n) })
      },
      evaluate() {
        x.derivatives.fill(1)
      },
      nextEvent: (t) => (t < at ? at : Infinity),
      onEvent(event) {
        if (event.time === at && n <= nMost) event.requestSegment()
      },
    }
  }

  test('may be at the start', () => {
    const result = simulate(Model({ c: hooksOf(createMemory(0, 3)) }), { stopTime: 1, interval: 0.5 })
    expect(Array.from(result.time)).toEqual([0, 0.5, 1])
    expect(result.signal('c.x').size).toEqual([4])
    expect(result.signal('c.x').missing).toBeUndefined()
  })

  test('may be at the end', () => {
    const result = simulate(Model({ c: hooksOf(createMemory(1)) }), { stopTime: 1, interval: 0.5 })
    expect(Array.from(result.time)).toEqual([0, 0.5, 1, 1])
    expect(result.signal('c.x').size).toEqual([2])
    expect(Array.from(result.finalVector('c.x'))).toEqual([0, 0])
  })

  test('are an error that names the component if they never end', () => {
    expect(() => simulate(Model({ c: hooksOf(createMemory(0.5, Infinity)) }), { stopTime: 1 })).toThrow(
      /c: expected at most 10000 new segments at t = 0\.5 s, got more/,
    )
  })

  test('a variable keeps its unit and its number of dimensions', () => {
    const changing = (declare: (segment: SegmentContext) => VariantState): ComponentMemory => {
      let x: VariantState
      return {
        initSegment(segment) {
          x = declare(segment)
        },
        evaluate() {
          x.derivatives.fill(0)
        },
        nextEvent: (t) => (t < 0.5 ? 0.5 : Infinity),
        onEvent(event) {
          if (event.time === 0.5 && x.values.length === 1) event.requestSegment()
        },
      }
    }
    const unit = changing((s) =>
      s.state('x', s.isFirst ? { start: [0], unit: 'm' } : { start: [0, 0], unit: 's' }),
    )
    const shape = changing((s) => s.state('x', { start: s.isFirst ? 0 : [0, 0] }))
    expect(() => simulate(Model({ c: hooksOf(unit) }), { stopTime: 1 })).toThrow(
      /'c\.x': its unit is 's'.*was 'm'/,
    )
    expect(() => simulate(Model({ c: hooksOf(shape) }), { stopTime: 1 })).toThrow(
      /'c\.x': its number of dimensions/,
    )
  })
})

test('variant states at the top of a model have plain names', () => {
  let x: VariantState
  const model = Model({
    a: Par(2),
    build: () => ({
      memory: () => ({
        initSegment(segment: SegmentContext) {
          x = segment.state('x', { start: segment.number('a') })
        },
        evaluate() {
          x.derivatives[0] = -x.values[0]
        },
      }),
    }),
  })
  const result = simulate(model, { stopTime: 1, tolerance: 1e-9 })
  expect(result.final('x')).toBeCloseTo(2 * Math.exp(-1), 7)
  expect(result.final('der(x)')).toBeCloseTo(-2 * Math.exp(-1), 7)
})

describe('together with nonlinear constraints between states', () => {
  test('let a pendulum in Cartesian coordinates continue while a rod is divided again', () => {
    const Pendulum = Model({
      x: Var({ init: 1 }),
      y: Var({ start: 0 }),
      vx: Var({ init: 0 }),
      vy: Var({ start: 0 }),
      equations: equations`
        der(x) = vx
        der(y) = vy
        der(vx) = -F*x
        der(vy) = -F*y - 9.81
        x^2 + y^2 = 1
      `,
    })
    const rod = HeatedRod({ rod: { nT: 2, elements: expr`if after(1) then 4 else 2` } })
    const options = { stopTime: 2, tolerance: 1e-8 }
    const alone = simulate(Model({ pendulum: Pendulum }), options)
    const both = simulate(Model({ pendulum: Pendulum, heated: rod }), options)
    expect(both.signal('heated.rod.T').size).toEqual([4])
    for (const t of [0.5, 1, 1.5, 2]) {
      expect(Math.abs(both.at('pendulum.x', t) - alone.at('pendulum.x', t))).toBeLessThan(1e-5)
      expect(Math.abs(both.at('pendulum.x', t) ** 2 + both.at('pendulum.y', t) ** 2 - 1)).toBeLessThan(1e-7)
    }
  })
})

test('a segment may have no states', () => {
  let x: VariantState | null = null
  const memory: ComponentMemory = {
    initSegment(segment) {
      x = segment.time === 1 ? null : segment.state('x', { start: 1 })
    },
    evaluate() {
      if (x) x.derivatives[0] = 1
    },
    nextEvent: (t) => (t < 1 ? 1 : t < 2 ? 2 : Infinity),
    onEvent(event) {
      if ((event.time === 1 && x) || (event.time === 2 && !x)) event.requestSegment()
    },
  }
  const result = simulate(Model({ c: hooksOf(memory) }), { stopTime: 3, interval: 0.5 })
  expect(Array.from(result.time)).toEqual([0, 0.5, 1, 1, 1.5, 2, 2, 2.5, 3])
  const expected = [1, 1.5, 2, Number.NaN, Number.NaN, Number.NaN, 1, 1.5, 2]
  result.values('c.x').forEach((value, i) => {
    if (Number.isNaN(expected[i])) expect(value).toBeNaN()
    else expect(value).toBeCloseTo(expected[i], 12)
  })
})
