/**
 * A pendulum in Cartesian coordinates: the rod is a constraint, x² + y² = L², not a choice of coordinates. Both the
 * constraint and its derivative are equations of the model, so that the length cannot drift; μ corrects the velocities
 * for the first, λ is the force of the second. The unknowns are their integrals, which makes all unknowns differential
 * and the index 1.
 *
 *   npx tsx examples/pendulum-dae.ts
 */
import { type DaeProblem, type DaeRun, integrateDae } from 'vario/ode'
import { isMain } from './support/is-main.ts'

const GRAVITY = 9.81 // [m/s²]
const LENGTH = 1 // [m]
const PERIODS = 10

/** y = [x, y, vx, vy, ∫λ, ∫μ], for a mass of 1 kg. */
const pendulum: DaeProblem = {
  n: 6,
  residual: (_t, y, yp, res) => {
    const [lambda, mu] = [yp[4], yp[5]]
    res[0] = yp[0] - y[2] + mu * y[0]
    res[1] = yp[1] - y[3] + mu * y[1]
    res[2] = yp[2] + lambda * y[0]
    res[3] = yp[3] + lambda * y[1] + GRAVITY
    res[4] = 0.5 * (y[0] * y[0] + y[1] * y[1] - LENGTH * LENGTH)
    res[5] = y[0] * y[2] + y[1] * y[3]
  },
  // ∂F/∂y + c ∂F/∂yp, row by row; zero entries are not written.
  jacobian: (_t, y, yp, c, J) => {
    const [lambda, mu] = [yp[4], yp[5]]
    J.set([c + mu, 0, -1, 0, 0, c * y[0]], 0)
    J.set([0, c + mu, 0, -1, 0, c * y[1]], 6)
    J.set([lambda, 0, c, 0, c * y[0], 0], 12)
    J.set([0, lambda, 0, c, c * y[1], 0], 18)
    J.set([y[0], y[1], 0, 0, 0, 0], 24)
    J.set([y[2], y[3], y[0], y[1], 0, 0], 30)
  },
}

export interface Pendulum {
  /** Period of the swing from 90° to both sides [s]. */
  readonly period: number
  /** Largest |x² + y² - L²| / 2 [m²] and |x vx + y vy| [m²/s] of all steps. */
  readonly positionDrift: number
  readonly velocityDrift: number
  /** Largest change of the energy [J]. */
  readonly energyDrift: number
  readonly run: DaeRun
}

export function simulatePendulum(): Pendulum {
  const period = computePeriod(Math.PI / 2)
  let positionDrift = 0
  let velocityDrift = 0
  let energyDrift = 0
  const run = integrateDae(pendulum, {
    t0: 0,
    y0: [LENGTH, 0, 0, 0, 0, 0],
    yp0: [0, 0, 0, -GRAVITY, 0, 0],
    tEnd: PERIODS * period,
    rtol: 1e-8,
    atol: 1e-8,
    constraintTolerance: 1e-12,
    onStep: (_t, [x, y, vx, vy]) => {
      positionDrift = Math.max(positionDrift, 0.5 * Math.abs(x * x + y * y - LENGTH * LENGTH))
      velocityDrift = Math.max(velocityDrift, Math.abs(x * vx + y * vy))
      energyDrift = Math.max(energyDrift, Math.abs(0.5 * (vx * vx + vy * vy) + GRAVITY * y))
    },
  })
  return { period, positionDrift, velocityDrift, energyDrift, run }
}

/**
 * Period of a pendulum with the amplitude `amplitude` [rad]: 2π √(L/g) / M(1, cos(amplitude/2)), M by repeated means.
 */
function computePeriod(amplitude: number): number {
  let a = 1
  let b = Math.cos(amplitude / 2)
  while (Math.abs(a - b) > 1e-15) [a, b] = [(a + b) / 2, Math.sqrt(a * b)]
  return (2 * Math.PI * Math.sqrt(LENGTH / GRAVITY)) / a
}

if (isMain(import.meta.url)) {
  const { period, positionDrift, velocityDrift, energyDrift, run } = simulatePendulum()
  const [x, y] = run.y
  console.log(`After ${PERIODS} periods of ${period.toFixed(9)} s the pendulum should be at (1, 0).`)
  console.log(`  it is at      (${x.toFixed(9)}, ${y.toFixed(9)})`)
  console.log(`  drift         ${positionDrift.toExponential(1)} m² in the length`)
  console.log(`                ${velocityDrift.toExponential(1)} m²/s in its rate`)
  console.log(`                ${energyDrift.toExponential(1)} J in the energy`)
  console.log(`  cost          ${run.stats.steps} steps, ${run.stats.f} residuals`)
}
