/** Lookup of dotted names, and of the inner members that outer members stand for. */

import { listNames, parseUnit, sameDimension, suggestName } from '../../base/index.ts'
import type { Position } from '../../symbolic/index.ts'
import {
  isModel,
  isPar,
  isVar,
  type MemberNode,
  membersOf,
  type ParNode,
  scopeOfMember,
  type VarNode,
} from '../nodes.ts'
import { fullName, type Instance, isInstanceArray, namesOf } from './instance.ts'
import { modelError } from './model-error.ts'

/** A variable or parameter; `node` is null for a variable declared only by equations. */
export interface FoundDeclaration {
  readonly kind: 'declaration'
  readonly instance: Instance
  readonly name: string
  /** Full name. */
  readonly path: string
  readonly node: VarNode | ParNode | null
}

export interface FoundInstance {
  readonly kind: 'instance'
  readonly instance: Instance
}

export interface NotFound {
  readonly kind: 'none'
  /** True for a component or variable whose condition `if` is false. */
  readonly isAbsent: boolean
  /**
   * Describes the problem to the user: the unknown name and the existing ones. Computed on demand, because the
   * suggestion takes time.
   */
  readonly problem: () => string
}

/** A declaration inside of a dotted name. */
export interface PassedDeclaration {
  readonly instance: Instance
  /** Name of the declaration, with the index of an element: `balls[2]`. */
  readonly segment: string
  readonly node: VarNode | ParNode
  /** The part of the name behind it. */
  readonly rest: string
}

const SEGMENT = /^([^[]+)(?:\[(\d+)\])?$/

/** Looks up `name` in the scope of `instance`, without enclosing scopes. */
export function lookup(instance: Instance, name: string): FoundDeclaration | FoundInstance | NotFound {
  const own = ownDeclaration(instance, name)
  if (own !== null) return own
  let scope = instance
  const segments = name.split('.')
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i]
    if (i === segments.length - 1) {
      const declared = ownDeclaration(scope, segment)
      if (declared !== null) return declared
    } else if (scope.inRecords.size > 0) {
      const declared = ownDeclaration(scope, segments.slice(i).join('.'))
      if (declared !== null) return declared
    }
    const child = childOf(scope, segment)
    if (typeof child === 'string') {
      const owner = scope
      const isAbsent = owner.absent.has(firstName(segment))
      return { kind: 'none', isAbsent, problem: () => describeProblem(name, segments, i, owner, child) }
    }
    scope = child
  }
  return { kind: 'instance', instance: scope }
}

function ownDeclaration(instance: Instance, name: string): FoundDeclaration | null {
  if (instance.outers.has(name)) {
    const owner = ownerOfInner(instance, name)
    return owner.declarations.has(name) ? ownDeclaration(owner, name) : null
  }
  const node = instance.declarations.get(name) ?? instance.inRecords.get(name)
  if (node === undefined && !instance.implicit.has(name)) return null
  return { kind: 'declaration', instance, name, path: fullName(instance, name), node: node ?? null }
}

/**
 * The declaration, not a sub-model, that a dotted name passes through, with the rest of the name: `arm` and `r_abs` of
 * `robot.arm.r_abs`. undefined: there is none.
 */
export function findPassed(instance: Instance, name: string): PassedDeclaration | undefined {
  let scope = instance
  const segments = name.split('.')
  for (let i = 0; i + 1 < segments.length; i++) {
    const child = childOf(scope, segments[i])
    if (typeof child !== 'string') {
      scope = child
      continue
    }
    const node = scope.declarations.get(firstName(segments[i]))
    const rest = segments.slice(i + 1).join('.')
    return node && { instance: scope, segment: segments[i], node, rest }
  }
  return undefined
}

/** True if the scope of `instance` contains the first part of `name`. */
export function hasFirstName(instance: Instance, name: string): boolean {
  const first = firstName(name)
  return (
    instance.declarations.has(first) ||
    instance.children.has(first) ||
    instance.implicit.has(first) ||
    instance.outers.has(first) ||
    instance.absent.has(first)
  )
}

