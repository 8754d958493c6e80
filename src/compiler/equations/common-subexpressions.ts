import type { FlatModel } from '../../model/index.ts'
import {
  type CallExpr,
  type Expr,
  equalExpr,
  type FunctionInfo,
  fold,
  name,
  printExpr,
  shapeOfCall,
  withChildren,
} from '../../symbolic/index.ts'
import type { Rank } from '../value-store/index.ts'
import type { Assignment, Block, SystemBlock } from './equation-blocks.ts'

type Functions = FlatModel['functions']

/** Blocks in which every common call is made once, and the ranks of the names of the returned values. */
export interface SharedCalls {
  readonly blocks: readonly Block[]
  readonly ranks: ReadonlyMap<string, Rank>
}

/**
 * Common subexpressions: moves every call with several results into an assignment before the first use of a result, which
 * all equations with the same call share.
 */
export function shareCommonCalls(blocks: readonly Block[], functions: Functions): SharedCalls {
  if (functions.size === 0) return { blocks, ranks: new Map() }
  const sharing = new CallSharing(functions)
  return { blocks: blocks.flatMap((block) => sharing.block(block)), ranks: sharing.ranks }
}

class CallSharing {
  readonly ranks = new Map<string, Rank>()
  /** Calls by the numbers of their equations: one, or several after differentiation. */
  private readonly calls = new Map<number, { readonly name: string; readonly value: CallExpr }[]>()
  /** Assignments required before the expression under examination. */
  private fresh: Assignment[] = []

  constructor(private readonly functions: Functions) {}

  block(block: Block): Block[] {
    if (block.kind === 'assign') return this.withCalls(block)
    const inner = block.inner.flatMap((assignment) => this.withCalls(assignment))
    const residuals = block.residuals.map((residual) => ({
      ...residual,
      value: this.replace(residual.value),
    }))
    const system: SystemBlock = { ...block, inner: [...inner, ...this.takeFresh()], residuals }
    return [system]
  }

  private withCalls(assignment: Assignment): Assignment[] {
    const value = this.replace(assignment.value)
    return [...this.takeFresh(), { ...assignment, value }]
  }

  private takeFresh(): Assignment[] {
    const { fresh } = this
    this.fresh = []
    return fresh
  }

  private replace(expr: Expr): Expr {
    return fold<Expr>(expr, (node, parts) => {
      const next = withChildren(node, parts)
      if (next.kind !== 'call' || next.fn !== '$result') return next
      const [results, k, id, shape] = next.args
      if (results.kind !== 'call' || id.kind !== 'number') return next
      return { ...next, args: [name(this.nameOf(results, id.value)), k, id, shape] }
    })
  }

  /** Name of the returned value of a call; a new one gets an assignment. */
  private nameOf(value: CallExpr, id: number): string {
    const known = this.calls.get(id) ?? []
    const found = known.find((entry) => equalExpr(entry.value, value))
    if (found) return found.name
    const target = `$results(${this.ranks.size + 1})`
    known.push({ name: target, value })
    this.calls.set(id, known)
    this.ranks.set(target, rankOfResults(this.functions.get(value.fn)))
    this.fresh.push({ kind: 'assign', target, value, text: `the results of ${printExpr(value)}` })
    return target
  }
}

function rankOfResults(info: FunctionInfo | undefined): Rank {
  return info !== undefined && shapeOfCall(info) === 'vector' ? 'vector' : 'object'
}
