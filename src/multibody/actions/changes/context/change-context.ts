import { InputError, suggestName, VarioError } from '../../../../base/index.ts'
import { cardan123FromRotation } from '../../../../math/index.ts'
import type { ModelStates } from '../../../../simulation/index.ts'
import type { Frame, Pose } from '../../../frames/index.ts'
import { type AxisElement, joinPath, type OrientationStart, type PartPath } from '../../../parts/index.ts'
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
} from '../../../structure/index.ts'
import type { World } from '../../../world/index.ts'
import type { LockLimits } from './lock-limits.ts'

/** What a change has led to. */
export interface Change {
  readonly structure: Structure
  /** What has happened, for the log. */
  readonly text: string
  /** Energy that an impulse has taken [J]; undefined: there was none. */
  readonly lostEnergy?: number
  /** Name of what has been added, and its objects. */
  readonly added?: { readonly name: string; readonly objects: readonly string[] }
}

/** Values of joints that are cut, which have no states; null: the joint is not one of them, or has no such value. */
export interface CutValues {
  readCutAxis(joint: JointNode, name: string, index: number): readonly [number, number] | null
  readCutOrientation(joint: JointNode): OrientationStart | null
}

/** Where a command meets the structure: looks up what it names, and says what is wrong. */
export class ChangeContext {
  constructor(
    readonly structure: Structure,
    /** Where everything is, and how it moves. */
    readonly world: World,
    readonly cuts: CutValues,
    readonly states: ModelStates,
    readonly limits: LockLimits,
    /** Name of the command. */
    readonly what: string,
    /** Where the program is declared. */
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

  /** A joint without flange: one with a flange is an error. */
  joint(reference: string, includesHolders = false): JointNode {
    const found = this.anyJoint(reference, includesHolders)
    if (found.motion?.hasFlange)
      throw this.error(
        `${found.fullPath} has a flange, and its equations go on whatever happens to it. Take a joint without ` +
          'flange, or lock it.',
      )
    return found
  }

  /** @param includesHolders what holds an assembly counts as a joint too */
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

  /** Position of an axis of a joint, which may be cut [rad, m]; null: nothing moves about this axis. */
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

  /** Free motion of an object with respect to the world, from where it is and with the velocity that it has. */
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
