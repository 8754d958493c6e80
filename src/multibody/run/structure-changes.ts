/** Changes of the structure of a world: what is fixed, free or gone from now on. */
import { InputError, VarioError } from '../../base/index.ts'
import { cardan123FromRotation, rotationToAxisAngle, vec3Norm } from '../../math/index.ts'
import { composePoses, invertPose, type Pose } from '../frames/index.ts'
import { joinPath } from '../parts/index.ts'
import {
  createJoint,
  findObject,
  type JointNode,
  type ObjectNode,
  type Structure,
} from '../structure/index.ts'
import { RelativeMotion, type World } from '../world/index.ts'
import type { Action } from './actions.ts'
import type { LockLimits } from './lock-limits.ts'

/** The structure as it is now, and what may be done with it. */
export class StructureChanges {
  constructor(
    public structure: Structure,
    private readonly limits: LockLimits,
  ) {}

  /** Carries out a command, with objects where they are in `world`. */
  apply(action: Exclude<Action, { kind: 'wait' }>, world: World): void {
    const part = this.find(`actions: ${action.kind}`, action.part)
    const root = this.rootOf(action.kind, part)
    switch (action.kind) {
      case 'attach':
        this.attach(part, root, this.find('actions: attach', action.target), world, action.isReleased)
        return
      case 'release':
        this.assertAttached('release', root)
        this.replaceJoint(root, createReleasedJoint(root, this.structure.world, world))
        return
      case 'delete':
        this.delete(root)
    }
  }

  private attach(
    part: ObjectNode,
    root: ObjectNode,
    target: ObjectNode,
    world: World,
    isReleased: boolean,
  ): void {
    const what = isReleased ? 'releaseAndAttach' : 'attach'
    for (const object of [part, target]) {
      if (object.record.lockable !== true)
        throw new InputError(`actions: ${what}`, `an Object3D with lockable: true`, object.fullPath)
    }
    if (isReleased) this.assertAttached(what, root)
    else if (this.jointOf(root)?.motion == null)
      throw this.error(
        `${what}: ${root.fullPath} does not move freely; release it first, or use releaseAndAttach.`,
      )
    if (this.contains(root, target))
      throw this.error(`${what}: ${target.fullPath} belongs to the assembly ${root.fullPath} itself.`)
    this.assertTogether(what, part, target, world)
    const fixed = composePoses(invertPose(poseOf(target, world)), poseOf(root, world))
    this.replaceJoint(root, {
      path: root.path,
      fullPath: root.fullPath,
      object1: target,
      object2: root,
      fixed,
      motion: null,
      canCollide: false,
    })
  }

  /**
   * Two objects are locked as they are, with their velocities: they must be near to each other, and must not move with
   * respect to each other (thesis 11.2). Otherwise the velocity of one of them would change without an impulse on the
   * other.
   */
  private assertTogether(
    what: string,
    part: ObjectNode,
    target: ObjectNode,
    { grouping, motion }: World,
  ): void {
    const [frame1, frame2] = [target, part].map(({ path }) => grouping.frames.get(path)!)
    const relative = new RelativeMotion(frame1, frame2)
    relative.update(motion)
    const { distance } = this.limits
    const speed = (read: 'velocity' | 'angularVelocity'): number =>
      Math.max(
        ...[frame1, frame2].map((frame) => {
          const v = new Float64Array(3)
          motion[read](frame, v)
          return vec3Norm(v, 0)
        }),
      )
    const allow = (key: 'velocity' | 'angularVelocity'): number =>
      Number((this.limits[key] + this.limits.relative * speed(key)).toPrecision(3))
    const [velocity, angularVelocity] = [allow('velocity'), allow('angularVelocity')]
    const found = {
      distance: vec3Norm(relative.p_12, 0),
      angle: rotationToAxisAngle(new Float64Array(3), 0, relative.R_12, 0),
      velocity: vec3Norm(relative.v_12, 0),
      angularVelocity: vec3Norm(relative.w_12, 0),
    }
    const isNear = found.distance < distance
    if (isNear && found.velocity <= velocity && found.angularVelocity <= angularVelocity) return
    const [a, b] = [part.fullPath, target.fullPath]
    const digits = (x: number): string => x.toPrecision(3)
    const reason = isNear
      ? `${a} and ${b} move with respect to each other, and locking them would change their momentum`
      : `${a} and ${b} are ${digits(found.distance)} m apart, more than the gap of the scene, ${distance} m`
    throw new VarioError(
      'ACTION',
      `actions: ${what}: ${reason}. Found: distance ${digits(found.distance)} m (allowed: less than ` +
        `${distance}), relative velocity ${digits(found.velocity)} m/s (allowed: ${velocity}), relative angular ` +
        `velocity ${digits(found.angularVelocity)} rad/s (allowed: ${angularVelocity}), angle ` +
        `${digits(found.angle)} rad (allowed: any). That was at t = ${motion.time} s: bring them together before.`,
      { part: a, target: b, time: motion.time, ...found, allowed: { distance, velocity, angularVelocity } },
    )
  }

