/** No algorithm allocates memory: everything is created by `createTreeData`. */
import { memoryUsage } from 'node:process'
import {
  addForceAtPoint,
  addPointGravity,
  addUniformGravity,
  clearForces,
  computeForwardDynamics,
  computeInverseDynamics,
  computeKineticEnergy,
  computeMassMatrix,
  computeMomentum,
  computePositions,
  computeVelocities,
  factorMassMatrix,
  PRISMATIC,
  REVOLUTE,
  solveMassMatrix,
} from 'vario/mechanics'
import { expect, test } from 'vitest'
import { computeArticulatedInertias, computePrescribedMassMatrix } from '../../src/mechanics/index.ts'
import { createCase, createRandom, randomBodies } from './support/random-tree.ts'

/** Calls until everything is compiled; uncompiled code keeps its doubles on the heap. */
const WARM_UP = 3000
const CALLS = 300
const WINDOWS = 15

/**
 * Bytes per call of everything below. Measured: 370, boxed results and arguments of a few calls that are not inlined,
 * 16 bytes each; 1201 once in a process that had run other tests before. One array for each of the 24 bodies would add
 * at least 2400.
 */
const MAX_BYTES = 2000

test('a call of all algorithms allocates no arrays', () => {
  const random = createRandom(8)
  const { tree, data, q, v, tau } = createCase(randomBodies(random, 24), random)
  for (let i = 0; i < tree.nBody; i += 2) {
    data.isPrescribed[i] = tree.kind[i] === REVOLUTE || tree.kind[i] === PRISMATIC ? 1 : 0
  }
  const [vdot, M, N, F] = [tree.nv, tree.nv ** 2, tree.nBody ** 2, 6].map((n) => new Float64Array(n))
  let energy = 0
  const call = (): void => {
    computePositions(tree, data, q)
    computeVelocities(tree, data, v)
    clearForces(data)
    addUniformGravity(tree, data, 0, 0, -9.81)
    addPointGravity(tree, data, 2)
    addForceAtPoint(data, 3, F, 0, q, 0)
    computeForwardDynamics(tree, data, tau, vdot)
    computeInverseDynamics(tree, data, vdot, tau)
    computeArticulatedInertias(tree, data)
    computePrescribedMassMatrix(tree, data, N)
    computeMassMatrix(tree, data, M)
    factorMassMatrix(tree, M)
    solveMassMatrix(tree, M, vdot)
    computeMomentum(tree, data, F)
    energy += computeKineticEnergy(tree, data)
  }
  for (let k = 0; k < WARM_UP; k++) call()
  const windows: number[] = []
  // a collection inside a window makes its difference too small: the median counts
  for (let attempt = 0; attempt < 10 * WINDOWS && windows.length < WINDOWS; attempt++) {
    const before = memoryUsage()
    for (let k = 0; k < CALLS; k++) call()
    const after = memoryUsage()
    const bytes = after.heapUsed - before.heapUsed + after.arrayBuffers - before.arrayBuffers
    if (bytes >= 0) windows.push(bytes / CALLS)
  }
  windows.sort((a, b) => a - b)
  expect(energy).toBeGreaterThan(0)
  expect(windows.length).toBe(WINDOWS)
  expect(windows[WINDOWS >> 1]).toBeLessThan(MAX_BYTES)
})
