/**
 * Objects and joints of a 3D model with their references resolved: what the super-objects are made from. Actions change it between
 * segments; the records that it was read from stay as they are.
 */
import { InputError, nearestName, VarioError } from '../../base/index.ts'
import { cardan123ToRotation } from '../../math/index.ts'
import type { FixRecord, JointRecord, Object3DRecord, Part } from '../parts/index.ts'
import { checkRecordKeys, readBoolean, readStartVector, readVector } from '../records/index.ts'
import { describeJoint, type JointMotion } from './joint-motion.ts'
import type { Pose } from './pose.ts'

/** An Object3D. */
export interface ObjectNode {
  readonly path: string
  readonly record: Object3DRecord
  /** Parent that it is fixed to, or moves freely with respect to; null: none. */
  parent: ObjectNode | null
  /** Pose in the frame of the parent; initial pose of a free object. */
  X_PO: Pose
}

/** Two objects that move with respect to each other, or are fixed to each other if there is no motion. */
export interface JointNode {
  readonly path: string
  readonly object1: ObjectNode
  readonly object2: ObjectNode
  /** Pose of a rigid connection; null: it moves. */
  readonly fixed: Pose | null
  readonly motion: JointMotion | null
  readonly canCollide: boolean
}

/** The whole structure. */
export interface Structure {
  readonly objects: ReadonlyMap<string, ObjectNode>
  readonly world: ObjectNode
  readonly joints: readonly JointNode[]
}

/** A joint with flange, with the parameters of its component. */
export interface FlangeJointPart {
  readonly path: string
  readonly record: JointRecord
}

/** Reads objects and joints. `root` is the path of the 3D model, for messages. */
export function readStructure(
  root: string,
  parts: readonly Part[],
  flangeJoints: readonly FlangeJointPart[],
): Structure {
  const name = (path: string): string => (root === '' ? path : path === '' ? root : `${root}.${path}`)
  for (const { path, record } of parts) checkRecordKeys(name(path), record)
  const objects = new Map<string, ObjectNode>()
  for (const { path, record } of parts) {
    if (record.kind !== 'Object3D') continue
    objects.set(path, readObject(name(path), path, record as unknown as Object3DRecord))
  }
  const find = createFinder(objects, name)
  const joints: JointNode[] = []

  // Parents; free objects are moved by a joint of their own name
  for (const object of objects.values()) {
    const { parent, fixedToParent } = object.record
    const isFixed = readBoolean(`${name(object.path)}.fixedToParent`, fixedToParent, true)
    if (isFixed) assertAtRest(name(object.path), object.record)
    if (parent === undefined) {
      if (!isFixed)
        throw new InputError(
          `${name(object.path)}.parent`,
          'the path of an Object3D, because fixedToParent is false',
          parent,
        )
      assertNoPose(name(object.path), object.record)
      continue
    }
    if (object.record.feature?.kind === 'Scene')
      throw new InputError(
        `${name(object.path)}.parent`,
        'no parent, because the object has the feature Scene',
        parent,
      )
    const parentNode = find(object.path, 'parent', parent)
    if (isFixed) object.parent = parentNode
    else joints.push(createFreeJoint(name(object.path), object, parentNode))
  }
  checkParents(objects, name)

  const add = (path: string, record: JointRecord, hasFlange: boolean): void => {
    const object1 = find(path, 'obj1', record.obj1)
    const object2 = find(path, 'obj2', record.obj2)
    if (object1 === object2)
      throw new InputError(`${name(path)}.obj2`, 'another object than obj1', record.obj2)
    const isFix = record.kind === 'Fix'
    joints.push({
      path,
      object1,
      object2,
      fixed: isFix ? readPose(name(path), record as FixRecord) : null,
      motion: isFix ? null : describeJoint(name(path), path, record, hasFlange),
      canCollide: isFix
        ? false
        : readBoolean(`${name(path)}.canCollide`, record.canCollide, record.kind === 'Free'),
    })
  }
  for (const { path, record } of parts) {
    if (JOINT_KINDS.has(record.kind)) add(path, record as unknown as JointRecord, false)
  }
  for (const { path, record } of flangeJoints) add(path, record, true)
  return { objects, world: findWorld(objects, name, root), joints }
}

const JOINT_KINDS: ReadonlySet<string> = new Set([
  'Revolute',
  'Prismatic',
  'Cylindrical',
  'Universal',
  'Planar',
  'Spherical',
  'Free',
  'Fix',
])

function readObject(full: string, path: string, record: Object3DRecord): ObjectNode {
  const { feature } = record
  if (feature !== undefined && !['Scene', 'Solid', 'Visual'].includes(feature?.kind))
    throw new InputError(`${full}.feature`, 'Scene(…), Solid(…) or Visual(…)', feature)
  return { path, record, parent: null, X_PO: readPose(full, record, record.fixedToParent === false) }
}

