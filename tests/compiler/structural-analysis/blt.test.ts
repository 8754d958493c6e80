import { describe, expect, it } from 'vitest'
import {
  type BipartiteGraph,
  createBipartiteGraph,
  findMaximumMatching,
  type Matching,
  matchAndSort,
  sortIntoBlt,
} from '../../../src/compiler/structural-analysis/index.ts'
import { createRandom, graphFromOneBased, randomGraph, rowOf } from './graphs.ts'

/** Equations that an equation needs, directly or indirectly, including itself. */
function closure(graph: BipartiteGraph, matching: Matching, e: number): Set<number> {
  const found = new Set([e])
  for (const f of found) {
    for (const v of rowOf(graph, f)) if (matching.eqOfVar[v] >= 0) found.add(matching.eqOfVar[v])
  }
  return found
}

describe('block lower triangular form', () => {
  it('reproduces the published components (mb-blt-tarjan)', () => {
    const graph = graphFromOneBased(8, [[2], [3, 8], [4, 7], [5], [3, 6], [], [4, 6], [1, 7]])
    const identity = Int32Array.from({ length: 8 }, (_, i) => i)
    const { nBlocks, blockPtr, eqs } = sortIntoBlt(graph, {
      size: 8,
      varOfEq: identity,
      eqOfVar: identity,
      edgeVisits: 0,
    })
    const blocks = Array.from({ length: nBlocks }, (_, b) =>
      Array.from(eqs.subarray(blockPtr[b], blockPtr[b + 1]), (e) => e + 1),
    )
    expect(blocks).toEqual([[6], [3, 4, 5, 7], [1, 2, 8]])
  })

  it('gives the strongly connected components in evaluation order', () => {
    const random = createRandom(5)
    for (let k = 0; k < 100; k++) {
      const graph = randomGraph(8, 9, 0.2, random)
      const matching = findMaximumMatching(graph)
      const { nBlocks, blockPtr, eqs, vars, blockOfEq } = sortIntoBlt(graph, matching)
      expect(eqs.length).toBe(matching.size)
      expect(blockPtr[nBlocks]).toBe(matching.size)
      for (let b = 0; b < nBlocks; b++) {
        for (let i = blockPtr[b]; i < blockPtr[b + 1]; i++) {
          expect(blockOfEq[eqs[i]]).toBe(b)
          expect(vars[i]).toBe(matching.varOfEq[eqs[i]])
          const needed = closure(graph, matching, eqs[i])
          for (const e of needed) expect(blockOfEq[e]).toBeLessThanOrEqual(b)
          // In one block exactly if each needs the other
          for (const e of eqs) {
            const isMutual = needed.has(e) && closure(graph, matching, e).has(eqs[i])
            expect(blockOfEq[e] === b).toBe(isMutual)
          }
        }
      }
    }
  })

  it('excludes known variables from the sorting', () => {
    const graph = createBipartiteGraph(3, [
      [0, 1],
      [1, 2, 0],
    ])
    const { blocks } = matchAndSort(graph, Uint8Array.of(1, 0, 0))
    expect(Array.from(blocks.eqs)).toEqual([0, 1])
    expect(Array.from(blocks.vars)).toEqual([1, 2])
    expect(blocks.nBlocks).toBe(2)
  })

  it('sorts 100 000 equations in one sweep, as one chain and as one loop', () => {
    const n = 100_000
    for (const isLoop of [false, true]) {
      const rows = Array.from({ length: n }, (_, i) => (i < n - 1 ? [i, i + 1] : isLoop ? [i, 0] : [i]))
      const graph = createBipartiteGraph(n, rows)
      const blocks = sortIntoBlt(graph, findMaximumMatching(graph))
      expect(blocks.nBlocks).toBe(isLoop ? 1 : n)
      expect(blocks.edgeVisits).toBe(graph.eqVars.length)
      if (!isLoop) expect(blocks.eqs[0]).toBe(n - 1)
    }
  })
})
