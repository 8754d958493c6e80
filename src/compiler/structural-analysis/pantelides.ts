/**
 * The algorithm of Pantelides [SIAM J. Sci. Stat. Comput. 9 (1988) 213] for index reduction: the number of
 * differentiations of each equation until the equations of highest order can be matched with the variables of highest
 * derivative.
 *
 * The original algorithm processes one equation at a time. Here a round processes all: a maximum matching of the
 * equations of highest order is found; all equations that alternating paths reach from unmatched ones are differentiated
 * once; repeat. Each set reached from one unmatched equation is minimally singular, every one of its equations must be
 * differentiated at least once more in any solution, so rounds lead to the same (smallest) numbers of differentiations,
 * and the work is a few matchings instead of one search per constraint.
 *
 * The rounds end if and only if the equations can be matched with the derivative chains (x, der(x), … taken as one
 * unknown): `checkStructure` checks this in advance, and reports the problem otherwise.
 */
import { VarioError } from '../../base/index.ts'
import { BipartiteBuilder, type BipartiteGraph } from './bipartite-graph.ts'
import { type CoarseDecomposition, decomposeByDulmageMendelsohn } from './dulmage-mendelsohn.ts'
import { IntList } from './int-list.ts'
import { augmentMatching, findMaximumMatching, type Matching } from './maximum-matching.ts'

/** Result of the count and matching of equations and derivative chains. */
export interface StructureCheck {
  /** True if every equation determines one chain and every chain is determined. */
  readonly isRegular: boolean
  readonly nEqs: number
  /** Number of unknowns; a variable and its derivatives count once. */
  readonly nUnknowns: number
  /** Number of equations that can be matched. */
  readonly rank: number
  /** Parts with too many and too few equations; a chain is listed as its variable of order 0. */
  readonly parts: CoarseDecomposition
}

/**
 * Equations of index 1: variables and equations of the original come first, then derivatives in order of creation.
 */
export interface IndexReduction {
  /** Incidence; a differentiated equation contains every variable of the original and its derivative. */
  readonly graph: BipartiteGraph
  /** Derivative of each variable, -1 if none (nVars). */
  readonly derivativeOfVar: Int32Array
  /** Differentiated equation of each equation, -1 if none (nEqs). */
  readonly derivativeOfEq: Int32Array
  /** Variable of which each variable is the derivative, -1 if none (nVars). */
  readonly integralOfVar: Int32Array
  /** Equation of which each equation is the derivative, -1 if none (nEqs). */
  readonly integralOfEq: Int32Array
  /**
   * Equation assigned to each variable, -1 if none; for a variable with a derivative, the last one before that
   * derivative was created (nVars).
   */
  readonly eqOfVar: Int32Array
  /** Counts of the original equations and variables. */
  readonly nOriginalEqs: number
  readonly nOriginalVars: number
  /** Number of rounds of differentiation. */
  readonly nRounds: number
}

/** Inverse of an injective map with -1 for "none". */
export function invertMap(map: Int32Array, nTargets: number): Int32Array {
  const inverse = new Int32Array(nTargets).fill(-1)
  for (let i = 0; i < map.length; i++) if (map[i] >= 0) inverse[map[i]] = i
  return inverse
}

/** Checks that every equation can determine a derivative chain of its own, and that every chain is determined. */
export function checkStructure(graph: BipartiteGraph, derivativeOfVar: Int32Array): StructureCheck {
  const { nEqs, nVars, eqPtr, eqVars } = graph
  const integral = invertMap(derivativeOfVar, nVars)
  // Number the chains; baseOf[chain] = variable of order 0
  const chainOf = new Int32Array(nVars).fill(-1)
  const baseOf = new IntList(nVars)
  for (let v = 0; v < nVars; v++) {
    if (integral[v] >= 0) continue
    for (let w = v; w >= 0; w = derivativeOfVar[w]) chainOf[w] = baseOf.length
    baseOf.push(v)
  }
  // Match equations and chains
  const builder = new BipartiteBuilder()
  for (let e = 0; e < nEqs; e++) {
    for (let p = eqPtr[e]; p < eqPtr[e + 1]; p++) builder.addVariable(chainOf[eqVars[p]])
    builder.endEquation()
  }
  const chains = builder.build(baseOf.length)
  const matching = findMaximumMatching(chains)
  const parts = decomposeByDulmageMendelsohn(chains, matching)
  const base = baseOf.view()
  const toBase = (list: Int32Array): Int32Array => list.map((chain) => base[chain])
  return {
    isRegular: matching.size === nEqs && nEqs === base.length,
    nEqs,
    nUnknowns: base.length,
    rank: matching.size,
    parts: {
      ...parts,
      unmatchedVars: toBase(parts.unmatchedVars),
      overVars: toBase(parts.overVars),
      underVars: toBase(parts.underVars),
    },
  }
}

/**
 * Differentiates equations until those of highest order can be matched.
 *
 * @param graph incidence of the equations on variables and derivatives, each order of derivative a variable of its own
 * @param originalDerivatives derivative of each variable, -1 if none (nVars)
 * @throws VarioError 'STRUCTURE' if this does not terminate; call `checkStructure` first for an explanation
 */
