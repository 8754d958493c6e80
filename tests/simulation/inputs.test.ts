/** Top-level inputs from functions and tables. */
import { equations, InputError, Model, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'

const Integrator = Model({
  u: Var({ input: true, start: 1 }),
  x: Var({ init: 0 }),
  equations: equations`der(x) = u`,
})

describe('top-level inputs', () => {
  it('keep their start value without a signal', () => {
    expect(simulate(Integrator, { stopTime: 2 }).final('x')).toBeCloseTo(2, 6)
  })

  it('may be functions of time', () => {
    const result = simulate(Integrator, { stopTime: 2, tolerance: 1e-8, inputs: { u: (t) => 3 * t * t } })
    expect(Math.abs(result.final('x') - 8)).toBeLessThan(1e-6)
  })

  it('may be tables: linear between the points, constant outside', () => {
    const inputs = { u: { t: [1, 2, 3], values: [0, 2, 1] } }
    const result = simulate(Integrator, { stopTime: 4, tolerance: 1e-8, inputs })
    // 0 up to 1 s, triangles and trapezoids of area 1 and 1.5, then 1
    expect(Math.abs(result.final('x') - 3.5)).toBeLessThan(1e-6)
    expect(result.at('u', 1.5)).toBeCloseTo(1, 12)
  })

  it.each([
    [{ t: [], values: [] }, 'inputs.u.t'],
    [{ t: [0, 1], values: [1] }, 'inputs.u.values'],
    [{ t: [0, 0], values: [1, 2] }, 'inputs.u.t[1]'],
    [{ t: [0, Number.NaN], values: [1, 2] }, 'inputs.u.t[1]'],
  ])('wrong table %j names %s', (table, path) => {
    const run = () => simulate(Integrator, { stopTime: 1, inputs: { u: table } })
    expect(run).toThrow(InputError)
    expect(run).toThrow(path)
  })

  it('are scalars', () => {
    const model = Model({
      u: Var({ input: true, start: [1, 2] }),
      x: Var({ init: [0, 0] }),
      equations: equations`der(x) = u`,
    })
    expect(simulate(model, { stopTime: 2 }).final('x[2]')).toBeCloseTo(4, 6)
    expect(() => simulate(model, { stopTime: 2, inputs: { u: () => 1 } })).toThrow(
      "inputs.u: expected a scalar input (make one input per element), got 'a vector'.",
    )
  })

  it('list their names if one is unknown', () => {
    expect(() => simulate(Integrator, { stopTime: 1, inputs: { v: () => 0 } })).toThrow(
      /top-level input \(u\)/,
    )
  })
})
