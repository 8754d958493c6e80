/** Components with memory: hidden states, event indicators, results; against closed forms and equations. */

import { FixedHeatFlow, FixedTemperature, InsulatedRod } from 'vario/library/heat-transfer'
import { equations, Model, Par, Var } from 'vario/model'
import {
  type ComponentMemory,
  instantiate,
  linearize,
  type SegmentContext,
  simulate,
  type VariantState,
} from 'vario/simulation'
import { describe, expect, test } from 'vitest'
import { HeatedRod, InsulatedRod2, simulateHeatedRods } from '../../examples/insulated-rod.ts'
import { HiddenBall, hooksOf, LinearStateSpace } from './memory-components.ts'

describe('hidden linear systems (reference cases hidden-linear-system-1 and -2)', () => {
  const model = instantiate(
    Model({
      ss: LinearStateSpace({ A: [[-5]], B: [[5]], C: [[0.9]], W: [[1.1]], x_init: [0.2] }),
      equations: equations`
        ss.u = [2.0]
        y = ss.y[1]
      `,
    }),
  )

  test('one state', () => {
    const result = model.simulate({ stopTime: 1, tolerance: 1e-9 })
    // dx/dt = -5 x + 10 from 0.2
    const x = 2 - 1.8 * Math.exp(-5)
    expect(result.finalVector('ss.x')[0]).toBeCloseTo(x, 7)
    expect(result.final('y')).toBeCloseTo(0.9 * x, 7)
    expect(result.finalVector('ss.w')[0]).toBeCloseTo(1.1 * x, 7)
    expect(result.finalVector('ss.der(x)')[0]).toBeCloseTo(10 - 5 * x, 6)
  })

  test('two states and three results in another run, without a new translation; and back', () => {
    const merge = {
      ss: {
        A: [
          [-5, 0],
          [0, -5],
        ],
        B: [[5], [5]],
        C: [[0.5, 0.5]],
        W: [
          [0.5, 0.6],
          [0.7, 0.8],
          [0.9, 1],
        ],
        x_init: [0.3, 0.4],
      },
    }
    const result = model.simulate({ stopTime: 1, tolerance: 1e-9, merge })
    const [x1, x2] = [2 - 1.7 * Math.exp(-5), 2 - 1.6 * Math.exp(-5)]
    const x = result.finalVector('ss.x')
    expect(x[0]).toBeCloseTo(x1, 7)
    expect(x[1]).toBeCloseTo(x2, 7)
    expect(result.final('y')).toBeCloseTo(0.5 * (x1 + x2), 7)
    const w = result.signal('ss.w')
    expect(w.size).toEqual([3])
    // written at every output point from the states of that point
    for (let i = 0; i < w.nPoint; i++) {
      const [a, b] = result.values('ss.x').subarray(2 * i)
      expect(w.values[3 * i + 1]).toBe(0.7 * a + 0.8 * b)
    }
    expect(model.simulate({ stopTime: 1 }).signal('ss.x').size).toEqual([1])
  })

  test('runs are repeatable to the last bit', () => {
    const first = model.simulate({ stopTime: 1 })
    model.simulate({ stopTime: 0.3, merge: { ss: { x_init: [7] } } })
    const again = model.simulate({ stopTime: 1 })
    expect(again.values('ss.x')).toEqual(first.values('ss.x'))
    expect(again.attributes).toEqual(first.attributes)
  })
})

