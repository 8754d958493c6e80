import fc from 'fast-check'
import { InputError } from 'vario'
import {
  createDenseLu,
  createPatternFromRows,
  createSparseLu,
  factorDenseLu,
  factorSparseLu,
  solveDenseLu,
  solveSparseLu,
} from 'vario/math'
import { describe, expect, it } from 'vitest'
import {
  analyzeSparseLu,
  type CscMatrix,
  createCscFromDense,
  findEntry,
  getPivotRatioSparseLu,
  multiplyCsc,
  type SparseLu,
  type SparseLuAnalysis,
} from '../../src/math/index.ts'
import {
  backwardError,
  buildMatrix,
  createRandom,
  EPS,
  gridLaplacian,
  randomSparse,
  randomVector,
  relativeDifference,
  toDense,
  tridiagonal,
} from './matrix-helpers.ts'

/**
 * Backward error allowed per row. Elimination has about n ε times the growth of the entries; with pivots down to a tenth
 * of the largest candidate the growth of random matrices stays below 10.
 */
const BACKWARD_ERROR_PER_ROW = 10 * EPS

function factored(m: CscMatrix): SparseLu {
  const lu = createSparseLu(m)
  expect(factorSparseLu(lu, m.values)).toBe(0)
  return lu
}

function expectSolves(lu: SparseLu, m: CscMatrix, random: () => number): void {
  const n = m.nCols
  const b = randomVector(n, random)
  const x = b.slice()
  solveSparseLu(lu, x)
  expect(backwardError(n, toDense(m, m.values), x, b)).toBeLessThan(n * BACKWARD_ERROR_PER_ROW)
}

/** An analysis that keeps the order of rows and columns. */
function naturalAnalysis(m: CscMatrix): SparseLuAnalysis {
  const order = Int32Array.from({ length: m.nCols }, (_, i) => i)
  return { pattern: m, q: order, diagonalRow: order, structuralRank: m.nCols, unmatchedColumn: -1 }
}

/** A series of small pivots next to 1, with a full last column. */
function chain(n: number, diagonal: number): CscMatrix {
  return buildMatrix(n, (add) => {
    for (let i = 0; i < n; i++) {
      if (i < n - 1) add(i, i, diagonal)
      if (i > 0) add(i, i - 1, i < n - 1 ? 1 : 1e-30)
      add(i, n - 1, 1 - 0.05 * i)
    }
  })
}

