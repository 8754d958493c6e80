/** The equations of all components, in the order of their keys; connections at the end of each level. */

import {
  type Expr,
  type FunctionInfo,
  printExpr,
  type Statement,
  visitExpr,
  type WhenAction,
  type WhenStatement,
} from '../../symbolic/index.ts'
import { isPar } from '../definition/index.ts'
import type { FlatAssert, FlatEquation, FlatWhen } from '../flat-model/index.ts'
import { Connections } from './connections.ts'
import { type DeclaredValues, declarationOf } from './declared-values.ts'
import type { FunctionTable } from './function-table.ts'
import { blocksOf, type Instance, initialBlocksOf, isInstanceArray } from './instance.ts'
import { modelError } from './model-error.ts'
import { resolveOwn } from './resolve.ts'
import { collectDetermined, flowsOf, flowsOfSubcomponents, zeroFlow } from './unconnected.ts'

/** Statements of the flat model. */
export interface Statements {
  readonly equations: FlatEquation[]
  /** Equations of the start, and components that are at rest there. */
  readonly initialEquations: FlatEquation[]
  readonly steady: string[]
  readonly whens: FlatWhen[]
  readonly asserts: FlatAssert[]
  readonly notes: string[]
}

type Local = ReadonlyMap<string, FunctionInfo>

export class EquationCollector {
  readonly statements: Statements = {
    ...{ equations: [], initialEquations: [], steady: [], whens: [], asserts: [], notes: [] },
  }
  private readonly values: DeclaredValues
  private readonly functions: FunctionTable
  private readonly connections: Connections
  /** Variables of sub-components that equations of enclosing components determine. */
  private readonly determined = new Set<string>()

  constructor(root: Instance, values: DeclaredValues, functions: FunctionTable) {
    this.values = values
    this.functions = functions
    this.connections = new Connections(root)
    this.collect(root)
  }

  private collect(instance: Instance): void {
    collectDetermined(instance, this.determined)
    for (const key of Object.keys(instance.node.members)) {
      if (key === 'equations') this.collectOwn(instance)
      else if (key === 'initialEquations') this.collectInitial(instance)
      else if (key === 'initial') this.statements.steady.push(instance.path)
      else if (instance.declarations.has(key)) this.collectBinding(instance, key)
      else this.collectChildren(instance, key)
    }
    this.collectConnections(instance)
  }

  private collectChildren(instance: Instance, key: string): void {
    const child = instance.children.get(key)
    if (child === undefined) return
    for (const item of isInstanceArray(child) ? child : [child]) this.collect(item)
  }

  /** `x = value`, for a variable or for a parameter that depends on variables. */
  private collectBinding(instance: Instance, name: string): void {
    const node = instance.declarations.get(name)!
    const found = declarationOf(instance, name)
    const right = this.values.binding(found.path, node, instance)
    if (right === undefined || this.values.isParameter(found)) return
    if (isPar(node)) this.statements.notes.push(`${found.path} depends on variables and becomes a variable.`)
    const left: Expr = { kind: 'name', name: found.path }
    const pos = right.pos === undefined ? {} : { pos: right.pos }
    this.statements.equations.push({ left, right, component: instance.path, origin: 'binding', ...pos })
  }

  private collectOwn(instance: Instance): void {
    for (const { statements, functions } of blocksOf(instance)) {
      for (const statement of statements) this.collectStatement(instance, statement, functions)
    }
  }

  private collectInitial(instance: Instance): void {
    for (const { statements, functions } of initialBlocksOf(instance)) {
      for (const { pos, ...statement } of statements) {
        if (statement.kind !== 'equation')
          throw modelError(instance.path, 'expected only equations in initialEquations, left = right', pos)
        const resolve = (expr: Expr): Expr => resolveOwn(expr, instance, functions, this.functions)
        const [left, right] = [resolve(statement.left), resolve(statement.right)]
        const origin = 'equation'
        this.statements.initialEquations.push({
          left,
          right,
          component: instance.path,
          origin,
          ...(pos && { pos }),
        })
      }
    }
  }

