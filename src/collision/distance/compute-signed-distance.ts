/**
 * Exact signed distance of two convex shapes: selects the algorithm for the pair, and transforms the result for the
 * cores to the world.
 */
import { VarioError } from '../../base/index.ts'
import { BEAM, BOX, CONE, type ConvexShape, CYLINDER, ELLIPSOID, HULL, POINT, SEGMENT } from '../convex.ts'
import {
  CERTIFIED,
  computeDifferenceSupport,
  DISTANCE,
  DistanceQuery,
  FROM_SIMPLEX,
  NORMAL,
  NOT_FOUND,
  PLANAR,
  POINT_A,
  POINT_B,
  setPair,
} from '../distance-query.ts'
import { isInsideCore } from '../inside-core.ts'
import { MPR_INSIDE, PortalSearch, searchPortal } from '../mpr/index.ts'
import type { PlacedShapes } from '../placed-shapes.ts'
import { setMiddle, writeResult } from '../write-result.ts'
import { computeBoxAxes } from './box-axes.ts'
import { computeBoxFace } from './box-face.ts'
import { ContactPointWorkspace, computeContactPoints } from './contact-points.ts'
import {
  computeCorePenetration,
  computePolyhedraPenetration,
  PenetrationWorkspace,
  setPointsFromFace,
} from './epa.ts'
import { computeCoreDistance, computeCoreDistanceFrom, computeInsetDistance } from './gjk.ts'
import { PolishWorkspace } from './newton-polish.ts'
import { computePointSolid } from './point-solid.ts'
import { computeSegmentSegment } from './segment-segment.ts'

const N_KIND = 8

/** Algorithms. */
const BY_SEGMENTS = 1
const BY_POINT = 2
const BY_POINT_IN_HULL = 3
const BY_BOX_AXES = 4
const BY_POLYHEDRA = 5
const BY_CURVED = 6

/**
 * The ball removed from a core is smaller than its radii of curvature by this factor, so that Newton's method stays
 * regular [1].
 */
const INSET_PART = 0.95

/** Points belong to a core up to this fraction of the size of the bodies: a few rounding errors of coordinates. */
const ROUNDING_PART = 2e-15

/**
 * Number of portals around the origin before the polytope of polyhedra starts: a portal step costs less than a polytope
 * step. Hulls of 100 vertices that overlap with 4, 6, 8, 10, 14, 30: 2855, 2733, 2712, 2670, 2686, 2705 ns
 * (benchmarks/collision/narrow-phase.ts).
 */
const N_INSIDE = 10

/** Algorithm for kind of A × kind of B, with kind of A <= kind of B (N_KIND × N_KIND). */
const ALGORITHM = createAlgorithmTable()

function createAlgorithmTable(): Uint8Array {
  const table = new Uint8Array(N_KIND * N_KIND).fill(BY_CURVED)
  const set = (kindsA: readonly number[], kindsB: readonly number[], algorithm: number): void => {
    for (const a of kindsA) for (const b of kindsB) table[N_KIND * a + b] = algorithm
  }
  set([SEGMENT, BOX, HULL], [HULL], BY_POLYHEDRA)
  set([POINT, SEGMENT], [POINT, SEGMENT], BY_SEGMENTS)
  set([POINT], [BOX, CYLINDER, CONE, BEAM], BY_POINT)
  set([POINT], [HULL], BY_POINT_IN_HULL)
  set([SEGMENT, BOX], [BOX], BY_BOX_AXES)
  return table
}

/** Workspace of exact distance queries; one serves any number of pairs in sequence. */
export class ExactDistanceQuery extends DistanceQuery {
  /** @internal */
  readonly polishing = new PolishWorkspace()
  /** @internal */
  readonly penetration = new PenetrationWorkspace()
  /** @internal */
  readonly portal = new PortalSearch()
  /** @internal */
  readonly contactPoints = new ContactPointWorkspace()
}

/** Creates the workspace of `computeSignedDistance`. */
export function createDistanceQuery(): ExactDistanceQuery {
  return new ExactDistanceQuery()
}

/**
 * Exact signed distance of two convex shapes (definition 6.1 of the thesis): the distance of separated shapes, and
 * minus the penetration depth, the length of the shortest translation that separates them, of overlapping ones. A and B
 * are the shapes with the indices a and b of `shapes`, at their poses in the world. Writes RESULT_LENGTH numbers to
 * out[o…], see RESULT_DISTANCE: b - a = δ n for the points a on A and b on B, with the unit normal n from A to B.
 *
 * Points and normal are not unique if faces or edges are parallel: then the points are in the middle of the common
 * part; or if depths in several directions are equal: then one of them is chosen.
 */
export function computeSignedDistance(
  query: ExactDistanceQuery,
  shapes: PlacedShapes,
  a: number,
  b: number,
  out: Float64Array,
  o: number,
): void {
  const shapeA = shapes.convex[a]
  const shapeB = shapes.convex[b]
  // the kind of the first shape is not greater: half of the table, and the same result for (A, B) and (B, A)
  if (shapeA.kind <= shapeB.kind) {
    setPair(query, shapes, a, b)
    computeCores(query)
    setMiddle(query)
    writeResult(query, shapes, a, shapeA.radius, shapeB.radius, false, out, o)
  } else {
    setPair(query, shapes, b, a)
    computeCores(query)
    setMiddle(query)
    writeResult(query, shapes, b, shapeB.radius, shapeA.radius, true, out, o)
  }
}

