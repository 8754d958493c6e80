/** Reads the structure of a 3D model from its records. */
import { VarioError } from '../../base/index.ts'
import { isScene, readScene, type SceneRecord } from '../parts/features/index.ts'
import { isObject3DRecord, object3D, type Part } from '../parts/index.ts'
import { isJointRecord, JOINTS, type JointRecord } from '../parts/joints/index.ts'
import { checkRecord } from '../records/index.ts'
import { assertMovable } from './assert-movable.ts'
import type { ObjectNode } from './nodes.ts'
import { readPools } from './pools.ts'
import { readJoint, readObjects } from './read-objects.ts'
import type { Structure } from './structure.ts'

/** Reads objects and joints of the 3D model at `root`. */
export function readStructure(
  root: string,
  parts: readonly Part[],
  flangeJoints: readonly Part[],
): Structure {
  for (const { fullPath, record } of parts) {
    const definition = isObject3DRecord(record) ? object3D : JOINTS.get(record.kind)
    if (definition !== undefined) checkRecord(fullPath, record, definition)
  }
  const { objects, holders } = readObjects(parts)
  const joints = [
    ...holders,
    ...parts.filter(isJointPart).map((part) => readJoint(objects, part, false)),
    ...flangeJoints.filter(isJointPart).map((part) => readJoint(objects, part, true)),
  ]
  assertMovable(objects.values(), joints)
  const { world, scene } = findWorld(root, objects)
  const structure = {
    ...{ root, objects, joints, world, madeRoots: new Set<ObjectNode>(), resultSizes: new Map() },
    scene: readScene(`${world.fullPath}.feature`, scene),
  }
  return { ...structure, ...readPools(parts, structure) }
}

function isJointPart(part: Part): part is Part<JointRecord> {
  return isJointRecord(part.record)
}

/** The only object with the feature Scene. */
function findWorld(
  root: string,
  objects: ReadonlyMap<string, ObjectNode>,
): { readonly world: ObjectNode; readonly scene: SceneRecord } {
  const worlds = [...objects.values()].flatMap((world) => {
    const { feature } = world.record
    return isScene(feature) ? [{ world, scene: feature }] : []
  })
  if (worlds.length === 1) return worlds[0]
  const where = root === '' ? 'The 3D model' : `The 3D model ${root}`
  const scenes = worlds.map(({ world }) => world.fullPath)
  const found = scenes.length === 0 ? 'got none' : `got ${scenes.join(' and ')}`
  throw new VarioError(
    'MULTIBODY',
    `${where}: expected exactly one Object3D with the feature Scene(), the world, ${found}.`,
    { scenes },
  )
}
