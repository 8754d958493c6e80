/** The algorithms over trees in memory left by another call give the same results, bit by bit. */
import {
  addForceAtPoint,
  addPointGravity,
  addUniformGravity,
  clearForces,
  computeCenterOfMass,
  computeForwardDynamics,
  computeInverseDynamics,
  computeJointForces,
  computeKineticEnergy,
  computeMassMatrix,
  computeMomentum,
  computePositions,
  computeVelocities,
  createTreeData,
  factorMassMatrix,
  PRISMATIC,
  REVOLUTE,
  solveMassMatrix,
  type Tree,
  type TreeData,
} from 'vario/mechanics'
import { describe, expect, test } from 'vitest'
import {
  addFieldGravity,
  computeAccelerations,
  computeArticulatedInertias,
  computePointPotential,
  computePrescribedMassMatrix,
  computeUniformPotential,
} from '../../src/mechanics/index.ts'
import { bitsOf, DIRT, soil } from '../support/dirty-memory.ts'
import { type Case, createCase, createCases, createRandom, randomBodies } from './support/random-tree.ts'

/** Fields that are not workspace: inertias and factors that never change, and fields set by the caller. */
const KEPT = ['M_rigid', 'factor', 'isPrescribed']

/** Outputs of an algorithm, which starts in memory full of `dirt`. */
type Run = (example: Case, data: TreeData, vector: () => Float64Array, dirt: number) => ArrayLike<number>[]

/** Computes positions and velocities again, with the external forces of the example. */
function prepare({ tree, q, v, data: { F_ext } }: Case, data: TreeData): void {
  computePositions(tree, data, q)
  computeVelocities(tree, data, v)
  data.F_ext.set(F_ext)
}

function matrix(tree: Tree, dirt: number): Float64Array {
  return new Float64Array(tree.nv ** 2).fill(dirt)
}

const ALGORITHMS: Record<string, Run> = {
  computePositions: ({ tree, q }, data) => {
    computePositions(tree, data, q)
    return [data.R_WB, data.p_WB, data.R_PB, data.p_PB]
  },
  computeVelocities: ({ tree, q, v }, data) => {
    computePositions(tree, data, q)
    computeVelocities(tree, data, v)
    return [data.V_WB_B, data.A_bias, data.F_bias]
  },
  forces: ({ tree, q, v }, data) => {
    computePositions(tree, data, q)
    computeVelocities(tree, data, v)
    clearForces(data)
    addUniformGravity(tree, data, 1, -2, 3)
    addPointGravity(tree, data, 5)
    addFieldGravity(tree, data, (place, out) => {
      for (let k = 0; k < 3; k++) out[k] = 1 + place[k] ** 2
    })
    const force = Float64Array.of(9, 1, 2, 3, -4, 5, 6)
    addForceAtPoint(data, tree.nBody - 1, force, 1, Float64Array.of(0, 0, 0.1, 0.2, 0.3), 2)
    return [data.F_ext]
  },
  computeForwardDynamics: (example, data, vector) => {
    prepare(example, data)
    const vdot = vector()
    computeForwardDynamics(example.tree, data, example.tau.slice(), vdot)
    computeJointForces(example.tree, data)
    return [vdot, data.A_WB_B, data.F_joint]
  },
  computeInverseDynamics: (example, data, vector) => {
    prepare(example, data)
    const tau = vector()
    computeInverseDynamics(example.tree, data, example.v, tau)
    return [tau, data.A_WB_B, data.F_joint]
  },
  computeAccelerations: (example, data) => {
    prepare(example, data)
    computeAccelerations(example.tree, data, example.v)
    return [data.A_WB_B]
  },
  computeMassMatrix: (example, data, vector, dirt) => {
    prepare(example, data)
    const M = matrix(example.tree, dirt)
    computeMassMatrix(example.tree, data, M)
    const factors = M.slice()
    factorMassMatrix(example.tree, factors)
    const x = vector()
    x.set(example.tau)
    solveMassMatrix(example.tree, factors, x)
    return [M, factors, x]
  },
  computePrescribedMassMatrix: (example, data, _vector, dirt) => {
    prepare(example, data)
    const { tree } = example
    for (let i = 0; i < tree.nBody; i++)
      data.isPrescribed[i] = tree.kind[i] === REVOLUTE || tree.kind[i] === PRISMATIC ? 1 : 0
    const n = data.isPrescribed.reduce((sum, one) => sum + one, 0)
    const N = new Float64Array(n * n).fill(dirt)
    computeArticulatedInertias(tree, data)
    computePrescribedMassMatrix(tree, data, N)
    data.isPrescribed.fill(0)
    return [N]
  },
  balances: (example, data, _vector, dirt) => {
    prepare(example, data)
    const { tree } = example
    const momentum = new Float64Array(6).fill(dirt)
    const center = new Float64Array(3).fill(dirt)
    computeMomentum(tree, data, momentum)
    const mass = computeCenterOfMass(tree, data, center)
    const energies = [
      computeKineticEnergy(tree, data),
      computeUniformPotential(tree, data, 1, -2, 3),
      computePointPotential(tree, data, 5),
    ]
    return [momentum, center, [mass], energies]
  },
}

/** Random trees of all joints, and a chain whose inertias pass through every body. */
const CASES = [
  ...createCases(24),
  ...[1, 2, 3].map((seed) => {
    const random = createRandom(seed)
    return createCase(randomBodies(random, 8, { isChain: true }), random)
  }),
]

describe.each(Object.entries(ALGORITHMS))('%s', (_name, run) => {
  test('does not depend on the previous content of its memory', () => {
    for (const example of CASES) {
      const { tree } = example
      const vector = (dirt: number) => (): Float64Array => new Float64Array(tree.nv).fill(dirt)
      const fresh = run(example, createTreeData(tree), vector(0), 0).map(bitsOf)
      const data = createTreeData(tree)
      for (const dirt of DIRT) {
        soil(data, dirt, KEPT)
        expect(run(example, data, vector(dirt), dirt).map(bitsOf)).toEqual(fresh)
      }
    }
  })

  test('does not depend on the results of other algorithms in its memory', () => {
    for (const example of CASES) {
      const { tree } = example
      const vector = (): Float64Array => new Float64Array(tree.nv)
      const fresh = run(example, createTreeData(tree), vector, 0).map(bitsOf)
      const data = createTreeData(tree)
      for (const other of Object.values(ALGORITHMS)) {
        other(example, data, vector, 0)
        expect(run(example, data, vector, 0).map(bitsOf)).toEqual(fresh)
      }
    }
  })
})
