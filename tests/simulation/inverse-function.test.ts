/** Functions that know their inverse: forward dynamics instead of a system of equations. */

import { equations, Model, Par, simulate, Var } from 'vario'
import { describe, expect, test } from 'vitest'

/** (tau1, tau2) = M a + (x, 0), and a = M⁻¹ (tau - (x, 0)), with counters. */
function createDynamics() {
  const calls = { inverse: 0, forward: 0, jacobian: 0 }
  const inverse = {
    name: 'inverseDynamics',
    results: 2,
    linearIn: [1, 2],
    evaluate: (x: number, a1: number, a2: number) => {
      calls.inverse++
      return Float64Array.of(2 * a1 + a2 + x, a1 + 3 * a2)
    },
    jacobian: () => {
      calls.jacobian++
      return { rows: 2, cols: 2, data: Float64Array.of(2, 1, 1, 3) }
    },
    inverse: {
      name: 'forwardDynamics',
      results: 2,
      evaluate: (x: number, tau1: number, tau2: number) => {
        calls.forward++
        return Float64Array.of((3 * (tau1 - x) - tau2) / 5, (2 * tau2 - (tau1 - x)) / 5)
      },
    },
    hasMemory: true,
  }
  return { calls, inverse }
}

/** x' = A x with A = M⁻¹ (-d 1 - e1 e1ᵀ), by its eigenvalues: M = [2 1; 1 3], d = 1/2. */
function exact(t: number): [number, number] {
  const A = [-0.9, 0.1, 0.3, -0.2]
  const mean = (A[0] + A[3]) / 2
  const root = Math.sqrt(((A[0] - A[3]) / 2) ** 2 + A[1] * A[2])
  const c = Math.exp(mean * t) * Math.cosh(root * t)
  const s = (Math.exp(mean * t) * Math.sinh(root * t)) / root
  const [x, y] = [1, 2]
  return [c * x + s * ((A[0] - mean) * x + A[1] * y), c * y + s * (A[2] * x + (A[3] - mean) * y)]
}

describe('inverse', () => {
  const declarations = { w1: Var({ init: 1 }), w2: Var({ init: 2 }), d: Par(0.5), J: Par(1e-15) }

  test('solves for the arguments if the results are known', () => {
    const { calls, inverse } = createDynamics()
    const model = Model({
      ...declarations,
      equations: equations`
        (tau1, tau2) = ${inverse}(w1, der(w1), der(w2))
        tau1 = -d*w1
        -d*w2 = tau2
      `,
    })
    const result = simulate(model, { stopTime: 2, tolerance: 1e-10 })
    const [w1, w2] = exact(2)
    expect(Math.abs(result.final('w1') - w1)).toBeLessThan(1e-8)
    expect(Math.abs(result.final('w2') - w2)).toBeLessThan(1e-8)
    expect(calls.inverse).toBe(0)
    expect(calls.forward).toBeGreaterThan(0)
  })

  test('is not used if another equation needs the arguments', () => {
    const { calls, inverse } = createDynamics()
    const model = Model({
      ...declarations,
      equations: equations`
        (tau1, tau2) = ${inverse}(w1, der(w1), der(w2))
        tau1 = -d*w1 - J*der(w1)
        tau2 = -d*w2
      `,
    })
    const result = simulate(model, { stopTime: 2, tolerance: 1e-10 })
    const [w1, w2] = exact(2)
    expect(Math.abs(result.final('w1') - w1)).toBeLessThan(1e-8)
    expect(Math.abs(result.final('w2') - w2)).toBeLessThan(1e-8)
    expect(calls.forward).toBe(0)
    expect(calls.jacobian).toBeGreaterThan(0)
  })

  test('is not used if the results are unknown', () => {
    const { calls, inverse } = createDynamics()
    const model = Model({
      equations: equations`
        (tau1, tau2) = ${inverse}(time, sin(time), cos(time))
      `,
    })
    const result = simulate(model, { stopTime: 1 })
    expect(result.final('tau1')).toBeCloseTo(2 * Math.sin(1) + Math.cos(1) + 1, 14)
    expect(result.final('tau2')).toBeCloseTo(Math.sin(1) + 3 * Math.cos(1), 14)
    expect(calls.forward).toBe(0)
  })

  test('works for one result', () => {
    const inverse = {
      name: 'inverseDynamics',
      linearIn: [1],
      evaluate: () => Number.NaN,
      inverse: { name: 'forwardDynamics', evaluate: (x: number, tau: number) => (tau - x) / 2 },
    }
    const model = Model({
      w: Var({ init: 1 }),
      equations: equations`
        tau = ${inverse}(w, der(w))
        tau = -0.5*w
      `,
    })
    expect(
      Math.abs(simulate(model, { stopTime: 1, tolerance: 1e-10 }).final('w') - Math.exp(-0.75)),
    ).toBeLessThan(1e-9)
  })
})
