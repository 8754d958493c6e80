/**
 * Coarse decomposition of a set of equations [Dulmage & Mendelsohn, Canad. J. Math. 10 (1958) 517; Pothen & Fan, ACM
 * TOMS 16 (1990) 303]: the over-determined, the under-determined and the well-determined part. It does not depend on
 * the maximum matching from which it starts, so an error message may name its parts.
 */
import { type BipartiteGraph, transposeGraph } from './bipartite-graph.ts'
import type { Matching } from './maximum-matching.ts'

/** The parts of the set; every list is ascending. */
export interface CoarseDecomposition {
  /** Equations without a variable in the matching: the number of superfluous equations. */
  readonly unmatchedEqs: Int32Array
  /** Variables without an equation in the matching: the number of missing equations. */
  readonly unmatchedVars: Int32Array
  /** Over-determined part: more equations than variables; any of these equations may be the superfluous one. */
  readonly overEqs: Int32Array
  readonly overVars: Int32Array
  /** Under-determined part: fewer equations than variables; any of these variables may be the undetermined one. */
  readonly underEqs: Int32Array
  readonly underVars: Int32Array
}

/** Decomposes a graph, given a maximum matching of it. */
export function decomposeByDulmageMendelsohn(graph: BipartiteGraph, matching: Matching): CoarseDecomposition {
  const { nEqs, nVars, eqPtr, eqVars } = graph
  const { varOfEq, eqOfVar } = matching
  const { varPtr, varEqs } = transposeGraph(graph)
  const queue = new Int32Array(Math.max(nEqs, nVars))
  // Over: everything that alternating paths reach from unmatched equations
  const isOverEq = new Uint8Array(nEqs)
  const isOverVar = new Uint8Array(nVars)
  let tail = 0
  for (let e = 0; e < nEqs; e++) {
    if (varOfEq[e] >= 0) continue
    isOverEq[e] = 1
    queue[tail++] = e
  }
  for (let head = 0; head < tail; head++) {
    const e = queue[head]
    for (let p = eqPtr[e]; p < eqPtr[e + 1]; p++) {
      const v = eqVars[p]
      if (isOverVar[v] === 1) continue
      isOverVar[v] = 1
      const other = eqOfVar[v]
      if (other < 0 || isOverEq[other] === 1) continue
      isOverEq[other] = 1
      queue[tail++] = other
    }
  }
  // Under: likewise from unmatched variables
  const isUnderEq = new Uint8Array(nEqs)
  const isUnderVar = new Uint8Array(nVars)
  tail = 0
  for (let v = 0; v < nVars; v++) {
    if (eqOfVar[v] >= 0) continue
    isUnderVar[v] = 1
    queue[tail++] = v
  }
  for (let head = 0; head < tail; head++) {
    const v = queue[head]
    for (let q = varPtr[v]; q < varPtr[v + 1]; q++) {
      const e = varEqs[q]
      if (isUnderEq[e] === 1) continue
      isUnderEq[e] = 1
      const other = varOfEq[e]
      if (other < 0 || isUnderVar[other] === 1) continue
      isUnderVar[other] = 1
      queue[tail++] = other
    }
  }
  return {
    unmatchedEqs: indicesOf(varOfEq, -1),
    unmatchedVars: indicesOf(eqOfVar, -1),
    overEqs: indicesOf(isOverEq, 1),
    overVars: indicesOf(isOverVar, 1),
    underEqs: indicesOf(isUnderEq, 1),
    underVars: indicesOf(isUnderVar, 1),
  }
}

/** Positions of a value, ascending. */
function indicesOf(array: Int32Array | Uint8Array, value: number): Int32Array {
  let n = 0
  for (let i = 0; i < array.length; i++) if (array[i] === value) n++
  const out = new Int32Array(n)
  n = 0
  for (let i = 0; i < array.length; i++) if (array[i] === value) out[n++] = i
  return out
}
