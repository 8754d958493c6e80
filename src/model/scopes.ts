/** Global environments: members that components inside of a component see by name. */

import { InputError } from '../base/index.ts'
import { Par } from './declarations.ts'
import { createComponent, modifiedNames } from './model.ts'
import { createModelNode, isModel, isPar, isVar, type Scope } from './nodes.ts'

/**
 * Provides a variable, a parameter, a connector or a component to all components inside of the one that declares it, at
 * any depth: `ambient: inner(Var({ init: 293, unit: 'K' }))`. They declare it by `outer` under the same name.
 */
export function inner<T>(member: T): T {
  return withScope(member, 'inner')
}

/**
 * Stands for the `inner` member of the same name in the closest enclosing component. The argument gives its type: a
 * variable, `ambient: outer(Var({ unit: 'K' }))`, also for a parameter, or a component, `world: outer(World())`. It has no
 * values and modifications: those of the inner member count.
 */
export function outer<T>(member: T): T {
  const names = isModel(member) ? modifiedNames(member) : []
  if (names.length > 0) {
    const expected =
      'a component without modifications, which belong to the inner one: name: inner(Component({ … }))'
    throw new InputError('outer', expected, `a modification of ${names.join(', ')}`)
  }
  return withScope(member, 'outer')
}

function withScope<T>(member: T, scope: Scope): T {
  if (isModel(member)) return createComponent(createModelNode({ ...member.members, _scope: scope })) as T
  const node = isVar(member) || isPar(member) ? member : Par(member)
  return Object.freeze({ ...node, scope }) as T
}
