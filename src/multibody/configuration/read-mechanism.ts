/** The mechanism of a model: its objects, joints and constraints, without masses, forces and equations. */
import { VarioError } from '../../base/index.ts'
import {
  type EvaluatedModel,
  evaluateModel,
  flatten,
  type MergeTree,
  type ModelNode,
} from '../../model/index.ts'
import type { NamedConstraint } from '../loops/index.ts'
import { joinPath } from '../parts/index.ts'
import { collectRelated, createConstraints, WorldMemory } from '../run/index.ts'
import { type Grouping, groupObjects, type JointNode, type Structure } from '../structure/index.ts'

export interface Mechanism {
  readonly structure: Structure
  readonly grouping: Grouping
  readonly constraints: readonly NamedConstraint[]
  /** Values of variables by their full names: start values of joints with flanges, limits. */
  readonly attributes: EvaluatedModel['attributes']
}

/**
 * Reads the 3D model in `model`.
 *
 * @param staysInTree joints that must not be cut, by their full paths
 */
export function readMechanism(
  model: ModelNode,
  merge: MergeTree,
  staysInTree: (path: string) => boolean,
): Mechanism {
  const flat = flatten(model)
  const { parameters, attributes } = evaluateModel(flat, merge)
  const worlds = flat.memories.flatMap(({ path, create }) => {
    const memory = create()
    return memory instanceof WorldMemory ? [{ path, memory }] : []
  })
  if (worlds.length !== 1)
    throw new VarioError(
      'MULTIBODY',
      `assemble: expected a model with one 3D model, got ${worlds.length}. Create it by Model3D({ … }).`,
    )
  const [{ path, memory }] = worlds
  const { parts, structure } = memory.readStructure({
    path,
    value: (name) => parameters.get(joinPath(path, name)),
  })
  const run = { structure, wasThere: () => false }
  const kept = structure.joints.filter((joint: JointNode) => staysInTree(joint.fullPath))
  const grouping = groupObjects(structure, () => null, new Set([...collectRelated(parts, run), ...kept]))
  return { structure, grouping, constraints: createConstraints(parts, run, grouping, true), attributes }
}
