/**
 * State selection by dummy derivatives [Mattsson & Söderlind, SIAM J. Sci. Comput. 14 (1993) 677] in the form of Otter
 * & Elmqvist [Modelica Conference 2017].
 *
 * The equations and variables of highest order (without derivative) are sorted into blocks. Descending from a block,
 * level by level to the integrals of its equations and variables, gives on each level n constraint equations in m >= n
 * variables: the equations are solved for n of these (whose derivatives, one level up, are dummies), the others are
 * states. Levels are independent of each other: variables chosen below are known above. From the lowest level up,
 * variables are tried as solved variables in this order:
 *
 *   0. derivatives of variables that are solved for one level below,
 *   1. derivatives of states of the level below (so that w, not der(phi), becomes the state in w = der(phi)),
 *   2. all others by their class of preference, low classes first,
 *
 * within a class those with unit coefficients first, then those named last. The set of solved variables is the best one
 * in this order for which an assignment to the equations exists (greedy on a matroid, `matchVariablesInOrder`). If the
 * equations then contain a loop, a loop-free assignment is tried instead: a loop of constant coefficients may be
 * numerically singular (x1 + x2 + x3 = 0, x1 + x2 + x4 = 0 solved for x1, x2), a sequence cannot.
 *
 * If only a nonlinear equation, or one with a factor that may vanish, could be solved for a variable, the choice
 * depends on the values of the states: the set is reported as 'implicit' with one possible choice. With
 * `keepsConstraints` nothing is chosen: as many equations as possible are solved with constant factors, the others are
 * constraints of the solution, and all remaining variables are states.
 */
import { findAcyclicMatching } from './acyclic-matching.ts'
import {
  type BipartiteGraph,
  extractSubgraph,
  transposeGraph,
  type VariableIncidence,
} from './bipartite-graph.ts'
import {
  createMatching,
  findMaximumMatching,
  type Matching,
  matchVariablesInOrder,
} from './maximum-matching.ts'
import { invertMap } from './pantelides.ts'
import { sortIntoBlt } from './tarjan-blt.ts'
import type { Solvability } from './tearing.ts'

/** Classes of preference to be a state; higher ones are kept as states if possible. */
export const STATE_PREFERENCE = {
  /** `stateSelect: 'never'`. */
  never: 0,
  /** `stateSelect: 'avoid'`. */
  avoid: 1,
  /** Neither start value nor differentiated in the original model. */
  none: 2,
  /** No start value, but differentiated in the original model. */
  differentiated: 3,
  /** Has a start value. */
  start: 4,
  /** Has an init value. */
  init: 6,
  /** `stateSelect: 'prefer'`. */
  prefer: 8,
  /** `stateSelect: 'always'`. */
  always: 10,
} as const

export interface StateSelectionInput {
  /** Incidence of all equations, original and differentiated, on all variables. */
  readonly graph: BipartiteGraph
  /** Derivative of each variable, -1 if none (nVars). */
  readonly derivativeOfVar: Int32Array
  /** Differentiated equation of each equation, -1 if none (nEqs). */
  readonly derivativeOfEq: Int32Array
  /** Called for equations that have a derivative, and variables that have one. */
  readonly solvability: Solvability
  /** Class of each variable, see `STATE_PREFERENCE`; 0 … 250 (nVars). */
  readonly preference: Uint8Array
  /** True to keep equations that could only be solved implicitly as constraints (default false). */
  readonly keepsConstraints?: boolean
}

/**
 * Way to solve the constraints of a set. 'explicit': in sequence. 'loop': simultaneously, each equation with a constant
 * factor. 'implicit': a nonlinear equation or a factor that may vanish must be solved for a variable. 'singular': not
 * even structurally.
 */
export type ConstraintKind = 'explicit' | 'loop' | 'implicit' | 'singular'

