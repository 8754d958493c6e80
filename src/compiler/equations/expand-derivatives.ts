import type { FlatEquation, FlatModel } from '../../model/index.ts'
import {
  call,
  type Expr,
  expandDerivatives,
  hasDerivative,
  mapExpr,
  name,
  someNode,
} from '../../symbolic/index.ts'
import { RELATIONS } from '../events-and-clocks/index.ts'
import { createConstantNames, EquationSet } from './equation-set.ts'
import { isHiddenCall } from './hidden-terms.ts'

/** An equation with `der` only of names. */
export interface ExpandedEquation {
  readonly left: Expr
  readonly right: Expr
  /** The equation of the model. */
  readonly source: FlatEquation
}

/**
 * Rewrites equations with `der` only of names: `der(x*y)` is expanded by the product rule. An expression with branches,
 * also those in the code of a function, gets a name before it is differentiated, because it may jump where they change.
 */
export function expandEquations(model: FlatModel, equations: readonly FlatEquation[]): ExpandedEquation[] {
  const context = { functions: model.functions, isConstant: createConstantNames(model) }
  const named: ExpandedEquation[] = []
  const mayJump = (expr: Expr): boolean =>
    hasBranches(expr) || someNode(expr, (node) => isHiddenCall(model, node))
  const expand = (expr: Expr, source: FlatEquation): Expr => {
    const nameBranches = (node: Expr): Expr => {
      if (node.kind !== 'call' || node.fn !== 'der' || !mayJump(node.args[0])) return node
      const variable = name(`$branches[${named.length + 1}]`)
      named.push({ left: variable, right: expandDerivatives(node.args[0], context), source })
      return call('der', variable)
    }
    return expandDerivatives(hasDerivative(expr) ? mapExpr(expr, nameBranches) : expr, context)
  }
  const expanded = equations.map((source) => ({
    left: expand(source.left, source),
    right: expand(source.right, source),
    source,
  }))
  return [...expanded, ...named]
}

/** True if an expression has branches that change at events. */
function hasBranches(expr: Expr): boolean {
  const isEvent = (node: Expr): boolean =>
    node.kind === 'name' || (node.kind === 'call' && node.fn.startsWith('$'))
  const isQuiet = (node: Expr): boolean => node.kind === 'call' && RELATIONS.has(node.fn)
  return someNode(
    expr,
    (node) => node.kind === 'if' && someNode(node.condition, isEvent) && !someNode(node.condition, isQuiet),
  )
}

/** Creates the set of the given equations, in their order. */
export function createEquationSet(
  equations: Iterable<ExpandedEquation>,
  isKnown: (name: string) => boolean,
): EquationSet {
  const equationSet = new EquationSet(isKnown)
  for (const { left, right, source } of equations) equationSet.add(left, right, source, 0)
  return equationSet
}
