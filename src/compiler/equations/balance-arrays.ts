import { VarioError } from '../../base/index.ts'
import { name } from '../../symbolic/index.ts'
import type { BipartiteGraph, BltBlocks } from '../structural-analysis/index.ts'
import type { RankOf } from '../value-store/index.ts'
import type { EquationSet } from './equation-set.ts'
import { describeEquation } from './structure-error.ts'

/** Equations and unknowns that must be solved together. */
export interface BalancedBlock {
  readonly eqs: Int32Array
  readonly vars: Int32Array
}

/**
 * The structural analysis counts an array as one unknown, and an equation between arrays as one equation. It may
 * therefore assign a scalar equation to a vector and, later, a vector equation to a scalar: in r*r = 1 and der(v) =
 * λ*r, the length of a vector and the force that keeps it. Neither assignment can be solved, but both together are a
 * system with as many scalar equations as unknowns. So a block with unequal numbers of arrays is joined with the later
 * blocks that depend on it, until the numbers are equal.
 */
export function balanceArrays(
  equationSet: EquationSet,
  graph: BipartiteGraph,
  blocks: BltBlocks,
  rankOf: RankOf,
): BalancedBlock[] {
  const isArray = (expr: Parameters<RankOf>[0]): boolean => {
    const rank = rankOf(expr)
    return rank === 'vector' || rank === 'matrix'
  }
  /** Number of unknown arrays minus number of equations between arrays. */
  const surplusOf = ({ eqs, vars }: BalancedBlock): number => {
    let surplus = 0
    for (const v of vars) if (isArray(name(equationSet.names[v]))) surplus++
    for (const e of eqs)
      if (isArray(equationSet.equations[e].left) || isArray(equationSet.equations[e].right)) surplus--
    return surplus
  }
  const open: (BalancedBlock | null)[] = []
  for (let b = 0; b < blocks.nBlocks; b++) {
    const [start, end] = [blocks.blockPtr[b], blocks.blockPtr[b + 1]]
    open.push({ eqs: blocks.eqs.subarray(start, end), vars: blocks.vars.subarray(start, end) })
  }
  const result: BalancedBlock[] = []
  open.forEach((first, b) => {
    if (first === null) return
    let surplus = surplusOf(first)
    if (surplus === 0) {
      result.push(first)
      return
    }
    // Blocks that depend on the collected ones; the blocks between them come first, in their order.
    const eqs = [...first.eqs]
    const vars = [...first.vars]
    const isCollected = new Set(vars)
    for (let k = b + 1; k < open.length && surplus !== 0; k++) {
      const next = open[k]
      if (next === null) continue
      open[k] = null
      if (dependsOn(graph, next.eqs, isCollected)) {
        for (const e of next.eqs) eqs.push(e)
        for (const v of next.vars) {
          vars.push(v)
          isCollected.add(v)
        }
        surplus += surplusOf(next)
      } else {
        if (surplusOf(next) !== 0) throw unbalanced(equationSet, next, surplusOf(next))
        result.push(next)
      }
    }
    if (surplus !== 0) throw unbalanced(equationSet, first, surplusOf(first))
    result.push({ eqs: Int32Array.from(eqs), vars: Int32Array.from(vars) })
  })
  return result
}

function dependsOn(graph: BipartiteGraph, eqs: Int32Array, vars: ReadonlySet<number>): boolean {
  for (const e of eqs) {
    for (let p = graph.eqPtr[e]; p < graph.eqPtr[e + 1]; p++) if (vars.has(graph.eqVars[p])) return true
  }
  return false
}

function unbalanced(equationSet: EquationSet, { eqs, vars }: BalancedBlock, surplus: number): VarioError {
  const unknowns = Array.from(vars, (v) => equationSet.names[v]).join(', ')
  const list = Array.from(eqs, (e) => describeEquation(equationSet, e)).join('\n    ')
  const what = surplus > 0 ? 'scalar equations for arrays' : 'equations between arrays for scalars'
  return new VarioError(
    'SHAPE',
    `Expected as many elements of equations as of unknowns, got ${what}. Unknowns: ${unknowns}; equations:\n    ${list}\n` +
      'An array counts as one unknown: write all its elements in one equation, x = [a, b], or use scalar variables. ' +
      'A vector that occurs only in products needs a start value to be recognized as a vector.',
    { unknowns },
  )
}
