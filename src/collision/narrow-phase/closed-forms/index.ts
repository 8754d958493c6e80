/** Pairs of shapes with a closed form of the distance. */
export { computeBoxAxes } from './box-axes.ts'
export { computeBoxFace } from './box-face.ts'
export { computePointInHull } from './point-hull.ts'
export { computePointSolid } from './point-solid.ts'
export { computeSegmentSegment } from './segment-segment.ts'