describe('insulated rod (thesis 10.1.5, reference case heat-insulated-rod2)', () => {
  test('8 elements: the derived numbers, and the equation version', () => {
    const { asEquations, withMemory } = simulateHeatedRods()
    const derived = [
      493.0362521, 492.81312758, 492.60294887, 492.41379303, 492.25292921, 492.12653931, 492.03948044,
      491.99509821,
    ]
    const T = withMemory.finalVector('rod.T')
    // the tolerance of both runs is 1e-8; what is compared has decayed to 1 K below 493 K
    derived.forEach((value, i) => {
      expect(Math.abs(T[i] - value)).toBeLessThan(1e-5)
      expect(Math.abs(T[i] / asEquations.finalVector('rod.T')[i] - 1)).toBeLessThan(1e-7)
    })
    // … and on the way
    for (const t of [1e3, 1e4, 3e4]) {
      const [a, b] = [withMemory.vectorAt('rod.T', t), asEquations.vectorAt('rod.T', t)]
      for (let i = 0; i < 8; i++) expect(Math.abs(a[i] / b[i] - 1)).toBeLessThan(1e-6)
    }
  })

  test('shapes and units of the result', () => {
    const rod = instantiate(HeatedRod)
    for (const nT of [1, 8, 100]) {
      const result = rod.simulate({ stopTime: 1e5, merge: { rod: { nT } } })
      const T = result.signal('rod.T')
      expect([T.size, T.unit, T.kind, T.nPoint]).toEqual([[nT], 'K', 'state', 501])
      const derT = result.signal('rod.der(T)')
      expect([derT.size, derT.unit, derT.kind]).toEqual([[nT], 'K/s', 'derivative'])
      expect(T.missing).toBeUndefined()
      expect(result.has('rod.done')).toBe(false)
    }
  })

  test('what flows in at the ends is what the temperatures take up', () => {
    const result = simulate(HeatedRod, { stopTime: 1e5, merge: { rod: { nT: 8 } } })
    const C = (450 * 7500 * 0.0004 * 1) / 8
    const Q = result.values('rod.port_a.Q_flow')
    for (let i = 0; i < Q.length; i++) {
      const sum = result
        .values('rod.der(T)')
        .subarray(8 * i, 8 * i + 8)
        .reduce((a, b) => a + b)
      // all are computed from the same temperatures, of 500 K; rounding errors of those are multiplied by G = 0.47 W/K
      expect(Math.abs(C * sum - Q[i])).toBeLessThan(1e-11)
    }
  })

  test('two halves are as good as one: a linear system with factors from two memories', () => {
    const half = { L: 0.5 }
    const model = Model({
      source: FixedTemperature({ T: 493.15 }),
      a: InsulatedRod2({ ...half, nT: 4 }),
      b: InsulatedRod2({ ...half, nT: 4 }),
      tip: FixedHeatFlow(),
      connect: [
        ['source.port', 'a.port_a'],
        ['a.port_b', 'b.port_a'],
        ['b.port_b', 'tip.port'],
      ],
    })
    const both = simulate(model, { stopTime: 1e4, tolerance: 1e-9 })
    const { withMemory } = simulateHeatedRods()
    const T = [...both.finalVector('a.T'), ...both.finalVector('b.T')]
    withMemory.vectorAt('rod.T', 1e4).forEach((value, i) => {
      expect(Math.abs(T[i] / value - 1)).toBeLessThan(1e-7)
    })
    // instances have memories of their own
    expect(both.finalVector('a.T')[0]).toBeGreaterThan(both.finalVector('b.T')[0] + 50)
  })

  test('translation is the same for every number of elements', () => {
    const { translation } = instantiate(HeatedRod)
    expect(translation.states).toEqual([])
    expect(instantiate(HeatedRod({ rod: { nT: 1000 } })).translation.code.dynamics).toEqual(
      translation.code.dynamics,
    )
  })
})

