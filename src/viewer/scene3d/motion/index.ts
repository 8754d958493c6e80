/** What moves, and where it is at a time: functions and classes without three.js and without a page. */
export { SceneBounds } from './bounds.ts'
export { type ContactRows, computeArrowLength, readContacts } from './contact-rows.ts'
export { computeCorners, computeExtent, computeFit, type Extent, type PartBoxes } from './extent.ts'
export { isSameData } from './same-scene.ts'
export { SceneMotion } from './scene-motion.ts'
export { computeActionExtent, computeStageExtent, findTraveller } from './stage-extent.ts'
export { countPieces, createTrail, type TrailPoints } from './trail-points.ts'
