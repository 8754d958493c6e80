/** Starts exactly on, or close to, a jump of f; extremely short intervals. */
import { integrate, type Method, type OdeProblem } from 'vario/ode'
import { describe, expect, it } from 'vitest'

type F = OdeProblem['f']
interface Case {
  readonly name: string
  readonly f: F
  readonly x0: readonly number[]
  readonly tEnd: number
  /** x[0] at tEnd. */
  readonly end: number
  /** Size of x, to which the absolute tolerance is relative. */
  readonly scale?: number
}

/** x'' = -a sign(x - place): parabolas, starting at the place with the speed v and returning after 2v/a. */
const relay = (a: number, place: number, v: number, offset = 0): Case => ({
  name: `x'' = -${a} sign(x - ${place}) from ${place + offset}`,
  f: (_t, x, dx) => {
    dx[0] = x[1]
    dx[1] = -a * Math.sign(x[0] - place)
  },
  x0: [place + offset, v],
  tEnd: (2 * v) / a,
  end: place,
  scale: Math.abs(v * v) / a,
})

const CASES: readonly Case[] = [
  relay(1, 0, 1),
  relay(1, 5, 1),
  relay(1, 5, 1, -1e-9),
  relay(1, 5, 1, 1e-9),
  relay(1e6, 0, 1e3),
  relay(1e-6, 0, 1e-3),
  {
    name: 'dry friction that is overcome',
    f: (_t, x, dx) => {
      dx[0] = x[1]
      dx[1] = 3 - Math.sign(x[1])
    },
    x0: [0, 0],
    tEnd: 3,
    end: 9,
  },
  {
    name: 'faster beyond 0',
    f: (_t, x, dx) => {
      dx[0] = 1 + (x[0] > 0 ? 1 : 0)
    },
    x0: [0],
    tEnd: 3,
    end: 6,
  },
  {
    name: 'slower beyond 0',
    f: (_t, x, dx) => {
      dx[0] = 2 - (x[0] > 0 ? 1 : 0)
    },
    x0: [0],
    tEnd: 3,
    end: 3,
  },
  {
    name: 'away from 0',
    f: (_t, x, dx) => {
      dx[0] = x[0] > 0 ? 1 : -1
    },
    x0: [0],
    tEnd: 3,
    end: -3,
  },
  {
    name: 'a relay beside a stiff component',
    f: (_t, x, dx) => {
      dx[0] = x[1]
      dx[1] = -Math.sign(x[0])
      dx[2] = -1e6 * (x[2] - x[1])
    },
    x0: [0, 1, 1],
    tEnd: 2,
    end: 0,
  },
]

describe('a start on a jump', () => {
  const methods: readonly Method[] = ['radau5', 'auto', 'bdf']
  it.each(methods.flatMap((method) => CASES.map((test) => ({ method, test, name: test.name }))))(
    '$method solves $name',
    ({ method, test }) => {
      for (const tol of [1e-3, 1e-6, 1e-9]) {
        const { f, x0, tEnd, end, scale = 1 } = test
        const run = integrate(
          { n: x0.length, f },
          { method, t0: 0, tEnd, x0, rtol: tol, atol: tol * scale, expect: 'stiff' },
        )
        // The side of the jump at the start is decided within the tolerance, and an error of the speed lasts to the
        // end.
        const size = Math.max(scale, Math.abs(end))
        expect(Math.abs(run.x[0] - end), `at ${tol}`).toBeLessThan(Math.max(10 * tol * size, 3e-9))
      }
    },
  )

  it.each(['radau5', 'bdf'] as const)('%s solves five periods of a relay', (method) => {
    for (const tol of [1e-4, 1e-6, 1e-9]) {
      const { f, x0 } = relay(1, 0, 1)
      const run = integrate(
        { n: 2, f },
        { method, t0: 0, tEnd: 20, x0, rtol: tol, atol: tol, expect: 'stiff' },
      )
      // At each of ten crossings inside steps the error test knows only the order of magnitude of the error: up to 30
      // tolerances each.
      expect(Math.abs(run.x[0]), `at ${tol}`).toBeLessThan(300 * tol + 1e-6)
      expect(Math.abs(0.5 * run.x[1] ** 2 + Math.abs(run.x[0]) - 0.5)).toBeLessThan(300 * tol)
    }
  })
})

describe('an extremely short interval', () => {
  it.each(['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const)('%s', (method) => {
    for (const tEnd of [1e-30, 1e-100, 1e-200, 1e-300, 1e-307]) {
      const run = integrate(
        {
          n: 3,
          f: (_t, x, dx) => {
            dx[0] = x[1]
            dx[1] = -x[0] + 1e3 * x[2]
            dx[2] = -1e6 * x[2]
          },
        },
        { method, t0: 0, tEnd, x0: [1, 0, 1], expect: 'stiff' },
      )
      // the solution moves by less than an ulp, from 0 by 1e3 tEnd
      expect([run.x[0], run.x[2], run.t]).toEqual([1, 1, tEnd])
      expect(Math.abs(run.x[1] / (999 * tEnd) - 1)).toBeLessThan(1e-6)
    }
  })
})
