import type { FlatModel } from '../../model/index.ts'
import { type Expr, someNode, sub } from '../../symbolic/index.ts'
import { type Equation, printAsWritten } from './equation-set.ts'

/** `target = value`: one unknown, solved explicitly. */
export interface Assignment {
  readonly kind: 'assign'
  readonly target: string
  readonly value: Expr
  /** Source equation, for the log and as a comment in the code. */
  readonly text: string
}

/**
 * A torn system of equations: given the iteration variables, the inner assignments compute the other unknowns in
 * sequence, and the residuals (left - right of the remaining equations) must become zero.
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

/** Residual of an equation of a system: zero at the solution. */
export interface Residual {
  readonly value: Expr
  readonly text: string
}

/** One element of the order of evaluation. */
export type Block = Assignment | SystemBlock

/** Returns the block with changed texts of its equations. */
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

/** Expressions that a block evaluates. */
export function blockExpressions(block: Block): Expr[] {
  if (block.kind === 'assign') return [block.value]
  return [...block.inner.map((inner) => inner.value), ...block.residuals.map((residual) => residual.value)]
}

/** True if a block passes a value to the memory of a component, on which hidden derivatives may depend. */
export function callsMemory(block: Block, functions: FlatModel['functions']): boolean {
  if (functions.size === 0) return false
  return blockExpressions(block).some((expr) =>
    someNode(expr, (node) => node.kind === 'call' && functions.get(node.fn)?.hasMemory === true),
  )
}

/** Prefix of the names of the residuals of constraints between states; zero along the solution. */
const CONSTRAINT = '$constraint'

/** Constraints between states as assignments of their residuals. */
export function createConstraints(equations: readonly Equation[]): Assignment[] {
  return equations.map((equation, k) => ({
    kind: 'assign',
    target: `${CONSTRAINT}[${k + 1}]`,
    value: sub(equation.left, equation.right),
    text: printAsWritten(equation),
  }))
}

/** True for the name of the residual of a constraint. */
export function isConstraint(name: string): boolean {
  return name.startsWith(CONSTRAINT)
}
