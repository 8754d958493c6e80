/** The equations of all components, in the order of their keys; connections at the end of each level. */

import {
  type CallStatement,
  call,
  type Expr,
  type FunctionInfo,
  printExpr,
  visitExpr,
} from '../../symbolic/index.ts'
import type { FlatAssert, FlatEquation, FlatWhen, FunctionTable } from '../flat-model/index.ts'
import { isPar, type ParNode, type VarNode } from '../nodes.ts'
import type { PlainEquation, PlainStatement, PlainWhen } from '../statements/index.ts'
import { Connections } from './connections.ts'
import { type DeclaredValues, declarationOf } from './declared-values.ts'
import type { Structure } from './existing-components.ts'
import { type Instance, isInstanceArray } from './instance.ts'
import { modelError } from './model-error.ts'
import { resolveOwn } from './resolve.ts'
import { collectDetermined, flowsOf, flowsOfSubcomponents, unusedBusFlows, zeroFlow } from './unconnected.ts'

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
  private nChain = 0

  constructor(root: Instance, structure: Structure, values: DeclaredValues, functions: FunctionTable) {
    this.values = values
    this.functions = functions
    this.connections = new Connections(root, structure)
    this.collect(root)
  }

  private collect(instance: Instance): void {
    collectDetermined(instance, this.determined)
    for (const key of Object.keys(instance.node.members)) {
      if (key === 'equations') this.collectOwn(instance)
      else if (key === 'initialEquations') this.collectInitial(instance)
      else if (key === 'initial') this.statements.steady.push(instance.path)
      else if (instance.declarations.has(key))
        this.collectBinding(instance, key, instance.declarations.get(key)!)
      else this.collectChildren(instance, key)
    }
    for (const [name, node] of instance.inRecords) this.collectBinding(instance, name, node)
    this.collectConnections(instance)
  }

  private collectChildren(instance: Instance, key: string): void {
    const child = instance.children.get(key)
    if (child === undefined) return
    for (const item of isInstanceArray(child) ? child : [child]) this.collect(item)
  }

  /** `x = value`, for a variable or for a parameter that depends on variables. */
  private collectBinding(instance: Instance, name: string, node: VarNode | ParNode): void {
    const found = declarationOf(instance, name)
    const right = this.values.binding(found.path, node, instance)
    if (right === undefined || this.values.isParameter(found)) return
    if (isPar(node)) this.statements.notes.push(`${found.path} depends on variables and becomes a variable.`)
    const left: Expr = { kind: 'name', name: found.path }
    const pos = right.pos === undefined ? {} : { pos: right.pos }
    this.statements.equations.push({
      left,
      right: this.withStreams(right, instance),
      component: instance.path,
      origin: 'binding',
      ...pos,
    })
  }

  private collectOwn(instance: Instance): void {
    for (const { statements, functions } of instance.blocks) {
      const chains = new Map<number, number>()
      for (const statement of statements) this.collectStatement(instance, statement, functions, chains)
    }
  }

  private withStreams(expr: Expr, { path }: Instance): Expr {
    return this.connections.streams.replace(expr, path)
  }

  private collectInitial(instance: Instance): void {
    for (const { statements, functions } of instance.initialBlocks) {
      for (const { pos, ...statement } of statements) {
        if (statement.kind !== 'equation')
          throw modelError(instance.path, 'expected only equations in initialEquations, left = right', pos)
        const resolve = (expr: Expr): Expr =>
          this.withStreams(resolveOwn(expr, instance, functions, this.functions), instance)
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

  /** @param chains numbers of chains of `when` in the flat model by those in the block */
  private collectStatement(
    instance: Instance,
    statement: PlainStatement,
    local: Local,
    chains: Map<number, number>,
  ): void {
    const resolve = (expr: Expr): Expr =>
      this.withStreams(resolveOwn(expr, instance, local, this.functions), instance)
    const pos = statement.pos === undefined ? {} : { pos: statement.pos }
    if (statement.kind === 'equation') {
      const [left, right] = [resolve(statement.left), resolve(statement.right)]
      const cases = statement.cases?.map((each) => ({ left: resolve(each.left), right: resolve(each.right) }))
      const component = instance.path
      this.statements.equations.push({
        left,
        right,
        component,
        origin: 'equation',
        ...(cases && { cases }),
        ...pos,
      })
    } else if (statement.kind === 'when') {
      const { chain } = statement
      if (chain !== undefined && !chains.has(chain)) chains.set(chain, ++this.nChain)
      const when = this.createWhen(instance, statement, resolve)
      this.statements.whens.push(chain === undefined ? when : { ...when, chain: chains.get(chain)! })
    } else if (statement.fn === 'assert') {
      this.statements.asserts.push(createAssert(instance, statement, resolve))
    } else if (statement.fn !== 'connect') {
      const hint = `write: when condition then ${statement.fn}(…) end when`
      throw modelError(
        instance.path,
        `'${statement.fn}': expected it inside of 'when', got it outside; ${hint}`,
        statement.pos,
      )
    }
  }

  private createWhen(instance: Instance, statement: PlainWhen, resolve: (expr: Expr) => Expr): FlatWhen {
    const pos = statement.pos === undefined ? {} : { pos: statement.pos }
    const condition = resolve(statement.condition)
    const actions = statement.body.map((action) => createAction(instance, action, resolve))
    return { condition, actions, component: instance.path, ...pos }
  }

  private collectConnections(instance: Instance): void {
    for (const equation of this.connections.equationsOf(instance)) this.statements.equations.push(equation)
    const open = [...flowsOfSubcomponents(instance)].filter(
      ({ name }) => !this.connections.isConnectedOutside(name) && !this.determined.has(name),
    )
    // connectors of the whole model have no enclosing component
    if (instance.parent === null) for (const flow of flowsOf(instance)) open.push(flow)
    for (const flow of unusedBusFlows(instance)) {
      const { connections } = this
      if (connections.isConnectedOutside(flow) && !connections.isConnectedInside(flow))
        this.statements.equations.push(zeroFlow({ name: flow, isOfBus: true }, instance))
    }
    for (const flow of open) {
      this.statements.equations.push(zeroFlow(flow, instance))
      if (!flow.isOfBus) this.statements.notes.push(`${flow.name} = 0, because nothing is connected to it.`)
    }
  }
}

function createAction(
  instance: Instance,
  action: PlainEquation | CallStatement,
  resolve: (expr: Expr) => Expr,
): FlatWhen['actions'][number] {
  if (action.kind === 'equation') {
    const left = resolve(action.left)
    if (left.kind === 'name') return { kind: 'assign', name: left.name, value: resolve(action.right) }
    if (left.kind === 'index' && left.base.kind === 'name') {
      const { base, subscripts } = left
      return { kind: 'assign', name: base.name, subscripts, value: resolve(action.right) }
    }
    throw modelError(instance.path, "expected 'variable = expression' inside of 'when'", action.pos)
  }
  if (action.fn === 'assert') return createAssert(instance, action, resolve)
  if (action.fn === 'terminate') return { kind: 'terminate', message: resolve(action.args[0]) }
  const state = resolve(action.args[0])
  if (action.fn === 'reinit' && state.kind === 'name') {
    return { kind: 'reinit', state: state.name, value: resolve(action.args[1]) }
  }
  if (state.kind === 'index' && state.base.kind === 'name' && state.subscripts.length === 1) {
    const [element] = state.subscripts
    return { kind: 'reinit', state: state.base.name, element, value: resolve(action.args[1]) }
  }
  throw modelError(instance.path, "expected 'reinit(state, expression)' with the name of a state", action.pos)
}

function createAssert(
  instance: Instance,
  statement: CallStatement,
  resolve: (expr: Expr) => Expr,
): FlatAssert {
  const [condition, message] = statement.args.slice(0, 2).map(resolve)
  const isWarning = isWarningLevel(instance, statement)
  const pos = statement.pos === undefined ? {} : { pos: statement.pos }
  return {
    kind: 'assert',
    condition,
    message,
    ...(isWarning && { isWarning }),
    component: instance.path,
    ...pos,
  }
}

/** The level of an `assert`: as in Modelica, or as a text. */
function isWarningLevel(instance: Instance, { args, pos }: CallStatement): boolean {
  const [, , level] = args
  if (level === undefined) return false
  const text = level.kind === 'string' ? level.value : level.kind === 'name' ? level.name : ''
  const word = text.replace(/^AssertionLevel\./, '')
  if (word === 'warning' || word === 'error') return word === 'warning'
  const expected = 'AssertionLevel.warning or AssertionLevel.error'
  throw modelError(
    instance.path,
    `assert(…): expected the level ${expected}, got ${printExpr(level)}`,
    level.pos ?? pos,
  )
}

/**
 * Checks that no variable is assigned twice in `when`, because each assignment is an equation of its variable, and that
 * no state is assigned, because the equation of its derivative determines it.
 */
export function checkWhenAssignments(whens: readonly FlatWhen[], equations: readonly FlatEquation[]): void {
  if (whens.length === 0) return
  /** Chain of the `when` that assigns a variable or an element of an array; 0: none. */
  const assigned = new Map<string, number>()
  const states = collectStates(equations)
  for (const { actions, component, pos, chain = 0 } of whens) {
    const own = new Set<string>()
    for (const action of actions) {
      if (action.kind !== 'assign') continue
      const { name } = action
      if (states.has(name)) {
        const advice = `write reinit(${name}, ${printExpr(action.value)})`
        throw modelError(
          component,
          `'${name}': expected a discrete variable on the left, got a state, because der(${name}) occurs; ${advice}`,
          pos,
        )
      }
      const target = action.subscripts ? printExpr(call('index', ...action.subscripts)) : ''
      const shown = `${name}${target.replace('index(', '[').replace(/\)$/, ']')}`
      const earlier = assigned.get(shown)
      if (own.has(shown) || (earlier !== undefined && (earlier === 0 || earlier !== chain))) {
        const advice = `write one: when a then ${shown} = … elsewhen b then ${shown} = … end when`
        throw modelError(
          component,
          `'${shown}': expected one assignment in 'when', got a second one; ${advice}`,
          pos,
        )
      }
      own.add(shown)
      assigned.set(shown, chain)
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
