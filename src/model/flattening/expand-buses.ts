/**
 * Members of buses [Modelica language specification 3.6, chapter 9.1.3]: names that connections and equations use become
 * signals, connectors or buses inside of the bus, with the declarations of their partners. Connected buses have the same
 * members.
 */
import { type Expr, type Position, visitExpr } from '../../symbolic/index.ts'
import { createModelNode, isModel, isPar, isVar, type ModelNode, membersOf, type VarNode } from '../nodes.ts'
import type { PlainStatement } from '../statements/index.ts'
import {
  type BusMember,
  type BusSet,
  createBusSet,
  findMember,
  findSet,
  memberOf,
  nestedSet,
  setKind,
  uniteMembers,
  uniteSets,
} from './bus-sets.ts'
import { BusSignals } from './bus-signals.ts'
import { type IsList, tuplesOf } from './connection-tuples.ts'
import { type End, findEnd } from './connector.ts'
import type { Structure } from './existing-components.ts'
import { expandBusPaths } from './expand-equations.ts'
import { childrenOf, createInstance, type Instance, isInstanceArray, joinPath } from './instance.ts'
import { childOf, ownerOfInner } from './lookup.ts'
import { modelError } from './model-error.ts'
import { visitDeclared } from './record-references.ts'

/** Declares the members of all buses. */
export function expandBuses(root: Instance, structure: Structure): void {
  const buses = new Buses(root, structure)
  if (!buses.hasBuses) return
  buses.expand()
  expandBusPaths(root, structure)
}

/** Where a path of a connection or an equation leads. */
type Place =
  | { readonly kind: 'bus'; readonly set: BusSet }
  | { readonly kind: 'member'; readonly member: BusMember; readonly index: number }
  /** A part of a connector in a bus; or of a bus that is not known yet. */
  | { readonly kind: 'inside' }
  | { readonly kind: 'other' }

/** A connection with at least two ends that exist. */
interface Tuple {
  readonly level: Instance
  readonly paths: readonly string[]
  readonly places: readonly Place[]
  /** The ends outside of buses. */
  readonly ends: readonly (End | undefined)[]
  readonly pos: Position | undefined
}

/** A use of a name with dots in an equation or a declaration. */
interface Use {
  readonly level: Instance
  readonly name: string
  /** Subscript of an element; 0: all of it; undefined: elements that the run chooses. */
  readonly index: number | undefined
  /** True if it stands alone on the left side. */
  readonly isWritten: boolean
  readonly pos: Position | undefined
}