describe('acausal use (thesis 10.1.4)', () => {
  /** A capacitor whose voltage is hidden. */
  const Pin = Model({ v: Var({ potential: true }), i: Var({ flow: true }) })
  const HiddenCapacitor = Model({
    p: Pin(),
    n: Pin(),
    C: Par(2),
    v0: Par(0),
    build: () => {
      let u: VariantState
      let C = 1
      let current = 0
      const memory: ComponentMemory = {
        initSegment(segment) {
          C = segment.number('C')
          u = segment.state('v', { start: segment.number('v0'), unit: 'V', nominal: 10 })
        },
        evaluate() {
          u.derivatives[0] = current / C
        },
      }
      const voltage = () => u.values[0]
      const setCurrent = (i: number) => {
        current = i
        return 0
      }
      return {
        memory,
        model: {
          equations: equations`
            p.v - n.v = ${voltage}()
            0 = p.i + n.i
            done = ${setCurrent}(p.i)
          `,
        },
      }
    },
  })
  const Resistor = Model({
    p: Pin(),
    n: Pin(),
    R: Par(1),
    equations: equations`
    R*p.i = p.v - n.v
    0 = p.i + n.i
  `,
  })
  const Source = Model({
    p: Pin(),
    n: Pin(),
    V: Par(10),
    equations: equations`
    V = p.v - n.v
    0 = p.i + n.i
  `,
  })

  test('RC circuit', () => {
    const model = Model({
      V: Source(),
      R: Resistor({ R: 0.5 }),
      C: HiddenCapacitor(),
      connect: [
        ['V.p', 'R.p'],
        ['R.n', 'C.p'],
        ['C.n', 'V.n'],
      ],
      equations: equations`V.n.v = 0`,
    })
    const result = simulate(model, { stopTime: 3, tolerance: 1e-9 })
    for (const t of [0, 0.6, 3]) {
      expect(result.at('C.v', t)).toBeCloseTo(10 * (1 - Math.exp(-t)), 6)
      expect(result.at('R.p.i', t)).toBeCloseTo(20 * Math.exp(-t), 6)
    }
  })

  test('who asks for the derivative of a hidden voltage gets an error that says why there is none', () => {
    const model = Model({
      C: HiddenCapacitor(),
      equations: equations`
        C.n.v = 0
        der(x) = der(C.p.v)
      `,
      x: Var({ init: 0 }),
    })
    expect(() => instantiate(model)).toThrow(/cannot differentiate 'voltage' with respect to time.*memory/)
  })
})

