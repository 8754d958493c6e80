/** Derivatives of top-level inputs, used directly or through other variables. */
import { equations, instantiate, Model, Par, simulate, Var } from 'vario'
import { Capacitor, Ground, Resistor, SignalVoltage } from 'vario/library/electric'
import { describe, expect, it } from 'vitest'

const sine = { value: (t: number) => Math.sin(t), derivative: (t: number) => Math.cos(t) }
const u = Var({ input: true, start: 0 })

/** All ways to use a derivative of u, with the resulting factor of y. */
const MODELS = {
  direct: Model({ u, equations: equations`y = der(u)` }),
  'through a variable': Model({ u, equations: equations`x = 3*u; y = der(x)/3` }),
  'through an alias': Model({ u, equations: equations`x = u; y = der(x)` }),
  'through two variables': Model({ u, equations: equations`x = 2*z; z = u + 1; y = der(x)/2` }),
  'of an expression': Model({ u, equations: equations`y = der(u^2 + u) - 2*u*der(u)` }),
  'through a system': Model({ u, equations: equations`a + b = 3*u; a - b = u; y = der(a)/2` }),
  'through a state that is none': Model({ u, x: Var({ start: 0 }), equations: equations`der(x) = y; x = u` }),
}

describe.each([false, true])('interpreted: %s', (interpret) => {
  it.each(Object.entries(MODELS))('%s', (_, model) => {
    const result = instantiate(model, { interpret }).simulate({ stopTime: 2, inputs: { u: sine } })
    result.time.forEach((t, k) => {
      expect(Math.abs(result.values('y')[k] - Math.cos(t))).toBeLessThan(1e-14)
    })
  })

  it.each(Object.entries(MODELS))('%s without a derivative is an error with a remedy', (_, model) => {
    const run = () => instantiate(model, { interpret }).simulate({ stopTime: 1, inputs: { u: Math.sin } })
    expect(run).toThrow(
      /inputs\.u: expected a signal with the derivative der\(u\), for .*inputs: { u: { value, derivative } }/,
    )
    expect(run).toThrow(expect.objectContaining({ code: 'INPUT_DERIVATIVE' }))
  })
})

describe('derivatives of inputs', () => {
  it('are zero for inputs that are constant', () => {
    expect(simulate(MODELS['through a variable'], { stopTime: 1 }).final('y')).toBe(0)
  })

  it('drive a capacitor on an input voltage: i = C der(u)', () => {
    const model = Model({
      u: Var({ input: true }),
      V: SignalVoltage(),
      C: Capacitor({ C: 2 }),
      R: Resistor({ R: 5 }),
      ground: Ground(),
      connect: [
        ['V.p', 'C.p', 'R.p'],
        ['V.n', 'C.n', 'R.n', 'ground.p'],
      ],
      equations: equations`V.v = u`,
    })
    const result = simulate(model, { stopTime: 1, inputs: { u: sine } })
    expect(result.final('C.i')).toBeCloseTo(2 * Math.cos(1), 12)
    expect(result.final('R.i')).toBeCloseTo(Math.sin(1) / 5, 12)
    expect(() => simulate(model, { stopTime: 1, inputs: { u: Math.sin } })).toThrow(
      'expected a signal with the derivative der(u)',
    )
  })

  it('give the torque of a prescribed motion of an inertia by second derivatives', () => {
    const model = Model({
      u: Var({ input: true }),
      equations: equations`
        phi = u
        w = der(phi)
        3*der(w) = tau
      `,
    })
    const inputs = {
      u: { value: Math.sin, derivative: { value: Math.cos, derivative: (t: number) => -Math.sin(t) } },
    }
    const result = simulate(model, { stopTime: 1, inputs })
    expect(result.final('w')).toBeCloseTo(Math.cos(1), 12)
    expect(result.final('tau')).toBeCloseTo(-3 * Math.sin(1), 12)
    expect(() => simulate(model, { stopTime: 1, inputs: { u: sine } })).toThrow(
      /the derivative der\(der\(u\)\), for .*{ value, derivative: { value, derivative } }/,
    )
    expect(() => simulate(model, { stopTime: 1, inputs: { u: { t: [0, 1], values: [0, 1] } } })).toThrow(
      'A table has a first derivative only',
    )
  })

  it('are the slopes of tables, with both values at the points', () => {
    const inputs = { u: { t: [1, 2, 4], values: [5, 7, 1] } }
    const result = simulate(MODELS['through a variable'], { stopTime: 5, interval: 0.5, inputs })
    const slope = (t: number) => (t < 1 ? 0 : t < 2 ? 2 : t < 4 ? -3 : 0)
    const { time } = result
    const y = result.values('y')
    time.forEach((t, k) => {
      // at a point of the table the value before the event comes first
      const isBefore = time[k + 1] === t
      expect(y[k]).toBeCloseTo(slope(isBefore ? t - 1e-9 : t), 12)
    })
    for (const kink of [1, 2, 4]) expect(time.filter((t) => t === kink).length).toBe(2)
  })

  it.each(['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const)(
    'are integrated exactly if they come from a table: %s',
    (solver) => {
      // der(x) = -k x + der(u): within each interval an exponential; closed form by superposition
      const model = Model({
        k: Par(3),
        u,
        x: Var({ init: 0 }),
        equations: equations`v = 2*u; der(x) = -k*x + der(v)/2`,
      })
      const inputs = { u: { t: [0, 0.3, 1], values: [0, 1, -1] } }
      const result = simulate(model, { stopTime: 2, solver, tolerance: 1e-9, inputs })
      const relax = (x0: number, slope: number, T: number) => slope / 3 + (x0 - slope / 3) * Math.exp(-3 * T)
      const exact = relax(relax(relax(0, 1 / 0.3, 0.3), -2 / 0.7, 0.7), 0, 1)
      // some hundred steps with errors of 1e-9 each
      expect(Math.abs(result.final('x') - exact)).toBeLessThan(1e-7)
    },
  )

  it('may occur in conditions', () => {
    const model = Model({ u, equations: equations`v = 2*u; y = if der(v) > 0 then 1 else -1` })
    const result = simulate(model, { stopTime: 3, inputs: { u: sine } })
    expect(result.at('y', 1.5)).toBe(1)
    expect(result.at('y', 1.6)).toBe(-1)
    expect(() => simulate(model, { stopTime: 3, inputs: { u: Math.sin } })).toThrow(
      'expected a signal with the derivative der(u)',
    )
  })

  it('are reported with their location if they are missing', () => {
    const run = (signal: unknown) => simulate(MODELS.direct, { stopTime: 1, inputs: { u: signal } as never })
    expect(() => run({ value: 3, derivative: Math.cos })).toThrow(
      'inputs.u.value: expected a function of the time',
    )
    expect(() => run({ value: Math.sin, derivative: 1 })).toThrow('inputs.u.derivative: expected a function')
    expect(() => run(null)).toThrow('inputs.u: expected a function of the time, a table')
  })
})
