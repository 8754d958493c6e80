/**
 * Attraction by a point at the origin of the world, μ in [m3/s2]. It acts on the parts of the bodies, so that rigid
 * connections between them make no difference. A part is attracted to second order in its size over its distance: as a
 * point, and by its inertia (MacCullagh's formula). With r from the origin to its center of mass, ρ = |r|, u = r/ρ:
 *
 *   V = −μ m/ρ − μ (tr I − 3 uᵀ I u)/(2 ρ³)                                                                        (1)
 *   f = −∂V/∂r = −μ m u/ρ² − 3 μ ((tr I − 5 uᵀ I u) u + 2 I u)/(2 ρ⁴)                                              (2)
 *   τ = 3 μ u × I u/ρ³   about the center of mass: the gravity gradient                                            (3)
 *
 * r × f + τ = 0: the angular momentum about the origin is conserved. A part without mass is not attracted; one whose
 * center of mass is at the origin gets NaN. All vectors are in the axes of the body. Needs `computePositions`.
 */
import { mat3MulVec, mat3TransposeMulVec } from '../../math/index.ts'
import type { Tree } from '../tree.ts'
import type { TreeData } from '../tree-data.ts'

/** Origin of the body frame as seen from that of the world, in B [m], scratch. */
const p_WB_B = new Float64Array(3)
/** u, and I u of a part, scratch. */
const u = new Float64Array(3)
const Iu = new Float64Array(3)

/** Adds the attraction to `data.F_ext`; `first`, `end` as for `computePositions`. */
export function addPointGravity(tree: Tree, data: TreeData, mue: number, first = 0, end = tree.nBody): void {
  const { partStart, partMass, p_BPart } = tree
  const { F_ext } = data
  for (let i = first; i < end; i++) {
    mat3TransposeMulVec(p_WB_B, 0, data.R_WB, 9 * i, data.p_WB, 3 * i)
    const o = 6 * i
    for (let k = partStart[i]; k < partStart[i + 1]; k++) {
      const m = partMass[k]
      if (m === 0) continue
      const rho = locatePart(tree, k)
      const s = mue / (rho * rho)
      const c = (1.5 * s) / (rho * rho)
      // (2)
      const along = -(s * m) - c * (traceOf(tree, k) - 5 * dotU(Iu))
      const fx = along * u[0] - 2 * c * Iu[0]
      const fy = along * u[1] - 2 * c * Iu[1]
      const fz = along * u[2] - 2 * c * Iu[2]
      // (3), and the moment of the force about Bo
      const g = (3 * s) / rho
      const cx = p_BPart[3 * k]
      const cy = p_BPart[3 * k + 1]
      const cz = p_BPart[3 * k + 2]
      F_ext[o] += cy * fz - cz * fy + g * (u[1] * Iu[2] - u[2] * Iu[1])
      F_ext[o + 1] += cz * fx - cx * fz + g * (u[2] * Iu[0] - u[0] * Iu[2])
      F_ext[o + 2] += cx * fy - cy * fx + g * (u[0] * Iu[1] - u[1] * Iu[0])
      F_ext[o + 3] += fx
      F_ext[o + 4] += fy
      F_ext[o + 5] += fz
    }
  }
}

/** Potential energy (1) of all bodies, zero far away [J]. */
export function computePointPotential(tree: Tree, data: TreeData, mue: number): number {
  const { partStart, partMass } = tree
  let sum = 0
  for (let i = 0; i < tree.nBody; i++) {
    mat3TransposeMulVec(p_WB_B, 0, data.R_WB, 9 * i, data.p_WB, 3 * i)
    for (let k = partStart[i]; k < partStart[i + 1]; k++) {
      if (partMass[k] === 0) continue
      const rho = locatePart(tree, k)
      sum -= (mue / rho) * (partMass[k] + (0.5 * (traceOf(tree, k) - 3 * dotU(Iu))) / (rho * rho))
    }
  }
  return sum
}

/** u and I u of part k of the body whose origin is `p_WB_B`. Returns ρ. */
function locatePart(tree: Tree, k: number): number {
  const { p_BPart } = tree
  let square = 0
  for (let j = 0; j < 3; j++) {
    u[j] = p_WB_B[j] + p_BPart[3 * k + j]
    square += u[j] * u[j]
  }
  const rho = Math.sqrt(square)
  for (let j = 0; j < 3; j++) u[j] /= rho
  mat3MulVec(Iu, 0, tree.I_Part, 9 * k, u, 0)
  return rho
}

function traceOf({ I_Part }: Tree, k: number): number {
  return I_Part[9 * k] + I_Part[9 * k + 4] + I_Part[9 * k + 8]
}

function dotU(x: Float64Array): number {
  return u[0] * x[0] + u[1] * x[1] + u[2] * x[2]
}
