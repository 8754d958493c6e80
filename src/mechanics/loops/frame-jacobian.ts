import { PRISMATIC, REVOLUTE, type Tree } from '../tree.ts'
import type { TreeData } from '../tree-data.ts'

/**
 * Derivatives of the motion of a point P of a body with respect to the velocities of the tree, in W: angular velocity,
 * then velocity of P, row-major (6 × nv). Needs positions.
 */
export function computeFrameJacobian(
  tree: Tree,
  { R_WB, p_WB }: TreeData,
  body: number,
  p_WP: Float64Array,
  out: Float64Array,
): void {
  const { nv, kind, parent, vStart } = tree
  out.fill(0)
  for (let i = body; i >= 0; i = parent[i]) {
    // axes of the joint are those of the body that it moves: z for a single axis
    const first = kind[i] === REVOLUTE || kind[i] === PRISMATIC ? 2 : 0
    for (let k = vStart[i]; k < vStart[i + 1]; k++) {
      const place = k - vStart[i]
      const isTranslation = kind[i] === PRISMATIC || place >= 3
      const column = first + (place % 3)
      const [x, y, z] = [R_WB[9 * i + column], R_WB[9 * i + 3 + column], R_WB[9 * i + 6 + column]]
      if (isTranslation) setColumn(out, nv, k, 3, [x, y, z])
      else {
        const [ax, ay, az] = [0, 1, 2].map((j) => p_WP[j] - p_WB[3 * i + j])
        setColumn(out, nv, k, 0, [x, y, z])
        setColumn(out, nv, k, 3, [y * az - z * ay, z * ax - x * az, x * ay - y * ax])
      }
    }
  }
}

function setColumn(out: Float64Array, nv: number, k: number, row: number, values: readonly number[]): void {
  for (let j = 0; j < 3; j++) out[nv * (row + j) + k] = values[j]
}
