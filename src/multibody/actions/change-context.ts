import { InputError, suggestName, VarioError } from '../../base/index.ts'
import { cardan123FromRotation } from '../../math/index.ts'
import type { ModelStates } from '../../simulation/index.ts'
import { joinPath, type PartPath } from '../parts/index.ts'
import type { AxisElement, OrientationStart } from '../parts/joints/index.ts'
import type { Frame, Pose } from '../records/index.ts'
import {
  type Assembly,
  createJoint,
  findAssembly,
  findInScopes,
  findObject,
  findPart,
  type JointNode,
  type ObjectNode,
  type Structure,
} from '../structure/index.ts'
import type { World } from '../world/index.ts'
import type { LockLimits } from './lock-limits.ts'

/** Result of a change. */
export interface Change {
  readonly structure: Structure
  /** Description of the change, for the log. */
  readonly text: string
  /** Kinetic energy that an impulse has removed [J]; undefined: no impulse. */
  readonly lostEnergy?: number
  /** Name of the added instance, and its objects. */
  readonly added?: { readonly name: string; readonly objects: readonly string[] }
}

/** Values of cut joints, which have no states; null: the joint is not cut, or has no such value. */
export interface CutValues {
  readCutAxis(joint: JointNode, name: string, index: number): readonly [number, number] | null
  readCutOrientation(joint: JointNode): OrientationStart | null
}

/** Context of a command: resolves its references in the structure, and creates its errors. */
export class ChangeContext {
  constructor(
    readonly structure: Structure,
    /** Poses and velocities. */
    readonly world: World,
    readonly cuts: CutValues,
    readonly states: ModelStates,
    readonly limits: LockLimits,
    /** Name of the command. */
    readonly what: string,
    /** Place of declaration of the program. */
    readonly from: PartPath,
  ) {}

  object(reference: string): ObjectNode {
    const key = { path: this.from.path, fullPath: joinPath(this.structure.root, `actions: ${this.what}`) }
    return (
      findPart(this.structure, key.path, reference) ??
      findObject(this.structure.objects, key, 'path', reference)
    )
  }

  lockable(reference: string): ObjectNode {
    const object = this.object(reference)
    if (object.record.lockable !== true)
      throw new InputError(`actions: ${this.what}`, `an Object3D with lockable: true`, object.fullPath)
    return object
  }

  assembly(part: ObjectNode): Assembly {
    const assembly = findAssembly(this.structure, part)
    if (assembly !== null) return assembly
    throw new InputError(
      `actions: ${this.what}`,
      'an Object3D of an assembly, whose root has assemblyRoot: true',
      part.fullPath,
    )
  }

  /** A joint without flange; throws for one with a flange. */
  joint(reference: string, includesHolders = false): JointNode {
    const found = this.anyJoint(reference, includesHolders)
    if (found.motion?.isPrescribed)
      throw this.error(`${found.fullPath} has a prescribed motion, whose equations cannot be changed.`)
    if (found.motion?.hasFlange)
      throw this.error(
        `expected a joint without flange, but ${found.fullPath} has one, whose equations stay. Use a joint without ` +
          'flange, or lock it.',
      )
    return found
  }

  /** @param includesHolders the holder of an assembly counts as a joint, too */
  anyJoint(reference: string, includesHolders = false): JointNode {
    const joints = new Map(
      this.structure.joints.flatMap((joint) =>
        includesHolders || joint.role === 'joint' ? [[joint.path, joint]] : [],
      ),
    )
    const found = typeof reference === 'string' ? findInScopes(joints, this.from.path, reference) : undefined
    if (found === undefined) {
      const names = [...joints.keys()]
      const hint = typeof reference === 'string' ? suggestName(reference, names) : ''
      const list = names.join(', ') || '(there is none)'
      throw new InputError(`actions: ${this.what}`, `the path of a joint: ${list}${hint}`, reference)
    }
    return found
  }

  /** Position of an axis of a joint, which may be cut [rad, m]; null: the joint has no such axis. */
  position(joint: JointNode, { position, index }: AxisElement): number | null {
    const values =
      this.world.readAxis(joint, position, index) ?? this.cuts.readCutAxis(joint, position, index)
    return values?.[0] ?? null
  }

  /** Orientation of a joint, which may be cut; null: it has none. */
  orientation(joint: JointNode): OrientationStart | null {
    return this.world.orientationOf(joint) ?? this.cuts.readCutOrientation(joint)
  }

  frame({ path }: ObjectNode): Frame {
    return this.world.grouping.frames.get(path)!
  }

  /** Pose of an object in the world. */
  pose(object: ObjectNode): Pose {
    const pose = { R: new Float64Array(9), p: new Float64Array(3) }
    this.world.motion.rotation(this.frame(object), pose.R)
    this.world.motion.position(this.frame(object), pose.p)
    return pose
  }

  /** Free motion of an object with respect to the world, with its present pose and velocity. */
  freeJoint(root: ObjectNode): JointNode {
    const { motion } = this.world
    const frame = this.frame(root)
    const { R, p } = this.pose(root)
    const [rotation, velocity, angularVelocity] = [0, 1, 2].map(() => new Float64Array(3))
    cardan123FromRotation(rotation, 0, R, 0)
    motion.velocity(frame, velocity)
    motion.angularVelocity(frame, angularVelocity)
    const { world } = this.structure
    const { path, fullPath } = root
    const record = {
      kind: 'Free',
      ...{ obj1: world.path, obj2: path },
      ...{ translation: Array.from(p), velocity: Array.from(velocity) },
      ...{ rotation: Array.from(rotation), angularVelocity: Array.from(angularVelocity) },
      orientation: root.record.orientation ?? 'cardan',
    } as const
    return { ...createJoint({ path, fullPath, record }, world, root), role: 'free', startsInMotion: true }
  }

  error(message: string, fields: Readonly<Record<string, unknown>> = {}): VarioError {
    return new VarioError('ACTION', `actions: ${this.what}: ${message}`, fields)
  }
}
