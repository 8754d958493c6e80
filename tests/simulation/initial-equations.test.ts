/** Initial equations, steady starts, computed parameters: closed forms, and models as users of Modelica write them. */
import {
  equations,
  expr,
  instantiate,
  linearize,
  Model,
  modelFromJson,
  modelToJson,
  Par,
  printModel,
  simulate,
  Var,
} from 'vario'
import { Constant, PI } from 'vario/library/blocks'
import { ConstantTorque, Inertia, SpringDamper, Torque } from 'vario/library/rotational'
import { describe, expect, test } from 'vitest'

/** der(x) = A x + b with the rest (16/9, 5/9). */
const RIGHT = equations`
  der(x) = -2*x + y + 3
  der(y) = x - 5*y + 1
`

describe('initial equations', () => {
  test.each([
    [0, 0],
    [1, 1],
    [100, -3],
    [1e6, 1e-9],
    [-1e-12, 1e12],
  ])('solve linear derivatives that are zero, from the guess %d, %d', (x, y) => {
    const states = { x: Var({ start: x }), y: Var({ start: y }) }
    const model = Model({ ...states, equations: RIGHT, initialEquations: equations`der(x) = 0; der(y) = 0` })
    // the same by init values of variables that are derivatives
    const named = Model({
      ...states,
      dx: Var({ init: 0 }),
      dy: Var({ init: 0 }),
      equations: RIGHT,
    }).extend({ equations: equations`dx = der(x); dy = der(y)` })
    for (const each of [model, named]) {
      const result = simulate(each, { stopTime: 1 })
      expect(result.at('x', 0)).toBeCloseTo(16 / 9, 12)
      expect(result.at('y', 0)).toBeCloseTo(5 / 9, 12)
      expect(result.final('x')).toBeCloseTo(16 / 9, 9)
      expect(result.warnings).toEqual([])
    }
  })

  test('mix with init values, which stay fixed', () => {
    const model = Model({
      x: Var({ init: 3 }),
      y: Var({ start: 7 }),
      equations: RIGHT,
      initialEquations: equations`der(x) = 0`,
    })
    const result = simulate(model, { stopTime: 0 })
    expect([result.final('x'), result.final('y')]).toEqual([3, 3])
  })

  test('may be nonlinear, and contain the time, parameters and algebraic variables', () => {
    const model = Model({
      p: 4,
      x: Var({ start: 1 }),
      v: Var({ start: 1 }),
      equations: equations`
        der(x) = v
        der(v) = -sin(x)
        energy = v^2/2 - cos(x)
      `,
      initialEquations: equations`
        energy = p/2 + time
        x^2 + v^2 = p + 3
      `,
    })
    const result = simulate(model, { stopTime: 0, startTime: 0 })
    const [x, v] = [result.final('x'), result.final('v')]
    expect(v * v - 2 * Math.cos(x)).toBeCloseTo(4, 9)
    expect(x * x + v * v).toBeCloseTo(7, 9)
  })

  test('choose one of several solutions by the start values', () => {
    const model = (start: number) =>
      Model({
        x: Var({ start }),
        equations: equations`der(x) = x - x^3`,
        initialEquations: equations`der(x) = 0`,
      })
    expect(simulate(model(2), { stopTime: 0 }).final('x')).toBeCloseTo(1, 12)
    expect(simulate(model(-2), { stopTime: 0 }).final('x')).toBeCloseTo(-1, 12)
    expect(simulate(model(0.1), { stopTime: 0 }).final('x')).toBeCloseTo(0, 12)
  })

  test('hold after events of the start: the branch follows from the solution', () => {
    const model = Model({
      x: Var({ start: 5 }),
      equations: equations`der(x) = if x > 1 then -x else 0.5 - x`,
      initialEquations: equations`der(x) = 0`,
    })
    expect(simulate(model, { stopTime: 1 }).at('x', 0)).toBeCloseTo(0.5, 12)
  })

  test('are equations of vectors too', () => {
    const model = Model({
      x: Var({ start: [0, 0, 0] }),
      equations: equations`der(x) = [1, 2, 3] - x`,
      initialEquations: equations`der(x) = 0`,
    })
    expect([...simulate(model, { stopTime: 0 }).finalVector('x')]).toEqual([1, 2, 3])
  })

  test('survive JSON and printing, and are appended by merge', () => {
    const model = Model({
      x: Var({ start: 1 }),
      y: Var({ start: 1 }),
      k: Par(2, { fixed: false }),
      equations: equations`
        der(x) = -k*x + y + 3
        der(y) = x - 5*y + 1
      `,
      initialEquations: equations`der(x) = 0`,
    }).extend({ initialEquations: equations`der(y) = 0; x = 2*y` })
    // 5 y - 1 = x = 2 y
    const expected = [2 / 3, 1 / 3, 5]
    for (const each of [model, modelFromJson(modelToJson(model))]) {
      const result = simulate(each, { stopTime: 0 })
      const found = [result.final('x'), result.final('y'), result.parameter('k') as number]
      found.forEach((value, i) => {
        expect(value).toBeCloseTo(expected[i], 10)
      })
    }
    expect(printModel(model)).toContain('initialEquations: equations`')
    expect(JSON.stringify(modelToJson(Model({ a: Model({ initial: 'steady' }) })))).toContain(
      '"initial":"steady"',
    )
  })

  test('are the same with every solver, in interpreted code, and in parts of a model', () => {
    const Part = Model({
      x: Var({ start: 1 }),
      equations: equations`der(x) = 2 - x^3`,
      initialEquations: equations`der(x) = 0`,
    })
    const model = Model({ a: Part, b: Part({ x: { start: 3 } }), c: Part })
    for (const solver of ['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const) {
      const result = simulate(model, { stopTime: 1, solver })
      expect(result.final('b.x')).toBeCloseTo(Math.cbrt(2), 9)
    }
    const interpreted = instantiate(model, { interpret: true }).simulate({ stopTime: 1 })
    expect(interpreted.at('c.x', 0)).toBeCloseTo(Math.cbrt(2), 12)
    expect(linearize(model).x[0]).toBeCloseTo(Math.cbrt(2), 12)
  })
})

describe("initial: 'steady'", () => {
  test('takes init values as guesses, of a model or a component', () => {
    const states = { x: Var({ init: 10 }), y: Var({ init: -4 }) }
    const whole = simulate(Model({ ...states, equations: RIGHT, initial: 'steady' }), { stopTime: 1 })
    expect(whole.at('x', 0)).toBeCloseTo(16 / 9, 12)
    // only the filter is at rest
    const Filter = Model({
      u: Var({ input: true }),
      y: Var({ init: 0 }),
      equations: equations`der(y) = u - y`,
    })
    const model = Model({
      z: Var({ init: 3 }),
      f: Filter({ initial: 'steady' }),
      g: Filter,
      equations: equations`
        der(z) = -z
        f.u = z
        g.u = z
      `,
    })
    const result = simulate(model, { stopTime: 1 })
    expect([result.at('z', 0), result.at('f.y', 0), result.at('g.y', 0)]).toEqual([3, 3, 0])
  })

  test('keeps what rest leaves open near to the start: the position of a shaft', () => {
    const model = Model({
      J: Inertia({ J: 2, phi: { init: 0.3 }, w: { init: 5 } }),
      load: Inertia({ J: 1 }),
      spring: SpringDamper({ c: 10, d: 1 }),
      torque: ConstantTorque({ tau_constant: 0 }),
      connect: [
        ['torque.flange', 'J.flange_a'],
        ['J.flange_b', 'spring.flange_a'],
        ['spring.flange_b', 'load.flange_a'],
      ],
      initial: 'steady',
    })
    const result = simulate(model, { stopTime: 1 })
    expect(result.at('J.w', 0)).toBeCloseTo(0, 12)
    expect(result.at('J.phi', 0) - result.at('load.phi', 0)).toBeCloseTo(0, 12)
    expect(result.final('J.phi')).toBeCloseTo(result.at('J.phi', 0), 9)
  })

  test('refuses words other than steady', () => {
    // @ts-expect-error: not a value
    expect(() => Model({ initial: 'resting' })).toThrow("initial: expected 'steady'")
  })
})

describe('parameters with fixed: false', () => {
  test.each([1, -3, 1e3])(
    'enter the matrix of a linear system with their value, not with the guess %f',
    (guess) => {
      const model = Model({
        ...{ r: Par(guess, { fixed: false }), k: 1, x: Var({ init: 0 }) },
        equations: equations`
        a + r*b = 3
        k*a - b = 0
        der(x) = a
      `,
        initialEquations: equations`r = 2`,
      })
      // a = b = 3/(1 + r)
      const result = simulate(model, { stopTime: 1 })
      for (const name of ['a', 'b', 'x']) expect(result.final(name)).toBeCloseTo(1, 9)
    },
  )

  test('follow from initial equations, with everything that depends on them', () => {
    const model = Model({
      k: Par(1, '1/s', { fixed: false }),
      twice: Par(expr`2*k`),
      x: Var({ init: expr`3*k` }),
      equations: equations`der(x) = 6 - twice*x`,
      initialEquations: equations`der(x) = 0`,
    })
    const result = simulate(model, { stopTime: 1 })
    // 6 = 2 k 3 k
    expect(result.parameter('k')).toBeCloseTo(1, 12)
    expect(result.parameter('twice')).toBeCloseTo(2, 12)
    expect(result.final('x')).toBeCloseTo(3, 9)
    // another guess, another solution
    expect(simulate(model, { stopTime: 0, merge: { k: -2 } }).parameter('k')).toBeCloseTo(-1, 9)
  })

  test('have units', () => {
    const model = Model({
      length: Par(100, 'mm', { fixed: false }),
      T: Par(1, 's'),
      x: Var({ init: 2, unit: 'm' }),
      equations: equations`der(x) = (length - x)/T`,
      initialEquations: equations`der(x) = 0`,
    })
    expect(simulate(model, { stopTime: 0 }).parameter('length')).toBeCloseTo(2000, 8)
  })

  test('must be determined', () => {
    const model = Model({
      k: Par(1, { fixed: false }),
      x: Var({ init: 1 }),
      equations: equations`der(x) = -k*x`,
    })
    expect(() => simulate(model, { stopTime: 1 })).toThrow(/got none of k\. Add initial equations/)
  })
})

describe('the controlled drive of the standard library', () => {
  test('starts at rest under load: PI controller, motor inertia, elastic shaft, load', () => {
    // as Blocks.Examples.PID_Controller: inertia1.phi = 0 and inertia1.a = 0, spring.w_rel = 0, der(spring.w_rel) = 0, and a
    // controller in steady state
    const model = Model({
      reference: Constant({ k: 0 }),
      pi: PI({ k: 100, T: 0.1, x: { init: null }, initial: 'steady' }),
      torque: Torque(),
      inertia1: Inertia({ J: 1, phi: { init: 0 }, w: { init: null }, a: { init: 0 } }),
      spring: SpringDamper({ c: 1e4, d: 100 }),
      inertia2: Inertia({ J: 2, phi: { init: null }, w: { init: null } }),
      load: ConstantTorque({ tau_constant: 10 }),
      connect: [
        ['torque.flange', 'inertia1.flange_a'],
        ['inertia1.flange_b', 'spring.flange_a'],
        ['spring.flange_b', 'inertia2.flange_a'],
        ['inertia2.flange_b', 'load.flange'],
      ],
      equations: equations`
        pi.u = reference.y - inertia1.w
        torque.tau = pi.y
        w_rel = der(spring.phi_rel)
        a_rel = der(w_rel)
      `,
      initialEquations: equations`
        w_rel = 0
        a_rel = 0
      `,
    })
    const result = simulate(model, { stopTime: 1 })
    expect(result.warnings).toEqual([])
    // the shaft carries the load torque, and the controller holds it
    expect(Math.abs(result.at('inertia1.phi', 0))).toBeLessThan(1e-12)
    expect(Math.abs(result.at('inertia1.w', 0))).toBeLessThan(1e-12)
    expect(Math.abs(result.at('spring.phi_rel', 0))).toBeCloseTo(1e-3, 12)
    expect(result.at('pi.y', 0)).toBeCloseTo(-10, 9)
    for (const name of ['inertia1.w', 'inertia2.w', 'pi.der(x)']) {
      expect(Math.abs(Math.max(...result.values(name).map(Math.abs)))).toBeLessThan(1e-6)
    }
  })
})

describe('homotopy', () => {
  const model = (right: string) =>
    Model({ x: Var({ init: 1 }), y: Var({ start: 0 }), equations: equations(`der(x) = -x\n0 = ${right}`) })
  // the real root of y³ - 2 y + 2, by Cardano; Newton's method from 0 ends at the minimum beside it
  const root = Math.cbrt(-1 + Math.sqrt(1 - 8 / 27)) + Math.cbrt(-1 - Math.sqrt(1 - 8 / 27))

  test('leads from a simplified equation to the actual one where Newton fails', () => {
    expect(() => simulate(model('y^3 - 2*y + 2'), { stopTime: 1 })).toThrow('has no solution near')
    for (const solver of ['auto', 'dop853', 'radau5'] as const) {
      const result = simulate(model('homotopy(y^3 - 2*y + 2, y + 2)'), { stopTime: 1, solver })
      expect(result.at('y', 0)).toBeCloseTo(root, 12)
      expect(result.final('y')).toBeCloseTo(root, 12)
    }
    const interpreted = instantiate(model('homotopy(y^3 - 2*y + 2, y + 2)'), { interpret: true })
    expect(interpreted.simulate({ stopTime: 0 }).final('y')).toBeCloseTo(root, 12)
  })

  test('solves initial equations, and keeps the message if there is no way', () => {
    const start = Model({
      y: Var({ start: 0 }),
      equations: equations`der(y) = homotopy(y^3 - 2*y + 2, y + 2)`,
      initialEquations: equations`der(y) = 0`,
    })
    expect(simulate(start, { stopTime: 0 }).final('y')).toBeCloseTo(root, 12)
    expect(() => simulate(model('homotopy(y^2 + 1, y + 2)'), { stopTime: 1 })).toThrow('0 = y^2 + 1')
    expect(simulate(model('homotopy(y - 2*x, y)'), { stopTime: 0 }).final('y')).toBe(2)
  })
})

describe('messages', () => {
  test('name contradictions and init values that may be given up', () => {
    const model = Model({
      x: Var({ init: 1 }),
      equations: equations`der(x) = -x`,
      initialEquations: equations`x = 3`,
    })
    expect(() => simulate(model, { stopTime: 1 })).toThrow(
      /x = 3: left 1, right 3[\s\S]*make init values guesses[\s\S]*Candidates: x\./,
    )
  })

  test('accept equations that follow from others', () => {
    const model = Model({
      x: Var({ start: 0 }),
      equations: equations`der(x) = -x`,
      initialEquations: equations`
        x = 3
        der(x) = -3
      `,
    })
    expect(simulate(model, { stopTime: 0 }).final('x')).toBeCloseTo(3, 12)
  })

  test('warn of states that stay open', () => {
    const model = Model({
      x: Var({ start: 0 }),
      y: Var({ start: 0 }),
      z: Var({ start: 0 }),
      equations: equations`
        der(x) = -x
        der(y) = x
        der(z) = x
      `,
      initialEquations: equations`x + y = 3`,
    })
    const { warnings } = simulate(model, { stopTime: 0 })
    expect(warnings.map(({ code, message }) => [code, message])).toEqual([
      ['INITIAL', expect.stringContaining('leave open x, y')],
    ])
  })

  test('name variables that no equation has, and refuse other statements', () => {
    const x = { x: Var({ init: 1 }) }
    const model = Model({
      ...x,
      equations: equations`
        der(x) = -x
        y = x^2
      `,
      initialEquations: equations`der(y) = 3`,
    })
    expect(() => simulate(model, { stopTime: 0 })).toThrow('got der(y), which is in none of them. Add one')
    const wrong = Model({
      ...x,
      equations: equations`der(x) = -x`,
      initialEquations: equations`assert(x > 0, 'x')`,
    })
    expect(() => simulate(wrong, { stopTime: 0 })).toThrow('expected only equations in initialEquations')
  })
})

describe('initial equations beside nonlinear constraints', () => {
  /** A pendulum of length L in Cartesian coordinates, with guesses of its start, and the angle as a variable. */
  const pendulum = (L = 1) => ({
    ...{ x: Var({ start: 0.5 * L, nominal: L }), y: Var({ start: -L, nominal: L }) },
    ...{ vx: Var({ start: 0, nominal: L }), vy: Var({ start: 0, nominal: L }), L: Par(L) },
    equations: equations`
      der(x) = vx; der(y) = vy
      der(vx) = -f*x; der(vy) = -f*y - 9.81*L
      x^2 + y^2 = L^2
      phi = atan2(x, -y); w = der(phi)
    `,
  })
  const startOf = (model: Parameters<typeof simulate>[0]): number[] => {
    const result = simulate(model, { stopTime: 0 })
    return NAMES.map((name) => result.values(name)[0])
  }
  const expectClose = (values: readonly number[], expected: readonly number[]): void => {
    for (const [k, value] of expected.entries()) expect(values[k]).toBeCloseTo(value, 8)
  }
  const NAMES = ['x', 'y', 'vx', 'vy'] as const

  test.each([1e-6, 1, 1e6])('determine the states by the angle and its speed: length %f', (L) => {
    const model = Model({ ...pendulum(L), initialEquations: equations`phi = 0.5; w = 2` })
    const result = simulate(model, { stopTime: 0 })
    const [x, y, vx, vy] = NAMES.map((name) => result.values(name)[0] / L)
    // the constraints hold to rounding errors, initial equations to a part of the tolerance 1e-6
    expect(Math.abs(Math.hypot(x, y) - 1)).toBeLessThan(1e-13)
    expect(x).toBeCloseTo(Math.sin(0.5), 7)
    expect(y).toBeCloseTo(-Math.cos(0.5), 7)
    expect(vx).toBeCloseTo(2 * Math.cos(0.5), 6)
    expect(vy).toBeCloseTo(2 * Math.sin(0.5), 6)
    // and the same by init values of variables that are computed from states
    const named = Model({ ...pendulum(L) }).extend({ phi: Var({ init: 0.5 }), w: Var({ init: 2 }) })
    expect(simulate(named, { stopTime: 0 }).values('x')[0] / L).toBeCloseTo(x, 7)
  })

  test('keep init values, and use guesses of the other states', () => {
    const model = Model({ ...pendulum(), initialEquations: equations`vx = 0.4` }).extend({ x: { init: 0.6 } })
    const values = startOf(model)
    // 0.6 vx - 0.8 vy = 0
    expectClose(values, [0.6, -0.8, 0.4, 0.3])
  })

  test('determine parameters', () => {
    const model = Model({
      ...pendulum(),
      v0: Par(1, { fixed: false }),
      initialEquations: equations`x = 0.6; vx = 0.4; vy = v0`,
    })
    expect(simulate(model, { stopTime: 0 }).values('v0')[0]).toBeCloseTo(0.3, 9)
  })

  test('find the rest, also with a constraint that follows from another one', () => {
    for (const more of [false, true]) {
      const law = pendulum()
      const model = Model({
        ...{ x: law.x, y: law.y, vx: law.vx, vy: law.vy },
        initial: 'steady',
        equations: equations(
          `der(x) = vx; der(y) = vy; x^2 + y^2 = 1${more ? '; sqrt(x^2 + y^2) = 1' : ''}
          der(vx) = -(f${more ? ' + g' : ''})*x; der(vy) = -(f${more ? ' + g' : ''})*y - 9.81`,
        ),
      })
      const values = startOf(model)
      expectClose(values, [0, -1, 0, 0])
    }
  })

  test('are too many, or too few', () => {
    const model = (text: string) => Model({ ...pendulum(), initialEquations: equations(text) })
    expect(() => simulate(model('y = -0.5; vx = 1').extend({ x: { init: 0.5 } }), { stopTime: 0 })).toThrow(
      /y = -0\.5: left .*\n.*x\^2 \+ y\^2 = L\^2.*\nThere are more conditions than unknowns.*Candidates: x\./,
    )
    expect(() => simulate(model('x = 0.6; y = -0.5; vx = 1'), { stopTime: 0 })).toThrow(
      /x = 0\.6: left[\s\S]*y = -0\.5: left[\s\S]*x\^2 \+ y\^2/,
    )
    const open = simulate(model('x = 0.6'), { stopTime: 0 })
    expect(open.warnings[0].message).toMatch(/leave open vx, vy: values near to the start values are taken/)
    expect(open.values('y')[0]).toBeCloseTo(-0.8, 9)
  })
})
