/** Shapes, mass properties, and collision detection: bounding volumes, broad phase and narrow phase. */
export {
  BroadPhase,
  computeAabbDistance,
  LOOSE_BOX_FACTOR,
  SafeStep,
  type ShapeMotion,
} from './broad-phase/index.ts'
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
export { computeSignedDistance, createDistanceQuery, signedDistance } from './distance/index.ts'
export type { MassProperties } from './mesh/index.ts'
export {
  type ConvexHull,
  convexHull,
  meshToObj,
  meshToStl,
  orientMesh,
  parseObj,
  parseStl,
} from './mesh/index.ts'
export { computeMprDistance, createMprQuery, type MprQuery } from './mpr/index.ts'
export {
  castRay,
  type PlacedShapes,
  RESULT_DISTANCE,
  RESULT_LENGTH,
  RESULT_NORMAL,
  RESULT_POINT_A,
  RESULT_POINT_B,
} from './query/index.ts'
export type { Axis, DeferredNumber, MeshShape, SignedAxis, SolidShape } from './shapes/index.ts'
export {
  Beam,
  Box,
  Capsule,
  Cone,
  type ConvexShape,
  Cylinder,
  checkShape,
  computeBoundingBox,
  computeMassProperties,
  computeSupport,
  createConvexParts,
  createConvexShape,
  Ellipsoid,
  findHullSupport,
  HULL,
  Mesh,
  POINT,
  SEGMENT,
  Sphere,
  tessellate,
} from './shapes/index.ts'
