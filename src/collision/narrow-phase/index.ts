/** The signed distance of two convex shapes, and the patch where they touch. */
export { computeSignedDistance, createDistanceQuery } from './compute-signed-distance.ts'
export { signedDistance } from './signed-distance.ts'
