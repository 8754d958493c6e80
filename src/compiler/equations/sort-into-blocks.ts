import { VarioError } from '../../base/index.ts'
import type { FlatEquation } from '../../model/index.ts'
import { dependsOn, type Expr, type FunctionInfo, name, sub } from '../../symbolic/index.ts'
import {
  type BipartiteGraph,
  decomposeByDulmageMendelsohn,
  matchAndSort,
  type Tearing,
  tearBlock,
} from '../structural-analysis/index.ts'
import type { RankOf } from '../value-store/index.ts'
import { balanceArrays } from './balance-arrays.ts'
import { degreeOf } from './degree.ts'
import type { Assignment, Block, Residual, SystemBlock } from './equation-blocks.ts'
import { type EquationSet, printAsWritten } from './equation-set.ts'
import { createSolvability, solveEquation } from './reduce-index.ts'
import { solveByInverse } from './solve-by-inverse.ts'
import { describeEquation } from './structure-error.ts'

/**
 * Longest chain of inner assignments of a torn system, and largest number of iteration variables. Errors grow along a
 * chain, for a resistor ladder by a factor of 2.6 per cell, so longer chains lose all digits; larger matrices are
 * sparse without tearing, and full with it.
 */
const MAX_CHAIN = 30
const MAX_TORN = 50
/**
 * A function of many unknowns, such as a mass matrix, also fills the large matrix: it counts as sparse with less than
 * this fraction of the torn matrix.
 */
const SPARSE_PART = 0.3

type Functions = ReadonlyMap<string, FunctionInfo>

/** A factor by which an equation is divided, or whose value zero may make a system singular. */
export interface Division {
  readonly factor: Expr
  readonly source: FlatEquation
}

/** The order of evaluation. */
export interface SortedBlocks {
  readonly blocks: readonly Block[]
  /** Factors of the unknowns that are solved for, and of derivatives in systems. */
  readonly divisions: readonly Division[]
}

/** Sorts the equations into the order of evaluation, and each block into assignments or a torn system. */
export function sortIntoBlocks(
  equationSet: EquationSet,
  isState: Uint8Array,
  isParameter: (name: string) => boolean,
  functions: Functions = new Map(),
  rankOf: RankOf = () => 'scalar',
): SortedBlocks {
  const graph = equationSet.build()
  const { matching, blocks } = matchAndSort(graph, isState)
  if (matching.size < equationSet.equations.length) {
    const { unmatchedEqs } = decomposeByDulmageMendelsohn(graph, matching)
    const list = [...unmatchedEqs].map((e) => describeEquation(equationSet, e)).join('\n    ')
    throw new VarioError('STRUCTURE', `After the selection of states no unknown is left for:\n    ${list}`)
  }
  const solvability = createSolvability(equationSet, rankOf)
  const result: Block[] = []
  const divisions: Division[] = []
  for (const { eqs, vars } of balanceArrays(equationSet, graph, blocks, rankOf)) {
    const inverse = solveByInverse(equationSet, eqs, vars, functions)
    if (inverse) {
      for (const each of inverse) result.push(each)
      continue
    }
    for (const division of listDivisions(equationSet, eqs, vars, rankOf)) divisions.push(division)
    if (eqs.length === 1) {
      result.push(solveSingle(equationSet, eqs[0], vars[0], isParameter, functions, rankOf))
      continue
    }
    const tearing = tearBlock({ graph, eqs, vars, solvability })
    const nTorn = tearing.tearVars.length
    const isLarge = nTorn > MAX_TORN && countEntries(graph, eqs) < SPARSE_PART * nTorn ** 2
    if (
      (isLarge || longestChain(graph, tearing) > MAX_CHAIN) &&
      vars.every((v) => rankOf(name(equationSet.names[v])) === 'scalar')
    ) {
      result.push(createUntorn(equationSet, graph, eqs, vars, isParameter, functions))
      continue
    }
    const inner = Array.from(
      tearing.solvedEqs,
      (e, k) => solveExplicitly(equationSet, e, tearing.solvedVars[k], rankOf)!,
    )
    const unknowns = Array.from(tearing.tearVars, (v) => equationSet.names[v])
    const residuals = Array.from(tearing.residualEqs, (e) => residualOf(equationSet, e))
    const names = new Set(Array.from(vars, (v) => equationSet.names[v]))
    result.push(
      createSystemBlock(equationSet, eqs, names, unknowns, inner, residuals, isParameter, functions),
    )
  }
  return { blocks: result, divisions }
}

