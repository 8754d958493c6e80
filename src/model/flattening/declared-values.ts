/** Parameters and attributes of the instance tree as values of the flat model. */
import { convert, UnitError, VarioError } from '../../base/index.ts'
import { CLOCK_OPERATORS, collectNames, type Expr, visitExpr } from '../../symbolic/index.ts'
import { VALUE_ATTRIBUTES } from '../attributes.ts'
import { isFinal, placeOfFinal } from '../final-members.ts'
import type { FlatParameter, FlatVariable, FunctionTable, ValueOrExpr } from '../flat-model/index.ts'
import {
  isExpr,
  isPar,
  isPlainObject,
  isQuantity,
  isVar,
  type ParNode,
  type Value,
  type ValueType,
  type VarAttributes,
  type VarNode,
} from '../nodes.ts'
import { hasDeferred, mapRecord, plainPart } from '../records.ts'
import { fullName, type Instance } from './instance.ts'
import { type FoundDeclaration, lookup } from './lookup.ts'
import { modelError } from './model-error.ts'
import { resolveDeclared } from './resolve.ts'

/** Functions whose values change during a run, whatever their arguments are. */
const TIME_DEPENDENT: ReadonlySet<string> = new Set([
  ...'der pre initial terminal after edge change'.split(' '),
  ...CLOCK_OPERATORS,
])

/** Resolves the values of declarations, each once, and determines which of them are fixed during a run. */
export class DeclaredValues {
  private readonly root: Instance
  private readonly functions: FunctionTable
  private readonly bindings = new Map<string, Expr>()
  private readonly fixed = new Map<string, boolean>()

  constructor(root: Instance, functions: FunctionTable) {
    this.root = root
    this.functions = functions
  }

  /** Returns the parameter with this full name, or undefined. */
  find(path: string): FlatParameter | undefined {
    const found = lookup(this.root, path)
    return found.kind === 'declaration' && this.isParameter(found) ? this.parameter(found) : undefined
  }

  /**
   * True for a value that is fixed during a run: a `Par` or a `Var` with a literal value, and a `Par` with an
   * expression of such parameters only.
   */
  isParameter({ path, node, instance }: FoundDeclaration): boolean {
    const known = this.fixed.get(path)
    if (known !== undefined) return known
    // parameters in a cycle count as parameters; their evaluation reports the cycle
    this.fixed.set(path, true)
    const isFixed =
      node !== null &&
      node.value !== undefined &&
      (!isExpr(node.value) || (isPar(node) && this.isFixed(path, node, instance)))
    this.fixed.set(path, isFixed)
    return isFixed
  }

  /** The binding of a declaration with full names. */
  binding(path: string, node: VarNode | ParNode, instance: Instance): Expr | undefined {
    if (!isExpr(node.value)) return undefined
    let expr = this.bindings.get(path)
    if (expr === undefined)
      this.bindings.set(path, (expr = resolveDeclared(node.value, instance, this.functions)))
    return expr
  }

  parameter({ path, node, instance }: FoundDeclaration): FlatParameter {
    const { min, max, info, value } = node!
    const unit = unitOf(node!)
    const expr = this.binding(path, node!, instance)
    const parameter: Writable<FlatParameter> = {
      name: path,
      component: instance.path,
      value: expr === undefined ? { literal: this.literal(path, value, unit, instance) } : { expr },
    }
    if (node!.fixed === false) parameter.isFree = true
    if (unit !== undefined) parameter.unit = unit
    if (info !== undefined) parameter.info = info
    const type = typeOf(node!, value)
    if (type !== undefined) parameter.type = type
    if (isFinal(node!)) parameter.final = placeOfFinal(path, node!)
    if (min !== undefined) parameter.min = this.attribute(`${path}.min`, min, instance, unit)
    if (max !== undefined) parameter.max = this.attribute(`${path}.max`, max, instance, unit)
    return parameter
  }

  variable(name: string, node: VarNode | ParNode | null, instance: Instance): FlatVariable {
    const path = fullName(instance, name)
    const unit = node === null ? undefined : unitOf(node)
    const declared: VarAttributes = node !== null && isVar(node) ? node : NO_ATTRIBUTES
    const variable: Writable<FlatVariable> = {
      name: path,
      component: instance.path,
      isInput: declared.input === true && declared.value === undefined,
      isOutput: declared.output === true,
      isPotential: declared.potential === true,
      ...(declared.flow === true && { isFlow: true as const }),
      hideResult: declared.hideResult === true,
      ...(node === null && { isImplicit: true }),
      ...(node !== null && isPar(node) && { isParameter: true }),
    }
    if (unit !== undefined) variable.unit = unit
    if (node?.info !== undefined) variable.info = node.info
    const type = node === null ? undefined : typeOf(node, declared.init ?? declared.start)
    if (type !== undefined) {
      variable.type = type
      if (typeof type !== 'string') variable.info = describeNames(type, variable.info)
    }
    if (node && isFinal(node)) variable.final = placeOfFinal(path, node)
    const { stateSelect } = declared
    if (stateSelect !== undefined && stateSelect !== 'default') variable.stateSelect = stateSelect
    for (const attribute of ATTRIBUTES) {
      if (declared[attribute] === undefined) continue
      variable[attribute] = this.attribute(`${path}.${attribute}`, declared[attribute], instance, unit)
    }
    if (declared.fixed === false && variable.init !== undefined) variable.isDefault = true
    // start with fixed: true is init
    if (declared.fixed && variable.start !== undefined && variable.init === undefined) {
      variable.init = variable.start
      delete variable.start
    }
    return variable
  }

