/** Sources and readers of the signals of buses: each signal that is read has exactly one source. */
import { suggestName } from '../../base/index.ts'
import type { Expr, Position } from '../../symbolic/index.ts'
import { isVar, type ParNode, type VarNode } from '../nodes.ts'
import { type BusMember, findMember } from './bus-sets.ts'
import type { End, Leaf } from './connector.ts'
import { unitOf } from './declared-values.ts'
import type { Instance } from './instance.ts'
import { lookup } from './lookup.ts'
import { modelError } from './model-error.ts'

/** Keys of the signals of an end, by their names inside of a connector; '' for a single signal. */
type Keys = ReadonlyMap<string, string>

interface Reader {
  readonly text: string
  readonly level: Instance
  readonly pos: Position | undefined
}

/** Connected signals. */
interface Group {
  into?: Group
  /** Outputs and equations that give the value, by name. */
  sources: Set<string>
  /** True if a variable without causality is connected, which may give the value. */
  isOpen: boolean
  readers: Reader[]
  isUsed: boolean
  /** Unit and type of the best partner, and its rank. */
  attributes?: { readonly rank: number; readonly node: VarNode }
}

const BY_DECLARATION = 3
const BY_SOURCE = 2
const BY_PARTNER = 1

export class BusSignals {
  private readonly groups = new Map<string, Group>()
  private readonly ids = new Map<BusMember, number>()
  /** Inputs of components that these connect with their own buses. */
  private readonly ownInputs: { readonly name: string; readonly reader: Reader; readonly group: Group }[] = []

  constructor(private readonly root: Instance) {}

  memberKey(member: BusMember, index: number): Keys {
    return new Map([['', this.keyOf(member, index)]])
  }

  /** Keys of an end outside of buses, whose sources and readers are entered. */
  endKeys(end: End | undefined, level: Instance, pos: Position | undefined): Keys {
    const keys = new Map<string, string>()
    for (const [name, leaf] of end?.leaves ?? []) {
      const key = `${leaf.isInside ? 'inside' : 'own'} ${leaf.name}`
      if (!this.groups.has(key)) this.enterLeaf(this.groupOf(key), leaf, level, pos)
      keys.set(name, key)
    }
    return keys
  }

  connect(ends: readonly Keys[]): void {
    const [first] = ends
    for (const [name, key] of first)
      for (const end of ends.slice(1)) {
        const other = end.get(name)
        if (other !== undefined) unite(this.groupOf(key), this.groupOf(other))
      }
  }

  /** Enters a use in an equation; the index is undefined for elements that the run chooses. */
  use(
    member: BusMember,
    index: number | undefined,
    isWritten: boolean,
    level: Instance,
    pos: Position | undefined,
  ): void {
    const group = this.groupOf(this.keyOf(member, index ?? 0))
    group.isUsed = true
    const where = level.path === '' ? 'the model' : level.path
    if (!isWritten) group.readers.push({ text: `equations of ${where} read`, level, pos })
    else if (index === undefined) group.isOpen = true
    else group.sources.add(`an equation of ${where}`)
  }

  /** Enters a declaration in a bus. */
  declare(member: BusMember, node: VarNode, bus: Instance): void {
    const group = this.groupOf(this.keyOf(member, 0))
    this.addAttributes(group, node, BY_DECLARATION)
    if (node.value === undefined) return
    group.sources.add(`the declaration in ${bus.path}`)
    group.isUsed = true
  }

  /** Throws an error about the first signal with two sources or none. */
  check(): void {
    // an input gives the bus its value if something outside of the component gives it one, and reads the bus otherwise
    for (const { name, reader, group } of this.ownInputs) {
      const isGiven = reader.level.parent === null || this.groups.has(`inside ${name}`)
      if (isGiven) find(group).sources.add(name)
      else find(group).readers.push(reader)
    }
    for (const member of this.ids.keys()) if (findMember(member) === member) this.checkMember(member)
  }

  /** The declaration of a signal in one of the connected buses; undefined if nothing uses it. */
  declarationOf(member: BusMember, own: VarNode | ParNode | undefined): VarNode | undefined {
    const groups = this.groupsOf(member)
    if (!groups.some(({ isUsed }) => isUsed)) return undefined
    const { input: _, output: __, ...node } = own !== undefined && isVar(own) ? own : inferred(groups)
    return Object.freeze(node)
  }

