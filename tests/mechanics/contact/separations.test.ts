/** Lower bounds of distances without geometry, against distances. */
import {
  computeSignedDistance,
  createConvexShape,
  createDistanceQuery,
  RESULT_DISTANCE,
  RESULT_LENGTH,
} from 'vario/collision'
import { expect, it } from 'vitest'
import { createCollidableShapes } from '../../../src/mechanics/contact/collidable-shapes.ts'
import { Separations } from '../../../src/mechanics/contact/separations.ts'
import { createShapePoses } from '../../../src/mechanics/contact/shape-poses.ts'
import {
  createRandom,
  mulRotation,
  randomShape,
  randomUnit,
  rotationOf,
  SHAPE_NAMES,
} from '../../collision/distance/poses.ts'

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1]

it('bounds never exceed the distance, and mostly suffice', () => {
  const random = createRandom(11)
  const query = createDistanceQuery()
  const result = new Float64Array(RESULT_LENGTH)
  let nBound = 0
  let nAll = 0
  for (const name of SHAPE_NAMES) {
    const shapes = createCollidableShapes(
      [name, 'Box', name].map((kind, body) => ({
        body,
        R_BS: IDENTITY,
        p_BS: [0, 0, 0],
        convex: createConvexShape(randomShape(kind as typeof name, random), 0.001),
        path: `shape${body}`,
      })),
      3,
    )
    const poses = createShapePoses(shapes)
    const { R_WS, p_WS } = poses
    const separations = new Separations(shapes, poses)
    p_WS.set([-3, 0, 0, 0, 0, 0, 0, 3, 0])
    for (let k = 0; k < 400; k++) {
      for (let i = 0; i < 3; i++) {
        const shift = randomUnit(random)
        for (let c = 0; c < 3; c++) p_WS[3 * i + c] += 0.03 * shift[c]
        const [x, y, z] = randomUnit(random)
        const s = Math.sin(0.02)
        const turn = rotationOf(s * x, s * y, s * z, Math.cos(0.02))
        R_WS.set(mulRotation(turn, R_WS.slice(9 * i, 9 * i + 9)), 9 * i)
      }
      separations.update()
      for (const [a, b] of [
        [0, 1],
        [0, 2],
        [1, 2],
      ] as const) {
        computeSignedDistance(query, poses, a, b, result, 0)
        const distance = result[RESULT_DISTANCE]
        const bound = separations.computeBound(a, b)
        nAll++
        if (bound > Number.NEGATIVE_INFINITY) nBound++
        else separations.set(a, b, distance)
        // rounding errors of coordinates of some meters
        expect(bound).toBeLessThan(distance + 1e-12)
      }
    }
  }
  // bodies 3 m apart that move by 3 cm at a time: the distance is needed about every tenth time
  expect(nBound / nAll).toBeGreaterThan(0.8)
})
