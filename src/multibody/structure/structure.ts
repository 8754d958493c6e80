/**
 * Objects and joints of a 3D model with their references resolved: what the super-objects are made from. Actions change
 * it between segments; the records that it was read from stay as they are.
 */
import { InputError, VarioError } from '../../base/index.ts'
import {
  isJointRecord,
  isObject3DRecord,
  isScene,
  JOINTS,
  type JointRecord,
  object3D,
  type Part,
  readScene,
  type SceneRecord,
  type SceneSettings,
} from '../parts/index.ts'
import { checkRecord } from '../records/index.ts'
import { findObject } from './find-object.ts'
import { createFreeJoint, createJoint, createLock, type JointNode, type ObjectNode } from './nodes.ts'

/** The whole structure. */
export interface Structure {
  /** Path of the 3D model in the whole model; '' at the top. */
  readonly root: string
  /** By their paths in the 3D model. */
  readonly objects: ReadonlyMap<string, ObjectNode>
  readonly world: ObjectNode
  readonly scene: SceneSettings
  readonly joints: readonly JointNode[]
  /** Roots of assemblies that actions have made, where a joint has broken, besides those that say so. */
  readonly madeRoots: ReadonlySet<ObjectNode>
  /** Sizes of states of joints that actions have changed, also of those that they had before; -1: a scalar. */
  readonly resultSizes: ReadonlyMap<string, number>
}

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
  const { world, scene } = findWorld(root, objects)
  return {
    ...{ root, objects, joints, world, madeRoots: new Set(), resultSizes: new Map() },
    scene: readScene(`${world.fullPath}.feature`, scene),
  }
}

function isJointPart(part: Part): part is Part<JointRecord> {
  return isJointRecord(part.record)
}

/** Objects with their parents; free ones, and roots of assemblies, are held by a joint of their own name. */
function readObjects(parts: readonly Part[]): {
  readonly objects: ReadonlyMap<string, ObjectNode>
  readonly holders: readonly JointNode[]
} {
  const objects = new Map<string, ObjectNode>()
  const free = new Set<ObjectNode>()
  for (const { path, fullPath, record } of parts) {
    if (!isObject3DRecord(record)) continue
    const { X_PO, isFree } = object3D.read(fullPath, record)
    const object: ObjectNode = { path, fullPath, record, parent: null, X_PO }
    objects.set(path, object)
    if (isFree) free.add(object)
  }
  const holders: JointNode[] = []
  for (const object of objects.values()) {
    if (object.record.parent === undefined) continue
    const parent = findObject(objects, object, 'parent', object.record.parent)
    if (free.has(object)) holders.push(createFreeJoint(object, parent))
    else object.parent = parent
  }
  checkParents(objects)
  for (const object of objects.values()) {
    if (object.parent === null || object.record.assemblyRoot !== true) continue
    holders.push(createLock(object, object.parent, object, object.X_PO))
    object.parent = null
  }
  return { objects, holders }
}

function readJoint(
  objects: ReadonlyMap<string, ObjectNode>,
  part: Part<JointRecord>,
  hasFlange: boolean,
): JointNode {
  const { fullPath, record } = part
  const object1 = findObject(objects, part, 'obj1', record.obj1)
  const object2 = findObject(objects, part, 'obj2', record.obj2)
  if (object1 === object2) throw new InputError(`${fullPath}.obj2`, 'another object than obj1', record.obj2)
  return createJoint(part, object1, object2, hasFlange)
}

/** Parents must not go around in a circle. */
function checkParents(objects: ReadonlyMap<string, ObjectNode>): void {
  const isChecked = new Set<ObjectNode>()
  for (const object of objects.values()) {
    const chain = new Set<ObjectNode>()
    for (let node: ObjectNode | null = object; node !== null && !isChecked.has(node); node = node.parent) {
      if (chain.has(node)) {
        const path = object.fullPath
        const circle = [...chain, node].map(({ fullPath }) => fullPath).join(' → ')
        throw new VarioError('MULTIBODY', `The parents of ${path} go around in a circle: ${circle}.`, {
          path,
        })
      }
      chain.add(node)
    }
    for (const node of chain) isChecked.add(node)
  }
}

/** The one object with the feature Scene. */
function findWorld(
  root: string,
  objects: ReadonlyMap<string, ObjectNode>,
): { readonly world: ObjectNode; readonly scene: SceneRecord } {
  const worlds = [...objects.values()].flatMap((world) => {
    const { feature } = world.record
    return isScene(feature) ? [{ world, scene: feature }] : []
  })
  if (worlds.length === 1) return worlds[0]
  const where = root === '' ? 'A 3D model' : `The 3D model ${root}`
  const scenes = worlds.map(({ world }) => world.fullPath)
  const found = scenes.length === 0 ? 'found none' : `found ${scenes.join(' and ')}`
  throw new VarioError(
    'MULTIBODY',
    `${where} needs exactly one Object3D with the feature Scene(), the world; ${found}.`,
    { scenes },
  )
}
