/** Replaces a joint by one of another kind, or between other objects. The objects do not move. */

import { InputError } from '../../base/index.ts'
import { rotationToAxisAngle, vec3Cross, vec3Norm } from '../../math/index.ts'
import { FREE } from '../../mechanics/index.ts'
import { isExprNode, toPlainRecord } from '../../model/index.ts'
import { lockPlastically } from '../impulses/index.ts'
import { isJointRecord, JOINTS, type JointRecord, listLawKeys } from '../parts/joints/index.ts'
import { checkRecord, composePoses, invertPose, isTagged, type Pose } from '../records/index.ts'
import { createJoint, type JointNode, type ObjectNode, replaceJoints } from '../structure/index.ts'
import { RelativeMotion } from '../world/index.ts'
import type { StructureAction } from './actions.ts'
import type { Change, ChangeContext } from './change-context.ts'
import { fitPositions, fitVelocities, type JointFit, listForbidden } from './fit-joint.ts'
import { nameResults } from './joint-names.ts'
import { findJointPlace, type JointPlace } from './joint-place.ts'
import { assertStarts, createStarts, valuesOfJoint } from './joint-starts.ts'

type ChangeJointAction = Extract<StructureAction, { kind: 'changeJoint' }>

/** Motion below this fraction of the velocities is rounding, and needs no impulse. */
const ROUNDING = 1e-14

/** Replaces a joint; with an impulse it may take two steps, of which it returns the second. */
export function changeJoint(
  context: ChangeContext,
  action: ChangeJointAction,
): Change & { readonly rest?: StructureAction } {
  const { world, structure } = context
  const old = context.joint(action.joint, true)
  const { record, object1, object2 } = readChangedJoint(context, old, action.record)
  const place = findJointPlace(context, old, object1, object2)
  const draft = createJoint({ path: old.path, fullPath: old.fullPath, record }, object1, object2)
  const X_12 = composePoses(invertPose(context.pose(object1)), context.pose(object2))
  const elements = draft.motion?.elements ?? []
  const fit = draft.fixed
    ? { positions: [], twists: [], X_1F: fitRigid(record, X_12, draft.fixed) }
    : fitPositions(elements, X_12, valuesOfJoint(context, old, record, elements), world.length)
  const offset = composePoses(invertPose(fit.X_1F), X_12)
  assertFits(context, draft, offset)
  let motion = relativeTwist(context, object1, object2, fit)
  let lostEnergy: number | undefined
  if (action.impulse !== true) assertAllowed(context, draft, motion)
  else if (maxOf(motion.rest) <= ROUNDING * motion.speed) lostEnergy = 0
  else if (old.motion?.elements[0].kind !== FREE)
    // the impulse acts on the structure without the old joint
    return { ...letGo(context, old), rest: { ...action, record } }
  else {
    const directions = listForbidden(twistsAtObject2(context, object1, fit, X_12))
    lostEnergy = lockPlastically(world, context.states, context.frame(object1), context.frame(object2), {
      directions,
    })
    motion = relativeTwist(context, object1, object2, fit)
  }
  const started = createStarts(draft, fit, motion, context.orientation(old))
  assertStarts(context, record, draft, started, motion.speed)
  const joint: JointNode =
    started.motion === null
      ? { ...started, fixed: X_12 }
      : { ...started, motion: { ...started.motion, offset: isFree(started) ? null : offset } }
  const { madeRoots } = structure
  const { loose, dropped } = place
  const { resultPath, resultSizes } = nameResults(structure, old, joint)
  return {
    structure: {
      ...replaceJoints(structure, dropped ? [old, dropped] : [old], [
        asHolder({ ...joint, resultPath }, place),
        ...(loose ? [context.freeJoint(loose)] : []),
      ]),
      madeRoots: loose ? new Set([...madeRoots, loose]) : madeRoots,
      resultSizes,
    },
    text: describe(old, joint, place),
    ...(lostEnergy !== undefined && { lostEnergy }),
  }
}

function isFree({ motion }: JointNode): boolean {
  return motion?.elements[0].kind === FREE
}

/** Relative motion of the objects of a joint, at the origin of the frame F at the end of its elements. */
export interface JointTwist {
  /** Velocities of the degrees of freedom. */
  readonly velocities: Float64Array
  /** Part that the joint does not allow: [L w; v], in the axes of obj1 (6) [m/s]. */
  readonly rest: Float64Array
  /** Speed of the objects in the world [m/s], including L times their angular velocity. */
  readonly speed: number
}

