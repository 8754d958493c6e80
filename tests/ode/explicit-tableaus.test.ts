import { describe, expect, it } from 'vitest'
import { EPS } from '../../src/base/index.ts'
import { DOP853, DOP853_DENSE } from '../../src/ode/explicit-runge-kutta/dop853-tableau.ts'
import { TSIT5_STABILITY_LIMIT } from '../../src/ode/explicit-runge-kutta/tsit5.ts'
import { TSIT5 } from '../../src/ode/explicit-runge-kutta/tsit5-tableau.ts'

/**
 * The order conditions Σ_i w_i Φ_i(τ) = θ^|τ| / γ(τ) for all rooted trees τ up to an order
 * [Hairer, Nørsett & Wanner 1993, II.2, theorem 2.13; II.6, theorem 6.1 for interpolants].
 */
interface Tree {
  readonly order: number
  /** Density γ. */
  readonly gamma: number
  readonly children: readonly Tree[]
}

/** All rooted trees with at most `maxOrder` nodes. */
function createTrees(maxOrder: number): Tree[] {
  const trees: Tree[] = []
  for (let order = 1; order <= maxOrder; order++) {
    const known = trees.slice()
    // Multisets of known trees with order - 1 nodes together, in non-decreasing index.
    const extend = (first: number, rest: number, children: Tree[]): void => {
      if (rest === 0) {
        trees.push({ order, gamma: children.reduce((g, c) => g * c.gamma, order), children })
        return
      }
      for (let k = first; k < known.length; k++) {
        if (known[k].order <= rest) extend(k, rest - known[k].order, [...children, known[k]])
      }
    }
    extend(0, order - 1, [])
  }
  return trees
}

/** Φ_i(τ) of all stages, for every tree: the product over the children of Σ_j a_ij Φ_j(child). */
function computePhi(trees: readonly Tree[], A: readonly number[][]): Map<Tree, number[]> {
  const phi = new Map<Tree, number[]>()
  const sums = new Map<Tree, number[]>()
  for (const tree of trees) {
    const product = A.map(() => 1)
    for (const child of tree.children) {
      const sum = sums.get(child)!
      for (let i = 0; i < product.length; i++) product[i] *= sum[i]
    }
    phi.set(tree, product)
    sums.set(
      tree,
      A.map((row) => dot(row, product)),
    )
  }
  return phi
}

function dot(v: readonly number[], w: readonly number[]): number {
  let sum = 0
  for (let i = 0; i < v.length; i++) sum += v[i] * w[i]
  return sum
}
const absolute = (v: readonly number[]): number[] => v.map(Math.abs)

/**
 * Largest residual of the conditions for the weights `w`, in units of EPS times the sum of the absolute values of all terms:
 * rounding of the coefficients and of the sums causes a few units.
 */
function computeResidual(
  w: readonly number[],
  A: readonly number[][],
  trees: readonly Tree[],
  target: (tree: Tree) => number,
): number {
  const phi = computePhi(trees, A)
  const absolutePhi = computePhi(trees, A.map(absolute))
  let worst = 0
  for (const tree of trees) {
    const size = dot(absolute(w), absolutePhi.get(tree)!)
    worst = Math.max(worst, Math.abs(dot(w, phi.get(tree)!) - target(tree)) / (EPS * size))
  }
  return worst
}

/** Largest mismatch of c_i = Σ_j a_ij, in the same units. */
function computeRowResidual(c: readonly number[], A: readonly number[][]): number {
  let worst = 0
  A.forEach((row, i) => {
    const sum = row.reduce((s, a) => s + a, 0)
    const size = absolute(row).reduce((s, a) => s + a, 0)
    if (size > 0) worst = Math.max(worst, Math.abs(sum - c[i]) / (EPS * size))
  })
  return worst
}

type Coefficients = Record<string, number>
const ofStep = (tree: Tree): number => 1 / tree.gamma
const vanish = (): number => 0
const THETAS = [0.1, 0.35, 0.6, 0.85]
const TREES = createTrees(8)
const UP_TO = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((p) => TREES.filter((tree) => tree.order <= p))

function unpackTsit5(T: Coefficients) {
  const A = [1, 2, 3, 4, 5, 6].map((i) => [1, 2, 3, 4, 5, 6, 7].map((j) => T[`a${i}${j}`] ?? 0))
  const b = [1, 2, 3, 4, 5, 6, 7].map((i) => T[`b${i}`] ?? 0)
  A.push(b)
  const c = [0, T.c2, T.c3, T.c4, T.c5, 1, 1]
  const e = [1, 2, 3, 4, 5, 6, 7].map((i) => T[`e${i}`])
  const at = (theta: number): number[] =>
    [1, 2, 3, 4, 5, 6, 7].map(
      (i) =>
        (i === 1 ? theta : 0) +
        T[`r${i}2`] * theta ** 2 +
        T[`r${i}3`] * theta ** 3 +
        T[`r${i}4`] * theta ** 4,
    )
  return { A, b, c, e, at }
}

function residualsTsit5(T: Coefficients): number[] {
  const { A, b, c, e, at } = unpackTsit5(T)
  return [
    computeRowResidual(c, A),
    computeResidual(b, A, UP_TO[5], ofStep),
    computeResidual(e, A, UP_TO[4], vanish),
    ...THETAS.map((theta) =>
      computeResidual(at(theta), A, UP_TO[4], (tree) => theta ** tree.order / tree.gamma),
    ),
    // The interpolant ends where the step does, with the derivative there.
    ...at(1).map((w, i) => Math.abs(w - b[i]) / (EPS * 100)),
  ]
}

