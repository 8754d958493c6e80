/**
 * Multipliers by recursive elimination compared with J M⁻¹ Jᵀ by full matrices, on random trees with loops of all
 * kinds.
 */
import { describe, expect, test } from 'vitest'
import { createDenseLu, factorDenseLu, solveDenseLu } from '../../../src/math/index.ts'
import {
  type BodyDeclaration,
  computeArticulatedInertias,
  computeMassMatrix,
  computePositions,
  computeRowJacobian,
  computeVelocities,
  createLoopData,
  createLoopModel,
  createTree,
  createTreeData,
  DISTANCE,
  type JointRelation,
  type LoopJoint,
  type LoopRow,
  LoopSolver,
  LoopWorkspace,
  PERPENDICULAR,
  PRISMATIC,
  REVOLUTE,
  RowEvaluator,
  TRANSLATION,
} from '../../../src/mechanics/index.ts'
import { planElimination } from '../../../src/mechanics/loops/elimination-plan.ts'
import { LoopElimination } from '../../../src/mechanics/loops/loop-elimination.ts'
import {
  createRandom,
  type Random,
  randomBodies,
  randomInertia,
  randomPositions,
  randomRotation,
  randomVector,
} from '../support/random-tree.ts'

interface Mechanism {
  readonly bodies: readonly BodyDeclaration[]
  readonly joints: readonly LoopJoint[]
  readonly relations?: readonly JointRelation[]
  /** Bodies whose joints are locked. */
  readonly held?: readonly number[]
}

const unit = (random: Random): Float64Array => {
  const v = randomVector(random, 3)
  return v.map((x) => x / Math.hypot(...v))
}

function randomRows(random: Random): LoopRow[] {
  const all: LoopRow[] = [
    { kind: TRANSLATION, u: unit(random) },
    { kind: PERPENDICULAR, e: unit(random), d: unit(random), cosine: 0.3 },
    { kind: DISTANCE, length: 0.4 },
  ]
  return all.filter((_, k) => k === 0 || random() > 0)
}

function connect(random: Random, bodyA: number, bodyB: number, rows = randomRows(random)): LoopJoint {
  return {
    ...{ bodyA, R_AF: randomRotation(random), p_AF: randomVector(random, 3) },
    ...{ bodyB, R_BG: randomRotation(random), p_BG: randomVector(random, 3), rows },
  }
}

/** The solver at a random pose, with the results of full matrices. */
function setUp({ bodies, joints, relations = [], held = [] }: Mechanism, random: Random) {
  const tree = createTree(bodies)
  const data = createTreeData(tree)
  const q = randomPositions(random, tree)
  computePositions(tree, data, q)
  computeVelocities(tree, data, randomVector(random, tree.nv))
  for (const body of held) data.isPrescribed[body] = 1
  computeArticulatedInertias(tree, data)
  const model = createLoopModel(joints, relations, tree.parent)
  const loopData = createLoopData(model)
  new RowEvaluator({ tree, data, q }).evaluate(model, loopData)
  const loops = {
    ...{ tree, treeData: data, model, data: loopData, workspace: new LoopWorkspace({ tree, data, q }) },
    bodies: Int32Array.from({ length: tree.nBody }, (_, i) => i),
  }
  const solver = new LoopSolver(loops)
  const J = new Float64Array(model.nRow * tree.nv)
  computeRowJacobian(tree, data, model, loopData, J)
  const free = Array.from({ length: tree.nBody }, (_, i) => i)
    .filter((i) => !held.includes(i))
    .flatMap((i) => Array.from({ length: tree.vStart[i + 1] - tree.vStart[i] }, (_, k) => tree.vStart[i] + k))
  return { tree, model, solver, J, columns: columnsOfResponse(tree, data, J, free), loops }
}

/** Columns of M⁻¹ Jᵀ by the mass matrix of free joints; locked ones are at rest. */
function columnsOfResponse(
  tree: ReturnType<typeof createTree>,
  data: ReturnType<typeof createTreeData>,
  J: Float64Array,
  free: readonly number[],
): Float64Array[] {
  const { nv } = tree
  const M = new Float64Array(nv * nv)
  computeMassMatrix(tree, data, M)
  const lu = createDenseLu(free.length)
  free.forEach((i, r) => {
    free.forEach((j, c) => {
      lu.a[free.length * r + c] = M[nv * i + j]
    })
  })
  expect(factorDenseLu(lu)).toBe(0)
  return Array.from({ length: J.length / nv }, (_, k) => {
    const own = Float64Array.from(free, (i) => J[nv * k + i])
    solveDenseLu(lu, own)
    const column = new Float64Array(nv)
    free.forEach((i, r) => {
      column[i] = own[r]
    })
    return column
  })
}

const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}