  private checkMember(member: BusMember): void {
    const [whole, ...elements] = this.groupsOf(member)
    for (const [i, group] of [whole, ...elements].entries()) {
      const path = i === 0 ? member.path : `${member.path}[${i}]`
      const sources = [...new Set([...whole.sources, ...group.sources])].sort()
      if (sources.length > 1) {
        const problem = `'${path}' has two sources: ${sources[0]} and ${sources[1]}; remove one of them`
        throw modelError('', problem)
      }
      if (group.readers.length === 0 || hasSource(whole) || hasSource(group)) continue
      const missing = elements.findIndex((element) => !hasSource(element))
      if (i === 0 && elements.length > 0 && missing < 0) continue
      const name = i === 0 && elements.length > 0 ? `${member.path}[${missing + 1}]` : path
      const [{ text, level, pos }] = group.readers
      const advice = `connect it with an output, or write an equation ${local(name, level)} = …`
      const hint = suggestName(name, this.writtenNames())
      throw modelError(level.path, `nothing gives '${name}' a value, which ${text}${hint}; ${advice}`, pos)
    }
  }

  private writtenNames(): string[] {
    return [...this.ids.keys()].flatMap((member) =>
      this.groupsOf(findMember(member)).some(hasSource) ? [member.path] : [],
    )
  }

  /** The groups of a member as a whole, and of its elements. */
  private groupsOf(member: BusMember): Group[] {
    return Array.from({ length: member.size + 1 }, (_, index) => this.groupOf(this.keyOf(member, index)))
  }

  private keyOf(member: BusMember, index: number): string {
    let id = this.ids.get(member)
    if (id === undefined) this.ids.set(member, (id = this.ids.size))
    return `bus ${id} ${index}`
  }

  private groupOf(key: string): Group {
    let group = this.groups.get(key)
    if (group === undefined) {
      group = { sources: new Set(), isOpen: false, readers: [], isUsed: false }
      this.groups.set(key, group)
    }
    return find(group)
  }

  private enterLeaf(group: Group, leaf: Leaf, level: Instance, pos: Position | undefined): void {
    group.isUsed = true
    const found = lookup(this.root, leaf.element?.array ?? leaf.name)
    const node =
      found.kind === 'declaration' && found.node !== null && isVar(found.node) ? found.node : undefined
    const isDefined =
      found.kind === 'declaration' && (node?.value !== undefined || isDefinedIn(found.instance, found.name))
    const isSource = leaf.isInside ? leaf.isSource : node?.output === true && isDefined
    const reader = { text: `${leaf.name} reads`, level, pos }
    if (isSource) group.sources.add(leaf.name)
    else if (leaf.isSource) this.ownInputs.push({ name: leaf.name, reader, group })
    else if (leaf.isInside && node?.input === true) group.readers.push(reader)
    else group.isOpen = true
    if (node !== undefined) this.addAttributes(group, node, isSource ? BY_SOURCE : BY_PARTNER)
  }

  private addAttributes(group: Group, node: VarNode, rank: number): void {
    if (unitOf(node) === undefined && node.type === undefined) return
    if (group.attributes === undefined || group.attributes.rank < rank) group.attributes = { rank, node }
  }
}

function find(group: Group): Group {
  let found = group
  while (found.into !== undefined) found = found.into
  return found
}

function unite(a: Group, b: Group): void {
  const [target, other] = [find(a), find(b)]
  if (target === other) return
  other.into = target
  for (const source of other.sources) target.sources.add(source)
  target.isOpen ||= other.isOpen
  target.isUsed ||= other.isUsed
  target.readers.push(...other.readers)
  const { attributes } = other
  if (attributes !== undefined && attributes.rank > (target.attributes?.rank ?? 0))
    target.attributes = attributes
}

function hasSource({ sources, isOpen }: Group): boolean {
  return sources.size > 0 || isOpen
}

/** Unit and type as those of the best partner. */
function inferred(groups: readonly Group[]): VarNode {
  const found = groups.flatMap(({ attributes }) => attributes ?? []).sort((a, b) => b.rank - a.rank)
  const node = found[0]?.node
  const unit = node && unitOf(node)
  return {
    _class: 'Var',
    ...(unit !== undefined && { unit }),
    ...(node?.type !== undefined && { type: node.type }),
  }
}

/** True if an equation of the component has the variable alone on its left side. */
function isDefinedIn(instance: Instance, name: string): boolean {
  const isTarget = (expr: Expr): boolean => {
    if (expr.kind === 'tuple') return expr.elements.some(isTarget)
    if (expr.kind === 'index') return isTarget(expr.base)
    if (expr.kind === 'call' && expr.fn === 'der') return isTarget(expr.args[0])
    return expr.kind === 'name' && expr.name === name
  }
  return instance.blocks.some(({ statements }) =>
    statements.some((statement) => {
      if (statement.kind === 'equation') return isTarget(statement.left)
      return (
        statement.kind === 'when' &&
        statement.body.some((action) => action.kind === 'equation' && isTarget(action.left))
      )
    }),
  )
}

/** The name of a signal as the equations of a component write it. */
function local(name: string, { path }: Instance): string {
  return path !== '' && name.startsWith(`${path}.`) ? name.slice(path.length + 1) : name
}
