/** Cases of the language reference: arrays. */
import { equations, expr, instantiate, Model, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { checkInterpreter } from '../support/check-interpreter.ts'
import { StateSpace } from './support/blocks.ts'
import { expectClose, SIMULATION_TOLERANCE as tolerance } from './support/expect-close.ts'

checkInterpreter()

describe('arrays', () => {
  const ArrayOde = Model({
    A: [
      [-1, 0],
      [0, -2],
    ],
    x: Var({ init: [1, 2] }),
    equations: equations`der(x) = A*x`,
  })

  it('array-ode', () => {
    const result = simulate(ArrayOde, { stopTime: 2, tolerance })
    expectClose(result.final('x[1]'), Math.exp(-2))
    expectClose(result.final('x[2]'), 2 * Math.exp(-4))
    expect(result.signal('der(x)').size).toEqual([2])
  })

  it('array-ode with another size', () => {
    const model = instantiate(ArrayOde)
    const A = [
      [-1, 0, 0],
      [0, -2, 0],
      [0, 0, -3],
    ]
    const result = model.simulate({ stopTime: 2, tolerance, merge: { A, x: [1, 2, 3] } })
    const expected = [Math.exp(-2), 2 * Math.exp(-4), 3 * Math.exp(-6)]
    expected.forEach((value, i) => {
      expectClose(result.final(`x[${i + 1}]`), value)
    })
    // and back again
    expect(model.simulate({ stopTime: 2, tolerance }).signal('x').size).toEqual([2])
  })

  /** Step response of 1/(1 + 2 D s/w + s^2/w^2): x and its derivative. */
  function secondOrder(w: number, D: number, t: number): [number, number] {
    const wd = w * Math.sqrt(1 - D * D)
    const decay = Math.exp(-D * w * t)
    const x = 1 - decay * (Math.cos(wd * t) + ((D * w) / wd) * Math.sin(wd * t))
    return [x, ((decay * w * w) / wd) * Math.sin(wd * t)]
  }

  it('state-space-param-expr and state-space-param-decl-skipped', () => {
    const model = instantiate(
      Model({
        w: 20,
        D: 0.1,
        k: 2,
        sys: StateSpace({
          A: expr`[0, 1; -w^2, -2*D*w]`,
          B: expr`[0, w^2]`,
          C: expr`[[k, 0]]`,
          D: expr`zeros(1)`,
          x: { init: [0, 0] },
        }),
        equations: equations`sys.u = 1`,
      }),
    )
    const runs = [
      { merge: { D: 0.3 }, expected: secondOrder(20, 0.3, 1), k: 2 },
      { merge: { w: 100, D: 0.1, k: 1.1 }, expected: secondOrder(100, 0.1, 1), k: 1.1 },
    ]
    for (const { merge, expected, k } of runs) {
      const result = model.simulate({ stopTime: 1, tolerance, merge })
      expectClose(result.final('sys.x[1]'), expected[0])
      // the derivative oscillates with amplitude w
      expectClose(result.final('sys.x[2]'), expected[1], 1e-4)
      expectClose(result.finalVector('sys.y')[0], k * expected[0])
    }
  })

  it('state-space-matrix-merge', () => {
    const model = Model({
      sys: StateSpace({
        A: [
          [0, 1],
          [-100, -12],
        ],
        B: [0, 400],
        C: [[2, 0]],
        D: [0],
        x: { init: [0, 0] },
      }),
      equations: equations`sys.u = 1`,
    })
    const A = [
      [0, 1],
      [-400, -12],
    ]
    const result = simulate(model, { stopTime: 1, tolerance, merge: { sys: { A } } })
    const [x, v] = secondOrder(20, 0.3, 1)
    expectClose(result.final('sys.x[1]'), x)
    expectClose(result.final('sys.x[2]'), v, 1e-5)
  })

  it('hidden-linear-system-1 and hidden-linear-system-2, as equations whose arrays change their sizes', () => {
    const model = instantiate(
      Model({
        ss: Model({
          A: [[-5]],
          B: [[5]],
          C: [[0.9]],
          W: [[1.1]],
          x: Var({ init: [0.2] }),
          equations: equations`
            der(x) = A*x + B*u
            y = C*x
            w = W*x
          `,
        }),
        equations: equations`
          ss.u = [2.0]
          y = ss.y[1]
        `,
      }),
    )
    const first = model.simulate({ stopTime: 1, tolerance })
    const x1 = 2 - 1.8 * Math.exp(-5)
    expectClose(first.final('ss.x[1]'), x1)
    expectClose(first.final('y'), 0.9 * x1)
    expectClose(first.final('ss.w[1]'), 1.1 * x1)

    const second = model.simulate({
      stopTime: 1,
      tolerance,
      merge: {
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
          x: [0.3, 0.4],
        },
      },
    })
    const [a, b] = [2 - 1.7 * Math.exp(-5), 2 - 1.6 * Math.exp(-5)]
    expectClose(second.final('ss.x[1]'), a)
    expectClose(second.final('ss.x[2]'), b)
    expectClose(second.final('ss.w[3]'), 0.9 * a + b)
    expectClose(second.final('y'), 0.5 * (a + b))
  })

  it('linear-equations-kernel: a linear system in a scalar and a vector', () => {
    const model = Model({
      A: [
        [1, 2, 3, 4, 5],
        [0, 2, 0, 0, 0],
        [0, 0, 3, 0, 0],
        [0, 0, 0, 4, 0],
        [0, 0, 0, 0, 5],
      ],
      b: [-1, -2, -3, -4, -5],
      x1: Var({ start: [0, 0, 0, 0, 0] }),
      equations: equations`
        A*x1 + zeros(5)*x2 = b
        x1[1] + 2*x1[2] + 3*x1[3] + 4*x2 = 0
      `,
    })
    const { translation } = instantiate(model)
    expect(translation.systems.map(({ kind, isConstant }) => [kind, isConstant])).toEqual([['linear', true]])
    const result = simulate(model, { stopTime: 0 })
    // exact for the elimination of small integers
    expect(Array.from(result.finalVector('x1'))).toEqual([13, -1, -1, -1, -1])
    expect(result.final('x2')).toBe(-2)
  })
})
