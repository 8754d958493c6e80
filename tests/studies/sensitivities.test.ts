/** Derivatives of runs: against closed forms, publications and differences, through events, and where they are not exact. */
import { equations, expr, instantiate, Model, type ModelNode, Par, Var } from 'vario'
import { MassProperties, Model3D, Object3D, Revolute, Scene, Solid } from 'vario/multibody'
import {
  average,
  crossingTime,
  finalValue,
  integral,
  maximum,
  maximumTime,
  minimum,
  rms,
  type SensitivityResult,
  sensitivities,
  valueAt,
} from 'vario/studies'
import { describe, expect, test } from 'vitest'
import { CruiseControl } from '../../examples/sampled-controller.ts'

/** Derivative by differences of fourth order: of functions of size 1, the error is about 1e-10. */
function slopeOf(f: (x: number) => number, x: number): number {
  const h = 2e-3 * Math.abs(x)
  return (8 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) / (12 * h)
}

const last = (result: SensitivityResult, signal: string, parameter: string): number =>
  result.values(signal, parameter).at(-1)!

const relative = (value: number, exact: number): number => Math.abs(value - exact) / Math.abs(exact)

const Charge = Model({
  R: Par(1, 'kOhm', { min: 0 }),
  C: Par(1, 'mF', { min: 0 }),
  V: Par(10, 'V'),
  start: Par(expr`0.1*V`, 'V'),
  v: Var({ init: expr`start`, unit: 'V' }),
  i: Var({ unit: 'mA' }),
  equations: equations`
    R*i = V - v
    C*der(v) = i
  `,
})

describe('sensitivities of an RC circuit', () => {
  // v = V (1 - 0.9 exp(-t/(R C)))
  const result = sensitivities(Charge, {
    parameters: ['R', 'V'],
    simulate: { stopTime: 3 },
    measure: {
      last: finalValue('v'),
      middle: valueAt('v', 1.234),
      half: crossingTime('v', 5, 'up'),
      charge: integral('i'),
      mean: average('v'),
      rms: rms('v'),
      peak: maximum('i'),
      own: (run) => run.final('v') ** 2 / (run.parameter('R') as number),
    },
  })

  test('have the values and units of the closed form at all points', () => {
    result.time.forEach((t, k) => {
      const e = Math.exp(-t)
      // tolerance 1e-8, values of size 10
      expect(Math.abs(result.values('v', 'R')[k] - -9 * t * e)).toBeLessThan(1e-7)
      expect(Math.abs(result.values('v', 'V')[k] - (1 - 0.9 * e))).toBeLessThan(1e-8)
    })
    expect(result.unit('v', 'R')).toBe('V/kOhm')
    expect(result.unit('i', 'V')).toBe('mA/V')
    expect(result.parameters.map(({ means, value }) => [means, value])).toEqual([
      ['exact', 1],
      ['exact', 10],
    ])
    expect(Math.abs(result.at('v', 'R', 1.234) - -9 * 1.234 * Math.exp(-1.234))).toBeLessThan(1e-7)
    expect(result.table.signal('d(v)/d(R)').unit).toBe('V/kOhm')
  })

  test('have those of measures, with errors that are larger than the actual ones', () => {
    const e = Math.exp(-3)
    const exact: Record<string, readonly [number, number, string]> = {
      last: [-27 * e, 1 - 0.9 * e, 'V/kOhm'],
      middle: [-9 * 1.234 * Math.exp(-1.234), 1 - 0.9 * Math.exp(-1.234), 'V/kOhm'],
      half: [Math.log(9 / 5), 0.1 - 1 / 5, 's/kOhm'],
      charge: [-27 * e, 0.9 * (1 - e), 'mA.s/kOhm'],
      mean: [(-9 * (1 - 4 * e)) / 3, 1 - 0.3 * (1 - e), 'V/kOhm'],
      peak: [-9, 0.9, 'mA/kOhm'],
    }
    for (const [name, [ofR, ofV, unit]] of Object.entries(exact)) {
      const derivative = result.derivative(name, 'R')
      expect(derivative.unit).toBe(unit)
      expect(Math.abs(derivative.value - ofR)).toBeLessThan(2 * derivative.error + 1e-9)
      expect(Math.abs(result.derivative(name, 'V').value - ofV)).toBeLessThan(1e-7)
    }
    // ∂/∂R of v²/R, in which R itself is
    const v = 10 - 9 * e
    expect(relative(result.derivative('own', 'R').value, (2 * v * -27 * e) / 1 - v * v)).toBeLessThan(1e-7)
    const square = (V: number): number => {
      let sum = 0
      for (let k = 0; k < 3000; k++) sum += (V * (1 - 0.9 * Math.exp(-(k + 0.5) / 1000))) ** 2 / 3000
      return Math.sqrt(sum)
    }
    // the midpoint rule has errors of 1e-7
    expect(relative(result.derivative('rms', 'V').value, square(10) / 10)).toBeLessThan(1e-6)
    expect(result.measure('half')).toBeCloseTo(Math.log(9 / 5), 7)
  })

  test('take listed parameters as independent, and start values', () => {
    const { values } = {
      values: sensitivities(Charge, {
        parameters: ['V', 'start', 'v.init'],
        simulate: { stopTime: 3, merge: { C: 2 } },
      }),
    }
    const e = Math.exp(-1.5)
    expect(Math.abs(last(values, 'v', 'V') - (1 - e))).toBeLessThan(1e-8)
    expect(last(values, 'v', 'start')).toBe(0)
    expect(Math.abs(last(values, 'v', 'v.init') - e)).toBeLessThan(1e-8)
  })
})

