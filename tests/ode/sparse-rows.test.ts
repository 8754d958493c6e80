/**
 * Matrices with sparse and full rows: the elimination of the sparse rows compared with dense factors of the same
 * matrix.
 */
import { integrate, type Method, type OdeProblem, type SparseRows } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import { ComplexIterationMatrix, IterationMatrix } from '../../src/ode/jacobian/iteration-matrix.ts'
import {
  createMatrixLayout,
  multiplyMagnitudes,
  multiplyMatrix,
} from '../../src/ode/jacobian/matrix-layout.ts'
import { gatherRows } from '../../src/ode/jacobian/row-layout.ts'
import { createStatistics } from '../../src/ode/stepping/statistics.ts'
import { OK, SINGULAR } from '../../src/ode/stepping/status.ts'

/** Numbers in [-1, 1) from a seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return state / 2 ** 31
  }
}

function toSparseRows(rows: ReadonlyMap<number, readonly number[]>): SparseRows {
  const sorted = [...rows].sort(([a], [b]) => a - b)
  const rowPtr = [0]
  for (const [, columns] of sorted) rowPtr.push(rowPtr.at(-1)! + columns.length)
  return {
    rows: Int32Array.from(sorted, ([row]) => row),
    rowPtr: Int32Array.from(rowPtr),
    colIdx: Int32Array.from(sorted.flatMap(([, columns]) => columns)),
  }
}

/** Structures: the sparse rows and their entries. */
const STRUCTURES: Readonly<Record<string, (n: number) => Map<number, readonly number[]>>> = {
  'positions before velocities': (n) =>
    new Map(Array.from({ length: n / 2 }, (_, i) => [i, [n / 2 + i]] as const)),
  'positions between velocities': (n) =>
    new Map(Array.from({ length: n / 2 }, (_, i) => [2 * i + 1, [2 * i]] as const)),
  'orientations that depend on themselves': (n) =>
    new Map(
      Array.from({ length: n / 2 }, (_, i) => {
        const first = 6 * Math.floor(i / 3)
        return [first + (i % 3), [0, 1, 2, 3, 4, 5].map((j) => first + j)] as const
      }),
    ),
  'a band, coupled with itself and with full rows': (n) =>
    new Map(
      Array.from(
        { length: n - 5 },
        (_, i) => [i, [i - 1, i, i + 1, i + 4].filter((j) => j >= 0 && j < n)] as const,
      ),
    ),
  'empty rows': (n) => new Map([3, 7, n - 1].map((i) => [i, []] as const)),
  'no sparse row': () => new Map(),
  'sparse rows only': (n) =>
    new Map(Array.from({ length: n }, (_, i) => [i, [Math.max(0, i - 2), i].slice(i < 1 ? 1 : 0)] as const)),
}

/** The same random matrix, dense and with sparse rows. */
function createPair(n: number, structure: Map<number, readonly number[]>, seed: number) {
  const random = createRandom(seed)
  const dense = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    const columns = structure.get(i) ?? Array.from({ length: n }, (_, j) => j)
    for (const j of columns) dense[i * n + j] = random()
  }
  const layout = createMatrixLayout(n, undefined, toSparseRows(structure))
  const values = new Float64Array(layout.size)
  gatherRows(layout.rows!, dense, values)
  return { dense, values, layout, denseLayout: createMatrixLayout(n, undefined), random }
}

/** Largest difference, relative to the largest entry. */
function differ(a: Float64Array, b: Float64Array): number {
  let worst = 0
  let size = 0
  for (let i = 0; i < a.length; i++) {
    worst = Math.max(worst, Math.abs(a[i] - b[i]))
    size = Math.max(size, Math.abs(b[i]))
  }
  return worst / size
}

