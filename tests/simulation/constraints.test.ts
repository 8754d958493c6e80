/** Nonlinear constraints between states: the ends of steps are projected onto them. */

import { equations, instantiate, Model, simulate, Var } from 'vario'
import { integrate } from 'vario/ode'
import { describe, expect, test } from 'vitest'
import { CartesianPendulum } from './example-models.ts'

/** x, y, vx, vy at t = 10 s, from (1, 0) at rest, g = 9.81 (shared/benchmarks/ode-reference.json). */
const PENDULUM = [0.27508746256946437, -0.9614192051010285, -4.175598100963704, -1.1947490545326434]

function largest(values: Iterable<number>): number {
  let result = 0
  for (const value of values) result = Math.max(result, Math.abs(value))
  return result
}

describe('Cartesian pendulum', () => {
  test('agrees with the angle equation at the end, and stays on the circle', () => {
    const result = simulate(CartesianPendulum, { stopTime: 10, tolerance: 1e-8 })
    const end = ['x', 'y', 'vx', 'vy'].map((name) => result.final(name))
    // Measured: 5.5e-7; the errors of 350 steps of 1e-8 add up in the phase.
    expect(largest(end.map((value, i) => value - PENDULUM[i]))).toBeLessThan(2e-6)
    const [x, y, vx, vy] = ['x', 'y', 'vx', 'vy'].map((name) => result.values(name))
    expect(largest(x.map((_, i) => x[i] ** 2 + y[i] ** 2 - 1))).toBeLessThan(1e-12)
    expect(largest(x.map((_, i) => x[i] * vx[i] + y[i] * vy[i]))).toBeLessThan(1e-12)
    // It passes x = 0 and y = 0, where one of the coordinates cannot be a state.
    expect(Math.min(...x)).toBeLessThan(-0.99)
  })

  test.each(['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const)(
    'agrees with every solver: %s',
    (solver) => {
      for (const tolerance of [1e-6, 1e-9]) {
        const result = simulate(CartesianPendulum, { stopTime: 10, tolerance, solver })
        const end = ['x', 'y', 'vx', 'vy'].map((name) => result.final(name))
        // errors of hundreds of steps add up in the phase; the history of bdf is not projected
        expect(largest(end.map((value, i) => value - PENDULUM[i]))).toBeLessThan(
          solver === 'bdf' ? 5000 * tolerance : 1000 * tolerance,
        )
        const [x, y, vx, vy] = ['x', 'y', 'vx', 'vy'].map((name) => result.values(name))
        expect(largest(x.map((_, i) => x[i] ** 2 + y[i] ** 2 - 1))).toBeLessThan(1e-12)
        expect(largest(x.map((_, i) => x[i] * vx[i] + y[i] * vy[i]))).toBeLessThan(1e-12)
      }
    },
  )

  test.each(['tsit5', 'bdf', 'radau5'] as const)('hits a wall like the angle equation with %s', (solver) => {
    // at the lowest point the velocity is reversed to a half
    const model = CartesianPendulum.extend({
      equations: equations`
        when x < 0 and vx < 0 then
          reinit(vx, -0.5*pre(vx))
        end when
      `,
    })
    const result = simulate(model, { stopTime: 3, solver, tolerance: 1e-8 })
    // a quarter period from 90 degrees, then half periods from 41 and 20 degrees: hits at 0.59, 1.63 and 2.64 s
    const energy = 0.5 * (result.final('vx') ** 2 + result.final('vy') ** 2) + 9.81 * (result.final('y') + 1)
    expect(Math.abs(energy / 9.81 - 1 / 64)).toBeLessThan(1e-6)
  })

  test('the error follows the tolerance', () => {
    const errors = [1e-6, 1e-8, 1e-10].map((tolerance) => {
      const result = simulate(CartesianPendulum, { stopTime: 10, tolerance })
      return Math.abs(result.final('x') - PENDULUM[0])
    })
    expect(errors[1]).toBeLessThan(errors[0] / 10)
    expect(errors[2]).toBeLessThan(errors[1] / 3)
  })

  test('continues after an event like a run that starts there', () => {
    const names = ['x', 'y', 'vx', 'vy']
    const options = { interval: 0.25, tolerance: 1e-6 }
    const Watched = CartesianPendulum.extend({
      equations: equations`
        when time >= 1 then
          reinit(vx, -0.7*vx)
          reinit(vy, -0.7*vy)
        end when
      `,
    })
    const whole = simulate(Watched, { ...options, stopTime: 2 })
    const kEvent = whole.values('time').lastIndexOf(1)
    const merge = Object.fromEntries(names.map((name) => [name, { init: whole.values(name)[kEvent] }]))
    const second = simulate(CartesianPendulum, { ...options, startTime: 1, stopTime: 2, merge })
    for (const name of names) {
      const [end, other] = [whole, second].map((result) => result.values(name).slice(-4))
      // the error test is stricter after an event: the difference is the error of the run that starts there
      expect(largest(end.map((value, k) => value - other[k]))).toBeLessThan(10 * options.tolerance)
    }
  })

  test('corrects guesses, and keeps init values', () => {
    const model = CartesianPendulum({
      x: { init: 0.6 },
      y: { init: null, start: -0.5 },
      vx: { init: 1 },
      vy: { init: null },
    })
    const result = simulate(model, { stopTime: 0 })
    expect(result.final('x')).toBe(0.6)
    expect(result.final('y')).toBeCloseTo(-0.8, 12)
    expect(result.final('vx')).toBe(1)
    expect(result.final('vy')).toBeCloseTo(0.75, 12)
  })

  test('reports contradicting init values with the constraints and the values', () => {
    const model = CartesianPendulum({ x: { init: 2 } })
    expect(() => simulate(model, { stopTime: 1 })).toThrow(
      /No initial values fulfill[\s\S]*x\^2 \+ y\^2 = L\^2[\s\S]*x = 2 \(init\)/,
    )
  })

  test('stays on the circle when an event reverses the velocity at the lowest point', () => {
    const model = CartesianPendulum.extend({
      e: 0.5,
      equations: equations`
        when x < 0 then
          reinit(vx, -e*pre(vx))
        end when
      `,
    })
    const result = simulate(model, { stopTime: 2, tolerance: 1e-8 })
    const [x, y] = ['x', 'y'].map((name) => result.values(name))
    expect(largest(x.map((_, i) => x[i] ** 2 + y[i] ** 2 - 1))).toBeLessThan(1e-12)
    expect(Math.min(...x)).toBeGreaterThan(-1e-6)
    // Half the velocity is a quarter of the height: y = -1 + 1/4 at the next turning point.
    const turning = x.reduce(
      (best, value, i) => (result.values('time')[i] > 0.7 && value > best ? value : best),
      0,
    )
    expect(turning).toBeCloseTo(Math.sqrt(1 - 0.75 ** 2), 4)
  })
})

describe('other forms of constraints', () => {
  test('supports second derivatives: the same pendulum', () => {
    const model = Model({
      x: Var({ init: 1 }),
      y: Var({ init: 0 }),
      equations: equations`
        der(der(x)) = -lambda*x
        der(der(y)) = -lambda*y - 9.81
        x^2 + y^2 = 1
      `,
    })
    const result = simulate(model, { stopTime: 10, tolerance: 1e-8 })
    const end = ['x', 'y', 'der(x)', 'der(y)'].map((name) => result.final(name))
    expect(largest(end.map((value, i) => value - PENDULUM[i]))).toBeLessThan(1e-5)
  })

  test('solve for factors that are parameters: two gears in series have one degree of freedom', () => {
    const model = Model({
      n1: 3,
      n2: 7,
      n3: 2,
      n4: 5,
      phi1: Var({ init: 0 }),
      w1: Var({ init: 0 }),
      equations: equations`
        der(phi1) = w1
        der(phi2) = w2
        der(phi3) = w3
        n1*phi1 = n2*phi2
        n3*phi2 = n4*phi3
        der(w1) = 1 - n1*t1
        2*der(w2) = n2*t1 - n3*t2
        3*der(w3) = n4*t2
      `,
    })
    const instance = instantiate(model)
    expect(instance.translation.states.map((state) => state.name)).toEqual(['phi1', 'w1'])
    expect(instance.translation.constraints).toHaveLength(0)
    const [k2, k3] = [3 / 7, ((3 / 7) * 2) / 5]
    const w1 = instance.simulate({ stopTime: 1 }).final('w1')
    expect(w1).toBeCloseTo(1 / (1 + 2 * k2 ** 2 + 3 * k3 ** 2), 12)
  })

  test('are removed if they follow from others', () => {
    // A platform on three parallel bars of 1 m at rest: two would be enough, and the middle one carries as the others do.
    const model = Model({
      x: Var({ init: 0 }),
      y: Var({ init: 1 }),
      phi: Var({ init: 0 }),
      equations: equations`
        (x - cos(phi) + 1)^2 + (y - sin(phi))^2 = 1
        (x + cos(phi) - 1)^2 + (y + sin(phi))^2 = 1
        x^2 + y^2 = 1
        der(der(x)) = f1*(x - cos(phi) + 1) + f2*(x + cos(phi) - 1) + f3*x
        der(der(y)) = f1*(y - sin(phi)) + f2*(y + sin(phi)) + f3*y - 9.81
        der(der(phi)) = f2*(cos(phi)*y + sin(phi)*(1 - x)) - f1*(cos(phi)*y - sin(phi)*(1 + x))
      `,
    })
    const result = simulate(model, { stopTime: 1 })
    for (const name of ['f1', 'f2', 'f3']) expect(result.final(name)).toBeCloseTo(9.81 / 3, 9)
    expect(result.warnings.map(({ code }) => code)).toEqual(['UNDETERMINED'])
    expect(result.warnings[0].message).toContain('x^2 + y^2 = 1')
  })
})

describe('states that depend on parameters', () => {
  const model = Model({
    n: 2,
    phi1: Var({ init: 0 }),
    w1: Var({ init: 0 }),
    equations: equations`
      der(phi1) = w1
      der(phi2) = w2
      phi2 = n*phi1
      der(w1) = 1 - n*tau
      der(w2) = tau
    `,
  })

  test('a ratio that becomes zero in a run causes no division by zero', () => {
    const gear = instantiate(model)
    // w1' = 1/(1 + n²)
    for (const n of [2, 0, 3])
      expect(gear.simulate({ stopTime: 1, merge: { n } }).final('w1')).toBeCloseTo(1 / (1 + n * n), 12)
  })

  test('states chosen for another value are replaced in that run', () => {
    const other = instantiate(
      model({ phi1: { init: null }, w1: { init: null } }).extend({
        phi2: Var({ init: 0 }),
        w2: Var({ init: 0 }),
      }),
    )
    expect(other.translation.states.map((state) => state.name)).toEqual(['phi2', 'w2'])
    expect(other.simulate({ stopTime: 1 }).final('w1')).toBeCloseTo(1 / 5, 12)
    // phi2 stays zero; phi1 = phi2/n would not be finite
    const result = other.simulate({ stopTime: 1, merge: { n: 0 } })
    expect(result.final('w1')).toBeCloseTo(1, 12)
    expect(result.final('phi2')).toBe(0)
    expect(other.simulate({ stopTime: 1 }).final('w1')).toBeCloseTo(1 / 5, 12)
  })
})

describe('mechanisms with a nonlinear loop', () => {
  test('four-bar linkage of point masses: length, energy and the angle equation', () => {
    // Joints A = (0, 0) and B = (2, 0); bars of 1, 2 and 1.5 m; masses of 1 kg at both moving joints, no gravity, crank turning.
    const model = Model({
      x1: Var({ init: 0 }),
      y1: Var({ init: 1 }),
      x2: Var({ start: 2 }),
      y2: Var({ start: 1.5 }),
      u1: Var({ init: -2 }),
      v1: Var({ init: 0 }),
      u2: Var({ start: -2 }),
      v2: Var({ start: 0 }),
      equations: equations`
        der(x1) = u1
        der(y1) = v1
        der(x2) = u2
        der(y2) = v2
        der(u1) = -a*x1 + b*(x2 - x1)
        der(v1) = -a*y1 + b*(y2 - y1)
        der(u2) = -b*(x2 - x1) - c*(x2 - 2)
        der(v2) = -b*(y2 - y1) - c*y2
        x1^2 + y1^2 = 1
        (x2 - x1)^2 + (y2 - y1)^2 = 4
        (x2 - 2)^2 + y2^2 = 2.25
      `,
    })
    const instance = instantiate(model)
    expect(instance.translation.constraints).toHaveLength(6)
    const result = instance.simulate({ stopTime: 5, tolerance: 1e-8 })
    const [x1, y1, x2, y2, u1, v1, u2, v2] = ['x1', 'y1', 'x2', 'y2', 'u1', 'v1', 'u2', 'v2'].map((n) =>
      result.values(n),
    )
    expect(largest(x1.map((_, i) => x1[i] ** 2 + y1[i] ** 2 - 1))).toBeLessThan(1e-12)
    expect(largest(x1.map((_, i) => (x2[i] - x1[i]) ** 2 + (y2[i] - y1[i]) ** 2 - 4))).toBeLessThan(1e-12)
    const energy = x1.map((_, i) => 0.5 * (u1[i] ** 2 + v1[i] ** 2 + u2[i] ** 2 + v2[i] ** 2))
    expect(largest(energy.map((value) => value / energy[0] - 1))).toBeLessThan(1e-5)

    // Independent: the crank angle with the other joint from the intersection of two circles, and the energy as the law of motion.
    const reference = integrateFourBar(energy[0], Math.PI / 2, 5)
    expect(x1[x1.length - 1]).toBeCloseTo(Math.cos(reference), 4)
    expect(y1[y1.length - 1]).toBeCloseTo(Math.sin(reference), 4)
  })

  test('slider-crank with a massless rod: the loop holds, the energy stays', () => {
    const model = Model({
      r: 0.5,
      l: 1,
      J: 2,
      m: 3,
      phi: Var({ init: 0.3 }),
      w: Var({ init: 4 }),
      theta: Var({ start: -0.1 }),
      equations: equations`
        s = r*cos(phi) + l*cos(theta)
        0 = r*sin(phi) + l*sin(theta)
        der(phi) = w
        der(s) = v
        m*der(v) = f
        J*der(w) = r*(f*sin(phi) + n*cos(phi))
        0 = f*sin(theta) + n*cos(theta)
      `,
    })
    const result = simulate(model, { stopTime: 3, tolerance: 1e-8 })
    const [phi, theta, s, w, v] = ['phi', 'theta', 's', 'w', 'v'].map((name) => result.values(name))
    expect(phi[phi.length - 1]).toBeGreaterThan(2 * Math.PI)
    expect(largest(phi.map((_, i) => 0.5 * Math.sin(phi[i]) + Math.sin(theta[i])))).toBeLessThan(1e-12)
    const piston = phi.map((angle) => 0.5 * Math.cos(angle) + Math.sqrt(1 - 0.25 * Math.sin(angle) ** 2))
    expect(largest(s.map((value, i) => value - piston[i]))).toBeLessThan(1e-12)
    const energy = w.map((value, i) => value ** 2 + 1.5 * v[i] ** 2)
    expect(largest(energy.map((value) => value / energy[0] - 1))).toBeLessThan(1e-5)
  })
})

/** Angle of the crank after `tEnd`: φ' = √(2 E / m(φ)) with the mass m(φ) = 1 + |dp₂/dφ|² as the crank sees it. */
function integrateFourBar(energy: number, phi0: number, tEnd: number): number {
  const joint = (phi: number): [number, number] => {
    const [x, y] = [Math.cos(phi), Math.sin(phi)]
    const [dx, dy] = [2 - x, -y]
    const d = Math.hypot(dx, dy)
    const along = (4 - 2.25 + d * d) / (2 * d)
    const across = Math.sqrt(4 - along * along)
    return [x + (along * dx - across * dy) / d, y + (along * dy + across * dx) / d]
  }
  // The same branch, with a positive sign of the crossing direction
  const run = integrate(
    {
      n: 1,
      f: (_t, x, dx) => {
        const h = 1e-5
        const [ax, ay] = joint(x[0] + h)
        const [bx, by] = joint(x[0] - h)
        const mass = 1 + ((ax - bx) / (2 * h)) ** 2 + ((ay - by) / (2 * h)) ** 2
        dx[0] = Math.sqrt((2 * energy) / mass)
      },
    },
    { method: 'dop853', t0: 0, x0: [phi0], tEnd, rtol: 1e-9, atol: 1e-9 },
  )
  return run.x[0]
}