/** Only free objects have velocities of their own. */
function assertAtRest(full: string, record: Object3DRecord): void {
  for (const key of ['velocity', 'angularVelocity'] as const) {
    if (readVector(`${full}.${key}`, record[key], 3).some((x) => x !== 0)) {
      const expected =
        'none, because the object does not move freely with respect to a parent (fixedToParent: false)'
      throw new InputError(`${full}.${key}`, expected, record[key])
    }
  }
}

/** Without a parent there is nothing that a translation or rotation could refer to. */
function assertNoPose(full: string, record: Object3DRecord): void {
  for (const key of ['translation', 'rotation'] as const) {
    if (readVector(`${full}.${key}`, record[key], 3).every((x) => x === 0)) continue
    const expected =
      record.feature?.kind === 'Scene'
        ? 'none, because the object is the world, which everything else refers to'
        : `none, because the object has no parent that it could refer to: a joint alone says where it is. Give it a parent, or give the ${key} to an Object3D of its own that has this one as parent, and connect the joint there`
    throw new InputError(`${full}.${key}`, expected, record[key])
  }
}

/** The pose of a record; `isStart`: it is where a motion starts. */
function readPose(
  full: string,
  record: Pick<Object3DRecord, 'translation' | 'rotation'>,
  isStart = false,
): Pose {
  const read = (key: 'translation' | 'rotation'): Float64Array => {
    const path = `${full}.${key}`
    if (!isStart) return readVector(path, record[key], 3)
    return Float64Array.from(readStartVector(path, record[key], 3), ({ value }) => value)
  }
  const R = new Float64Array(9)
  cardan123ToRotation(R, 0, read('rotation'), 0)
  return { R, p: read('translation') }
}

function createFreeJoint(full: string, object: ObjectNode, parent: ObjectNode): JointNode {
  const record = {
    ...object.record,
    kind: 'Free',
    obj1: parent.path,
    obj2: object.path,
  } as unknown as JointRecord
  return {
    path: object.path,
    object1: parent,
    object2: object,
    fixed: null,
    motion: describeJoint(full, object.path, record, false),
    canCollide: true,
  }
}

/** Finds what a path means from where a part is declared: in its own scope, and then in the enclosing ones. */
export function createFinder<T>(
  objects: ReadonlyMap<string, T>,
  name: (path: string) => string,
): (from: string, key: string, reference: unknown) => T {
  return (from, key, reference) => {
    if (typeof reference !== 'string' || reference === '')
      throw new InputError(`${name(from)}.${key}`, 'the path of an Object3D', reference)
    for (let scope = from; scope !== ''; ) {
      scope = scope.slice(0, Math.max(0, scope.lastIndexOf('.')))
      const found = objects.get(scope === '' ? reference : `${scope}.${reference}`)
      if (found !== undefined) return found
    }
    const paths = [...objects.keys()]
    const nearest = nearestName(reference, paths)
    const hint = nearest === undefined ? '' : ` (did you mean '${nearest}'?)`
    const list = paths.slice(0, 30).join(', ') + (paths.length > 30 ? `, … ${paths.length} in all` : '')
    throw new InputError(`${name(from)}.${key}`, `the path of an Object3D: ${list}${hint}`, reference)
  }
}

/** Parents must not go around in a circle. */
function checkParents(objects: ReadonlyMap<string, ObjectNode>, name: (path: string) => string): void {
  const isChecked = new Set<ObjectNode>()
  for (const object of objects.values()) {
    const chain = new Set<ObjectNode>()
    for (let node: ObjectNode | null = object; node !== null && !isChecked.has(node); node = node.parent) {
      if (chain.has(node)) {
        const circle = [...chain, node].map(({ path }) => name(path)).join(' → ')
        throw new VarioError(
          'MULTIBODY',
          `The parents of ${name(object.path)} go around in a circle: ${circle}.`,
          { path: name(object.path) },
        )
      }
      chain.add(node)
    }
    for (const node of chain) isChecked.add(node)
  }
}

/** The one object with the feature Scene. */
function findWorld(
  objects: ReadonlyMap<string, ObjectNode>,
  name: (path: string) => string,
  root: string,
): ObjectNode {
  const scenes = [...objects.values()].filter(({ record }) => record.feature?.kind === 'Scene')
  if (scenes.length === 1) return scenes[0]
  const where = root === '' ? 'A 3D model' : `The 3D model ${root}`
  const found =
    scenes.length === 0 ? 'found none' : `found ${scenes.map(({ path }) => name(path)).join(' and ')}`
  throw new VarioError(
    'MULTIBODY',
    `${where} needs exactly one Object3D with the feature Scene(), the world; ${found}.`,
    { scenes: scenes.map(({ path }) => name(path)) },
  )
}
