/** Names in equations and expressions that lead into records, and the variables that build hooks declare there. */
import { collectNames, expressionsIn } from '../../symbolic/index.ts'
import {
  type ExprNode,
  isExpr,
  isPar,
  isPlainObject,
  isVar,
  type RecordReference,
  type RecordVariable,
  type VarNode,
} from '../definition/index.ts'
import { childrenOf, type Instance, joinPath, writtenBlocks } from './instance.ts'
import { findPassed, hasFirstName } from './lookup.ts'
import { modelError } from './model-error.ts'

/** The names in the whole model that lead into records of `owner`, relative to it, each once. */
export function findRecordReferences(root: Instance, owner: Instance): RecordReference[] {
  const found = new Map<string, RecordReference>()
  const prefix = owner.path === '' ? '' : `${owner.path}.`
  const add = (name: string, scope: Instance): void => {
    if (!name.includes('.')) return
    const passed = findPassed(scope, name)
    if (passed === undefined || !isPar(passed.node)) return
    const path = joinPath(passed.instance.path, passed.segment)
    if (path.startsWith(prefix))
      found.set(`${path}.${passed.rest}`, { path: path.slice(prefix.length), name: passed.rest })
  }
  collect(root, add)
  return [...found.values()]
}

function collect(instance: Instance, add: (name: string, scope: Instance) => void): void {
  for (const { statements } of writtenBlocks(instance))
    for (const statement of statements)
      for (const expr of expressionsIn(statement)) for (const name of collectNames(expr)) add(name, instance)
  for (const node of instance.declarations.values())
    visitExpressions(node, (expr) => {
      for (const name of collectNames(expr.expr)) {
        let scope: Instance | null = instance
        for (let i = 0; i < expr.up && scope.parent !== null; i++) scope = scope.parent
        while (scope !== null && !hasFirstName(scope, name)) scope = scope.parent
        if (scope !== null) add(name, scope)
      }
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