/** Writes the signed distance of the cores to `query.core`. */
function computeCores(query: ExactDistanceQuery): void {
  const algorithm = ALGORITHM[N_KIND * query.shapeA.kind + query.shapeB.kind]
  switch (algorithm) {
    case BY_SEGMENTS:
      computeSegmentSegment(query)
      return
    case BY_POINT:
      computePointSolid(query)
      return
  }
  if (computeBoxFace(query, query.contactPoints)) return
  switch (algorithm) {
    case BY_POINT_IN_HULL:
      if (!computePointInHull(query)) computeGeneral(query, false)
      return
    case BY_BOX_AXES:
      computeBoxes(query)
      return
    case BY_POLYHEDRA:
      computePolyhedra(query)
      return
    default:
      computeGeneral(query, true)
  }
}

function computeBoxes(query: ExactDistanceQuery): void {
  const { core, contactPoints, shapeA, shapeB } = query
  const isOverlapping = computeBoxAxes(query)
  if (computeContactPoints(query, contactPoints)) {
    if (isOverlapping) return
    // points of both cores at the distance of the gap, a lower bound, are the closest
    const tolerance = ROUNDING_PART * query.scale[0]
    const isInA = isInsideCore(shapeA, core, POINT_A, tolerance)
    if (isInA && isInsideCore(shapeB, core, POINT_B, tolerance)) return
  }
  if (!isOverlapping) {
    const nx = core[NORMAL]
    const ny = core[NORMAL + 1]
    const nz = core[NORMAL + 2]
    const gap = core[DISTANCE]
    if (computeCoreDistanceFrom(query, query.polishing, false, nx, ny, nz) <= 0) {
      computeContactPoints(query, contactPoints)
      return
    }
    // too close for the simplex to decide
    core[DISTANCE] = gap
    core[NORMAL] = nx
    core[NORMAL + 1] = ny
    core[NORMAL + 2] = nz
    if (computeContactPoints(query, contactPoints)) return
  }
  setSupportPoints(query)
}

/**
 * Distinguishes overlapping polyhedra by a portal, which provides most of the tetrahedron with which the polytope
 * starts.
 */
function computePolyhedra(query: ExactDistanceQuery): void {
  const { portal, penetration, polishing, contactPoints, shapeA } = query
  // the search for a portal uses whole shapes, not cores
  portal.setPair(query)
  const isInside = shapeA.radius === 0 && searchPortal(portal, N_INSIDE) === MPR_INSIDE
  const hasPortal = isInside && portal.inner[0] >= 0
  if (hasPortal && computePolyhedraPenetration(query, penetration, polishing, portal)) {
    if (!computeContactPoints(query, contactPoints)) setPointsFromFace(query, penetration)
  } else computeGeneral(query, false)
}

function computeGeneral(query: ExactDistanceQuery, isCurved: boolean): void {
  const { polishing, penetration } = query
  const inset = INSET_PART * (computeRollingRadius(query.shapeA) + computeRollingRadius(query.shapeB))
  if (inset > 0) {
    const status = computeInsetDistance(query, polishing, inset)
    if (status === FROM_SIMPLEX) computeContactPoints(query, query.contactPoints)
    if (status !== NOT_FOUND) return
  }
  let status = computeCoreDistance(query, polishing, isCurved)
  if (status > 0) status = computeCorePenetration(query, penetration, polishing, isCurved, status)
  if (status === PLANAR)
    throw new VarioError(
      'PLANAR_SHAPES',
      'signed distance: expected a solid shape, got two in one plane. Give one of them a thickness.',
    )
  if (status !== CERTIFIED) computeContactPoints(query, query.contactPoints)
}

/**
 * Radius of the largest ball that rolls inside the whole surface of an ellipsoid, its smallest radius of curvature [m];
 * 0 for other shapes.
 */
function computeRollingRadius({ kind, size }: ConvexShape): number {
  if (kind !== ELLIPSOID) return 0
  const smallest = Math.min(size[0], size[1], size[2])
  return (smallest * smallest) / Math.max(size[0], size[1], size[2])
}

/** Sets the contact points in the direction of the normal, if those of crossing edges are lost in rounding errors. */
function setSupportPoints(query: ExactDistanceQuery): void {
  const { core, simplex } = query
  computeDifferenceSupport(query, core[NORMAL], core[NORMAL + 1], core[NORMAL + 2], simplex, 0)
  for (let c = 0; c < 6; c++) core[POINT_A + c] = simplex[3 + c]
}

/**
 * Computes the signed distance of a point, the core of a sphere (shape A), from the convex polyhedron B and returns true
 * if it is inside: its depth is the distance to the nearest face plane. False if it is outside.
 */
function computePointInHull(query: DistanceQuery): boolean {
  const { shapeB, R_AB: R, p_AB: p, core } = query
  const planes = shapeB.planes
  const x = -(R[0] * p[0] + R[3] * p[1] + R[6] * p[2])
  const y = -(R[1] * p[0] + R[4] * p[1] + R[7] * p[2])
  const z = -(R[2] * p[0] + R[5] * p[1] + R[8] * p[2])
  let best = 0
  let distance = -Infinity
  for (let o = 0; o < planes.length; o += 4) {
    const value = planes[o] * x + planes[o + 1] * y + planes[o + 2] * z - planes[o + 3]
    if (value > 0) return false
    if (value <= distance) continue
    distance = value
    best = o
  }
  const mx = planes[best]
  const my = planes[best + 1]
  const mz = planes[best + 2]
  core[DISTANCE] = distance
  core[POINT_A] = 0
  core[POINT_A + 1] = 0
  core[POINT_A + 2] = 0
  core[POINT_B] = x - distance * mx
  core[POINT_B + 1] = y - distance * my
  core[POINT_B + 2] = z - distance * mz
  for (let c = 0; c < 3; c++) core[NORMAL + c] = -(R[3 * c] * mx + R[3 * c + 1] * my + R[3 * c + 2] * mz)
  return true
}
