/** Target poses of objects. */
import { assertKnownKeys, InputError } from '../../base/index.ts'
import {
  cardan123ToRotation,
  mat3MulTransposeA,
  quatToRotation,
  rotationLog,
  rotationLogRates,
  vec3Norm,
} from '../../math/index.ts'
import { computeFrameJacobian } from '../../mechanics/index.ts'
import { type Frame, readVector } from '../records/index.ts'
import type { WorldMotion } from '../world/index.ts'

/** Target pose of an object in the world. Missing components are free. */
export interface TargetPose {
  /** Position of its origin [m] (3). */
  readonly translation?: ArrayLike<number>
  /** Cardan angles about x, y, z [rad] (3). */
  readonly rotation?: ArrayLike<number>
  /** Orientation as a quaternion x, y, z, w instead of angles; its length does not matter (4). */
  readonly quaternion?: ArrayLike<number>
}

/** Remaining distance of an object from its target. */
export interface TargetMiss {
  /** [m] */
  readonly distance: number
  /** Angle of the remaining rotation [rad]. */
  readonly angle: number
}

/**
 * Gaps of one object: with the target pose F and the pose G of the object
 *
 *   position      g = p_G − p_F,   g′ = v_G
 *   orientation   g = log(R_Fᵀ R_G) = θ,   g′ = J⁻¹(θ) R_Fᵀ w_G
 */
export class Target {
  readonly nGap: number
  private readonly position: Float64Array | null
  private readonly R_WF: Float64Array | null
  private readonly p = new Float64Array(3)
  private readonly R = new Float64Array(9)
  private readonly theta = new Float64Array(3)

  constructor(
    readonly path: string,
    private readonly frame: Frame,
    pose: TargetPose,
  ) {
    const { translation, rotation, quaternion } = pose
    assertKnownKeys(path, pose, ['translation', 'rotation', 'quaternion'])
    this.position = translation === undefined ? null : readVector(`${path}.translation`, translation, 3)
    this.R_WF = readRotation(path, rotation, quaternion)
    this.nGap = (this.position === null ? 0 : 3) + (this.R_WF === null ? 0 : 3)
    if (this.nGap === 0)
      throw new InputError(path, 'a translation, a rotation or a quaternion, or two of them', pose)
  }

  /** Gaps from `row` on, lengths relative to `length` [m], and their derivatives (nGap × nv). */
  evaluate(motion: WorldMotion, length: number, g: Float64Array, J: Float64Array, row: number): void {
    const { frame, p, R, theta } = this
    const { tree, data } = motion
    const { nv } = tree
    const own = new Float64Array(6 * nv)
    this.update(motion)
    computeFrameJacobian(tree, data, frame.body, p, own)
    let k = row
    if (this.position !== null) {
      for (let i = 0; i < 3; i++, k++) {
        g[k] = (p[i] - this.position[i]) / length
        for (let c = 0; c < nv; c++) J[nv * k + c] = own[nv * (3 + i) + c] / length
      }
    }
    if (this.R_WF === null) return
    // J⁻¹(θ) R_Fᵀ
    const inverse = new Float64Array(9)
    rotationLogRates(inverse, 0, theta, 0)
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        R[3 * i + j] = 0
        for (let m = 0; m < 3; m++) R[3 * i + j] += inverse[3 * i + m] * this.R_WF[3 * j + m]
      }
    }
    for (let i = 0; i < 3; i++, k++) {
      g[k] = theta[i]
      for (let c = 0; c < nv; c++) {
        let sum = 0
        for (let j = 0; j < 3; j++) sum += R[3 * i + j] * own[nv * j + c]
        J[nv * k + c] = sum
      }
    }
  }

  measure(motion: WorldMotion): TargetMiss {
    this.update(motion)
    const { position, p } = this
    const distance = position === null ? 0 : Math.hypot(...p.map((x, i) => x - position[i]))
    return { distance, angle: this.R_WF === null ? 0 : vec3Norm(this.theta, 0) }
  }

  private update(motion: WorldMotion): void {
    motion.position(this.frame, this.p)
    if (this.R_WF === null) return
    const R_FG = new Float64Array(9)
    motion.rotation(this.frame, this.R)
    mat3MulTransposeA(R_FG, 0, this.R_WF, 0, this.R, 0)
    rotationLog(this.theta, 0, R_FG, 0)
  }
}

function readRotation(
  path: string,
  rotation: TargetPose['rotation'],
  quaternion: TargetPose['quaternion'],
): Float64Array | null {
  if (rotation !== undefined && quaternion !== undefined)
    throw new InputError(path, 'a rotation or a quaternion, not both', { rotation, quaternion })
  const R = new Float64Array(9)
  if (rotation !== undefined) cardan123ToRotation(R, 0, readVector(`${path}.rotation`, rotation, 3), 0)
  else if (quaternion !== undefined) {
    const q = readVector(`${path}.quaternion`, quaternion, 4)
    if (q.every((x) => x === 0))
      throw new InputError(`${path}.quaternion`, 'a non-zero quaternion', quaternion)
    quatToRotation(R, 0, q, 0)
  } else return null
  return R
}