describe('sensitivities through events', () => {
  const Ball = Model({
    g: Par(9.81, 'm/s2'),
    e: Par(0.8),
    h: Var({ init: 1, unit: 'm' }),
    v: Var({ init: 0, unit: 'm/s' }),
    n: Var({ start: 0 }),
    hit: Var({ start: 0, unit: 's' }),
    equations: equations`
      der(h) = v
      der(v) = -g
      when h < 0 then
        reinit(v, -e*v)
        n = pre(n) + 1
        hit = time
      end
    `,
  })

  /** Height, speed, time of the last impact, and largest height since the first one, at the time t. */
  function bounce(g: number, e: number, h: number, t: number) {
    const first = Math.sqrt((2 * h) / g)
    let v = g * first * e
    const peak = (v * v) / (2 * g)
    let rest = t - first
    for (; rest > (2 * v) / g; v *= e) rest -= (2 * v) / g
    return { h: v * rest - 0.5 * g * rest * rest, v: v - g * rest, hit: t - rest, peak }
  }

  test('follow a bouncing ball and its measures, as the closed form', () => {
    const paths = ['g', 'e', 'h.init']
    const point = [9.81, 0.8, 1]
    const result = sensitivities(Ball, {
      parameters: paths,
      simulate: { stopTime: 1.5 },
      measure: {
        end: finalValue('h'),
        peak: maximum('h', { from: 0.6 }),
        top: maximumTime('h', { from: 0.6 }),
        low: minimum('v'),
        path: integral('v', { from: 0.1, to: 1.4 }),
      },
    })
    paths.forEach((path, j) => {
      const exact = (name: keyof ReturnType<typeof bounce>, t = 1.5): number =>
        slopeOf((x) => {
          const [g, e, h] = point.map((value, k) => (k === j ? x : value))
          return bounce(g, e, h, t)[name]
        }, point[j])
      for (const name of ['h', 'v', 'hit'] as const)
        expect(Math.abs(last(result, name, path) - exact(name))).toBeLessThan(1e-8)
      expect(Math.abs(result.at('h', path, 1) - exact('h', 1))).toBeLessThan(1e-8)
      expect(Math.abs(result.derivative('end', path).value - exact('h'))).toBeLessThan(1e-8)
      expect(Math.abs(result.derivative('peak', path).value - exact('peak'))).toBeLessThan(1e-7)
      // at the first impact
      const low = slopeOf((x) => {
        const [g, , h] = point.map((value, k) => (k === j ? x : value))
        return -Math.sqrt(2 * g * h)
      }, point[j])
      expect(Math.abs(result.derivative('low', path).value - low)).toBeLessThan(1e-7)
      const path2 = exact('h', 1.4) - (j === 0 ? -0.005 : j === 2 ? 1 : 0)
      expect(Math.abs(result.derivative('path', path).value - path2)).toBeLessThan(1e-7)
      expect(result.derivative('end', path).means).toBe('exact')
    })
    expect(last(result, 'n', 'e')).toBe(0)
    expect(result.parameters.map(({ means }) => means)).toEqual(['exact', 'exact', 'exact'])
  })

  test('follow the times of events that parameters set, and the values that `when` keeps', () => {
    const Steps = Model({
      T: Par(0.7),
      a: Par(2),
      x: Var({ init: 1 }),
      d: Var({ start: 0 }),
      next: Var({ start: expr`T` }),
      equations: equations`
        der(x) = -a*x + d
        when time >= pre(next) then
          d = pre(d) + x*T
          next = pre(next) + 1.1*T
        end
      `,
    })
    const result = sensitivities(Steps, { parameters: ['T', 'a'], simulate: { stopTime: 5 } })
    /** The same by exponentials. */
    const solve = (T: number, a: number) => {
      let [t, x, d] = [0, 1, 0]
      for (let next = T; ; next += 1.1 * T) {
        const end = Math.min(next, 5)
        x = d / a + (x - d / a) * Math.exp(-a * (end - t))
        t = end
        if (next > 5) return { x, d }
        d += x * T
      }
    }
    for (const name of ['x', 'd'] as const) {
      expect(Math.abs(last(result, name, 'T') - slopeOf((T) => solve(T, 2)[name], 0.7))).toBeLessThan(1e-7)
      expect(Math.abs(last(result, name, 'a') - slopeOf((a) => solve(0.7, a)[name], 2))).toBeLessThan(1e-7)
    }
    // 0.7 (1 + 1.1 k) > 5 at k = 6
    expect(last(result, 'next', 'T')).toBeCloseTo(7.6, 12)
  })

  test('pass a diode, inputs and branches, as differences of precise runs do', () => {
    const Diode = Model({
      R: Par(2),
      w: Par(4),
      u: Var({ input: true }),
      v: Var({ init: 0.2 }),
      i: Var(),
      y: Var({ init: 0 }),
      equations: equations`
        i = if 3*sin(w*time) > v then (3*sin(w*time) - v)/R else 0
        0.3*der(v) = i - v/10
        der(y) = if u > R/4 then u*v else -y
      `,
    })
    const simulate = { stopTime: 5.3, interval: 0.1, inputs: { u: (t: number) => Math.sin(2 * t) } }
    const result = sensitivities(Diode, { parameters: ['R', 'w', 'v.init'], simulate })
    const model = instantiate(Diode)
    for (const [path, at] of [
      ['R', 2],
      ['w', 4],
      ['v.init', 0.2],
    ] as const)
      for (const name of ['v', 'y']) {
        const end = (x: number): number => {
          const merge = path === 'v.init' ? { v: { init: x } } : { [path]: x }
          return model.simulate({ ...simulate, tolerance: 1e-11, merge }).final(name)
        }
        expect(Math.abs(last(result, name, path) - slopeOf(end, at))).toBeLessThan(1e-7)
      }
    expect(result.parameters.every(({ means }) => means === 'exact')).toBe(true)
  })

  test('move the end of a run that a model ends', () => {
    const Fall = Model({
      v0: Par(3),
      h: Var({ init: 1 }),
      v: Var({ init: expr`v0` }),
      equations: equations`
        der(h) = v
        der(v) = -9.81
        when h < 0 then terminate('down') end
      `,
    })
    const result = sensitivities(Fall, {
      parameters: ['v0'],
      simulate: { stopTime: 5 },
      measure: { h: finalValue('h'), v: finalValue('v') },
    })
    // v² = v0² + 2 g h
    expect(Math.abs(result.derivative('h', 'v0').value)).toBeLessThan(1e-9)
    expect(result.derivative('v', 'v0').value).toBeCloseTo(-3 / Math.sqrt(9 + 2 * 9.81), 8)
    // at a fixed time
    expect(last(result, 'v', 'v0')).toBeCloseTo(1, 12)
  })
})

