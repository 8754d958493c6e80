import { describe, expect, it } from 'vitest'
import {
  type BipartiteGraph,
  createBipartiteGraph,
  decomposeByDulmageMendelsohn,
  findMaximumMatching,
  type Matching,
  type MatchingOptions,
  transposeGraph,
} from '../../../src/compiler/structural-analysis/index.ts'
import { createRandom, graphFromOneBased, permutation, randomGraph, rowOf } from './graphs.ts'

/** Size of a maximum matching by plain recursion over all choices. */
function bruteForceSize(graph: BipartiteGraph, allowed: (edge: number) => boolean): number {
  const used = new Set<number>()
  const best = (e: number): number => {
    if (e === graph.nEqs) return 0
    let size = best(e + 1)
    for (let p = graph.eqPtr[e]; p < graph.eqPtr[e + 1]; p++) {
      const v = graph.eqVars[p]
      if (used.has(v) || !allowed(p)) continue
      used.add(v)
      size = Math.max(size, 1 + best(e + 1))
      used.delete(v)
    }
    return size
  }
  return best(0)
}

/** Fails unless the matching uses allowed edges only and is consistent in both directions. */
function expectValid(graph: BipartiteGraph, matching: Matching, options: MatchingOptions = {}): void {
  let size = 0
  for (let e = 0; e < graph.nEqs; e++) {
    const v = matching.varOfEq[e]
    if (v < 0) continue
    size++
    expect(matching.eqOfVar[v]).toBe(e)
    const edge = graph.eqPtr[e] + rowOf(graph, e).indexOf(v)
    expect(edge).toBeGreaterThanOrEqual(graph.eqPtr[e])
    expect(options.edgeMask?.[edge] ?? 1).toBe(1)
    expect(options.varMask?.[v] ?? 1).toBe(1)
    expect(options.eqMask?.[e] ?? 1).toBe(1)
  }
  expect(matching.size).toBe(size)
  expect(matching.eqOfVar.filter((e) => e >= 0).length).toBe(size)
}

describe('graphs', () => {
  it('drop duplicate variables and can be transposed', () => {
    const graph = createBipartiteGraph(4, [[2, 0, 2], [], [0]])
    expect(rowOf(graph, 0)).toEqual([2, 0])
    const { varPtr, varEqs, varEdges } = transposeGraph(graph)
    expect(Array.from(varPtr)).toEqual([0, 2, 2, 3, 3])
    expect(Array.from(varEqs)).toEqual([0, 2, 0])
    expect(Array.from(varEdges)).toEqual([1, 2, 0])
  })

  it('reject a number of variables that is too small', () => {
    expect(() => createBipartiteGraph(2, [[2]])).toThrow(RangeError)
  })
})

