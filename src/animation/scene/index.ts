/** Scenes of moving parts: the common input of all exports, and of the viewer. */
export {
  type AnimationPart,
  type AnimationScene,
  animateScene,
  type Camera,
  checkAnimationScene,
  type MotionSignals,
  motionSignalsOf,
  type ScenePart,
  type Vector,
} from './animation-scene.ts'
export { DistinctList, getLook, type Look } from './look.ts'
export { createKeyFrames, type KeyFrames, type PartKeyFrames } from './motion.ts'
export { computePose, computePoses, findKey, type MotionTrack, type Pose } from './pose.ts'
export {
  createPrimitives,
  createSceneGeometry,
  type Primitive,
  type SceneGeometry,
  ShapeKeys,
} from './primitives.ts'
export {
  readSceneDescription,
  type SceneDescription,
  type SceneJoint,
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
