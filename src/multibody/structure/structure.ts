/**
 * Objects and joints of a 3D model with resolved references, from which super-objects are built. Actions change it
 * between segments; its records do not change.
 */
import { InputError } from '../../base/index.ts'
import { FREE } from '../../mechanics/index.ts'
import type { Object3DRecord, Part, PartPath, PoolRecord, SceneSettings } from '../parts/index.ts'
import {
  type AxisElement,
  createPoseAxes,
  hasDrive,
  hasMotion,
  isAxisElement,
  isDrivenRecord,
  JOINTS,
  type JointAxes,
  type JointElement,
  type JointRecord,
  listFlangeVariables,
  listMotionAxes,
  readDrives,
  readMotionFlags,
  readRotationElement,
} from '../parts/joints/index.ts'
import { type Pose, readBoolean, type TaggedRecord } from '../records/index.ts'

/** An Object3D. */
export interface ObjectNode extends PartPath {
  readonly record: Object3DRecord
  /** Parent to which it is fixed, or relative to which it moves freely; null: none. */
  parent: ObjectNode | null
  /** Pose in the frame of the parent; initial pose of a free object. */
  readonly X_PO: Pose
}

/** Motion of a joint. */
export interface JointMotion {
  /** True if positions and velocities of axes are variables of the equations. */
  readonly hasFlange: boolean
  /** True if the record of the joint or object prescribes the motion of axes. */
  readonly isPrescribed?: boolean
  /** True if its record has forces along or about its axes: it is not cut. */
  readonly isDriven?: boolean
  /** Sequence from obj1 to obj2. */
  readonly elements: readonly JointElement[]
  /**
   * Pose of obj2 relative to the end of the elements; null: identity. Joints that actions create do not move objects.
   */
  readonly offset: Pose | null
}

/** Role of a joint for actions: part of a mechanism, or holder of an assembly, which moves freely or is locked. */
export type JointRole = 'joint' | 'free' | 'lock'

/** Two objects that move relative to each other, or are fixed to each other (without motion). */
export interface JointNode extends PartPath {
  /** Kind of its record. */
  readonly kind: string
  /** The record; undefined: an object that moves freely, or a lock. */
  readonly record?: JointRecord
  readonly role: JointRole
  readonly object1: ObjectNode
  readonly object2: ObjectNode
  /** Pose of a rigid connection; null: it moves. */
  readonly fixed: Pose | null
  readonly motion: JointMotion | null
  readonly canCollide: boolean
  /** Prefix of the names of its states and results. */
  readonly resultPath: string
  /**
   * True if an action has created it during a motion: its start values are irrelevant for nominal values (default
   * false).
   */
  readonly startsInMotion?: boolean
  /** The joint that an action has locked here, as it will continue; null: it is not locked. */
  readonly locked: JointNode | null
  /** True if an action has locked a joint with a flange: it is at rest independently of its equations. */
  readonly isBraked?: boolean
}

/** Creates the joint of a record, between resolved objects. */
export function createJoint(
  { path, fullPath, record }: Part<JointRecord>,
  object1: ObjectNode,
  object2: ObjectNode,
  hasFlange = false,
): JointNode {
  const { kind } = record
  const definition = JOINTS.find(`${fullPath}.kind`, kind)
  const connection = definition.read(fullPath, record)
  const given = 'canCollide' in record ? record.canCollide : undefined
  const canCollide = readBoolean(`${fullPath}.canCollide`, given, definition.canCollide)
  const ends = { path, fullPath, kind, record, object1, object2, canCollide, resultPath: path, locked: null }
  const isHolder = object2.record.assemblyRoot === true
  if ('fixed' in connection)
    return { ...ends, role: isHolder ? 'lock' : 'joint', fixed: connection.fixed, motion: null }
  const rotors = addRotors(fullPath, record, connection.elements, definition.axes)
  const elements = markFlanges({ fullPath, record }, rotors, definition.axes, hasFlange)
  const motion: JointMotion = {
    hasFlange: elements.some(isFlange),
    ...(hasMotion(record) && { isPrescribed: true }),
    ...{ isDriven: isDrivenRecord(record), elements, offset: null },
  }
  const role = isHolder && elements[0].kind === FREE ? 'free' : 'joint'
  return { ...ends, role, fixed: null, motion }
}

/** The elements of a joint with the rotors of its record. */
function addRotors(
  path: string,
  record: JointRecord,
  elements: readonly JointElement[],
  axes: JointAxes | undefined,
): readonly JointElement[] {
  if (axes === undefined || !hasDrive(record)) return elements
  const { armature } = readDrives(path, record, axes)
  return elements.map((element, k) =>
    isAxisElement(element) ? { ...element, armature: armature[k] } : element,
  )
}

/** True for an axis that equations move. */
function isFlange(element: JointElement): boolean {
  return isAxisElement(element) && element.isFlange
}

