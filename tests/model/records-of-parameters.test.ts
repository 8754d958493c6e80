/** Records are fixed during a run: a variable in one would be read once, at its start. */
import { equations, expr, Model, Par, simulate, Var } from 'vario'
import { MassProperties, Model3D, Object3D, Prismatic, Scene, Solid } from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const createSlider = (mass: unknown, members: Readonly<Record<string, unknown>>) =>
  Model3D({
    world: Object3D({ feature: Scene() }),
    body: Object3D({
      feature: Solid({ massProperties: MassProperties({ mass: mass as number, Ixx: 1, Iyy: 1, Izz: 1 }) }),
    }),
    slide: Prismatic({ obj1: 'world', obj2: 'body', axis: 'x', f: 4 }),
    ...members,
  })

describe('a mass', () => {
  it('follows parameters and what is computed from them', () => {
    const slider = createSlider(expr`2*m`, { m: Par(expr`k + 1`), k: Par(0) })
    // s = f/(2 m)/2
    expect(simulate(slider, { stopTime: 1 }).final('slide.s')).toBeCloseTo(1, 7)
    expect(simulate(slider, { stopTime: 1, merge: { k: 1 } }).final('slide.s')).toBeCloseTo(0.5, 7)
  })

  it.each([
    ['a state', expr`m`, { m: Var({ init: 2 }), equations: equations`der(m) = 1` }],
    [
      'a variable with a start value',
      expr`2*m`,
      { m: Var({ start: 2 }), equations: equations`m = 1 + time` },
    ],
    ['the time', expr`1 + time`, {}],
    ['a parameter that follows the time', expr`m`, { m: Par(expr`1 + time`) }],
  ] as const)('rejects %s', (_, mass, members) => {
    expect(() => simulate(createSlider(mass, members), { stopTime: 1 })).toThrow(
      /body: expected expressions of parameters in the record, got '.*', which varies; use a parameter/,
    )
  })
})

it('a record of a component without 3D parts rejects variables too', () => {
  const model = Model({
    x: Var({ init: 1 }),
    data: Par({ value: { gain: expr`x` } }),
    equations: equations`der(x) = 1`,
  })
  expect(() => simulate(model, { stopTime: 1 })).toThrow(/data: expected expressions of parameters/)
})
