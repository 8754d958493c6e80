/** Shapes, mass properties, and collision detection: bounding volumes, broad phase and narrow phase. */
export { computeAabbDistance } from './broad-phase/aabb.ts'
export { BroadPhase, LOOSE_BOX_FACTOR } from './broad-phase/broad-phase.ts'
export { SafeStep, type ShapeMotion } from './broad-phase/safe-step.ts'
export { type ConvexHull, convexHull } from './mesh/convex-hull.ts'
export { Mesh, type MeshParameters } from './mesh/mesh.ts'
export type { MeshArrays, Rows3 } from './mesh/mesh-arrays.ts'
export { meshToObj, parseObj } from './mesh/obj.ts'
export { type OrientedMesh, orientMesh } from './mesh/orient-mesh.ts'
export { meshToStl, parseStl } from './mesh/stl.ts'
export { computeMprDistance, createMprQuery, type MprQuery } from './narrow-phase/compute-mpr-distance.ts'
export { computeSignedDistance, createDistanceQuery } from './narrow-phase/compute-signed-distance.ts'
export { computeContactPatch } from './narrow-phase/contact-patch.ts'
export { addPatchGradient, PatchGradient } from './narrow-phase/patch-gradient.ts'
export {
  ContactPatch,
  PATCH_CENTRE,
  PATCH_DEPTH,
  PATCH_LENGTH,
  PATCH_MOMENTS,
  PATCH_REST,
  PATCH_U,
  PATCH_V,
  PATCH_WEIGHT,
  PATCH_WIDENING,
} from './narrow-phase/patch-workspace.ts'
export {
  type ShapePose,
  type SignedDistance,
  type SignedDistanceOptions,
  signedDistance,
} from './narrow-phase/signed-distance.ts'
export {
  RESULT_DISTANCE,
  RESULT_LENGTH,
  RESULT_NORMAL,
  RESULT_POINT_A,
  RESULT_POINT_B,
} from './narrow-phase/write-result.ts'
export { computeBoundingBox } from './shapes/bounding-box.ts'
export { checkShape, isDeferredNumber } from './shapes/check-shape.ts'
export { Beam, Box, Capsule, Cone, Cylinder, Ellipsoid, Sphere } from './shapes/constructors.ts'
export {
  BEAM,
  BOX,
  CONE,
  type ConvexShape,
  CYLINDER,
  ELLIPSOID,
  HULL,
  POINT,
  SEGMENT,
} from './shapes/convex.ts'
export { createConvexParts, createConvexShape } from './shapes/convex-shape.ts'
export { computeMassProperties } from './shapes/mass-properties.ts'
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
  MassProperties,
  MeshShape,
  SignedAxis,
  SolidShape,
  SphereShape,
} from './shapes/shape.ts'
export { computeSupport, findHullSupport } from './shapes/support.ts'
export { tessellate } from './shapes/tessellate.ts'
