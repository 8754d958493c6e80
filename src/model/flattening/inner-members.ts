/** The inner members of enclosing components that outer members stand for. */
import { parseUnit, sameDimension, suggestName } from '../../base/index.ts'
import { isPar, isVar, type MemberNode, membersOf, scopeOfMember } from '../nodes.ts'
import type { Instance } from './instance.ts'
import { modelError } from './model-error.ts'

/** The closest component around `instance` that declares the inner member `name`. */
export function ownerOfInner(instance: Instance, name: string): Instance {
  for (let at = instance.parent; at !== null; at = at.parent)
    if (scopeOfMember(at.node.members[name] as MemberNode | undefined) === 'inner') return at
  const names = innerNames(instance)
  throw modelError(
    instance.path,
    `'${name}' is outer: expected an inner '${name}' in an enclosing component, got ` +
      `${names.length === 0 ? 'none' : names.join(', ')}${suggestName(name, names)}; declare ${name}: inner(…) there`,
  )
}

function innerNames(instance: Instance): string[] {
  const names: string[] = []
  for (let at = instance.parent; at !== null; at = at.parent)
    for (const [name, member] of membersOf(at.node)) if (scopeOfMember(member) === 'inner') names.push(name)
  return names
}

/** Checks that the inner member for each outer member of `instance` has its kind, its unit and its members. */
export function checkOuters(instance: Instance): void {
  for (const [name, outer] of instance.outers) {
    const owner = ownerOfInner(instance, name)
    const problem = compare(outer, owner.node.members[name] as MemberNode)
    if (problem === undefined) continue
    const where = owner.path === '' ? 'the model' : owner.path
    throw modelError(instance.path, `'${name}' is outer: ${problem}, declared in ${where}`)
  }
}

/** Describes why `inner` cannot stand in place of `outer`. */
function compare(outer: MemberNode, inner: MemberNode): string | undefined {
  if (isVar(outer) || isPar(outer)) {
    if (!isVar(inner) && !isPar(inner)) return 'expected an inner variable or parameter, got a component'
    const [expected, found] = [outer.unit, inner.unit]
    if (expected === undefined || found === undefined) return undefined
    const areSame = sameDimension(parseUnit(expected).dimension, parseUnit(found).dimension)
    return areSame ? undefined : `expected the unit ${expected}, got ${found}`
  }
  if (isVar(inner) || isPar(inner)) return 'expected an inner component, got a variable or parameter'
  const found = new Set([inner].flat().flatMap((model) => Object.keys(model.members)))
  const missing = [outer]
    .flat()
    .flatMap(membersOf)
    .find(([name]) => !found.has(name))
  return missing && `expected an inner component with '${missing[0]}', got one without it`
}
