/** Random impacts of several points: mobilities W = J M⁻¹ Jᵀ of bodies, and arbitrary ones. */

import type { ImpactContact } from '../../../src/mechanics/impacts/impact-system.ts'
import { createRandom } from '../../support/random.ts'

export interface RandomImpact {
  readonly contacts: ImpactContact[]
  /** Velocities before [m/s] (3n). */
  readonly u: Float64Array
  /** Mobility [1/kg] (3n × 3n). */
  readonly W: Float64Array
}

/** The three numbers of a vector. */
type Vector = readonly [number, number, number]

/** Creates an impact with an arbitrary symmetric positive definite mobility. */
export function createAnyImpact(seed: number, n: number, mu: number): RandomImpact {
  const random = createRandom(seed)
  const size = 3 * n
  const J = Array.from({ length: size }, () => Array.from({ length: size + 2 }, () => random() - 0.5))
  const u = Float64Array.from({ length: size }, (_, i) => (i % 3 === 0 ? -random() - 0.01 : 2 * random() - 1))
  return { contacts: createContacts(random, n, mu), u, W: multiply(J) }
}

/**
 * Points of rigid bodies against the world and against each other: contact k is between body k modulo `nBody` and the
 * world, or the body before it. Tangential velocities are as large as normal ones.
 */
export function createBodyImpact(seed: number, n: number, nBody: number, mu: number): RandomImpact {
  const random = createRandom(seed)
  const spread = (): number => 2 * random() - 1
  // M^(-1/2) of all bodies is diagonal in their main axes
  const roots = Array.from({ length: nBody }, () => {
    const mass = 10 ** spread()
    const inertia = 0.1 * mass
    return {
      linear: 1 / Math.sqrt(mass),
      angular: [0, 1, 2].map(() => 1 / Math.sqrt(inertia * (0.6 + 0.4 * random()))),
    }
  })
  const J: number[][] = []
  for (let k = 0; k < n; k++) {
    const axes = createAxes([spread(), spread(), spread()])
    const second = k % nBody
    const first = k < nBody ? second - 1 : -1
    const rows = axes.map(() => new Array<number>(6 * nBody).fill(0))
    for (const [body, sign] of [
      [second, 1],
      [first, -1],
    ] as const) {
      if (body < 0) continue
      const r: Vector = [spread(), spread(), spread()]
      axes.forEach((axis, row) => {
        const moment = cross(r, axis)
        for (let c = 0; c < 3; c++) {
          rows[row][6 * body + c] = sign * moment[c] * roots[body].angular[c]
          rows[row][6 * body + 3 + c] = sign * axis[c] * roots[body].linear
        }
      })
    }
    J.push(...rows)
  }
  const motion = Array.from({ length: 6 * nBody }, spread)
  const u = Float64Array.from(J, (row) => row.reduce((sum, x, i) => sum + x * motion[i], 0))
  // normals opposite to the motion of their points
  for (let k = 0; k < n; k++) {
    if (u[3 * k] < 0) continue
    for (const row of [3 * k, 3 * k + 1]) {
      u[row] = -u[row]
      J[row] = J[row].map((x) => -x)
    }
  }
  return { contacts: createContacts(random, n, mu), u, W: multiply(J) }
}

/** A box that lands flat on `n` corners of a polygon, rotating and sliding; one coefficient of each kind for all. */
export function createLanding(seed: number, n: number, mu: number, spin = 0.3): RandomImpact {
  const random = createRandom(seed)
  const spread = (): number => 2 * random() - 1
  const root = 1 / Math.sqrt(10 ** spread())
  const angular = [0, 1, 2].map(() => root / Math.sqrt(0.05 + 0.3 * random()))
  const J: number[][] = []
  const height = -0.2 - random()
  const turn = random()
  for (let k = 0; k < n; k++) {
    const angle = 2 * Math.PI * ((k + turn) / n)
    const r: Vector = [Math.cos(angle), height, Math.sin(angle) * (0.5 + random())]
    for (const axis of [
      [0, 1, 0],
      [0, 0, 1],
      [1, 0, 0],
    ] as const) {
      const moment = cross(r, axis)
      J.push([...moment.map((x, c) => x * angular[c]), ...axis.map((x) => x * root)])
    }
  }
  const motion = [
    spin * spread(),
    spin * spread(),
    spin * spread(),
    3 * spread(),
    -2 - random(),
    3 * spread(),
  ]
  const u = Float64Array.from(J, (row) => row.reduce((sum, x, i) => sum + x * motion[i], 0))
  const [first] = createContacts(random, 1, mu)
  return { contacts: Array.from({ length: n }, () => first), u, W: multiply(J) }
}

/** Scales lengths of the impulses of each contact: bodies whose masses differ by the square of `factors`. */
export function scaleImpact({ contacts, u, W }: RandomImpact, factors: readonly number[]): RandomImpact {
  const size = u.length
  return {
    contacts,
    u: u.map((x, i) => x * factors[Math.floor(i / 3)]),
    W: W.map((x, m) => x * factors[Math.floor(m / size / 3)] * factors[Math.floor((m % size) / 3)]),
  }
}

function createContacts(random: () => number, n: number, mu: number): ImpactContact[] {
  return Array.from({ length: n }, (_, pair) => ({
    ...{ pair, restitution: random(), friction: mu * random(), threshold: 1e-9, isMeeting: true },
  }))
}

/** J Jᵀ. */
function multiply(J: readonly (readonly number[])[]): Float64Array {
  return Float64Array.from(J.flatMap((a) => J.map((b) => a.reduce((sum, x, i) => sum + x * b[i], 0))))
}

/** A direction, and two directions perpendicular to it. */
function createAxes(v: Vector): Vector[] {
  const n = normalize(v)
  const t = normalize(cross(n, Math.abs(n[0]) < 0.5 ? [1, 0, 0] : [0, 1, 0]))
  return [n, t, cross(n, t)]
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

function normalize(v: Vector): Vector {
  const length = Math.hypot(...v)
  return [v[0] / length, v[1] / length, v[2] / length]
}
