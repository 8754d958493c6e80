/**
 * Robertson's reaction: three species whose rate constants differ by nine orders of magnitude, over many decades of
 * time. An explicit method, limited by stability to steps of 3e-4 s, would need about 1e14 of them.
 *
 *   npx tsx examples/stiff-chemistry.ts
 */
import { integrate, type Method, type OdeProblem, type Statistics } from 'vario/ode'
import { isMain } from './support/is-main.ts'
import { formatTable } from './support/table.ts'

const robertson: OdeProblem = {
  n: 3,
  f: (_t, x, dx) => {
    const slow = 0.04 * x[0] // A → B
    const fast = 3e7 * x[1] * x[1] // 2 B → B + C
    const catalysed = 1e4 * x[1] * x[2] // B + C → A + C
    dx[0] = catalysed - slow
    dx[1] = slow - catalysed - fast
    dx[2] = fast
  },
}

export interface Reaction {
  readonly method: Method
  /** Amounts of A, B and C at the end. */
  readonly x: Float64Array
  readonly stats: Statistics
}

/** The end of the reaction at t = 1e11, by each of the suitable methods. */
export function simulateReaction(): Reaction[] {
  const methods: Method[] = ['bdf', 'radau5', 'auto']
  return methods.map((method) => {
    const { x, stats } = integrate(robertson, {
      method,
      t0: 0,
      x0: [1, 0, 0],
      tEnd: 1e11,
      rtol: 1e-7,
      // B never exceeds 4e-5, A and B end near 2e-8 and 8e-14: each amount has its own scale.
      atol: [1e-12, 1e-18, 1e-10],
    })
    return { method, x, stats }
  })
}

if (isMain(import.meta.url)) {
  const rows = simulateReaction().map(({ method, x, stats }) => [
    method,
    ...Array.from(x, (value) => value.toExponential(8)),
    ...[stats.steps, stats.f + stats.fJacobian, stats.jacobians, stats.lu].map(String),
  ])
  console.log(formatTable(['method', 'A', 'B', 'C', 'steps', 'f', 'Jacobians', 'LU'], rows))
}
