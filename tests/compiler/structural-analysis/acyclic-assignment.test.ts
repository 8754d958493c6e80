import { describe, expect, it } from 'vitest'
import { findAcyclicMatching } from '../../../src/compiler/structural-analysis/acyclic-matching.ts'
import {
  findMaximumMatching,
  sortIntoBlt,
  transposeGraph,
} from '../../../src/compiler/structural-analysis/index.ts'
import { createRandom, permutation, randomGraph } from './graphs.ts'

describe('assignment without loops', () => {
  it('can be evaluated in sequence, and no further variable could be added', () => {
    const random = createRandom(15)
    let nComplete = 0
    for (let k = 0; k < 300; k++) {
      const graph = randomGraph(7, 10, 0.15 + 0.25 * random(), random)
      const incidence = transposeGraph(graph)
      const edgeMask = new Uint8Array(graph.eqVars.length)
      for (let p = 0; p < edgeMask.length; p++) edgeMask[p] = random() < 0.8 ? 1 : 0
      const matching = findAcyclicMatching(graph, incidence, permutation(10, random), edgeMask)
      const isSequence = (): boolean => sortIntoBlt(graph, matching).nBlocks === matching.size
      expect(isSequence()).toBe(true)
      if (matching.size === findMaximumMatching(graph, { edgeMask }).size) nComplete++
      // Every other pair closes a loop
      for (let e = 0; e < graph.nEqs; e++) {
        for (let p = graph.eqPtr[e]; p < graph.eqPtr[e + 1]; p++) {
          const v = graph.eqVars[p]
          if (matching.varOfEq[e] >= 0 || matching.eqOfVar[v] >= 0 || edgeMask[p] === 0) continue
          matching.varOfEq[e] = v
          matching.eqOfVar[v] = e
          matching.size++
          expect(isSequence()).toBe(false)
          matching.varOfEq[e] = -1
          matching.eqOfVar[v] = -1
          matching.size--
        }
      }
    }
    expect(nComplete).toBeGreaterThan(50)
  })
})
