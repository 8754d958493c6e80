/**
 * Maximum matching of equations and variables.
 *
 * `augmentMatching` is the algorithm of Hopcroft & Karp [SIAM J. Comput. 2 (1973) 225]: a cheap assignment, then
 * phases; each phase finds by breadth-first search the length of the shortest augmenting paths and by depth-first
 * search a maximal set of disjoint ones. O(nEdges·√nEqs) at worst, a few sweeps over the graph in practice. No
 * recursion.
 *
 * Augmenting never frees a variable or an equation that is matched. Priorities rely on this: variables are admitted
 * class by class, so that the matched set contains as many variables of class 0 as any matching can, then as many of
 * class 1, and so on (the sets of variables that can be matched are the independent sets of a matroid [Edmonds &
 * Fulkerson 1965], for which the greedy choice is optimal).
 */
import type { BipartiteGraph, VariableIncidence } from './bipartite-graph.ts'

/** A matching of equations and variables. */
export interface Matching {
  /** Number of matched pairs. */
  size: number
  /** Variable matched with each equation, -1 if none (nEqs). */
  readonly varOfEq: Int32Array
  /** Equation matched with each variable, -1 if none (nVars). */
  readonly eqOfVar: Int32Array
  /** Number of edges visited so far: the work done. */
  edgeVisits: number
}

/** Parts of the graph that take part; an absent mask admits everything. */
export interface MatchingMasks {
  /** 1 = the equation is to be matched (nEqs). */
  readonly eqMask?: Uint8Array
  /** 1 = the variable may be matched (nVars). */
  readonly varMask?: Uint8Array
  /** 1 = the edge may be used (nEdges). */
  readonly edgeMask?: Uint8Array
}

export interface MatchingOptions extends MatchingMasks {
  /** Class of each variable: lower classes are matched first, see the head comment (nVars). */
  readonly priority?: Uint8Array
}

/** An empty matching of a graph. */
export function createMatching(graph: BipartiteGraph): Matching {
  return {
    size: 0,
    varOfEq: new Int32Array(graph.nEqs).fill(-1),
    eqOfVar: new Int32Array(graph.nVars).fill(-1),
    edgeVisits: 0,
  }
}

/** Finds a maximum matching. */
export function findMaximumMatching(graph: BipartiteGraph, options: MatchingOptions = {}): Matching {
  const matching = createMatching(graph)
  const { priority } = options
  if (priority === undefined) {
    augmentMatching(graph, matching, options)
    return matching
  }
  const present = new Uint8Array(256)
  for (let v = 0; v < graph.nVars; v++) present[priority[v]] = 1
  const varMask = new Uint8Array(graph.nVars)
  for (let k = 0; k < 256; k++) {
    if (present[k] === 0) continue
    for (let v = 0; v < graph.nVars; v++) {
      if (priority[v] === k && (options.varMask === undefined || options.varMask[v] === 1)) varMask[v] = 1
    }
    augmentMatching(graph, matching, { ...options, varMask })
  }
  return matching
}

/** Extends a matching to a maximum one of the masked graph [Hopcroft & Karp 1973]. */
export function augmentMatching(graph: BipartiteGraph, matching: Matching, masks: MatchingMasks = {}): void {
  assignCheaply(graph, matching, masks)
  const { eqMask } = masks
  const isFree = (e: number): boolean => matching.varOfEq[e] < 0 && (eqMask === undefined || eqMask[e] === 1)
  const free: number[] = []
  for (let e = 0; e < graph.nEqs; e++) if (isFree(e)) free.push(e)
  if (free.length === 0) return
  const search = new PathSearch(graph, matching, masks, Int32Array.from(free))
  while (search.computeLevels()) search.augment()
}

