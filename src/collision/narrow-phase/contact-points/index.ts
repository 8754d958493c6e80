/** The representative points of faces, edges and discs that touch. */
export { ContactPointWorkspace, computeContactPoints, setPointsFromA } from './contact-points.ts'
export { computeSupportFace, MAX_CORNERS, sortByAngle, spread } from './support-face.ts'
