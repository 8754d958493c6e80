import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeActionExtent,
  computeExtent,
  computeFit,
  computeStageExtent,
  findTraveller,
  type PartBoxes,
  SceneBounds,
  SceneMotion,
} from '../../../src/viewer/scene3d/motion/index.ts'
import { createScene, createTable, type Pose } from './tables.ts'

const UNIT_BOX = [-0.5, -0.5, -0.5, 0.5, 0.5, 0.5]

function createMotion(times: number[], motions: Record<string, Pose[]>): [SceneMotion, PartBoxes] {
  const paths = Object.keys(motions)
  const motion = new SceneMotion(createScene(paths), createTable(times, motions))
  const boxes = Float64Array.from(paths.flatMap(() => UNIT_BOX))
  return [motion, { objects: Int32Array.from(paths, (_, i) => i), boxes }]
}

describe('extents', () => {
  test('the extent contains the corners of a box that is rotated by 45 degrees', () => {
    const half = Math.PI / 8
    const [motion, parts] = createMotion([0], {
      a: [{ r: [10, 0, 0], q: [0, 0, Math.sin(half), Math.cos(half)] }],
    })
    const { box, center, radius } = computeExtent(motion, parts, [0])
    const reach = Math.SQRT1_2
    const expected = [10 - reach, -reach, -0.5, 10 + reach, reach, 0.5]
    expected.forEach((x, c) => {
      expect(box[c]).toBeCloseTo(x, 14)
    })
    expect(Array.from(center)).toEqual([10, 0, 0])
    expect(radius).toBeCloseTo(Math.hypot(2 * reach, 2 * reach, 1) / 2, 14)
  })

  test('the extent of a run contains all times, but not if an object moves far away', () => {
    const [near, parts] = createMotion([0, 1], { a: [{ r: [0, 0, 0] }, { r: [2, 0, 0] }] })
    expect(computeStageExtent(near, parts)).toMatchObject({ isWhole: true, center: Float64Array.of(1, 0, 0) })
    const [far] = createMotion([0, 1], { a: [{ r: [0, 0, 0] }, { r: [0, 0, 1000] }] })
    const stage = computeStageExtent(far, parts)
    expect(stage).toMatchObject({ isWhole: false, center: Float64Array.of(0, 0, 0) })
    expect(findTraveller(far, parts)).toBe(0)
  })

  test('the extent of the motion excludes a far larger belt or floor, if something moves far on it', () => {
    const rest = [{ r: [0, 0, 0] }, { r: [0, 0, 0] }]
    const belt = [{ r: [0, 0, 0] }, { r: [50, 0, 0] }]
    const [motion, parts] = createMotion([0, 1], { belt, post: rest, part: [rest[0], { r: [2, 0, 0] }] })
    const setBelt = (length: number): void => parts.boxes.set([-length / 2, -0.5, -0.5, length / 2, 0.5, 0.5])
    setBelt(100)
    expect(computeActionExtent(motion, parts)).toMatchObject({ center: Float64Array.of(1, 0, 0) })
    // the others are in a box of 3 m × 1 m × 1 m: four of its diagonals are 13.3 m
    setBelt(14)
    expect(computeActionExtent(motion, parts)).not.toBeNull()
    setBelt(13)
    expect(computeActionExtent(motion, parts)).toBeNull()
    // rotation or vibration in place does not exclude a large part
    const [still] = createMotion([0, 1], { belt, post: rest, part: [rest[0], { r: [0.5, 0, 0] }] })
    setBelt(100)
    expect(computeActionExtent(still, parts)).toBeNull()
    // a part that appears later starts at its first place
    const late = [{ r: [NaN, NaN, NaN] }, { r: [2, 0, 0] }]
    const [added] = createMotion([0, 1], { belt, post: rest, part: late })
    expect(computeActionExtent(added, parts)).toBeNull()
  })

  test('the object to follow moves, exists at the end, and is the largest of those', () => {
    const missing = { r: [NaN, NaN, NaN] }
    const [motion, parts] = createMotion([0, 1], {
      floor: [{ r: [0, 0, 0] }, { r: [0, 0, 0] }],
      gone: [{ r: [0, 0, 0] }, missing],
      small: [{ r: [0, 0, 0] }, { r: [0, 0, 9] }],
      large: [{ r: [0, 0, 0] }, { r: [0, 0, 9] }],
    })
    parts.boxes.set([-1, -1, -1, 1, 1, 1], 6 * 3)
    expect(findTraveller(motion, parts)).toBe(3)
  })

  test('the extent of an empty scene has a finite center and radius', () => {
    const [motion, parts] = createMotion([0], { a: [{ r: [NaN, NaN, NaN] }] })
    expect(computeStageExtent(motion, parts)).toMatchObject({ radius: 1, center: new Float64Array(3) })
    const bounds = new SceneBounds(parts)
    bounds.update(motion)
    expect([bounds.radius, ...bounds.center]).toEqual([0, 0, 0, 0])
  })

  test('spheres around parts contain them', () => {
    const [motion, parts] = createMotion([0], { a: [{ r: [0, 0, 0] }], b: [{ r: [4, 0, 0] }] })
    motion.setTime(0)
    const bounds = new SceneBounds(parts)
    bounds.update(motion)
    const reach = Math.sqrt(0.75)
    expect(Array.from(bounds.center)).toEqual([2, 0, 0])
    expect(bounds.radius).toBeCloseTo(Math.hypot(4 + 2 * reach, 2 * reach, 2 * reach) / 2, 14)
    bounds.updateDepths(motion, [-10, 0, 0], [1, 0, 0])
    expect(bounds.nearest).toBeCloseTo(10 - reach, 14)
    expect(bounds.farthest).toBeCloseTo(14 + reach, 14)
  })
})

