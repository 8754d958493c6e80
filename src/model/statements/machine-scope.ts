/** State machines with their states, and the names that their equations see. */
import { InputError, unknownName } from '../../base/index.ts'
import { type Expr, mapNames, name as nameExpr } from '../../symbolic/index.ts'
import { isModel, type Machine, type ModelNode, membersOf, type Transition } from '../nodes.ts'

/** Names that are declared in a machine or in a state, and the prefix of them in the component with the machine. */
interface Scope {
  readonly prefix: string
  readonly names: ReadonlySet<string>
}

/** A state of a machine. */
export interface MachineState {
  readonly name: string
  /** Number of the state, from 1. */
  readonly number: number
  /** Path in the component that contains the outermost machine. */
  readonly path: string
  readonly model: ModelNode
  /** Names that the equations of the state see, the innermost first. */
  readonly scopes: readonly Scope[]
  /** Machines inside of the state. */
  readonly machines: readonly StateMachineScope[]
}

/** A machine in a component. */
export interface StateMachineScope {
  readonly path: string
  readonly initial: number
  readonly states: readonly MachineState[]
  /** In the order in which they are tried. */
  readonly transitions: readonly NumberedTransition[]
}

/** A transition between numbers of states. */
export interface NumberedTransition {
  readonly from: number
  readonly to: number
  /** With names of the component that contains the outermost machine. */
  readonly condition: Expr
  readonly transition: Transition
}

/** True for a model made by `StateMachine`. */
export function isMachine(model: ModelNode): boolean {
  return model.members['_machine'] !== undefined
}

/** Reads a machine; `around` are the scopes of the states that contain it. */
export function machineOf(path: string, node: ModelNode, around: readonly Scope[]): StateMachineScope {
  const { initial, transitions } = node.members['_machine'] as Machine
  const scopes = [scopeOf(path, node), ...around]
  const states = membersOf(node).flatMap(([name, model]) => (isModel(model) ? [{ name, model }] : []))
  const names = states.map(({ name }) => name)
  if (names.length === 0) throw new InputError(path, 'a state machine with states', 'none')
  const numberOf = (at: string, name: string): number => {
    const index = names.indexOf(name)
    if (index < 0) throw unknownName(`${path}.${at}`, name, names)
    return index + 1
  }
  const read = states.map(({ name, model }, i) => readState(`${path}.${name}`, name, i + 1, model, scopes))
  return {
    path,
    initial: numberOf('initial', initial),
    states: read,
    transitions: transitions
      .map((transition, k) => {
        const from = numberOf(`transitions[${k}].from`, transition.from)
        const to = numberOf(`transitions[${k}].to`, transition.to)
        const condition = withFullNames(transition.condition.expr, read[from - 1].scopes)
        return { from, to, condition, transition }
      })
      .sort((a, b) => (a.transition.priority ?? 1) - (b.transition.priority ?? 1)),
  }
}

function readState(
  path: string,
  name: string,
  number: number,
  model: ModelNode,
  around: readonly Scope[],
): MachineState {
  const scopes = [scopeOf(path, model), ...around]
  const machines = membersOf(model).flatMap(([key, member]) =>
    isModel(member) && isMachine(member) ? [machineOf(`${path}.${key}`, member, scopes)] : [],
  )
  return { name, number, path, model, scopes, machines }
}

function scopeOf(path: string, model: ModelNode): Scope {
  return { prefix: `${path}.`, names: new Set(membersOf(model).map(([name]) => name)) }
}

/** An expression with names as the component that contains the outermost machine sees them. */
export function withFullNames(expr: Expr, scopes: readonly Scope[]): Expr {
  return mapNames(expr, (node) => {
    const first = /^[^.[]+/.exec(node.name)![0]
    const scope = scopes.find(({ names }) => names.has(first))
    return scope === undefined
      ? node
      : { ...nameExpr(scope.prefix + node.name), ...(node.pos && { pos: node.pos }) }
  })
}
