/** Representative points of touching faces, edges and discs. */
export { ContactPointWorkspace, computeContactPoints, setPointsFromA } from './contact-points.ts'
export { computeSupportFace, MAX_CORNERS, sortByAngle, spread } from './support-face.ts'