  /** Removes an assembly with all that is fixed to it, and the joints of its objects. */
  private delete(root: ObjectNode): void {
    const { objects, joints } = this.structure
    const gone = new Set([...objects.values()].filter((object) => this.contains(root, object)))
    const left = new Map([...objects].filter(([, object]) => !gone.has(object)))
    const kept = joints.filter(({ object1, object2 }) => !gone.has(object1) && !gone.has(object2))
    const broken = joints.find((joint) => gone.has(joint.object1) && !gone.has(joint.object2))
    if (broken)
      throw this.error(`delete: ${broken.fullPath} still connects ${broken.object2.fullPath} with it.`)
    this.structure = { ...this.structure, objects: left, joints: kept }
  }

  private find(key: string, path: string): ObjectNode {
    const { root, objects } = this.structure
    return findObject(objects, { path: key, fullPath: joinPath(root, key) }, 'path', path)
  }

  /** The root of the assembly that an object belongs to. */
  private rootOf(what: string, part: ObjectNode): ObjectNode {
    for (let object: ObjectNode | null = part; object !== null; object = object.parent) {
      if (object.record.assemblyRoot === true) return object
    }
    throw new InputError(
      `actions: ${what}`,
      'an Object3D of an assembly, whose root has assemblyRoot: true',
      part.fullPath,
    )
  }

  private contains(root: ObjectNode, object: ObjectNode): boolean {
    for (let node: ObjectNode | null = object; node !== null; node = node.parent)
      if (node === root) return true
    return false
  }

  private jointOf(root: ObjectNode): JointNode | undefined {
    return this.structure.joints.find(({ object2 }) => object2 === root)
  }

  private assertAttached(what: string, root: ObjectNode): void {
    if (this.jointOf(root)?.fixed == null)
      throw this.error(`${what}: ${root.fullPath} is not attached to anything.`)
  }

  private replaceJoint(root: ObjectNode, joint: JointNode): void {
    const old = this.jointOf(root)
    this.structure = {
      ...this.structure,
      joints: [...this.structure.joints.filter((other) => other !== old), joint],
    }
  }

  private error(message: string): VarioError {
    return new VarioError('ACTION', `actions: ${message}`)
  }
}

/** Pose of an object in the world. */
function poseOf(object: ObjectNode, { motion, grouping }: World): Pose {
  const frame = grouping.frames.get(object.path)!
  const pose = { R: new Float64Array(9), p: new Float64Array(3) }
  motion.rotation(frame, pose.R)
  motion.position(frame, pose.p)
  return pose
}

/** Free motion with respect to the world, from where the object is and with the velocity that it has. */
function createReleasedJoint(root: ObjectNode, origin: ObjectNode, world: World): JointNode {
  const frame = world.grouping.frames.get(root.path)!
  const { R, p } = poseOf(root, world)
  const rotation = new Float64Array(3)
  const velocity = new Float64Array(3)
  const angularVelocity = new Float64Array(3)
  cardan123FromRotation(rotation, 0, R, 0)
  world.motion.velocity(frame, velocity)
  world.motion.angularVelocity(frame, angularVelocity)
  const { path, fullPath } = root
  const record = {
    kind: 'Free',
    ...{ obj1: origin.path, obj2: path },
    ...{ translation: Array.from(p), velocity: Array.from(velocity) },
    ...{ rotation: Array.from(rotation), angularVelocity: Array.from(angularVelocity) },
    orientation: root.record.orientation ?? 'cardan',
  } as const
  return createJoint({ path, fullPath, record }, origin, root)
}