describe('matching', () => {
  it('reproduces the published assignment (mb-matching)', () => {
    const graph = graphFromOneBased(8, [[2], [3, 8], [4, 7], [5], [3, 6], [], [4, 6], [1, 7]])
    const { eqOfVar } = findMaximumMatching(graph)
    expect(Array.from(eqOfVar, (e) => e + 1)).toEqual([8, 1, 2, 7, 4, 5, 3, 0])
  })

  it('equals exhaustive search in size, with and without masks', () => {
    const random = createRandom(1)
    for (let k = 0; k < 300; k++) {
      const graph = randomGraph(
        Math.floor(8 * random()),
        Math.floor(8 * random()),
        0.1 + 0.4 * random(),
        random,
      )
      const matching = findMaximumMatching(graph)
      expectValid(graph, matching)
      expect(matching.size).toBe(bruteForceSize(graph, () => true))
      const edgeMask = graph.eqVars.length === 0 ? new Uint8Array(0) : new Uint8Array(graph.eqVars.length)
      for (let p = 0; p < edgeMask.length; p++) edgeMask[p] = random() < 0.6 ? 1 : 0
      const varMask = Uint8Array.from({ length: graph.nVars }, () => (random() < 0.8 ? 1 : 0))
      const masked = findMaximumMatching(graph, { edgeMask, varMask })
      expectValid(graph, masked, { edgeMask, varMask })
      expect(masked.size).toBe(
        bruteForceSize(graph, (p) => edgeMask[p] === 1 && varMask[graph.eqVars[p]] === 1),
      )
    }
  })

  it('matches as many variables of the first class as possible, then of the next', () => {
    const random = createRandom(2)
    for (let k = 0; k < 200; k++) {
      const graph = randomGraph(6, 7, 0.3, random)
      const priority = Uint8Array.from({ length: 7 }, () => 10 * Math.floor(3 * random()))
      const matching = findMaximumMatching(graph, { priority })
      expectValid(graph, matching)
      for (const limit of [0, 10, 20]) {
        const count = matching.eqOfVar.filter((e, v) => e >= 0 && priority[v] <= limit).length
        expect(count).toBe(bruteForceSize(graph, (p) => priority[graph.eqVars[p]] <= limit))
      }
    }
  })

  it('needs a few sweeps for long chains in any order', () => {
    const n = 100_000
    // One augmenting path through everything: equation i {i+1, i}, the last one {n-1}
    const chain = createBipartiteGraph(
      n,
      Array.from({ length: n }, (_, i) => (i < n - 1 ? [i + 1, i] : [i])),
    )
    const straight = findMaximumMatching(chain)
    expect(straight.size).toBe(n)
    expect(straight.edgeVisits).toBeLessThan(10 * n)
    // The same shuffled
    const random = createRandom(3)
    const eqs = permutation(n, random)
    const vars = permutation(n, random)
    const shuffled = createBipartiteGraph(
      n,
      eqs.map((i) => (i < n - 1 ? [vars[i + 1], vars[i]] : [vars[i]])),
    )
    const matching = findMaximumMatching(shuffled)
    expect(matching.size).toBe(n)
    expect(matching.edgeVisits).toBeLessThan(60 * n)
  })
})

describe('coarse decomposition', () => {
  it('reports the part with too many and the part with too few equations', () => {
    // Equations 0, 1, 2 in variables 0, 1; equation 3 in variable 2; equation 4 in variables 3, 4
    const graph = createBipartiteGraph(5, [[0, 1], [1], [0], [2, 0], [3, 4, 2]])
    const parts = decomposeByDulmageMendelsohn(graph, findMaximumMatching(graph))
    expect(Array.from(parts.overEqs)).toEqual([0, 1, 2])
    expect(Array.from(parts.overVars)).toEqual([0, 1])
    expect(Array.from(parts.underEqs)).toEqual([4])
    expect(Array.from(parts.underVars)).toEqual([3, 4])
    expect(parts.unmatchedEqs.length).toBe(1)
    expect(parts.unmatchedVars.length).toBe(1)
  })

  it('does not depend on the order, and removing any over-determined equation helps', () => {
    const random = createRandom(4)
    for (let k = 0; k < 100; k++) {
      const graph = randomGraph(7, 6, 0.25, random)
      const matching = findMaximumMatching(graph)
      const parts = decomposeByDulmageMendelsohn(graph, matching)
      const order = permutation(7, random)
      const shuffled = createBipartiteGraph(
        6,
        order.map((e) => rowOf(graph, e)),
      )
      const others = decomposeByDulmageMendelsohn(shuffled, findMaximumMatching(shuffled))
      expect(Array.from(others.overEqs, (e) => order[e]).sort()).toEqual(Array.from(parts.overEqs))
      expect(Array.from(others.overVars)).toEqual(Array.from(parts.overVars))
      expect(Array.from(others.underVars)).toEqual(Array.from(parts.underVars))
      // Without it, the rank is the same; without any other equation, it decreases
      for (let e = 0; e < graph.nEqs; e++) {
        const eqMask = new Uint8Array(graph.nEqs).fill(1)
        eqMask[e] = 0
        const isOver = parts.overEqs.includes(e)
        expect(findMaximumMatching(graph, { eqMask }).size).toBe(matching.size - (isOver ? 0 : 1))
      }
    }
  })
})
