import { RESULT_LENGTH, RESULT_NORMAL } from 'vario/collision'
import { describe, expect, test } from 'vitest'
import { createRandom, type Pose, randomRotation, rotateBack, SHAPE_NAMES } from './poses.ts'
import { createBodies, distanceOf, findViolation, randomPoseOfB } from './properties.ts'
import { createGap, maximizeGap } from './support-oracle.ts'

const PAIRS = SHAPE_NAMES.flatMap((a, i) => SHAPE_NAMES.slice(i).map((b) => [a, b] as const))
const BODIES = createBodies(SHAPE_NAMES, 8, createRandom(7))

function randomPose(random: () => number): Pose {
  const isPlain = random() < 0.3
  return {
    R: isPlain ? new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1]) : randomRotation(random),
    p: Float64Array.from(isPlain ? [0, 0, 0] : [random(), random(), random()]),
  }
}

describe.each(PAIRS)('%s and %s', (nameA, nameB) => {
  const indexA = SHAPE_NAMES.indexOf(nameA)
  const indexB = SHAPE_NAMES.indexOf(nameB)
  const random = createRandom(1000 * indexA + indexB + 1)
  const choose = <T>(items: readonly T[]): T => items[Math.floor(items.length * random())]

  // a long run over a million pairs: benchmarks/collision/property-run.ts
  test('points, normal, bounds, symmetry and rigid motions are right', () => {
    for (let i = 0; i < 300; i++) {
      const a = choose(BODIES[indexA])
      const b = choose(BODIES[indexB])
      const poseA = randomPose(random)
      const kind = i % 6
      const violation = findViolation(a, poseA, b, randomPoseOfB(kind, a, poseA, b, random), random)
      if (violation !== undefined) expect.fail(`pair ${i}, case ${kind}: ${violation}`)
    }
  })

  test('signed distances agree with brute force', () => {
    for (let i = 0; i < 6; i++) {
      const a = choose(BODIES[indexA])
      const b = choose(BODIES[indexB])
      const poseA = randomPose(random)
      const poseB = randomPoseOfB(i % 3, a, poseA, b, random)
      const out = new Float64Array(RESULT_LENGTH)
      const distance = distanceOf(a, poseA, b, poseB, out)
      const gap = createGap(a.h, poseA, b.h, poseB)
      // g attains δ in the direction of the normal: δ is at most the maximum of g, which is the signed distance
      const attained = gap(rotateBack(poseA.R, out.subarray(RESULT_NORMAL, RESULT_NORMAL + 3)))
      expect(Math.abs(attained - distance)).toBeLessThan(1e-12)
      // and at least: no search finds more. It may stop early on an edge of g, but must come close to be a valid check.
      const found = maximizeGap(gap).distance
      expect(found).toBeLessThan(distance + 1e-12)
      expect(found).toBeGreaterThan(distance - 0.01)
    }
  })
})
