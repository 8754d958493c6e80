/**
 * Random chains of masses with springs, and constraints between positions and speeds whose right-hand sides have kinks and
 * steps at events: momentum balance of every event against a dense solution of the masses with their constraints.
 */
import { equations, Model, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { campaignSeeds } from '../support/campaign-seeds.ts'
import { createRandom } from '../support/random.ts'

interface Constraint {
  /** Factors of the masses (n). */
  readonly a: readonly number[]
  /** 2: between positions, with a kink; 1: between speeds, with a step. */
  readonly order: 1 | 2
  /** Time [s], and jumps of the speeds. */
  readonly time: number
  readonly step: number
}

interface Chain {
  readonly masses: readonly number[]
  /** Springs to the next mass [N/m]. */
  readonly springs: readonly number[]
  readonly constraints: readonly Constraint[]
  /** Start velocities, which the constraints allow. */
  readonly v0: readonly number[]
}

const STOP = 1

describe('jumps of differentiated equations', () => {
  it.each(campaignSeeds(500, 20))('divide their impulses by momentum balance (seed %i)', (seed) => {
    const random = createRandom(seed)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]
    const scale = pick([1, 1, 1e-6, 1e6])
    const chain = createChain(random, scale)
    const solver = pick(['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const)
    const tolerance = pick([1e-7, 1e-9])
    const result = simulate(createModel(chain, random, scale), { stopTime: STOP, solver, tolerance })
    const expected = integrate(chain)
    chain.masses.forEach((_, i) => {
      // a thousand tolerances: bdf restarts at order 1 after each of up to three events
      expect(Math.abs(result.final(`v${i}`) - expected.v[i]) / scale).toBeLessThan(1e3 * tolerance)
      expect(Math.abs(result.final(`s${i}`) - expected.s[i]) / scale).toBeLessThan(1e3 * tolerance)
    })
  })
})

function createChain(random: () => number, scale: number): Chain {
  const n = 2 + Math.floor(random() * 5)
  const numbers = (f: () => number): number[] => Array.from({ length: n }, f)
  const masses = numbers(() => 10 ** (2 * random() - 1))
  const springs = numbers(() => (random() < 0.7 ? 20 * random() : 0))
  const nConstraint = 1 + Math.floor(random() * Math.min(3, n - 1))
  const constraints = Array.from({ length: nConstraint }, (_, k): Constraint => {
    // each begins at a different mass, so that they are independent
    const a = numbers(() => 0)
    a[k] = 1
    for (let j = k + 1; j < n; j++) if (random() < 0.6) a[j] = Math.round(10 * (4 * random() - 2)) / 10
    if (a.every((factor, j) => j === k || factor === 0)) a[n - 1] = -1
    return {
      a,
      order: random() < 0.6 ? 2 : 1,
      time: 0.1 + 0.8 * random(),
      step: scale * (4 * random() - 2),
    }
  })
  const wanted = numbers(() => scale * (2 * random() - 1))
  // zero where only rounding errors remain: an init value must be met
  const v0 = impact(masses, constraints, wanted, () => 0).map((v) => (Math.abs(v) < 1e-12 * scale ? 0 : v))
  return { masses, springs, constraints, v0 }
}

/** The chain as equations in random order; which variables may become states is random too. */
function createModel({ masses, springs, constraints, v0 }: Chain, random: () => number, scale: number) {
  const lines: string[] = []
  const members: Record<string, unknown> = {}
  masses.forEach((m, i) => {
    const start = (value: number) =>
      Var({ ...(random() < 0.5 ? { init: value } : { start: value }), nominal: scale })
    members[`s${i}`] = start(0)
    members[`v${i}`] = start(v0[i])
    members[`f${i}`] = Var({})
    const before = i > 0 && springs[i - 1] > 0 ? `- ${springs[i - 1]}*(s${i} - s${i - 1})` : ''
    const after = springs[i] > 0 && i < masses.length - 1 ? `+ ${springs[i]}*(s${i + 1} - s${i})` : ''
    const reactions = constraints.map(({ a }, k) => (a[i] === 0 ? '' : ` + ${a[i]}*p${k}`)).join('')
    lines.push(`der(s${i}) = v${i}`, `${m}*der(v${i}) = f${i}`, `f${i} = 0 ${before} ${after}${reactions}`)
  })
  constraints.forEach(({ a, order, time, step }, k) => {
    members[`p${k}`] = Var({})
    const variable = order === 2 ? 's' : 'v'
    const sum = a.map((factor, i) => (factor === 0 ? '' : `+ ${factor}*${variable}${i}`)).join(' ')
    const right = order === 2 ? `${step}*(time - ${time})` : `${step}`
    const jump = `if time < ${time} then 0 else ${right}`
    const form = random()
    if (form < 0.5) {
      members[`g${k}`] = Var({})
      lines.push(`g${k} = ${jump}`, `g${k} = 0 ${sum}`)
    } else if (order === 2 && form < 0.75) lines.push(`0 ${sum} = ${step > 0 ? 'max' : 'min'}(0, ${right})`)
    else lines.push(`0 ${sum} = ${jump}`)
  })
  const order = lines.map((line) => ({ line, key: random() })).sort((x, y) => x.key - y.key)
  return Model({ ...members, equations: equations(order.map(({ line }) => line).join('\n')) })
}

/** Right-hand side of a constraint between speeds. */
function speedOf({ time, step }: Constraint, t: number): number {
  return t < time ? 0 : step
}

/** v + M⁻¹ Aᵀ P with A v = wanted: the dense solution. */
function impact(
  masses: readonly number[],
  constraints: readonly Constraint[],
  v: readonly number[],
  wanted: (constraint: Constraint) => number,
): number[] {
  const rows = constraints.map((row) => constraints.map((column) => weighted(row.a, column.a, masses)))
  const P = solve(
    rows,
    constraints.map((each) => wanted(each) - dot(each.a, v)),
  )
  return v.map((value, i) => value + constraints.reduce((sum, { a }, k) => sum + a[i] * P[k], 0) / masses[i])
}

/** Classical Runge-Kutta steps between the events, which are known. */
function integrate(chain: Chain): { readonly s: number[]; readonly v: number[] } {
  const { masses, springs, constraints } = chain
  const n = masses.length
  const accelerate = (s: readonly number[]): number[] => {
    const free = masses.map((m, i) => {
      const right = i < n - 1 ? springs[i] * (s[i + 1] - s[i]) : 0
      return (right - (i > 0 ? springs[i - 1] * (s[i] - s[i - 1]) : 0)) / m
    })
    return impact(masses, constraints, free, () => 0)
  }
  const times = [...new Set([0, ...constraints.map(({ time }) => time), STOP])].sort((x, y) => x - y)
  let s = masses.map(() => 0)
  let v = [...chain.v0]
  times.slice(1).forEach((end, k) => {
    const nStep = 400
    const h = (end - times[k]) / nStep
    const axpy = (x: readonly number[], c: number, y: readonly number[]) =>
      x.map((value, i) => value + c * y[i])
    for (let step = 0; step < nStep; step++) {
      const k1 = accelerate(s)
      const v2 = axpy(v, h / 2, k1)
      const k2 = accelerate(axpy(s, h / 2, v))
      const v3 = axpy(v, h / 2, k2)
      const k3 = accelerate(axpy(s, h / 2, v2))
      const v4 = axpy(v, h, k3)
      const k4 = accelerate(axpy(s, h, v3))
      s = s.map((value, i) => value + (h / 6) * (v[i] + 2 * v2[i] + 2 * v3[i] + v4[i]))
      v = v.map((value, i) => value + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]))
    }
    if (end < STOP) v = impact(masses, constraints, v, (each) => speedOf(each, end))
  })
  return { s, v }
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i], 0)
}

function weighted(a: readonly number[], b: readonly number[], masses: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + (value * b[i]) / masses[i], 0)
}

/** Gaussian elimination with row pivoting. */
function solve(matrix: readonly (readonly number[])[], b: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, b[i]])
  const n = rows.length
  for (let k = 0; k < n; k++) {
    let pivot = k
    for (let i = k + 1; i < n; i++) if (Math.abs(rows[i][k]) > Math.abs(rows[pivot][k])) pivot = i
    ;[rows[k], rows[pivot]] = [rows[pivot], rows[k]]
    for (let i = k + 1; i < n; i++) {
      const factor = rows[i][k] / rows[k][k]
      for (let j = k; j <= n; j++) rows[i][j] -= factor * rows[k][j]
    }
  }
  const x = new Array<number>(n).fill(0)
  for (let k = n - 1; k >= 0; k--) {
    let sum = rows[k][n]
    for (let j = k + 1; j < n; j++) sum -= rows[k][j] * x[j]
    x[k] = sum / rows[k][k]
  }
  return x
}
