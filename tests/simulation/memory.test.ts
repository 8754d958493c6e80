/** Components with memory: variant states and results, compared with closed forms. */
import { equations, instantiate, Model, Par, simulate, Var } from 'vario'
import type { ComponentMemory, VariantState } from 'vario/components'
import { describe, expect, test } from 'vitest'
import { hooksOf, LinearStateSpace } from './memory-components.ts'

describe('linear systems with variant states (reference cases hidden-linear-system-1 and -2)', () => {
  const model = instantiate(
    Model({
      ss: LinearStateSpace({ A: [[-5]], B: [[5]], C: [[0.9]], W: [[1.1]], x_init: [0.2] }),
      equations: equations`
        ss.u = [2.0]
        y = ss.y[1]
      `,
    }),
  )

  test('one variant state has the closed form', () => {
    const result = model.simulate({ stopTime: 1, tolerance: 1e-9 })
    // dx/dt = -5 x + 10 from 0.2
    const x = 2 - 1.8 * Math.exp(-5)
    expect(result.finalVector('ss.x')[0]).toBeCloseTo(x, 7)
    expect(result.final('y')).toBeCloseTo(0.9 * x, 7)
    expect(result.finalVector('ss.w')[0]).toBeCloseTo(1.1 * x, 7)
    expect(result.finalVector('ss.der(x)')[0]).toBeCloseTo(10 - 5 * x, 6)
  })

  test('another run has two states and three results without a new translation', () => {
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

describe('acausal use (thesis 10.1.4)', () => {
  /** A capacitor whose voltage is a variant state. */
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
        memory: () => memory,
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

  test('an RC circuit charges by the closed form', () => {
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

  test('the derivative of a variant voltage is an error with the reason', () => {
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

test('a variant state with a unit that is not SI is converted in the result', () => {
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
