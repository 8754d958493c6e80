/** Expressions with local names become expressions with full names. */
import { VarioError } from '../../base/index.ts'
import {
  BUILTINS,
  type CallExpr,
  CONSTANTS,
  call,
  collectNames,
  type Expr,
  evaluate,
  type FunctionInfo,
  findNamedArgument,
  ifExpr,
  inputsOfOperator,
  mapExpr,
  mapNames,
  mul,
  type NameExpr,
  nameOfArgument,
  OPERATORS,
  orderArguments,
  RECORD,
  SYMBOL_OPERATORS,
  visitExpr,
  ZERO,
} from '../../symbolic/index.ts'
import { checkCalls } from '../check-calls.ts'
import type { FunctionTable } from '../flat-model/index.ts'
import type { ExprNode } from '../nodes.ts'
import { withFields } from '../statements/index.ts'
import { type Constant, expandPaths } from './component-paths.ts'
import { fieldsOfRecord } from './connector.ts'
import type { ElementIndex, Instance } from './instance.ts'
import { hasFirstName, lookup } from './lookup.ts'
import { inComponent, modelError } from './model-error.ts'

/** Scope in which local names are looked up. */
interface Scope {
  /** The component that contains the equation or declaration, for messages. */
  readonly owner: Instance
  /** The component in which the text was written. */
  readonly start: Instance
  /** True if names are looked up in enclosing components too. */
  readonly outward: boolean
  readonly local: ReadonlyMap<string, FunctionInfo>
  readonly functions: FunctionTable
}

/** Resolves an expression in the equations of `instance`: only names of this component. */
export function resolveOwn(
  expr: Expr,
  instance: Instance,
  local: ReadonlyMap<string, FunctionInfo>,
  functions: FunctionTable,
): Expr {
  return resolve(expr, { owner: instance, start: instance, outward: false, local, functions })
}

/**
 * Resolves the expression of a declaration in `instance`: names are looked up in the component in which it was written,
 * then in the enclosing components.
 */
export function resolveDeclared(node: ExprNode, instance: Instance, functions: FunctionTable): Expr {
  const start = scopeOf(node, instance)
  const scope = { owner: instance, start, outward: true, local: node.functions, functions }
  return resolve(expandDeclared(node.expr, scope), scope)
}

/** Replaces the indices of arrays of components by their values, and paths through such arrays by names. */
function expandDeclared(expr: Expr, scope: Scope): Expr {
  let root = scope.owner
  while (root.parent !== null) root = root.parent
  if (!root.hasArrays) return expr
  const indexed = mapNames(expr, (node) => {
    const index = findIndex(node.name, scope)
    return index === undefined ? node : { ...node, kind: 'number', value: index.value }
  })
  const constant: Constant = (part) =>
    collectNames(part).size === 0 ? evaluate(part, () => undefined) : undefined
  return expandPaths(indexed, (first) => innermost(first, scope), constant)
}

/** The component in which the expression of a declaration in `instance` was written. */
export function scopeOf(node: ExprNode, instance: Instance): Instance {
  let start = instance
  for (let i = 0; i < node.up && start.parent !== null; i++) start = start.parent
  return start
}

/**
 * True for `time` and the constants of the language, which mean the same everywhere unless a component declares them.
 */
export function isGlobalName(name: string): boolean {
  return name === 'time' || CONSTANTS.has(name)
}

function resolve(expr: Expr, scope: Scope): Expr {
  const isPlain = scope.local.size === 0 && callsBuiltinsOnly(expr)
  const called = isPlain ? expr : resolveCalls(expr, scope)
  return mapNames(withBranches(called), (node) => resolveName(node, scope))
}

/**
 * Expressions known to call only functions of the language, with valid arguments. They are shared by all instances of a
 * model.
 */
const checked = new WeakMap<Expr, boolean>()

function callsBuiltinsOnly(expr: Expr): boolean {
  let known = checked.get(expr)
  if (known === undefined) checked.set(expr, (known = checkCalls(expr).length === 0))
  return known
}

const rewritten = new WeakMap<Expr, Expr>()

/** The expression with `if` in place of functions that are another notation for it. */
function withBranches(expr: Expr): Expr {
  let known = rewritten.get(expr)
  if (known === undefined) {
    known = mapExpr(expr, (node) => {
      if (node.kind !== 'call') return node
      const [a, b, c] = node.args
      if (node.fn === 'smooth') return b
      if (node.fn !== 'semiLinear') return node
      return { ...ifExpr(call('>=', a, ZERO), mul(b, a), mul(c, a)), ...(node.pos && { pos: node.pos }) }
    })
    rewritten.set(expr, known)
  }
  return known
}

function resolveCalls(expr: Expr, scope: Scope): Expr {
  const called = mapExpr(expr, (node) => {
    if (node.kind !== 'call' || node.fn === RECORD) return node
    const fn = resolveFunction(node.fn, scope)
    const info = scope.functions.functions.get(fn)
    const ordered = orderNamed(withFieldsIn(node, info, scope), info, scope)
    if (info?.expand !== undefined) return expandCall(ordered, info.expand, scope)
    return fn === node.fn ? ordered : { ...ordered, fn }
  })
  const [problem] = checkCalls(called, scope.functions.functions)
  if (problem !== undefined) throw inComponent(scope.owner.path, problem)
  return called
}

