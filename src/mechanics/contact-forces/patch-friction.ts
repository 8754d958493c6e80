/**
 * Friction of touching faces or edges: (7.3c) at every point of the patch, with its share of the normal force and its
 * own velocity,
 *
 *   v(x) = v_t + ω_n × x,    f_t = −μ_k f ∫ q(x) v(x)/reg(|v(x)|) dx,    τ_n = −μ_k f ∫ q(x) x × v(x)/reg(|v(x)|) dx,
 *   (1)
 *
 * with the velocity v_t at the center and ω_n about the normal. So rotation on the spot meets a torque, sliding bodies
 * rotate as long as they slide, and a fast rotating body slides easily. Each point dissipates energy, for any q.
 *
 * Of the pressure only the second moments M about the center are known (`contact-patch.ts`). It is replaced by a
 * uniform pressure on an ellipse with these moments: its points are √M ξ, with the points ξ of a disc with unit
 * moments. Edges are rounded only for collisions: friction is that of the whole face, for which √M grows. Compared with
 * Coulomb's law integrated exactly, the torque against rotation is right for discs, 0.6 % too large for squares, and 2
 * … 3 % too small for lines; combined with sliding, force and torque deviate by 1 % of their largest values for discs,
 * 3 % for squares, and up to 12 % of the torque for lines that rotate about one of their ends.
 */
import { PATCH_MOMENTS, PATCH_U, PATCH_V, PATCH_WEIGHT, PATCH_WIDENING } from '../../collision/index.ts'
import { regularize } from './regularization.ts'
import { DISSIPATION, FORCE_VECTOR, NORMAL_VECTOR, TANGENTIAL_FORCE, TORQUE_VECTOR } from './result-layout.ts'

/** Points on a ring: more would change results by only 0.1 %. */
const POINTS_PER_RING = 12
/**
 * Radii of rings on the unit disc, and their shares of its area: Gauss points for the weight r, to twelve digits [1].
 */
const RINGS = [
  [0.212340538239, 0.139653959803],
  [0.590533135559, 0.458482212719],
  [0.911412040487, 0.401863827478],
] as const
/**
 * A point represents the area around it: if the velocity vanishes inside, directions fade like their mean over a disc
 * of this area, whose regularized velocity has the threshold 2.1 |ω_n| times its radius [1]. Without that, the force
 * would jump when the center of rotation passes a point.
 */
const CELL_THRESHOLD = 2.1

/**
 * W is 1 if one corner carries the contact, which is then that of a point; 4/3 and more on edges and faces, whose
 * moments count in full.
 */
const SPREAD_PER_WEIGHT = 3

/** ξ (2) and the share of the pressure for all points, and the radius of their areas in units of √(trace M) (n × 4). */
const POINTS = createPoints()

function createPoints(): Float64Array {
  const points: number[] = []
  RINGS.forEach(([radius, share], ring) => {
    const q = share / POINTS_PER_RING
    for (let k = 0; k < POINTS_PER_RING; k++) {
      // rings are rotated against each other by half a step
      const angle = (2 * Math.PI * (k + 0.5 * (ring % 2))) / POINTS_PER_RING
      // the moments of the unit disc are 1/4, and its area π is that of a square of radius √(2 trace)
      points.push(2 * radius * Math.cos(angle), 2 * radius * Math.sin(angle), q, Math.sqrt(2 * q))
    }
  })
  return Float64Array.from(points)
}

/**
 * Symmetric matrix S: points S ξ of an ellipse represent the patch, with the points ξ of a disc with unit moments [m].
 */
export interface PatchSpread {
  sUU: number
  sUV: number
  sVV: number
}

/** Workspace of `addPatchFriction`. */
const SPREAD: PatchSpread = { sUU: Number.NaN, sUV: Number.NaN, sVV: Number.NaN }