/** Connected constraint equations on one level of one block, and the choice made. */
export interface ConstraintSet {
  /** Number of the block of the equations of highest order. */
  readonly block: number
  /** Levels below the highest order: the number of differentiations of each equation. */
  readonly level: number
  readonly kind: ConstraintKind
  readonly eqs: Int32Array
  /** Variables that are solved for; as many as equations unless singular. */
  readonly solvedVars: Int32Array
  /** Variables of the set that are states. */
  readonly states: Int32Array
  /** Equations and variables of the set that cannot be solved in sequence; empty if explicit. */
  readonly implicitEqs: Int32Array
  readonly implicitVars: Int32Array
  /** Equations that no variable is solved from and that hold along the solution, see `keepsConstraints`. */
  readonly kept: Int32Array
}

export interface StateSelection {
  /** 1 = the variable is a state: known during the evaluation of the equations (nVars). */
  readonly isState: Uint8Array
  /** States, ascending; the derivative of each is an unknown, or a state itself. */
  readonly states: Int32Array
  /** Variables with a derivative that are not states: the derivative is an ordinary unknown. Ascending. */
  readonly dummies: Int32Array
  /** All sets of constraint equations, block by block, lowest level first. */
  readonly constraintSets: readonly ConstraintSet[]
  /** True if all sets are explicit. */
  readonly isExplicit: boolean
  /** True if the equations of highest order cannot be matched or a set is singular. */
  readonly isSingular: boolean
}

/**
 * Chooses the states of equations of index 1. All other variables are unknowns, as many as there are equations;
 * `sortEquations(graph, isState)` sorts it.
 */
export function selectDummyDerivatives(input: StateSelectionInput): StateSelection {
  const { graph, derivativeOfVar, derivativeOfEq } = input
  const integralOfVar = invertMap(derivativeOfVar, graph.nVars)
  const integralOfEq = invertMap(derivativeOfEq, graph.nEqs)
  // The equations of highest order in blocks
  const matching = findMaximumMatching(graph, {
    eqMask: Uint8Array.from(derivativeOfEq, (e) => (e < 0 ? 1 : 0)),
    varMask: Uint8Array.from(derivativeOfVar, (v) => (v < 0 ? 1 : 0)),
  })
  let nHighest = 0
  for (let e = 0; e < graph.nEqs; e++) if (derivativeOfEq[e] < 0) nHighest++
  const blocks = sortIntoBlt(graph, matching)
  const isState = new Uint8Array(graph.nVars)
  const constraintSets: ConstraintSet[] = []
  for (let block = 0; block < blocks.nBlocks; block++) {
    // Levels of the block, downwards
    const eqLevels: Int32Array[] = []
    const varLevels: Int32Array[] = []
    let eqs = integrate(blocks.eqs.subarray(blocks.blockPtr[block], blocks.blockPtr[block + 1]), integralOfEq)
    let vars = integrate(
      blocks.vars.subarray(blocks.blockPtr[block], blocks.blockPtr[block + 1]),
      integralOfVar,
    )
    while (vars.length > 0 || eqs.length > 0) {
      eqLevels.push(eqs)
      varLevels.push(vars)
      eqs = integrate(eqs, integralOfEq)
      vars = integrate(vars, integralOfVar)
    }
    // Selection, upwards
    for (let level = eqLevels.length; level > 0; level--) {
      const levelVars = varLevels[level - 1]
      if (eqLevels[level - 1].length === 0) {
        for (let i = 0; i < levelVars.length; i++) isState[levelVars[i]] = 1
        continue
      }
      for (const part of splitIntoComponents(graph, eqLevels[level - 1], levelVars)) {
        const ranks = rankForElimination(part.vars, integralOfVar, isState, input.preference)
        const set = solveConstraints(input, block, level, part.eqs, part.vars, ranks)
        for (let i = 0; i < set.states.length; i++) isState[set.states[i]] = 1
        if (set.eqs.length > 0) constraintSets.push(set)
      }
    }
  }
  const states: number[] = []
  const dummies: number[] = []
  for (let v = 0; v < graph.nVars; v++) {
    if (isState[v] === 1) states.push(v)
    else if (derivativeOfVar[v] >= 0) dummies.push(v)
  }
  return {
    isState,
    states: Int32Array.from(states),
    dummies: Int32Array.from(dummies),
    constraintSets,
    isExplicit: constraintSets.every((set) => set.kind === 'explicit'),
    isSingular: matching.size < nHighest || constraintSets.some((set) => set.kind === 'singular'),
  }
}

