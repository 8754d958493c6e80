/**
 * Shapes as data, with support functions, bounding boxes and mass properties; pairs of them, and their signed
 * distances.
 */
export { computeBoundingBox } from './bounding-box.ts'
export {
  BroadPhase,
  computeAabbDistance,
  LOOSE_BOX_FACTOR,
  SafeStep,
  type ShapeMotion,
} from './broad-phase/index.ts'
export { castRay } from './cast-ray.ts'
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
export {
  addPatchGradient,
  ContactPatch,
  computeContactPatch,
  computeTouchingPoints,
  MAX_TOUCHING,
  PATCH_CENTER,
  PATCH_DEPTH,
  PATCH_LENGTH,
  PATCH_MOMENTS,
  PATCH_REST,
  PATCH_U,
  PATCH_V,
  PATCH_WEIGHT,
  PATCH_WIDENING,
  PatchGradient,
} from './contact-patch/index.ts'
export { type ConvexShape, HULL, POINT, SEGMENT } from './convex.ts'
export { createConvexParts, createConvexShape } from './convex-shape.ts'
export {
  computeSignedDistance,
  createDistanceQuery,
  type ExactDistanceQuery,
  type ShapePose,
  type SignedDistance,
  type SignedDistanceOptions,
  signedDistance,
} from './distance/index.ts'
export { DISTANCE, DistanceQuery, NORMAL, POINT_A, POINT_B, setPair } from './distance-query.ts'
export { computeMassProperties } from './mass-properties.ts'
export {
  type ConvexHull,
  convexHull,
  type MassProperties,
  type MeshArrays,
  meshToObj,
  meshToStl,
  orientMesh,
  parseObj,
  parseStl,
  type Rows3,
} from './mesh/index.ts'
export { Mesh, type MeshParameters } from './mesh.ts'
export { computeMprDistance, createMprQuery, type MprQuery } from './mpr/index.ts'
export type { PlacedShapes } from './placed-shapes.ts'
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
export { computeSupport, findHullSupport } from './support.ts'
export { tessellate } from './tessellate.ts'
export {
  RESULT_DISTANCE,
  RESULT_LENGTH,
  RESULT_NORMAL,
  RESULT_POINT_A,
  RESULT_POINT_B,
} from './write-result.ts'
