import { collectNames, type Expr, someNode } from '../symbolic/index.ts'
import { blockTargets, type SystemBlock } from './equations/index.ts'
import type { Translation } from './translation.ts'

/** One element of the order of evaluation. */
export type Block = Translation['dynamics'][number]

/** Operators of translated equations without memory. */
const PLAIN: ReadonlySet<string> = new Set(['$condition', '$result'])

/** Dependences between equations in the order of evaluation: the consequences of a value that a system computes. */
export class Consequences {
  private readonly blocks: readonly Block[]
  private readonly numberOf: ReadonlyMap<Block, number>
  /** By block: the names that it needs, and true if it may be evaluated at any time. */
  private readonly sources: readonly ReadonlySet<string>[]
  private readonly isPlain: readonly boolean[]
  /** By name: the block that computes it, and the blocks that need it. */
  private readonly producer = new Map<string, number>()
  private readonly consumers = new Map<string, number[]>()

  constructor({ dynamics, rest, aliases, model }: Translation) {
    const targetOf = (name: string): string => aliases.get(name)?.name ?? name
    const hasMemory = (node: Expr): boolean => {
      if (node.kind !== 'call') return false
      return node.fn.startsWith('$') ? !PLAIN.has(node.fn) : model.functions.get(node.fn)?.hasMemory === true
    }
    this.blocks = [...dynamics, ...rest]
    this.numberOf = new Map(this.blocks.map((block, k) => [block, k]))
    this.isPlain = this.blocks.map((block) => !expressionsIn(block).some((expr) => someNode(expr, hasMemory)))
    this.sources = this.blocks.map((block, k) => {
      const own = blockTargets(block)
      for (const name of own) this.producer.set(name, k)
      const names = new Set(expressionsIn(block).flatMap((expr) => Array.from(collectNames(expr), targetOf)))
      for (const name of own) names.delete(name)
      for (const name of names) {
        const list = this.consumers.get(name)
        if (list) list.push(k)
        else this.consumers.set(name, [k])
      }
      return names
    })
  }

  /** Variables computed after a system from its unknowns, without memories. */
  of(system: SystemBlock): string[] {
    const reached = new Set([this.numberOf.get(system)!])
    for (const k of reached) {
      for (const target of blockTargets(this.blocks[k])) {
        for (const next of this.consumers.get(target) ?? []) if (this.isPlain[next]) reached.add(next)
      }
    }
    reached.delete(this.numberOf.get(system)!)
    return Array.from(reached)
      .sort((a, b) => a - b)
      .flatMap((k) => blockTargets(this.blocks[k]))
  }

  /**
   * Blocks after a system that must be evaluated to compute variables, in the order of evaluation; null: memories are
   * involved.
   */
  neededFor(names: readonly string[], system: SystemBlock): Block[] | null {
    const first = this.numberOf.get(system)!
    const needed = new Set<number>()
    const add = (name: string): void => {
      const k = this.producer.get(name)
      if (k !== undefined && k > first) needed.add(k)
    }
    names.forEach(add)
    for (const k of needed) {
      if (!this.isPlain[k]) return null
      this.sources[k].forEach(add)
    }
    return Array.from(needed)
      .sort((a, b) => a - b)
      .map((k) => this.blocks[k])
  }
}

function expressionsIn(block: Block): Expr[] {
  if (block.kind === 'assign') return [block.value]
  return [...block.inner, ...block.residuals].map(({ value }) => value)
}
