import type { FlatModel } from '../../model/index.ts'
import { type Expr, someNode } from '../../symbolic/index.ts'

/** `target = value`: one unknown, solved explicitly. */
export interface Assignment {
  readonly kind: 'assign'
  readonly target: string
  readonly value: Expr
  /** The equation that it comes from, for the log and as a comment in the code. */
  readonly text: string
}

/**
 * A system of equations with tearing: given the iteration variables, the inner assignments compute the other unknowns
 * one after the other, and the residuals (left - right of the remaining equations) must become zero.
 */
export interface SystemBlock {
  readonly kind: 'linear' | 'nonlinear'
  /** Iteration variables. */
  readonly unknowns: readonly string[]
  readonly inner: readonly Assignment[]
  readonly residuals: readonly Residual[]
  /** Linear: the matrix depends on parameters only and is factorized once. */
  readonly isConstant: boolean
  /** Numbers of the unknowns in each residual, if the system is not torn. */
  readonly rows?: readonly (readonly number[])[]
}

/** What remains of an equation of a system: zero at the solution. */
export interface Residual {
  readonly value: Expr
  readonly text: string
}

/** One place in the order of evaluation. */
export type Block = Assignment | SystemBlock

/** The block with other texts of its equations. */
export function mapTexts(block: Block, change: (text: string) => string): Block {
  const changed = <T extends { readonly text: string }>(part: T): T => ({ ...part, text: change(part.text) })
  if (block.kind === 'assign') return changed(block)
  return { ...block, inner: block.inner.map(changed), residuals: block.residuals.map(changed) }
}

/** All unknowns that a block computes. */
export function blockTargets(block: Block): string[] {
  if (block.kind === 'assign') return [block.target]
  return [...block.unknowns, ...block.inner.map((assignment) => assignment.target)]
}

/** What a block evaluates. */
export function blockExpressions(block: Block): Expr[] {
  if (block.kind === 'assign') return [block.value]
  return [...block.inner.map((inner) => inner.value), ...block.residuals.map((residual) => residual.value)]
}

/** Whether a block tells the memory of a component something, on which hidden derivatives may depend. */
export function callsMemory(block: Block, functions: FlatModel['functions']): boolean {
  if (functions.size === 0) return false
  return blockExpressions(block).some((expr) =>
    someNode(expr, (node) => node.kind === 'call' && functions.get(node.fn)?.hasMemory === true),
  )
}
