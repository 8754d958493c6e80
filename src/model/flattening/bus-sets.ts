/** Connected buses with their common members, before these are declared. */
import type { ModelNode } from '../nodes.ts'
import { modelError } from './model-error.ts'

type MemberKind = 'signal' | 'connector' | 'bus'

/** A member of connected buses; several become one where connections equate them. */
export interface BusMember {
  /** The first path by which it is known, for messages. */
  readonly path: string
  kind?: MemberKind
  /** The declaration of a connector. */
  model?: ModelNode
  /** Largest subscript of its elements; 0: not a list. */
  size: number
  /** True if something other than a bus uses it. */
  isUsed: boolean
  /** Buses inside of it by subscript; 0: without subscript. */
  readonly nested: Map<number, BusSet>
  into?: BusMember
}

/** Connected buses. */
export interface BusSet {
  readonly path: string
  readonly members: Map<string, BusMember>
  into?: BusSet
}

export function createBusSet(path: string): BusSet {
  return { path, members: new Map() }
}

export function findSet(set: BusSet): BusSet {
  let found = set
  while (found.into !== undefined) found = found.into
  return found
}

export function findMember(member: BusMember): BusMember {
  let found = member
  while (found.into !== undefined) found = found.into
  return found
}

/** The member `name`, which is added if there is none. */
export function memberOf(set: BusSet, name: string): BusMember {
  const { members, path } = findSet(set)
  let member = members.get(name)
  if (member === undefined) {
    member = { path: path === '' ? name : `${path}.${name}`, size: 0, isUsed: false, nested: new Map() }
    members.set(name, member)
  }
  return findMember(member)
}

/** The bus inside of a member, which is added if there is none. */
export function nestedSet(member: BusMember, index: number): BusSet {
  let set = member.nested.get(index)
  if (set === undefined) {
    set = createBusSet(index === 0 ? member.path : `${member.path}[${index}]`)
    member.nested.set(index, set)
    member.size = Math.max(member.size, index)
  }
  return findSet(set)
}

/** Unites the members of connected buses. Returns true if they were separate. */
export function uniteSets(a: BusSet, b: BusSet): boolean {
  const [target, other] = [findSet(a), findSet(b)]
  if (target === other) return false
  other.into = target
  for (const [name, member] of other.members) {
    const known = target.members.get(name)
    if (known === undefined) target.members.set(name, member)
    else uniteMembers(known, member)
  }
  return true
}

/** Makes one member of two. Returns true if they were separate. */
export function uniteMembers(a: BusMember, b: BusMember): boolean {
  const [target, other] = [findMember(a), findMember(b)]
  if (target === other) return false
  if (other.kind !== undefined) setKind(target, other.kind, other.model)
  other.into = target
  target.size = Math.max(target.size, other.size)
  target.isUsed ||= other.isUsed
  for (const [index, set] of other.nested) {
    const known = target.nested.get(index)
    if (known === undefined) target.nested.set(index, set)
    else uniteSets(known, set)
  }
  return true
}

/** Determines the kind of a member. Returns true if it was open. */
export function setKind(member: BusMember, kind: MemberKind, model?: ModelNode): boolean {
  if (member.kind === kind) return false
  if (member.kind !== undefined) {
    const names = { signal: 'a signal', connector: 'a connector', bus: 'a bus' }
    const found = `${names[member.kind]} in one place and ${names[kind]} in another one`
    throw modelError('', `expected one kind of member '${member.path}' of the bus, got ${found}`)
  }
  member.kind = kind
  if (model !== undefined) member.model = model
  return true
}
