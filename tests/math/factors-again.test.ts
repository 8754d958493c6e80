/** Factorizations with reused memory, also after a failure: the same solutions, bit by bit. */
import {
  createDenseLu,
  createSparseLu,
  factorDenseLu,
  factorSparseLu,
  solveDenseLu,
  solveSparseLu,
} from 'vario/math'
import { describe, expect, test } from 'vitest'
import {
  type CscMatrix,
  computeErrorWeights,
  computeNullSpaceQr,
  createComplexDenseLu,
  createComplexSparseLu,
  createCscFromDense,
  createQr,
  factorComplexDenseLu,
  factorComplexSparseLu,
  factorQr,
  fillDenseFromCsc,
  multiplyCsc,
  multiplyTransposeCsc,
  solveComplexDenseLu,
  solveComplexSparseLu,
  solveQr,
  solveTransposeDenseLu,
} from '../../src/math/index.ts'
import { bitsOf, DIRT } from '../support/dirty-memory.ts'
import { createRandom } from '../support/random.ts'

const N = 7

/** Values for one pattern: about half of the entries, the diagonal among them. */
function createMatrix(seed: number): Float64Array {
  const pattern = createRandom(1)
  const random = createRandom(seed)
  return Float64Array.from({ length: N * N }, (_, k) => {
    const isEntry = pattern() < 0.4 || k % (N + 1) === 0
    const value = 2 * random() - 1
    return isEntry ? value : 0
  })
}

function createVector(seed: number): Float64Array {
  const random = createRandom(100 + seed)
  return Float64Array.from({ length: N }, () => 2 * random() - 1)
}

const sparse = (a: Float64Array): CscMatrix => createCscFromDense(N, N, a)
const PATTERN = sparse(createMatrix(1))

/** Solves with one matrix after the other in the same memory; returns the solution of the last. */
type Chain = (seeds: readonly number[]) => ArrayLike<number>[]

/** Right-hand sides are in the middle of an array. */
const OFFSET = 3
function solveAt(seed: number, solve: (b: Float64Array, o: number) => void): Float64Array {
  const b = new Float64Array(N + 2 * OFFSET).fill(Number.NaN)
  b.set(createVector(seed), OFFSET)
  solve(b, OFFSET)
  expect(b.subarray(0, OFFSET).every(Number.isNaN) && b.subarray(N + OFFSET).every(Number.isNaN)).toBe(true)
  return b.slice(OFFSET, OFFSET + N)
}

/** Seed 0 is a matrix of zeros, and seed -1 one with NaN: both fail. */
function valuesOf(seed: number, values: Float64Array): Float64Array {
  return seed > 0 ? values : values.map(() => (seed === 0 ? 0 : Number.NaN))
}

const CHAINS: Record<string, Chain> = {
  'dense LU': (seeds) => {
    const lu = createDenseLu(N)
    let answers: ArrayLike<number>[] = []
    for (const seed of seeds) {
      lu.a.set(valuesOf(seed, createMatrix(seed)))
      const status = factorDenseLu(lu)
      expect(status === 0).toBe(seed > 0)
      answers = [
        solveAt(seed, (b, o) => solveDenseLu(lu, b, o)),
        solveAt(seed, (b, o) => solveTransposeDenseLu(lu, b, o)),
      ]
    }
    return answers
  },
  'complex dense LU': (seeds) => {
    const lu = createComplexDenseLu(N)
    let answers: ArrayLike<number>[] = []
    for (const seed of seeds) {
      lu.re.set(valuesOf(seed, createMatrix(seed)))
      lu.im.set(valuesOf(seed, createMatrix(seed + 50)))
      expect(factorComplexDenseLu(lu) === 0).toBe(seed > 0)
      const [re, im] = [createVector(seed), createVector(seed + 1)]
      solveComplexDenseLu(lu, re, im)
      answers = [re, im]
    }
    return answers
  },
  'sparse LU': (seeds) => {
    const lu = createSparseLu(PATTERN)
    let answers: ArrayLike<number>[] = []
    for (const seed of seeds) {
      expect(factorSparseLu(lu, valuesOf(seed, sparse(createMatrix(Math.max(seed, 1))).values)) === 0).toBe(
        seed > 0,
      )
      if (seed > 0) answers = [solveAt(seed, (b, o) => solveSparseLu(lu, b, o))]
    }
    return answers
  },
  'complex sparse LU': (seeds) => {
    const lu = createComplexSparseLu(PATTERN)
    let answers: ArrayLike<number>[] = []
    for (const seed of seeds) {
      const values = (k: number): Float64Array =>
        valuesOf(seed, sparse(createMatrix(Math.max(seed, 1) + k)).values)
      expect(factorComplexSparseLu(lu, values(0), values(50)) === 0).toBe(seed > 0)
      if (seed <= 0) continue
      const [re, im] = [createVector(seed), createVector(seed + 1)]
      solveComplexSparseLu(lu, re, im)
      answers = [re, im]
    }
    return answers
  },
  QR: (seeds) => {
    const qr = createQr(N, N)
    let answers: ArrayLike<number>[] = []
    for (const seed of seeds) {
      const a = valuesOf(seed, createMatrix(seed))
      // even seeds: two equal rows, so that there is a null space
      if (seed % 2 === 0) a.copyWithin(0, N, 2 * N)
      qr.a.set(a)
      const rank = factorQr(qr)
      expect(rank).toBe(seed < 0 ? -1 : seed === 0 ? 0 : N - (seed % 2 === 0 ? 1 : 0))
      if (seed < 0) continue
      const solve = (dirt: number): ArrayLike<number>[] => {
        const x = new Float64Array(N).fill(dirt)
        const basis = new Float64Array(N * (N - rank)).fill(dirt)
        const residual = solveQr(qr, createVector(seed), x)
        computeNullSpaceQr(qr, basis)
        return [x, basis, [residual]]
      }
      answers = solve(0)
      for (const dirt of DIRT) expect(solve(dirt).map(bitsOf)).toEqual(answers.map(bitsOf))
    }
    return answers
  },
}

describe.each(Object.entries(CHAINS))('%s', (_name, chain) => {
  test.each([
    [2, 3, 4, 5],
    [9, 0, 5],
    [-1, 5],
    [4, -1, 0, 6],
    [5, 5],
  ])('the last of matrices %d, %d …', (...seeds) => {
    expect(chain(seeds).map(bitsOf)).toEqual(chain(seeds.slice(-1)).map(bitsOf))
  })
})

test.each(DIRT)('products and weights overwrite %d', (dirt) => {
  const { values } = PATTERN
  const x = createVector(1)
  const tolerances = [Float64Array.of(1e-3, 1e-6), Float64Array.of(1, 1e-9)]
  const compute = (fill: number): string[] => {
    const outputs = [N, N, N * N, 2].map((n) => new Float64Array(n).fill(fill))
    multiplyCsc(PATTERN, values, x, outputs[0])
    multiplyTransposeCsc(PATTERN, values, x, outputs[1])
    fillDenseFromCsc(PATTERN, values, outputs[2])
    computeErrorWeights(outputs[3], tolerances[0], tolerances[1], Float64Array.of(-3, 7))
    return outputs.map(bitsOf)
  }
  expect(compute(dirt)).toEqual(compute(0))
})
