import { mat3Mul, mat3MulVec, rotationExp } from '../../math/index.ts'
import { FREE, SPHERICAL, type Tree } from '../tree/index.ts'

/** Moves positions `q` of joints as velocities `dq` would in a unit of time, rotations along great circles. */
export function displacePositions(tree: Tree, q: Float64Array, dq: Float64Array): void {
  const { kind, qStart, vStart } = tree
  for (let i = 0; i < tree.nBody; i++) {
    const iq = qStart[i]
    const iv = vStart[i]
    if (kind[i] !== FREE && kind[i] !== SPHERICAL) {
      q[iq] += dq[iv]
      continue
    }
    if (kind[i] === FREE) {
      const shift = new Float64Array(3)
      mat3MulVec(shift, 0, q, iq, dq, iv + 3)
      for (let k = 0; k < 3; k++) q[iq + 9 + k] += shift[k]
    }
    const turn = new Float64Array(9)
    const turned = new Float64Array(9)
    rotationExp(turn, 0, dq, iv)
    mat3Mul(turned, 0, q, iq, turn, 0)
    q.set(turned, iq)
  }
}
