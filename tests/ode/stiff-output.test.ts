/** Components that follow a smooth motion stiffly: output between the ends of the steps, and events there. */
import { integrate, type Method, type OdeProblem } from 'vario/ode'
import { describe, expect, it } from 'vitest'

const METHODS: readonly Method[] = ['radau5', 'auto', 'bdf']
const N_OUTPUT = 2000

/** A problem with the solution `exact`, from t = 0 on. */
interface Case {
  readonly name: string
  readonly problem: OdeProblem
  readonly tEnd: number
  readonly exact: (t: number) => readonly number[]
}

/** x' = -L (x - sin t) from 0: x = (L² sin t - L cos t + L e^{-L t}) / (1 + L²). */
const lag = (L: number): Case => ({
  name: `lag behind sin t, L = ${L}`,
  problem: {
    n: 1,
    f: (t, x, dx) => {
      dx[0] = -L * (x[0] - Math.sin(t))
    },
  },
  tEnd: 10,
  exact: (t) => [(L * L * Math.sin(t) - L * Math.cos(t) + L * Math.exp(-L * t)) / (1 + L * L)],
})

/** Prothero and Robinson's problem x' = -L (x - φ) + φ' with the solution φ. */
const follow = (name: string, L: number, phi: (t: number) => number, slope: (t: number) => number): Case => ({
  name: `${name}, L = ${L}`,
  problem: {
    n: 1,
    f: (t, x, dx) => {
      dx[0] = -L * (x[0] - phi(t)) + slope(t)
    },
  },
  tEnd: 10,
  exact: (t) => [phi(t)],
})

/** A nonlinear one: x0' = -L (x0³ - cos³ x1) - sin x1, x1' = 1. */
const cubic = (L: number): Case => ({
  name: `cubic law, L = ${L}`,
  problem: {
    n: 2,
    f: (_t, x, dx) => {
      const target = Math.cos(x[1]) + 2
      dx[0] = -L * (x[0] ** 3 - target ** 3) - Math.sin(x[1])
      dx[1] = 1
    },
  },
  tEnd: 10,
  exact: (t) => [Math.cos(t) + 2, t],
})

/** Two stiff components with complex eigenvalues -L ± iL around a moving point, and a slow one. */
const spiral = (L: number): Case => ({
  name: `spiral, L = ${L}`,
  problem: {
    n: 3,
    f: (t, x, dx) => {
      const a = x[0] - Math.sin(2 * t)
      const b = x[1] - x[2]
      dx[0] = -L * (a + b) + 2 * Math.cos(2 * t)
      dx[1] = -L * (b - a) - x[2]
      dx[2] = -x[2]
    },
  },
  tEnd: 5,
  exact: (t) => [Math.sin(2 * t), Math.exp(-t), Math.exp(-t)],
})

const CASES: readonly Case[] = [
  ...[1e2, 1e4, 1e6, 1e9].map(lag),
  ...[1e3, 1e6].flatMap((L) => [
    follow(
      'sin 5t',
      L,
      (t) => Math.sin(5 * t),
      (t) => 5 * Math.cos(5 * t),
    ),
    follow(
      'e^-t',
      L,
      (t) => Math.exp(-t),
      (t) => -Math.exp(-t),
    ),
    follow(
      'tanh 3(t - 5)',
      L,
      (t) => Math.tanh(3 * (t - 5)),
      (t) => 3 / Math.cosh(3 * (t - 5)) ** 2,
    ),
    cubic(L),
    spiral(L),
  ]),
]

describe('output', () => {
  // Local errors of stiff components do not add up, so the error inside the steps is that of one step: the tolerance; a
  // factor of 4 for components whose h|λ| is about 1 to 50, where the error at the end of a step is up to twice the
  // estimate, and for the root mean square of up to 3 components.
  it.each(METHODS.flatMap((method) => CASES.map((test) => ({ method, test, name: test.name }))))(
    'meets the tolerances with $method: $name',
    ({ method, test }) => {
      const { problem, tEnd, exact } = test
      const outputTimes = Float64Array.from({ length: N_OUTPUT + 1 }, (_, k) => (tEnd * k) / N_OUTPUT)
      for (const tol of [1e-3, 1e-4, 1e-6, 1e-8, 1e-10]) {
        const run = integrate(problem, {
          method,
          t0: 0,
          tEnd,
          x0: exact(0),
          rtol: tol,
          atol: tol,
          outputTimes,
        })
        let largest = 0
        for (let k = 0; k <= N_OUTPUT; k++) {
          exact(outputTimes[k]).forEach((value, i) => {
            const error = Math.abs(run.output.x[k * problem.n + i] - value)
            largest = Math.max(largest, error / (tol * (1 + Math.abs(value))))
          })
        }
        expect(largest, `at ${tol}`).toBeLessThan(4)
      }
    },
  )
})

describe('events', () => {
  it.each(METHODS.flatMap((method) => [1e2, 1e4, 1e6, 1e9].map((L) => ({ method, L }))))(
    'occur completely and in time with $method, L = $L',
    ({ method, L }) => {
      const { problem, exact, tEnd } = lag(L)
      const roots = {
        n: 1,
        g: (_t: number, x: Float64Array, z: Float64Array): void => {
          z[0] = x[0] - 0.5
        },
      }
      for (const tol of [1e-3, 1e-4, 1e-6, 1e-8]) {
        const run = integrate({ ...problem, roots }, { method, t0: 0, tEnd, x0: [0], rtol: tol, atol: tol })
        // sin t = 1/2 at π/6 and 5π/6, and again a period later
        expect(run.events.length, `at ${tol}`).toBe(4)
        // a deviation of 4 tolerances in x, where the sine has a slope of 0.87
        for (const { t } of run.events) expect(Math.abs(exact(t)[0] - 0.5)).toBeLessThan(4 * 1.5 * tol)
      }
    },
  )
})

it('the dense output of a stiff oscillator with slow and fast phases follows a finer run', () => {
  // Van der Pol in Liénard's scaling, ε = 1e-6: x0 is slow and then jumps, x1 follows it stiffly.
  const problem: OdeProblem = {
    n: 2,
    f: (_t, x, dx) => {
      dx[0] = x[1]
      dx[1] = ((1 - x[0] * x[0]) * x[1] - x[0]) / 1e-6
    },
  }
  const options = { t0: 0, tEnd: 0.7, x0: [2, -0.66] }
  const outputTimes = Float64Array.from({ length: 701 }, (_, k) => k / 1000)
  const fine = integrate(problem, { ...options, method: 'bdf', rtol: 1e-11, atol: 1e-11, outputTimes }).output
    .x
  for (const method of ['radau5', 'auto'] as const) {
    for (const tol of [1e-4, 1e-6, 1e-8]) {
      const run = integrate(problem, { ...options, method, rtol: tol, atol: tol, outputTimes })
      let largest = 0
      fine.forEach((value, k) => {
        largest = Math.max(largest, Math.abs(run.output.x[k] - value) / (tol * (1 + Math.abs(value))))
      })
      // x0 is integrated, so that its errors accumulate, over at most some dozen steps of this phase.
      expect(largest, `${method} at ${tol}`).toBeLessThan(10)
    }
  }
})