/** The call with the variables of records in place of these. */
function withFieldsIn(node: CallExpr, info: FunctionInfo | undefined, scope: Scope): CallExpr {
  const isOfLanguage = BUILTINS.has(node.fn) || OPERATORS.has(node.fn) || SYMBOL_OPERATORS.has(node.fn)
  if (isOfLanguage || nameOfArgument(node) !== undefined) return node
  try {
    return withFields(node, info, (expr) =>
      expr.kind === 'name' ? fieldsOfRecord(expr, find(expr.name, scope)) : undefined,
    )
  } catch (error) {
    throw error instanceof VarioError ? inComponent(scope.owner.path, error) : error
  }
}

/** The call with its arguments in the order of the inputs. */
function orderNamed(node: CallExpr, info: FunctionInfo | undefined, { owner, functions }: Scope): CallExpr {
  if (findNamedArgument(node) === undefined) return node
  const isKnown = info !== undefined || BUILTINS.has(node.fn) || OPERATORS.has(node.fn)
  const [problem] = isKnown ? [] : checkCalls({ ...node, args: [] }, functions.functions)
  if (problem !== undefined) throw inComponent(owner.path, problem)
  try {
    return orderArguments(node, info ?? inputsOfOperator(node))
  } catch (error) {
    throw error instanceof VarioError ? inComponent(owner.path, error) : error
  }
}

/** The expression that a function puts in the place of a call. */
function expandCall(node: CallExpr, expand: NonNullable<FunctionInfo['expand']>, scope: Scope): Expr {
  let expanded: Expr
  try {
    expanded = expand(node.args)
  } catch (error) {
    if (!(error instanceof VarioError)) throw error
    throw inComponent(scope.owner.path, error)
  }
  visitExpr(expanded, (part) => {
    if (part.kind === 'call') scope.functions.addRegistered(part.fn)
  })
  return node.pos === undefined ? expanded : { ...expanded, pos: node.pos }
}

function resolveName(expr: NameExpr, scope: Scope): Expr {
  const found = find(expr.name, scope)
  if (found.kind === 'declaration') return found.path === expr.name ? expr : { ...expr, name: found.path }
  if (isGlobalName(expr.name)) return expr
  if (found.kind === 'none') {
    const last = expr.name.slice(expr.name.lastIndexOf('.') + 1)
    const isConstant = expr.name.startsWith('Modelica.') && CONSTANTS.has(last)
    const value = expr.name.startsWith('Modelica.Constants.') ? MODELICA_CONSTANTS[last] : undefined
    const advice = isConstant ? `; write ${last}` : value === undefined ? '' : `; write ${value}`
    throw modelError(scope.owner.path, `${found.problem()}${advice}`, expr.pos)
  }
  const problem = `expected a variable or a parameter, got the sub-model '${expr.name}'`
  throw modelError(scope.owner.path, problem, expr.pos)
}

/** Constants of the Modelica library [CODATA 2018]: exact ones of the SI, and limits of numbers. */
const MODELICA_CONSTANTS: Readonly<Record<string, string>> = {
  ...{ g_n: '9.80665', c: '299792458', k: '1.380649e-23', R: '8.31446261815324', N_A: '6.02214076e23' },
  ...{ q: '1.602176634e-19', h: '6.62607015e-34', sigma: '5.670374419e-8', T_zero: '-273.15' },
  ...{ e: 'exp(1)', D2R: 'pi/180', R2D: '180/pi' },
}

/**
 * The index `name` of an array of components: in expressions that are written beside the declaration of the array, or
 * inside of its elements.
 */
function findIndex(name: string, { owner, start }: Scope): ElementIndex | undefined {
  for (let at: Instance = owner; at !== start && at.parent !== null; at = at.parent)
    if (at.index?.name === name && at.index.scope === start) return at.index
  for (let at: Instance | null = start; at !== null && !hasFirstName(at, name); at = at.parent)
    if (at.index?.name === name) return at.index
  return undefined
}

/** Looks up `name` in the innermost component that contains its first part. */
function find(name: string, scope: Scope): ReturnType<typeof lookup> {
  return lookup(scope.outward ? innermost(name, scope) : scope.start, name)
}

/** The innermost component that contains the first part of `name`; the start of the scope if there is none. */
function innermost(name: string, { start }: Scope): Instance {
  let at: Instance | null = start
  while (at !== null && !hasFirstName(at, name)) at = at.parent
  return at ?? start
}

/** Name in the flat model of the function called as `fn`. */
function resolveFunction(fn: string, scope: Scope): string {
  const local = scope.local.get(fn)
  if (local !== undefined) return scope.functions.add(local)
  if (BUILTINS.has(fn) || OPERATORS.has(fn) || SYMBOL_OPERATORS.has(fn)) return fn

  // a parameter whose value is a function: thrust(time)
  const found = find(fn, scope)
  const value = found.kind === 'declaration' ? found.node?.value : undefined
  if (found.kind === 'declaration' && typeof value === 'function') {
    return scope.functions.add({ name: found.path, evaluate: value as FunctionInfo['evaluate'] })
  }
  scope.functions.addRegistered(fn)
  return fn
}