function relativeTwist(
  context: ChangeContext,
  object1: ObjectNode,
  object2: ObjectNode,
  { X_1F, twists }: JointFit,
): JointTwist {
  const { motion, length } = context.world
  const frames = [context.frame(object1), context.frame(object2)] as const
  const relative = new RelativeMotion(...frames)
  relative.update(motion)
  const { w_12, v_12, p_12 } = relative
  const twist = new Float64Array(6)
  const arm = X_1F.p.map((x, i) => x - p_12[i])
  vec3Cross(twist, 3, w_12, 0, arm, 0)
  for (let i = 0; i < 3; i++) {
    twist[i] = length * w_12[i]
    twist[i + 3] += v_12[i]
  }
  const v = new Float64Array(3)
  let speed = 0
  for (const frame of frames) {
    motion.velocity(frame, v)
    speed = Math.max(speed, vec3Norm(v, 0))
    motion.angularVelocity(frame, v)
    speed = Math.max(speed, length * vec3Norm(v, 0))
  }
  return { ...fitVelocities(twists, twist), speed }
}

/** Twists that the joint allows at the origin of obj2, in the axes of the world. */
function twistsAtObject2(
  context: ChangeContext,
  object1: ObjectNode,
  { X_1F, twists }: JointFit,
  X_12: Pose,
): Float64Array[] {
  const { R } = context.pose(object1)
  const { length } = context.world
  const arm = X_12.p.map((x, i) => (x - X_1F.p[i]) / length)
  return twists.map((twist) => {
    const local = twist.slice()
    const cross = new Float64Array(3)
    vec3Cross(cross, 0, twist, 0, arm, 0)
    for (let i = 0; i < 3; i++) local[i + 3] += cross[i]
    const turned = new Float64Array(6)
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) {
        turned[i] += R[3 * i + j] * local[j]
        turned[i + 3] += R[3 * i + j] * local[j + 3]
      }
    return turned
  })
}

/** The pose of a rigid connection: given values are checked, the others are the present ones. */
function fitRigid(record: JointRecord, X_12: Pose, given: Pose): Pose {
  if (record.kind !== 'Fix') return X_12
  return {
    R: record.rotation === undefined ? X_12.R : given.R,
    p: record.translation === undefined ? X_12.p : given.p,
  }
}

/** Asserts that the pose of the objects satisfies the joint. */
function assertFits(context: ChangeContext, joint: JointNode, offset: Pose): void {
  const { limits, world } = context
  const allowedAngle = limits.distance / world.length
  const distance = vec3Norm(offset.p, 0)
  const angle = rotationToAxisAngle(new Float64Array(3), 0, offset.R, 0)
  if (distance <= limits.distance && angle <= allowedAngle) return
  const { fullPath, kind, object1, object2 } = joint
  throw context.error(
    `expected ${object2.fullPath} at ${fullPath}, a ${kind}, with respect to ${object1.fullPath}. It is ` +
      `${distance.toPrecision(3)} m away (allowed: the gap of the scene, ${limits.distance}), and turned by ` +
      `${angle.toPrecision(3)} rad (allowed: gap/nominalLength, ${allowedAngle}). Bring them together first, or ` +
      'choose another axis.',
    { joint: fullPath, distance, angle, allowed: { distance: limits.distance, angle: allowedAngle } },
  )
}

/** Asserts that the objects do not move in directions that the joint does not allow. */
function assertAllowed(context: ChangeContext, joint: JointNode, { rest, speed }: JointTwist): void {
  const { limits, world } = context
  const allow = (limit: number, size: number): number =>
    Number((limit + limits.relative * size).toPrecision(3))
  const allowed = {
    velocity: allow(limits.velocity, speed),
    angularVelocity: allow(limits.angularVelocity, speed / world.length),
  }
  const velocity = vec3Norm(rest, 3)
  const angularVelocity = vec3Norm(rest, 0) / world.length
  if (velocity <= allowed.velocity && angularVelocity <= allowed.angularVelocity) return
  const { fullPath, kind, object1, object2 } = joint
  throw context.error(
    `expected no motion of ${object2.fullPath} with respect to ${object1.fullPath} in directions that ${fullPath}, a ` +
      `${kind}, does not allow, got: velocity ${velocity.toPrecision(3)} m/s (allowed: ${allowed.velocity}), angular velocity ` +
      `${angularVelocity.toPrecision(3)} rad/s (allowed: ${allowed.angularVelocity}). Bring it to rest first, or ` +
      'use { impulse: true }.',
    { joint: fullPath, velocity, angularVelocity, allowed },
  )
}

