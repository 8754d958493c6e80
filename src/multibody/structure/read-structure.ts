/** Reads the structure of a 3D model from its records. */
import { VarioError } from '../../base/index.ts'
import {
  isObject3DRecord,
  isScene,
  object3D,
  type Part,
  readScene,
  type SceneRecord,
} from '../parts/index.ts'
import { isJointRecord, JOINTS, type JointRecord } from '../parts/joints/index.ts'
import { checkRecord } from '../records/index.ts'
import { readPools } from './pools.ts'
import { readJoint, readObjects } from './read-objects.ts'
import { splitDrivenLoops } from './split-driven-loops.ts'
import type { JointNode, ObjectNode, Structure } from './structure.ts'

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
  const structure = splitDrivenLoops({
    ...{ root, objects, joints, world, madeRoots: new Set<ObjectNode>(), resultSizes: new Map() },
    ...{ pools: new Map(), instances: new Map() },
    scene: readScene(`${world.fullPath}.feature`, scene),
  })
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

/**
 * Asserts that no joint is between objects that parents or rigid connections fix to each other: it could never move.
 */
export function assertMovable(objects: Iterable<ObjectNode>, joints: readonly JointNode[]): void {
  const group = new Map<ObjectNode, ObjectNode>()
  const find = (object: ObjectNode): ObjectNode => {
    let root = object
    for (let next = group.get(root); next !== undefined; next = group.get(root)) root = next
    return root
  }
  const join = (a: ObjectNode, b: ObjectNode): void => {
    const [rootA, rootB] = [find(a), find(b)]
    if (rootA !== rootB) group.set(rootA, rootB)
  }
  for (const object of objects) if (object.parent !== null) join(object, object.parent)
  for (const { motion, object1, object2 } of joints) if (motion === null) join(object1, object2)
  for (const { motion, fullPath, object1, object2 } of joints) {
    if (motion === null || find(object1) !== find(object2)) continue
    throw new VarioError(
      'MULTIBODY',
      `${fullPath}: expected objects that can move relative to each other, got ${object1.fullPath} and ` +
        `${object2.fullPath}, which parents or rigid connections fix to each other. Remove the joint, or one of the ` +
        'rigid connections.',
      { joint: fullPath },
    )
  }
}