describe('sensitivities of equations that are solved', () => {
  test('have the published values for the stiff problem of Robertson', () => {
    const Kinetics = Model({
      p1: Par(0.04),
      p2: Par(1e4),
      p3: Par(3e7),
      y1: Var({ init: 1 }),
      y2: Var({ init: 0, nominal: 1e-5 }),
      y3: Var({ init: 0 }),
      equations: equations`
        der(y1) = -p1*y1 + p2*y2*y3
        der(y2) = p1*y1 - p2*y2*y3 - p3*y2^2
        y3 = 1 - y1 - y2
      `,
    })
    // [Serban & Hindmarsh 2005, CVODES, example cvsRoberts_FSA], five digits at t = 0.4
    const published = {
      p1: [-3.5595e-1, 3.9025e-4, 3.5556e-1],
      p2: [9.5431e-8, -2.1309e-10, -9.5218e-8],
      p3: [-1.5833e-11, -5.29e-13, 1.6362e-11],
    }
    const result = sensitivities(Kinetics, { parameters: ['p1', 'p2', 'p3'], simulate: { stopTime: 0.4 } })
    for (const [path, values] of Object.entries(published))
      values.forEach((value, k) => {
        // the publication has a tolerance of 1e-4
        expect(relative(last(result, `y${k + 1}`, path), value)).toBeLessThan(2e-4)
      })
    const long = sensitivities(Kinetics, { parameters: ['p1'], simulate: { stopTime: 4e4, interval: 400 } })
    const end = (p1: number): number =>
      instantiate(Kinetics)
        .simulate({ stopTime: 4e4, interval: 400, tolerance: 1e-11, merge: { p1 } })
        .final('y1')
    expect(relative(last(long, 'y1', 'p1'), slopeOf(end, 0.04))).toBeLessThan(1e-7)
  })

  test('are those of the angle for a pendulum with a constraint', () => {
    const Cartesian = Model({
      L: Par(1),
      x: Var({ init: expr`0.6*L` }),
      y: Var({ start: expr`-0.8*L` }),
      vx: Var({ init: 0 }),
      vy: Var(),
      F: Var(),
      equations: equations`
        der(x) = vx
        der(y) = vy
        der(vx) = -F*x
        der(vy) = -F*y - 9.81
        x^2 + y^2 = L^2
      `,
    })
    const Angle = Model({
      L: Par(1),
      phi: Var({ init: Math.asin(0.6) }),
      w: Var({ init: 0 }),
      x: Var(),
      equations: equations`
        der(phi) = w
        L*der(w) = -9.81*sin(phi)
        x = L*sin(phi)
      `,
    })
    const options = { parameters: ['L'], simulate: { stopTime: 1, interval: 0.1 } }
    const [a, b] = [sensitivities(Cartesian, options), sensitivities(Angle, options)]
    expect(a.parameters[0].means).toBe('exact')
    a.time.forEach((_, k) => {
      const error = Math.abs(a.values('x', 'L')[k] - b.values('x', 'L')[k])
      // values up to 3; errors of the constraint add to those of the tolerance
      expect(error).toBeLessThan(1e-6)
      expect(error).toBeLessThan(10 * (a.errors('x', 'L')[k] + b.errors('x', 'L')[k]) + 1e-9)
    })
  })

  test('include those of initial equations, nonlinear systems, vectors and other solvers', () => {
    const Solved = Model({
      p: Par(2),
      k: Par([1, 2]),
      x: Var({ start: 1 }),
      y: Var({ start: 1 }),
      z: Var({ init: [1, 1] }),
      equations: equations`
        der(x) = p - x*y
        y + y^3 = p*x
        der(z) = -k .* z
      `,
      initialEquations: equations`der(x) = 0.1*p`,
    })
    const precise = instantiate(Solved)
    const end = (p: number): number =>
      precise.simulate({ stopTime: 1, tolerance: 1e-11, interval: 1, merge: { p } }).final('x')
    const exact = slopeOf(end, 2)
    for (const solver of ['auto', 'bdf'] as const) {
      const simulate = { stopTime: 1, solver, interval: 0.1 }
      const result = sensitivities(Solved, { parameters: ['p', 'k[2]'], simulate })
      expect(result.parameters.map(({ means }) => means)).toEqual(['exact', 'exact'])
      expect(relative(last(result, 'x', 'p'), exact)).toBeLessThan(1e-7)
      expect(Math.abs(last(result, 'z[2]', 'k[2]') + Math.exp(-2))).toBeLessThan(1e-7)
      expect(last(result, 'z[1]', 'k[2]')).toBe(0)
    }
  })
})

