/** Balances of energy and momentum over simulations, and invariance under changes of the description. */
import {
  addForceAtPoint,
  addPointGravity,
  addUniformGravity,
  type BodyDeclaration,
  clearForces,
  computeCenterOfMass,
  computeForwardDynamics,
  computeKineticEnergy,
  computeMomentum,
  computePositions,
  computeUniformPotential,
  computeVelocities,
  createTree,
  createTreeData,
  FREE,
} from 'vario/mechanics'
import { describe, expect, test } from 'vitest'
import { computePointPotential } from '../../src/mechanics/index.ts'
import { expectClose, product } from '../support/geometry.ts'
import {
  createRandom,
  randomBodies,
  randomPositions,
  randomRotation,
  randomVector,
  relativeDifference,
} from './support/random-tree.ts'
import { simulateTree } from './support/simulate-tree.ts'

/** The integrator has an error of 1e-12 per step, over some hundred steps. */
const SIMULATED = 1e-9

/** The same quantity by another order of operations: rounding times the condition of these mass matrices, up to 1e4. */
const ROUNDING = 1e-11

const SEEDS = [1, 2, 3, 4, 5, 6]

function createStart(seed: number, n: number) {
  const random = createRandom(seed)
  const tree = createTree(randomBodies(random, n))
  const q = randomPositions(random, tree)
  const v = randomVector(random, tree.nv)
  const data = createTreeData(tree)
  computePositions(tree, data, q)
  computeVelocities(tree, data, v)
  return { random, tree, q, v, data }
}

/** Six bodies, of which the first is free and the others are its descendants. */
function createFloating(seed: number) {
  const random = createRandom(seed)
  const bodies = randomBodies(random, 6).map(
    (body, i): BodyDeclaration => ({
      ...body,
      parent: i === 0 ? -1 : Math.max(0, body.parent),
      kind: i === 0 ? FREE : body.kind,
    }),
  )
  const tree = createTree(bodies)
  const q = randomPositions(random, tree)
  const v = randomVector(random, tree.nv)
  const data = createTreeData(tree)
  computePositions(tree, data, q)
  computeVelocities(tree, data, v)
  return { random, tree, q, v, data }
}

describe('energy', () => {
  test.each(SEEDS)('changes by the work of the joints in a uniform field (%i)', (seed) => {
    const { random, tree, q, v, data } = createStart(seed, 5)
    const g = randomVector(random, 3, 10)
    const drive = randomVector(random, tree.nv)
    const energy = (sample: typeof data): number =>
      computeKineticEnergy(tree, sample) + computeUniformPotential(tree, sample, g[0], g[1], g[2])
    const end = simulateTree(tree, q, v, 1, (sample, _v, tau) => {
      addUniformGravity(tree, sample, g[0], g[1], g[2])
      tau.set(drive)
    })
    const scale = computeKineticEnergy(tree, end.data)
    expect(Math.abs(end.work)).toBeGreaterThan(0.01)
    expect(Math.abs(energy(end.data) - energy(data) - end.work) / scale).toBeLessThan(SIMULATED)
  })

  test.each(SEEDS)('stays constant in the field of a point, like the angular momentum (%i)', (seed) => {
    const { tree, q, v } = createFloating(seed)
    // away from the center
    q[9] += 20
    const data = createTreeData(tree)
    computePositions(tree, data, q)
    computeVelocities(tree, data, v)
    const mue = 300
    const energy = (sample: typeof data): number =>
      computeKineticEnergy(tree, sample) + computePointPotential(tree, sample, mue)
    const end = simulateTree(tree, q, v, 1, (sample) => addPointGravity(tree, sample, mue))
    expect(relativeDifference([energy(end.data)], [energy(data)])).toBeLessThan(SIMULATED)
    const [before, after] = [data, end.data].map((sample) => {
      const momentum = new Float64Array(6)
      computeMomentum(tree, sample, momentum)
      return momentum
    })
    expect(relativeDifference(after.slice(0, 3), before.slice(0, 3))).toBeLessThan(SIMULATED)
    // the momentum itself does change
    expect(relativeDifference(after.slice(3), before.slice(3))).toBeGreaterThan(1e-3)
  })
})

