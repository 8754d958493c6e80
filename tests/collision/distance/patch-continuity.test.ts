/**
 * Force and torque of contacts change continuously during continuous motions: a solver with error control cannot step
 * over a jump. On the path from one pose to another, the interval with the largest change is halved until only a jump
 * could remain.
 */
import {
  Beam,
  Box,
  Capsule,
  Cone,
  type ConvexShape,
  Cylinder,
  computeSignedDistance,
  createConvexShape,
  createDistanceQuery,
  Ellipsoid,
  RESULT_DISTANCE,
  RESULT_LENGTH,
  RESULT_POINT_A,
  RESULT_POINT_B,
} from 'vario/collision'
import { describe, expect, it } from 'vitest'
import {
  ContactPatch,
  computeContactPatch,
  PATCH_CENTER,
  PATCH_DEPTH,
  PATCH_WEIGHT,
} from '../../../src/collision/index.ts'
import {
  createRandom,
  mulRotation,
  type Pose,
  placePair,
  randomShape,
  randomUnit,
  rotate,
  rotationOf,
  type Vector,
} from './poses.ts'

const SMOOTHING = 0.001
/** Penetration of all poses over a plate [m]. */
const DEPTH = 1e-6
/** Number of initial points of a path, and number of times that the interval with the largest change is halved. */
const POINTS = 64
const HALVINGS = 30
/**
 * Largest remaining change of the force, relative to k δ^1.5. A path of at most 0.6 rad is then 1e-11 rad long; a body
 * of 0.1 m that rotates over a flat face changes force and position within δ/0.1 m = 1e-5 rad: 1e-6 of these changes
 * remain. Jumps that caused crawling runs were 0.2 and more.
 */
const LARGEST_CHANGE = 1e-3

const query = createDistanceQuery()
const patch = new ContactPatch()
const result = new Float64Array(RESULT_LENGTH)

const PLATE = createConvexShape(Box({ lengthX: 2, lengthY: 2, lengthZ: 0.2 }), SMOOTHING)
const PLATE_POSE: Pose = { R: rotationOf(0, 0, 0, 1), p: Float64Array.of(0, 0, -0.1) }
const BLOCK = createConvexShape(Box({ lengthX: 0.1, lengthY: 0.2, lengthZ: 0.06 }), SMOOTHING)
const CAPSULE = createConvexShape(Capsule({ axis: 'x', diameter: 0.06, length: 0.1 }))
const CYLINDER = createConvexShape(Cylinder({ axis: 'x', diameter: 0.08, length: 0.12 }), SMOOTHING)
const BEAM = createConvexShape(Beam({ axis: 'x', length: 0.1, width: 0.04, thickness: 0.03 }), SMOOTHING)
const CONE = createConvexShape(Cone({ axis: 'x', diameter: 0.08, topDiameter: 0.04, length: 0.1 }), SMOOTHING)

/** Force and its moments, relative to k δ^1.5 and 0.1 m. */
function computeLoad(a: ConvexShape, poseA: Pose, b: ConvexShape, poseB: Pose): Vector {
  const shapes = placePair(a, poseA, b, poseB)
  computeSignedDistance(query, shapes, 0, 1, result, 0)
  if (!(result[RESULT_DISTANCE] < 0)) return [0, 0, 0]
  const isPatch = computeContactPatch(patch, shapes, 0, 1, result, 0)
  const { values } = patch
  const depth = isPatch ? values[PATCH_DEPTH] : -result[RESULT_DISTANCE]
  const force = (isPatch ? values[PATCH_WEIGHT] : 1) * (depth / DEPTH) ** 1.5
  const place = [0, 1].map((c) =>
    isPatch ? values[PATCH_CENTER + c] : 0.5 * (result[RESULT_POINT_A + c] + result[RESULT_POINT_B + c]),
  )
  return [force, (force * place[0]) / 0.1, (force * place[1]) / 0.1]
}

/** Largest remaining change of the load on the path s = 0 … 1, with its position. */
function findJump(load: (s: number) => Vector): { change: number; s: number } {
  const difference = (s: number, t: number): number => {
    const [a, b] = [load(s), load(t)]
    return Math.max(...a.map((x, i) => Math.abs(x - b[i])))
  }
  let [from, to, change] = [0, 0, -1]
  for (let k = 0; k < POINTS; k++) {
    const found = difference(k / POINTS, (k + 1) / POINTS)
    if (found > change) [from, to, change] = [k / POINTS, (k + 1) / POINTS, found]
  }
  for (let k = 0; k < HALVINGS; k++) {
    const middle = 0.5 * (from + to)
    const [left, right] = [difference(from, middle), difference(middle, to)]
    if (left > right) to = middle
    else from = middle
    change = Math.max(left, right)
  }
  return { change, s: from }
}

