import { mat3Mul, mat3MulVec, vec3Cross } from '../../math/index.ts'
import type { TreeData } from '../tree-data.ts'

/** Motion of a frame fixed to a body, in W. */
export class FrameMotion {
  readonly R = new Float64Array(9)
  readonly p = new Float64Array(3)
  readonly w = new Float64Array(3)
  readonly v = new Float64Array(3)
  private readonly arm = new Float64Array(3)

  update({ R_WB, p_WB, V_WB_B }: TreeData, body: number, R_BF: Float64Array, p_BF: Float64Array): void {
    const { R, p, w, v, arm } = this
    if (body < 0) {
      R.set(R_BF)
      p.set(p_BF)
      w.fill(0)
      v.fill(0)
      return
    }
    mat3Mul(R, 0, R_WB, 9 * body, R_BF, 0)
    mat3MulVec(p, 0, R_WB, 9 * body, p_BF, 0)
    for (let i = 0; i < 3; i++) p[i] += p_WB[3 * body + i]
    mat3MulVec(w, 0, R_WB, 9 * body, V_WB_B, 6 * body)
    vec3Cross(arm, 0, V_WB_B, 6 * body, p_BF, 0)
    for (let i = 0; i < 3; i++) arm[i] += V_WB_B[6 * body + 3 + i]
    mat3MulVec(v, 0, R_WB, 9 * body, arm, 0)
  }
}