/** Assigns the first free variable of each equation. */
function assignCheaply(graph: BipartiteGraph, matching: Matching, masks: MatchingMasks): void {
  const { nEqs, eqPtr, eqVars } = graph
  const { varOfEq, eqOfVar } = matching
  const { eqMask, varMask, edgeMask } = masks
  for (let e = 0; e < nEqs; e++) {
    if (varOfEq[e] >= 0 || (eqMask !== undefined && eqMask[e] === 0)) continue
    for (let p = eqPtr[e]; p < eqPtr[e + 1]; p++) {
      matching.edgeVisits++
      const v = eqVars[p]
      if (eqOfVar[v] >= 0 || (varMask !== undefined && varMask[v] === 0)) continue
      if (edgeMask !== undefined && edgeMask[p] === 0) continue
      varOfEq[e] = v
      eqOfVar[v] = e
      matching.size++
      break
    }
  }
}

/** Phases of disjoint shortest augmenting paths. */
class PathSearch {
  /** Alternating distance of the equations from the free ones; -1: not reached, -2: used up in this phase (nEqs). */
  private readonly level: Int32Array
  /** Edge at which the search continues, per equation (nEqs). */
  private readonly next: Int32Array
  /** Equations reached, in the order of their levels (nEqs). */
  private readonly queue: Int32Array
  private nReached = 0
  private readonly stack: Int32Array
  private lastLevel = -1

  constructor(
    private readonly graph: BipartiteGraph,
    private readonly matching: Matching,
    private readonly masks: MatchingMasks,
    /** Equations without a variable. */
    private free: Int32Array,
  ) {
    const { nEqs } = graph
    this.level = new Int32Array(nEqs).fill(-1)
    this.next = new Int32Array(nEqs)
    this.queue = new Int32Array(nEqs)
    this.stack = new Int32Array(nEqs)
  }

  /** Breadth-first search from the free equations up to the first free variable; false if there is none. */
  computeLevels(): boolean {
    const { level, queue, free } = this
    const { eqPtr, eqVars } = this.graph
    const { eqOfVar } = this.matching
    let tail = 0
    for (let i = 0; i < free.length; i++) {
      level[free[i]] = 0
      queue[tail++] = free[i]
    }
    let lastLevel = -1
    for (let head = 0; head < tail; head++) {
      const e = queue[head]
      if (lastLevel >= 0 && level[e] > lastLevel) break
      for (let p = eqPtr[e]; p < eqPtr[e + 1]; p++) {
        this.matching.edgeVisits++
        const v = eqVars[p]
        if (!this.isOpen(v, p)) continue
        const other = eqOfVar[v]
        if (other < 0) lastLevel = level[e]
        else if (level[other] < 0) {
          level[other] = level[e] + 1
          queue[tail++] = other
        }
      }
    }
    this.lastLevel = lastLevel
    this.nReached = tail
    return lastLevel >= 0
  }

  /** Finds disjoint augmenting paths along the levels. */
  augment(): void {
    const { free, level, next, queue, nReached } = this
    const { eqPtr } = this.graph
    for (let i = 0; i < nReached; i++) next[queue[i]] = eqPtr[queue[i]]
    let nLeft = 0
    for (let i = 0; i < free.length; i++) {
      const depth = this.findPath(free[i])
      if (depth < 0) free[nLeft++] = free[i]
      else this.flipPath(depth)
    }
    for (let i = 0; i < nReached; i++) level[queue[i]] = -1
    this.free = free.subarray(0, nLeft)
  }

  /** Depth-first search from a free equation; the path is on the stack up to the returned depth, -1: no path. */
  private findPath(start: number): number {
    const { level, next, stack, lastLevel } = this
    const { eqPtr, eqVars } = this.graph
    const { eqOfVar } = this.matching
    let depth = 0
    stack[0] = start
    while (depth >= 0) {
      const e = stack[depth]
      if (next[e] === eqPtr[e + 1]) {
        // Dead end: continue with the next edge of the previous equation
        level[e] = -2
        depth--
        if (depth >= 0) next[stack[depth]]++
        continue
      }
      this.matching.edgeVisits++
      const p = next[e]
      const other = eqOfVar[eqVars[p]]
      const isOpen = this.isOpen(eqVars[p], p)
      if (isOpen && other < 0) return depth
      if (isOpen && level[other] === level[e] + 1 && level[e] < lastLevel) stack[++depth] = other
      else next[e]++
    }
    return -1
  }

