/** Function objects of models, and the operations that create them. */

import { extendModel, modifyModel } from './merge.ts'
import { mergeDeclaration } from './merge-declaration.ts'
import {
  createModelNode,
  isModel,
  isPar,
  isVar,
  type ModelNode,
  type ParNode,
  type VarNode,
} from './nodes.ts'
import type {
  AnyComponent,
  Component,
  DeclaredOf,
  Extension,
  Members,
  Merged,
  Modification,
} from './types.ts'

/**
 * A model: variables, parameters, sub-models, equations and connections by name.
 *
 * ```ts
 * const Resistor = Model({ p: Pin(), n: Pin(), R: Par(1, 'Ohm'), equations: equations`
 *   R*p.i = p.v - n.v
 *   0 = p.i + n.i
 * ` })
 * const circuit = Model({ R1: Resistor({ R: 5 }), R2: Resistor(), connect: [['R1.n', 'R2.p']] })
 * ```
 */
export function Model<M extends Members>(members: M): Component<M> {
  return createComponent(createModelNode(extendModel(createModelNode({}), members)))
}

/**
 * Merges `right` onto `left`: as `left.extend(right)` for models; for variables and parameters, their attributes.
 * Recursive; `equations` and `connect` are appended; `null` deletes; `redeclare(X)` replaces.
 */
export function merge<L extends AnyComponent, R extends AnyComponent>(
  left: L,
  right: R,
): Component<Merged<DeclaredOf<L>, DeclaredOf<R>>>
export function merge<L extends AnyComponent, R extends Extension<DeclaredOf<L>>>(
  left: L,
  right: R,
): Component<Merged<DeclaredOf<L>, R>>
export function merge(left: VarNode, right: unknown): VarNode
export function merge(left: ParNode, right: unknown): ParNode
export function merge(left: ModelNode | VarNode | ParNode, right: unknown): unknown {
  if (isVar(left) || isPar(left)) return mergeDeclaration(left._class, left, right)
  const members = isModel(right) ? right.members : right
  return createComponent(createModelNode(extendModel(left, members as Readonly<Record<string, unknown>>)))
}

/** The modifications by which components were made. */
const modifications = new WeakMap<object, object>()

/** Names of the members that the call which made a component has modified: `R` of `Resistor({ R: 2 })`. */
export function modifiedNames(component: object): string[] {
  return Object.keys(modifications.get(component) ?? {})
}

/** Creates the function object of a model node. */
export function createComponent<M>(node: ModelNode): Component<M> {
  const modify = (modification?: Modification<M>): AnyComponent => {
    // a variant, `const Moon = World({ g: 1.62 })`, has no modifications where it is used as `Moon()`
    if (modification === undefined) return modifications.has(component) ? createComponent(node) : component
    const modified = createComponent(createModelNode(modifyModel(node, modification)))
    modifications.set(modified, modification)
    return modified
  }
  const extend = (members: Readonly<Record<string, unknown>>): AnyComponent =>
    createComponent(createModelNode(extendModel(node, members)))
  const component = Object.freeze(
    Object.assign(modify, { _class: node._class, members: node.members, extend }),
  ) as unknown as Component<M>
  return component
}
