import {
  SPATIAL_INERTIA_SIZE,
  spatialForceToA,
  spatialInertiaMulMotion,
  spatialShiftForce,
} from '../../math/index.ts'
import type { Tree } from '../tree.ts'
import type { TreeData } from '../tree-data.ts'
import { computeCompositeInertias, getMotionIndex } from './mass-matrix.ts'

const unit = new Float64Array(6)
const L = new Float64Array(6)

/**
 * Matrix of the momentum about a point P, in W: [angular; linear] = A v, row-major (6 × nv). Column k is the momentum of
 * the bodies behind a joint that moves with the unit velocity v_k [Orin, Goswami 2008, centroidal momentum matrix]. Needs
 * `computePositions`.
 *
 * @param p_WP the point, in W [m] (3)
 */
export function computeMomentumMatrix(
  tree: Tree,
  data: TreeData,
  p_WP: Float64Array,
  out: Float64Array,
): void {
  const { nBody, nv, kind, vStart } = tree
  computeCompositeInertias(tree, data)
  for (let i = 0; i < nBody; i++) {
    for (let k = vStart[i]; k < vStart[i + 1]; k++) {
      unit.fill(0)
      unit[getMotionIndex(kind[i], k - vStart[i])] = 1
      spatialInertiaMulMotion(L, 0, data.M_composite, SPATIAL_INERTIA_SIZE * i, unit, 0)
      // to the axes and the origin of W, then to P
      spatialForceToA(L, 0, data.R_WB, 9 * i, data.p_WB, 3 * i, L, 0)
      spatialShiftForce(L, 0, L, 0, p_WP, 0)
      for (let row = 0; row < 6; row++) out[nv * row + k] = L[row]
    }
  }
}
