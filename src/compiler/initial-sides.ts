/** Sides of initial equations as expressions of a translated model, and derivatives of its components. */
import { VarioError } from '../base/index.ts'
import type { FlatEquation, FlatModel } from '../model/index.ts'
import {
  type Expr,
  mapNames,
  name as nameExpr,
  neg,
  number,
  printEquation,
  visitExpr,
} from '../symbolic/index.ts'
import { derivativeName, nameDerivatives } from './equations/index.ts'
import type { Translation } from './translation.ts'

/** An initial equation whose sides a run can evaluate. */
export interface InitialSides {
  readonly text: string
  readonly left: Expr
  readonly right: Expr
}

/** A derivative, up to the sign. */
interface Derivative {
  readonly name: string
  readonly sign: 1 | -1
}

/** Replaces derivatives by their names, also those of variables that equal others. */
export function resolveInitialEquation(equation: FlatEquation, translation: Translation): InitialSides {
  const text = printEquation(equation)
  const { slots, aliases, model } = translation
  const resolve = (side: Expr): Expr =>
    mapNames(nameDerivatives(side), (node) => {
      const { name } = node
      if (slots.has(name) || aliases.has(name) || model.parameters.has(name) || name === 'time') return node
      const found = findDerivative(name, translation)
      if (found === null) return number(0)
      if (found) return found.sign > 0 ? nameExpr(found.name) : neg(nameExpr(found.name))
      const advice = name.startsWith('der(')
        ? `Add one, v = ${name}, and use v.`
        : 'Add one that determines it.'
      throw new VarioError(
        'INITIAL',
        `Initial equation ${text}: expected variables of the equations, got ${name}, which is in none of them. ${advice}`,
        { equation: text, name },
      )
    })
  return { text, left: resolve(equation.left), right: resolve(equation.right) }
}

/** der(x) of a variable x that equals another one; null: x is constant; undefined: no equation contains it. */
function findDerivative(name: string, { slots, aliases }: Translation): Derivative | null | undefined {
  const [, base] = /^der\((.*)\)$/.exec(name) ?? []
  const alias = base === undefined ? undefined : aliases.get(base)
  if (!alias) return undefined
  if (alias.name === null) return null
  const derivative = derivativeName(alias.name)
  return slots.has(derivative) || aliases.has(derivative) ? { name: derivative, sign: alias.sign } : undefined
}

/** Variables that a component and its sub-components differentiate in their equations, by its path. */
export function listDifferentiated(flat: FlatModel, path: string): string[] {
  const names = new Set<string>()
  for (const { left, right, component } of flat.equations) {
    if (path !== '' && component !== path && !component.startsWith(`${path}.`)) continue
    for (const side of [left, right])
      visitExpr(side, (node) => {
        if (node.kind === 'call' && node.fn === 'der' && node.args[0].kind === 'name')
          names.add(node.args[0].name)
      })
  }
  return [...names]
}

/** Names of the derivatives of variables in a translated model; of the whole model, path '', those of all states. */
export function listDerivatives(translation: Translation, path: string): string[] {
  const { states, model, slots, aliases } = translation
  if (path === '') return states.map(({ derivative }) => derivative)
  return listDifferentiated(model, path).flatMap((variable) => {
    const derivative = derivativeName(variable)
    if (slots.has(derivative) || aliases.has(derivative)) return [derivative]
    return findDerivative(derivative, translation)?.name ?? []
  })
}