describe('momentum of a floating system', () => {
  test.each(SEEDS)('stays constant for any internal motion of the joints (%i)', (seed) => {
    const { random, tree, q, v, data } = createFloating(seed)
    const drive = randomVector(random, tree.nv)
    drive.fill(0, 0, 6)
    const end = simulateTree(tree, q, v, 1, (_data, _v, tau) => tau.set(drive))
    const [before, after] = [new Float64Array(6), new Float64Array(6)]
    computeMomentum(tree, data, before)
    computeMomentum(tree, end.data, after)
    expect(relativeDifference(after, before)).toBeLessThan(SIMULATED)

    // the center of mass moves with momentum/mass
    const [start, finish] = [new Float64Array(3), new Float64Array(3)]
    const mass = computeCenterOfMass(tree, data, start)
    computeCenterOfMass(tree, end.data, finish)
    const expected = Array.from(start, (x, k) => x + before[3 + k] / mass)
    expectClose(finish, expected, SIMULATED)
  })

  test('changes by force and moment', () => {
    const { random, tree, q, v, data } = createFloating(9)
    const F = randomVector(random, 6)
    const point = randomVector(random, 3)
    const end = simulateTree(tree, q, v, 0.5, (sample) => addForceAtPoint(sample, 4, F, 0, point, 0))
    const [before, after] = [new Float64Array(6), new Float64Array(6)]
    computeMomentum(tree, data, before)
    computeMomentum(tree, end.data, after)
    // moment about the origin of the world
    const moment = [
      F[0] + point[1] * F[5] - point[2] * F[4],
      F[1] + point[2] * F[3] - point[0] * F[5],
      F[2] + point[0] * F[4] - point[1] * F[3],
    ]
    const expected = [...moment, F[3], F[4], F[5]].map((value, k) => before[k] + 0.5 * value)
    expect(relativeDifference(after, expected)).toBeLessThan(SIMULATED)
  })
})

describe('v̇ does not depend on', () => {
  test.each(SEEDS)('position and orientation of the whole system (%i)', (seed) => {
    const random = createRandom(seed)
    const bodies = randomBodies(random, 8)
    const R = randomRotation(random)
    const p = randomVector(random, 3)
    const moved = bodies.map((body) =>
      body.parent >= 0
        ? body
        : {
            ...body,
            R_PJ: product(R, body.R_PJ!, 3),
            p_PJ: product(R, body.p_PJ!, 3).map((x, k) => x + p[k]),
          },
    )
    const g = randomVector(random, 3, 10)
    const g_moved = product(R, g, 3)
    const [first, second] = [bodies, moved].map((declarations, index) => {
      const again = createRandom(100 + seed)
      const tree = createTree(declarations)
      const data = createTreeData(tree)
      computePositions(tree, data, randomPositions(again, tree))
      computeVelocities(tree, data, randomVector(again, tree.nv))
      const [x, y, z] = index === 0 ? g : g_moved
      addUniformGravity(tree, data, x, y, z)
      const vdot = new Float64Array(tree.nv)
      computeForwardDynamics(tree, data, randomVector(again, tree.nv), vdot)
      return vdot
    })
    expect(relativeDifference(first, second)).toBeLessThan(ROUNDING)
  })

  test.each(SEEDS)('the order of the bodies (%i)', (seed) => {
    const random = createRandom(seed)
    const bodies = randomBodies(random, 10)
    // any order in which parents come first: repeatedly take a random body whose parent is placed
    const order: number[] = []
    while (order.length < bodies.length) {
      const ready = bodies.flatMap((body, i) =>
        !order.includes(i) && (body.parent < 0 || order.includes(body.parent)) ? [i] : [],
      )
      order.push(ready[Math.floor(((random() + 1) / 2) * ready.length)])
    }
    const reordered = order.map((i) => ({ ...bodies[i], parent: order.indexOf(bodies[i].parent) }))
    expect(order).not.toEqual(bodies.map((_, i) => i))

    const solve = (declarations: readonly BodyDeclaration[], bodyOf: (i: number) => number) => {
      const tree = createTree(declarations)
      const data = createTreeData(tree)
      const [q, v, tau] = [tree.nq, tree.nv, tree.nv].map((n) => new Float64Array(n))
      for (let i = 0; i < tree.nBody; i++) {
        // state and forces by body, not by position
        const own = createRandom(500 + bodyOf(i))
        const single = createTree([{ ...declarations[i], parent: -1 }])
        q.set(randomPositions(own, single), tree.qStart[i])
        v.set(randomVector(own, single.nv), tree.vStart[i])
        tau.set(randomVector(own, single.nv), tree.vStart[i])
      }
      computePositions(tree, data, q)
      computeVelocities(tree, data, v)
      clearForces(data)
      addUniformGravity(tree, data, 1, 2, -9)
      const vdot = new Float64Array(tree.nv)
      computeForwardDynamics(tree, data, tau, vdot)
      return (i: number): Float64Array => vdot.slice(tree.vStart[i], tree.vStart[i + 1])
    }
    const first = solve(bodies, (i) => i)
    const second = solve(reordered, (i) => order[i])
    const [a, b] = [order.flatMap((i) => [...first(i)]), order.flatMap((_, place) => [...second(place)])]
    expect(relativeDifference(a, b)).toBeLessThan(ROUNDING)
  })
})
