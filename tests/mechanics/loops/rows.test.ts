/** Rates and accelerations of constraints compared with differences of their values along a motion. */
import { describe, expect, test } from 'vitest'
import {
  type BodyDeclaration,
  computeAccelerations,
  computePositions,
  computeVelocities,
  createLoopData,
  createLoopModel,
  createTree,
  createTreeData,
  DISTANCE,
  type JointRelation,
  type LoopRow,
  LoopSolver,
  LoopWorkspace,
  MEAN,
  PERPENDICULAR,
  PRISMATIC,
  REVOLUTE,
  ROLLING,
  RowEvaluator,
  TRANSLATION,
} from '../../../src/mechanics/index.ts'

/** The same numbers in every run: a linear congruential generator. */
let seed = 7
const random = (): number => {
  seed = (seed * 1103515245 + 12345) % 2 ** 31
  return seed / 2 ** 30 - 1
}
const vector = (n: number): number[] => Array.from({ length: n }, random)
const unit = (): Float64Array => {
  const v = vector(3)
  return Float64Array.from(v, (x) => x / Math.hypot(...v))
}
/** A rotation, row-major. */
const rotation = (): Float64Array => {
  const [a, b] = [unit(), unit()]
  const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
  const c = b.map((x, i) => x - dot * a[i])
  const size = Math.hypot(...c)
  const y = c.map((x) => x / size)
  const z = [a[1] * y[2] - a[2] * y[1], a[2] * y[0] - a[0] * y[2], a[0] * y[1] - a[1] * y[0]]
  return Float64Array.of(...a, ...y, ...z)
}

/** Two chains of six joints each, which move their last bodies arbitrarily. */
const bodies: BodyDeclaration[] = Array.from({ length: 12 }, (_, i) => ({
  ...{ parent: i % 6 === 0 ? -1 : i - 1, kind: i % 2 === 0 ? REVOLUTE : PRISMATIC },
  ...{ R_PJ: rotation(), p_PJ: vector(3), mass: 1, I_C: [1, 0, 0, 0, 1, 0, 0, 0, 1] },
}))
const tree = createTree(bodies)
const data = createTreeData(tree)
const q = new Float64Array(tree.nq)
const [q0, v0, a0] = [vector(12), vector(12), vector(12)]

const n = unit()
const axis = unit()
const rolling = (direction: 'along' | 'across' | 'normal'): LoopRow => ({
  ...{ kind: ROLLING, n, axis, radius: 0.7, direction },
})
const rows: readonly [string, LoopRow][] = [
  ['translation', { kind: TRANSLATION, u: unit() }],
  ['perpendicular', { kind: PERPENDICULAR, e: unit(), d: unit(), cosine: 0.3 }],
  ['distance', { kind: DISTANCE, length: 0.4 }],
  ['mean', { kind: MEAN, u: unit(), fraction: 0.3 }],
  ['rolling, along', rolling('along')],
  ['rolling, across', rolling('across')],
  ['rolling, normal', rolling('normal')],
]
const relations: JointRelation[] = [
  {
    members: [
      { body: 4, factor: 1 },
      { body: 11, factor: -0.7 },
      { body: 2, factor: 0.3 },
    ],
    offset: 0.2,
  },
]
const ends = { R_AF: rotation(), p_AF: Float64Array.from(vector(3)), R_BG: rotation() }
const joint = { ...ends, p_BG: Float64Array.from(vector(3)), rows: rows.map(([, row]) => row) }

describe.each([
  ['two bodies', 5, 11],
  ['a body and the world', -1, 11],
  ['two bodies of one chain', 2, 5],
])('rows between %s', (_which, bodyA, bodyB) => {
  const model = createLoopModel([{ ...joint, bodyA, bodyB }], relations, tree.parent)
  const loopData = createLoopData(model)
  const evaluator = new RowEvaluator({ tree, data, q })
  const solver = new LoopSolver({
    ...{ tree, treeData: data, model, data: loopData, workspace: new LoopWorkspace({ tree, data, q }) },
    bodies: Int32Array.from({ length: tree.nBody }, (_, i) => i),
  })

  /** Values, rates and accelerations of the rows at a time of the motion q0 + v0 t + a0 t²/2. */
  const at = (t: number) => {
    for (let i = 0; i < q.length; i++) q[i] = q0[i] + v0[i] * t + 0.5 * a0[i] * t * t
    const v = Float64Array.from(v0, (x, i) => x + a0[i] * t)
    computePositions(tree, data, q)
    computeVelocities(tree, data, v)
    computeAccelerations(tree, data, Float64Array.from(a0))
    evaluator.evaluate(model, loopData)
    const accelerations = Array.from(loopData.bias, (bias, k) => bias + solver.dotRow(k, data.A_WB_B))
    return { g: loopData.g.slice(), rate: loopData.rate.slice(), accelerations }
  }
  const h = 1e-3
  const [m2, m1, now, p1, p2] = [-2 * h, -h, 0, h, 2 * h].map(at)
  /** Error h⁴/30 times the fifth derivative: 1e-11 for motions like these, and rounding of 1e-13. */
  const slope = (read: (x: typeof now) => number): number =>
    (read(m2) - 8 * read(m1) + 8 * read(p1) - read(p2)) / (12 * h)

  const names = [...rows.map(([name]) => name), 'relation']
  test.each(names.map((name, k) => [name, k] as const))(
    '%s has the rates and accelerations of differences',
    (name, k) => {
      // rows that restrict velocities have no value, and a mean is not a constraint
      if (!['mean', 'rolling, along', 'rolling, across'].includes(name))
        expect(now.rate[k]).toBeCloseTo(
          slope((x) => x.g[k]),
          8,
        )
      expect(now.accelerations[k]).toBeCloseTo(
        slope((x) => x.rate[k]),
        8,
      )
      expect(Math.abs(now.rate[k])).toBeGreaterThan(1e-3)
    },
  )
})
