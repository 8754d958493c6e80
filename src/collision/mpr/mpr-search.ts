/**
 * The loop of the MPR algorithm (compute-mpr-distance.ts): phase 1 takes three support points of A ⊖ B, phase 2
 * exchanges them until the ray from the inner point r0 to the origin passes the portal between them, phase 3 moves the
 * portal outwards to the boundary.
 *
 * `searchPortal` is one long function on purpose. Each pass of its loop computes the support point r4 in direction n,
 * processes it by its purpose, and computes the next direction. So support points are computed in one place, and the
 * whole state of the algorithm is in local variables: every array access has bounds checks, and calls with numbers
 * allocate. With a function for each phase and arrays between them, penetrating boxes took 626 ns instead of 385,
 * sphere and box 1208 instead of 775 (benchmarks/collision/narrow-phase.ts).
 *
 * The loop is slow to compile. When V8 recompiles it, for code that had not run before, it sometimes ends with code
 * that is three times slower; so the search runs through the same operations in all cases, with limits that are never
 * reached instead of conditions.
 */
import { EPS, VarioError } from '../../base/index.ts'
import { BOX } from '../convex.ts'
import { computeSupportAlong } from '../support.ts'
import { getDiscPart, getDiscRadius, getHalfLength, isParallel } from './mpr-geometry.ts'
import { computeTc2, computeTc3, isTc1 } from './mpr-termination-conditions.ts'
import {
  MPR_INSIDE,
  MPR_MAX_ITERATIONS,
  MPR_OUTSIDE,
  MPR_TC1,
  MPR_TC2,
  MPR_TC3,
  POINT_STRIDE,
  type PortalSearch,
} from './mpr-workspace.ts'

/**
 * ε = 100 eps (thesis line 471), relative to the size of the shapes, or its powers for areas and volumes.
 */
const EPSILON = 100 * EPS

/**
 * Directions with a square below this are along the axis of a disc: the farthest point of an end is then its center, up
 * to 1e-100 [m⁴].
 */
const AXIAL_SQUARE = 1e-200

/**
 * A limit below all values; the literal `-Infinity` would be an operation unknown to V8 when it compiles the search.
 */
const NEVER = Number.NEGATIVE_INFINITY

/** Purpose of the next support point: the first three points, phase 2, phase 3. */
const FIRST = 1
const SECOND = 2
const THIRD = 3
const SEARCH = 4
const REFINE = 5

/**
 * Searches the portal of the pair set by `setPair`. If `nInside` is 0, the search ends when TC2 or TC3 is below
 * `work.tolerance`. Otherwise it decides if the origin is inside A ⊖ B: outside at the first support plane that
 * separates it, inside at the first portal that has it on its inner side; a larger `nInside` continues to the portal of
 * this number, closer to the boundary. Returns the termination.
 */
