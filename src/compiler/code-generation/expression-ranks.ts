import {
  BUILTINS,
  type CallExpr,
  type Expr,
  type FunctionInfo,
  type IndexExpr,
  isReduction,
  type JacobianSite,
  type ObjectExpr,
  type ResultShape,
  type StringExpr,
  shapeByArguments,
  shapeOfCall,
} from '../../symbolic/index.ts'
import type { Rank, Slot } from '../value-store/index.ts'
import { BOOLEAN_CALLS, ELEMENTWISE } from './operator-tables.ts'

/** Determines the ranks of expressions from the ranks of names and the shapes of the results of functions. */
export class ExpressionRanks {
  /** Loop variables of comprehensions in scope. */
  readonly locals = new Set<string>()

  constructor(
    private readonly functions: ReadonlyMap<string, FunctionInfo>,
    private readonly slotOf: (name: string) => Slot | undefined,
  ) {}

  /** Rank of an expression. */
  rank(e: Expr): Rank {
    switch (e.kind) {
      case 'number':
      case 'end':
        return 'scalar'
      case 'boolean':
        return 'boolean'
      case 'string':
      case 'object':
      case 'tuple':
        return 'object'
      case 'name':
        return this.locals.has(e.name) ? 'scalar' : (this.slotOf(e.name)?.rank ?? 'scalar')
      case 'if': {
        // a rank still unknown appears as a scalar
        const rank = this.rank(e.then)
        return rank === 'scalar' ? this.rank(e.else) : rank
      }
      case 'array':
        if (e.isBlocks) return 'matrix'
        return this.rankOfList(e.elements.map((element) => this.rank(element)))
      case 'range':
        return 'vector'
      case 'comprehension':
        return this.rankOfList([this.withLocal(e.variable, () => this.rank(e.body))])
      case 'index':
        return this.indexRank(e)
      case 'member':
        throw new Error(`Unresolved member '${e.member}'.`)
      case 'call':
        return this.callRank(e)
    }
  }

  /** Runs an action with a loop variable in scope. */
  withLocal<T>(variable: string, action: () => T): T {
    const isInner = this.locals.has(variable)
    this.locals.add(variable)
    const result = action()
    if (!isInner) this.locals.delete(variable)
    return result
  }

  /** Rank of a list: numbers form a vector, vectors a matrix, texts and objects a list. */
  private rankOfList(elements: readonly Rank[]): Rank {
    if (elements.includes('vector')) return 'matrix'
    return elements.includes('object') ? 'object' : 'vector'
  }

  private callRank(e: CallExpr): Rank {
    if (BOOLEAN_CALLS.has(e.fn)) return 'boolean'
    if (e.fn === '*') return productRank(this.rank(e.args[0]), this.rank(e.args[1]))
    if (ELEMENTWISE.has(e.fn) || e.fn === '/' || e.fn === '^') return this.widest(e.args)
    switch (e.fn) {
      case 'implicitDependency':
      case 'noEvent':
        return this.rank(e.args[0])
      case '$result':
        return this.rankOfShape((e.args[3] as StringExpr).value as ResultShape, [])
      case '$jacobianTimes':
        return this.rankOfShape(shapeOfCall(siteOf(e).info), [])
      case '$sample':
      case '$hold':
      case '$previous': {
        // By the name of a variable on which the value does not depend, or by the value
        const source = e.args[2]
        return source.kind === 'string' ? (this.slotOf(source.value)?.rank ?? 'scalar') : this.rank(source)
      }
    }
    const byArguments = shapeByArguments(e.fn, () => e.args.map((arg) => this.rank(arg)))
    if (byArguments !== undefined && !this.functions.has(e.fn)) return byArguments
    const info = this.functions.get(e.fn) ?? BUILTINS.get(e.fn)
    if (info && isReduction(info, e.args.length)) return 'scalar'
    return info ? this.rankOfShape(shapeOfCall(info), e.args) : 'scalar'
  }

  private rankOfShape(shape: ResultShape, args: readonly Expr[]): Rank {
    return shape === 'like' ? this.widest(args) : shape
  }

  private widest(args: readonly Expr[]): Rank {
    let widest: Rank = 'scalar'
    for (const arg of args) {
      const rank = this.rank(arg)
      if (rank === 'matrix') return 'matrix'
      if (rank === 'vector') widest = 'vector'
    }
    return widest
  }

  private indexRank(e: IndexExpr): Rank {
    const base = this.rank(e.base)
    const open = e.subscripts.filter((s) => s.kind === 'range' || this.rank(s) === 'vector').length
    if (base === 'matrix' && e.subscripts.length === 1) return open === 1 ? 'matrix' : 'vector'
    return open === 0 ? 'scalar' : open === 1 ? 'vector' : 'matrix'
  }
}

function siteOf(e: CallExpr): JacobianSite {
  return (e.args[0] as ObjectExpr).value as JacobianSite
}

function productRank(a: Rank, b: Rank): Rank {
  if (a === 'matrix') return b === 'scalar' ? 'matrix' : b
  if (b === 'matrix') return a === 'vector' ? 'vector' : 'matrix'
  if (a === 'vector' && b === 'vector') return 'scalar'
  return a === 'vector' || b === 'vector' ? 'vector' : 'scalar'
}
