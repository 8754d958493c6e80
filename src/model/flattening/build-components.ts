/** Calls the build hooks of components with memory. */
import { InputError, VarioError } from '../../base/index.ts'
import type { FunctionInfo } from '../../symbolic/index.ts'
import { type FlatMemory, FunctionTable, ParameterEvaluator } from '../flat-model/index.ts'
import { extendModel } from '../merge.ts'
import { type BuildHook, createModelNode, isEquations, isExpr, isPar, type ModelNode } from '../nodes.ts'
import { DeclaredValues } from './declared-values.ts'
import { presentModel, type Structure } from './existing-components.ts'
import { createInstance, type Instance, isInstanceArray, joinPath } from './instance.ts'
import { lookup } from './lookup.ts'
import { modelError } from './model-error.ts'
import { declareInRecords, findRecordReferences, keepInRecords } from './record-references.ts'
import { resolveDeclared } from './resolve.ts'

/**
 * Calls the hooks of all components, a component before its sub-components, merges the returned models into the tree,
 * and expands arrays of components and conditions. Returns the new root and adds the memories to `memories`.
 */
export function buildComponents(root: Instance, structure: Structure, memories: FlatMemory[]): Instance {
  const built = build(root, root, structure, memories) ?? root
  buildChildren(built, built, structure, memories)
  return built
}

function buildChildren(
  instance: Instance,
  root: Instance,
  structure: Structure,
  memories: FlatMemory[],
): void {
  structure.expand(instance, root)
  for (const [name, child] of instance.children) {
    const items = isInstanceArray(child) ? [...child] : [child]
    for (const [i, item] of items.entries()) {
      const built = build(item, root, structure, memories)
      if (built !== undefined) {
        items[i] = built
        instance.children.set(name, isInstanceArray(child) ? [...items] : built)
      }
      buildChildren(items[i], root, structure, memories)
    }
  }
}

/** Returns the instance with the additions of its hook; undefined if the hook adds nothing. */
function build(
  instance: Instance,
  root: Instance,
  structure: Structure,
  memories: FlatMemory[],
): Instance | undefined {
  const hook = instance.node.members['build'] as BuildHook | undefined
  if (hook === undefined) return undefined
  const component = instance.node
  structure.expandInside(instance, root)
  const result = hook({
    path: instance.path,
    component,
    present: presentModel(instance),
    value: (name) => evaluateAt(name, instance, root),
    isFixed: (parameter, place) => isFixedAt(parameter, place, instance, root),
    get references() {
      return findRecordReferences(root, instance)
    },
  })
  if (typeof result !== 'object' || result === null) {
    throw new InputError(joinPath(instance.path, 'build'), 'a result { model, memory }', result)
  }
  const { memory } = result
  if (memory !== undefined && typeof memory !== 'function') {
    throw new InputError(
      joinPath(instance.path, 'build'),
      'memory to be a function that creates the memory of a run: memory: () => new RodMemory()',
      memory,
    )
  }
  if (memory !== undefined) memories.push({ path: instance.path, create: memory })
  const { variables = [] } = result
  if (result.model === undefined) {
    declareInRecords(instance, variables)
    return undefined
  }
  const additions =
    (result.model as Partial<ModelNode>)._class === 'Model'
      ? (result.model as unknown as ModelNode).members
      : result.model
  const extended = createModelNode(extendModel(component, withMemoryFunctions(additions, instance.path)))
  const built = createInstance(extended, instance.path, instance.parent, instance.index)
  structure.expandInside(built, instance === root ? built : root)
  keepInRecords(built, instance)
  declareInRecords(built, variables)
  return built
}

/**
 * Assigns functions called by the equations of a hook to the memory of the component, unless they declare another one.
 */
function withMemoryFunctions(
  additions: Readonly<Record<string, unknown>>,
  path: string,
): Readonly<Record<string, unknown>> {
  const { equations } = additions
  if (!isEquations(equations)) return additions
  const blocks = equations.blocks.map(({ statements, functions }) => ({
    statements,
    functions: new Map([...functions].map(([name, info]) => [name, ofMemory(info, path)])),
  }))
  return { ...additions, equations: { ...equations, blocks } }
}

function ofMemory(info: FunctionInfo, path: string): FunctionInfo {
  return info.hasMemory === false ? info : { ...info, hasMemory: true, memoryOf: path }
}

/** True if a place inside of the record of a parameter of `instance` holds no expression of variables. */
function isFixedAt(
  parameter: string,
  place: readonly (string | number)[],
  instance: Instance,
  root: Instance,
): boolean {
  const found = lookup(instance, parameter)
  if (found.kind !== 'declaration') return true
  let part: unknown = isPar(found.node) ? found.node.value : undefined
  for (const key of place) {
    if (isPar(part)) part = part.value
    part = (part as Readonly<Record<string | number, unknown>> | undefined)?.[key]
  }
  if (!isExpr(part)) return true
  const functions = new FunctionTable()
  const values = new DeclaredValues(root, functions)
  try {
    return values.isFixedExpression(resolveDeclared(part, found.instance, functions))
  } catch (error) {
    // names of values that the hook itself will declare
    if (error instanceof VarioError) return false
    throw error
  }
}

/** Value of a parameter of `instance`, in SI. */
function evaluateAt(
  name: string,
  instance: Instance,
  root: Instance,
): ReturnType<ParameterEvaluator['value']> {
  const found = lookup(instance, name)
  if (found.kind !== 'declaration') {
    throw modelError(
      instance.path,
      `build: ${found.kind === 'none' ? found.problem() : `'${name}' is a sub-model`}`,
    )
  }
  const functions = new FunctionTable()
  const values = new DeclaredValues(root, functions)
  if (!values.isParameter(found))
    throw modelError(instance.path, `build: expected a parameter, got '${name}'`)
  return new ParameterEvaluator((path) => values.find(path), functions.functions).value(found.path)
}
