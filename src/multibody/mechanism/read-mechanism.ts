/** The mechanism of a model: its objects, joints and constraints, without forces and equations. */
import { VarioError } from '../../base/index.ts'
import {
  type EvaluatedModel,
  evaluateModel,
  flatten,
  type MergeTree,
  type ModelNode,
} from '../../model/index.ts'
import { collectRelated, createConstraints, WorldMemory } from '../component/index.ts'
import type { NamedConstraint } from '../loops/index.ts'
import { type CentralMass, FeatureReader, joinPath } from '../parts/index.ts'
import {
  type Grouping,
  groupObjects,
  type JointNode,
  type ObjectNode,
  type Structure,
} from '../structure/index.ts'

export interface Mechanism {
  readonly structure: Structure
  readonly grouping: Grouping
  readonly constraints: readonly NamedConstraint[]
  /** Values of variables by their full names: start values of joints with flanges, limits. */
  readonly attributes: EvaluatedModel['attributes']
}

/** Needs of the caller of `readMechanism`. */
export interface MechanismOptions {
  /** Name of the caller, for messages. */
  readonly caller: string
  /** Joints that must not be cut, by their full paths. */
  readonly staysInTree: (path: string) => boolean
  /** True: bodies have their masses. */
  readonly hasMasses: boolean
}

/** Reads the 3D model in `model`. */
export function readMechanism(
  model: ModelNode,
  merge: MergeTree,
  { caller, staysInTree, hasMasses }: MechanismOptions,
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
      `${caller}: expected a model with one 3D model, got ${worlds.length}. Create it by Model3D({ … }).`,
    )
  const [{ path, memory }] = worlds
  const { parts, structure } = memory.readStructure({
    path,
    value: (name) => parameters.get(joinPath(path, name)),
  })
  const run = { structure, wasThere: () => false }
  const kept = structure.joints.filter((joint: JointNode) => staysInTree(joint.fullPath))
  const features = new FeatureReader(structure.scene.tables)
  const massOf = ({ fullPath, record }: ObjectNode): CentralMass | null =>
    hasMasses ? features.readMass(`${fullPath}.feature`, record.feature) : null
  const grouping = groupObjects(structure, massOf, new Set([...collectRelated(parts, run), ...kept]))
  return { structure, grouping, constraints: createConstraints(parts, run, grouping, true), attributes }
}
