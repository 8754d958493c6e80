/** Two independent routes to each result, on random trees with all kinds of joints. */
import { createDenseLu, factorDenseLu, solveDenseLu } from 'vario/math'
import {
  computeForwardDynamics,
  computeInverseDynamics,
  computeJointForces,
  computeKineticEnergy,
  computeMassMatrix,
  factorMassMatrix,
  PRISMATIC,
  REVOLUTE,
  solveMassMatrix,
} from 'vario/mechanics'
import { describe, expect, test } from 'vitest'
import { computeArticulatedInertias, computePrescribedMassMatrix } from '../../src/mechanics/index.ts'
import {
  type Case,
  createCase,
  createCases,
  createRandom,
  randomBodies,
  relativeDifference,
} from './support/random-tree.ts'

/** Rounding, 1e-16, times the condition of mass matrices of these sizes, up to 1e4, with some margin. */
const TOLERANCE = 1e-11

const CASES = createCases(60)

/** v̇ from M v̇ = τ − h, h being the forces for v̇ = 0. */
function solveByMassMatrix({ tree, data, tau }: Case): Float64Array {
  const h = new Float64Array(tree.nv)
  computeInverseDynamics(tree, data, new Float64Array(tree.nv), h)
  const M = new Float64Array(tree.nv ** 2)
  computeMassMatrix(tree, data, M)
  factorMassMatrix(tree, M)
  const vdot = tau.map((value, k) => value - h[k])
  solveMassMatrix(tree, M, vdot)
  return vdot
}

describe('forward dynamics', () => {
  test('agrees with the mass matrix and inverse dynamics', () => {
    for (const example of CASES) {
      const vdot = new Float64Array(example.tree.nv)
      computeForwardDynamics(example.tree, example.data, example.tau, vdot)
      expect(relativeDifference(vdot, solveByMassMatrix(example))).toBeLessThan(TOLERANCE)
    }
  })

  test('inverts inverse dynamics, with the same accelerations of bodies and forces in joints', () => {
    for (const { tree, data, tau } of CASES) {
      const vdot = new Float64Array(tree.nv)
      computeForwardDynamics(tree, data, tau, vdot)
      const A = data.A_WB_B.slice()
      computeJointForces(tree, data)
      const F = data.F_joint.slice()
      const found = new Float64Array(tree.nv)
      computeInverseDynamics(tree, data, vdot, found)
      expect(relativeDifference(found, tau)).toBeLessThan(TOLERANCE)
      expect(relativeDifference(A, data.A_WB_B)).toBeLessThan(TOLERANCE)
      expect(relativeDifference(F, data.F_joint)).toBeLessThan(TOLERANCE)
    }
  })

  test('agrees with the mass matrix for a chain of 100 general revolute joints', () => {
    const random = createRandom(5)
    const example = createCase(randomBodies(random, 100, { kinds: [REVOLUTE], isChain: true }), random)
    const vdot = new Float64Array(100)
    computeForwardDynamics(example.tree, example.data, example.tau, vdot)
    // The condition of the mass matrix of a long chain is about 1e6: two digits less.
    expect(relativeDifference(vdot, solveByMassMatrix(example))).toBeLessThan(100 * TOLERANCE)
  })
})

describe('mass matrix', () => {
  test('gives the kinetic energy, and is symmetric with differences of inverse dynamics as columns', () => {
    for (const { tree, data, v } of CASES) {
      const { nv } = tree
      const M = new Float64Array(nv ** 2)
      computeMassMatrix(tree, data, M)
      let energy = 0
      const h = new Float64Array(nv)
      computeInverseDynamics(tree, data, new Float64Array(nv), h)
      const columns = new Float64Array(nv ** 2)
      for (let j = 0; j < nv; j++) {
        const unit = new Float64Array(nv)
        unit[j] = 1
        const tau = new Float64Array(nv)
        computeInverseDynamics(tree, data, unit, tau)
        for (let i = 0; i < nv; i++) {
          columns[i * nv + j] = tau[i] - h[i]
          energy += 0.5 * v[i] * M[i * nv + j] * v[j]
          expect(M[i * nv + j]).toBe(M[j * nv + i])
        }
      }
      expect(relativeDifference(M, columns)).toBeLessThan(TOLERANCE)
      expect(relativeDifference([energy], [computeKineticEnergy(tree, data)])).toBeLessThan(TOLERANCE)
    }
  })

  test('equals the product of its factors LᵀDL, without elements between branches', () => {
    for (const { tree, data } of CASES) {
      const { nv } = tree
      const M = new Float64Array(nv ** 2)
      computeMassMatrix(tree, data, M)
      const factors = M.slice()
      factorMassMatrix(tree, factors)
      const L = (i: number, j: number): number => (i === j ? 1 : i > j ? factors[i * nv + j] : 0)
      const product = new Float64Array(nv ** 2)
      for (let i = 0; i < nv; i++)
        for (let j = 0; j < nv; j++)
          for (let k = 0; k < nv; k++) product[i * nv + j] += L(k, i) * factors[k * nv + k] * L(k, j)
      expect(relativeDifference(product, M)).toBeLessThan(TOLERANCE)
      for (let i = 0; i < nv; i++) {
        const path = new Set<number>()
        for (let j = i; j >= 0; j = tree.vParent[j]) path.add(j)
        for (let j = 0; j < i; j++) if (!path.has(j)) expect(factors[i * nv + j]).toBe(0)
      }
    }
  })
})

