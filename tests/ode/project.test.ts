/** Solutions with invariants: `project` moves the end of every step. */
import { integrate, type Method, type OdeProblem, SolverError } from 'vario/ode'
import { describe, expect, test } from 'vitest'

/** An oscillator x″ = −x on the circle x² + v² = 1. */
function createOscillator(project?: OdeProblem['project']): OdeProblem {
  return {
    n: 2,
    f: (_t, x, dx) => {
      dx[0] = x[1]
      dx[1] = -x[0]
    },
    ...(project && { project }),
  }
}

const toCircle = (_t: number, x: Float64Array): boolean => {
  const size = Math.hypot(x[0], x[1])
  if (Math.abs(size - 1) < 1e-15) return false
  x[0] /= size
  x[1] /= size
  return true
}

const METHODS: readonly Method[] = ['tsit5', 'dop853', 'radau5', 'bdf', 'auto']
const OPTIONS = { t0: 0, x0: [1, 0], tEnd: 30, rtol: 1e-6, atol: 1e-6 }

describe.each(METHODS)('%s', (method) => {
  test('ends of steps are on the circle, and the solution is as accurate as without projection', () => {
    const free = integrate(createOscillator(), { ...OPTIONS, method })
    const kept = integrate(createOscillator(toCircle), { ...OPTIONS, method })
    const errorOf = ({ x }: { readonly x: Float64Array }): number =>
      Math.hypot(x.at(-2)! - Math.cos(30), x.at(-1)! + Math.sin(30))
    for (let k = 0; k < kept.x.length; k += 2)
      expect(Math.abs(Math.hypot(kept.x[k], kept.x[k + 1]) - 1)).toBeLessThan(4e-16)
    // errors along the circle are unaffected
    expect(errorOf(kept)).toBeLessThan(2 * errorOf(free) + 1e-6)
  })

  test('a move that does not decrease with the step is an error', () => {
    const away = (t: number, x: Float64Array): boolean => {
      if (t > 1) x[0] += 1
      return t > 1
    }
    expect(() => integrate(createOscillator(away), { ...OPTIONS, method })).toThrow(SolverError)
  })
})