const SEGMENT = /^([^[]+)(?:\[(\d+)\])?$/

class Buses {
  private readonly sets = new Map<Instance, BusSet>()
  private readonly uses: Use[] = []
  /** Instances that have got a bus in this pass. */
  private hasNested = false

  constructor(
    private readonly root: Instance,
    private readonly structure: Structure,
  ) {
    this.enterAll(root)
  }

  get hasBuses(): boolean {
    return this.sets.size > 0
  }

  expand(): void {
    this.collectUses(this.root)
    // names with dots that no connector explains lead into buses inside of the bus
    do this.relateUntilKnown()
    while (this.relateAll(true))
    for (const use of this.uses) {
      const place = this.placeOf(use.level, use.name, false)
      if (place.kind === 'member' && place.member.kind === undefined) setKind(place.member, 'signal')
    }
    this.relateUntilKnown()
    const signals = this.collectSignals()
    signals.check()
    for (const bus of this.sets.keys()) if (bus.parent?.isBus !== true) this.declare(bus, signals, [])
  }

  /** Enters the declared buses with their members. */
  private enterAll(instance: Instance): void {
    if (instance.isBus && !this.sets.has(instance)) this.enter(instance, createBusSet(instance.path))
    for (const child of childrenOf(instance)) this.enterAll(child)
    for (const [name, outer] of instance.outers) {
      if (!isModel(outer) || outer.members['_bus'] !== true) continue
      const inner = ownerOfInner(instance, name).children.get(name)
      if (inner === undefined || isInstanceArray(inner) || !inner.isBus) continue
      if (!this.sets.has(inner)) this.enter(inner, createBusSet(inner.path))
      this.enterModel(this.sets.get(inner)!, outer)
    }
  }

  private enter(bus: Instance, set: BusSet): void {
    if (!bus.isBundle)
      throw modelError(
        bus.path,
        'expected signals, connectors and buses in a bus, got equations or connections',
      )
    this.sets.set(bus, set)
    for (const [name, node] of bus.declarations) if (isVar(node)) this.enterSignal(bus, set, name, node)
    for (const [name, child] of bus.children) {
      const items = isInstanceArray(child) ? child : [child]
      const member = memberOf(set, name)
      for (const [i, item] of items.entries()) {
        setKind(member, item.isBus ? 'bus' : 'connector', plainConnector(item.node))
        const index = isInstanceArray(child) ? i + 1 : 0
        member.size = Math.max(member.size, index)
        if (item.isBus) this.enter(item, nestedSet(member, index))
      }
    }
  }

  private enterSignal(bus: Instance, set: BusSet, name: string, node: VarNode): void {
    if (node.flow === true || node.potential === true || node.stream === true) {
      const advice = 'put it into a connector inside of the bus'
      throw modelError(
        bus.path,
        `expected a signal in a bus, got the potential, flow or stream '${name}'; ${advice}`,
      )
    }
    setKind(memberOf(set, name), 'signal')
  }

  /** Enters the members that an outer bus declares. */
  private enterModel(set: BusSet, { members }: ModelNode): void {
    for (const [name, member] of membersOf({ _class: 'Model', members })) {
      if (isVar(member)) setKind(memberOf(set, name), 'signal')
      else if (isModel(member) && member.members['_bus'] === true) {
        setKind(memberOf(set, name), 'bus')
        this.enterModel(nestedSet(memberOf(set, name), 0), member)
      } else if (isModel(member)) setKind(memberOf(set, name), 'connector', plainConnector(member))
    }
  }

  private placeOf(level: Instance, path: string, mayNest: boolean): Place {
    const segments = path.split('.')
    let scope = level
    let k = 0
    for (; k < segments.length && !scope.isBus; k++) {
      const child = childOf(scope, segments[k])
      if (typeof child === 'string') return { kind: 'other' }
      scope = child
    }
    if (!scope.isBus) return { kind: 'other' }
    let set = this.sets.get(scope)!
    let bus: Instance | undefined = scope
    for (; k < segments.length; k++) {
      const match = SEGMENT.exec(segments[k])
      if (match === null)
        throw modelError(level.path, `expected one subscript of a member of a bus, got '${path}'`)
      if (bus !== undefined && isPar(bus.declarations.get(match[1]))) return { kind: 'other' }
      const member = memberOf(set, match[1])
      const index = Number(match[2] ?? 0)
      if (k === segments.length - 1 && member.kind !== 'bus') return { kind: 'member', member, index }
      if (member.kind === 'connector') {
        member.isUsed = true
        return { kind: 'inside' }
      }
      if (member.kind === undefined && !mayNest) return { kind: 'inside' }
      // a path through all elements of a list of buses
      if (index === 0 && member.kind === 'bus' && member.size > 0) return { kind: 'inside' }
      if (setKind(member, 'bus')) this.hasNested = true
      if (!member.nested.has(index)) this.hasNested = true
      set = nestedSet(member, index)
      bus = undefined
    }
    return { kind: 'bus', set: findSet(set) }
  }

  private relateUntilKnown(): void {
    for (let isOpen = true; isOpen; ) isOpen = this.relateAll(false)
  }

  /** One pass over all connections and uses; true if it has changed the members. */
  private relateAll(mayNest: boolean): boolean {
    this.hasNested = false
    let isChanged = false
    for (const tuple of this.tuples(this.root, mayNest)) isChanged = this.relate(tuple) || isChanged
    for (const { level, name } of this.uses) {
      const place = this.placeOf(level, name, mayNest)
      if (place.kind === 'member') place.member.isUsed = true
    }
    return isChanged || this.hasNested
  }

  private *tuples(level: Instance, mayNest: boolean): Generator<Tuple> {
    for (const { paths, pos } of tuplesOf(level, this.structure, this.isList)) {
      const found = paths.map((path) => {
        const place = this.placeOf(level, path, mayNest)
        const end = place.kind === 'other' ? findEnd(level, path, pos) : undefined
        return { path, place, end }
      })
      const present = found.filter(({ end }) => end !== null)
      if (present.length < 2) continue
      yield {
        level,
        paths: present.map(({ path }) => path),
        places: present.map(({ place }) => place),
        ends: present.map(({ end }) => end ?? undefined),
        pos,
      }
    }
    for (const child of childrenOf(level)) yield* this.tuples(child, mayNest)
  }

  /** Lists: members with elements, and those that are connected with an array of outputs. */
  private readonly isList: IsList = (level, path, array) => {
    const place = this.placeOf(level, path, false)
    if (place.kind !== 'member') return false
    const { member } = place
    if (member.size > 0) return true
    const isOpen = member.kind === undefined || member.kind === 'signal'
    if (!isOpen || this.placeOf(level, array.paths[0], false).kind !== 'other') return false
    return findEnd(level, array.paths[0], undefined)?.leaves.get('')?.isSource === true
  }

  private relate({ level, paths, places, ends, pos }: Tuple): boolean {
    const members = places.flatMap((place) => (place.kind === 'member' ? [place] : []))
    const sets = places.flatMap((place) => (place.kind === 'bus' ? [place.set] : []))
    const other = ends.findIndex((end) => end !== undefined)
    if (sets.length > 0) {
      const wrong = places.findIndex(({ kind }, k) => kind === 'inside' || ends[k] !== undefined)
      if (wrong >= 0 && places[wrong].kind === 'other') {
        const bus = paths[places.findIndex(({ kind }) => kind === 'bus')]
        const advice = `write the name of a member, '${bus}.name'`
        throw modelError(
          level.path,
          `connect: expected a bus beside '${bus}', got '${paths[wrong]}'; ${advice}`,
          pos,
        )
      }
      let isNew = false
      for (const { member, index } of members) {
        isNew = setKind(member, 'bus') || isNew
        sets.push(nestedSet(member, index))
      }
      return sets.slice(1).reduce((isChanged, set) => uniteSets(sets[0], set) || isChanged, isNew)
    }
    if (members.length === 0) return false
    let isChanged = false
    const known = members.find(({ member }) => member.kind !== undefined)?.member
    const kind = other < 0 ? known?.kind : ends[other]!.leaves.has('') ? 'signal' : 'connector'
    const model = other < 0 ? known?.model : connectorAt(level, paths[other])
    for (const { member, index } of members) {
      if (kind !== undefined) isChanged = setKind(member, kind, model) || isChanged
      if (other >= 0) member.isUsed = true
      if (index > member.size) {
        member.size = index
        isChanged = true
      }
    }
    const whole = members.filter(({ index }) => index === 0)
    for (const { member } of whole.slice(1)) isChanged = uniteMembers(whole[0].member, member) || isChanged
    return isChanged
  }

  private collectUses(instance: Instance): void {
    const add = (expr: Expr, isWritten: boolean, index: number | undefined): void => {
      if (expr.kind === 'name' && expr.name.includes('.'))
        this.uses.push({ level: instance, name: expr.name, index, isWritten, pos: expr.pos })
    }
    for (const { statements } of [...instance.blocks, ...instance.initialBlocks])
      for (const statement of statements) collectNames(statement, add)
    visitDeclared(instance, ({ name, pos }, level) => {
      if (name.includes('.')) this.uses.push({ level, name, index: 0, isWritten: false, pos })
    })
    for (const child of childrenOf(instance)) this.collectUses(child)
  }

  /** Sources and readers of all signals. */
  private collectSignals(): BusSignals {
    const signals = new BusSignals(this.root)
    for (const { level, paths, places, ends, pos } of this.tuples(this.root, false)) {
      const open = places.some((place) => place.kind === 'member' && place.member.kind === undefined)
      if (open) {
        const problem = `connect('${paths.join("', '")}'): expected a signal or a connector at one end`
        throw modelError(level.path, `${problem}, got names of buses that nothing declares`, pos)
      }
      const keys = places.map((place, k) =>
        place.kind === 'member' && place.member.kind === 'signal'
          ? signals.memberKey(place.member, place.index)
          : signals.endKeys(ends[k], level, pos),
      )
      signals.connect(keys)
    }
    for (const { level, name, index, isWritten, pos } of this.uses) {
      const place = this.placeOf(level, name, false)
      if (place.kind === 'member' && place.member.kind === 'signal')
        signals.use(place.member, place.index || index, isWritten, level, pos)
    }
    for (const bus of this.sets.keys())
      for (const [name, node] of bus.declarations)
        if (isVar(node)) signals.declare(memberOf(this.sets.get(bus)!, name), node, bus)
    return signals
  }

  /** Declares the members in one bus, and in the buses inside of it. */
  private declare(bus: Instance, signals: BusSignals, around: readonly BusSet[]): void {
    const set = findSet(this.sets.get(bus)!)
    if (around.includes(set))
      throw modelError(
        bus.path,
        'expected connections of different buses, got one of a bus with a part of itself',
      )
    const declarations = new Map(bus.declarations)
    const lists = new Set<string>()
    for (const [name, item] of set.members) {
      const member = findMember(item)
      const path = joinPath(bus.path, name)
      if (member.kind === 'signal') {
        const node = signals.declarationOf(member, declarations.get(name))
        if (node === undefined) declarations.delete(name)
        else declarations.set(name, node)
        if (member.size > 0) lists.add(name)
      } else if (member.kind === 'connector') {
        if (!member.isUsed) bus.children.delete(name)
        else if (!bus.children.has(name) || member.size > 0) {
          const create = (at: string): Instance => createInstance(member.model!, at, bus)
          bus.children.set(name, elements(path, member.size, create, bus.children.get(name)))
        }
      } else if (member.kind === 'bus') {
        if (member.size > 0 && member.nested.has(0)) {
          const found = `'${member.path}' with and without subscripts`
          throw modelError(bus.path, `expected one bus or a list of buses, got ${found}`)
        }
        const create = (at: string): Instance => createInstance(EMPTY_BUS, at, bus)
        const children = elements(path, member.size, create, bus.children.get(name))
        bus.children.set(name, children)
        for (const [i, child] of (isInstanceArray(children) ? children : [children]).entries()) {
          this.sets.set(child, nestedSet(member, member.size > 0 ? i + 1 : 0))
          this.declare(child, signals, [...around, set])
        }
      }
    }
    bus.declarations = declarations
    bus.busLists = lists
  }
}

const EMPTY_BUS = createModelNode({ _bus: true })

/** One component, or a list of `size`; those that exist are kept. */
function elements(
  path: string,
  size: number,
  create: (path: string) => Instance,
  known: Instance | readonly Instance[] | undefined,
): Instance | readonly Instance[] {
  if (size === 0) return known ?? create(path)
  const before = known !== undefined && isInstanceArray(known) ? known : []
  return Array.from({ length: size }, (_, i) => before[i] ?? create(`${path}[${i + 1}]`))
}

/** The declaration of the connector `path`. */
function connectorAt(level: Instance, path: string): ModelNode | undefined {
  let scope = level
  for (const segment of path.split('.')) {
    const child = childOf(scope, segment)
    if (typeof child === 'string') return undefined
    scope = child
  }
  return plainConnector(scope.node)
}

/** A connector without parameters and values, which belong to the component that declares it. */
function plainConnector(node: ModelNode): ModelNode {
  const members = membersOf(node).flatMap(([name, member]): [string, unknown][] => {
    if (isVar(member)) {
      const { potential, flow, stream, unit, type } = member
      const kept = Object.entries({ potential, flow, stream, unit, type }).filter(
        ([, value]) => value !== undefined,
      )
      return [[name, Object.freeze({ _class: 'Var', ...Object.fromEntries(kept) })]]
    }
    if (isModel(member)) return [[name, plainConnector(member)]]
    return isPar(member) ? [] : [[name, (member as readonly ModelNode[]).map(plainConnector)]]
  })
  return createModelNode(Object.fromEntries(members) as ModelNode['members'])
}

/** Calls `add` for the names in a statement, and whether it determines them. */
function collectNames(
  statement: PlainStatement,
  add: (expr: Expr, isWritten: boolean, index: number | undefined) => void,
): void {
  const visit = (expr: Expr, isLeft: boolean): void => {
    if (isLeft && expr.kind === 'tuple') for (const element of expr.elements) visit(element, true)
    else if (isLeft && expr.kind === 'call' && expr.fn === 'der') visit(expr.args[0], true)
    else if (expr.kind === 'name') add(expr, isLeft, 0)
    else
      visitExpr(expr, (node) => {
        if (node.kind === 'name') add(node, false, 0)
        if (node.kind !== 'index' || node.base.kind !== 'name') return true
        const [subscript] = node.subscripts
        const isElement = node.subscripts.length === 1 && subscript.kind === 'number'
        add(node.base, isLeft && node === expr, isElement ? subscript.value : undefined)
        for (const part of node.subscripts) visit(part, false)
        return false
      })
  }
  if (statement.kind === 'equation') {
    visit(statement.left, true)
    visit(statement.right, false)
  } else if (statement.kind === 'when') {
    visit(statement.condition, false)
    for (const action of statement.body) collectNames(action, add)
  } else if (statement.fn !== 'connect') for (const arg of statement.args) visit(arg, false)
}