/**
 * Random forces of rows, λ, accelerate rows by W λ; the solver computes multipliers from these, which must give the
 * rows the same accelerations. Returns the largest difference, relative to W λ.
 */
function compare(mechanism: Mechanism, random: Random): number {
  const { tree, model, solver, J, columns } = setUp(mechanism, random)
  const { nRow } = model
  const { nv } = tree
  solver.chooseRows()
  solver.factor()
  solver.noteMost()
  const lambda = randomVector(random, nRow)
  const see = (multipliers: Float64Array): Float64Array => {
    const vdot = new Float64Array(nv)
    columns.forEach((column, k) => {
      for (let i = 0; i < nv; i++) vdot[i] += multipliers[k] * column[i]
    })
    return Float64Array.from({ length: nRow }, (_, k) => dot(J.subarray(nv * k, nv * (k + 1)), vdot))
  }
  const rhs = see(lambda)
  const x = new Float64Array(nRow)
  solver.solve(rhs, x)
  const again = see(x)
  const size = rhs.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return again.reduce((most, value, k) => Math.max(most, Math.abs(value - rhs[k])), 0) / size
}

describe('multipliers give rows the required accelerations', () => {
  test('random trees have random loops, gears and locked joints', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = createRandom(seed)
      const n = 6 + Math.floor(7 * Math.abs(random()))
      const bodies = randomBodies(random, n)
      const pick = (least: number): number => Math.floor(least + (n - least) * Math.abs(random()))
      const joints = Array.from({ length: 1 + Math.floor(3 * Math.abs(random())) }, () =>
        connect(random, pick(-1), pick(0)),
      ).filter(({ bodyA, bodyB }) => bodyA !== bodyB)
      const axes = bodies.flatMap(({ kind }, i) => (kind === REVOLUTE || kind === PRISMATIC ? [i] : []))
      const relations =
        axes.length < 2 || random() < 0
          ? []
          : [
              {
                members: [
                  { body: axes[0], factor: 1 },
                  { body: axes.at(-1)!, factor: -0.7 },
                ],
                offset: 0,
              },
            ]
      const held = axes.filter(() => random() > 0.7)
      if (joints.length + relations.length === 0) continue
      // rows of few joints follow from others up to their condition, 1e5 and more in some of these
      expect(compare({ bodies, joints, relations, held }, random), `seed ${seed}`).toBeLessThan(1e-9)
    }
  })

  test('nested loops have duplicate rows', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const random = createRandom(seed)
      // two arms on a trunk; loops between neighbors at all levels
      const bodies = randomBodies(random, 13).map((body, i) => ({
        ...body,
        ...{ parent: i < 3 ? i - 1 : i === 8 ? 2 : i - 1, kind: i % 4 === 0 ? PRISMATIC : REVOLUTE },
      }))
      const pair = connect(random, 5, 10)
      const joints = [pair, pair, connect(random, 7, 12), connect(random, 4, 6), connect(random, 1, 11)]
      expect(compare({ bodies, joints }, random), `seed ${seed}`).toBeLessThan(1e-9)
    }
  })
})

/** Squares in a chain: two bars on a beam, and the next beam on both of them. */
function createChain(n: number): Mechanism {
  const random = createRandom(3)
  const bar = (parent: number): BodyDeclaration => ({
    ...{ parent, kind: REVOLUTE, p_PJ: randomVector(random, 3), R_PJ: randomRotation(random) },
    ...{ mass: 1, I_C: randomInertia(random) },
  })
  const bodies = Array.from({ length: n }, (_, k) => [bar(3 * k - 1), bar(3 * k - 1), bar(3 * k)]).flat()
  const rows: LoopRow[] = [0, 1].map(() => ({ kind: TRANSLATION, u: unit(random) }))
  return { bodies, joints: Array.from({ length: n }, (_, k) => connect(random, 3 * k + 1, 3 * k + 2, rows)) }
}

describe('chains of loops', () => {
  test('give multipliers as accurate as those of a few loops', () => {
    // the longest chain takes 120 × 120 elements of a full matrix
    for (const n of [3, 20, 60]) expect(compare(createChain(n), createRandom(n))).toBeLessThan(1e-9)
  })

  test('need memory in proportion to their number', () => {
    const count = (n: number): number => {
      const { tree, model, loops } = setUp(createChain(n), createRandom(1))
      const plan = planElimination(tree, model)
      const { clusters } = new LoopElimination(
        loops,
        plan,
        ({ rows }) => rows,
        () => loops.workspace.ofAll,
      )
      return clusters.reduce((sum, { L }) => sum + L.origin.length * L.n, 0)
    }
    // two rows, and six of the beam above unless it is the world
    expect(count(10)).toBe(9 * 8 * 2 + 2 * 2)
    expect(count(100)).toBe(99 * 8 * 2 + 2 * 2)
  })
})
