/** Queries in a workspace with arbitrary content give the same results as in a fresh one, bit by bit. */

import { describe, expect, test } from 'vitest'
import {
  addPatchGradient,
  Beam,
  Box,
  Cone,
  ContactPatch,
  type ConvexShape,
  Cylinder,
  computeContactPatch,
  computeMprDistance,
  computeSignedDistance,
  createConvexShape,
  createDistanceQuery,
  createMprQuery,
  PatchGradient,
  RESULT_LENGTH,
} from '../../../src/collision/index.ts'
import { bitsOf, DIRT, soil } from '../../support/dirty-memory.ts'
import { rodrigues } from '../../support/geometry.ts'
import {
  createRandom,
  type Pose,
  placePair,
  randomRotation,
  randomShape,
  randomUnit,
  SHAPE_NAMES,
} from './poses.ts'

interface Pair {
  readonly a: ConvexShape
  readonly b: ConvexShape
  readonly poseA: Pose
  readonly poseB: Pose
}

/** All pairs of shapes, separated, near each other and deeply overlapping; every fourth with aligned frames. */
function createPairs(): Pair[] {
  const random = createRandom(5)
  const pairs: Pair[] = []
  for (const nameA of SHAPE_NAMES) {
    for (const nameB of SHAPE_NAMES) {
      for (const distance of [1.5, 0.8, 0.2]) {
        const isAligned = pairs.length % 4 === 0
        const R = isAligned ? Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1) : randomRotation(random)
        pairs.push({
          a: createConvexShape(randomShape(nameA, random)),
          b: createConvexShape(randomShape(nameB, random)),
          poseA: { R, p: Float64Array.from(randomUnit(random)) },
          poseB: {
            R: isAligned ? R : randomRotation(random),
            p: Float64Array.from(randomUnit(random), (x) => distance * x),
          },
        })
      }
    }
  }
  return pairs
}

const PAIRS = createPairs()

/** Numbers before and after the place of a result in its array. */
const BEFORE = 3
const AFTER = 4

/** Result of a query in an array full of `dirt`, the rest of which stays unchanged. */
function answer(dirt: number, compute: (out: Float64Array, o: number) => void): Float64Array {
  const out = new Float64Array(BEFORE + RESULT_LENGTH + AFTER).fill(dirt)
  compute(out, BEFORE)
  const rest = [...out.subarray(0, BEFORE), ...out.subarray(BEFORE + RESULT_LENGTH)]
  expect(bitsOf(rest)).toBe(bitsOf(rest.map(() => dirt)))
  return out.slice(BEFORE, BEFORE + RESULT_LENGTH)
}

/** Shapes are not part of the workspace. */
const KEPT = ['shapeA', 'shapeB']

describe('memory of a distance query', () => {
  const exact = (query = createDistanceQuery(), { a, b, poseA, poseB }: Pair, dirt: number): Float64Array =>
    answer(dirt, (out, o) => {
      computeSignedDistance(query, placePair(a, poseA, b, poseB), 0, 1, out, o)
    })
  const FRESH = PAIRS.map((pair) => bitsOf(exact(createDistanceQuery(), pair, 0)))

  test('gives correct results for any pair after any other', () => {
    const query = createDistanceQuery()
    PAIRS.forEach((pair, k) => {
      expect(bitsOf(exact(query, pair, 0))).toBe(FRESH[k])
    })
    const order = PAIRS.map((_, k) => (k * 97) % PAIRS.length)
    for (const k of order) expect(bitsOf(exact(query, PAIRS[k], 0))).toBe(FRESH[k])
  })

  test.each(DIRT)('gives the same results when filled with %d', (dirt) => {
    const query = createDistanceQuery()
    PAIRS.forEach((pair, k) => {
      soil(query, dirt, KEPT)
      expect(bitsOf(exact(query, pair, dirt))).toBe(FRESH[k])
    })
  })

  test('gives the same MPR results with any previous content', () => {
    const mpr = (query = createMprQuery(), { a, b, poseA, poseB }: Pair, dirt: number): string =>
      bitsOf(
        answer(dirt, (out, o) => {
          computeMprDistance(query, placePair(a, poseA, b, poseB), 0, 1, 1e-12, out, o)
        }),
      )
    const query = createMprQuery()
    for (const pair of PAIRS) {
      const fresh = mpr(createMprQuery(), pair, 0)
      for (const dirt of [0, ...DIRT]) {
        if (dirt !== 0) soil(query, dirt, KEPT)
        expect(mpr(query, pair, dirt)).toBe(fresh)
      }
    }
  })
})

/** Stacked faces, slightly overlapping and tilted by several angles [rad]. */
function createStacks(): Pair[] {
  const shapes = [
    Box({ lengthX: 1, lengthY: 0.6, lengthZ: 0.4 }),
    Beam({ axis: 'x', length: 1, width: 0.3, thickness: 0.4 }),
    Cylinder({ axis: 'z', diameter: 0.7, length: 0.4 }),
    Cone({ axis: 'z', diameter: 0.9, length: 0.4, topDiameter: 0.5 }),
  ].map((shape) => createConvexShape(shape))
  const up = { R: rodrigues([1, 0, 0], 0), p: Float64Array.of(0, 0, 0.399) }
  return shapes.flatMap((a) =>
    shapes.flatMap((b) =>
      [0, 1e-4, 2e-3].map((angle) => {
        const p = Float64Array.of(0.2, -0.1, 0)
        return { a, b, poseA: up, poseB: { R: rodrigues([0.6, 0.8, 0], angle), p } }
      }),
    ),
  )
}

test('a contact patch does not depend on the previous content of its workspace', () => {
  const query = createDistanceQuery()
  const used = new ContactPatch()
  const gradient = new PatchGradient()
  let nPatch = 0
  for (const { a, b, poseA, poseB } of [...createStacks(), ...PAIRS]) {
    const result = answer(0, (out, o) => {
      computeSignedDistance(query, placePair(a, poseA, b, poseB), 0, 1, out, o)
    })
    const compute = (patch: ContactPatch): string => {
      const pair = placePair(a, poseA, b, poseB)
      const is = computeContactPatch(patch, pair, 0, 1, result, 0)
      if (is) {
        nPatch++
        addPatchGradient(gradient, patch, pair, 0, 1, result, 0)
      }
      return is ? bitsOf(patch.values) : 'none'
    }
    const fresh = compute(new ContactPatch())
    expect(compute(used)).toBe(fresh)
    for (const dirt of DIRT) {
      soil(used, dirt)
      soil(gradient, dirt, [...KEPT, 'convex'])
      expect(compute(used)).toBe(fresh)
    }
  }
  expect(nPatch).toBeGreaterThanOrEqual(200)
})
