/** The classical test problems: end values against published digits and closed forms, and methods against each other. */
import { integrate, type Method, type OdeProblem, type OdeRun } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import {
  arenstorf,
  atolFor,
  doublePendulum,
  heatRod,
  hires,
  kepler,
  mixedError,
  type OdeTestProblem,
  oregonator,
  pleiades,
  pollution,
  robertson,
  robertsonLong,
  vanDerPol,
  withJacobian,
} from '../../benchmarks/ode/problems/index.ts'

const TOLERANCES = [1e-6, 1e-8]

function solve(test: OdeTestProblem, method: Method, tolerance: number, problem = test.problem): OdeRun {
  const { t0, x0, tEnd } = test
  return integrate(problem, { method, t0, x0, tEnd, rtol: tolerance, atol: atolFor(test, tolerance) })
}

describe('the reference values', () => {
  // Digits of the Test Set for Initial Value Problem Solvers (Mazzia & Magherini 2008). The values used here come from CVODE
  // at 1e-13, which leaves some hundred times that.
  it.each([
    {
      test: hires,
      published: [
        0.7371312573325668e-3, 0.1442485726316185e-3, 0.5888729740967575e-4, 0.1175651343283149e-2,
        0.2386356198831331e-2, 0.6238968252742796e-2, 0.2849998395185769e-2, 0.2850001604814231e-2,
      ],
    },
    { test: vanDerPol, published: [0.1706167732170483e1, -0.8928097010247975e-3] },
    { test: oregonator, published: [0.1000814870318523e1, 0.1228178521549917e4, 0.1320554942846706e3] },
    { test: pollution, published: [0.5646255480022769e-1, 0.1342484130422339, 0.4139734331099427e-8] },
  ])('equal the published ones for $test.name', ({ test, published }) => {
    for (const [i, value] of published.entries()) {
      expect(Math.abs(test.reference[i] / value - 1)).toBeLessThan(1e-9)
    }
  })
})

/*
 * Stiff and damped: errors do not grow, so that the end value has the error of the last steps, or for the relaxation
 * oscillators that of their period. bdf: CVODE leaves up to 100 times its tolerance on these problems. The two others have an
 * error estimate two orders below the order of the solution, and meet the tolerance itself.
 */
const STIFF_FACTORS: readonly [Method, number][] = [
  ['bdf', 100],
  ['radau5', 1],
  ['auto', 1],
]

describe.each(STIFF_FACTORS)('%s at most at %d times the tolerance', (method, factor) => {
  it.each([robertson, vanDerPol, hires, oregonator, pollution, heatRod(100)])('solves $name', (test) => {
    for (const tolerance of TOLERANCES) {
      expect(mixedError(solve(test, method, tolerance).x, test.reference)).toBeLessThan(factor * tolerance)
    }
  })

  it('solves robertson up to 4e10, relative to the tiny components', () => {
    for (const tolerance of TOLERANCES) {
      const { x } = solve(robertsonLong, method, tolerance)
      // x0 = 5e-8 at an absolute tolerance of 1e-2 of the relative one: weights of 2e5 times the component itself.
      const weight0 = tolerance * (robertsonLong.reference[0] + 1e-2)
      expect(Math.abs(x[0] - robertsonLong.reference[0])).toBeLessThan(factor * weight0)
      // Mass is a linear invariant: up to rounding in every step and the remainder of the Newton iterations.
      expect(Math.abs(x[0] + x[1] + x[2] - 1)).toBeLessThan(tolerance)
    }
  })
})

/*
 * Not stiff: errors grow along the orbits. The factors are three times the largest that ARKODE's Dormand-Prince 5(4)
 * (for the Runge-Kutta methods) and CVODE's Adams method (for bdf) leave at these tolerances; for the Pleiades, which
 * were not measured there, the growth through the close encounters, about 1e3, and ten times as much for bdf.
 */
/** Errors of the periodic orbits grow by 1e5: only tight tolerances give digits to compare. */
const ORBIT_TOLERANCES = [1e-9, 1e-11]

const RUNGE_KUTTA: readonly Method[] = ['tsit5', 'dop853', 'radau5', 'auto']

describe.each([
  { test: arenstorf, rungeKutta: 1.3e5, multistep: 2e6, tolerances: ORBIT_TOLERANCES },
  { test: kepler, rungeKutta: 2e5, multistep: 1.2e6, tolerances: ORBIT_TOLERANCES },
  { test: doublePendulum, rungeKutta: 60, multistep: 240, tolerances: TOLERANCES },
  { test: pleiades, rungeKutta: 1e3, multistep: 1e4, tolerances: TOLERANCES },
])('$test.name', ({ test, rungeKutta, multistep, tolerances }) => {
  it.each(RUNGE_KUTTA)('meets its tolerance by %s', (method) => {
    for (const tolerance of tolerances) {
      const error = mixedError(solve(test, method, tolerance).x, test.reference)
      expect(error).toBeLessThan(rungeKutta * tolerance)
    }
  })

  it('meets its tolerance by bdf', () => {
    for (const tolerance of tolerances) {
      expect(mixedError(solve(test, 'bdf', tolerance).x, test.reference)).toBeLessThan(multistep * tolerance)
    }
  })
})