export function reduceIndexByPantelides(
  graph: BipartiteGraph,
  originalDerivatives: Int32Array,
): IndexReduction {
  if (checkStructure(graph, originalDerivatives).rank < graph.nEqs) {
    throw new VarioError('STRUCTURE', 'The equations are structurally singular: there are too many of them.')
  }
  const eqPtr = new IntList(graph.nEqs + 1)
  const eqVars = new IntList(graph.eqVars.length)
  for (let e = 0; e <= graph.nEqs; e++) eqPtr.push(graph.eqPtr[e])
  for (let p = 0; p < graph.eqVars.length; p++) eqVars.push(graph.eqVars[p])
  let derivativeOfVar = originalDerivatives.slice()
  let derivativeOfEq = new Int32Array(graph.nEqs).fill(-1)
  let varOfEq = new Int32Array(graph.nEqs).fill(-1)
  let eqOfVar = new Int32Array(graph.nVars).fill(-1)
  let nEqs = graph.nEqs
  let nVars = graph.nVars
  for (let nRounds = 0; ; nRounds++) {
    // Match the equations of highest order with the variables of highest derivative
    const current: BipartiteGraph = { nEqs, nVars, eqPtr: eqPtr.view(), eqVars: eqVars.view() }
    const eqMask = maskOfNone(derivativeOfEq)
    const varMask = maskOfNone(derivativeOfVar)
    const matching: Matching = { size: 0, varOfEq, eqOfVar, edgeVisits: 0 }
    augmentMatching(current, matching, { eqMask, varMask })
    const { eqs, vars } = collectSingularSets(current, matching, eqMask, varMask)
    if (eqs.length === 0) {
      return {
        graph: { nEqs, nVars, eqPtr: eqPtr.toArray(), eqVars: eqVars.toArray() },
        derivativeOfVar,
        derivativeOfEq,
        integralOfVar: invertMap(derivativeOfVar, nVars),
        integralOfEq: invertMap(derivativeOfEq, nEqs),
        eqOfVar,
        nOriginalEqs: graph.nEqs,
        nOriginalVars: graph.nVars,
        nRounds,
      }
    }
    // New derivatives of the variables, then of the equations
    derivativeOfVar = grow(derivativeOfVar, nVars + vars.length)
    eqOfVar = grow(eqOfVar, nVars + vars.length)
    for (const v of vars) derivativeOfVar[v] = nVars++
    derivativeOfEq = grow(derivativeOfEq, nEqs + eqs.length)
    varOfEq = grow(varOfEq, nEqs + eqs.length)
    // Last equation that contains each variable
    const lastEq = new Int32Array(nVars)
    for (const e of eqs) {
      const added = nEqs++
      derivativeOfEq[e] = added
      const start = eqPtr.get(e)
      const end = eqPtr.get(e + 1)
      for (let k = 0; k < 2 * (end - start); k++) {
        const v = eqVars.get(start + (k >> 1))
        const w = k % 2 === 0 ? v : derivativeOfVar[v]
        if (lastEq[w] === added) continue
        lastEq[w] = added
        eqVars.push(w)
      }
      eqPtr.push(eqVars.length)
      // The derivative of the equation is assigned to the derivative of its variable
      if (varOfEq[e] >= 0) {
        const derivative = derivativeOfVar[varOfEq[e]]
        varOfEq[added] = derivative
        eqOfVar[derivative] = added
      }
    }
  }
}

/** Equations and variables that alternating paths reach from the unmatched equations, each ascending. */
function collectSingularSets(
  graph: BipartiteGraph,
  matching: Matching,
  eqMask: Uint8Array,
  varMask: Uint8Array,
): { eqs: Int32Array; vars: Int32Array } {
  const { nEqs, nVars, eqPtr, eqVars } = graph
  const eqs = new IntList()
  const vars = new IntList()
  const isReached = new Uint8Array(nEqs)
  const isReachedVar = new Uint8Array(nVars)
  for (let e = 0; e < nEqs; e++) {
    if (eqMask[e] === 0 || matching.varOfEq[e] >= 0) continue
    isReached[e] = 1
    eqs.push(e)
  }
  for (let head = 0; head < eqs.length; head++) {
    const e = eqs.get(head)
    for (let p = eqPtr[e]; p < eqPtr[e + 1]; p++) {
      const v = eqVars[p]
      if (varMask[v] === 0 || isReachedVar[v] === 1) continue
      isReachedVar[v] = 1
      vars.push(v)
      const other = matching.eqOfVar[v]
      if (isReached[other] === 1) continue
      isReached[other] = 1
      eqs.push(other)
    }
  }
  return { eqs: eqs.toArray().sort(), vars: vars.toArray().sort() }
}

/** Mask with 1 for elements without a target. */
function maskOfNone(map: Int32Array): Uint8Array {
  const mask = new Uint8Array(map.length)
  for (let i = 0; i < map.length; i++) if (map[i] < 0) mask[i] = 1
  return mask
}

/** A longer copy, filled with -1. */
function grow(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const out = new Int32Array(length).fill(-1)
  out.set(array)
  return out
}