describe('events', () => {
  test('indicators: a bouncing ball, impacts by closed form', () => {
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

  test('a component asks for events at times that it knows', () => {
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

  test('a relation between hidden states and equations is an event of the model', () => {
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
        memory,
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

  test('repeat: what a component changes at an event reaches the equations at once', () => {
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
    const Steps = Model({ build: () => ({ memory, model: { equations: equations`y = ${read}()` } }) })
    const result = simulate(Model({ c: Steps() }), { stopTime: 1 })
    expect(result.at('c.y', 0)).toBe(3)
    const endless: ComponentMemory = { onEvent: (event) => event.repeat() }
    expect(() => simulate(Model({ c: hooksOf(endless) }), { stopTime: 1 })).toThrow(
      /change at t = 0 s without end/,
    )
  })
})

describe('errors name the component', () => {
  const failing = (initSegment: (segment: SegmentContext) => void, rest: ComponentMemory = {}) =>
    expect(() => simulate(Model({ a: Model({ b: hooksOf({ initSegment, ...rest }) })() }), { stopTime: 1 }))

  test.each<[string, (segment: SegmentContext) => void, RegExp]>([
    [
      'an unknown parameter',
      (s) => s.number('nt'),
      /a\.b\.nt: expected one of the parameters nT, m \(did you mean 'nT'\?\)/,
    ],
    ['a matrix for a number', (s) => s.number('m'), /a\.b\.m: expected a number/],
    ['a number for a vector', (s) => s.vector('nT'), /a\.b\.nT: expected a vector, found 1/],
    ['a number for a matrix', (s) => s.matrix('nT'), /a\.b\.nT: expected a matrix, found 1/],
    [
      'a start value',
      (s) => s.state('x', { start: [0, Number.NaN] }),
      /a\.b\.x\.start\[2\]: expected a finite number, found NaN/,
    ],
    [
      'an infinite scalar',
      (s) => s.state('x', { start: Infinity }),
      /a\.b\.x\.start: expected a finite number/,
    ],
    [
      'no start value',
      (s) => s.state('x', {} as never),
      /a\.b\.x\.start: expected a number or an array of numbers, found undefined/,
    ],
    [
      'a nominal value',
      (s) => s.state('x', { start: 0, nominal: 0 }),
      /a\.b\.x\.nominal: expected a positive number/,
    ],
    ['a size', (s) => s.result('w', { size: [2, -1] }), /a\.b\.w\.size\[1\]: expected an integer >= 0/],
    [
      'a number of indicators',
      (s) => s.indicators(0.5),
      /a\.b: number of event indicators: expected an integer >= 0/,
    ],
    [
      'a name of the model',
      (s) => s.state('nT', { start: 0 }),
      /a\.b\.nT: expected a name that neither the model/,
    ],
    [
      'a name twice',
      (s) => [s.state('x', { start: 0 }), s.result('x')],
      /a\.b\.x: expected a name that neither the model/,
    ],
    ['an unknown unit', (s) => s.state('x', { start: 0, unit: 'quux' }), /quux/],
  ])('%s', (_what, initSegment, message) => {
    failing(initSegment).toThrow(message)
  })

  test('a derivative that nobody writes', () => {
    failing((s) => s.state('x', { start: [0, 0] })).toThrow(/state a\.b\.x\[1\]/)
  })

  test('an indicator that is not finite', () => {
    let z: { values: Float64Array }
    failing(
      (s) => {
        z = s.indicators(2)
      },
      {
        evaluate: () => {
          z.values[1] = Number.NaN
        },
      },
    ).toThrow(/a\.b: event indicator 2/)
  })
})

test('a hidden state with a unit that is not SI is converted in the result', () => {
  let T: VariantState
  const memory: ComponentMemory = {
    initSegment(segment) {
      T = segment.state('T', { start: 300, unit: 'degC' })
    },
    evaluate() {
      T.derivatives[0] = 1
    },
  }
  const result = simulate(Model({ c: hooksOf(memory) }), { stopTime: 1 })
  expect(result.final('c.T')).toBeCloseTo(301 - 273.15, 9)
})

test('the rod as equations and the rod of the library agree with a rod of one element', () => {
  // one element: dT/dt = k*(2*(Ta - T)) with k = lambda/(c*rho), Ta = 493.15
  const k = 74 / (450 * 7500)
  const exact = 493.15 - 200 * Math.exp(-2 * k * 1e4)
  const one = simulate(HeatedRod, { stopTime: 1e4, tolerance: 1e-9, merge: { rod: { nT: 1 } } })
  expect(Math.abs(one.finalVector('rod.T')[0] / exact - 1)).toBeLessThan(1e-8)
  const vector = HeatedRod.extend({ rod: null }).extend({ rod: InsulatedRod({ T: { init: [293.15] } }) })
  const other = simulate(vector, { stopTime: 1e4, tolerance: 1e-9 })
  expect(Math.abs(other.finalVector('rod.T')[0] / exact - 1)).toBeLessThan(1e-8)
})

describe('other ways through the same model', () => {
  test('the interpreter does what generated code does', () => {
    const options = { stopTime: 1e4, merge: { rod: { nT: 6 } } }
    const generated = instantiate(HeatedRod).simulate(options)
    const interpreted = instantiate(HeatedRod, { interpret: true }).simulate(options)
    expect(interpreted.values('rod.T')).toEqual(generated.values('rod.T'))
    expect(interpreted.values('rod.port_a.Q_flow')).toEqual(generated.values('rod.port_a.Q_flow'))
  })

  test('hidden states are linearised with the others, by differences', () => {
    const { A, states, isExact } = linearize(HeatedRod({ rod: { nT: 3 } }), { stopTime: 1e3 })
    expect(isExact).toBe(false)
    expect(states).toEqual(['rod.T[1]', 'rod.T[2]', 'rod.T[3]'])
    const k = (74 / (450 * 7500)) * 9
    const exact = [
      [-3, 1, 0],
      [1, -2, 1],
      [0, 1, -1],
    ]
    // one-sided differences of a linear function: rounding errors of 1e-16*400 K over increments of 1.5e-8*400 K
    exact.forEach((row, i) => {
      row.forEach((value, j) => {
        expect(Math.abs(A[i][j] / k - value)).toBeLessThan(1e-6)
      })
    })
  })
})
