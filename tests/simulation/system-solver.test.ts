import { equations, instantiate, Model, registerFunction, simulate, Var } from 'vario'
import { describe, expect, test } from 'vitest'
import { ConstantVoltage, Diode, DiodeCircuit, Ground, Resistor } from './example-models.ts'

/** n cells of 1 Ω in series and 1 Ω to ground, at 1 V. */
function createLadder(n: number) {
  const components: Record<string, unknown> = { V: ConstantVoltage(), g: Ground() }
  const connect: string[][] = [['V.n', 'g.p']]
  let last = 'V.p'
  for (let k = 1; k <= n; k++) {
    components[`s${k}`] = Resistor()
    components[`p${k}`] = Resistor()
    connect.push([last, `s${k}.p`], [`s${k}.n`, `p${k}.p`], [`p${k}.n`, 'g.p'])
    last = `s${k}.n`
  }
  return Model({ ...components, connect })
}

describe('nonlinear systems', () => {
  test('converge to the root next to the start value', () => {
    for (const [start, root] of [
      [1, 2],
      [-1, -2],
      [1e6, 2],
    ]) {
      const model = Model({ u: Var({ start }), equations: equations`u^2 = 4` })
      expect(simulate(model, { stopTime: 0 }).final('u')).toBeCloseTo(root, 14)
    }
  })

  test('leave a start value where the matrix is singular', () => {
    const model = Model({ u: Var({ start: 0 }), equations: equations`u^2 = 4` })
    expect(Math.abs(simulate(model, { stopTime: 0 }).final('u'))).toBeCloseTo(2, 14)
  })

  test('reduce an exponential that overflows at the first step by damping', () => {
    const model = Model({
      u: Var({ start: 0 }),
      equations: equations`1e-14*(exp(u/0.025) - 1) + 1e-6*u = 10`,
    })
    const u = simulate(model, { stopTime: 0 }).final('u')
    expect(1e-14 * (Math.exp(u / 0.025) - 1) + 1e-6 * u).toBeCloseTo(10, 10)
  })

  test('use nominal values as scale: unknowns of 1e-9 are found to full accuracy', () => {
    const model = Model({
      i: Var({ start: 1e-9, nominal: 1e-9 }),
      equations: equations`i^3 + 1e-18*i = 2e-27`,
    })
    const i = simulate(model, { stopTime: 0 }).final('i')
    expect(i / 1e-9).toBeCloseTo(1, 14)
  })

  test('use differences for a function without derivative', () => {
    registerFunction('testCubeWithoutDerivative', (x: number) => x * x * x)
    const model = Model({ u: Var({ start: 1 }), equations: equations`testCubeWithoutDerivative(u) + u = 10` })
    expect(simulate(model, { stopTime: 0 }).final('u')).toBeCloseTo(2, 13)
  })

  test('follow the solution in time: a diode circuit compared with the law of its components', () => {
    const result = simulate(DiodeCircuit, { stopTime: 5 })
    const [i, v] = ['D.i', 'D.v'].map((name) => result.values(name))
    for (let k = 0; k < i.length; k++) expect(i[k] / (1e-9 * (Math.exp(v[k] / 0.025) - 1))).toBeCloseTo(1, 9)
    // Charged: the current through the capacitor ends.
    const [a, b] = ['R.i', 'Rd.i'].map((name) => result.final(name))
    expect(Math.abs(a - b)).toBeLessThan(1e-3 * Math.abs(a))
  })

  test('report equations, residuals and unknowns if there is no solution', () => {
    const model = Model({
      u: Var({ start: 1 }),
      x: Var({ init: 0 }),
      equations: equations`
      u^2 + 1 = 0
      der(x) = 2*u
    `,
    })
    expect(() => simulate(model, { stopTime: 1 })).toThrow(
      /nonlinear system in u [\s\S]*u\^2 \+ 1 = 0 {3}residual [\s\S]*u = /,
    )
  })
})

describe('linear systems', () => {
  test('name the equation and the time if a singular system contradicts itself', () => {
    const model = Model({
      k: 1,
      a: Var(),
      b: Var(),
      equations: equations`
        a + k*b = 1
        a + b = 2
      `,
    })
    expect(simulate(model({ k: 3 }), { stopTime: 0 }).final('b')).toBeCloseTo(-0.5, 15)
    expect(() => simulate(model, { stopTime: 0 })).toThrow(
      /At t = 0 s: The linear system in \w+ is singular, and its equations contradict each other: a \+ /,
    )
  })

  test('keep all digits for a long resistor ladder', () => {
    for (const n of [5, 12, 100]) {
      const { translation } = instantiate(createLadder(n))
      const system = translation.systems[0]
      expect(system.kind).toBe('linear')
      expect(system.isConstant).toBe(true)
      expect(system.rows !== undefined).toBe(n > 20)
      // 1 + 1/(1 + 1/(1 + …)): from the end, the resistance of what follows
      let R = Infinity
      for (let k = 0; k < n; k++) R = 1 + 1 / (1 + 1 / R)
      const i = simulate(createLadder(n), { stopTime: 0 }).final('s1.i')
      expect(i * R).toBeCloseTo(1, n > 20 ? 14 : 10)
    }
  })

  test('solve a large sparse nonlinear system: many diodes in a ladder', () => {
    const components: Record<string, unknown> = { V: ConstantVoltage({ V: 5 }), g: Ground() }
    const connect: string[][] = [['V.n', 'g.p']]
    let last = 'V.p'
    const n = 40
    for (let k = 1; k <= n; k++) {
      components[`r${k}`] = Resistor({ R: 100 })
      components[`d${k}`] = Diode()
      connect.push([last, `r${k}.p`], [`r${k}.n`, `d${k}.p`], [`d${k}.n`, 'g.p'])
      last = `r${k}.n`
    }
    const result = simulate(Model({ ...components, connect }), { stopTime: 0 })
    let sum = 0
    for (let k = 1; k <= n; k++) sum += result.final(`d${k}.i`)
    expect(sum / result.final('r1.i')).toBeCloseTo(1, 10)
  })
})