describe('sparse LU', () => {
  it('solves random unsymmetric matrices, most of the diagonal structurally zero', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(4), fc.integer(), (n, extra, seed) => {
        const random = createRandom(seed)
        const m = randomSparse(n, extra, random)
        expectSolves(factored(m), m, random)
      }),
      { seed: 61, numRuns: 200 },
    )
  })

  it('agrees with dense LU', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.integer(), (n, seed) => {
        const random = createRandom(seed)
        // A dominant diagonal keeps the condition number below about 2 (2 + 3) / (4 - 3): errors of both stay at n ε
        const m = buildMatrix(n, (add) => {
          for (let i = 0; i < n; i++) {
            add(i, i, 4)
            for (let e = 0; e < 3; e++) add(i, Math.floor(random() * n), 2 * random() - 1)
          }
        })
        const dense = createDenseLu(n)
        dense.a.set(toDense(m, m.values))
        expect(factorDenseLu(dense)).toBe(0)
        const x = randomVector(n, random)
        const y = x.slice()
        solveDenseLu(dense, x)
        solveSparseLu(factored(m), y)
        expect(relativeDifference(y, x)).toBeLessThan(10 * n * EPS)
      }),
      { seed: 62, numRuns: 100 },
    )
  })

  it('solves a DAE Jacobian with a zero block on the diagonal', () => {
    // [M Gᵀ; G 0]: masses 1..n and constraints between neighbors
    const n = 40
    const m = buildMatrix(2 * n - 1, (add) => {
      for (let i = 0; i < n; i++) add(i, i, 1 + i)
      for (let c = 0; c < n - 1; c++) {
        add(n + c, c, 1)
        add(n + c, c + 1, -1)
        add(c, n + c, 1)
        add(c + 1, n + c, -1)
      }
    })
    expect(analyzeSparseLu(m).structuralRank).toBe(2 * n - 1)
    expectSolves(factored(m), m, createRandom(63))
  })

  it('causes no fill on a tridiagonal matrix of 10 000 and solves it', () => {
    const n = 10_000
    const m = tridiagonal(n)
    const lu = factored(m)
    expect(lu.nnzL).toBe(n - 1)
    expect(lu.nnzU).toBe(2 * n - 1)
    const x = Float64Array.from({ length: n }, (_, i) => Math.sin(i))
    const b = new Float64Array(n)
    multiplyCsc(m, m.values, x, b)
    solveSparseLu(lu, b)
    // Diagonally dominant by 0.1: condition number at most 4.1 / 0.1, a few roundings per entry
    expect(relativeDifference(b, x)).toBeLessThan(41 * 4 * EPS)
  })

  it('solves a grid of 50 × 50', () => {
    const m = gridLaplacian(50)
    const n = m.nCols
    const x = randomVector(n, createRandom(64))
    const b = new Float64Array(n)
    multiplyCsc(m, m.values, x, b)
    solveSparseLu(factored(m), b)
    // Condition number at most 8.1 / 0.1; errors add up along paths of the elimination tree, of length about side
    expect(relativeDifference(b, x)).toBeLessThan(81 * 50 * EPS)
  })

  it('gives results independent of the units of the equations', () => {
    // Rows multiplied by powers of ten over 24 decades: row scaling gives the same pivots
    const random = createRandom(65)
    const m = randomSparse(40, 3, random)
    const scaled = m.values.slice()
    const factor = Float64Array.from({ length: 40 }, (_, i) => 10 ** (((i * 7) % 25) - 12))
    for (let p = 0; p < scaled.length; p++) scaled[p] *= factor[m.rowIdx[p]]
    const lu = factored(m)
    const luScaled = createSparseLu(m)
    expect(factorSparseLu(luScaled, scaled)).toBe(0)
    expect(luScaled.structure.rowOfStep).toEqual(lu.structure.rowOfStep)
    const x = randomVector(40, random)
    const y = x.map((v, i) => v * factor[i])
    solveSparseLu(lu, x)
    solveSparseLu(luScaled, y)
    // Both are the same computation except for the roundings of the scaling, magnified by a condition number below 1e3
    expect(relativeDifference(y, x)).toBeLessThan(1e3 * 4 * EPS)
  })

  it('leaves the diagonal where a series of small pivots would spoil the solution', () => {
    // Diagonal pivots of 0.11 next to 1: each of them is acceptable, all of them let the last column grow by 9^n
    const m = chain(12, 0.11)
    const lu = factored(m)
    expectSolves(lu, m, createRandom(73))
    expect(lu.growth).toBeLessThan(4)
    expect(lu.nPivoted).toBe(1)
  })

  it('moves a displaced row to the place of the row that displaced it', () => {
    // Step 0 must take row 2. Step 2 then prefers row 0, with 0.5, to row 3, with 1.
    const m = createCscFromDense(4, 4, [0.01, 0, 0.5, 1, 0, 1, 0, 0, 1, 0, 0, 0.3, 0, 0, 1, 0.9])
    const lu = createSparseLu(m, naturalAnalysis(m))
    expect(factorSparseLu(lu, m.values)).toBe(0)
    expect(Array.from(lu.structure.rowOfStep)).toEqual([2, 1, 0, 3])
    expectSolves(lu, m, createRandom(75))
  })

  it('solves at an offset, and leaves adjacent numbers unchanged', () => {
    const m = createCscFromDense(2, 2, [0, 2, 4, 0])
    const b = Float64Array.of(9, 4, 4, 9)
    solveSparseLu(factored(m), b, 1)
    expect(Array.from(b)).toEqual([9, 1, 2, 9])
  })

  it('accepts the empty matrix', () => {
    const lu = createSparseLu(createPatternFromRows(0, []))
    expect(factorSparseLu(lu, new Float64Array(0))).toBe(0)
    solveSparseLu(lu, new Float64Array(0))
    expect(getPivotRatioSparseLu(lu)).toBe(1)
  })

  it('rejects matrices that are not square, or have too few values', () => {
    expect(() => createSparseLu(createPatternFromRows(3, [[0], [1]]))).toThrow(
      'pattern: expected a square matrix',
    )
    expect(() => factorSparseLu(createSparseLu(tridiagonal(3)), new Float64Array(2))).toThrow(InputError)
  })
})

