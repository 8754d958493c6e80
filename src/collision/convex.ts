/**
 * A convex shape of the narrow and broad phase: a core, and a ball of radius `radius` swept over it (Minkowski sum). A
 * sphere is a point and its radius, a capsule a segment and its radius; a box that is smoothed with r (thesis 6.2.2) is
 * a box smaller by r on all sides, and r. A shape without such a core has radius 0. Signed distances of swept shapes
 * are those of the cores minus both radii, exactly.
 *
 * The core is described by an integer `kind` and numbers, so that the inner loops of the narrow phase are monomorphic:
 *
 * | kind        | core                                        | size                                  |
 * | POINT       | the origin                                  | -                                     |
 * | SEGMENT     | on the axis                                 | half length                           |
 * | BOX         | axis-aligned                                | half lengths x, y, z                  |
 * | ELLIPSOID   | axis-aligned                                | half axes x, y, z                     |
 * | CYLINDER    | around the axis                             | radius, half length                   |
 * | CONE        | around the axis, top may be a point         | base radius, top radius, z of base, z of top |
 * | BEAM        | box and half cylinders; length z, width x   | half length, half width, half thickness |
 * | HULL        | convex polyhedron                           | -                                     |
 *
 * All cores but HULL are described in the frame C of the core, whose z axis is the axis of the shape: the support
 * function permutes the coordinates from the frame S of the shape cyclically according to `axis` (0: x, 1: y, 2: z is
 * the axis), so that no rotation is needed.
 */

/** Kind of a sphere's core: a point. */
export const POINT = 0
/** Kind of a capsule's core: a segment. */
export const SEGMENT = 1
/** Kind of a core: box. */
export const BOX = 2
/** Kind of a core: ellipsoid. */
export const ELLIPSOID = 3
/** Kind of a core: cylinder. */
export const CYLINDER = 4
/** Kind of a core: cone or frustum. */
export const CONE = 5
/** Kind of a core: beam. */
export const BEAM = 6
/** Kind of a core: convex polyhedron, of a mesh. */
export const HULL = 7

/**
 * A convex shape as a core and a radius, ready for support functions and distance queries. Created by
 * `createConvexShape`.
 */
export interface ConvexShape {
  readonly kind: number
  /** 0, 1, 2: the x, y, z axis of the shape's frame is the z axis of the core's frame. */
  readonly axis: number
  /** Meaning by `kind`, see above [m] (4). */
  readonly size: Float64Array
  /** Radius of the ball swept over the core [m]. */
  readonly radius: number
  /** An inner point of the shape: its centroid, in the frame of the shape [m] (3). */
  readonly center: Float64Array
  /** Vertices of a HULL, in the frame of the shape [m] (nVertex × 3); empty for the others. */
  readonly vertices: Float64Array
  /** HULL: neighbors of each vertex, CSR (nVertex + 1) and list; empty for the others. */
  readonly neighborStart: Int32Array
  readonly neighbors: Int32Array
  /** HULL: cells of directions per edge of both squares, see hull-cells.ts; 1 for the others. */
  readonly nCell: number
  /** HULL: cells of directions per unit of x / (|x| + |y| + |z|), slightly less than nCell/2. */
  readonly cellsPerUnit: number
  /**
   * HULL: for each cell the place in `vertices` of the vertex that is farthest in all its directions, or, for several
   * vertices, minus the place of their list in `cellVertices` (2 × nCell × nCell).
   */
  readonly cells: Int32Array
  /** HULL: lists of places in `vertices`, each ended by -1. */
  readonly cellVertices: Int32Array
  /** HULL: outward unit normals and offsets of its faces (merged triangles) (nFace × 4). */
  readonly planes: Float64Array
  /** Radius of the ball around `center` that contains the shape [m]. */
  readonly boundingRadius: number
  /** Smallest dimension [m], which scales tolerances. */
  readonly minDimension: number
  /** Radius of contact for the response (thesis 7.1, facts B.7) [m]. */
  readonly contactRadius: number
  /** True if the shape counts as flat in the response: boxes and beams. */
  readonly isFlat: boolean
}

/**
 * Copies the shape to an object with the same V8 layout for all kinds. An object created by spreading another keeps its
 * fields in separate storage, which each access must check: overlapping hulls of 100 vertices took 2763 instead of 2686
 * ns.
 */
export function createUniformShape(shape: ConvexShape): ConvexShape {
  return {
    kind: shape.kind,
    axis: shape.axis,
    size: shape.size,
    radius: shape.radius,
    center: shape.center,
    vertices: shape.vertices,
    neighborStart: shape.neighborStart,
    neighbors: shape.neighbors,
    nCell: shape.nCell,
    cellsPerUnit: shape.cellsPerUnit,
    cells: shape.cells,
    cellVertices: shape.cellVertices,
    planes: shape.planes,
    boundingRadius: shape.boundingRadius,
    minDimension: shape.minDimension,
    contactRadius: shape.contactRadius,
    isFlat: shape.isFlat,
  }
}