  /** A literal in the declared unit; expressions in a record get full names. */
  private literal(path: string, value: unknown, unit: string | undefined, instance: Instance): Value {
    if (!isRecord(value) || !hasDeferred(value)) return literalOf(path, value, unit)
    const resolve = (part: object): unknown => {
      if (!isExpr(part)) return isPar(part) ? mapRecord(part.value, resolve) : plainPart(part)
      const expr = resolveDeclared(part, instance, this.functions)
      return { ...part, expr, up: 0 }
    }
    return mapRecord(value, resolve) as Value
  }

  private isFixed(path: string, node: ParNode, instance: Instance): boolean {
    return this.isFixedExpression(this.binding(path, node, instance)!)
  }

  /** True for an expression with full names whose value is fixed during a run. */
  isFixedExpression(expr: Expr): boolean {
    let isFixed = true
    visitExpr(expr, (part) => {
      if (part.kind === 'call' && TIME_DEPENDENT.has(part.fn)) isFixed = false
    })
    for (const name of isFixed ? collectNames(expr) : []) {
      const found = lookup(this.root, name)
      const isConstant = found.kind === 'none' && name !== 'time'
      if (isConstant || (found.kind === 'declaration' && this.isParameter(found))) continue
      return false
    }
    return isFixed
  }

  private attribute(path: string, value: unknown, instance: Instance, unit: string | undefined): ValueOrExpr {
    if (isExpr(value)) return { expr: resolveDeclared(value, instance, this.functions) }
    return { literal: literalOf(path, value, unit) }
  }
}

/** The declared type, or that of an array of Booleans. */
function typeOf({ type }: VarNode | ParNode, value: unknown): ValueType | undefined {
  if (type !== undefined) return type as ValueType
  const isOfBooleans =
    Array.isArray(value) && value.length > 0 && value.flat().every((each) => typeof each === 'boolean')
  return isOfBooleans ? 'Boolean' : undefined
}

/** Explanation of the values of an enumeration in the result. */
function describeNames(names: readonly string[], info: string | undefined): string {
  const values = names.map((name, i) => `${i + 1} ${name}`).join(', ')
  return info === undefined ? values : `${info}: ${values}`
}

const NO_ATTRIBUTES: VarAttributes = {}

const ATTRIBUTES = ['init', 'start', 'min', 'max', 'nominal'] as const

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** The declared unit, or the unit of the first quantity among the values. */
export function unitOf(node: VarNode | ParNode): string | undefined {
  if (node.unit !== undefined) return node.unit
  for (const name of VALUE_ATTRIBUTES) {
    const value = (node as VarNode)[name]
    if (isQuantity(value)) return value.unit
  }
  return undefined
}

/** True for a map, or a list of maps and parameters. */
function isRecord(value: unknown): boolean {
  return (
    isPlainObject(value) || (Array.isArray(value) && value.some((item) => isPar(item) || isPlainObject(item)))
  )
}

function literalOf(path: string, value: unknown, unit: string | undefined): Value {
  if (Array.isArray(value) && value.flat(3).some(isExpr)) {
    throw modelError(
      path,
      'expected numbers, or one expression for the whole array, got an array with expressions in it; write expr`[a, b]`',
    )
  }
  if (!isQuantity(value)) return value as Value
  try {
    return mapNumbers(value.value, (number) =>
      unit === undefined ? number : convert(number, value.unit, unit),
    )
  } catch (error) {
    if (!(error instanceof UnitError)) throw error
    throw new VarioError('MODEL', `${path}: ${error.message}`, { ...error.fields, path })
  }
}

/** Applies `change` to every number of nested arrays. */
function mapNumbers(value: unknown, change: (number: number) => number): Value {
  if (typeof value === 'number') return change(value)
  return Array.from(value as ArrayLike<unknown>, (element) => mapNumbers(element, change))
}

/** Returns the declaration of a member of `instance` as seen from outside. */
export function declarationOf(instance: Instance, name: string): FoundDeclaration {
  const node = instance.declarations.get(name) ?? instance.inRecords.get(name) ?? null
  return { kind: 'declaration', instance, name, path: fullName(instance, name), node }
}
