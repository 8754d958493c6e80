import type { FlatEquation, FlatModel } from '../../model/index.ts'
import { type Expr, expandDerivatives } from '../../symbolic/index.ts'
import { createConstantNames, System } from './system.ts'

/** An equation with `der` before names only. */
export interface ExpandedEquation {
  readonly left: Expr
  readonly right: Expr
  /** The equation of the model. */
  readonly source: FlatEquation
}

/** The equations with `der` before names only: `der(x*y)` is written out by the product rule. */
export function expandEquations(model: FlatModel, equations: readonly FlatEquation[]): ExpandedEquation[] {
  const context = { functions: model.functions, isConstant: createConstantNames(model) }
  return equations.map((source) => ({
    left: expandDerivatives(source.left, context),
    right: expandDerivatives(source.right, context),
    source,
  }))
}

/** The system that consists of the given equations, in their order. */
export function createSystem(
  equations: Iterable<ExpandedEquation>,
  isKnown: (name: string) => boolean,
): System {
  const system = new System(isKnown)
  for (const { left, right, source } of equations) system.add(left, right, source, 0)
  return system
}