describe('prescribed joints', () => {
  /** Prescribes each joint with one velocity with probability 1/2, or by `isPrescribed`. */
  function prescribe({ tree, data }: Case, isPrescribed: (i: number) => boolean): number[] {
    const rows: number[] = []
    for (let i = 0; i < tree.nBody; i++) {
      const isOne = tree.kind[i] === REVOLUTE || tree.kind[i] === PRISMATIC
      data.isPrescribed[i] = isOne && isPrescribed(i) ? 1 : 0
      if (data.isPrescribed[i] === 1) rows.push(tree.vStart[i])
    }
    return rows
  }

  const HYBRID = Array.from({ length: 60 }, (_, seed) => {
    const random = createRandom(7000 + seed)
    const example = createCase(randomBodies(random, 2 + (seed % 14), { isChain: seed % 3 === 0 }), random)
    return { example, rows: prescribe(example, () => random() > 0) }
  })

  test('occur often in the examples', () => {
    const total = HYBRID.reduce((sum, { rows }) => sum + rows.length, 0)
    expect(total).toBeGreaterThan(60)
  })

  test('get the forces of inverse dynamics, with unchanged accelerations', () => {
    for (const { example, rows } of HYBRID) {
      const { tree, data, tau } = example
      const random = createRandom(3)
      const vdot = Float64Array.from({ length: tree.nv }, () => random())
      const given = vdot.slice()
      const all = tau.slice()
      for (const row of rows) all[row] = Number.NaN
      computeForwardDynamics(tree, data, all, vdot)
      for (const row of rows) expect(vdot[row]).toBe(given[row])
      const found = new Float64Array(tree.nv)
      computeInverseDynamics(tree, data, vdot, found)
      expect(relativeDifference(all, found)).toBeLessThan(TOLERANCE)
      for (let k = 0; k < tree.nv; k++) if (!rows.includes(k)) expect(all[k]).toBe(tau[k])
    }
  })

  test('couple by the Schur complement of the mass matrix', () => {
    for (const { example, rows } of HYBRID) {
      const { tree, data } = example
      const n = rows.length
      const N = new Float64Array(n * n)
      computeArticulatedInertias(tree, data)
      computePrescribedMassMatrix(tree, data, N)
      expect(relativeDifference(N, computeSchurComplement(example, rows))).toBeLessThan(TOLERANCE)
    }
  })

  test('give the mass matrix itself if all are prescribed, and 1/(M⁻¹) for one', () => {
    const random = createRandom(11)
    const example = createCase(randomBodies(random, 9, { kinds: [REVOLUTE, PRISMATIC] }), random)
    const { tree, data } = example
    prescribe(example, () => true)
    const M = new Float64Array(81)
    const N = new Float64Array(81)
    computeMassMatrix(tree, data, M)
    computeArticulatedInertias(tree, data)
    computePrescribedMassMatrix(tree, data, N)
    expect(relativeDifference(N, M)).toBeLessThan(TOLERANCE)

    factorMassMatrix(tree, M)
    const column = new Float64Array(9)
    column[4] = 1
    solveMassMatrix(tree, M, column)
    prescribe(example, (i) => i === 4)
    computeArticulatedInertias(tree, data)
    computePrescribedMassMatrix(tree, data, N)
    expect(relativeDifference([N[0]], [1 / column[4]])).toBeLessThan(TOLERANCE)
  })

  test('cannot have several velocities', () => {
    const random = createRandom(1)
    const { tree, data, tau } = createCase(randomBodies(random, 3, { kinds: [2] }), random)
    data.isPrescribed[1] = 1
    expect(() => computeForwardDynamics(tree, data, tau, new Float64Array(tree.nv))).toThrow(
      'data.isPrescribed[1]: expected 0, because the joint is neither revolute nor prismatic, got 1.',
    )
  })
})

/** M_pp − M_pf M_ff⁻¹ M_fp by dense elimination. */
function computeSchurComplement({ tree, data }: Case, rows: readonly number[]): Float64Array {
  const { nv } = tree
  const M = new Float64Array(nv * nv)
  computeMassMatrix(tree, data, M)
  const free = Array.from({ length: nv }, (_, k) => k).filter((k) => !rows.includes(k))
  const block = free.flatMap((i) => free.map((j) => M[i * nv + j]))
  const lu = createDenseLu(free.length)
  lu.a.set(block)
  factorDenseLu(lu)
  const N = new Float64Array(rows.length ** 2)
  rows.forEach((column, j) => {
    const x = Float64Array.from(free, (i) => M[i * nv + column])
    solveDenseLu(lu, x)
    rows.forEach((row, i) => {
      N[i * rows.length + j] =
        M[row * nv + column] - free.reduce((sum, k, index) => sum + M[row * nv + k] * x[index], 0)
    })
  })
  return N
}
