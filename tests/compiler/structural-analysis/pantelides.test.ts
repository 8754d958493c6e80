import { describe, expect, it } from 'vitest'
import {
  checkStructure,
  createBipartiteGraph,
  findMaximumMatching,
  type IndexReduction,
  reduceIndexByPantelides,
} from '../../../src/compiler/structural-analysis/index.ts'
import { createRandom, graphFromOneBased, rigidChain, rowOf } from './graphs.ts'

/** Number of differentiations of each original equation. */
function countDifferentiations(reduction: IndexReduction): number[] {
  return Array.from({ length: reduction.nOriginalEqs }, (_, e) => {
    let n = 0
    for (let f = reduction.derivativeOfEq[e]; f >= 0; f = reduction.derivativeOfEq[f]) n++
    return n
  })
}

/**
 * The smallest offsets c by the fixed point of the signature method [Pryce, BIT 41 (2001) 364]: a transversal of highest
 * value over all permutations, then c and d iterated from 0.
 */
function signatureOffsets(sigma: number[][]): number[] | undefined {
  const n = sigma.length
  let best = -1
  let bestColumns: number[] = []
  const visit = (row: number, columns: number[], value: number): void => {
    if (row === n) {
      if (value > best) {
        best = value
        bestColumns = columns.slice()
      }
      return
    }
    for (let j = 0; j < n; j++) {
      if (sigma[row][j] < 0 || columns.includes(j)) continue
      visit(row + 1, [...columns, j], value + sigma[row][j])
    }
  }
  visit(0, [], 0)
  if (best < 0) return undefined
  const c = new Array<number>(n).fill(0)
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    const d = c.map((_, j) => Math.max(...sigma.map((row, i) => (row[j] < 0 ? 0 : row[j] + c[i]))))
    for (let i = 0; i < n; i++) {
      const next = d[bestColumns[i]] - sigma[i][bestColumns[i]]
      if (next !== c[i]) isChanged = true
      c[i] = next
    }
  }
  return c
}

const PENDULUM = graphFromOneBased(9, [
  [3, 5],
  [4, 6],
  [1, 7, 9],
  [2, 8, 9],
  [1, 2],
])
const PENDULUM_A = Int32Array.from([5, 6, 7, 8, 0, 0, 0, 0, 0], (v) => v - 1)

describe('index reduction', () => {
  it('reproduces the published result for the Cartesian pendulum (mb-pantelides-pendulum)', () => {
    const reduction = reduceIndexByPantelides(PENDULUM, PENDULUM_A)
    const oneBased = (list: Int32Array): number[] => Array.from(list, (i) => i + 1)
    expect(oneBased(reduction.eqOfVar)).toEqual([0, 0, 0, 0, 1, 2, 7, 4, 3, 9, 8])
    expect(oneBased(reduction.derivativeOfVar)).toEqual([5, 6, 7, 8, 10, 11, 0, 0, 0, 0, 0])
    expect(oneBased(reduction.derivativeOfEq)).toEqual([7, 8, 0, 0, 6, 9, 0, 0, 0])
    expect(reduction.integralOfEq[8]).toBe(5)
    expect(new Set(rowOf(reduction.graph, 8))).toEqual(new Set([0, 1, 4, 5, 9, 10]))
  })

  it('differentiates as often as the signature method', () => {
    const random = createRandom(6)
    let nHigh = 0
    for (let k = 0; k < 600; k++) {
      // Random orders of derivatives in n equations
      const n = 2 + Math.floor(4 * random())
      const sigma = Array.from({ length: n }, () =>
        Array.from({ length: n }, () => (random() < 0.45 ? Math.floor(3 * random()) : -1)),
      )
      // A variable per order, as far as it occurs
      const a: number[] = []
      const index: number[][] = []
      for (let j = 0; j < n; j++) {
        const highest = Math.max(0, ...sigma.map((row) => row[j]))
        index[j] = []
        for (let order = 0; order <= highest; order++) {
          index[j].push(a.length)
          a.push(order < highest ? a.length + 1 : -1)
        }
      }
      const rows = sigma.map((row) => row.flatMap((order, j) => (order < 0 ? [] : [index[j][order]])))
      const graph = createBipartiteGraph(a.length, rows)
      const check = checkStructure(graph, Int32Array.from(a))
      const offsets = signatureOffsets(sigma)
      expect(check.isRegular).toBe(offsets !== undefined)
      if (offsets === undefined) {
        expect(() => reduceIndexByPantelides(graph, Int32Array.from(a))).toThrow(/structurally singular/)
        continue
      }
      const reduction = reduceIndexByPantelides(graph, Int32Array.from(a))
      expect(countDifferentiations(reduction)).toEqual(offsets)
      if (Math.max(...offsets) > 1) nHigh++
      expectHighestMatched(reduction)
    }
    expect(nHigh).toBeGreaterThan(30)
  })

  it('leaves an ODE unchanged', () => {
    const graph = createBipartiteGraph(2, [[0, 1]])
    const reduction = reduceIndexByPantelides(graph, Int32Array.of(1, -1))
    expect(reduction.nRounds).toBe(0)
    expect(reduction.graph).toEqual(graph)
  })

  it('needs few rounds for long chains of rigidly coupled inertias', () => {
    const { graph, a } = rigidChain(20_000)
    const reduction = reduceIndexByPantelides(graph, a)
    expect(reduction.nRounds).toBeLessThanOrEqual(4)
    expectHighestMatched(reduction)
    expect(countDifferentiations(reduction).reduce((x, y) => x + y)).toBe(2 * 19_999 + 20_000)
  })
})

describe('structure check', () => {
  it('counts a variable and its derivatives once', () => {
    const check = checkStructure(PENDULUM, PENDULUM_A)
    expect(check).toMatchObject({ isRegular: true, nEqs: 5, nUnknowns: 5, rank: 5 })
  })

  it('names the equations and variables involved', () => {
    // der(x) = y, x = 1, x = 2, u + z = y: x is over-determined, u and z under-determined
    const graph = createBipartiteGraph(5, [[1, 2], [0], [0], [3, 4, 2]])
    const check = checkStructure(graph, Int32Array.of(1, -1, -1, -1, -1))
    expect(check).toMatchObject({ isRegular: false, nEqs: 4, nUnknowns: 4, rank: 3 })
    expect(Array.from(check.parts.overEqs)).toEqual([1, 2])
    expect(Array.from(check.parts.overVars)).toEqual([0])
    expect(Array.from(check.parts.underVars)).toEqual([3, 4])
  })
})

function expectHighestMatched(reduction: IndexReduction): void {
  const eqMask = Uint8Array.from(reduction.derivativeOfEq, (e) => (e < 0 ? 1 : 0))
  const varMask = Uint8Array.from(reduction.derivativeOfVar, (v) => (v < 0 ? 1 : 0))
  const size = findMaximumMatching(reduction.graph, { eqMask, varMask }).size
  expect(size).toBe(eqMask.reduce((x, y) => x + y, 0))
  for (let v = 0; v < varMask.length; v++) {
    const e = reduction.eqOfVar[v]
    if (varMask[v] === 1 && e >= 0 && !rowOf(reduction.graph, e).includes(v)) {
      throw new Error(`variable ${v} is assigned to equation ${e}, which does not hold it`)
    }
  }
}
