/** Inputs of compiler passes from short texts, and their outputs as texts. */
import { equations, Model } from 'vario'
import {
  createEquationSet,
  createKnownNames,
  type EquationSet,
  expandEquations,
} from '../../src/compiler/equations/index.ts'
import {
  type EvaluatedModel,
  evaluateModel,
  type FlatEquation,
  type FlatModel,
  flatten,
} from '../../src/model/index.ts'
import { type Expr, parseExpression, printExpr } from '../../src/symbolic/index.ts'

/** A flat model with these members and equations. */
export function flat(text: string, members: Record<string, unknown> = {}): FlatModel {
  return flatten(Model({ ...members, equations: equations(text) }))
}

/** A model, the values of its parameters, and the set of its equations. */
export function given(
  text: string,
  members: Record<string, unknown> = {},
): { model: FlatModel; values: EvaluatedModel; equationSet: EquationSet } {
  const model = flat(text, members)
  const isKnown = createKnownNames(model)
  const equationSet = createEquationSet(expandEquations(model, model.equations), isKnown)
  return { model, values: evaluateModel(model), equationSet }
}

/** `left = right` as an equation of a model. */
export function equation(text: string): FlatEquation {
  const [left, right] = text.split(' = ').map((side) => parseExpression(side))
  return { left, right, component: '', origin: 'equation' }
}

/** An equation as text. */
export function show({ left, right }: { readonly left: Expr; readonly right: Expr }): string {
  return `${printExpr(left)} = ${printExpr(right)}`
}

/** `x = value` as an assignment. */
export function assignment(text: string): {
  kind: 'assign'
  target: string
  value: Expr
  text: string
} {
  const at = text.indexOf(' = ')
  return { kind: 'assign', target: text.slice(0, at), value: parseExpression(text.slice(at + 3)), text }
}
