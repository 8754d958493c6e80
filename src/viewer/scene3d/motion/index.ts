/** Motion of the scene over time: functions and classes that need neither three.js nor a page. */
export { SceneBounds } from './bounds.ts'
export { computeCorners, computeExtent, computeFit, type Extent, type PartBoxes } from './extent.ts'
export { computePieceEnds } from './piece-ends.ts'
export { isSameData } from './same-scene.ts'
export { SceneMotion } from './scene-motion.ts'
export { computeArrowLength, readContacts, ShownContacts } from './shown-contacts.ts'
export { computeActionExtent, computeStageExtent, findTraveller } from './stage-extent.ts'
export { countPieces, createTrail, type TrailPoints } from './trail-points.ts'
