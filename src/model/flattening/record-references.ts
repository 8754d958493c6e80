/**
 * Records that belong to a component with a certain build hook, such as the objects of a 3D model: names in equations and
 * expressions that lead into them, and the variables that the hook declares there.
 */
import { VarioError } from '../../base/index.ts'
import { expressionsIn, type NameExpr, placeFields, placeMessage, visitNames } from '../../symbolic/index.ts'
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
import { childrenOf, type Instance, joinPath, writtenBlocks } from './instance.ts'
import { findPassed, hasFirstName, lookup } from './lookup.ts'
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
  const enter = (path: string, name: string, pos: NameExpr['pos']): void => {
    const key = `${path}.${name}`
    if (path.startsWith(prefix) && !found.has(key))
      found.set(key, { path: path.slice(prefix.length), name, ...(pos && { pos }) })
  }
  collect(root, ({ name, pos }, scope, isValue) => {
    const passed = name.includes('.') ? findPassed(scope, name) : undefined
    if (passed !== undefined) {
      if (isPar(passed.node)) enter(joinPath(passed.instance.path, passed.segment), passed.rest, pos)
      return
    }
    const whole = isValue ? lookup(scope, name) : undefined
    if (whole?.kind === 'declaration' && isPar(whole.node)) enter(whole.path, '', pos)
  })
  return [...found.values()]
}

/** An error of a hook about a name, with the place of the name in the equations. */
export function atReference({ pos }: RecordReference, error: VarioError): VarioError {
  const fields = { problem: error.message, ...error.fields, ...placeFields(pos) }
  return new VarioError(error.code, placeMessage(error.message, pos), fields)
}

/** Calls `add` for all names in the model; `isValue`: a variable depends on it, so that it has to be a number. */
function collect(instance: Instance, add: (node: NameExpr, scope: Instance, isValue: boolean) => void): void {
  for (const { statements } of writtenBlocks(instance))
    for (const statement of statements)
      for (const expr of expressionsIn(statement)) visitNames(expr, (node) => add(node, instance, true))
  for (const declared of instance.declarations.values())
    visitExpressions(declared, (expr) => {
      visitNames(expr.expr, (node) => {
        let scope: Instance | null = instance
        for (let i = 0; i < expr.up && scope.parent !== null; i++) scope = scope.parent
        while (scope !== null && !hasFirstName(scope, node.name)) scope = scope.parent
        if (scope !== null) add(node, scope, isVar(declared))
      })
    })
  for (const child of childrenOf(instance)) collect(child, add)
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
