/**
 * Block lower triangular form (BLT): strongly connected components of the matched equations in evaluation order
 * [Tarjan, SIAM J. Comput. 1 (1972) 146; Duff & Reid, ACM TOMS 4 (1978) 137], without recursion. The blocks do not
 * depend on the matching. Variables without a matched equation count as known.
 */
import type { BipartiteGraph } from './bipartite-graph.ts'
import { findMaximumMatching, type Matching } from './maximum-matching.ts'

/** Blocks in evaluation order: the equations of a block need only variables of the block and of earlier blocks. */
export interface BltBlocks {
  readonly nBlocks: number
  /** Start of each block in `eqs` and `vars`, then the number of equations (nBlocks + 1). */
  readonly blockPtr: Int32Array
  /** Equations block by block, ascending within a block (number of matched equations). */
  readonly eqs: Int32Array
  /** Variable matched with the equation at the same position. */
  readonly vars: Int32Array
  /** Block of each equation, -1 if the equation is not matched (nEqs). */
  readonly blockOfEq: Int32Array
  /** Number of edges visited. */
  readonly edgeVisits: number
}

/** Sorts the matched equations of a graph into blocks. */
export function sortIntoBlt(graph: BipartiteGraph, matching: Matching): BltBlocks {
  const { nEqs, eqPtr, eqVars } = graph
  const { varOfEq, eqOfVar } = matching
  // order[e]: 1, 2, … at discovery, low[e]: lowest reachable order on the stack
  const order = new Int32Array(nEqs)
  const low = new Int32Array(nEqs)
  const next = new Int32Array(nEqs)
  const path = new Int32Array(nEqs)
  const stack = new Int32Array(nEqs)
  const blockOfEq = new Int32Array(nEqs).fill(-1)
  const blockPtr = new Int32Array(matching.size + 1)
  const eqs = new Int32Array(matching.size)
  let nFound = 0
  let nStack = 0
  let nBlocks = 0
  let nDone = 0
  let edgeVisits = 0
  for (let root = 0; root < nEqs; root++) {
    if (varOfEq[root] < 0 || order[root] > 0) continue
    let depth = 0
    path[0] = root
    order[root] = low[root] = ++nFound
    next[root] = eqPtr[root]
    stack[nStack++] = root
    while (depth >= 0) {
      const e = path[depth]
      if (next[e] < eqPtr[e + 1]) {
        edgeVisits++
        const other = eqOfVar[eqVars[next[e]++]]
        if (other < 0) continue
        if (order[other] === 0) {
          order[other] = low[other] = ++nFound
          next[other] = eqPtr[other]
          stack[nStack++] = other
          path[++depth] = other
        } else if (blockOfEq[other] < 0 && order[other] < low[e]) low[e] = order[other]
        continue
      }
      // All edges visited: close the block that starts here, and report to the previous equation
      if (low[e] === order[e]) {
        const start = nDone
        let top: number
        do {
          top = stack[--nStack]
          blockOfEq[top] = nBlocks
          eqs[nDone++] = top
        } while (top !== e)
        if (nDone - start > 1) eqs.subarray(start, nDone).sort()
        blockPtr[++nBlocks] = nDone
      }
      depth--
      if (depth >= 0 && low[e] < low[path[depth]]) low[path[depth]] = low[e]
    }
  }
  const vars = eqs.map((e) => varOfEq[e])
  return { nBlocks, blockPtr: blockPtr.slice(0, nBlocks + 1), eqs, vars, blockOfEq, edgeVisits }
}

/** Sorted equations; sorting fails if `matching.size` is less than the number of equations or unknowns. */
export interface SortedEquations {
  readonly matching: Matching
  readonly blocks: BltBlocks
}

/**
 * Matches and sorts all equations for the unknowns.
 *
 * @param isKnown 1 = the variable is known: a state, an input (nVars)
 */
export function matchAndSort(graph: BipartiteGraph, isKnown: Uint8Array): SortedEquations {
  const matching = findMaximumMatching(graph, { varMask: isKnown.map((known) => 1 - known) })
  return { matching, blocks: sortIntoBlt(graph, matching) }
}
