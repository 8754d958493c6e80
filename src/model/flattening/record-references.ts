/**
 * Records that belong to a component with a certain build hook, such as the objects of a 3D model: names in equations and
 * expressions that lead into them, and the variables that the hook declares there.
 */
import { VarioError } from '../../base/index.ts'
import {
  type Expr,
  expressionsIn,
  type NameExpr,
  type Position,
  placeFields,
  placeMessage,
  visitExpr,
} from '../../symbolic/index.ts'
import {
  type BuildHook,
  type ExprNode,
  isExpr,
  isPar,
  isPlainObject,
  isVar,
  type RecordReference,
  type RecordVariable,
  type VarNode,
} from '../nodes.ts'
import { type Segment, segmentsOf } from './component-paths.ts'
import { childrenOf, type Instance, isInstanceArray, joinPath, writtenBlocks } from './instance.ts'
import { findPassed, hasFirstName, lookup, ownerOfInner } from './lookup.ts'
import { modelError } from './model-error.ts'

interface Owner {
  readonly hook: BuildHook
  readonly code: string
  /** Message for a record outside such a component, printed after its path. */
  readonly message: string
}

const owners = new Map<string, Owner>()

/**
 * Registers the build hook `hook` as the owner of records of this `kind`, or of functions with this constructor.
 * Outside components with that hook such a record would be ignored, so it is an error with `code`: the path of the
 * record, followed by `message`.
 */
export function registerRecordOwner(kind: string, hook: BuildHook, code: string, message: string): void {
  owners.set(kind, { hook, code, message })
}

/** Checks that every record with an owner lies inside a component with the build hook of the owner. */
export function checkRecordOwners(instance: Instance, hooks: ReadonlySet<unknown> = new Set()): void {
  if (owners.size === 0) return
  const { build } = instance.node.members
  const around = build === undefined ? hooks : new Set([...hooks, build])
  for (const [name, member] of instance.declarations) {
    if (!isPar(member)) continue
    const items: readonly unknown[] = Array.isArray(member.value) ? member.value : [member.value]
    for (const item of items) {
      const owner = owners.get(kindOf(isPar(item) ? item.value : item) ?? '')
      if (owner === undefined || around.has(owner.hook)) continue
      const path = instance.path === '' ? name : `${instance.path}.${name}`
      throw new VarioError(owner.code, `${path} ${owner.message}`, { path })
    }
  }
  for (const child of instance.children.values())
    for (const item of Array.isArray(child) ? child : [child]) checkRecordOwners(item as Instance, around)
}

function kindOf(value: unknown): string | undefined {
  if (typeof value === 'function') return value.constructor.name
  const { kind } = (typeof value === 'object' && value !== null ? value : {}) as { readonly kind?: unknown }
  return typeof kind === 'string' ? kind : undefined
}

/**
 * The names in the whole model that lead into parameters of `owner`, relative to it, each once; and those of whole
 * parameters in equations and variables, with the name ''.
 */
export function findRecordReferences(root: Instance, owner: Instance): RecordReference[] {
  const found = new Map<string, RecordReference>()
  const prefix = owner.path === '' ? '' : `${owner.path}.`
  // without `outer`, names lead down: only those that are meant inside of the owner or around it can lead to it
  const isNear = ({ path }: Instance): boolean =>
    path === '' || path.startsWith(prefix) || prefix.startsWith(`${path}.`)
  const hasOuters = someInstance(root, ({ outers }) => outers.size > 0)
  const enter = (path: string, name: string, pos: NameExpr['pos']): void => {
    const key = `${path}.${name}`
    if (path.startsWith(prefix) && !found.has(key))
      found.set(key, { path: path.slice(prefix.length), name, ...(pos && { pos }) })
  }
  collect(root, ({ name, pos }, scope, isValue) => {
    if (!hasOuters && !isNear(scope)) return
    const passed = findPassed(scope, name)
    if (passed !== undefined) {
      if (isPar(passed.node)) enter(joinPath(passed.instance.path, passed.segment), passed.rest, pos)
      return
    }
    const whole = isValue ? lookup(scope, name) : undefined
    if (whole?.kind === 'declaration' && isPar(whole.node)) enter(whole.path, '', pos)
  })
  return [...found.values()]
}

function someInstance(instance: Instance, test: (each: Instance) => boolean): boolean {
  if (test(instance)) return true
  for (const child of childrenOf(instance)) if (someInstance(child, test)) return true
  return false
}

/** An error of a hook about a name, with the place of the name in the equations. */
export function atReference({ pos }: RecordReference, error: VarioError): VarioError {
  const fields = { problem: error.message, ...error.fields, ...placeFields(pos) }
  return new VarioError(error.code, placeMessage(error.message, pos), fields)
}

/** A path in a component, `arm.rev.phi` or `cells[i].arm.r_abs`; `up`: scopes above it where it is meant, in a declaration. */
interface OwnPath {
  readonly segments: readonly Segment[]
  readonly pos: Position | undefined
  readonly up: number | null
  /** True if a variable depends on it, so that it has to be a number. */
  readonly isValue: boolean
}

/**
 * The paths in a component without its children, and the declarations of which they were read: a hundred 3D models ask
 * for those of the whole model, which took a quarter of the time of their translation.
 */