/** First part of a dotted name: `cells` of `cells[2].p.v`. */
export function firstName(name: string): string {
  return /^[^.[]+/.exec(name)?.[0] ?? name
}

/** The sub-component or the array of sub-components `name`. */
export function childInstance(
  scope: Instance,
  name: string,
  pos: Position | undefined,
): Instance | readonly Instance[] | undefined {
  if (scope.outers.has(name)) return childInstance(ownerOfInner(scope, name), name, pos)
  if (scope.pending.has(name)) throw modelError(scope.path, describePending(name), pos)
  return scope.children.get(name)
}

function describePending(name: string): string {
  return `the number of elements of '${name}' is not known yet; declare '${name}' before the component that needs it`
}

/** Returns the sub-component `segment`, or a description of the problem; '' if it does not exist. */
export function childOf(scope: Instance, segment: string): Instance | string {
  if (scope.outers.has(firstName(segment))) return childOf(ownerOfInner(scope, firstName(segment)), segment)
  const condition = scope.absent.get(firstName(segment))
  if (condition !== undefined)
    return `'${firstName(segment)}' does not exist, because '${condition}' is false`
  const plain = scope.children.get(segment)
  if (plain !== undefined && !isInstanceArray(plain)) return plain
  const match = SEGMENT.exec(segment)
  if (match === null) return ''
  const child = scope.children.get(match[1])
  if (child === undefined) return scope.declarations.has(match[1]) ? `'${match[1]}' is not a sub-model` : ''
  const index = match[2] === undefined ? undefined : Number(match[2])
  if (scope.pending.has(match[1])) return describePending(match[1])
  if (isInstanceArray(child)) {
    if (index === undefined)
      return `'${match[1]}' is an array of ${child.length} sub-models: write ${match[1]}[1]`
    return child[index - 1] ?? `'${match[1]}' has the elements 1 to ${child.length}`
  }
  return index === undefined ? child : `'${match[1]}' is not an array of sub-models`
}

function describeProblem(
  name: string,
  segments: readonly string[],
  i: number,
  scope: Instance,
  reason: string,
): string {
  const unknown = `expected a known name, got '${name}'`
  if (reason !== '') return `${unknown}: ${reason}`
  const names = namesOf(scope)
  const before = segments.slice(0, i).join('.')
  const owner = before === '' ? 'there are' : `${before} has`
  const isOfEnumeration =
    i === 0 &&
    segments.length === 2 &&
    membersOf(scope.node).some(([, member]) => hasValue(member, segments[1]))
  const advice = isOfEnumeration ? `; make the enumeration a member of the model, ${segments[0]}` : ''
  return `${unknown}: ${owner} ${listNames(names)}${suggestName(segments[i], names)}${advice}`
}

/** True for a variable or parameter whose type is an enumeration with a value of this name. */
function hasValue(member: unknown, value: string): boolean {
  const { type } = member as { readonly type?: unknown }
  return typeof type === 'object' && type !== null && Object.values(type).flat().includes(value)
}

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
    checkWithoutValues(instance, name, outer)
    const owner = ownerOfInner(instance, name)
    const problem = compare(outer, owner.node.members[name] as MemberNode)
    if (problem === undefined) continue
    const where = owner.path === '' ? 'the model' : owner.path
    throw modelError(instance.path, `'${name}' is outer: ${problem}, declared in ${where}`)
  }
}

/** Attributes of an outer variable: those that say which inner one is meant. */
const OUTER_ATTRIBUTES: ReadonlySet<string> = new Set(
  '_class scope unit type info potential flow stream input output hideResult'.split(' '),
)

/** Checks that an outer variable has no values, which would be ignored. */
function checkWithoutValues(instance: Instance, name: string, outer: MemberNode): void {
  if (!isVar(outer) && !isPar(outer)) return
  const ignored = Object.keys(outer).find((attribute) => !OUTER_ATTRIBUTES.has(attribute))
  if (ignored === undefined) return
  const unit = outer.unit === undefined ? '' : `{ unit: '${outer.unit}' }`
  const advice = `write ${name}: outer(Var(${unit})) here and the value beside the inner '${name}'`
  throw modelError(
    instance.path,
    `'${name}' is outer: expected no '${ignored}', which is that of the inner one; ${advice}`,
  )
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
  if (isModel(inner) && inner.members['_bus'] === true) return undefined
  const found = new Set([inner].flat().flatMap((model) => Object.keys(model.members)))
  const missing = [outer]
    .flat()
    .flatMap(membersOf)
    .find(([name]) => !found.has(name))
  return missing && `expected an inner component with '${missing[0]}', got one without it`
}