describe.each(Object.keys(STRUCTURES))('a matrix with %s', (name) => {
  it.each([1e-3, 0.3, 20])('gives the solution of a dense one, h = %s', (h) => {
    const n = 36
    for (let seed = 1; seed <= 5; seed++) {
      const { dense, values, layout, denseLayout, random } = createPair(n, STRUCTURES[name](n), seed)
      const [a, b] = [layout, denseLayout].map((some) => new IterationMatrix(some, createStatistics()))
      expect(a.factor(values, -h, 3.6)).toBe(OK)
      expect(b.factor(dense, -h, 3.6)).toBe(OK)
      const x = Float64Array.from({ length: n }, random)
      const y = x.slice()
      a.solve(x)
      b.solve(y)
      // Both are backward stable up to growth and condition, about 1e4 for such matrices: 1e-16 n 1e4, and some digits to spare.
      expect(differ(x, y)).toBeLessThan(1e-10)

      const [c, d] = [layout, denseLayout].map((some) => new ComplexIterationMatrix(some, createStatistics()))
      expect(c.factor(values, -h, 2.7, 3.1)).toBe(OK)
      expect(d.factor(dense, -h, 2.7, 3.1)).toBe(OK)
      const [re, im] = [Float64Array.from({ length: n }, random), Float64Array.from({ length: n }, random)]
      const [re2, im2] = [re.slice(), im.slice()]
      c.solve(re, im)
      d.solve(re2, im2)
      expect(differ(re, re2)).toBeLessThan(1e-10)
      expect(differ(im, im2)).toBeLessThan(1e-10)
    }
  })

  it('gives the product of a dense one', () => {
    const n = 36
    const { dense, values, layout, denseLayout, random } = createPair(n, STRUCTURES[name](n), 11)
    const v = Float64Array.from({ length: n }, random)
    const [a, b] = [new Float64Array(n), new Float64Array(n)]
    for (const multiply of [multiplyMatrix, multiplyMagnitudes]) {
      multiply(layout, values, v, a)
      multiply(denseLayout, dense, v, b)
      // sums of n terms in another order
      expect(differ(a, b)).toBeLessThan(1e-14)
    }
  })
})

describe('a singular matrix', () => {
  const n = 12
  const structure = STRUCTURES['orientations that depend on themselves'](n)

  it('names a column of its sparse rows', () => {
    const { values, layout } = createPair(n, structure, 3)
    // Row and column 1 of the block of the first three rows become zero: 1 - 1·1 on the diagonal
    for (const [row, column] of [
      [1, 0],
      [1, 1],
      [1, 2],
      [0, 1],
      [2, 1],
    ]) {
      const { rows, rowPtr, colIdx } = layout.rows!.sparse
      const at = colIdx.indexOf(column, rowPtr[rows.indexOf(row)])
      values[layout.rows!.firstSparse + at] = row === column ? 1 : 0
    }
    const real = new IterationMatrix(layout, createStatistics())
    expect(real.factor(values, -1, 1)).toBe(SINGULAR)
    expect(real.singularColumn).toBe(1)
    const complex = new ComplexIterationMatrix(layout, createStatistics())
    expect(complex.factor(values, -1, 1, 0)).toBe(SINGULAR)
    expect(complex.singularColumn).toBe(1)
    // and not singular with another shift
    expect(real.factor(values, -1, 2)).toBe(OK)
    expect(real.singularColumn).toBe(-1)
  })

  it('names a column of its full rows', () => {
    const { values, layout } = createPair(n, structure, 4)
    values.fill(0, 0, layout.rows!.firstSparse)
    const matrix = new IterationMatrix(layout, createStatistics())
    expect(matrix.factor(values, 1, 0)).toBe(SINGULAR)
    expect(structure.has(matrix.singularColumn)).toBe(false)
  })

  it('returns a status for NaN', () => {
    const { values, layout } = createPair(n, structure, 5)
    values[layout.rows!.firstSparse + 2] = Number.NaN
    expect(new IterationMatrix(layout, createStatistics()).factor(values, -1, 1)).toBe(SINGULAR)
  })
})