describe('singular sparse matrices', () => {
  it('reports a structurally singular matrix by a column of it', () => {
    // Columns 1 and 2 have only row 2
    const pattern = createPatternFromRows(3, [[0], [0], [1, 2]])
    const lu = createSparseLu(pattern)
    expect(lu.analysis.structuralRank).toBe(2)
    const status = factorSparseLu(lu, new Float64Array(4).fill(1))
    expect([2, 3]).toContain(status)
  })

  it('reports numerically singular matrices, then recovers', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 25 }), fc.integer(), (n, seed) => {
        const random = createRandom(seed)
        const m = randomSparse(n, 2, random)
        const lu = createSparseLu(m)
        // All values of one column zero: no pivot there, whatever the order
        const column = Math.floor(random() * n)
        const values = m.values.slice()
        for (let p = m.colPtr[column]; p < m.colPtr[column + 1]; p++) values[p] = 0
        expect(factorSparseLu(lu, values)).toBe(column + 1)
        expect(factorSparseLu(lu, m.values)).toBe(0)
        expectSolves(lu, m, random)
        // Also when good pivots are known
        expect(factorSparseLu(lu, values)).toBe(column + 1)
        expect(factorSparseLu(lu, m.values)).toBe(0)
        expectSolves(lu, m, random)
      }),
      { seed: 66, numRuns: 100 },
    )
  })

  it('reports values that are not finite by their column', () => {
    const m = tridiagonal(5)
    for (const bad of [NaN, Infinity, -Infinity]) {
      const lu = factored(m)
      const values = m.values.slice()
      values[findEntry(m, 2, 3)] = bad
      expect(factorSparseLu(lu, values)).toBe(4)
      expect(factorSparseLu(lu, m.values)).toBe(0)
    }
  })

  it('shows near singularity in the ratio of pivots', () => {
    expect(getPivotRatioSparseLu(factored(createCscFromDense(2, 2, [1, 0, 0, 1])))).toBe(1)
    const nearlySingular = createCscFromDense(2, 2, [1, 1, 1, 1 + 1e-12])
    // Pivots 1 and 1e-12, the latter with a rounding error of ε / 1e-12
    expect(getPivotRatioSparseLu(factored(nearlySingular)) * 1e12).toBeCloseTo(1, 3)
  })
})

