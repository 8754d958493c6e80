/** Depth of overlapping shapes by an expanding polytope. */
export {
  computeCorePenetration,
  computePolyhedraPenetration,
  PenetrationWorkspace,
  setPointsFromFace,
} from './penetration.ts'
