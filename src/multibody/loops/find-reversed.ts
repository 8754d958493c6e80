import { mat3Mul, mat3MulTransposeA, mat3MulVec, vec3Dot } from '../../math/index.ts'
import { type LoopModel, REVOLUTE, type TreeData } from '../../mechanics/index.ts'
import { isAxisElement } from '../parts/joints/index.ts'
import type { JointNode } from '../structure/index.ts'

/**
 * A cut joint that is closed reversed, where its constraints hold too: with its axis reversed, or turned by 180°;
 * undefined if none is.
 */
export function findReversed(
  cuts: readonly JointNode[],
  { joints }: LoopModel,
  { R_WB }: TreeData,
): string | undefined {
  const [R_WF, R_WG, R] = [new Float64Array(9), new Float64Array(9), new Float64Array(9)]
  return cuts.find(({ motion }, k) => {
    const { bodyA, R_AF, bodyB, R_BG } = joints[k]
    const axes = (motion?.elements ?? []).filter(isAxisElement).filter(({ kind }) => kind === REVOLUTE)
    const isHeld = motion === null || motion.elements.every(isAxisElement)
    if (!isHeld || axes.length > 1) return false
    if (bodyA < 0) R_WF.set(R_AF)
    else mat3Mul(R_WF, 0, R_WB, 9 * bodyA, R_AF, 0)
    if (bodyB < 0) R_WG.set(R_BG)
    else mat3Mul(R_WG, 0, R_WB, 9 * bodyB, R_BG, 0)
    mat3MulTransposeA(R, 0, R_WF, 0, R_WG, 0)
    if (axes.length === 0) return R[0] + R[4] + R[8] < 1
    const [{ axis }] = axes
    const turned = new Float64Array(3)
    mat3MulVec(turned, 0, R, 0, axis, 0)
    return vec3Dot(axis, 0, turned, 0) < 0
  })?.fullPath
}