function listDivisions(
  equationSet: EquationSet,
  eqs: Int32Array,
  vars: Int32Array,
  rankOf: RankOf,
): Division[] {
  const divisions: Division[] = []
  const unknowns = new Set<number>(vars)
  for (const e of eqs) {
    const { left } = equationSet.equations[e]
    if (eqs.length === 1 && left.kind === 'name' && left.name === equationSet.names[vars[0]]) continue
    for (const v of new Set(equationSet.unknownsOf(e))) {
      if (!unknowns.has(v) || (eqs.length > 1 && !equationSet.names[v].startsWith('der('))) continue
      const factor = solveEquation(equationSet.equations[e], equationSet.names[v], rankOf)?.factor
      if (factor && factor.kind !== 'number')
        divisions.push({ factor, source: equationSet.equations[e].source })
    }
  }
  return divisions
}

function countEntries(graph: BipartiteGraph, eqs: Int32Array): number {
  let count = 0
  for (const e of eqs) count += graph.eqPtr[e + 1] - graph.eqPtr[e]
  return count
}

/** Length of the longest chain of assignments, each of which needs the previous one. */
function longestChain(graph: BipartiteGraph, { solvedEqs, solvedVars }: Tearing): number {
  const depth = new Map<number, number>()
  let longest = 0
  for (let k = 0; k < solvedEqs.length; k++) {
    let deepest = 0
    for (let p = graph.eqPtr[solvedEqs[k]]; p < graph.eqPtr[solvedEqs[k] + 1]; p++) {
      const v = graph.eqVars[p]
      if (v !== solvedVars[k]) deepest = Math.max(deepest, depth.get(v) ?? 0)
    }
    depth.set(solvedVars[k], deepest + 1)
    longest = Math.max(longest, deepest + 1)
  }
  return longest
}

/** A block as one system of all its equations and unknowns, with their incidence. */
function createUntorn(
  equationSet: EquationSet,
  graph: BipartiteGraph,
  eqs: Int32Array,
  vars: Int32Array,
  isParameter: (name: string) => boolean,
  functions: Functions,
): SystemBlock {
  const number = new Map(Array.from(vars, (v, k) => [v, k]))
  const rows = Array.from(eqs, (e) => {
    const row: number[] = []
    for (let p = graph.eqPtr[e]; p < graph.eqPtr[e + 1]; p++) {
      const k = number.get(graph.eqVars[p])
      if (k !== undefined) row.push(k)
    }
    return row
  })
  const unknowns = Array.from(vars, (v) => equationSet.names[v])
  const residuals = Array.from(eqs, (e) => residualOf(equationSet, e))
  return {
    ...createSystemBlock(
      equationSet,
      eqs,
      new Set(unknowns),
      unknowns,
      [],
      residuals,
      isParameter,
      functions,
    ),
    rows,
  }
}

/**
 * One equation for one unknown: solved if it is linear in the unknown, with any factor; otherwise a nonlinear system of
 * size 1.
 */
function solveSingle(
  equationSet: EquationSet,
  e: number,
  v: number,
  isParameter: (name: string) => boolean,
  functions: Functions,
  rankOf: RankOf,
): Block {
  const explicit = solveExplicitly(equationSet, e, v, rankOf)
  if (explicit) return explicit
  const unknown = equationSet.names[v]
  return createSystemBlock(
    equationSet,
    [e],
    new Set([unknown]),
    [unknown],
    [],
    [residualOf(equationSet, e)],
    isParameter,
    functions,
  )
}

function solveExplicitly(equationSet: EquationSet, e: number, v: number, rankOf: RankOf): Assignment | null {
  const equation = equationSet.equations[e]
  const target = equationSet.names[v]
  const text = printAsWritten(equation)
  // Also for an unknown that is an array, a Boolean or an object, for which no residual can be computed.
  if (equation.left.kind === 'name' && equation.left.name === target && !dependsOn(equation.right, target)) {
    return { kind: 'assign', target, value: equation.right, text }
  }
  if (equation.right.kind === 'name' && equation.right.name === target && !dependsOn(equation.left, target)) {
    return { kind: 'assign', target, value: equation.left, text }
  }
  const solution = solveEquation(equation, target, rankOf)
  return solution && { kind: 'assign', target, value: solution.solution, text }
}

function residualOf(equationSet: EquationSet, e: number): Residual {
  const equation = equationSet.equations[e]
  return { value: sub(equation.left, equation.right), text: printAsWritten(equation) }
}

function createSystemBlock(
  equationSet: EquationSet,
  eqs: ArrayLike<number>,
  names: ReadonlySet<string>,
  unknowns: readonly string[],
  inner: readonly Assignment[],
  residuals: readonly Residual[],
  isParameter: (name: string) => boolean,
  functions: Functions,
): SystemBlock {
  let isLinear = true
  let isConstant = true
  for (const e of Array.from(eqs)) {
    const { left, right } = equationSet.equations[e]
    for (const side of [left, right]) {
      const degree = degreeOf(side, names, isParameter, functions)
      isLinear &&= degree.degree <= 1
      isConstant &&= degree.isConstant
    }
  }
  return {
    kind: isLinear ? 'linear' : 'nonlinear',
    unknowns,
    inner,
    residuals,
    isConstant: isLinear && isConstant,
  }
}
