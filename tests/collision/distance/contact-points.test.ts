/** Contact points of faces and edges, and cases without one. */
import { Box, Cylinder } from 'vario/collision'
import { expect, test } from 'vitest'
import { ContactPointWorkspace, computeContactPoints } from '../../../src/collision/distance/index.ts'
import {
  createConvexShape,
  DISTANCE,
  DistanceQuery,
  NORMAL,
  POINT_A,
  POINT_B,
  setPair,
} from '../../../src/collision/index.ts'
import { DIRT } from '../../support/dirty-memory.ts'
import { rodrigues } from '../../support/geometry.ts'
import { placePair } from './poses.ts'

const UNIT = rodrigues([0, 0, 1], 0)
const BLOCK = createConvexShape(Box({ lengthX: 1, lengthY: 1, lengthZ: 1 }))
const DISC = createConvexShape(Cylinder({ diameter: 1, length: 1 }))
/** A box on one of its edges, which is along y. */
const EDGE_POSE = rodrigues([0, 1, 0], Math.PI / 4)

// the second one is GAP above the first; they are shifted along x against each other, and touch up to `reach`
const GAP = 0.01
const CASES = [
  ['face on face', BLOCK, BLOCK, UNIT, 0.5 + GAP, 1],
  ['disc on face', BLOCK, DISC, UNIT, 0.5 + GAP, 1],
  ['face on disc', DISC, BLOCK, UNIT, 0.5 + GAP, 1],
  ['disc on disc', DISC, DISC, UNIT, 0.5 + GAP, 1],
  ['edge on face', BLOCK, BLOCK, EDGE_POSE, Math.SQRT1_2 + GAP, 0.5],
  ['edge on disc', DISC, BLOCK, EDGE_POSE, Math.SQRT1_2 + GAP, 0.5],
] as const

test.each(CASES)('contact points of %s', (_name, a, b, R, height, reach) => {
  for (const dirt of DIRT) {
    for (const shift of [0, 0.4, reach - 1e-3, reach - 1e-6, reach + 1e-6, reach + 0.2]) {
      const query = new DistanceQuery()
      const work = new ContactPointWorkspace()
      for (const array of Object.values(work)) array.fill(dirt)
      const p = Float64Array.of(shift, 0, 0.5 + height)
      setPair(query, placePair(a, { R: UNIT, p: new Float64Array(3) }, b, { R, p }), 0, 1)
      const { core } = query
      core.fill(dirt)
      core[DISTANCE] = GAP
      core.set([0, 0, 1], NORMAL)
      expect(computeContactPoints(query, work)).toBe(shift < reach)
      if (shift > reach) {
        // they are unchanged
        expect([...core.subarray(POINT_A, POINT_B + 3)]).toEqual(new Array(6).fill(dirt))
        continue
      }
      // b is GAP above a, on both bodies
      expect(core[POINT_A + 2]).toBeCloseTo(0.5, 14)
      const [x, y, z] = [0, 1, 2].map((i) => core[POINT_B + i])
      const inA = [0, 1, 2].map((i) => p[i] + R[3 * i] * x + R[3 * i + 1] * y + R[3 * i + 2] * z)
      expect(inA[0]).toBeCloseTo(core[POINT_A], 14)
      expect(inA[1]).toBeCloseTo(core[POINT_A + 1], 14)
      expect(inA[2]).toBeCloseTo(0.5 + GAP, 14)
      // in the middle of the common part: from shift - (reach - 0.5) to 0.5
      const half = reach - 0.5
      expect(core[POINT_A]).toBeGreaterThan(shift - half - 1e-12)
      expect(core[POINT_A]).toBeLessThan(0.5 + 1e-12)
      // moments of a strip of 1e-6 m, divided by its area: ten digits
      expect(core[POINT_A + 1]).toBeCloseTo(0, 9)
    }
  }
})
