/**
 * The shapes that bodies can have, as plain data: a tag and lengths in meters. Their reference frame is in the center
 * of the shape, that of a cone in the center of its base, that of a mesh as defined by the mesh. Axes: the long axis of
 * a shape, 'x' | 'y' | 'z'.
 */

/** A coordinate axis of the reference frame of a shape. */
export type Axis = 'x' | 'y' | 'z'

/** A coordinate axis, or the opposite direction. */
export type SignedAxis = Axis | '-x' | '-y' | '-z'

/** A sphere around the origin. */
export interface SphereShape {
  readonly shape: 'Sphere'
  /** [m] */
  readonly diameter: number
}

/** An ellipsoid around the origin, its axes along x, y, z. */
export interface EllipsoidShape {
  readonly shape: 'Ellipsoid'
  /** Full lengths of the three axes [m]. */
  readonly lengthX: number
  readonly lengthY: number
  readonly lengthZ: number
}

/** A box around the origin, its edges along x, y, z. */
export interface BoxShape {
  readonly shape: 'Box'
  /** Full lengths of the edges [m]; zero is allowed for bodies that do not collide. */
  readonly lengthX: number
  readonly lengthY: number
  readonly lengthZ: number
}

/** A cylinder around the origin, possibly with a hole. */
export interface CylinderShape {
  readonly shape: 'Cylinder'
  readonly axis: Axis
  /** [m] */
  readonly diameter: number
  /** [m] */
  readonly length: number
  /** Diameter of the hole [m]; collisions ignore the hole. */
  readonly innerDiameter: number
}

/**
 * A cone, or a frustum if it has a top. The reference frame is in the center of the base; the axis points from base to
 * top.
 */
export interface ConeShape {
  readonly shape: 'Cone'
  readonly axis: SignedAxis
  /** Of the base [m]; zero if the top is the wide end. */
  readonly diameter: number
  /** [m] */
  readonly length: number
  /** Of the top [m]; may be wider than the base. */
  readonly topDiameter: number
}

/** A cylinder with half spheres at both ends, around the origin. */
export interface CapsuleShape {
  readonly shape: 'Capsule'
  readonly axis: Axis
  /** [m] */
  readonly diameter: number
  /** Of the cylindrical part, without the half spheres [m]. */
  readonly length: number
}

/**
 * A box with half cylinders at both ends. With axis x: length along x, width along y, thickness along z; with axis y:
 * y, z, x; with axis z: z, x, y. The half cylinders have the diameter `width`.
 */
export interface BeamShape {
  readonly shape: 'Beam'
  readonly axis: Axis
  /** Of the box, between the axes of the half cylinders [m]. */
  readonly length: number
  /** [m] */
  readonly width: number
  /** [m] */
  readonly thickness: number
}

/**
 * A closed surface of triangles. In collisions it is replaced by its convex hull, or by its convex parts if they are
 * given.
 */
export interface MeshShape {
  readonly shape: 'Mesh'
  /** Positions, x y z of each vertex in sequence [m] (nVertex × 3). */
  readonly vertices: Float64Array
  /** Indices of corners, counterclockwise seen from outside (nTriangle × 3). */
  readonly triangles: Int32Array
  /** Convex parts for collisions, in the same frame. */
  readonly convexParts?: readonly MeshShape[]
  /** Source of the mesh, for messages. */
  readonly source?: string
}

/** A shape with a volume. */
export type SolidShape =
  | SphereShape
  | EllipsoidShape
  | BoxShape
  | CylinderShape
  | ConeShape
  | CapsuleShape
  | BeamShape
  | MeshShape

/**
 * A number that is not yet known: an expression or a quantity in a model, which becomes a number before the run. The
 * modeling layer replaces it before a shape is used.
 */
export interface DeferredNumber {
  readonly _class: string
}

/** Length accepted by constructors of shapes: [m], or an object that becomes a length. */
export type Length = number | DeferredNumber
