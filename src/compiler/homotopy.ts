/** `homotopy(actual, simplified)`: the actual expression, or a way to it from the simplified one. */
import { type FlatModel, findOccurrences } from '../model/index.ts'
import { add, type Expr, mapExpr, mul, name, number, sub } from '../symbolic/index.ts'

/** Name of the input that leads from the simplified expressions, 0, to the actual ones, 1. */
export const HOMOTOPY_INPUT = '$homotopy'

/** True if an equation contains `homotopy`. */
export function hasHomotopy({ equations, initialEquations }: FlatModel): boolean {
  return [equations, initialEquations].some((each) => findOccurrences(each).calls.has('homotopy'))
}

/** The model with the actual expressions. */
export function withActual(model: FlatModel): FlatModel {
  return hasHomotopy(model) ? replaceHomotopy(model, (actual) => actual) : model
}

/** The model with both expressions, and the input between them. */
export function withHomotopyInput(model: FlatModel): FlatModel {
  const input = {
    ...{ name: HOMOTOPY_INPUT, component: '', isInput: true, isOutput: false },
    ...{ isPotential: false, hideResult: true },
  }
  const part = name(HOMOTOPY_INPUT)
  const changed = replaceHomotopy(model, (actual, simplified) =>
    add(mul(part, actual), mul(sub(number(1), part), simplified)),
  )
  return { ...changed, variables: new Map([...model.variables, [HOMOTOPY_INPUT, input]]) }
}

function replaceHomotopy(model: FlatModel, change: (actual: Expr, simplified: Expr) => Expr): FlatModel {
  const replace = (side: Expr): Expr =>
    mapExpr(side, (node) =>
      node.kind === 'call' && node.fn === 'homotopy' ? change(node.args[0], node.args[1]) : node,
    )
  const inBoth = <T extends { readonly left: Expr; readonly right: Expr }>(equation: T): T => ({
    ...equation,
    left: replace(equation.left),
    right: replace(equation.right),
  })
  return {
    ...model,
    equations: model.equations.map(inBoth),
    initialEquations: model.initialEquations.map(inBoth),
  }
}