describe('refactorization', () => {
  it('gives the bytes of a fresh factorization when the values are the same', () => {
    const random = createRandom(67)
    const m = randomSparse(50, 3, random)
    const lu = factored(m)
    const lFresh = lu.lValues.slice()
    const uFresh = lu.uValues.slice()
    const pivotsFresh = lu.inversePivots.slice()
    lu.lValues.fill(7)
    lu.uValues.fill(7)
    lu.inversePivots.fill(7)
    expect(factorSparseLu(lu, m.values)).toBe(0)
    expect(lu.nReused).toBe(1)
    expect(lu.nPivoted).toBe(1)
    expect(lu.lValues.subarray(0, lu.nnzL)).toEqual(lFresh.subarray(0, lu.nnzL))
    expect(lu.uValues.subarray(0, lu.nnzU - 50)).toEqual(uFresh.subarray(0, lu.nnzU - 50))
    expect(lu.inversePivots).toEqual(pivotsFresh)
  })

  it('solves other matrices of the pattern, as a fresh factorization does', () => {
    let nReused = 0
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer(), (n, seed) => {
        const random = createRandom(seed)
        const m = randomSparse(n, 2, random)
        const lu = factored(m)
        for (let repeat = 0; repeat < 3; repeat++) {
          const values = m.values.map((v) => v * (1 + 0.3 * random()))
          expect(factorSparseLu(lu, values)).toBe(0)
          const b = randomVector(n, random)
          const x = b.slice()
          solveSparseLu(lu, x)
          expect(backwardError(n, toDense(m, values), x, b)).toBeLessThan(n * BACKWARD_ERROR_PER_ROW)
        }
        nReused += lu.nReused
        expect(lu.nReused + lu.nPivoted).toBe(4)
      }),
      { seed: 68, numRuns: 100 },
    )
    // The test is about reuse, which must occur in most cases
    expect(nReused).toBeGreaterThan(250)
  })

  it('chooses new pivots when a pivot vanishes', () => {
    const m = createCscFromDense(3, 3, [4, 1, 1, 1, 4, 1, 1, 1, 4])
    for (const small of [0, 1e-9]) {
      const lu = factored(m)
      const values = m.values.slice()
      for (let j = 0; j < 3; j++) values[findEntry(m, j, j)] = small
      expect(factorSparseLu(lu, values)).toBe(0)
      expect(lu.nPivoted).toBe(2)
      const x = Float64Array.of(5, 4, 3)
      solveSparseLu(lu, x)
      // x_i + x_j = b_k: (1, 2, 3) for small = 0; the perturbation is of relative size 1e-9
      const tolerance = small === 0 ? 4 * EPS : 3e-9
      expect(relativeDifference(x, Float64Array.of(1, 2, 3))).toBeLessThan(tolerance)
      // Back to the first matrix: the new pivots have no reason to be bad there, or new ones are found
      expect(factorSparseLu(lu, m.values)).toBe(0)
      expectSolves(lu, m, createRandom(69))
    }
  })

  it('chooses new pivots when the entries of U grow', () => {
    // As above, with pivots that were good at first: no multiplier is above 9.1, and the last pivot does not grow
    const m = chain(12, 1)
    const lu = createSparseLu(m, naturalAnalysis(m))
    expect(factorSparseLu(lu, m.values)).toBe(0)
    const grown = chain(12, 0.11)
    expect(factorSparseLu(lu, grown.values)).toBe(0)
    expect(lu.nPivoted).toBe(2)
    expectSolves(lu, grown, createRandom(74))
  })

  it('chooses new pivots when a pivot vanishes by cancellation and nothing grows', () => {
    const withLastPivot = (delta: number): CscMatrix =>
      createCscFromDense(3, 3, [1, 1, 0, 1, 1 + delta, 0, 0, 1, 1])
    const m = withLastPivot(1)
    const lu = createSparseLu(m, naturalAnalysis(m))
    expect(factorSparseLu(lu, m.values)).toBe(0)
    expect(factorSparseLu(lu, withLastPivot(0.01).values)).toBe(0)
    expect(lu.nPivoted).toBe(1)
    expect(factorSparseLu(lu, withLastPivot(1e-6).values)).toBe(0)
    expect(lu.nPivoted).toBe(2)
    expect(Array.from(lu.structure.rowOfStep)).toEqual([0, 2, 1])
  })

  it('keeps pivots that lost a hundredth, drops those that lost a millionth', () => {
    const m = createCscFromDense(2, 2, [1, 1, 1, 2])
    const lu = factored(m)
    const first = lu.structure.analysis.q[0]
    const shrinkFirstPivot = (factor: number): Float64Array => {
      const values = m.values.slice()
      values[findEntry(m, lu.structure.rowOfStep[0], first)] *= factor
      return values
    }
    expect(factorSparseLu(lu, shrinkFirstPivot(1e-2))).toBe(0)
    expect(lu.nPivoted).toBe(1)
    expect(factorSparseLu(lu, shrinkFirstPivot(1e-6))).toBe(0)
    expect(lu.nPivoted).toBe(2)
  })

  it('allocates nothing: all arrays stay, the heap does not grow', () => {
    const m = gridLaplacian(20)
    const lu = factored(m)
    const arrays = [lu.lValues, lu.uValues, lu.structure.lIdx, lu.structure.uIdx, lu.x]
    const b = randomVector(m.nCols, createRandom(70))
    const run = (): void => {
      factorSparseLu(lu, m.values)
      solveSparseLu(lu, b)
    }
    for (let k = 0; k < 50; k++) run()
    const before = process.memoryUsage()
    for (let k = 0; k < 400; k++) run()
    const after = process.memoryUsage()
    // One copy of a factor per run would be 400 × 8 × nnzL > 10 MB; other users of the heap stay far below 2 MB
    expect(400 * 8 * lu.nnzL).toBeGreaterThan(1e7)
    expect(after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(2e6)
    expect([lu.lValues, lu.uValues, lu.structure.lIdx, lu.structure.uIdx, lu.x]).toEqual(arrays)
    for (let k = 0; k < arrays.length; k++) {
      expect([lu.lValues, lu.uValues, lu.structure.lIdx, lu.structure.uIdx, lu.x][k]).toBe(arrays[k])
    }
    expect(lu.nPivoted).toBe(1)
  })
})
