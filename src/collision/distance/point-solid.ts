/**
 * A point, the core of a sphere, against shapes with a closed form of the distance to a point: box, cylinder, cone,
 * beam. Computed in the frame of the other shape, B. The distance of a point outside is that to the nearest surface
 * point; inside it is the negative distance to the nearest face.
 */

import { BOX, CONE, CYLINDER } from '../convex.ts'
import { DISTANCE, type DistanceQuery, NORMAL, POINT_A, POINT_B } from '../distance-query.ts'

/** Distance from the point (shape A) to shape B: a box, cylinder, cone or beam. */
export function computePointSolid(query: DistanceQuery): void {
  const { shapeB, R_AB: R, p_AB: p } = query
  // the point in the frame of B
  const x = -(R[0] * p[0] + R[3] * p[1] + R[6] * p[2])
  const y = -(R[1] * p[0] + R[4] * p[1] + R[7] * p[2])
  const z = -(R[2] * p[0] + R[5] * p[1] + R[8] * p[2])
  if (shapeB.kind === BOX) {
    computePointBox(query, x, y, z)
    return
  }
  // in the order across, across, along the axis
  const i3 = shapeB.axis
  const along = i3 === 0 ? x : i3 === 1 ? y : z
  const across1 = i3 === 0 ? y : i3 === 1 ? z : x
  const across2 = i3 === 0 ? z : i3 === 1 ? x : y
  if (shapeB.kind === CYLINDER || shapeB.kind === CONE) computePointRound(query, across1, across2, along)
  else computePointBeam(query, across1, across2, along)
}

function computePointBox(query: DistanceQuery, x: number, y: number, z: number): void {
  const size = query.shapeB.size
  const ax = Math.abs(x) - size[0]
  const ay = Math.abs(y) - size[1]
  const az = Math.abs(z) - size[2]
  const sx = x < 0 ? -1 : 1
  const sy = y < 0 ? -1 : 1
  const sz = z < 0 ? -1 : 1
  if (ax > 0 || ay > 0 || az > 0) {
    const dx = Math.max(ax, 0)
    const dy = Math.max(ay, 0)
    const dz = Math.max(az, 0)
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz)
    setCore(query, distance, (sx * dx) / distance, (sy * dy) / distance, (sz * dz) / distance, x, y, z)
  } else if (ax >= ay && ax >= az) setCore(query, ax, sx, 0, 0, x, y, z)
  else if (ay >= az) setCore(query, ay, 0, sy, 0, x, y, z)
  else setCore(query, az, 0, 0, sz, x, y, z)
}

/** Cylinder and cone: a problem in the half plane of the distance ρ from the axis and the height h. */
function computePointRound(query: DistanceQuery, x: number, y: number, h: number): void {
  const { kind, size } = query.shapeB
  const isCylinder = kind === CYLINDER
  const r0 = size[0]
  const r1 = isCylinder ? size[0] : size[1]
  const h0 = isCylinder ? -size[1] : size[2]
  const h1 = isCylinder ? size[1] : size[3]
  const rho = Math.sqrt(x * x + y * y)
  const ux = rho > 0 ? x / rho : 1
  const uy = rho > 0 ? y / rho : 0
  // the side: from (r0, h0) to (r1, h1), outward normal (m, k)
  const slant = Math.sqrt((h1 - h0) * (h1 - h0) + (r0 - r1) * (r0 - r1))
  const m = (h1 - h0) / slant
  const k = (r0 - r1) / slant
  const below = h0 - h
  const above = h - h1
  const beside = m * (rho - r0) + k * (h - h0)
  if (below <= 0 && above <= 0 && beside <= 0) {
    if (beside >= below && beside >= above) setCore(query, beside, m * ux, m * uy, k, x, y, h)
    else if (above >= below) setCore(query, above, 0, 0, 1, x, y, h)
    else setCore(query, below, 0, 0, -1, x, y, h)
    return
  }
  // outside: nearest point of the end discs or of the side
  if (below > 0 && rho <= r0) {
    setCore(query, below, 0, 0, -1, x, y, h)
    return
  }
  if (above > 0 && rho <= r1) {
    setCore(query, above, 0, 0, 1, x, y, h)
    return
  }
  // position on the side from base (0) to top (slant); beyond it are the rims, shared with the discs
  const place = -k * (rho - r0) + m * (h - h0)
  if (place > 0 && place < slant) {
    setCore(query, beside, m * ux, m * uy, k, x, y, h)
    return
  }
  const dr = rho - (place <= 0 ? r0 : r1)
  const dh = h - (place <= 0 ? h0 : h1)
  const distance = Math.sqrt(dr * dr + dh * dh)
  setCore(query, distance, (dr / distance) * ux, (dr / distance) * uy, dh / distance, x, y, h)
}

/** Beam: a stadium in the plane of length z and width x, times a thickness along y. */
function computePointBeam(query: DistanceQuery, x: number, y: number, z: number): void {
  const { size } = query.shapeB
  const dz = Math.abs(z) > size[0] ? z - (z < 0 ? -size[0] : size[0]) : 0
  const rho = Math.sqrt(x * x + dz * dz)
  const ux = rho > 0 ? x / rho : 1
  const uz = rho > 0 ? dz / rho : 0
  const beside = rho - size[1]
  const above = Math.abs(y) - size[2]
  const sy = y < 0 ? -1 : 1
  if (beside > 0 && above > 0) {
    const distance = Math.sqrt(beside * beside + above * above)
    const f = beside / distance
    setCore(query, distance, f * ux, (sy * above) / distance, f * uz, x, y, z)
  } else if (beside >= above) setCore(query, beside, ux, 0, uz, x, y, z)
  else setCore(query, above, 0, sy, 0, x, y, z)
}

/**
 * Sets the result for a point (x, y, z) with signed distance `distance` from B along the outward unit vector m of the
 * surface of B, both in coordinates of B: those of a box unchanged, others in the order across, across, along the axis.
 */
function setCore(
  query: DistanceQuery,
  distance: number,
  mx: number,
  my: number,
  mz: number,
  x: number,
  y: number,
  z: number,
): void {
  const { core, R_AB: R } = query
  const { kind, axis } = query.shapeB
  const isBox = kind === BOX
  const i1 = isBox ? 0 : axis === 2 ? 0 : axis + 1
  const i2 = isBox ? 1 : axis === 0 ? 2 : axis - 1
  const i3 = isBox ? 2 : axis
  core[DISTANCE] = distance
  core[POINT_A] = 0
  core[POINT_A + 1] = 0
  core[POINT_A + 2] = 0
  core[POINT_B + i1] = x - distance * mx
  core[POINT_B + i2] = y - distance * my
  core[POINT_B + i3] = z - distance * mz
  // the normal points from A to B
  for (let c = 0; c < 3; c++)
    core[NORMAL + c] = -(R[3 * c + i1] * mx + R[3 * c + i2] * my + R[3 * c + i3] * mz)
}
