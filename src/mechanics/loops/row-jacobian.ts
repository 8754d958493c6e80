import { PRISMATIC, REVOLUTE, type Tree } from '../tree.ts'
import type { TreeData } from '../tree-data.ts'
import type { LoopData, LoopModel } from './loop-model.ts'

/**
 * Derivatives of the rows with respect to the velocities of the tree, row-major (nRow × nv): the wrenches of each row
 * on its bodies, transferred to the root, and projected on the axes of the joints along the path. Needs positions and
 * `RowEvaluator`.
 */
export function computeRowJacobian(
  tree: Tree,
  treeData: TreeData,
  { termStart, termBody, nRow }: LoopModel,
  data: LoopData,
  out: Float64Array,
): void {
  out.fill(0)
  const wrench = new Float64Array(6)
  for (let k = 0; k < nRow; k++) {
    for (let t = termStart[k]; t < termStart[k + 1]; t++) {
      for (let i = 0; i < 6; i++) wrench[i] = data.wrench[6 * t + i]
      for (let i = termBody[t]; i >= 0; i = tree.parent[i]) {
        addJointPart(tree, i, wrench, out, tree.nv * k)
        shiftToParent(treeData, i, wrench)
      }
    }
  }
}

function addJointPart(
  { kind, vStart }: Tree,
  body: number,
  wrench: Float64Array,
  out: Float64Array,
  o: number,
): void {
  const [first, end] = [vStart[body], vStart[body + 1]]
  // start of the motion of the joint in a spatial vector
  const place = kind[body] === REVOLUTE ? 2 : kind[body] === PRISMATIC ? 5 : 0
  for (let i = first; i < end; i++) out[o + i] += wrench[place + i - first]
}

/** The same wrench at the origin of the parent, in its axes. */
function shiftToParent({ R_PB: R, p_PB: p }: TreeData, body: number, wrench: Float64Array): void {
  const r = 9 * body
  const [px, py, pz] = [p[3 * body], p[3 * body + 1], p[3 * body + 2]]
  const [t0, t1, t2, f0, f1, f2] = wrench
  const fx = R[r] * f0 + R[r + 1] * f1 + R[r + 2] * f2
  const fy = R[r + 3] * f0 + R[r + 4] * f1 + R[r + 5] * f2
  const fz = R[r + 6] * f0 + R[r + 7] * f1 + R[r + 8] * f2
  wrench[0] = R[r] * t0 + R[r + 1] * t1 + R[r + 2] * t2 + py * fz - pz * fy
  wrench[1] = R[r + 3] * t0 + R[r + 4] * t1 + R[r + 5] * t2 + pz * fx - px * fz
  wrench[2] = R[r + 6] * t0 + R[r + 7] * t1 + R[r + 8] * t2 + px * fy - py * fx
  wrench[3] = fx
  wrench[4] = fy
  wrench[5] = fz
}