/** Rotation by an angle [rad] about a unit vector. */
function turn([x, y, z]: Vector, angle: number): Float64Array {
  const s = Math.sin(0.5 * angle)
  return rotationOf(s * x, s * y, s * z, Math.cos(0.5 * angle))
}

/** R_WB after a rotation in the world. */
function turned(axis: Vector, angle: number, R: Float64Array): Float64Array {
  return mulRotation(turn(axis, -angle), R)
}

/** The load of a body with this orientation on the plate, DEPTH deep. */
function loadOnPlate(shape: ConvexShape, R: Float64Array): Vector {
  const p = Float64Array.of(0.01, 0.02, 1)
  computeSignedDistance(query, placePair(PLATE, PLATE_POSE, shape, { R, p }), 0, 1, result, 0)
  p[2] -= result[RESULT_DISTANCE] + DEPTH
  return computeLoad(PLATE, PLATE_POSE, shape, { R, p })
}

const random = createRandom(7)
const BODIES: readonly (readonly [string, ConvexShape])[] = [
  ['box', BLOCK],
  ['capsule', CAPSULE],
  ['cylinder', CYLINDER],
  ['cone', CONE],
  ['beam', BEAM],
  ['ellipsoid', createConvexShape(Ellipsoid({ lengthX: 0.1, lengthY: 0.08, lengthZ: 0.05 }), SMOOTHING)],
  ['mesh', createConvexShape(randomShape('Mesh', random), SMOOTHING)],
]

/** Orientations with the axes ±x, ±y, ±z of a body down; the side of the cone is tilted. */
const CONE_TILT = Math.atan2(0.02, 0.1)
const DOWN: readonly Float64Array[] = [
  rotationOf(0, 0, 0, 1),
  turn([1, 0, 0], Math.PI),
  turn([1, 0, 0], Math.PI / 2),
  turn([1, 0, 0], -Math.PI / 2),
  turn([0, 1, 0], Math.PI / 2),
  turn([0, 1, 0], -Math.PI / 2),
  turn([0, 1, 0], CONE_TILT),
]

/** Tilts of rocking bodies [rad]: zero, and below the angle at which surfaces are no longer nearly parallel. */
const TILTS = [0, 0, 0.02, 0.02, 0, 0.003]

describe('the load of a body that rocks on a plate', () => {
  for (const [name, shape] of BODIES) {
    for (const angle of [3e-5, 3e-3, 0.15, 0.6]) {
      it(`changes without jumps: ${name}, ${angle} rad`, () => {
        for (const R of DOWN) {
          for (let k = 0; k < TILTS.length; k++) {
            const axis = k > 3 ? randomUnit(random) : ((k % 2 === 0 ? [1, 0, 0] : [0, 1, 0]) as Vector)
            const shift = 0.2 * angle * (random() - 0.5)
            // rocking about y while tilted about x, and vice versa
            const tilted = turned(k % 2 === 0 ? [0, 1, 0] : [1, 0, 0], TILTS[k], R)
            const { change, s } = findJump((x) =>
              loadOnPlate(shape, turned(axis, angle * (x - 0.5) + shift, tilted)),
            )
            expect(change, `axis ${axis}, orientation ${DOWN.indexOf(R)}, s = ${s}`).toBeLessThan(
              LARGEST_CHANGE,
            )
          }
        }
      })
    }
  }
})

