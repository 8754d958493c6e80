/** Types with named values. */
import { InputError } from '../base/index.ts'
import { Par } from './declarations.ts'
import { extendModel } from './merge.ts'
import { createComponent } from './model.ts'
import { createModelNode, type ParNode } from './nodes.ts'
import type { Component } from './types.ts'

/** The values of an enumeration by name. */
export type EnumerationValues<N extends string> = { readonly [K in N]: ParNode<number> }

/**
 * A type with named values. A model that declares it as a member, `Mode`, writes `Mode.heating` in its equations, and
 * `mode: Var({ type: Mode, start: 'off' })` for variables: `const Mode = Enumeration('off', 'heating')`.
 */
export function Enumeration<const N extends string>(...names: readonly N[]): Component<EnumerationValues<N>> {
  if (names.length === 0) throw new InputError('Enumeration', 'at least one name', 'none')
  if (new Set(names).size < names.length) throw new InputError('Enumeration', 'different names', names)
  const type = Object.freeze([...names])
  const values = names.map((name, i) => [
    name,
    Par(i + 1, { type, final: true, info: `${i + 1} of ${names.length}` }),
  ])
  return createComponent(createModelNode(extendModel(createModelNode({}), Object.fromEntries(values))))
}
