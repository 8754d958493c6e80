import { type BodyDeclaration, createTree, FREE, PRISMATIC, REVOLUTE, SPHERICAL } from 'vario/mechanics'
import { describe, expect, test } from 'vitest'
import { createRandom, randomBodies } from './support/random-tree.ts'

describe('createTree', () => {
  test('numbers positions and velocities, and the velocities on the path to the world', () => {
    const tree = createTree([
      { parent: -1, kind: FREE },
      { parent: 0, kind: REVOLUTE },
      { parent: 0, kind: SPHERICAL },
      { parent: -1, kind: PRISMATIC },
      { parent: 2, kind: PRISMATIC },
    ])
    expect([tree.nBody, tree.nq, tree.nv]).toEqual([5, 24, 12])
    expect([...tree.qStart]).toEqual([0, 12, 13, 22, 23, 24])
    expect([...tree.vStart]).toEqual([0, 6, 7, 10, 11, 12])
    expect([...tree.vParent]).toEqual([-1, 0, 1, 2, 3, 4, 5, 5, 7, 8, -1, 9])
    expect([...tree.isLeaf]).toEqual([0, 1, 0, 1, 1])
    expect([...tree.R_PJ.slice(9, 18)]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1])
  })

  test('accepts an empty tree', () => {
    expect(createTree([])).toMatchObject({ nBody: 0, nq: 0, nv: 0 })
  })

  test('accepts the rounding of merged inertias', () => {
    const I_C = [1, 1e-14, 0, 0, 1, 0, 0, 0, -1e-14]
    expect(() => createTree([{ parent: -1, kind: FREE, I_C }])).not.toThrow()
  })

  const body = { parent: -1, kind: REVOLUTE }
  test.each<[string, Partial<BodyDeclaration>, string]>([
    [
      'itself as parent',
      { parent: 1 },
      'bodies[1].parent: expected -1 (world) or the index of an earlier body, < 1',
    ],
    [
      'a parent that is not an index',
      { parent: 0.5 },
      'bodies[1].parent: expected an integer >= -1, got 0.5.',
    ],
    ['an unknown kind', { kind: 4 }, 'bodies[1].kind: expected 0 | 1 | 2 | 3, got 4.'],
    ['a negative mass', { mass: -1 }, 'bodies[1].mass: expected a number >= 0, got -1.'],
    ['a mass that is not finite', { mass: Number.NaN }, 'bodies[1].mass: expected a number >= 0, got NaN.'],
    ['a short vector', { p_BC: [1, 2] }, 'bodies[1].p_BC: expected an array of 3 elements, got [1, 2].'],
    [
      'a coordinate that is not finite',
      { p_PJ: [0, Infinity, 0] },
      'bodies[1].p_PJ[1]: expected a finite number',
    ],
    ['a scaling', { R_PJ: [2, 0, 0, 0, 1, 0, 0, 0, 0.5] }, 'bodies[1].R_PJ: expected a rotation matrix'],
    ['a reflection', { R_PJ: [1, 0, 0, 0, 1, 0, 0, 0, -1] }, 'bodies[1].R_PJ: expected a rotation matrix'],
    [
      'an asymmetric inertia',
      { I_C: [1, 0.1, 0, 0, 1, 0, 0, 0, 1] },
      'bodies[1].I_C: expected a symmetric matrix',
    ],
    [
      'an indefinite inertia',
      { I_C: [1, 2, 0, 2, 1, 0, 0, 0, 1] },
      'bodies[1].I_C: expected principal moments >= 0, got [-1',
    ],
  ])('rejects %s', (_what, change, message) => {
    expect(() => createTree([body, { ...body, ...change }])).toThrow(message)
  })
})

test('a tree with bodies copied from another one equals a new one, number for number', () => {
  const random = createRandom(5)
  const bodies = randomBodies(random, 12).map((body) => ({ ...body, parent: -1 }))
  const before = { bodies, tree: createTree(bodies) }
  const [other] = randomBodies(random, 1)
  for (const [first, end] of [
    [0, 0],
    [0, 1],
    [4, 4],
    [4, 6],
    [12, 12],
    [0, 12],
  ]) {
    // some are removed, and another one is in their place
    const next = [...bodies.slice(0, first), { ...other, parent: -1 }, ...bodies.slice(end)]
    expect(createTree(next, before)).toEqual(createTree(next))
  }
  expect(createTree(bodies.slice(1), before)).toEqual(createTree(bodies.slice(1)))
})