describe('computeFit', () => {
  const [right, above, back] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]

  test('a square fills the picture exactly', () => {
    // half height 1 at the distance d has the slope 1/d
    const square = Float64Array.of(-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0)
    const { target, distance } = computeFit(square, right, above, back, 0.25, 2)
    expect(Array.from(target)).toEqual([0, 0, 0])
    expect(distance).toBeCloseTo(4, 14)
    // a picture that is half as wide as high needs twice the distance
    expect(computeFit(square, right, above, back, 0.25, 0.5).distance).toBeCloseTo(8, 14)
  })

  test('collinear points, except for rounding, are centered', () => {
    const points = Float64Array.of(4.999999999999363, 0, 0, 4.99999999999808, -0.12901560469325704, 0)
    const { target, distance } = computeFit(points, right, above, back, 0.36, 0.4)
    expect(target[0]).toBeCloseTo(5, 9)
    expect(target[1]).toBeCloseTo(points[4] / 2, 4)
    expect(distance).toBeCloseTo(-points[4] / 2 / 0.36, 4)
  })

  test('all points are visible, and some are at edges on both sides', () => {
    const coordinate = fc.double({ min: -5, max: 5, noNaN: true })
    const points = fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 2, maxLength: 30 })
    fc.assert(
      fc.property(points, fc.double({ min: 0.4, max: 3, noNaN: true }), (list, aspect) => {
        fc.pre(list.some(([x, y]) => Math.hypot(x - list[0][0], y - list[0][1]) > 0.1))
        const slope = 0.36
        const { target, distance } = computeFit(
          Float64Array.from(list.flat()),
          right,
          above,
          back,
          slope,
          aspect,
        )
        const camera = target[2] + distance
        const across = list.map(([x, , z]) => (x - target[0]) / ((camera - z) * slope * aspect))
        const along = list.map(([, y, z]) => (y - target[1]) / ((camera - z) * slope))
        const largest = Math.max(...across.map(Math.abs), ...along.map(Math.abs))
        // centering ends within 1e-4 of the picture, and may move edges by as much
        expect(largest).toBeLessThan(1.001)
        // a single point in front would touch the camera: the margin is a fifth of the depth
        const depths = list.map(([, , z]) => z)
        const isClose = camera - Math.max(...depths) <= 0.2001 * (Math.max(...depths) - Math.min(...depths))
        if (!isClose) expect(largest).toBeGreaterThan(0.999)
        for (const slopes of [across, along])
          expect(Math.max(...slopes) + Math.min(...slopes)).toBeCloseTo(0, 3)
      }),
    )
  })
})