describe('a stiff motion with sparse rows', () => {
  /** x' = v, v' = -K x - D v + forcing: every mass is connected with every other one, by stiff dampers. */
  const m = 12
  const random = createRandom(8)
  const K = new Float64Array(m * m)
  const D = new Float64Array(m * m)
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < i; j++) {
      for (const [matrix, size] of [
        [K, 30],
        [D, 3000],
      ] as const) {
        const c = (size * (1 + random())) / m
        matrix[i * m + j] = -c
        matrix[j * m + i] = -c
        matrix[i * m + i] += c
        matrix[j * m + j] += c
      }
    }
    K[i * m + i] += 20
  }
  const problem: OdeProblem = {
    n: 2 * m,
    f: (t, x, dx) => {
      for (let i = 0; i < m; i++) {
        let a = Math.sin(t + i)
        for (let j = 0; j < m; j++) a -= K[i * m + j] * x[2 * j] + D[i * m + j] * x[2 * j + 1]
        dx[2 * i] = x[2 * i + 1]
        dx[2 * i + 1] = a
      }
    },
  }
  const jacobian: OdeProblem['jacobian'] = (_t, _x, J) => {
    for (let i = 0; i < m; i++) {
      J[2 * i * 2 * m + 2 * i + 1] = 1
      for (let j = 0; j < m; j++) {
        J[(2 * i + 1) * 2 * m + 2 * j] = -K[i * m + j]
        J[(2 * i + 1) * 2 * m + 2 * j + 1] = -D[i * m + j]
      }
    }
  }
  const sparseRows = toSparseRows(new Map(Array.from({ length: m }, (_, i) => [2 * i, [2 * i + 1]] as const)))
  const x0 = Float64Array.from({ length: 2 * m }, (_, i) => (i % 2 === 0 ? Math.cos(i) : 0))
  const options = { t0: 0, x0, tEnd: 0.5, rtol: 1e-7, atol: 1e-9 }

  it.each<[Method, boolean]>([
    ['radau5', false],
    ['radau5', true],
    ['bdf', false],
    ['bdf', true],
    ['auto', false],
  ])('agrees with that of a dense matrix and of dop853: %s, exact Jacobian: %s', (method, isExact) => {
    const exact = isExact ? { jacobian } : {}
    const dense = integrate({ ...problem, ...exact }, { ...options, method })
    const rows = integrate({ ...problem, ...exact, sparseRows }, { ...options, method })
    const truth = integrate(problem, { ...options, method: 'dop853', rtol: 1e-11, atol: 1e-13 })
    expect(rows.stats.lu).toBeGreaterThan(0)
    for (let i = 0; i < 2 * m; i++) {
      // the same steps up to rounding errors, which tests of the step size may amplify to a fraction of the tolerance
      expect(Math.abs(rows.x[i] - dense.x[i])).toBeLessThan(1e-7)
      expect(Math.abs(rows.x[i] - truth.x[i])).toBeLessThan(1e-6)
    }
    expect(Math.abs(rows.stats.steps - dense.stats.steps)).toBeLessThanOrEqual(0.05 * dense.stats.steps + 2)
  })

  it.each<[string, SparseRows]>([
    ['rows', { rows: Int32Array.of(2, 1), rowPtr: Int32Array.of(0, 0, 0), colIdx: new Int32Array(0) }],
    ['rows', { rows: Int32Array.of(99), rowPtr: Int32Array.of(0, 0), colIdx: new Int32Array(0) }],
    ['rowPtr', { rows: Int32Array.of(1), rowPtr: Int32Array.of(0), colIdx: new Int32Array(0) }],
    ['colIdx', { rows: Int32Array.of(1), rowPtr: Int32Array.of(0, 2), colIdx: Int32Array.of(3) }],
    ['colIdx', { rows: Int32Array.of(1), rowPtr: Int32Array.of(0, 2), colIdx: Int32Array.of(3, 3) }],
    ['colIdx', { rows: Int32Array.of(1), rowPtr: Int32Array.of(0, 1), colIdx: Int32Array.of(-1) }],
  ])('rejects invalid %s', (field, wrong) => {
    expect(() => integrate({ ...problem, sparseRows: wrong }, { ...options, method: 'radau5' })).toThrow(
      `problem.sparseRows.${field}`,
    )
  })
})