const ownPaths = new WeakMap<
  Instance,
  { readonly declarations: Instance['declarations']; readonly paths: readonly OwnPath[] }
>()

function listOwnPaths(instance: Instance): readonly OwnPath[] {
  const { declarations } = instance
  const known = ownPaths.get(instance)
  if (known?.declarations === declarations) return known.paths
  const paths: OwnPath[] = []
  const visit = (expr: Expr, up: number | null, isValue: boolean): void =>
    visitExpr(expr, (node) => {
      const isPath = node.kind === 'member' || node.kind === 'index' || node.kind === 'name'
      const segments = isPath ? segmentsOf(node) : null
      if (segments === null) return true
      paths.push({ segments, pos: node.pos, up, isValue })
      // subscripts may contain paths, too
      for (const { subscripts } of segments) for (const part of subscripts) visit(part, up, isValue)
      return false
    })
  for (const { statements } of writtenBlocks(instance))
    for (const statement of statements) for (const expr of expressionsIn(statement)) visit(expr, null, true)
  for (const node of declarations.values())
    visitExpressions(node, ({ expr, up }) => visit(expr, up, isVar(node)))
  ownPaths.set(instance, { declarations, paths })
  return paths
}

/**
 * Calls `add` for the names in a component and its children, with the components in which they are looked up; a path through
 * arrays stands for the names of all elements that it may choose.
 */
function collect(instance: Instance, add: (node: NameExpr, scope: Instance, isValue: boolean) => void): void {
  for (const path of listOwnPaths(instance))
    if (path.segments.length > 1 || path.isValue)
      addNames(instance, path, (node, scope) => add(node, scope, path.isValue))
  for (const child of childrenOf(instance)) collect(child, add)
}

/** Calls `add` for the names in the declarations of a component. */
export function visitDeclared(instance: Instance, add: (node: NameExpr, scope: Instance) => void): void {
  for (const path of listOwnPaths(instance)) if (path.up !== null) addNames(instance, path, add)
}

function addNames(
  instance: Instance,
  { segments, pos, up }: OwnPath,
  add: (node: NameExpr, scope: Instance) => void,
): void {
  let scope: Instance | null = instance
  if (up !== null) {
    for (let i = 0; i < up && scope.parent !== null; i++) scope = scope.parent
    while (scope !== null && !hasFirstName(scope, segments[0].name)) scope = scope.parent
  }
  if (scope === null) return
  for (const name of namesOfPath(scope, segments)) add({ kind: 'name', name, ...(pos && { pos }) }, scope)
}

/** The names for all elements that a path may choose, without the subscripts of the variable. */
function namesOfPath(scope: Instance, segments: readonly Segment[]): string[] {
  const indices = ({ subscripts: [subscript] }: Segment, count: number): number[] =>
    subscript?.kind === 'number' ? [subscript.value] : Array.from({ length: count }, (_, i) => i + 1)
  const walk = (at: Instance, k: number): string[] => {
    const segment = segments[k]
    const { name } = segment
    if (k === segments.length - 1) return [name]
    const owner = at.outers.has(name) ? ownerOfInner(at, name) : at
    const child = owner.children.get(name)
    if (child === undefined) {
      const { value } = (owner.declarations.get(name) ?? {}) as { readonly value?: unknown }
      const rest = ['', ...segments.slice(k + 1).map((each) => each.name)].join('.')
      return Array.isArray(value)
        ? indices(segment, value.length).map((i) => `${name}[${i}]${rest}`)
        : [name + rest]
    }
    if (!isInstanceArray(child)) return walk(child, k + 1).map((rest) => `${name}.${rest}`)
    return indices(segment, child.length).flatMap((i) => {
      const element = child[i - 1] as Instance | undefined
      return element === undefined ? [] : walk(element, k + 1).map((rest) => `${name}[${i}].${rest}`)
    })
  }
  return walk(scope, 0)
}

/** Calls `visit` for all expressions in a declaration: its value, its attributes, and those in records. */
function visitExpressions(value: unknown, visit: (expr: ExprNode) => void): void {
  if (isExpr(value)) visit(value)
  else if (Array.isArray(value)) for (const item of value) visitExpressions(item, visit)
  else if (isPar(value) || isVar(value) || isPlainObject(value))
    for (const item of Object.values(value)) visitExpressions(item, visit)
}

/** Declares the variables that the hook of `owner` has returned, in the components that contain the records. */
export function declareInRecords(owner: Instance, variables: readonly RecordVariable[]): void {
  for (const { path, name, declaration } of variables) {
    const passed = findPassed(owner, `${path}.${name}`)
    if (passed === undefined)
      throw modelError(joinPath(owner.path, path), `build: expected a record, got the path '${path}'`)
    const inRecords = new Map<string, VarNode>(passed.instance.inRecords)
    passed.instance.inRecords = inRecords.set(`${passed.segment}.${passed.rest}`, declaration)
  }
}

/** Takes over the variables inside of records of the same components, before a hook has added to them. */
export function keepInRecords(instance: Instance, before: Instance): void {
  instance.inRecords = before.inRecords
  const old = new Map([...childrenOf(before)].map((child) => [child.path, child]))
  for (const child of childrenOf(instance)) {
    const same = old.get(child.path)
    if (same !== undefined) keepInRecords(child, same)
  }
}
