/** The pair of shapes under evaluation, its workspace, and the arrays of the result. */

export { castRay } from './cast-ray.ts'
export {
  CANDIDATE,
  CERTIFIED,
  computeCenterOffset,
  computeDifferenceSupport,
  computeDifferenceSupportAlong,
  DISTANCE,
  DistanceQuery,
  FROM_SIMPLEX,
  NO_SHAPE,
  NORMAL,
  NOT_FOUND,
  PLANAR,
  POINT_A,
  POINT_B,
  STRIDE,
  setCoreFromSimplex,
  setPair,
} from './distance-query.ts'
export { isInsideCore } from './inside-core.ts'
export type { PlacedShapes } from './placed-shapes.ts'
export {
  RESULT_DISTANCE,
  RESULT_LENGTH,
  RESULT_NORMAL,
  RESULT_POINT_A,
  RESULT_POINT_B,
  setMiddle,
  writeResult,
} from './write-result.ts'