  private collectStatement(instance: Instance, statement: Statement, local: Local): void {
    const resolve = (expr: Expr): Expr => resolveOwn(expr, instance, local, this.functions)
    const pos = statement.pos === undefined ? {} : { pos: statement.pos }
    if (statement.kind === 'equation') {
      const [left, right] = [resolve(statement.left), resolve(statement.right)]
      this.statements.equations.push({ left, right, component: instance.path, origin: 'equation', ...pos })
    } else if (statement.kind === 'when') {
      this.statements.whens.push(this.createWhen(instance, statement, resolve))
    } else if (statement.fn === 'assert') {
      this.statements.asserts.push(createAssert(instance, statement, resolve))
    } else if (statement.fn !== 'connect') {
      const hint = `write: when condition then ${statement.fn}(…) end when`
      throw modelError(instance.path, `'${statement.fn}' outside of 'when'; ${hint}`, statement.pos)
    }
  }

  private createWhen(instance: Instance, statement: WhenStatement, resolve: (expr: Expr) => Expr): FlatWhen {
    const pos = statement.pos === undefined ? {} : { pos: statement.pos }
    const condition = resolve(statement.condition)
    const actions = statement.body.map((action) => createAction(instance, action, resolve))
    return { condition, actions, component: instance.path, ...pos }
  }

  private collectConnections(instance: Instance): void {
    for (const equation of this.connections.equationsOf(instance)) this.statements.equations.push(equation)
    const open = [...flowsOfSubcomponents(instance)].filter(
      (flow) => !this.connections.isConnectedOutside(flow) && !this.determined.has(flow),
    )
    // connectors of the whole model have no enclosing component
    if (instance.parent === null) for (const flow of flowsOf(instance)) open.push(flow)
    for (const flow of open) {
      this.statements.equations.push(zeroFlow(flow, instance))
      this.statements.notes.push(`${flow} = 0, because nothing is connected to it.`)
    }
  }
}

function createAction(
  instance: Instance,
  action: WhenAction,
  resolve: (expr: Expr) => Expr,
): FlatWhen['actions'][number] {
  if (action.kind === 'equation') {
    const left = resolve(action.left)
    if (left.kind === 'name') return { kind: 'assign', name: left.name, value: resolve(action.right) }
    throw modelError(instance.path, "expected 'variable = expression' inside of 'when'", action.pos)
  }
  if (action.fn === 'assert') return createAssert(instance, action, resolve)
  if (action.fn === 'terminate') return { kind: 'terminate', message: resolve(action.args[0]) }
  const state = resolve(action.args[0])
  if (action.fn === 'reinit' && state.kind === 'name') {
    return { kind: 'reinit', state: state.name, value: resolve(action.args[1]) }
  }
  throw modelError(instance.path, "expected 'reinit(state, expression)' with the name of a state", action.pos)
}

function createAssert(
  instance: Instance,
  statement: Extract<Statement, { kind: 'statement' }>,
  resolve: (expr: Expr) => Expr,
): FlatAssert {
  const [condition, message] = statement.args.map(resolve)
  const pos = statement.pos === undefined ? {} : { pos: statement.pos }
  return { kind: 'assert', condition, message, component: instance.path, ...pos }
}

/**
 * Checks that no variable is assigned twice in `when`, because each assignment is an equation of its variable, and that
 * no state is assigned, because the equation of its derivative determines it.
 */
export function checkWhenAssignments(whens: readonly FlatWhen[], equations: readonly FlatEquation[]): void {
  if (whens.length === 0) return
  const assigned = new Set<string>()
  const states = collectStates(equations)
  for (const { actions, component, pos } of whens) {
    for (const action of actions) {
      if (action.kind !== 'assign') continue
      const { name } = action
      if (states.has(name)) {
        const advice = `write reinit(${name}, ${printExpr(action.value)})`
        throw modelError(component, `'${name}' is a state, because der(${name}) occurs; ${advice}`, pos)
      }
      if (assigned.has(name)) {
        const advice = `write one: when edge(a) or edge(b) then ${name} = if edge(a) then … else … end when`
        throw modelError(component, `'${name}' is assigned in a 'when' already; ${advice}`, pos)
      }
      assigned.add(name)
    }
  }
}

/** Names whose derivatives occur in equations. */
function collectStates(equations: readonly FlatEquation[]): Set<string> {
  const states = new Set<string>()
  const visit = (node: Expr): void => {
    if (node.kind === 'call' && node.fn === 'der' && node.args[0].kind === 'name')
      states.add(node.args[0].name)
  }
  for (const { left, right } of equations) {
    visitExpr(left, visit)
    visitExpr(right, visit)
  }
  return states
}
