/** Cases of the language reference: one component, variables, parameters, merging, units, arrays. */
import { convert, parseUnit, printUnit } from 'vario/base'
import { equalModels, equations, expr, Model, merge, Par, quantity, redeclare, Var } from 'vario/model'
import { instantiate, simulate } from 'vario/simulation'
import { describe, expect, it } from 'vitest'
import { StateSpace } from './support/blocks.ts'
import { expectClose, SIMULATION_TOLERANCE as tolerance } from './support/expect-close.ts'
import '../support/check-interpreter.ts'

const inputSignal = (t: number): number => Math.sin(t)

const FirstOrder = Model({
  T: Par(0.2, 's'),
  x: Var({ init: 0.3 }),
  equations: equations`
    u = ${inputSignal}(time)
    T*der(x) + x = u
    y = 2*x
  `,
})

/** x of T*der(x) + x = sin(t), x(0) = x0. */
function firstOrder(t: number, T: number, x0: number): number {
  const scale = 1 + T * T
  const particular = (Math.sin(t) - T * Math.cos(t)) / scale
  return particular + (x0 + T / scale) * Math.exp(-t / T)
}

describe('first-order lag', () => {
  it('first-order', () => {
    const result = simulate(FirstOrder, { stopTime: 10, tolerance })
    expectClose(result.final('x'), firstOrder(10, 0.2, 0.3))
    expectClose(result.final('x'), -0.36173731)
    expect(result.final('y')).toBe(2 * result.final('x'))
  })

  it('first-order with every solver', () => {
    for (const solver of ['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const) {
      expectClose(
        simulate(FirstOrder, { stopTime: 10, tolerance, solver }).final('x'),
        firstOrder(10, 0.2, 0.3),
      )
    }
  })

  it('first-order-merge-at-simulate', () => {
    const Merged = FirstOrder({ T: 0.3, x: { init: 0.6 } })
    expectClose(simulate(Merged, { stopTime: 10, tolerance }).final('x'), firstOrder(10, 0.3, 0.6))
    const model = instantiate(Merged)
    const result = model.simulate({ stopTime: 10, tolerance, merge: { T: 0.4, x: 0.9 } })
    expectClose(result.final('x'), firstOrder(10, 0.4, 0.9))
    // A merge belongs to one run; the model stays what it was.
    expectClose(model.simulate({ stopTime: 10, tolerance }).final('x'), firstOrder(10, 0.3, 0.6))
  })

  it('first-order-trajectory', () => {
    const result = simulate(FirstOrder, { stopTime: 10, tolerance, merge: { T: 0.4, x: 0.9 } })
    expect(result.time).toHaveLength(501)
    for (const t of [0, 0.02, 1, 2, 4, 6, 8, 10]) {
      const x = firstOrder(t, 0.4, 0.9)
      expectClose(result.at('x', t), x)
      expectClose(result.at('der(x)', t), (Math.sin(t) - x) / 0.4)
      expectClose(result.at('u', t), Math.sin(t))
      expectClose(result.at('y', t), 2 * x)
    }
    expect(result.names).toEqual(['time', 'x', 'der(x)', 'u', 'y', 'T'])
    expect(result.signal('time').unit).toBe('s')
    expect(result.signal('x').kind).toBe('state')
    expect(result.signal('der(x)').kind).toBe('derivative')
    expect(result.signal('der(x)').unit).toBe('1/s')
    expect(result.signal('T').kind).toBe('parameter')
    expect(result.parameter('T')).toBe(0.4)
    expect(result.signal('T').unit).toBe('s')
  })

  it('first-order-parameter-decl', () => {
    const model = FirstOrder.extend({ T: redeclare(Var({ value: 0.2 })) })
    expectClose(simulate(model, { stopTime: 10, tolerance }).final('x'), firstOrder(10, 0.2, 0.3))
  })

  it('simple-filter', () => {
    const model = Model({ T: 0.2, x: Var({ init: 0.5 }), equations: equations`T*der(x) + x = 2` })
    expectClose(simulate(model, { stopTime: 5, tolerance }).final('x'), 2 - 1.5 * Math.exp(-25))
  })

  it('low-high-pass', () => {
    const LowPass = Model({
      T: Par(0.2, 's'),
      u: Var({ input: true, unit: 'V' }),
      y: Var(expr`x`, { output: true, unit: 'V' }),
      x: Var({ init: 0, unit: 'V' }),
      equations: equations`T*der(x) + x = u`,
    })
    const LowHighPass = LowPass.extend({
      y: null,
      low: Var(expr`x`, { output: true }),
      high: Var(expr`-x + u`, { output: true }),
    })
    const model = LowHighPass.extend({
      one: Par(1, 's'),
      rate: Par(1, '1/s2'),
      volt: Par(1, 'V'),
      u: Var(expr`sin((time + one)*rate*time)*volt`),
      x: { init: 0.2 },
    })
    const result = simulate(model, { stopTime: 5, tolerance })
    // The independent value has eight digits.
    expectClose(result.final('x'), -0.22633045, 1e-7)
    expect(result.has('y')).toBe(false)
    expect(result.final('low')).toBe(result.final('x'))
    expectClose(result.final('high'), Math.sin(30) - result.final('x'))
  })
})

describe('inputs and outputs', () => {
  const model = Model({
    T: Par(0.2, 's'),
    u: Var({ input: true, start: 0 }),
    y: Var({ output: true }),
    x: Var({ init: 0.3 }),
    equations: equations`
      T*der(x) + x = u
      y = 2*x
    `,
  })

  it('input-constant-start', () => {
    const result = simulate(model, { stopTime: 2, tolerance })
    // relative to x itself: the absolute tolerance 1e-9 is a small part of 1.36e-5
    expect(Math.abs(result.final('x') / (0.3 * Math.exp(-10)) - 1)).toBeLessThan(1e-3)
    expectClose(
      simulate(model, { stopTime: 2, tolerance, merge: { u: 1 } }).final('x'),
      1 - 0.7 * Math.exp(-10),
    )
  })

  it('takes an input from a function', () => {
    const result = simulate(model, { stopTime: 2, tolerance, inputs: { u: Math.sin } })
    expectClose(result.final('x'), firstOrder(2, 0.2, 0.3))
    expectClose(result.final('u'), Math.sin(2))
  })
})

describe('variables', () => {
  it('no-states-sine', () => {
    const model = Model({ f: 2, equations: equations`y = sin(2*3.14*f*time)` })
    const result = simulate(model, { stopTime: 1, tolerance })
    expect(result.time).toHaveLength(501)
    result.time.forEach((t, k) => {
      expectClose(t, k / 500, 1e-15)
      // one rounding error of the argument, up to 12.56 ulp, and one of the sine
      expectClose(result.values('y')[k], Math.sin(12.56 * t), 1e-14)
    })
    expect(result.names).toEqual(['time', 'y', 'f'])
  })

  it('variable-merge-algebra', () => {
    const attributesOf = (a: object, b: object): unknown => merge(Model({ v: Var(a) }), { v: b }).members['v']
    expect(attributesOf({ input: true, flow: true }, { min: 0, nominal: 10, init: 5 })).toEqual(
      Var({ input: true, flow: true, min: 0, nominal: 10, init: 5 }),
    )
    const v4 = Model({ v4: Par(quantity(5.5, 'm/s'), { min: 0 }) })
    expect(merge(v4, { v4: { max: 10, min: 1 } }).members['v4']).toEqual(
      Par(quantity(5.5, 'm/s'), { min: 1, max: 10 }),
    )
    // null deletes an attribute
    expect(merge(v4, { v4: { min: null } }).members['v4']).toEqual(Par(quantity(5.5, 'm/s')))
    expect(Var(2)).toEqual(Var({ value: 2 }))
    expect(Var([1, 2, 3])).toEqual(Var({ value: [1, 2, 3] }))
    const connector = Model({ v: Var({ potential: true }), i: Var({ flow: true }) })
    expect(
      equalModels(
        connector({ v: { nominal: 10 } }),
        Model({ v: Var({ potential: true, nominal: 10 }), i: Var({ flow: true }) }),
      ),
    ).toBe(true)
  })

  const Decay = Model({
    p: -1,
    s: 'a text that nothing uses',
    x: Var({ init: 0 }),
    y: Var({ start: 0 }),
    equations: equations`der(x) = p*x + 1`,
  })

  it('variables-decay', () => {
    const result = simulate(Decay, { stopTime: 1, tolerance })
    expectClose(result.final('x'), 1 - Math.exp(-1))
    expect(result.parameter('s')).toBe('a text that nothing uses')
  })

  it('variables-decay-merge', () => {
    const result = simulate(Decay, { stopTime: 1, tolerance, merge: { p: -2, x: 2 } })
    expectClose(result.final('x'), 2 - 1.5 * (1 - Math.exp(-2)))
  })
})

describe('units', () => {
  it('pendulum-trajectory', () => {
    const model = Model({
      L: Par(0.8, 'm'),
      m: Par(1, 'kg'),
      d: Par(0.5, 'N.m.s/rad'),
      g: Par(9.81, 'm/s2'),
      phi: Var({ init: 1.57, unit: 'rad' }),
      w: Var({ init: 0, unit: 'rad/s' }),
      r: Var({ unit: 'm' }),
      equations: equations`
        w = der(phi)
        0 = m*L^2*der(w) + d*w + m*g*L*sin(phi)
        r = [L*cos(phi), -L*sin(phi)]
      `,
    })
    const { translation } = instantiate(model)
    expect(translation.states.map((state) => state.name)).toEqual(['w', 'phi'])
    const result = simulate(model, { stopTime: 10, tolerance })
    expect(result.time).toHaveLength(501)
    // independent integration, eight digits
    expectClose(result.final('phi'), -0.02484928, 2e-8)
    expectClose(result.final('w'), -0.0480878, 1e-7)
    // values of a run with tolerance 1e-6: its errors are below 1e-5
    const phi = [1.57, 1.56756023, -1.01420184, 0.68860375, 0.26644405, 0.05112327, -0.0196604]
    const w = [0, -0.24334354, -0.22378245, -0.22340967, -0.66705232, -0.48303216, -0.20893299]
    ;[0, 0.02, 1, 2, 4, 6, 8].forEach((t, k) => {
      expectClose(result.at('phi', t), phi[k], 1e-5)
      expectClose(result.at('w', t), w[k], 1e-5)
    })
    expectClose(result.at('der(w)', 0), -12.262496111951622, 1e-14)
    expect(Array.from(result.vectorAt('r', 0))).toEqual([0.8 * Math.cos(1.57), -0.8 * Math.sin(1.57)])
    expect(result.signal('r').size).toEqual([2])
    expect(result.names).toEqual(['time', 'w', 'der(w)', 'phi', 'der(phi)', 'r', 'L', 'm', 'd', 'g'])
    expect(result.signal('r').unit).toBe('m')
    expect(parseUnit(result.signal('der(w)').unit).dimension).toEqual(parseUnit('rad/s2').dimension)
  })

  it('units', () => {
    const model = Model({
      T: Par(0.2, 's'),
      u0: Par(8.5, 'kg'),
      k: Par(1, '1/kg'),
      m: Par(10, 'kg'),
      F: Par(20, 'N'),
      x: Var({ init: 5.5, unit: 'kg' }),
      v: Var({ init: 1, unit: 'm/s' }),
      a: Var({ unit: 'm/s2' }),
      equations: equations`
        T*der(x) + x = u0
        y = x
        z = x*k
        F = m*a
        der(v) = a
      `,
    })
    const result = simulate(model, { stopTime: 1, tolerance })
    expectClose(result.final('x'), 8.5 - 3 * Math.exp(-5))
    expectClose(result.final('v'), 3)
    expect(result.final('z')).toBe(result.final('x'))
  })

  it('converts init values, parameters and merged values to SI', () => {
    const model = Model({
      T: Par(200, 'ms'),
      s: Var({ init: quantity(1500, 'mm'), unit: 'cm' }),
      v: Par(36, 'km/h'),
      equations: equations`der(s) = v - s/T`,
    })
    // s = v*T + (s0 - v*T)*exp(-t/T) with v*T = 2 m
    const result = simulate(model, { stopTime: 0.2, tolerance })
    expect(result.signal('s').unit).toBe('cm')
    expectClose(result.final('s'), 200 - 50 * Math.exp(-1))
    expectClose(result.at('der(s)', 0), 250, 1e-12)
    const merged = simulate(model, { stopTime: 0.2, tolerance, merge: { s: quantity(1, 'm') } })
    expectClose(merged.final('s'), 200 - 100 * Math.exp(-1))
  })

  it('unit-strings', () => {
    expect(printUnit(parseUnit('m/s'))).toBe('m/s')
    for (const text of ['m/s', 'N.m.s/rad', 'kg.m2', 'W/(m.K)']) {
      expect(parseUnit(printUnit(parseUnit(text))).dimension).toEqual(parseUnit(text).dimension)
    }
    expect(convert(2, 'mm/s', 'm/s')).toBe(0.002)
  })
})

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
    // and back
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
