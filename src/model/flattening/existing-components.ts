/**
 * Decides which components exist: conditions `if`, and arrays of components `for`. Both follow from parameters, and fix
 * the structure of the translated model.
 */
import { InputError, type VarioError } from '../../base/index.ts'
import {
  CONSTANTS,
  collectNames,
  dataOf,
  type EvaluatedValue,
  type Expr,
  isNumeric,
  name,
  printExpr,
  substitute,
} from '../../symbolic/index.ts'
import { type Decision, FunctionTable, ParameterEvaluator } from '../flat-model/index.ts'
import {
  createModelNode,
  type ExprNode,
  type ForRange,
  isExpr,
  isModel,
  isVar,
  type ModelNode,
} from '../nodes.ts'
import type { Constant } from './component-paths.ts'
import { DeclaredValues } from './declared-values.ts'
import { childrenOf, createInstance, type Instance, isInstanceArray, joinPath } from './instance.ts'
import { checkOuters, lookup } from './lookup.ts'
import { modelError } from './model-error.ts'
import { resolveDeclared, scopeOf } from './resolve.ts'

export class Structure {
  private readonly expanded = new WeakSet<Instance>()
  /** Full names of the parameters that the structure depends on. */
  private readonly used = new Set<string>()
  private readonly functions = new FunctionTable()
  private root: Instance | undefined
  private values: DeclaredValues | undefined
  private evaluator: ParameterEvaluator | undefined

  /** Expands the children and the conditional variables of `instance`. */
  expand(instance: Instance, root: Instance): void {
    this.setRoot(root)
    if (this.expanded.has(instance)) return
    this.expanded.add(instance)
    checkOuters(instance)
    if (instance.node.members['_machine'] !== undefined)
      throw modelError(
        instance.path,
        'expected a state machine as a member of a model, not alone or added by a hook',
      )
    for (const [name, node] of instance.declarations) {
      if (!isVar(node) || node.if === undefined) continue
      if (!this.isPresent(node.if, instance, joinPath(instance.path, name))) remove(instance, name, node.if)
    }
    for (const name of [...instance.children.keys()]) {
      const member = instance.node.members[name]
      if (isModel(member)) this.expandChild(instance, name, member)
      else
        for (const [i, item] of (member as readonly ModelNode[]).entries())
          checkElement(instance, name, i, item)
    }
  }

  /** Expands `instance` and everything inside of it. */
  expandInside(instance: Instance, root: Instance): void {
    this.expand(instance, root)
    for (const child of childrenOf(instance)) this.expandInside(child, root)
  }

  /** Evaluates expressions with names of `instance`; undefined if they depend on more than its parameters. */
  constantsIn(instance: Instance): Constant {
    return (expr) => {
      const full = new Map<string, Expr>()
      for (const name of collectNames(expr)) {
        const found = lookup(instance, name)
        if (found.kind === 'declaration') full.set(name, { kind: 'name', name: found.path })
        else if (!CONSTANTS.has(name)) return undefined
      }
      return this.constant(substitute(expr, full))
    }
  }

  /**
   * Value of an expression with full names; undefined if it depends on more than parameters. The parameters in it become
   * a part of the structure.
   */
  private constant(expr: Expr): EvaluatedValue | undefined {
    if (expr.kind === 'number') return expr.value
    const isFixed = this.values!.isFixedExpression(expr)
    return isFixed ? this.evaluator!.evaluate('', { expr }, undefined) : undefined
  }

  /** The parameters that the structure depends on, by their full names. */
  decisions(): Decision[] {
    return [...this.used].map((parameter) => ({
      expr: name(parameter),
      value: this.evaluator!.value(parameter),
      decides: 'components',
    }))
  }

