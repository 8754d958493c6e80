/** Chains of masses on rigid rods in Cartesian coordinates: many nonlinear constraints, few of which share states. */
import { equations, instantiate, Model, Var } from 'vario'
import { integrate } from 'vario/ode'
import { describe, expect, it } from 'vitest'

const G = 9.81

/** Angles of the rods from the vertical at the start: rods from horizontal to 45 degrees. */
function startAngles(n: number): number[] {
  return Array.from({ length: n }, (_, i) => (Math.PI / 2) * (1 - (0.5 * (i + 1)) / n))
}

/** Unit masses at the ends of n rods of length 1/n, in lengths of `scale` [m], at rest. */
function createChain(n: number, scale = 1) {
  const variables: Record<string, ReturnType<typeof Var>> = {}
  const lines: string[] = []
  let [x, y] = [0, 0]
  startAngles(n).forEach((angle, k) => {
    const i = k + 1
    x += (scale / n) * Math.sin(angle)
    y -= (scale / n) * Math.cos(angle)
    variables[`x${i}`] = Var({ init: x, nominal: scale })
    variables[`y${i}`] = Var({ init: y, nominal: scale })
    variables[`u${i}`] = Var({ init: 0, nominal: scale })
    variables[`v${i}`] = Var({ init: 0, nominal: scale })
    const [dx, dy] = i === 1 ? ['x1', 'y1'] : [`(x${i}-x${k})`, `(y${i}-y${k})`]
    const next = (c: string): string => (i < n ? ` + F${i + 1}*(${c}${i + 1}-${c}${i})` : '')
    lines.push(
      `der(x${i}) = u${i}`,
      `der(y${i}) = v${i}`,
      `der(u${i}) = -F${i}*${dx}${next('x')}`,
      `der(v${i}) = -F${i}*${dy}${next('y')} - ${G * scale}`,
      `${dx}^2 + ${dy}^2 = ${(scale / n) ** 2}`,
    )
  })
  return instantiate(Model({ ...variables, equations: equations`${lines.join('\n')}` }))
}

/** Ends of the rods after a time, from the equations of motion in the angles: no constraints, and a dense mass matrix. */
function solveInAngles(n: number, stopTime: number): number[] {
  const L = 1 / n
  const f = (_t: number, x: Float64Array, dx: Float64Array): void => {
    // Σ_j m_ij L cos(θ_i - θ_j) θ_j'' = -Σ_j m_ij L sin(θ_i - θ_j) θ_j'² - m_ii g sin θ_i, m_ij = n - max(i, j)
    const rows = Array.from({ length: n }, (_, i) => {
      const row = Array.from({ length: n }, (__, j) => (n - Math.max(i, j)) * L * Math.cos(x[i] - x[j]))
      let load = -(n - i) * G * Math.sin(x[i])
      for (let j = 0; j < n; j++) load -= (n - Math.max(i, j)) * L * Math.sin(x[i] - x[j]) * x[n + j] ** 2
      return [...row, load]
    })
    for (let k = 0; k < n; k++)
      for (let i = k + 1; i < n; i++) {
        const factor = rows[i][k] / rows[k][k]
        for (let j = k; j <= n; j++) rows[i][j] -= factor * rows[k][j]
      }
    for (let i = n - 1; i >= 0; i--) {
      let sum = rows[i][n]
      for (let j = i + 1; j < n; j++) sum -= rows[i][j] * dx[n + j]
      dx[n + i] = sum / rows[i][i]
      dx[i] = x[n + i]
    }
  }
  const x0 = [...startAngles(n), ...new Array<number>(n).fill(0)]
  const { x } = integrate(
    { n: 2 * n, f },
    { t0: 0, tEnd: stopTime, x0, rtol: 1e-11, atol: 1e-11, method: 'dop853' },
  )
  const ends: number[] = []
  for (let i = 0, [px, py] = [0, 0]; i < n; i++) {
    px += L * Math.sin(x[i])
    py -= L * Math.cos(x[i])
    ends.push(px, py)
  }
  return ends
}

/** Names of the positions, in sequence. */
function positions(n: number): string[] {
  return Array.from({ length: n }, (_, i) => [`x${i + 1}`, `y${i + 1}`]).flat()
}

function largestGap(n: number, at: (name: string) => number): number {
  let gap = 0
  for (let i = 1; i <= n; i++) {
    const [px, py] = i === 1 ? [0, 0] : [at(`x${i - 1}`), at(`y${i - 1}`)]
    const length = Math.hypot(at(`x${i}`) - px, at(`y${i}`) - py)
    gap = Math.max(gap, Math.abs(length * n - 1))
  }
  return gap
}

describe('a chain on rigid rods', () => {
  it.each([
    [2, 'auto', 1],
    [2, 'radau5', 1],
    [8, 'auto', 1],
    [8, 'tsit5', 1e6],
    [8, 'auto', 1e-6],
    [8, 'radau5', 1e-6],
    [8, 'dop853', 1],
  ] as const)('moves as in angles: %i masses, %s, lengths of %d m', (n, solver, scale) => {
    const exact = solveInAngles(n, 0.5)
    const run = createChain(n, scale).simulate({ stopTime: 0.5, tolerance: 1e-9, solver })
    const errors = positions(n).map((name, k) => Math.abs(run.final(name) / scale - exact[k]))
    // Measured: at most 2e-10 of the length of the chain
    expect(Math.max(...errors)).toBeLessThan(2e-9)
    expect(largestGap(n, (name) => run.final(name) / scale)).toBeLessThan(1e-12)
  })

  it('keeps 100 rods and their energy', { timeout: 60_000 }, () => {
    const n = 100
    const run = createChain(n).simulate({ stopTime: 0.1, tolerance: 1e-7, interval: 0.01 })
    for (const t of [0.05, 0.1]) expect(largestGap(n, (name) => run.at(name, t))).toBeLessThan(1e-10)
    const energyAt = (t: number): number => {
      let sum = 0
      for (let i = 1; i <= n; i++)
        sum += 0.5 * (run.at(`u${i}`, t) ** 2 + run.at(`v${i}`, t) ** 2) + G * run.at(`y${i}`, t)
      return sum
    }
    const fallen = Math.abs(G * (run.at('y100', 0.1) - run.at('y100', 0)))
    // relative to what the last mass alone has gained; errors of the order of the tolerance
    expect(Math.abs(energyAt(0.1) - energyAt(0))).toBeLessThan(1e-5 * n * fallen)
  })
})
