import type { MeshArrays } from './mesh-arrays.ts'

/** Points nearer than this to the plane of a triangle, relative to the distances to its corners, lie in it [1]. */
const IN_PLANE = 1e-13

/**
 * Winding number of the surface `mesh` around the point (px, py, pz): the solid angle of its triangles over 4π. ±1
 * inside, 0 outside of a closed surface, ±1/2 on a face. With a, b, c from the point to the corners, the solid angle Ω
 * of a triangle is
 *
 *     tan(Ω/2) = a·(b × c) / (|a||b||c| + (a·b)|c| + (b·c)|a| + (c·a)|b|)   [Van Oosterom, Strackee 1983]
 */
export function computeWindingNumber(mesh: MeshArrays, px: number, py: number, pz: number): number {
  const { vertices: v, triangles } = mesh
  let sum = 0
  for (let t = 0; t < triangles.length; t += 3) {
    const i = 3 * triangles[t]
    const j = 3 * triangles[t + 1]
    const k = 3 * triangles[t + 2]
    const ax = v[i] - px
    const ay = v[i + 1] - py
    const az = v[i + 2] - pz
    const bx = v[j] - px
    const by = v[j + 1] - py
    const bz = v[j + 2] - pz
    const cx = v[k] - px
    const cy = v[k + 1] - py
    const cz = v[k + 2] - pz
    const a = Math.sqrt(ax * ax + ay * ay + az * az)
    const b = Math.sqrt(bx * bx + by * by + bz * bz)
    const c = Math.sqrt(cx * cx + cy * cy + cz * cz)
    const triple = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    const ab = ax * bx + ay * by + az * bz
    const bc = bx * cx + by * cy + bz * cz
    const ca = cx * ax + cy * ay + cz * az
    // the triangle has no solid angle from a point in its plane; rounding would decide between half the space and its
    // negative
    if (Math.abs(triple) <= IN_PLANE * a * b * c) continue
    sum += Math.atan2(triple, a * b * c + ab * c + bc * a + ca * b)
  }
  return sum / (2 * Math.PI)
}
