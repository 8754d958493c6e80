/**
 * Assignment of equations to variables that can be evaluated in sequence, without any loop: variables are processed in
 * the given order, and each gets the first of its free equations that closes no cycle, as in the tearing of Otter &
 * Elmqvist [Modelica Conference 2017]. The order of evaluation is kept up to date under insertions [Pearce & Kelly, ACM
 * JEA 11 (2006)]. Greedy: it may leave equations unassigned that another choice would assign.
 */
import type { BipartiteGraph, VariableIncidence } from './bipartite-graph.ts'
import { createMatching, type Matching } from './maximum-matching.ts'

/** Assigns equations to variables such that the assigned equations can be evaluated in sequence. */
export function findAcyclicMatching(
  graph: BipartiteGraph,
  incidence: VariableIncidence,
  order: ArrayLike<number>,
  edgeMask: Uint8Array,
): Matching {
  const { varPtr, varEqs, varEdges } = incidence
  const matching = createMatching(graph)
  const evaluation = new EvaluationOrder(graph, incidence, matching)
  for (let i = 0; i < order.length && matching.size < graph.nEqs; i++) {
    const v = order[i]
    for (let q = varPtr[v]; q < varPtr[v + 1]; q++) {
      const e = varEqs[q]
      if (matching.varOfEq[e] >= 0 || edgeMask[varEdges[q]] === 0) continue
      if (!evaluation.insert(e, v)) continue
      matching.varOfEq[e] = v
      matching.eqOfVar[v] = e
      matching.size++
      break
    }
  }
  return matching
}

/** Topological order of the equations under "the variable that e is solved for occurs in g": e before g. */
class EvaluationOrder {
  private readonly graph: BipartiteGraph
  private readonly incidence: VariableIncidence
  private readonly matching: Matching
  /** Position of each equation. */
  private readonly place: Int32Array
  /** Last search that visited each equation. */
  private readonly seen: Int32Array
  private search = 0

  constructor(graph: BipartiteGraph, incidence: VariableIncidence, matching: Matching) {
    this.graph = graph
    this.incidence = incidence
    this.matching = matching
    this.place = Int32Array.from({ length: graph.nEqs }, (_, e) => e)
    this.seen = new Int32Array(graph.nEqs)
  }

  /**
   * Prepares solving e for v: e moves before all other equations of v. False, without a change, if that closes a loop.
   */
  insert(e: number, v: number): boolean {
    const { varPtr, varEqs } = this.incidence
    const { place, seen } = this
    // Forward: equations that depend on v and precede e
    this.search++
    const forward: number[] = []
    let lowest = place[e]
    for (let q = varPtr[v]; q < varPtr[v + 1]; q++) {
      const g = varEqs[q]
      if (g === e || place[g] > place[e]) continue
      if (place[g] < lowest) lowest = place[g]
      seen[g] = this.search
      forward.push(g)
    }
    for (let head = 0; head < forward.length; head++) {
      const w = this.matching.varOfEq[forward[head]]
      if (w < 0) continue
      for (let q = varPtr[w]; q < varPtr[w + 1]; q++) {
        const g = varEqs[q]
        if (g === e) return false
        if (seen[g] === this.search || place[g] > place[e]) continue
        seen[g] = this.search
        forward.push(g)
      }
    }
    if (forward.length === 0) return true
    // Backward: equations that e needs and that follow the lowest of them
    const { eqPtr, eqVars } = this.graph
    const backward = [e]
    seen[e] = this.search
    for (let head = 0; head < backward.length; head++) {
      const g = backward[head]
      for (let p = eqPtr[g]; p < eqPtr[g + 1]; p++) {
        const f = this.matching.eqOfVar[eqVars[p]]
        if (f < 0 || seen[f] === this.search || place[f] < lowest) continue
        seen[f] = this.search
        backward.push(f)
      }
    }
    // The positions of both, first the backward part, then the forward part
    const byPlace = (a: number, b: number): number => place[a] - place[b]
    const moved = backward.sort(byPlace).concat(forward.sort(byPlace))
    const places = moved.map((g) => place[g]).sort((a, b) => a - b)
    for (let i = 0; i < moved.length; i++) place[moved[i]] = places[i]
    return true
  }
}
