/** Shapes as data, their support functions, bounding boxes and mass properties. */
export { axisIndex, axisSign } from './axis.ts'
export { computeBoundingBox } from './bounding-box.ts'
export { checkShape } from './check-shape.ts'
export {
  Beam,
  Box,
  Capsule,
  Cone,
  Cylinder,
  Ellipsoid,
  type ShapeParameters,
  Sphere,
} from './constructors.ts'
export { BEAM, BOX, CONE, type ConvexShape, CYLINDER, ELLIPSOID, HULL, POINT, SEGMENT } from './convex.ts'
export { createConvexParts, createConvexShape } from './convex-shape.ts'
export { NO_CELLS } from './hull-cells.ts'
export { computeMassProperties } from './mass-properties.ts'
export { Mesh, type MeshParameters } from './mesh.ts'
export type {
  Axis,
  BeamShape,
  BoxShape,
  CapsuleShape,
  ConeShape,
  CylinderShape,
  DeferredNumber,
  EllipsoidShape,
  Length,
  MeshShape,
  SignedAxis,
  SolidShape,
  SphereShape,
} from './shape.ts'
export { computeSupport, computeSupportAlong, findHullSupport, findHullSupportAlong } from './support.ts'
export { tessellate } from './tessellate.ts'
