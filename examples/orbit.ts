/**
 * Arenstorf's orbit: a satellite between earth and moon, in coordinates that rotate with them. It passes the moon
 * closely, and after one period it is back at its start, if the integration was accurate: any error in between is
 * multiplied.
 *
 *   npx tsx examples/orbit.ts
 */
import { integrate, type OdeProblem, type OdeRun } from 'vario/ode'
import { isMain } from './support/is-main.ts'

const MOON = 0.012277471 // mass of the moon; the sum of both masses is 1, as is their distance
const EARTH = 1 - MOON
const PERIOD = 17.0652165601579625589
const START = [0.994, 0, 0, -2.0015851063790825224] // x, y, vx, vy

const satellite: OdeProblem = {
  n: 4,
  f: (_t, [x, y, vx, vy], dx) => {
    const toEarth = ((x + MOON) ** 2 + y ** 2) ** 1.5
    const toMoon = ((x - EARTH) ** 2 + y ** 2) ** 1.5
    dx[0] = vx
    dx[1] = vy
    dx[2] = x + 2 * vy - (EARTH * (x + MOON)) / toEarth - (MOON * (x - EARTH)) / toMoon
    dx[3] = y - 2 * vx - (EARTH * y) / toEarth - (MOON * y) / toMoon
  },
  // Crossings of the line through earth and moon.
  roots: {
    n: 1,
    g: (_t, x, z) => {
      z[0] = x[1]
    },
  },
}

export interface Orbit {
  readonly run: OdeRun
  /** Distance of the end from the start. */
  readonly gap: number
  /** Change of Jacobi's constant, the energy in rotating coordinates. */
  readonly jacobiDrift: number
}

export function simulateOrbit(): Orbit {
  const options = { method: 'dop853', t0: 0, x0: START, tEnd: PERIOD, rtol: 1e-12, atol: 1e-12 } as const
  const run = integrate(satellite, options)
  const gap = Math.sqrt((run.x[0] - START[0]) ** 2 + (run.x[1] - START[1]) ** 2)
  return { run, gap, jacobiDrift: Math.abs(computeJacobi(run.x) - computeJacobi(START)) }
}

function computeJacobi([x, y, vx, vy]: ArrayLike<number> & Iterable<number>): number {
  const potential = EARTH / Math.sqrt((x + MOON) ** 2 + y ** 2) + MOON / Math.sqrt((x - EARTH) ** 2 + y ** 2)
  return 0.5 * (x * x + y * y) + potential - 0.5 * (vx * vx + vy * vy)
}

if (isMain(import.meta.url)) {
  const { run, gap, jacobiDrift } = simulateOrbit()
  console.log(
    `After one period the satellite misses its start by ${gap.toExponential(1)} earth-moon distances.`,
  )
  console.log(`  Jacobi's constant has changed by ${jacobiDrift.toExponential(1)}`)
  console.log(`  ${run.stats.steps} steps, ${run.stats.f} evaluations of f`)
  console.log(`  crossed the earth-moon line at t = ${run.events.map(({ t }) => t.toFixed(4)).join(', ')}`)
}
