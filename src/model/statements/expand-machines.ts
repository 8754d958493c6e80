import type { FunctionInfo } from '../../symbolic/index.ts'
import {
  createModelNode,
  type EquationsNode,
  isModel,
  isModelArray,
  type ModelNode,
  type ModelTree,
  membersOf,
} from '../nodes.ts'
import { isMachine, machineOf } from './machine-scope.ts'
import { statementsOfMachine } from './machine-statements.ts'

/** Nodes are shared by many components. */
const expanded = new WeakMap<ModelNode, ModelNode>()

/** The model with the statements of its state machines among the equations of the components that contain them. */
export function expandMachines(model: ModelNode): ModelNode {
  const known = expanded.get(model)
  if (known !== undefined) return known
  const changes: Record<string, ModelTree[string]> = {}
  const functions = new Map<string, FunctionInfo>()
  const statements = membersOf(model).flatMap(([name, member]) => {
    if (isModelArray(member)) {
      const items = member.map(expandMachines)
      if (items.some((item, i) => item !== member[i])) changes[name] = items
      return []
    }
    if (!isModel(member)) return []
    if (!isMachine(member)) {
      const inner = expandMachines(member)
      if (inner !== member) changes[name] = inner
      return []
    }
    changes[name] = withoutBehavior(member)
    return statementsOfMachine(machineOf(name, member, []), functions)
  })
  let result = model
  if (Object.keys(changes).length > 0) {
    const equations = model.members['equations'] as EquationsNode | undefined
    const blocks = statements.length === 0 ? [] : [{ statements, functions }]
    const all: EquationsNode = { _class: 'Equations', blocks: [...(equations?.blocks ?? []), ...blocks] }
    result = createModelNode({
      ...model.members,
      ...changes,
      ...(all.blocks.length > 0 && { equations: all }),
    })
  }
  expanded.set(model, result)
  return result
}

/** The variables of a machine and of its states. Components in states keep their equations. */
function withoutBehavior(machine: ModelNode): ModelNode {
  const { _machine: _, ...members } = machine.members
  const changes: Record<string, ModelTree[string]> = {}
  for (const [name, state] of membersOf(machine)) {
    if (!isModel(state)) continue
    const { equations: __, ...others } = state.members
    const rest: Record<string, ModelTree[string]> = { ...others }
    for (const [key, member] of membersOf(state))
      if (isModel(member)) rest[key] = isMachine(member) ? withoutBehavior(member) : expandMachines(member)
    changes[name] = createModelNode(rest)
  }
  return createModelNode({ ...members, ...changes })
}
