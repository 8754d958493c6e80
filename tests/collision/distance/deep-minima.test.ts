/**
 * Deep overlaps whose depth has several minima that differ by little, found by runs of properties (benchmarks/collision/property-run.ts, seeds 31
 * and 5): the result must be the smallest one, in either order of the shapes, and at all orientations.
 */
import { Cone, Cylinder, RESULT_LENGTH, RESULT_NORMAL, type SolidShape } from 'vario/collision'
import { expect, test } from 'vitest'
import { createRandom, mulRotation, type Pose, randomRotation, type Vector } from './poses.ts'
import { createBody, distanceOf } from './properties.ts'
import { createGap, maximizeGap } from './support-oracle.ts'

const IDENTITY = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1])
const ORIGIN: Pose = { R: IDENTITY, p: new Float64Array(3) }

/** A few hundred rounding errors of coordinates of size 1, as in properties.ts. */
const TOLERANCE = 2e-13

/** Depths of (A, B) and (B, A) in 20 orientations of both, B at the origin of A [m]. */
function computeDepths(shapeA: SolidShape, shapeB: SolidShape, R_AB: Float64Array): number[] {
  const a = createBody(shapeA)
  const b = createBody(shapeB)
  const random = createRandom(5)
  const out = new Float64Array(RESULT_LENGTH)
  const depths: number[] = []
  for (let k = 0; k < 20; k++) {
    // the first as originally found
    const R = k === 0 ? IDENTITY : randomRotation(random)
    const poseA: Pose = { R, p: new Float64Array(3) }
    // R R_AB, by the transpose of R
    const poseB: Pose = { R: mulRotation(transpose(R), R_AB), p: new Float64Array(3) }
    depths.push(-distanceOf(a, poseA, b, poseB, out), -distanceOf(b, poseB, a, poseA, out))
  }
  return depths
}

function transpose(R: Float64Array): Float64Array {
  return Float64Array.from(R, (_, i) => R[3 * (i % 3) + Math.floor(i / 3)])
}

interface ConeSize {
  readonly r: number
  readonly top: number
  readonly l: number
}

/**
 * Cones around the same axis with their bases in the same plane. In the meridian plane the depth in direction (u, v) is
 * max(rA u, topA u + lA v) + max(rB u, topB u - lB v); it is smallest at the normal of a side, or along the axis.
 */
function computeMeridianDepth(A: ConeSize, B: ConeSize): number {
  const normals = [
    [A.l, A.r - A.top],
    [B.l, B.top - B.r],
    [0, 1],
    [0, -1],
  ]
  return Math.min(
    ...normals.map(
      ([u, v]) =>
        (Math.max(A.r * u, A.top * u + A.l * v) + Math.max(B.r * u, B.top * u - B.l * v)) / Math.hypot(u, v),
    ),
  )
}

const createCone = ({ r, top, l }: ConeSize): SolidShape =>
  Cone({ axis: 'z', diameter: 2 * r, length: l, topDiameter: 2 * top })

test.each<[string, ConeSize, ConeSize]>([
  [
    'cone and frustum',
    { r: 0.41937254313379526, top: 0, l: 0.6832759234122932 },
    { r: 0.3824491274077445, top: 0.2009101390416077, l: 0.7881751785054802 },
  ],
  [
    'cones, 0.4 µm',
    { r: 0.38233818477019668, top: 0, l: 1.015481460886076 },
    { r: 0.41937254313379526, top: 0, l: 0.6832759234122932 },
  ],
  [
    'cones, 0.13 mm',
    { r: 0.22280982383526862, top: 0, l: 0.4843507407233119 },
    { r: 0.21505368049256505, top: 0, l: 0.3812378829345107 },
  ],
])('the apex is found around a common axis, with slightly deeper minima along the sides: %s', (_, A, B) => {
  const depth = computeMeridianDepth(A, B)
  expect(depth).toBe(Math.min(A.l, B.l))
  for (const found of computeDepths(createCone(A), createCone(B), IDENTITY))
    expect(Math.abs(found - depth)).toBeLessThan(TOLERANCE)
})

/** R_AB as originally found. */
const SIDE_ON_BASE = mulRotation(
  new Float64Array([
    -0.11437104048665825, 0.4843648608394845, -0.8673580268158853, 0.9487360875615486, 0.312209101851495,
    0.04924746571640515, 0.29465081241429625, -0.8172613769810914, -0.49524210285330694,
  ]),
  new Float64Array([
    0.128130201447897, 0.9028956649800454, -0.4103194726516918, 0.9274673230036844, -0.25562452578593486,
    -0.2728744520417666, -0.3512648804496401, -0.3455944443664522, -0.8701594473346492,
  ]),
)

test.each<[string, SolidShape, SolidShape, Float64Array]>([
  [
    'the side of a cone 2 mrad from parallel to the base of another',
    Cone({
      axis: 'z',
      diameter: 0.6819507761858403,
      length: 0.8965361651964485,
      topDiameter: 0.18889635192807014,
    }),
    Cone({ axis: 'z', diameter: 0.8814091512933373, length: 0.35969565231353046 }),
    SIDE_ON_BASE,
  ],
  [
    'cone and cylinder whose axes are 54 µrad from parallel',
    Cone({ axis: 'z', diameter: 0.21697535207495094, length: 0.6850448351353406 }),
    Cylinder({ axis: 'z', diameter: 0.7677068757358938, length: 1.1371637788135558 }),
    new Float64Array([
      -0.5803284248268471, 0.8143825372316902, 4.888829487692774e-5, -0.814382537983468, -0.5803284257878587,
      7.084577120785124e-6, 3.414082309620519e-5, -3.570239217849994e-5, 0.9999999987798717,
    ]),
  ],
  [
    'cone and cylinder whose axes are 21 µrad from parallel',
    Cone({ axis: 'x', diameter: 0.7415975919459015, length: 0.7829420327208936 }),
    Cylinder({ axis: 'z', diameter: 0.27274035015143455, length: 1.015029559424147 }),
    new Float64Array([
      1.914573624806039e-5, -6.074741764940236e-6, -0.999999999798269, 0.7421024128351317,
      -0.6702865122692836, 1.8279914539429174e-5, -0.6702865122451118, -0.7421024130354091,
      -8.325048253443854e-6,
    ]),
  ],
])('the smaller of two close minima is found: %s', (_, shapeA, shapeB, R_AB) => {
  const depths = computeDepths(shapeA, shapeB, R_AB)
  for (const depth of depths) expect(Math.abs(depth - depths[0])).toBeLessThan(TOLERANCE)

  // the depth is that in the direction of the normal, and no sampled direction has a smaller one
  const a = createBody(shapeA)
  const b = createBody(shapeB)
  const poseB: Pose = { R: R_AB, p: new Float64Array(3) }
  const out = new Float64Array(RESULT_LENGTH)
  const distance = distanceOf(a, ORIGIN, b, poseB, out)
  const gap = createGap(a.h, ORIGIN, b.h, poseB)
  const normal: Vector = [out[RESULT_NORMAL], out[RESULT_NORMAL + 1], out[RESULT_NORMAL + 2]]
  expect(Math.abs(gap(normal) - distance)).toBeLessThan(TOLERANCE)
  const found = maximizeGap(gap, 40).distance
  expect(found).toBeLessThan(distance + TOLERANCE)
  // it may end early on an edge of g, but must come close to be a valid check
  expect(found).toBeGreaterThan(distance - 1e-8)
})