describe('sensitivities by differences', () => {
  const hidden = (x: number): number => x * x
  const Hidden = (): ModelNode =>
    Model({ p: Par(0.5), x: Var({ init: 1 }), equations: equations`der(x) = -p*${hidden}(x)` })

  test('say why, and how accurate they are', () => {
    const result = sensitivities(Hidden(), {
      parameters: ['p', 'x.init'],
      simulate: { stopTime: 2 },
      measure: { end: finalValue('x') },
    })
    // x = 1/(1/x0 + p t)
    const exact = { p: -2 / 4, 'x.init': 1 / 4 }
    for (const { path, means, reason } of result.parameters) {
      expect([means, reason]).toEqual(['differences', 'a function without derivative'])
      const { value, error } = result.derivative('end', path)
      const actual = Math.abs(value - exact[path as keyof typeof exact])
      expect(actual).toBeLessThan(1e-7)
      expect(actual).toBeLessThan(3 * error)
      expect(last(result, 'x', path)).toBe(value)
    }
  })

  test('are taken for sampled controllers, 3D models, and where the equations change', () => {
    const simulate = { stopTime: 1.013, interval: 0.1 }
    const sampled = sensitivities(CruiseControl, { parameters: ['m'], simulate })
    const run = instantiate(CruiseControl)
    const end = (m: number): number =>
      run.simulate({ ...simulate, tolerance: 1e-10, merge: { m } }).final('v')
    expect(sampled.parameters[0].reason).toBe('clocks')
    expect(relative(last(sampled, 'v', 'm'), slopeOf(end, 1000))).toBeLessThan(1e-6)

    const Pendulum = Model3D({
      world: Object3D({ feature: Scene() }),
      bar: Object3D({
        feature: Solid({
          massProperties: MassProperties({
            mass: 2,
            centerOfMass: [0, -0.5, 0],
            Ixx: 0.1,
            Iyy: 0.1,
            Izz: 0.1,
          }),
        }),
      }),
      joint: Revolute({ obj1: 'world', obj2: 'bar', axis: 'z', phi: { init: 1 } }),
    })
    const mass = sensitivities(Pendulum, {
      parameters: ['bar.feature.massProperties.mass'],
      simulate: { stopTime: 0.3, interval: 0.1, tolerance: 1e-7 },
    })
    expect(mass.parameters[0].means).toBe('differences')
    // (I + m l²) φ'' = -m g l sin φ
    const Flat = Model({
      m: Par(2),
      phi: Var({ init: 1 }),
      w: Var({ init: 0 }),
      equations: equations`
        der(phi) = w
        (0.1 + m*0.25)*der(w) = -m*9.81*0.5*sin(phi)
      `,
    })
    const flat = sensitivities(Flat, { parameters: ['m'], simulate: { stopTime: 0.3, interval: 0.1 } })
    const path = 'bar.feature.massProperties.mass'
    expect(relative(last(mass, 'joint.phi', path), last(flat, 'phi', 'm'))).toBeLessThan(1e-4)

    const Lag = Model({
      T: Par(0),
      x: Var({ init: 1 }),
      y: Var({ start: 1 }),
      equations: equations`
        der(x) = -y
        T*der(y) = x - y
      `,
    })
    const lag = sensitivities(Lag, { parameters: ['T'], simulate: { stopTime: 1 } })
    expect(lag.parameters[0].reason).toMatch('other equations')
    // the slow mode exp(-(1 + T) t) from x = 1 - T y: on the side where the model is stable
    expect(last(lag, 'x', 'T')).toBeCloseTo(-Math.exp(-1), 5)
  })

  test('are NaN where an event of a neighboring run is on the other side', () => {
    const Jump = Model({
      p: Par(1),
      x: Var({ init: 0 }),
      y: Var(),
      z: Var({ init: 1 }),
      equations: equations`
        der(x) = p
        der(z) = -${hidden}(z)
        y = if x > 1 then 5 + x else x
      `,
    })
    const result = sensitivities(Jump, { parameters: ['p'], simulate: { stopTime: 2, interval: 0.25 } })
    const at = (t: number): number => result.values('y', 'p')[result.time.findIndex((each) => each >= t)]
    const event = result.time.findIndex((t, k) => t === result.time[k - 1])
    expect(at(0.75)).toBeCloseTo(0.75, 7)
    expect(result.time[event]).toBeCloseTo(1, 9)
    expect(result.values('y', 'p')[event]).toBeNaN()
    expect(at(1.25)).toBeCloseTo(1.25, 7)
  })
})

test('bad input of sensitivities has clear errors', () => {
  const simulate = { stopTime: 1 }
  const options = (parameters: unknown) => ({ parameters, simulate }) as Parameters<typeof sensitivities>[1]
  expect(() => sensitivities(Charge, options([]))).toThrow("a list of parameters and start values: ['R'")
  expect(() => sensitivities(Charge, options(['Q']))).toThrow('parameters: Q: expected')
  expect(() => sensitivities(Charge, options(['R', 'R']))).toThrow("each path once, got ''R' twice'")
  expect(() => sensitivities(Charge, options(['v.min']))).toThrow('a parameter or start value')
  expect(() => sensitivities(Charge, options(['i.init']))).toThrow('the path of a number of the model')
  expect(() => sensitivities(Charge, { parameters: ['R'] } as never)).toThrow('options of a run')
  const result = sensitivities(Charge, options(['R']))
  expect(() => result.values('v', 'C')).toThrow("expected 'R'")
  expect(() => result.values('w', 'R')).toThrow("'w'")
  expect(() => result.derivative('peak', 'R')).toThrow('sensitivities: measure')
})
