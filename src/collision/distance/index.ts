/**
 * The signed distance of two convex shapes, with contact points: closed forms, GJK, expanding polytope (EPA), and
 * the polish of their results by Newton's method.
 */
export { computeBoxFace } from './box-face.ts'
export {
  computeSignedDistance,
  createDistanceQuery,
  type ExactDistanceQuery,
} from './compute-signed-distance.ts'
export { ContactPointWorkspace, computeContactPoints } from './contact-points.ts'
export {
  type ShapePose,
  type SignedDistance,
  type SignedDistanceOptions,
  signedDistance,
} from './signed-distance.ts'
export { MAX_CORNERS, sortByAngle, spread } from './support-face.ts'
