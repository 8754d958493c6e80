import { InputError, suggestName } from '../../base/index.ts'
import {
  cardan123FromRotation,
  mat3MulTransposeA,
  mat3TransposeMulVec,
  quatFromRotation,
  vec3Sub,
} from '../../math/index.ts'
import type { MergeTree } from '../../model/index.ts'
import { collectPositions } from '../component/index.ts'
import type { Frame } from '../records/index.ts'
import type { MechanismState } from './mechanism-state.ts'
import type { TargetMiss } from './target.ts'

/** Pose of an object in the frame of another one, or of the world. */
export interface ObjectPose {
  /** [m] (3) */
  readonly translation: Float64Array
  /** Cardan angles about x, y, z [rad] (3). */
  readonly rotation: Float64Array
  /** The same orientation as a quaternion x, y, z, w (4). */
  readonly quaternion: Float64Array
}

/** Poses of the objects of a 3D model, and the positions of its joints. */
export class Configuration {
  /**
   * Positions of all joints by their names in results: `rev.phi` [rad], `slider.s` [m], `universal.phi` [rad] (2),
   * `ball.rotation` [rad] (3), `box.translation` [m] (3).
   */
  readonly values: Readonly<Record<string, number | Float64Array>>
  /** New start values, to start a simulation here: `simulate(model, { merge: configuration.merge, … })`. */
  readonly merge: MergeTree
  /** Remaining distances from the targets, by object. */
  readonly targets: Readonly<Record<string, TargetMiss>>

  /** @internal */
  constructor(
    private readonly state: MechanismState,
    targets: Readonly<Record<string, TargetMiss>>,
  ) {
    this.targets = targets
    const { tree, q, motion, mechanism } = state
    const { values, merge } = collectPositions({ tree, q, motion, grouping: mechanism.grouping })
    this.values = values
    this.merge = merge
  }

  /** Position of one joint by its name in results: `rev.phi` [rad], `slider.s` [m], `universal.phi[2]` [rad]. */
  value(name: string): number {
    const [, key, index] = /^(.*?)(?:\[(\d+)\])?$/.exec(name)!
    const found = this.values[key]
    const value = typeof found === 'number' || found === undefined ? found : found[Number(index) - 1]
    if (value !== undefined && (typeof found === 'number') === (index === undefined)) return value
    const names = Object.keys(this.values)
    const expected = `the position of a joint: ${names.join(', ')}${suggestName(key, names)}`
    throw new InputError('configuration.value', expected, name)
  }

  /** Pose of an object in the frame of another one (default: in the world). */
  pose(object: string, relativeTo?: string): ObjectPose {
    const { motion } = this.state
    const frame = this.frame('pose: object', object)
    const R = new Float64Array(9)
    const p = new Float64Array(3)
    motion.rotation(frame, R)
    motion.position(frame, p)
    if (relativeTo !== undefined) {
      const base = this.frame('pose: relativeTo', relativeTo)
      const [R_W1, p_W1] = [new Float64Array(9), new Float64Array(3)]
      motion.rotation(base, R_W1)
      motion.position(base, p_W1)
      mat3MulTransposeA(R, 0, R_W1, 0, R.slice(), 0)
      vec3Sub(p_W1, 0, p, 0, p_W1, 0)
      mat3TransposeMulVec(p, 0, R_W1, 0, p_W1, 0)
    }
    const rotation = new Float64Array(3)
    const quaternion = new Float64Array(4)
    cardan123FromRotation(rotation, 0, R, 0)
    quatFromRotation(quaternion, 0, R, 0)
    return { translation: p, rotation, quaternion }
  }

  /** Distance of the origins of two objects [m]. */
  distance(a: string, b: string): number {
    return Math.hypot(...this.pose(b, a).translation)
  }

  /**
   * Direction of the origin of `b` from `a`, about an axis of the frame of `a`: the angle [rad], −π … π, from the
   * cyclically next axis (x for z) to the vector from `a` to `b`, in the plane normal to the axis. For z it is the
   * angle of a revolute joint at `a` that turns a bar along x towards `b`.
   */
  planarAngle(a: string, b: string, axis: 'x' | 'y' | 'z' = 'z'): number {
    const normal = ['x', 'y', 'z'].indexOf(axis)
    if (normal < 0) throw new InputError('planarAngle: axis', "'x' | 'y' | 'z'", axis)
    const { translation } = this.pose(b, a)
    const [x, y] = [translation[(normal + 1) % 3], translation[(normal + 2) % 3]]
    if (x === 0 && y === 0)
      throw new InputError('planarAngle: b', `an object that is not on the axis ${axis} of ${a}`, b)
    return Math.atan2(y, x)
  }

  private frame(what: string, path: string): Frame {
    return findFrame(this.state, what, path)
  }
}

/** The frame of an object by its full path. */
export function findFrame(
  { mechanism }: Pick<MechanismState, 'mechanism'>,
  what: string,
  path: string,
): Frame {
  const { structure, grouping } = mechanism
  for (const object of structure.objects.values())
    if (object.fullPath === path) return grouping.frames.get(object.path)!
  const paths = Array.from(structure.objects.values(), ({ fullPath }) => fullPath)
  throw new InputError(what, `the path of an Object3D: ${paths.join(', ')}${suggestName(path, paths)}`, path)
}