/** Integrals of the elements that have one. */
function integrate(list: Int32Array, integralOf: Int32Array): Int32Array {
  return list.map((i) => integralOf[i]).filter((i) => i >= 0)
}

/** Order of elimination of each variable, see the head comment. */
function rankForElimination(
  vars: Int32Array,
  integralOfVar: Int32Array,
  isState: Uint8Array,
  preference: Uint8Array,
): Int32Array {
  return vars.map((v) => {
    const below = integralOfVar[v]
    if (below < 0) return 2 + preference[v]
    return isState[below] === 1 ? 1 : 0
  })
}

/** Connected parts of the graph between equations and variables; a variable without equation is a part of its own. */
function splitIntoComponents(
  graph: BipartiteGraph,
  eqs: Int32Array,
  vars: Int32Array,
): { eqs: Int32Array; vars: Int32Array }[] {
  const local = extractSubgraph(graph, eqs, vars)
  const { varPtr, varEqs } = transposeGraph(local)
  const isEqDone = new Uint8Array(local.nEqs)
  const isVarDone = new Uint8Array(local.nVars)
  const parts: { eqs: Int32Array; vars: Int32Array }[] = []
  const collect = (startEqs: number[], startVars: number[]): void => {
    // Breadth-first over equations; variables are listed when first met
    for (let head = 0; head < startEqs.length; head++) {
      const e = startEqs[head]
      for (let p = local.eqPtr[e]; p < local.eqPtr[e + 1]; p++) {
        const v = local.eqVars[p]
        if (isVarDone[v] === 1) continue
        isVarDone[v] = 1
        startVars.push(v)
        for (let q = varPtr[v]; q < varPtr[v + 1]; q++) {
          if (isEqDone[varEqs[q]] === 1) continue
          isEqDone[varEqs[q]] = 1
          startEqs.push(varEqs[q])
        }
      }
    }
    parts.push({
      eqs: Int32Array.from(startEqs, (e) => eqs[e]).sort(),
      vars: Int32Array.from(startVars, (v) => vars[v]).sort(),
    })
  }
  for (let e = 0; e < local.nEqs; e++) {
    if (isEqDone[e] === 1) continue
    isEqDone[e] = 1
    collect([e], [])
  }
  for (let v = 0; v < local.nVars; v++) if (isVarDone[v] === 0) collect([], [v])
  return parts
}

