/** Flows of unconnected connectors. */
import { collectNames, type Expr } from '../../symbolic/index.ts'
import type { FlatEquation } from '../flat-model/index.ts'
import type { PlainStatement } from '../statements/index.ts'
import { leavesOf } from './connector.ts'
import { expressionsOf } from './declare-implicit.ts'
import { childrenOf, type Instance, isInstanceArray, joinPath } from './instance.ts'
import { firstName } from './lookup.ts'

/** A flow that connections have to determine. */
export interface OpenFlow {
  readonly name: string
  /** In a connector of a bus, which other components have put there. */
  readonly isOfBus: boolean
}

/** Flows that the connections of `level` have to determine: the flows in the connectors of its sub-components. */
export function* flowsOfSubcomponents(level: Instance): Generator<OpenFlow> {
  for (const child of childrenOf(level)) if (!child.isConnector) yield* flowsOf(child)
}

/** The flows in the connectors of a component. */
export function* flowsOf(component: Instance): Generator<OpenFlow> {
  for (const child of childrenOf(component)) {
    if (!child.isConnector) continue
    for (const [, leaf] of leavesOf(child, '', true))
      if (leaf.isFlow) yield { name: leaf.name, isOfBus: child.isBus }
  }
}

/** Flows in the own buses of a component that its equations do not use: other components have put them there. */
export function* unusedBusFlows(component: Instance): Generator<string> {
  const buses = [...childrenOf(component)].filter((child) => child.isBus)
  if (buses.length === 0) return
  const used = new Set<string>()
  for (const { statements } of component.blocks)
    for (const expr of statements.flatMap(expressionsOf))
      for (const name of collectNames(expr)) used.add(joinPath(component.path, name))
  for (const bus of buses)
    for (const [, leaf] of leavesOf(bus, '', true)) if (leaf.isFlow && !used.has(leaf.name)) yield leaf.name
}

/** The equation `flow = 0`; that of a bus is a part of its connections, and no open end. */
export function zeroFlow({ name, isOfBus }: OpenFlow, level: Instance): FlatEquation {
  return {
    left: { kind: 'name', name },
    right: { kind: 'number', value: 0 },
    component: level.path,
    origin: isOfBus ? 'connection' : 'unconnected',
  }
}

/**
 * Full names of the variables of sub-components that the equations of `level` determine, as `load.flange_b.tau = 0`
 * does: the name is a term of a sum on one side. An equation `y = load.flange_b.tau` whose `y` is used nowhere else
 * only reads the flow.
 */
export function collectDetermined(level: Instance, determined: Set<string>): void {
  const hasComponents = [...childrenOf(level)].some((child) => !child.isConnector)
  const statements = hasComponents ? level.blocks.flatMap((block) => block.statements) : []
  const uses = countUses(statements)
  for (const statement of statements) {
    if (statement.kind !== 'equation') continue
    for (const [side, other] of [
      [statement.left, statement.right],
      [statement.right, statement.left],
    ]) {
      const isObserved = other.kind === 'name' && !other.name.includes('.') && uses.get(other.name) === 1
      if (isObserved && side.kind === 'name') continue
      for (const name of termsOf(side))
        if (isOfSubcomponent(level, name)) determined.add(joinPath(level.path, name))
    }
  }
}

function countUses(statements: readonly PlainStatement[]): Map<string, number> {
  const uses = new Map<string, number>()
  for (const statement of statements) {
    const names = new Set(expressionsOf(statement).flatMap((expr) => [...collectNames(expr)]))
    for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1)
  }
  return uses
}

/** Names that are terms of a sum. */
function* termsOf(expr: Expr): Generator<string> {
  const stack = [expr]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'name') yield node.name
    else if (node.kind === 'tuple') for (const element of node.elements) stack.push(element)
    else if (node.kind === 'call' && ['+', '-', 'neg'].includes(node.fn))
      for (const arg of node.args) stack.push(arg)
  }
}

function isOfSubcomponent(level: Instance, name: string): boolean {
  const child = level.children.get(firstName(name))
  return child !== undefined && !(isInstanceArray(child) ? child[0] : child).isConnector
}
