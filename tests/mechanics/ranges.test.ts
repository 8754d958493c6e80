/** Kinematics and dynamics of some branches of a tree equal those of the whole, without an effect on the others. */
import {
  addPointGravity,
  addUniformGravity,
  clearForces,
  computeForwardDynamics,
  computePositions,
  computeVelocities,
  createTree,
  createTreeData,
  FREE,
  PRISMATIC,
  REVOLUTE,
  type Tree,
  type TreeData,
} from 'vario/mechanics'
import { expect, it } from 'vitest'

const BALL = { mass: 2, p_BC: [0.1, 0, 0.2], I_C: [1, 0, 0, 0, 2, 0, 0, 0, 1.5] }
/** A free body, an arm of two joints, and another free body. */
const tree = createTree([
  { parent: -1, kind: FREE, ...BALL },
  { parent: -1, kind: REVOLUTE, ...BALL },
  { parent: 1, kind: PRISMATIC, ...BALL },
  { parent: -1, kind: FREE, ...BALL },
])

function evaluate(
  data: TreeData,
  q: Float64Array,
  v: Float64Array,
  ranges: readonly (readonly [number, number])[],
): Float64Array {
  const vdot = new Float64Array(tree.nv).fill(Number.NaN)
  for (const [first, end] of ranges) {
    computePositions(tree, data, q, first, end)
    computeVelocities(tree, data, v, first, end)
    clearForces(data, first, end)
    addUniformGravity(tree, data, 0, 0, -9.81, first, end)
    addPointGravity(tree, data, 3, first, end)
    computeForwardDynamics(tree, data, new Float64Array(tree.nv), vdot, first, end)
  }
  return vdot
}

/** Positions that differ from body to body; rotations are turns about z. */
function createState(
  { nq, nv, qStart, kind, nBody }: Tree,
  seed: number,
): { q: Float64Array; v: Float64Array } {
  const q = new Float64Array(nq)
  for (let i = 0; i < nBody; i++) {
    const angle = seed + i
    if (kind[i] !== FREE) q[qStart[i]] = angle
    else
      q.set(
        [Math.cos(angle), -Math.sin(angle), 0, Math.sin(angle), Math.cos(angle), 0, 0, 0, 1, 1, seed, i],
        qStart[i],
      )
  }
  return { q, v: Float64Array.from({ length: nv }, (_, k) => Math.sin(seed * k + 1)) }
}

it('some branches have the same results as all branches together', () => {
  const { q, v } = createState(tree, 0.3)
  const whole = evaluate(createTreeData(tree), q, v, [[0, tree.nBody]])
  const parts = evaluate(createTreeData(tree), q, v, [
    [3, 4],
    [0, 1],
    [1, 3],
  ])
  expect(parts).toEqual(whole)
})

it('the other branches stay unchanged', () => {
  const data = createTreeData(tree)
  const before = createState(tree, 0.3)
  evaluate(data, before.q, before.v, [[0, tree.nBody]])
  const { R_WB, p_WB, V_WB_B, A_WB_B, F_ext } = data
  const keep = (): number[][] =>
    [R_WB, p_WB, V_WB_B, A_WB_B, F_ext].map((all) => [
      ...all.subarray(0, all.length / 4),
      ...all.subarray((3 * all.length) / 4),
    ])
  const kept = keep()
  const after = createState(tree, 0.7)
  const vdot = evaluate(data, after.q, after.v, [[1, 3]])
  expect(keep()).toEqual(kept)
  const whole = evaluate(createTreeData(tree), after.q, after.v, [[0, tree.nBody]])
  expect([...vdot.subarray(6, 8)]).toEqual([...whole.subarray(6, 8)])
  expect([...vdot.subarray(0, 6), ...vdot.subarray(8)].every(Number.isNaN)).toBe(true)
})
