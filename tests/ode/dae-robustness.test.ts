/** DAEs at many tolerances: a circuit with switching diodes, and constraints of index 2 at tight tolerances. */
import { type DaeProblem, integrateDae } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import { atolFor, carAxisGgl, pendulumGgl } from '../../benchmarks/ode/problems/index.ts'

describe('transistor amplifier, index 1', () => {
  // [Hairer & Wanner 1996, VI.1, fig. 1.2 and eq. 1.14], with the voltages of the capacitors between two nodes as variables, so that differential and
  // algebraic ones are apart: U1 - U2, U2, U3, U4 - U5, U5, U6, U7 - U8, U8.
  const [UB, UF, ALPHA, BETA, R0, R] = [6, 0.026, 0.99, 1e-6, 1000, 9000]
  const diode = (u: number): number => BETA * (Math.exp(u / UF) - 1)
  const amplifier: DaeProblem = {
    n: 8,
    differential: [true, false, true, true, false, true, true, false],
    residual: (t, z, zp, res) => {
      const [u2, u3, u5, u6, u8] = [z[1], z[2], z[4], z[5], z[7]]
      const [u1, u4, u7] = [z[0] + u2, z[3] + u5, z[6] + u8]
      const [i23, i56] = [diode(u2 - u3), diode(u5 - u6)]
      const nodes = [
        (u1 - 0.1 * Math.sin(200 * Math.PI * t)) / R0,
        (2 * u2 - UB) / R + (1 - ALPHA) * i23,
        (u4 - UB) / R + ALPHA * i23,
        (2 * u5 - UB) / R + (1 - ALPHA) * i56,
        (u7 - UB) / R + ALPHA * i56,
        u8 / R,
      ]
      res[0] = 1e-6 * zp[0] + nodes[0]
      res[1] = nodes[0] + nodes[1]
      res[2] = 2e-6 * zp[2] + u3 / R - i23
      res[3] = 3e-6 * zp[3] + nodes[2]
      res[4] = nodes[2] + nodes[3]
      res[5] = 4e-6 * zp[5] + u6 / R - i56
      res[6] = 5e-6 * zp[6] + nodes[4]
      res[7] = nodes[4] + nodes[5]
    },
  }
  /** U1 at 0.2 s, from the reference solution of the test set for IVP solvers. */
  const U1 = -0.5562145012262709e-2

  it.each([1, 1e-2, 1e-4])('meets 21 tolerances, atol = %d rtol', (atolFactor) => {
    for (let k = 0; k <= 20; k++) {
      const rtol = 3e-3 * 10 ** (-k / 10)
      const run = integrateDae(amplifier, {
        t0: 0,
        tEnd: 0.2,
        y0: [-3, 3, 3, 3, 3, 3, 6, 0],
        rtol,
        atol: rtol * atolFactor,
      })
      expect(Math.abs(run.y[0] + run.y[1] - U1), `at ${rtol}`).toBeLessThan(rtol)
    }
  })
})

describe('transistor amplifier as C y′ = f', () => {
  // [Lioen & de Swart 1999, Test set for IVP solvers]: C is singular, and no single variable is algebraic.
  const [UB, UF, ALPHA, BETA, R0, R] = [6, 0.026, 0.99, 1e-6, 1000, 9000]
  const diode = (u: number): number => BETA * (Math.exp(u / UF) - 1)
  const amplifier: DaeProblem = {
    n: 8,
    residual: (t, y, yp, res) => {
      const [i23, i56] = [diode(y[1] - y[2]), diode(y[4] - y[5])]
      const [c1, c3, c5] = [1e-6 * (yp[1] - yp[0]), 3e-6 * (yp[4] - yp[3]), 5e-6 * (yp[7] - yp[6])]
      res[0] = c1 + (0.1 * Math.sin(200 * Math.PI * t) - y[0]) / R0
      res[1] = -c1 + (UB - 2 * y[1]) / R + (ALPHA - 1) * i23
      res[2] = -2e-6 * yp[2] + i23 - y[2] / R
      res[3] = c3 + (UB - y[3]) / R - ALPHA * i23
      res[4] = -c3 + (UB - 2 * y[4]) / R + (ALPHA - 1) * i56
      res[5] = -4e-6 * yp[5] + i56 - y[5] / R
      res[6] = c5 + (UB - y[6]) / R - ALPHA * i56
      res[7] = -c5 - y[7] / R
    },
  }
  const yp0 = [
    51.338775,
    51.338775,
    -3 / 0.018,
    -24.9757667,
    -24.9757667,
    -3 / 0.036,
    -10.00564453,
    -10.00564453,
  ]
  /** At 0.2 s, the reference solution of the test set. */
  const reference = [
    ...[-0.5562145012262709e-2, 3.006522471903042, 2.849958788608128, 2.926422536206241],
    ...[2.704617865010554, 2.761837778393145, 4.770927631616772, 1.236995868091548],
  ]

  it.each([
    ['given', { yp0 }],
    ['not given', {}],
  ])('meets 51 tolerances with initial derivatives %s', (_name, start) => {
    for (let k = 0; k <= 50; k++) {
      const rtol = 10 ** (-2 - 0.06 * k)
      const run = integrateDae(amplifier, {
        ...start,
        ...{ t0: 0, tEnd: 0.2, y0: [0, 3, 3, 6, 3, 3, 6, 0], rtol, atol: rtol },
      })
      for (const [i, exact] of reference.entries()) {
        // one and a half tolerances at most, as at the end of other runs
        expect(Math.abs(run.y[i] - exact), `y${i + 1} at ${rtol}`).toBeLessThan(
          1.5 * rtol * (1 + Math.abs(exact)),
        )
      }
    }
  })
})

describe('index 2, stabilized', () => {
  it.each([pendulumGgl, carAxisGgl])(
    '$name is solved at tight tolerances with a difference Jacobian',
    (test) => {
      for (const tol of [1e-8, 1e-9, 1e-10, 1e-11, 1e-12]) {
        const { jacobian: _, ...problem } = test.problem
        const run = integrateDae(problem, {
          t0: test.t0,
          y0: test.y0,
          yp0: test.yp0,
          tEnd: test.tEnd,
          rtol: tol,
          atol: atolFor(test, tol),
          ignoreAlgebraicErrors: true,
        })
        // Errors of thousands of steps add up, and an oscillator shows them as a phase: 1e3 tolerances with IDA at 1e-8; down to what the
        // reference knows. The multipliers at the end are as good.
        test.reference.forEach((value, i) => {
          expect(Math.abs(run.y[i] - value), `y[${i}] at ${tol}`).toBeLessThan(
            (4e3 * tol + 1e-8) * (1 + Math.abs(value)),
          )
        })
      }
    },
  )
})
