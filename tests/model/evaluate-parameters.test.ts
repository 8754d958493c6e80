import { equations, expr, Model, Par, quantity, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { evaluateModel, evaluateParameters, flatten } from '../../src/model/index.ts'
import { Filter, Resistor } from './circuits.ts'
import { messageOf } from './support.ts'

const values = (
  model: Parameters<typeof flatten>[0],
  merge?: Record<string, unknown>,
): Record<string, unknown> => Object.fromEntries(evaluateParameters(flatten(model), merge))

describe('evaluateParameters', () => {
  it('evaluates parameters in SI units, in the order of their dependencies', () => {
    const M = Model({
      b: expr`2*a`,
      a: expr`c + 1`,
      c: Par(3),
      L: Par(20, 'mm'),
      T: Par(20, 'degC'),
      v: Par([36, 72], 'km/h'),
      A: [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
      on: true,
      s: 'text',
      x: Var({ init: quantity(5, 'mm'), unit: 'm' }),
      y: Var({ start: expr`2*L` }),
      equations: equations`der(x) = y; y = 1`,
    })
    expect(values(M)).toEqual({
      ...{ b: 8, a: 4, c: 3, L: 0.02, T: 293.15, on: true, s: 'text', x: 0.005, y: 0.04 },
      v: Float64Array.of(10, 20),
      A: { rows: 3, cols: 2, data: Float64Array.of(1, 2, 3, 4, 5, 6) },
    })
  })

  it('evaluates matrices of expressions of enclosing scalars (case state-space-param-expr)', () => {
    const StateSpace = Model({
      ...{
        A: Par([]),
        B: Par([]),
        C: Par([]),
        u: Var({ input: true }),
        y: Var({ output: true }),
        x: Var({ init: [] }),
      },
      equations: equations`der(x) = A*x + B*u; y = C*x`,
    })
    const M = Model({
      w: 20,
      D: 0.1,
      k: 2,
      sys: StateSpace({
        A: expr`[0, 1; -w^2, -2*D*w]`,
        B: expr`[0; w^2]`,
        C: expr`[k, 0; 0, 0]`,
        x: { init: [0, 0] },
      }),
      equations: equations`sys.u = 1`,
    })
    expect(values(M, { D: 0.3 })['sys.A']).toEqual({
      rows: 2,
      cols: 2,
      data: Float64Array.of(0, 1, -400, -12),
    })
    expect(
      values(M, {
        sys: {
          A: [
            [0, 1],
            [-1, -1],
          ],
        },
      })['sys.A'],
    ).toEqual({
      ...{ rows: 2, cols: 2, data: Float64Array.of(0, 1, -1, -1) },
    })
    // an empty array may be replaced by any value
    expect(values(Model({ s: StateSpace() }), { s: { A: [[1]] } })['s.A']).toMatchObject({ rows: 1, cols: 1 })
  })

  it('evaluates expressions in attributes', () => {
    const M = Model({
      x0: 2,
      x: Var({ init: expr`x0`, min: -1, max: expr`10*x0`, nominal: quantity(5, 'mm'), unit: 'm' }),
      equations: equations`der(x) = -x`,
    })
    expect(evaluateModel(flatten(M)).attributes.get('x')).toEqual({
      init: 2,
      min: -1,
      max: 20,
      nominal: 0.005,
    })
    const C = Model({ T: Var({ start: 20, nominal: 10, unit: 'degC' }), equations: equations`der(T) = 1` })
    expect(evaluateModel(flatten(C)).attributes.get('T')).toEqual({ start: 293.15, nominal: 10 })
  })
})

describe('merge', () => {
  const Lag = Model({
    T: Par(0.2, 's'),
    x: Var({ init: 0.3 }),
    equations: equations`T*der(x) + x = sin(time)`,
  })

  it('sets parameters and init values (case first-order-merge-at-simulate)', () => {
    const merged = Lag.extend({ T: 0.3, x: { init: 0.6 } })
    expect(values(merged)).toEqual({ T: 0.3, x: 0.6 })
    expect(values(merged, { T: 0.4, x: 0.9 })).toEqual({ T: 0.4, x: 0.9 })
    expect(values(Lag, { x: { init: 1, nominal: 5 } })['x']).toBe(1)
  })

  it('accepts nested maps (case filter-circuit-merge-access), paths and arrays', () => {
    expect(values(Filter, { R: { R: 5 }, C: { v: 3 } })).toEqual({ 'R.R': 5, 'C.C': 2, 'V.V': 10, 'C.v': 3 })
    expect(values(Filter, { 'R.R': 5 })['R.R']).toBe(5)
    const Ladder = Model({ cells: [Resistor(), Resistor(), Resistor()] })
    expect(values(Ladder, { cells: { R: 7 } })).toEqual({ 'cells[1].R': 7, 'cells[2].R': 7, 'cells[3].R': 7 })
    expect(values(Ladder, { cells: [null, { R: 8 }, null] })['cells[2].R']).toBe(8)
    expect(values(Ladder, { 'cells[3]': { R: 9 } })['cells[3].R']).toBe(9)
  })

  it('changes dependent parameters', () => {
    const M = Model({
      r: 2,
      R: Resistor({ R: expr`r` }),
      x: Var({ init: expr`3*r` }),
      equations: equations`der(x) = -x`,
    })
    expect(values(M, { r: 5 })).toEqual({ r: 5, 'R.R': 5, x: 15 })
    expect(values(M, { R: { R: 1 } })).toEqual({ r: 2, 'R.R': 1, x: 6 })
    expect(values(M, { x: expr`4*r` })['x']).toBe(8)
  })

  it('converts quantities, and takes plain numbers in the declared unit', () => {
    const M = Model({ L: Par(1, 'mm'), x: Var({ init: 0, unit: 'm' }), equations: equations`der(x) = 1` })
    expect(values(M, { L: 5, x: quantity(3, 'mm') })).toEqual({ L: 0.005, x: 0.003 })
    expect(values(M, { L: quantity(2, 'm') })['L']).toBe(2)
    expect(messageOf(() => values(M, { L: quantity(2, 's') }))).toMatch(
      /^merge\.L: convert: expected a unit of the dimension .*, got 's'/,
    )
  })

  it('changes the length of a vector, but not a scalar into a vector (case err-fixed-length)', () => {
    const M = Model({ k: 1, x: Var({ init: [1, 2] }), equations: equations`der(x) = -k*x` })
    expect(values(M, { x: [1, 2, 3] })['x']).toEqual(Float64Array.of(1, 2, 3))
    expect(messageOf(() => values(M, { k: [1, 2] }))).toBe(
      'merge.k: expected a number, because a scalar stays a scalar, got [1, 2].',
    )
    expect(messageOf(() => values(Lag, { x: [1, 2, 3] }))).toBe(
      'merge.x: expected a number, because a scalar stays a scalar, got [1, 2, 3].',
    )
    expect(messageOf(() => values(M, { x: 1 }))).toBe('merge.x: expected a vector, got 1.')
    expect(messageOf(() => values(M, { k: 'a' }))).toBe("merge.k: expected a number, got 'a'.")
  })

  it('lists the existing names in the error for an unknown path', () => {
    expect(messageOf(() => values(Filter, { R: { RR: 5 } }))).toBe(
      "merge.R.RR: expected one of the names R, v, p, n, i (did you mean 'R'?), got 'RR'.",
    )
    expect(messageOf(() => values(Filter, { D: { R: 5 } }))).toBe(
      "merge.D: expected one of the names R, C, V, ground, got 'D'.",
    )
    expect(messageOf(() => values(Filter, { R: 5 }))).toBe(
      'merge.R: expected a map { … }, because it is a sub-model, got 5.',
    )
  })

  it('takes a value with its unit, as a modified model does', () => {
    const M = Model({ T: Par(0.1, 's'), v: Par([1, 2], 'm') })
    const attributes = { T: { value: 50, unit: 'ms' }, v: { value: [5, 6], unit: 'mm' } }
    const exact = { T: 0.05, v: new Float64Array([0.005, 0.006]) }
    expect(values(M, attributes)).toEqual(exact)
    expect(values(M.extend(attributes))).toEqual(exact)
    expect(values(M, { T: Par(50, 'ms') }).T).toBe(0.05)
    expect(values(M, { T: { value: 50, unit: 's' } }).T).toBe(50)
    expect(messageOf(() => values(M, { T: { unit: 'ms' } }))).toMatch(/^merge\.T: expected a value, because/)
    expect(messageOf(() => values(M, { T: { value: 1, unit: 'm' } }))).toMatch(/^merge\.T: .*dimension s/)
    expect(messageOf(() => values(M, { T: { value: quantity(1, 's'), unit: 'ms' } }))).toMatch(
      /^merge\.T\.unit/,
    )
    for (const attribute of [{ min: 0 }, { fixed: false }, { info: 'time' }])
      expect(messageOf(() => values(M, { T: { value: 1, ...attribute } }))).toMatch(
        /^merge\.T\.(min|fixed|info): expected a value and its unit; anything else needs a new model/,
      )
  })
})

describe('errors', () => {
  it('the error for a cycle lists its parameters', () => {
    const M = Model({ a: expr`b + 1`, b: expr`2*s.c`, s: Model({ c: 1 })({ c: expr`a` }) })
    expect(messageOf(() => values(M))).toBe(
      'a: expected a value that does not depend on itself, got the cycle a → b → s.c → a. Give one of them a number.',
    )
  })

  it('a value outside the limits of its parameter is an error', () => {
    const M = Model({ m: Par(1, 'kg', { min: 0, max: 10 }) })
    expect(messageOf(() => values(M, { m: -1 }))).toBe(
      'm: expected a value >= 0 and <= 10 (in SI units), got -1.',
    )
    expect(values(M, { m: 10 })).toEqual({ m: 10 })
  })

  it('the error for an expression that cannot be evaluated names the parameter', () => {
    expect(messageOf(() => values(Model({ a: [1, 2], b: expr`a[3]` })))).toMatch(/^b: expr, line 1: /)
  })
})