function unpackDop853(T: Coefficients) {
  const stages = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
  const two = (i: number): string => String(i).padStart(2, '0')
  const b = stages.map((i) => T[`b${two(i)}`] ?? 0)
  const A = stages.map((i) => (i === 13 ? b : stages.map((j) => T[`a${two(i)}${two(j)}`] ?? 0)))
  const c = stages.map((i) => (i === 1 ? 0 : i === 12 || i === 13 ? 1 : T[`c${two(i)}`]))
  const e5 = stages.map((i) => T[`e5${two(i)}`] ?? 0)
  const e3 = stages.map((i) => b[i - 1] - (T[`bh${two(i)}`] ?? 0))
  const d = (m: number, i: number): number => T[`d${m}${two(i)}`] ?? 0
  const at = (s: number): number[] =>
    stages.map((i) => {
      const s1 = 1 - s
      const r2 = (i === 1 ? 1 : 0) - b[i - 1]
      const r3 = b[i - 1] - (i === 13 ? 1 : 0) - r2
      const inner = r2 + s * (r3 + s1 * (d(4, i) + s * (d(5, i) + s1 * (d(6, i) + s * d(7, i)))))
      return s * b[i - 1] + s * s1 * inner
    })
  return { A, b, c, e5, e3, at }
}

function residualsDop853(T: Coefficients): number[] {
  const { A, b, c, e5, e3, at } = unpackDop853(T)
  return [
    computeRowResidual(c, A),
    computeResidual(b, A, UP_TO[8], ofStep),
    computeResidual(e5, A, UP_TO[5], vanish),
    computeResidual(e3, A, UP_TO[3], vanish),
    ...THETAS.map((theta) =>
      computeResidual(at(theta), A, UP_TO[7], (tree) => theta ** tree.order / tree.gamma),
    ),
  ]
}

/** Names of the coefficients whose change by the factor 1 + delta keeps all residuals below the limit. */
function findUnchecked(
  T: Coefficients,
  residuals: (T: Coefficients) => number[],
  delta: number,
  limit: number,
): string[] {
  return Object.keys(T).filter(
    (name) => Math.max(...residuals({ ...T, [name]: T[name] * (1 + delta) })) < limit,
  )
}

/** Published digits and double rounding: all residuals are below this many units. */
const LIMIT = 16

describe('order conditions', () => {
  it('include all rooted trees', () => {
    // Numbers of trees of the orders 1 to 8 [Hairer, Nørsett & Wanner 1993, II.2, table 2.1].
    const counts = [1, 2, 3, 4, 5, 6, 7, 8].map((p) => UP_TO[8].filter((tree) => tree.order === p).length)
    expect(counts).toEqual([1, 1, 2, 4, 9, 20, 48, 115])
  })

  it('give tsit5 a step of order 5, an error of order 4, an interpolant of order 4', () => {
    for (const residual of residualsTsit5(TSIT5)) expect(residual).toBeLessThan(LIMIT)
    // And no more: the next order is violated by far.
    const { A, b, e, at } = unpackTsit5(TSIT5)
    expect(computeResidual(b, A, UP_TO[6], ofStep)).toBeGreaterThan(1e9)
    expect(computeResidual(e, A, UP_TO[5], vanish)).toBeGreaterThan(1e9)
    expect(computeResidual(at(0.5), A, UP_TO[5], (tree) => 0.5 ** tree.order / tree.gamma)).toBeGreaterThan(
      1e9,
    )
  })

  it('give dop853 a step of order 8, errors of orders 5 and 3, an interpolant of order 7', () => {
    const T = { ...DOP853, ...DOP853_DENSE }
    for (const residual of residualsDop853(T)) expect(residual).toBeLessThan(LIMIT)
    const { A, e5, e3 } = unpackDop853(T)
    expect(computeResidual(e5, A, UP_TO[6], vanish)).toBeGreaterThan(1e9)
    expect(computeResidual(e3, A, UP_TO[4], vanish)).toBeGreaterThan(1e9)
  })

  it('detect a wrong tenth digit of any coefficient', () => {
    expect(findUnchecked(TSIT5, residualsTsit5, 1e-10, LIMIT)).toEqual([])
    expect(findUnchecked({ ...DOP853, ...DOP853_DENSE }, residualsDop853, 1e-10, LIMIT)).toEqual([])
  })
})

describe('TSIT5_STABILITY_LIMIT', () => {
  it('equals the first point on the negative real axis with |R| = 1', () => {
    // R(z) = 1 + Σ_k z^k b A^(k-1) 1, a polynomial of degree 6.
    const { A, b } = unpackTsit5(TSIT5)
    const coefficients = [1]
    let v = A.map(() => 1)
    for (let k = 1; k <= 6; k++) {
      coefficients.push(dot(b, v))
      v = A.map((row) => dot(row, v))
    }
    const R = (z: number): number => coefficients.reduceRight((sum, a) => sum * z + a, 0)
    for (let z = 0.01; z < TSIT5_STABILITY_LIMIT - 0.005; z += 0.01) expect(Math.abs(R(-z))).toBeLessThan(1)
    // The constant has 10 digits and |R'| is about 3 there.
    expect(Math.abs(Math.abs(R(-TSIT5_STABILITY_LIMIT)) - 1)).toBeLessThan(1e-8)
    expect(Math.abs(R(-TSIT5_STABILITY_LIMIT - 1e-3))).toBeGreaterThan(1)
  })
})
