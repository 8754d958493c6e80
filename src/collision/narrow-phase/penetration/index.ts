/** The depth of shapes that overlap, by an expanding polytope. */
export {
  computeCorePenetration,
  computePolyhedraPenetration,
  PenetrationWorkspace,
  setPointsFromFace,
} from './penetration.ts'