describe('invariants', () => {
  const measureEnergy = (x: Float64Array): number =>
    0.5 * (x[2] * x[2] + x[3] * x[3]) - 1 / Math.sqrt(x[0] * x[0] + x[1] * x[1])

  it.each(['tsit5', 'dop853', 'bdf', 'radau5', 'auto'] as const)(
    'hold for Kepler with %s at every step',
    (method) => {
      const tolerance = 1e-8
      let energy = 0
      let momentum = 0
      const { stats } = integrate(kepler.problem, {
        method,
        t0: 0,
        x0: kepler.x0,
        tEnd: kepler.tEnd,
        rtol: tolerance,
        atol: tolerance,
        onStep: (_t, x) => {
          energy = Math.max(energy, Math.abs(measureEnergy(x) + 0.5))
          momentum = Math.max(momentum, Math.abs(x[0] * x[3] - x[1] * x[2] - 0.8))
        },
      })
      // A local error of the tolerance changes the energy by |v| + 1/r² ≤ 2 + 6.25 times as much, the angular momentum by
      // |r| + |v| ≤ 3.6, both at the pericenter; errors of all steps of one sign at worst, and for bdf several past points each.
      const factor = method === 'bdf' ? 5 : 1
      expect(energy).toBeLessThan(factor * 8.25 * stats.steps * tolerance)
      expect(momentum).toBeLessThan(factor * 3.6 * stats.steps * tolerance)
    },
  )
})

describe('methods agree with each other', () => {
  // Tight runs of methods of different kinds: each within its factor of its own tolerance, as above. The global error of bdf falls
  // with the power 5/6 of the tolerance at its highest order, so that from 1e-8 to 1e-10 the factor grows by 100^(1/6) = 2.2.
  it.each([robertson, vanDerPol, hires, oregonator, pollution])(
    '$name is solved alike by radau5 and bdf',
    (test) => {
      const radau = solve(test, 'radau5', 1e-11, withJacobian(test)).x
      const bdf = solve(test, 'bdf', 1e-10, withJacobian(test)).x
      expect(mixedError(bdf, Array.from(radau))).toBeLessThan(220 * 1e-10)
      expect(mixedError(radau, test.reference)).toBeLessThan(100 * 1e-11)
    },
  )

  it.each([
    { test: doublePendulum, factor: 240 },
    { test: pleiades, factor: 1e4 },
  ])('$test.name is solved alike by dop853, radau5 and bdf', ({ test, factor }) => {
    const dop853 = solve(test, 'dop853', 1e-12).x
    const radau = solve(test, 'radau5', 1e-11, withJacobian(test)).x
    const bdf = solve(test, 'bdf', 1e-10, withJacobian(test)).x
    expect(mixedError(radau, Array.from(dop853))).toBeLessThan(factor * 1e-11)
    expect(mixedError(bdf, Array.from(dop853))).toBeLessThan(2.2 * factor * 1e-10)
  })
})

describe('heat rod, n = 100', () => {
  const dense = heatRod(100, false)
  const sparse = heatRod(100)
  const variants: readonly [string, OdeProblem, number][] = [
    ['dense differences', dense.problem, 100],
    ['colored differences', sparse.problem, 3],
    ['dense, exact', withJacobian(dense), 0],
    ['sparse, exact', withJacobian(sparse), 0],
  ]

  it.each(['bdf', 'radau5'] as const)(
    'all kinds of Jacobians lead to the same solution with %s',
    (method) => {
      const tolerance = 1e-7
      for (const [name, problem, evaluations] of variants) {
        const { x, stats } = solve(sparse, method, tolerance, problem)
        // A tridiagonal pattern has three colors.
        expect([name, stats.fJacobian]).toEqual([name, evaluations * stats.jacobians])
        expect(mixedError(x, dense.reference)).toBeLessThan(tolerance)
      }
    },
  )

  it('costs about the same number of steps for any storage of an exact Jacobian', () => {
    const a = solve(dense, 'bdf', 1e-7, withJacobian(dense))
    const b = solve(sparse, 'bdf', 1e-7, withJacobian(sparse))
    // Rounding errors may tip a decision of the step control.
    expect(Math.abs(b.stats.steps - a.stats.steps)).toBeLessThanOrEqual(2)
    // After another decision, the two differ by a fraction of their errors.
    expect(mixedError(b.x, Array.from(a.x))).toBeLessThan(1e-7)
  })
})