/** Chooses the variables for which the equations of one connected set are solved. */
function solveConstraints(
  input: StateSelectionInput,
  block: number,
  level: number,
  eqs: Int32Array,
  vars: Int32Array,
  ranks: Int32Array,
): ConstraintSet {
  const local = extractSubgraph(input.graph, eqs, vars)
  const incidence = transposeGraph(local)
  const nEdges = local.eqVars.length
  const edgeClass = new Int8Array(nEdges)
  for (let e = 0; e < local.nEqs; e++) {
    for (let p = local.eqPtr[e]; p < local.eqPtr[e + 1]; p++) {
      edgeClass[p] = input.solvability(eqs[e], vars[local.eqVars[p]])
    }
  }
  const order = Array.from(vars.keys()).sort((a, b) => ranks[a] - ranks[b] || b - a)
  let matching = createMatching(local)
  matchByRank(local, incidence, matching, order, ranks, edgeClass, [2, 1])
  const keepsConstraints = input.keepsConstraints === true && matching.size < local.nEqs
  if (matching.size < local.nEqs && !keepsConstraints) {
    matchByRank(local, incidence, matching, order, ranks, edgeClass, [-128])
  }
  let loop = findImplicitPart(local, matching, edgeClass)
  if (loop.kind === 'loop' && !keepsConstraints) {
    // A sequence without loops, if there is one
    const other = findAcyclicMatching(local, incidence, order, maskOfClass(edgeClass, 1))
    if (other.size === local.nEqs) {
      matching = other
      loop = { kind: 'explicit', eqs: [], vars: [] }
    }
  }
  const solved: number[] = []
  const states: number[] = []
  for (let v = 0; v < local.nVars; v++) (matching.eqOfVar[v] >= 0 ? solved : states).push(vars[v])
  const unmatched: number[] = []
  for (let e = 0; e < local.nEqs; e++) if (matching.varOfEq[e] < 0) unmatched.push(eqs[e])
  const kind = keepsConstraints ? 'implicit' : matching.size < local.nEqs ? 'singular' : loop.kind
  return {
    block,
    level,
    kind,
    eqs,
    solvedVars: Int32Array.from(solved),
    states: Int32Array.from(states),
    implicitEqs: Int32Array.from(loop.eqs, (e) => eqs[e]),
    implicitVars: Int32Array.from(loop.vars, (v) => vars[v]),
    kept: Int32Array.from(keepsConstraints ? unmatched : []),
  }
}

/**
 * Matches variables rank by rank; within a rank by edges of the first class of `classes` at least, then of the next.
 */
function matchByRank(
  local: BipartiteGraph,
  incidence: VariableIncidence,
  matching: Matching,
  order: readonly number[],
  ranks: Int32Array,
  edgeClass: Int8Array,
  classes: readonly number[],
): void {
  const masks = classes.map((lowest) => maskOfClass(edgeClass, lowest))
  let start = 0
  while (start < order.length && matching.size < local.nEqs) {
    let end = start + 1
    while (end < order.length && ranks[order[end]] === ranks[order[start]]) end++
    const group = order.slice(start, end)
    for (const mask of masks) matchVariablesInOrder(local, incidence, matching, group, mask)
    start = end
  }
}

/** Mask with 1 for edges of at least the given class. */
function maskOfClass(edgeClass: Int8Array, lowest: number): Uint8Array {
  return Uint8Array.from(edgeClass, (c) => (c >= lowest ? 1 : 0))
}

/** Part of the matched equations that cannot be evaluated in sequence. */
function findImplicitPart(
  local: BipartiteGraph,
  matching: Matching,
  edgeClass: Int8Array,
): { kind: ConstraintKind; eqs: number[]; vars: number[] } {
  const { nBlocks, blockPtr, eqs, vars } = sortIntoBlt(local, matching)
  const part = { eqs: [] as number[], vars: [] as number[] }
  for (let b = 0; b < nBlocks; b++) {
    const isSingle = blockPtr[b + 1] - blockPtr[b] === 1
    if (isSingle && getEdgeClass(local, edgeClass, eqs[blockPtr[b]], vars[blockPtr[b]]) > 0) continue
    for (let i = blockPtr[b]; i < blockPtr[b + 1]; i++) {
      part.eqs.push(eqs[i])
      part.vars.push(vars[i])
    }
  }
  // Only a loop, if constant factors suffice to match the chosen variables
  const varMask = Uint8Array.from(matching.eqOfVar, (e) => (e >= 0 ? 1 : 0))
  const constant = findMaximumMatching(local, { varMask, edgeMask: maskOfClass(edgeClass, 1) })
  const kind = part.eqs.length === 0 ? 'explicit' : constant.size === matching.size ? 'loop' : 'implicit'
  return { kind, ...part }
}

/** Class of the edge between an equation and one of its variables. */
function getEdgeClass(local: BipartiteGraph, edgeClass: Int8Array, eq: number, variable: number): number {
  let p = local.eqPtr[eq]
  while (local.eqVars[p] !== variable) p++
  return edgeClass[p]
}