/** Replaces the old joint by free motion under its name. */
function letGo(context: ChangeContext, old: JointNode): Change {
  const { object1, object2, path, fullPath, canCollide, role } = old
  const record = { kind: 'Free', obj1: object1.path, obj2: object2.path, canCollide } as const
  const draft = createJoint({ path, fullPath, record }, object1, object2)
  const X_12 = composePoses(invertPose(context.pose(object1)), context.pose(object2))
  const fit = fitPositions(draft.motion!.elements, X_12, [], context.world.length)
  const started = createStarts(draft, fit, relativeTwist(context, object1, object2, fit), null)
  const free: JointNode = { ...started, role: role === 'joint' ? 'joint' : 'free' }
  return {
    structure: {
      ...replaceJoints(context.structure, [old], [free]),
      resultSizes: nameResults(context.structure, old, free).resultSizes,
    },
    text: `${fullPath} lets ${object2.fullPath} go`,
  }
}

/** Sets the role of a joint that holds an assembly, freely or rigidly: other actions replace it. */
function asHolder(joint: JointNode, { far, farHasRoot }: JointPlace): JointNode {
  const { object1, object2, fixed } = joint
  if (fixed !== null && farHasRoot) {
    const ends = far === object2 ? {} : { object1: object2, object2: object1, fixed: invertPose(fixed) }
    return { ...joint, ...ends, role: 'lock' }
  }
  return { ...joint, role: farHasRoot && far === object2 && isFree(joint) ? 'free' : 'joint' }
}

function describe(old: JointNode, joint: JointNode, { loose, dropped }: JointPlace): string {
  const { fullPath, kind, object1, object2 } = joint
  const what = old.kind === kind ? 'connects' : `becomes ${kind} and connects`
  return [
    `${fullPath} ${what} ${object2.fullPath} with ${object1.fullPath}`,
    ...(dropped ? [`${dropped.object2.fullPath} does not move freely any more`] : []),
    ...(loose ? [`${loose.fullPath} moves freely`] : []),
  ].join(', ')
}

function maxOf(values: Float64Array): number {
  return values.reduce((max, x) => Math.max(max, Math.abs(x)), 0)
}

/** The record of a changed joint, with values, and its objects, which default to those of the old joint. */
export function readChangedJoint(
  context: ChangeContext,
  old: JointNode,
  given: unknown,
): { readonly record: JointRecord; readonly object1: ObjectNode; readonly object2: ObjectNode } {
  const path = `actions: ${context.what}: record`
  if (!isTagged(given) || !isJointRecord(given))
    throw new InputError(path, `a joint without flange: ${JOINTS.kinds.join(', ')}`, given)
  for (const [key, value] of Object.entries(given)) assertKnown(`${path}.${key}`, value)
  const values = toPlainRecord(given) as JointRecord
  checkRecord(path, values, JOINTS.find(path, values.kind))
  const object1 = values.obj1 === undefined ? old.object1 : context.object(values.obj1)
  const object2 = values.obj2 === undefined ? old.object2 : context.object(values.obj2)
  if (object1 === object2) throw new InputError(`${path}.obj2`, 'another object than obj1', values.obj2)
  const ends = { obj1: object1.path, obj2: object2.path }
  return { record: { ...keptForces(old, values.kind), ...values, ...ends }, object1, object2 }
}

/** Forces and drives of a joint, which it keeps together with its kind. */
function keptForces({ record }: JointNode, kind: string): object {
  if (record?.kind !== kind) return {}
  const keys = listLawKeys(record)
  return Object.fromEntries(Object.entries(record).filter(([key]) => keys.includes(key)))
}

/** Asserts that values contain no expressions of parameters: programs cannot evaluate them. */
function assertKnown(path: string, value: unknown): void {
  if (isExprNode(value))
    throw new InputError(path, 'a value: expressions of parameters have none in programs', value)
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value))
    for (const item of Object.values(value)) assertKnown(path, item)
}