/** The elements of a joint in which equations move some axes: all axes have names of their own then. */
function markFlanges(
  { fullPath, record }: { readonly fullPath: string; readonly record: TaggedRecord },
  elements: readonly JointElement[],
  kinds: JointAxes | undefined,
  hasFlanges: boolean,
): readonly JointElement[] {
  const flags = readMotionFlags(fullPath, record, elements.length)
  const isAny = hasFlanges || flags.includes(true)
  const names = isAny ? listFlangeVariables(listMotionAxes(record, kinds)) : []
  return elements.map((element, order) => {
    if (!isAxisElement(element)) return element
    if (!isAny) return { ...element, order }
    if (flags[order]) assertPrescribed(fullPath, record, element, order, elements.length)
    const { position, velocity } = names[order]
    return { ...element, order, position, velocity, index: -1, isFlange: hasFlanges || flags[order] }
  })
}

/** Keys of the axes of a joint that have no meaning where its motion is prescribed. */
const FORCE_KEYS = ['damping', 'stiffness', 'rest', 'armature', 'friction', 'limits', 'effort', 'velocity']

/** Asserts that the record gives neither start values nor forces of an axis whose motion is prescribed. */
function assertPrescribed(
  path: string,
  record: TaggedRecord,
  { position, velocity, index, positionStart, velocityStart }: AxisElement,
  order: number,
  nAxis: number,
): void {
  const expected = 'no value for an axis whose motion is prescribed'
  const starts = [
    [position, positionStart],
    [velocity, velocityStart],
  ] as const
  for (const [name, { value, isGiven, isGuess }] of starts)
    if (index < 0 ? isGiven || isGuess : value !== 0) throw new InputError(`${path}.${name}`, expected, value)
  const values: Readonly<Record<string, unknown>> = { ...record }
  for (const key of FORCE_KEYS) {
    const value = values[key]
    const isList = nAxis > 1 && (Array.isArray(value) || value instanceof Float64Array)
    const own: unknown = isList ? value[order] : value
    if (own !== undefined && own !== null && own !== 0)
      throw new InputError(`${path}.${key}`, expected, value)
  }
}

/** Creates the joint of an object whose motion relative to its parent equations prescribe, under its own name. */
export function createDrivenJoint(object: ObjectNode, parent: ObjectNode): JointNode {
  const { path, fullPath, record } = object
  const elements = markFlanges(
    { fullPath, record },
    createPoseAxes(listMotionAxes(record, undefined)),
    undefined,
    false,
  )
  return {
    ...{ path, fullPath, kind: 'Free', role: 'joint', object1: parent, object2: object, canCollide: false },
    ...{ fixed: null, motion: { hasFlange: true, isPrescribed: true, elements, offset: null }, locked: null },
    resultPath: path,
  }
}

/** Creates the joint of an object that moves freely relative to its parent, from `record`, under its own name. */
export function createFreeJoint(
  object: ObjectNode,
  parent: ObjectNode,
  record: Object3DRecord = object.record,
): JointNode {
  const { path, fullPath } = object
  const element = readRotationElement(fullPath, FREE, record)
  return {
    ...{ path, fullPath, kind: 'Free', role: 'free', object1: parent, object2: object, canCollide: true },
    ...{ fixed: null, motion: { hasFlange: false, elements: [element], offset: null }, locked: null },
    resultPath: path,
  }
}

/** Creates a lock of the assembly of `object` to `target`, under the name of the root of the assembly. */
export function createLock(
  { path, fullPath }: PartPath,
  target: ObjectNode,
  object: ObjectNode,
  fixed: Pose,
): JointNode {
  return {
    ...{ path, fullPath, kind: 'Fix', role: 'lock', object1: target, object2: object, canCollide: false },
    ...{ fixed, motion: null, locked: null, resultPath: path },
  }
}

/** A pool. */
export interface PoolNode extends PartPath {
  readonly parts: PoolRecord['parts']
  /** Name of the freely moving object of the template. */
  readonly root: string
  /** Number of added instances, and of the last one. */
  readonly nAdded: number
}

/** An instance of a pool. */
export interface PoolInstance extends PartPath {
  readonly parts: readonly Part[]
  readonly root: ObjectNode
}

/** Pools of a structure. */
export interface Pools {
  /** By their paths in the 3D model. */
  readonly pools: ReadonlyMap<string, PoolNode>
  /** Existing instances, by their names. */
  readonly instances: ReadonlyMap<string, PoolInstance>
}

/** The whole structure. */
export interface Structure extends Pools {
  /** Path of the 3D model in the whole model; '' at the top. */
  readonly root: string
  /** By their paths in the 3D model. */
  readonly objects: ReadonlyMap<string, ObjectNode>
  readonly world: ObjectNode
  readonly scene: SceneSettings
  readonly joints: readonly JointNode[]
  /** Roots of assemblies that actions have created, where a joint has been removed, besides the declared ones. */
  readonly madeRoots: ReadonlySet<ObjectNode>
  /** Sizes of states of joints that actions have changed, including former states; -1: a scalar. */
  readonly resultSizes: ReadonlyMap<string, number>
}
