/** Moving parts, cameras and lights: the common input of all exports. */
export {
  type AnimationPart,
  type AnimationScene,
  type Camera,
  checkAnimationScene,
  type Vector,
} from './animation-scene.ts'
export { DistinctList, getLook, type Look } from './look.ts'
export { createSceneMotion, type Motion, type SceneMotion } from './motion.ts'
export { computePoses, type Pose } from './pose.ts'
export { createPrimitives, createSceneGeometry, type Primitive, type SceneGeometry } from './primitives.ts'
export {
  readSceneDescription,
  type SceneDescription,
  type SceneJoint,
  type ScenePart,
  toPlainScene,
} from './scene-description.ts'
export { placePoints, toObj, toStl } from './static-meshes.ts'
export {
  computeBox,
  computeDiagonal,
  computeExtent,
  computeLookRotation,
  computePointAround,
  computeUprightRotation,
  FIELD_OF_VIEW,
  getCamera,
  getLights,
} from './view.ts'