export function searchPortal(work: PortalSearch, nInside: number): number {
  const isSignOnly = nInside > 0
  const { w, r0, portal, inner, support, shapeA, shapeB, R_AB, p_AB } = work
  const scale = work.scale[0]
  const touchLimit = EPSILON * scale * EPSILON * scale
  const areaLimit = EPSILON * scale * scale
  // ends the search for a sign; never reached otherwise
  const outerLimit = isSignOnly ? 0 : NEVER
  const innerLimit = isSignOnly ? 0 : Infinity
  const touchSquare = isSignOnly ? touchLimit : -1
  const lineLimit = areaLimit * areaLimit
  const volumeLimit = areaLimit * scale
  const flatLimit = EPSILON * EPSILON * lineLimit
  const tolerance = work.tolerance[0]
  const toleranceSquare = tolerance * (isSignOnly ? 0 : tolerance)
  const xx = R_AB[0]
  const xy = R_AB[1]
  const xz = R_AB[2]
  const yx = R_AB[3]
  const yy = R_AB[4]
  const yz = R_AB[5]
  const zx = R_AB[6]
  const zy = R_AB[7]
  const zz = R_AB[8]
  const px = p_AB[0]
  const py = p_AB[1]
  const pz = p_AB[2]
  const radiusA = shapeA.radius
  const radius = radiusA + shapeB.radius
  // Points and segments are boxes without extent in some directions; cylinders are segments and a disc: with the call
  // that other shapes need, they took 785 instead of 590 ns with a box.
  const discA = getDiscRadius(shapeA)
  const isRoundA = discA > 0
  const isBoxA = shapeA.kind <= BOX || isRoundA
  const roundAx = getDiscPart(shapeA, 0)
  const roundAy = getDiscPart(shapeA, 1)
  const roundAz = getDiscPart(shapeA, 2)
  const sizeAx = getHalfLength(shapeA, 0)
  const sizeAy = getHalfLength(shapeA, 1)
  const sizeAz = getHalfLength(shapeA, 2)
  const discB = getDiscRadius(shapeB)
  const isRoundB = discB > 0
  const isBoxB = shapeB.kind <= BOX || isRoundB
  const roundBx = getDiscPart(shapeB, 0)
  const roundBy = getDiscPart(shapeB, 1)
  const roundBz = getDiscPart(shapeB, 2)
  const sizeBx = getHalfLength(shapeB, 0)
  const sizeBy = getHalfLength(shapeB, 1)
  const sizeBz = getHalfLength(shapeB, 2)
  const cA = shapeA.center
  const cB = shapeB.center
  const x0 = cA[0] - (px + xx * cB[0] + xy * cB[1] + xz * cB[2])
  const y0 = cA[1] - (py + yx * cB[0] + yy * cB[1] + yz * cB[2])
  const z0 = cA[2] - (pz + zx * cB[0] + zy * cB[1] + zz * cB[2])
  r0[0] = x0
  r0[1] = y0
  r0[2] = z0
  let nLeft = isSignOnly ? nInside : 1
  let phase = FIRST
  let isSecondTry = false
  let phase2 = 0
  let phase3 = 0
  let termination = MPR_TC3
  let best = Infinity
  let bestSquare = 1
  // portal points and their places
  let r1 = 0
  let x1 = 0
  let y1 = 0
  let z1 = 0
  let r2 = 0
  let x2 = 0
  let y2 = 0
  let z2 = 0
  let r3 = 0
  let x3 = 0
  let y3 = 0
  let z3 = 0
  // direction, and its square
  let nx = -x0
  let ny = -y0
  let nz = -z0
  // n·r1 of the portal
  let level = 0.1
  let square = nx * nx + ny * ny + nz * nz
  work.phase2 = 0
  work.phase3 = 0
  work.isConverged = true
  inner[0] = -1
  if (!(square > touchLimit)) {
    if (isSignOnly) return MPR_INSIDE
    throw new VarioError(
      'COINCIDENT_CENTERS',
      'MPR: expected different centers of the shapes, got the same. Move one.',
    )
  }
  for (let r4 = 0; ; r4 += POINT_STRIDE) {
    // a in direction n, b in direction -m
    const mx = xx * nx + yx * ny + zx * nz
    const my = xy * nx + yy * ny + zy * nz
    const mz = xz * nx + yz * ny + zz * nz
    let ax = 0
    let ay = 0
    let az = 0
    if (isBoxA) {
      ax = sizeAx * (+(nx > 0) - +(nx < 0))
      ay = sizeAy * (+(ny > 0) - +(ny < 0))
      az = sizeAz * (+(nz > 0) - +(nz < 0))
      if (isRoundA) {
        const ux = roundAx * nx
        const uy = roundAy * ny
        const uz = roundAz * nz
        const across = ux * ux + uy * uy + uz * uz
        const f = across > AXIAL_SQUARE ? discA / Math.sqrt(across) : 0
        ax += f * ux
        ay += f * uy
        az += f * uz
      }
    } else {
      support[0] = nx
      support[1] = ny
      support[2] = nz
      computeSupportAlong(shapeA, support, 0, support, 6)
      ax = support[6]
      ay = support[7]
      az = support[8]
    }
    let bx = 0
    let by = 0
    let bz = 0
    if (isBoxB) {
      bx = sizeBx * (+(mx < 0) - +(mx > 0))
      by = sizeBy * (+(my < 0) - +(my > 0))
      bz = sizeBz * (+(mz < 0) - +(mz > 0))
      if (isRoundB) {
        const ux = roundBx * mx
        const uy = roundBy * my
        const uz = roundBz * mz
        const across = ux * ux + uy * uy + uz * uz
        const f = across > AXIAL_SQUARE ? discB / Math.sqrt(across) : 0
        bx -= f * ux
        by -= f * uy
        bz -= f * uz
      }
    } else {
      support[3] = -mx
      support[4] = -my
      support[5] = -mz
      computeSupportAlong(shapeB, support, 3, support, 6)
      bx = support[6]
      by = support[7]
      bz = support[8]
    }
    let x4 = ax - (px + xx * bx + xy * by + xz * bz)
    let y4 = ay - (py + yx * bx + yy * by + yz * bz)
    let z4 = az - (pz + zx * bx + zy * by + zz * bz)
    if (radius > 0) {
      const f = 1 / Math.sqrt(square)
      const g = radius * f
      x4 += g * nx
      y4 += g * ny
      z4 += g * nz
      const h = radiusA * f
      ax += h * nx
      ay += h * ny
      az += h * nz
    }
    w[r4] = x4
    w[r4 + 1] = y4
    w[r4 + 2] = z4
    w[r4 + 3] = ax
    w[r4 + 4] = ay
    w[r4 + 5] = az

    const reach = nx * x4 + ny * y4 + nz * z4
    if (reach < outerLimit) return MPR_OUTSIDE

    if (phase === REFINE) {
      phase3++
      const tc2 = computeTc2(x4, y4, z4, nx, ny, nz)
      const tc3 = computeTc3(reach, level)
      const tc = Math.min(tc2, tc3)
      // the surface is not farther out than the portal, up to rounding errors: they touch
      if (tc3 <= touchSquare * square) {
        nLeft = 0
        break
      }
      if (tc * bestSquare < best * square) {
        best = tc
        bestSquare = square
        portal[0] = r1
        portal[1] = r2
        portal[2] = r3
        portal[3] = r4
        termination = tc2 < tc3 ? MPR_TC2 : MPR_TC3
        if (tc < toleranceSquare * square) break
      }
      // the portal of r4 and two others through which the ray passes
      const dx = y4 * z0 - z4 * y0
      const dy = z4 * x0 - x4 * z0
      const dz = x4 * y0 - y4 * x0
      const side1 = dx * x1 + dy * y1 + dz * z1
      const side2 = dx * x2 + dy * y2 + dz * z2
      const side3 = dx * x3 + dy * y3 + dz * z3
      if (side1 >= 0 && side2 <= 0) {
        r3 = r4
        x3 = x4
        y3 = y4
        z3 = z4
      } else if (side2 >= 0 && side3 <= 0) {
        r1 = r4
        x1 = x4
        y1 = y4
        z1 = z4
      } else if ((side3 >= 0 && side1 <= 0) || isSignOnly) {
        r2 = r4
        x2 = x4
        y2 = y4
        z2 = z4
      } else break
      if (phase3 === MPR_MAX_ITERATIONS) break
    } else if (phase === FIRST) {
      r1 = r4
      x1 = x4
      y1 = y4
      z1 = z4
      nx = z0 * y1 - y0 * z1
      ny = x0 * z1 - z0 * x1
      nz = y0 * x1 - x0 * y1
      square = nx * nx + ny * ny + nz * nz
      if (isTc1(square, lineLimit)) return isSignOnly ? MPR_INSIDE : (work.termination = MPR_TC1)
      phase = SECOND
      continue
    } else if (phase === SECOND) {
      const ux = x1 - x0
      const uy = y1 - y0
      const uz = z1 - z0
      const vx = x4 - x0
      const vy = y4 - y0
      const vz = z4 - z0
      const sx = uy * vz - uz * vy
      const sy = uz * vx - ux * vz
      const sz = ux * vy - uy * vx
      square = sx * sx + sy * sy + sz * sz
      if (square < lineLimit) {
        // r0, r1, r4 on a line: the other side
        if (isSecondTry) throwPlanar()
        isSecondTry = true
        nx = -nx
        ny = -ny
        nz = -nz
        square = nx * nx + ny * ny + nz * nz
        continue
      }
      // the third point on the side of the origin, from r1 to r2 counterclockwise
      const isBehind = sx * x0 + sy * y0 + sz * z0 > 0
      nx = isBehind ? -sx : sx
      ny = isBehind ? -sy : sy
      nz = isBehind ? -sz : sz
      r2 = isBehind ? r1 : r4
      x2 = isBehind ? x1 : x4
      y2 = isBehind ? y1 : y4
      z2 = isBehind ? z1 : z4
      if (isBehind) {
        r1 = r4
        x1 = x4
        y1 = y4
        z1 = z4
      }
      phase = THIRD
      isSecondTry = false
      continue
    } else {
      r3 = r4
      x3 = x4
      y3 = y4
      z3 = z4
      if (phase === THIRD && isParallel(x2 - x1, y2 - y1, z2 - z1, x3 - x1, y3 - y1, z3 - z1, lineLimit)) {
        // r1, r2, r3 on a line: the other side
        if (isSecondTry) throwPlanar()
        isSecondTry = true
        r3 = r1
        r1 = r2
        r2 = r3
        x1 = x2
        y1 = y2
        z1 = z2
        x2 = w[r2]
        y2 = w[r2 + 1]
        z2 = w[r2 + 2]
        nx = -nx
        ny = -ny
        nz = -nz
        continue
      }
      // phase 2: r3 replaces the point that leaves the ray outside, or the portal is found
      phase2++
      phase = REFINE
      const sx = y3 * z0 - z3 * y0
      const sy = z3 * x0 - x3 * z0
      const sz = x3 * y0 - y3 * x0
      if (sx * x1 + sy * y1 + sz * z1 < -volumeLimit) {
        r2 = r3
        x2 = x3
        y2 = y3
        z2 = z3
        phase = SEARCH
      } else if (sx * x2 + sy * y2 + sz * z2 > volumeLimit) {
        r1 = r3
        x1 = x3
        y1 = y3
        z1 = z3
        phase = SEARCH
      }
      if (phase === SEARCH) {
        if (phase2 === MPR_MAX_ITERATIONS)
          throw new VarioError(
            'MPR_NO_PORTAL',
            'MPR: expected a valid portal in phase 2, got none. Use the signed distance.',
          )
        const ux = x1 - x0
        const uy = y1 - y0
        const uz = z1 - z0
        const vx = x2 - x0
        const vy = y2 - y0
        const vz = z2 - z0
        nx = uy * vz - uz * vy
        ny = uz * vx - ux * vz
        nz = ux * vy - uy * vx
        square = nx * nx + ny * ny + nz * nz
        continue
      }
    }

    // normal of the portal, of any length, on the side of the origin as seen from r0
    const ux = x2 - x1
    const uy = y2 - y1
    const uz = z2 - z1
    const vx = x3 - x1
    const vy = y3 - y1
    const vz = z3 - z1
    nx = uy * vz - uz * vy
    ny = uz * vx - ux * vz
    nz = ux * vy - uy * vx
    square = nx * nx + ny * ny + nz * nz
    if (!(square > flatLimit)) break
    if (x0 * nx + y0 * ny + z0 * nz > 0) {
      nx = -nx
      ny = -ny
      nz = -nz
    }
    level = nx * x1 + ny * y1 + nz * z1
    nLeft -= +(level >= innerLimit)
    if (nLeft === 0) break
  }
  inner[0] = nLeft > 0 ? -1 : r1
  inner[1] = r2
  inner[2] = r3
  work.phase2 = phase2
  work.phase3 = phase3
  work.isConverged = best < toleranceSquare * bestSquare
  work.termination = termination
  const isPlanar = best === Infinity
  // a portal without area, which is on the ray, also has the origin before it: otherwise its support plane would
  // separate
  if (isSignOnly) return MPR_INSIDE
  if (isPlanar) throwPlanar()
  return termination
}

function throwPlanar(): never {
  throw new VarioError('PLANAR_SHAPES', 'MPR: expected solid shapes, got planar ones. Give them a thickness.')
}
