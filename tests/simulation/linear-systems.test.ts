/** `linearize` with inputs, outputs, units and operating points; through 3D, events and components. */
import { equations, instantiate, linearize, Model, Par, registerFunction, simulate, Var } from 'vario'
import { poles, transferFunctions } from 'vario/control'
import {
  Free,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Prismatic,
  Revolute,
  Scene,
  Solid,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'

const Spring = Model({
  u: Var({ input: true, unit: 'N' }),
  y: Var({ output: true, unit: 'mm' }),
  x: Var({ init: 1, unit: 'm' }),
  v: Var({ init: 0, unit: 'm/s' }),
  m: Par(2, 'kg'),
  k: Par(3, 'N/m3'),
  equations: equations`
    der(x) = v
    m*der(v) = u - k*x^3
    y = 2*x
    power = u*v
  `,
})

describe('linearize', () => {
  test('returns names, units and values of inputs and outputs in SI', () => {
    const found = linearize(Spring, { inputs: { u: () => 5 } })
    expect(found).toMatchObject({ states: ['x', 'v'], inputs: ['u'], outputs: ['y'], t: 0, isExact: true })
    expect(found.units).toEqual({ states: ['m', 'm/s'], inputs: ['N'], outputs: ['m'] })
    expect([found.x, found.u, found.y]).toEqual([[1, 0], [5], [2]])
    // -3 k x²/m and 1/m
    expect([found.A, found.B, found.C, found.D]).toEqual([
      [
        [0, 1],
        [-4.5, 0],
      ],
      [[0], [0.5]],
      [[2, 0]],
      [[0]],
    ])
    expect(JSON.parse(JSON.stringify(found))).toEqual(found)
  })

  test('takes named outputs: variables, products of them, derivatives', () => {
    const { C, D, outputs } = linearize(Spring, { to: ['power', 'der(v)'], inputs: { u: () => 5 } })
    expect(outputs).toEqual(['power', 'der(v)'])
    expect([C, D]).toEqual([
      [
        [0, 5],
        [-4.5, 0],
      ],
      [[0], [0.5]],
    ])
    expect(linearize(Spring, { from: [], to: [] })).toMatchObject({ B: [[], []], C: [], D: [], inputs: [] })
  })

  test('reaches into components and vectors, with signs of aliases', () => {
    const model = Model({
      f: Var({ input: true, unit: 'N' }),
      a: Spring,
      z: Var({ init: [1, 2, 3] }),
      equations: equations`
        a.u = -f
        der(z) = -z + [f, 0, a.x]
      `,
    })
    const { B, C, states, outputs } = linearize(model, { to: ['a.u', 'z', 'z[2]', 'a.y'] })
    expect(outputs).toEqual(['a.u', 'z[1]', 'z[2]', 'z[3]', 'z[2]', 'a.y'])
    expect(C[4]).toEqual(states.map((name) => (name === 'z[2]' ? 1 : 0)))
    expect(B[states.indexOf('a.v')]).toEqual([-0.5])
    expect(B[states.indexOf('z[1]')]).toEqual([1])
  })

  test('is the linear response: it agrees with a simulation of a small step', () => {
    const { A, B } = linearize(Spring, { inputs: { u: () => 3 } })
    const small = simulate(Spring, { stopTime: 0.1, tolerance: 1e-10, inputs: { u: () => 3 + 1e-3 } })
    const base = simulate(Spring, { stopTime: 0.1, tolerance: 1e-10, inputs: { u: () => 3 } })
    // x grows as B t²/2 + B A t⁴/24; the rest is of second order in the step
    const t = 0.1
    const expected = 1e-3 * ((B[1][0] * t * t) / 2 + (A[1][0] * B[1][0] * t ** 4) / 24)
    expect(Math.abs(small.final('x') - base.final('x') - expected)).toBeLessThan(1e-9)
  })

  test('finds operating points at the end, along a run, and at rest', () => {
    const inputs = { u: (t: number) => 3 * t }
    const along = linearize(Spring, { at: [0, 0.5, 1], inputs })
    expect(along.map(({ t }) => t)).toEqual([0, 0.5, 1])
    expect(along.map(({ u }) => u[0])).toEqual([0, 1.5, 3])
    const result = simulate(Spring, { stopTime: 1, inputs })
    for (const { t, x, A } of along) {
      expect(Math.abs(x[0] - result.at('x', t))).toBeLessThan(1e-5)
      expect(A[1][0]).toBeCloseTo(-4.5 * x[0] ** 2, 12)
    }
    const end = linearize(Spring, { stopTime: 1, inputs })
    expect(Math.abs(end.x[0] - along[2].x[0])).toBeLessThan(1e-5)
    expect(linearize(Spring, { at: 1, inputs })).toEqual(end)
    // k x³ = u = 24: x = 2
    const rest = linearize(Spring, { at: 'steady', inputs: { u: () => 24 } })
    expect(rest.x[0]).toBeCloseTo(2, 9)
    expect(rest.x[1]).toBeCloseTo(0, 9)
    expect(rest.A[1][0]).toBeCloseTo(-18, 7)
  })

  test('takes the branch that holds at each point, after an event at the same time', () => {
    const model = Model({
      x: Var({ init: 0 }),
      n: Var({ start: 1 }),
      equations: equations`
        der(x) = if x < 1 then 1 else -5*x + 5.1
        when time >= 0.5 then
          n = 2
        end when
        y = n*x
      `,
    })
    const along = linearize(model, { at: [0.2, 0.5, 2], to: ['y'] })
    expect(along.map(({ A }) => A[0][0])).toEqual([0, 0, -5])
    expect(along.map(({ C }) => C[0][0])).toEqual([1, 2, 2])
  })

  test('has the derivative of an input as an input of its own', () => {
    const model = Model({
      u: Var({ input: true }),
      x: Var({ init: 0 }),
      equations: equations`der(x) = 3*der(u) - x`,
    })
    const { inputs, A, B } = linearize(model, { inputs: { u: { value: (t) => t, derivative: () => 1 } } })
    expect([inputs, A, B]).toEqual([['u', 'der(u)'], [[-1]], [[0, 3]]])
  })

  test('takes differences where functions have no derivative, to ten digits', () => {
    registerFunction('testCubeWithoutDerivative', (x) => (x as number) ** 3)
    const model = Model({
      u: Var({ input: true }),
      x: Var({ init: 2 }),
      equations: equations`
        der(x) = -testCubeWithoutDerivative(x) + u^2
        y = sin(u*x)
      `,
    })
    const { A, B, C, D, isExact } = linearize(model, { to: ['y'], inputs: { u: () => 0.7 } })
    expect(isExact).toBe(false)
    // extrapolated central differences: rounding errors over steps of 1e-4 to 1e-5
    expect(A[0][0]).toBeCloseTo(-12, 9)
    expect(B[0][0]).toBeCloseTo(1.4, 9)
    expect(C[0][0]).toBeCloseTo(0.7 * Math.cos(1.4), 9)
    expect(D[0][0]).toBeCloseTo(2 * Math.cos(1.4), 9)
  })

  test('is the same in interpreted code', () => {
    const options = { at: [0, 1], to: ['power'], inputs: { u: () => 2 } } as const
    expect(instantiate(Spring, { interpret: true }).linearize(options)).toEqual(linearize(Spring, options))
  })

  test('refuses what it does not know', () => {
    expect(() => linearize(Spring, { to: ['pwer'] })).toThrow("did you mean 'power'?")
    expect(() => linearize(Spring, { from: ['x'] })).toThrow(
      "linearize: from: expected one of the names u, got 'x'",
    )
    expect(() => linearize(Spring, { at: [1, 0] })).toThrow('ascending times')
    expect(() => linearize(Spring, { at: 1, stopTime: 2 })).toThrow('either `stopTime` or `at`')
    expect(() => linearize(Spring, { to: ['x[2]'] })).toThrow('an element of x, which has 1')
  })
})

describe('linearize through 3D', () => {
  const mass = (m: number, I: number) => MassProperties({ mass: m, Ixx: I, Iyy: I, Izz: I })

  test('has states of plain joints and free bodies: a pendulum, which is upright, and a body', () => {
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      arm: Object3D({ feature: Solid({ massProperties: mass(2, 0.1) }) }),
      hinge: Object3D({ parent: 'arm', translation: [0, -0.4, 0] }),
      rev: Revolute({ obj1: 'world', obj2: 'hinge', axis: 'z', phi: { init: 0 } }),
      body: Object3D({ feature: Solid({ massProperties: mass(1, 1) }) }),
      free: Free({ obj1: 'world', obj2: 'body' }),
    })
    const { A, C, states, isExact } = linearize(model, { to: ['rev.phi', 'arm.r_abs[1]'] })
    expect(isExact).toBe(false)
    const [phi, w] = [states.indexOf('rev.phi'), states.indexOf('rev.w')]
    // m g l/(I + m l²)
    expect(A[w][phi]).toBeCloseTo((2 * 9.81 * 0.4) / (0.1 + 2 * 0.16), 8)
    expect(A[phi][w]).toBeCloseTo(1, 10)
    // the center of mass moves to -x
    expect(C[0][phi]).toBeCloseTo(1, 10)
    expect(C[1][phi]).toBeCloseTo(-0.4, 9)
    expect(states.filter((name) => /^(free|body)\./.test(name))).toHaveLength(12)
  })

  test('has the modes of two masses on a slide', () => {
    const model = Model3D({
      world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
      a: Object3D({ feature: Solid({ massProperties: mass(2, 1) }) }),
      p: Prismatic({ obj1: 'world', obj2: 'a', axis: 'x', s: { init: 0.1 } }),
    })
    expect(poles(linearize(model)).map(({ re, im }) => Math.hypot(re, im))).toEqual([0, 0])
  })
})

test('a linear system of vario/control is that of the model', () => {
  const model = Model({
    u: Var({ input: true }),
    y: Var({ output: true }),
    x: Var({ init: [0, 0] }),
    equations: equations`
      der(x) = [0, 1; -4, -0.4]*x + [0, 1]*u
      y = [3, 1]*x
    `,
  })
  const [[g]] = transferFunctions(linearize(model))
  // (s + 3)/(s² + 0.4 s + 4)
  expect(g.numerator[0]).toBeCloseTo(1, 12)
  expect(g.numerator[1]).toBeCloseTo(3, 12)
  ;[1, 0.4, 4].forEach((value, k) => {
    expect(g.denominator[k]).toBeCloseTo(value, 13)
  })
})