  private expandChild(instance: Instance, name: string, member: ModelNode): void {
    const path = joinPath(instance.path, name)
    const condition = member.members['if'] as boolean | ExprNode | undefined
    const range = member.members['for'] as ForRange | undefined
    if (condition === undefined && range === undefined) return
    // the component by which names in its own condition and range are looked up
    const seen = createInstance(member, path, instance)
    if (condition !== undefined && !this.isPresent(condition, seen, path)) {
      remove(instance, name, condition)
      return
    }
    if (range === undefined) return
    const [[index, values]] = Object.entries(range)
    const scope = isExpr(values) ? scopeOf(values, seen) : instance
    const elements = this.elementsOf(values, seen, path).map((value, i) =>
      createInstance(member, `${path}[${i + 1}]`, instance, { name: index, value, scope }),
    )
    instance.pending.delete(name)
    instance.children.set(name, elements)
  }

  private elementsOf(range: ExprNode | readonly number[], seen: Instance, path: string): number[] {
    if (!isExpr(range)) return [...range]
    const value = this.evaluate(range, seen, `${path}.for`)
    if (isNumeric(value) && typeof value !== 'number') return Array.from(dataOf(value))
    throw new InputError(`${path}.for`, 'a range such as 1:n', value)
  }

  private isPresent(condition: boolean | ExprNode, seen: Instance, path: string): boolean {
    if (typeof condition === 'boolean') return condition
    const value = this.evaluate(condition, seen, `${path}.if`)
    if (typeof value !== 'boolean') throw new InputError(`${path}.if`, 'true or false', value)
    return value
  }

  private evaluate(node: ExprNode, seen: Instance, path: string): EvaluatedValue {
    const expr = resolveDeclared(node, seen, this.functions)
    const value = this.constant(expr)
    if (value === undefined)
      throw modelError(path, `expected an expression of parameters, got '${printExpr(expr)}', which varies`)
    return value
  }

  /** Build hooks may replace the root. */
  private setRoot(root: Instance): void {
    if (root === this.root) return
    this.root = root
    const values = new DeclaredValues(root, this.functions)
    this.values = values
    this.evaluator = new ParameterEvaluator((name) => {
      const parameter = values.find(name)
      if (parameter !== undefined) this.used.add(name)
      return parameter
    }, this.functions.functions)
  }
}

/** Removes a component or variable whose condition is false. */
function remove(instance: Instance, name: string, condition: boolean | ExprNode): void {
  instance.absent.set(name, isExpr(condition) ? printExpr(condition.expr) : 'if')
  instance.pending.delete(name)
  instance.children.delete(name)
  if (!instance.declarations.has(name)) return
  const declarations = new Map(instance.declarations)
  declarations.delete(name)
  instance.declarations = declarations
}

/** The model of an expanded component: with the sub-components that exist, and lists in place of arrays. */
export function presentModel(instance: Instance): ModelNode {
  const members = { ...instance.node.members } as Record<string, unknown>
  let isSame = true
  for (const key of ['if', 'for', ...instance.absent.keys()]) {
    if (members[key] === undefined) continue
    delete members[key]
    isSame = false
  }
  for (const [name, child] of instance.children) {
    const present = isInstanceArray(child) ? child.map(presentModel) : presentModel(child)
    const before = instance.node.members[name] as ModelNode | readonly ModelNode[]
    const isChanged = Array.isArray(before)
      ? before.some((item, i) => item !== (present as readonly ModelNode[])[i])
      : present !== before
    if (!isChanged) continue
    members[name] = present
    isSame = false
  }
  return isSame ? instance.node : createModelNode(members as ModelNode['members'])
}

/** The position in a list is the name of its element, so that it cannot be absent or become an array. */
function checkElement(instance: Instance, name: string, i: number, { members }: ModelNode): void {
  for (const key of ['if', 'for'] as const)
    if (members[key] !== undefined)
      throw refused(`${joinPath(instance.path, name)}[${i + 1}]`, key, 'an element of a list')
}

/** Checks that the whole model has no condition and no range. */
export function checkWhole({ members }: ModelNode): void {
  for (const key of ['if', 'for'] as const)
    if (members[key] !== undefined) throw refused('model', key, 'the whole model')
}

function refused(path: string, key: string, where: string): VarioError {
  return modelError(path, `expected '${key}' in a component of another model, got it in ${where}; remove it`)
}
