import { computeSupport, createConvexShape } from 'vario/collision'
import { expect, test } from 'vitest'
import { computeSupportAlong } from '../../../src/collision/narrow-phase/support-along.ts'
import { createRandom, randomShape, randomUnit, SHAPE_NAMES } from './poses.ts'

test.each(SHAPE_NAMES)(
  '%s: the same points as those of computeSupport, in any direction of any length',
  (name) => {
    const random = createRandom(19)
    const d = new Float64Array(6)
    const point = new Float64Array(3)
    const expected = new Float64Array(3)
    for (let i = 0; i < 600; i++) {
      const shape = createConvexShape(randomShape(name, random))
      const length = [1, 1e-3, 1e3, 1e-120, 1e120][i % 5]
      // every other direction has components that are zero, all of them once in a while
      const zeros = i % 2 === 0 ? 0 : Math.floor(8 * random())
      const u = randomUnit(random)
      for (let c = 0; c < 3; c++) d[3 + c] = (zeros >> c) % 2 === 1 ? 0 : length * u[c]
      computeSupportAlong(shape, d, 3, point, 0)
      computeSupport(shape, d[3], d[4], d[5], expected, 0)
      // the same formulas in the same order: not even a rounding error
      for (let c = 0; c < 3; c++) expect(Math.abs(point[c] - expected[c])).toBe(0)
    }
  },
)