  /** Matches along the path on the stack; its equations are used up in this phase. */
  private flipPath(depth: number): void {
    const { level, next, stack, matching } = this
    matching.size++
    for (let d = depth; d >= 0; d--) {
      const e = stack[d]
      const v = this.graph.eqVars[next[e]]
      matching.varOfEq[e] = v
      matching.eqOfVar[v] = e
      level[e] = -2
    }
  }

  private isOpen(v: number, p: number): boolean {
    const { varMask, edgeMask } = this.masks
    return (varMask === undefined || varMask[v] === 1) && (edgeMask === undefined || edgeMask[p] === 1)
  }
}

/**
 * Matches variables one by one in the given order, each if the matching can be extended to contain it: the
 * lexicographically first set of variables that can be matched. Depth-first, with free equations tried first; nodes
 * visited by a failed search can never lead to a free equation again and are not revisited (Hungarian trees), so all
 * failures together cost one sweep.
 *
 * @param incidence the edges of `graph` by variable
 * @param order variables to match; already matched ones are skipped
 * @param edgeMask 1 = the edge may be used (nEdges)
 */
export function matchVariablesInOrder(
  graph: BipartiteGraph,
  incidence: VariableIncidence,
  matching: Matching,
  order: ArrayLike<number>,
  edgeMask: Uint8Array,
): void {
  const { varPtr, varEqs, varEdges } = incidence
  const { varOfEq, eqOfVar } = matching
  const nVars = graph.nVars
  // Last search that visited each variable; -1: dead
  const seen = new Int32Array(nVars)
  const lookahead = varPtr.slice(0, nVars)
  const next = new Int32Array(nVars)
  const stack = new Int32Array(nVars)
  const visited = new Int32Array(nVars)
  for (let i = 0; i < order.length && matching.size < graph.nEqs; i++) {
    if (eqOfVar[order[i]] >= 0 || seen[order[i]] === -1) continue
    const search = i + 1
    let depth = 0
    let nVisited = 0
    stack[0] = order[i]
    seen[order[i]] = search
    next[order[i]] = varPtr[order[i]]
    visited[nVisited++] = order[i]
    let end = -1
    while (depth >= 0) {
      const v = stack[depth]
      // A free equation; equations never become free again
      let q = lookahead[v]
      while (q < varPtr[v + 1] && (edgeMask[varEdges[q]] === 0 || varOfEq[varEqs[q]] >= 0)) q++
      matching.edgeVisits += q - lookahead[v] + 1
      lookahead[v] = q
      if (q < varPtr[v + 1]) {
        end = varEqs[q]
        break
      }
      // An equation whose variable may be reassigned
      let isDeeper = false
      while (next[v] < varPtr[v + 1]) {
        matching.edgeVisits++
        const edge = next[v]++
        if (edgeMask[varEdges[edge]] === 0) continue
        const other = varOfEq[varEqs[edge]]
        if (seen[other] === search || seen[other] === -1) continue
        seen[other] = search
        visited[nVisited++] = other
        next[other] = varPtr[other]
        stack[++depth] = other
        isDeeper = true
        break
      }
      if (!isDeeper) depth--
    }
    if (end < 0) {
      for (let k = 0; k < nVisited; k++) seen[visited[k]] = -1
      continue
    }
    // Flip: each variable on the stack takes the equation released by its successor
    matching.size++
    for (let d = depth; d >= 0; d--) {
      const v = stack[d]
      const old = eqOfVar[v]
      eqOfVar[v] = end
      varOfEq[end] = v
      end = old
    }
  }
}
