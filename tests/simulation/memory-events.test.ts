/** Components with memory at events: indicators, times, repetitions. */
import { equations, Model, simulate, Var } from 'vario'
import type { ComponentMemory, EventIndicators, VariantState } from 'vario/components'
import { describe, expect, test } from 'vitest'
import { HiddenBall, hooksOf } from './memory-components.ts'

describe('events', () => {
  test('event indicators locate the impacts of a bouncing ball by the closed form', () => {
    const result = simulate(Model({ ball: HiddenBall() }), { stopTime: 2, tolerance: 1e-9 })
    const speed = Math.sqrt(2 * 9.81)
    let t = speed / 9.81
    for (let k = 1; t < 2; k++) {
      // the located bracket is 100 eps wide; errors of the impacts before add up
      expect(result.at('ball.h', t)).toBeCloseTo(0, 8)
      expect(result.at('ball.v', t + 1e-9)).toBeCloseTo(speed * 0.7 ** k, 6)
      expect(result.at('ball.bounces', t + 1e-9)).toBeCloseTo(k, 3)
      t += (2 * speed * 0.7 ** k) / 9.81
    }
    expect(result.signal('ball.h').size).toEqual([])
    expect(Math.min(...result.values('ball.h'))).toBeGreaterThan(-1e-9)
  })

  test('a component requests events at times that it knows', () => {
    let x: VariantState
    const times: number[] = []
    const memory: ComponentMemory = {
      initSegment(segment) {
        times.length = 0
        x = segment.state('x', { start: 0 })
      },
      evaluate() {
        x.derivatives[0] = times.length % 2 === 0 ? -1 : 1
      },
      nextEvent: (t) => 0.25 * Math.floor(t / 0.25 + 1 + 1e-9),
      onEvent(event) {
        if (event.time > 0) times.push(event.time)
      },
    }
    const result = simulate(Model({ c: hooksOf(memory) }), { stopTime: 1 })
    expect(times).toEqual([0.25, 0.5, 0.75, 1])
    // slopes -1 and 1 in turns
    expect(result.at('c.x', 0.25)).toBeCloseTo(-0.25, 12)
    expect(result.final('c.x')).toBeCloseTo(0, 12)
  })

  test('a component without event detection has no events, and its indicators are not evaluated', () => {
    // a sine with the period 1, watched from 0.6 s to 1.7 s
    let indicators: EventIndicators
    let isWatching = false
    let evaluations = 0
    const crossings: number[] = []
    const memory: ComponentMemory = {
      initSegment(segment) {
        indicators = segment.indicators(1)
        isWatching = false
        evaluations = 0
      },
      evaluateIndicators(t) {
        evaluations++
        indicators.values[0] = Math.sin(2 * Math.PI * t)
      },
      isWatching: () => isWatching,
      nextEvent: (t) => (t < 0.6 ? 0.6 : t < 1.7 ? 1.7 : Infinity),
      onEvent(event) {
        isWatching = event.time >= 0.6 && event.time < 1.7
        if (indicators.crossing[0] !== 0) crossings.push(event.time)
      },
    }
    const options = { stopTime: 3, maxStep: 0.1 }
    simulate(Model({ c: hooksOf(memory), x: Var({ init: 0 }), equations: equations`der(x) = -x` }), options)
    // located to some eps
    expect(crossings.map((t) => Math.round(t * 1e9) / 1e9)).toEqual([1, 1.5])
    const watched = evaluations
    isWatching = true
    const { isWatching: _asked, onEvent: _event, ...always } = memory
    simulate(Model({ c: hooksOf(always), x: Var({ init: 0 }), equations: equations`der(x) = -x` }), options)
    // 1.1 s of 3 s, and events twice
    expect(watched).toBeGreaterThan(10)
    expect(watched).toBeLessThan(0.6 * evaluations)
  })

  test('a relation between variant states and equations is an event of the model', () => {
    let x: VariantState
    const memory: ComponentMemory = {
      initSegment(segment) {
        x = segment.state('x', { start: 1 })
      },
      evaluate() {
        x.derivatives[0] = -x.values[0]
      },
    }
    const hidden = () => x.values[0]
    const Decay = Model({
      build: () => ({
        memory: () => memory,
        model: {
          equations: equations`
      isLow = ${hidden}() < 0.5
      limit = if isLow then 1 else 0
      der(y) = limit
    `,
          y: Var({ init: 0 }),
        },
      }),
    })
    const result = simulate(Model({ c: Decay() }), { stopTime: 1, tolerance: 1e-10 })
    expect(result.final('c.y')).toBeCloseTo(1 - Math.LN2, 9)
    expect(result.attributes['statistics']).toMatchObject({ events: 1 })
  })

  test('the equations see changes of a component at the same event, by repeat', () => {
    let level = 0
    const memory: ComponentMemory = {
      initSegment: (segment) => {
        if (segment.isFirst) level = 0
      },
      onEvent(event) {
        if (level >= 3) return
        level++
        event.repeat()
      },
    }
    const read = () => level
    const Steps = Model({
      build: () => ({ memory: () => memory, model: { equations: equations`y = ${read}()` } }),
    })
    const result = simulate(Model({ c: Steps() }), { stopTime: 1 })
    expect(result.at('c.y', 0)).toBe(3)
    const endless: ComponentMemory = { onEvent: (event) => event.repeat() }
    expect(() => simulate(Model({ c: hooksOf(endless) }), { stopTime: 1 })).toThrow(
      /at t = 0 s: components with memory keep changing/,
    )
  })
})
