/**
 * Friction of a contact at rest. The law of (7.3c) depends on velocities only, so that bodies creep; at rest a contact
 * is a spring instead, which holds the points of both surfaces at which they met:
 *
 *   f_t = k_t s,   τ_n = k_t P φ_n,   τ_r = k_r φ                                                                   (1)
 *
 * with the displacement s of B relative to A along the surfaces at the contact, the rotation φ of B relative to A, and
 * φ_n about the normal. τ_n is the torque of (1) integrated over a patch with the polar moment P [m2] of its pressure.
 * The stiffness is that of spheres pressed together [Mindlin 1949],
 *
 *   k_t/k_n = 2 (1 − ν)/(2 − ν),    k_n = ∂f/∂δ,                                                                    (2)
 *
 * so that s is of the size of penetrations. Resistance against rotation (7.3d) gets k_r = μ_r R_geo² k_t, which reaches
 * its limit μ_r R_geo f at a rolled distance of f/k_t. Pressure also resists rotation: about axes for which the patch
 * is wide enough, k_r is zero.
 *
 * Within a step of a search everything but s and φ is constant; after it, the data of the contact are updated
 * (`renewHold`). When contacts slip, s and φ are reduced to the limit of friction, and in the next step the force has
 * that direction, and follows the pressure (return mapping, as in plasticity).
 */
import {
  mat3Mul,
  mat3MulTransposeA,
  mat3MulTransposeB,
  mat3MulVec,
  mat3TransposeMulVec,
  rotationLog,
} from '../../math/index.ts'
import type { TreeData } from '../tree-data.ts'
import type { HoldStiffness } from './hold-stiffness.ts'

/** Hold of one contact. Vectors with the index A are in the axes of A. */
export interface ContactHold {
  /** True if the contact existed after the last step, not only in a trial. */
  isAccepted: boolean
  /** Bodies; −1: world. */
  readonly bodyA: number
  readonly bodyB: number
  /** Position of the contact after the last step, on A and on B, in their axes [m] (3). */
  readonly p_A: Float64Array
  readonly p_B: Float64Array
  /** Orientation of B in A after the last step (9). */
  readonly R_AB: Float64Array
  /** s [m] and φ [rad] after the last step (3). */
  readonly s_A: Float64Array
  readonly phi_A: Float64Array
  /**
   * Pressure at which friction reached its limit after the last step, and from which it slides with the force at that
   * time [N]; NaN: it sticks. The same for rolling.
   */
  slidingPressure: number
  rollingPressure: number
  stiffness: HoldStiffness
}

/** Displacement of a contact from its hold, in the world. */
export interface HeldMotion {
  /** s [m] and φ [rad] (3). */
  readonly s: Float64Array
  readonly phi: Float64Array
  /** Vector between the points on A and B [m] (3). */
  readonly place: Float64Array
}

export function createHeldMotion(): HeldMotion {
  return { s: new Float64Array(3), phi: new Float64Array(3), place: new Float64Array(3) }
}

/** Orientation and position of a body in the world, with their offsets in the arrays. */
interface Pose {
  readonly R: Float64Array
  readonly r: number
  readonly p: Float64Array
  readonly o: number
}

const WORLD: Pose = { R: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), r: 0, p: new Float64Array(3), o: 0 }

function poseOf({ R_WB, p_WB }: TreeData, body: number): Pose {
  return body < 0 ? WORLD : { R: R_WB, r: 9 * body, p: p_WB, o: 3 * body }
}

/** Creates a hold without displacement. */
export function createHold(bodyA: number, bodyB: number, stiffness: HoldStiffness): ContactHold {
  return {
    ...{ isAccepted: false, bodyA, bodyB, stiffness },
    ...{ p_A: new Float64Array(3), p_B: new Float64Array(3), R_AB: new Float64Array(9) },
    ...{ s_A: new Float64Array(3), phi_A: new Float64Array(3) },
    ...{ slidingPressure: Number.NaN, rollingPressure: Number.NaN },
  }
}

/**
 * Displacement of B relative to A, for the present poses.
 *
 * @param n unit normal of the contact, in the world
 */
export function computeHeldMotion(
  { bodyA, bodyB, p_A, p_B, R_AB, s_A, phi_A }: ContactHold,
  data: TreeData,
  n: Float64Array,
  iN: number,
  { s, phi, place }: HeldMotion,
): void {
  const a = poseOf(data, bodyA)
  const b = poseOf(data, bodyB)
  const [onA, onB] = [new Float64Array(3), new Float64Array(3)]
  mat3MulVec(onA, 0, a.R, a.r, p_A, 0)
  mat3MulVec(onB, 0, b.R, b.r, p_B, 0)
  mat3MulVec(s, 0, a.R, a.r, s_A, 0)
  for (let m = 0; m < 3; m++) {
    onA[m] += a.p[a.o + m]
    onB[m] += b.p[b.o + m]
    s[m] += onB[m] - onA[m]
    place[m] = 0.5 * (onA[m] + onB[m])
  }
  const along = s[0] * n[iN] + s[1] * n[iN + 1] + s[2] * n[iN + 2]
  for (let m = 0; m < 3; m++) s[m] -= along * n[iN + m]
  // R_WB (R_WA R_AB)ᵀ rotates B from its orientation after a motion together with A
  const [before, turn] = [new Float64Array(9), new Float64Array(9)]
  mat3Mul(before, 0, a.R, a.r, R_AB, 0)
  mat3MulTransposeB(turn, 0, b.R, b.r, before, 0)
  const turned = new Float64Array(3)
  rotationLog(turned, 0, turn, 0)
  mat3MulVec(phi, 0, a.R, a.r, phi_A, 0)
  for (let m = 0; m < 3; m++) phi[m] += turned[m]
}

/** Displacement after the last step, in the present world axes; `place` is unchanged. */
export function computeMotionBefore(
  { bodyA, s_A, phi_A }: ContactHold,
  data: TreeData,
  { s, phi }: HeldMotion,
): void {
  const a = poseOf(data, bodyA)
  mat3MulVec(s, 0, a.R, a.r, s_A, 0)
  mat3MulVec(phi, 0, a.R, a.r, phi_A, 0)
}

/** Sets the present poses with the position of the contact, and `motion` as the displacement until now. */
export function renewHold(
  hold: ContactHold,
  data: TreeData,
  place: Float64Array,
  o: number,
  { s, phi }: HeldMotion,
): void {
  const a = poseOf(data, hold.bodyA)
  const b = poseOf(data, hold.bodyB)
  for (const [{ R, r, p, o: i }, out] of [
    [a, hold.p_A],
    [b, hold.p_B],
  ] as const)
    mat3TransposeMulVec(
      ...([out, 0, R, r] as const),
      Float64Array.from([0, 1, 2], (m) => place[o + m] - p[i + m]),
      0,
    )
  mat3MulTransposeA(hold.R_AB, 0, a.R, a.r, b.R, b.r)
  mat3TransposeMulVec(hold.s_A, 0, a.R, a.r, s, 0)
  mat3TransposeMulVec(hold.phi_A, 0, a.R, a.r, phi, 0)
}
