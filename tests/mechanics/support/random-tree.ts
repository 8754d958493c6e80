/** Random trees with all kinds of joints, random states, and forces; the same in every run. */
import {
  type BodyDeclaration,
  computePositions,
  computeVelocities,
  createTree,
  createTreeData,
  FREE,
  PRISMATIC,
  REVOLUTE,
  SPHERICAL,
  type Tree,
  type TreeData,
} from 'vario/mechanics'
import { product, rodrigues, transposed } from '../../support/geometry.ts'
import { createRandom as createUnitRandom } from '../../support/random.ts'

/** Numbers evenly distributed in [-1, 1). */
export type Random = () => number

export function createRandom(seed: number): Random {
  const random = createUnitRandom(seed)
  return () => 2 * random() - 1
}

export function randomVector(random: Random, n: number, size = 1): Float64Array {
  return Float64Array.from({ length: n }, () => size * random())
}

export function randomRotation(random: Random): Float64Array {
  const axis = randomVector(random, 3)
  const length = Math.hypot(...axis)
  return length < 0.1
    ? randomRotation(random)
    : rodrigues(
        axis.map((x) => x / length),
        Math.PI * random(),
      )
}

/** An inertia with principal moments between 0.5 and 1.5, in random axes. */
export function randomInertia(random: Random): Float64Array {
  const R = randomRotation(random)
  const diagonal = [1 + 0.5 * random(), 0, 0, 0, 1 + 0.5 * random(), 0, 0, 0, 1 + 0.5 * random()]
  const I = product(product(R, diagonal, 3), transposed(R), 3)
  for (const [upper, lower] of [
    [1, 3],
    [2, 6],
    [5, 7],
  ])
    I[lower] = I[upper]
  return I
}

const ALL_KINDS = [REVOLUTE, PRISMATIC, SPHERICAL, FREE]

/** Bodies with random properties; parents are random, or the previous body for a chain. */
export function randomBodies(
  random: Random,
  n: number,
  { kinds = ALL_KINDS, isChain = false } = {},
): BodyDeclaration[] {
  const choose = (from: readonly number[]): number =>
    from[Math.min(from.length - 1, Math.floor(((random() + 1) / 2) * from.length))]
  return Array.from({ length: n }, (_, i) => {
    const parent = isChain ? i - 1 : Math.floor(((random() + 1) / 2) * (i + 1)) - 1
    const kind = choose(kinds)
    return {
      parent,
      kind,
      // every third joint with one axis has a rotor as heavy as a body
      ...(kind <= PRISMATIC && i % 3 === 1 && { armature: 0.4 + 0.1 * i }),
      R_PJ: randomRotation(random),
      p_PJ: randomVector(random, 3),
      mass: 1 + 0.5 * random(),
      p_BC: randomVector(random, 3, 0.5),
      I_C: randomInertia(random),
    }
  })
}

/** Positions of a tree: angles and distances in [-1, 1], any orientation. */
export function randomPositions(random: Random, tree: Tree): Float64Array {
  const q = new Float64Array(tree.nq)
  for (let i = 0; i < tree.nBody; i++) {
    if (tree.kind[i] >= SPHERICAL) q.set(randomRotation(random), tree.qStart[i])
    else q[tree.qStart[i]] = random()
    if (tree.kind[i] === FREE) q.set(randomVector(random, 3), tree.qStart[i] + 9)
  }
  return q
}

/** A tree with its state, external forces and forces in the joints, and computed kinematics. */
export interface Case {
  readonly tree: Tree
  readonly data: TreeData
  readonly q: Float64Array
  readonly v: Float64Array
  readonly tau: Float64Array
}

export function createCase(bodies: readonly BodyDeclaration[], random: Random): Case {
  const tree = createTree(bodies)
  const data = createTreeData(tree)
  const q = randomPositions(random, tree)
  const v = randomVector(random, tree.nv)
  const tau = randomVector(random, tree.nv)
  data.F_ext.set(randomVector(random, 6 * tree.nBody))
  computePositions(tree, data, q)
  computeVelocities(tree, data, v)
  return { tree, data, q, v, tau }
}

/** `count` random trees of 1 to 12 bodies with all kinds of joints. */
export function createCases(count: number): Case[] {
  return Array.from({ length: count }, (_, seed) => {
    const random = createRandom(1000 + seed)
    return createCase(randomBodies(random, 1 + (seed % 12)), random)
  })
}

/** Largest difference of two arrays, relative to the largest element of the second. */
export function relativeDifference(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  let difference = 0
  let size = 0
  for (let k = 0; k < expected.length; k++) {
    difference = Math.max(difference, Math.abs(actual[k] - expected[k]))
    size = Math.max(size, Math.abs(expected[k]))
    if (Number.isNaN(actual[k])) return Number.NaN
  }
  return size === 0 ? difference : difference / size
}
