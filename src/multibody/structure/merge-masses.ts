import { mat3Mul, mat3MulTransposeB, mat3MulVec } from '../../math/index.ts'
import type { BodyDeclaration } from '../../mechanics/index.ts'
import type { CentralMass } from '../parts/features/index.ts'
import type { Pose } from '../records/index.ts'
import type { ObjectNode } from './nodes.ts'

/**
 * Mass properties of a super-object: those of its objects, turned and shifted into the frame of the body,
 *
 *   m = Σ m_i,   m c = Σ m_i c_i,   I = Σ R_i I_i R_iᵀ + m_i (|d_i|² 1 - d_i d_iᵀ),   d_i = c_i - c
 *
 * and the separate objects, for nonuniform fields.
 */
export function mergeMasses(
  objects: readonly ObjectNode[],
  poses: readonly Pose[],
  massOf: (object: ObjectNode) => CentralMass | null,
): Pick<BodyDeclaration, 'mass' | 'p_BC' | 'I_C' | 'parts'> {
  const R_I = new Float64Array(9)
  const parts = objects.flatMap((object, k) => {
    const own = massOf(object)
    if (own === null || (own.mass === 0 && Array.from(own.inertia).every((x) => x === 0))) return []
    const { R: R_BO, p: p_BO } = poses[k]
    const center = new Float64Array(3)
    mat3MulVec(center, 0, R_BO, 0, Float64Array.from(own.center), 0)
    for (let i = 0; i < 3; i++) center[i] += p_BO[i]
    const inertia = new Float64Array(9)
    mat3Mul(R_I, 0, R_BO, 0, Float64Array.from(own.inertia), 0)
    mat3MulTransposeB(inertia, 0, R_I, 0, R_BO, 0)
    return [{ mass: own.mass, p_BC: center, I_C: inertia }]
  })
  const mass = parts.reduce((sum, part) => sum + part.mass, 0)
  const p_BC = new Float64Array(3)
  for (const part of parts)
    for (let i = 0; i < 3; i++) p_BC[i] += mass > 0 ? (part.mass * part.p_BC[i]) / mass : 0
  const I_C = new Float64Array(9)
  for (const part of parts) {
    const d = part.p_BC.map((x, i) => x - p_BC[i])
    const square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2]
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        I_C[3 * i + j] += part.I_C[3 * i + j] + part.mass * ((i === j ? square : 0) - d[i] * d[j])
      }
    }
  }
  // exactly symmetric
  for (const [i, j] of [
    [1, 3],
    [2, 6],
    [5, 7],
  ]) {
    I_C[i] = I_C[j] = (I_C[i] + I_C[j]) / 2
  }
  return { mass, p_BC, I_C, parts }
}