/** S of the patch at `q`, in its axes U and V. */
export function computeSpread(patches: Float64Array, q: number, out: PatchSpread): PatchSpread {
  // square root of the moments: √M = (M + √det I)/√(trace + 2 √det)
  const spread = Math.max(0, Math.min(1, SPREAD_PER_WEIGHT * (patches[q + PATCH_WEIGHT] - 1)))
  const mUU = spread * patches[q + PATCH_MOMENTS]
  const mUV = spread * patches[q + PATCH_MOMENTS + 1]
  const mVV = spread * patches[q + PATCH_MOMENTS + 2]
  const root = Math.sqrt(Math.max(0, mUU * mVV - mUV * mUV))
  const trace = mUU + mVV
  const f = trace > 0 ? 1 / Math.sqrt(trace + 2 * root) : 0
  // parts removed by rounded edges: all around a face, at the ends of a line
  const scale = Math.sqrt(spread)
  const length = f * (trace + 2 * root)
  const longer = length > 0 ? 1 + (scale * patches[q + PATCH_WIDENING + 1]) / length : 1
  const wider = scale * patches[q + PATCH_WIDENING]
  out.sUU = longer * f * (mUU + root) + wider
  out.sUV = longer * f * mUV
  out.sVV = longer * f * (mVV + root) + wider
  return out
}

/** Mean distance of the points of a patch from its center [m]: its torque against rotation per sliding force. */
export function computeTurningArm({ sUU, sUV, sVV }: PatchSpread): number {
  let arm = 0
  for (let k = 0; k < POINTS.length; k += 4)
    arm +=
      POINTS[k + 2] * Math.hypot(sUU * POINTS[k] + sUV * POINTS[k + 1], sUV * POINTS[k] + sVV * POINTS[k + 1])
  return arm
}

/**
 * Adds force, torque and power of (1) to a result.
 *
 * @param V_AB relative velocity of B to A at the center of the patch: ω, tangential velocity, in the world (6)
 * @param slidingForce μ_k f [N]
 */
export function addPatchFriction(
  results: Float64Array,
  o: number,
  patches: Float64Array,
  q: number,
  V_AB: Float64Array,
  slidingForce: number,
  vSmall: number,
): void {
  const iU = q + PATCH_U
  const iV = q + PATCH_V
  const vu = V_AB[3] * patches[iU] + V_AB[4] * patches[iU + 1] + V_AB[5] * patches[iU + 2]
  const vv = V_AB[3] * patches[iV] + V_AB[4] * patches[iV + 1] + V_AB[5] * patches[iV + 2]
  // U × V is the normal into B; results have the normal into A
  const iN = o + NORMAL_VECTOR
  const turn = -(V_AB[0] * results[iN] + V_AB[1] * results[iN + 1] + V_AB[2] * results[iN + 2])
  const { sUU, sUV, sVV } = computeSpread(patches, q, SPREAD)
  const cellSpeed = CELL_THRESHOLD * turn * Math.sqrt(sUU * sUU + 2 * sUV * sUV + sVV * sVV)
  let forceU = 0
  let forceV = 0
  let torque = 0
  let power = 0
  for (let k = 0; k < POINTS.length; k += 4) {
    const u = sUU * POINTS[k] + sUV * POINTS[k + 1]
    const v = sUV * POINTS[k] + sVV * POINTS[k + 1]
    const wu = vu - turn * v
    const wv = vv + turn * u
    const cell = cellSpeed * POINTS[k + 3]
    const square = wu * wu + wv * wv
    const perVelocity =
      POINTS[k + 2] / regularize(Math.sqrt(square), Math.sqrt(vSmall * vSmall + cell * cell))
    forceU += perVelocity * wu
    forceV += perVelocity * wv
    torque += perVelocity * (u * wv - v * wu)
    power += perVelocity * square
  }
  for (let m = 0; m < 3; m++) {
    results[o + FORCE_VECTOR + m] += slidingForce * (forceU * patches[iU + m] + forceV * patches[iV + m])
    results[o + TORQUE_VECTOR + m] -= slidingForce * torque * results[iN + m]
  }
  results[o + TANGENTIAL_FORCE] = slidingForce * Math.sqrt(forceU * forceU + forceV * forceV)
  results[o + DISSIPATION] += slidingForce * power
}