describe('the load of two bodies', () => {
  const upright = rotationOf(0, 0, 0, 1)
  const pairs: readonly (readonly [string, ConvexShape, number, ConvexShape, number])[] = [
    ['capsules', CAPSULE, 0.03, CAPSULE, 0.03],
    ['a capsule and a cylinder', CAPSULE, 0.03, CYLINDER, 0.04],
    ['cylinders', CYLINDER, 0.04, CYLINDER, 0.04],
    ['a capsule and a box', CAPSULE, 0.03, BLOCK, 0.03],
    ['a cylinder and a box', CYLINDER, 0.04, BLOCK, 0.03],
  ]
  for (const [name, a, heightA, b, heightB] of pairs) {
    it(`changes without jumps when one rotates on the other: ${name}`, () => {
      const poseA: Pose = { R: upright, p: Float64Array.of(0, 0, 0) }
      const p = Float64Array.of(0.01, 0, heightA + heightB - DEPTH)
      const { change, s } = findJump((x) =>
        computeLoad(a, poseA, b, { R: turn([0, 0, 1], 0.9 * x - 0.4), p }),
      )
      expect(change, `s = ${s}`).toBeLessThan(LARGEST_CHANGE)
    })
  }

  for (const [name, a, heightA, b, heightB] of pairs) {
    it(`changes without jumps when one rocks on the other, parallel to it: ${name}`, () => {
      const poseA: Pose = { R: upright, p: Float64Array.of(0, 0, 0) }
      const p = Float64Array.of(0.01, 0, heightA + heightB - DEPTH)
      const { change, s } = findJump((x) =>
        computeLoad(a, poseA, b, { R: turn([0, 1, 0], 3e-5 * (x - 0.4)), p }),
      )
      expect(change, `s = ${s}`).toBeLessThan(LARGEST_CHANGE)
    })
  }

  it('changes without jumps when an edge passes the corner of a face', () => {
    const poseA: Pose = { R: upright, p: Float64Array.of(0, 0, 0) }
    // across the corner at (0.05, 0.1) of the upper face, at an angle to both of its edges
    const R = turn([0, 0, 1], -0.7)
    const { change, s } = findJump((x) => {
      const p = Float64Array.of(0.05 + 0.02 * (x - 0.6), 0.1 + 0.02 * (x - 0.6), 0.06 - DEPTH)
      return computeLoad(BLOCK, poseA, CAPSULE, { R, p })
    })
    expect(change, `s = ${s}`).toBeLessThan(LARGEST_CHANGE)
  })

  it('changes without jumps when an edge moves over the rounded end of a beam', () => {
    const poseA: Pose = { R: upright, p: Float64Array.of(0, 0, 0) }
    for (const yaw of [0, 0.3, 1.2]) {
      for (const tilt of [0, 1e-5, -2e-5]) {
        const R = mulRotation(turn([0, 0, 1], -yaw), turn([0, 1, 0], tilt))
        const { change, s } = findJump((x) => {
          const p = Float64Array.of(0.06 + 0.03 * x, 0.012 * x, 0.015 + 0.03 - DEPTH)
          return computeLoad(BEAM, poseA, CAPSULE, { R, p })
        })
        expect(change, `yaw ${yaw}, tilt ${tilt}, s = ${s}`).toBeLessThan(LARGEST_CHANGE)
      }
    }
  })

  it('stays the same for all poses of a pair in the world: the end of a capsule at the rim of a disc', () => {
    const standing = turn([0, 1, 0], -Math.PI / 2)
    const force = (
      disc: ConvexShape,
      R: Float64Array,
      p: Float64Array,
      axis: Vector,
      angle: number,
    ): number => {
      const poseA: Pose = { R: turned(axis, angle, standing), p: new Float64Array(3) }
      const poseB = { R: turned(axis, angle, R), p: Float64Array.from(rotate(turn(axis, angle), p)) }
      return computeLoad(disc, poseA, CAPSULE, poseB)[0]
    }
    for (const [disc, radius, top] of [
      [CYLINDER, 0.04, 0.06],
      [CONE, 0.02, 0.1],
    ] as const) {
      for (const tilt of [DEPTH / 0.004, -DEPTH / 0.004]) {
        // the end of the capsule at an angle of 0.3 rad, 5 mm inside of the rim; it is deep enough over 4 mm only
        const end = (radius - 5e-3) * Math.cos(0.3)
        const p = Float64Array.of(
          end + 0.05,
          radius * Math.sin(0.3),
          top + 0.03 - DEPTH - 0.05 * Math.abs(tilt),
        )
        const R = turn([0, 1, 0], tilt)
        const expected = force(disc, R, p, [1, 0, 0], 0)
        expect(expected).toBeGreaterThan(0.1)
        for (let k = 0; k < 40; k++) {
          // rounding errors of 1e-17 m in 1e-6 m of depth, and of 1e-16 in directions along 0.1 m
          const other = force(disc, R, p, randomUnit(random), 3 * random())
          expect(Math.abs(other / expected - 1)).toBeLessThan(1e-6)
        }
      }
    }
  })
})

it('the whole flat side of a beam without tilt carries the load', () => {
  // y of the beam down, without a rounding error: its side, 0.1 m long with a width of 0.03 m, is symmetric about the middle at (0.01, 0.02)
  const R = Float64Array.of(1, 0, 0, 0, 0, 1, 0, -1, 0)
  for (const tilt of [0, 1e-15, -1e-15]) {
    const tilted = tilt === 0 ? R : turned([0, 1, 0], tilt, R)
    const [force, x, y] = loadOnPlate(BEAM, tilted)
    // the tilt changes the depth by 1e-16 m of 1e-6 m
    expect(x / force).toBeCloseTo(0.1, 8)
    expect(y / force).toBeCloseTo(0.2, 8)
  }
})
