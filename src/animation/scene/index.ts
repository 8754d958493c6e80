/** Visual shapes, and scenes of moving parts: the common input of all exports, and of the viewer. */
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
} from './camera-and-lights.ts'
export { checkVisualShape, isVisualShape } from './check-visual-shape.ts'
export { CoordinateSystem, GearWheel, Grid, Spring, TextShape } from './create-visual-shapes.ts'
export { DistinctList, getLook, type Look } from './drawing-look.ts'
export {
  computePose,
  computePoses,
  findKey,
  isPresent,
  type MotionTrack,
  type Pose,
  placePoints,
} from './pose-interpolation.ts'
export {
  createMeshes,
  createPrimitives,
  createSceneGeometry,
  type Primitive,
  type SceneGeometry,
  ShapeKeys,
} from './primitives.ts'
export {
  type AnimationPart,
  type AnimationScene,
  animateScene,
  type Camera,
  checkAnimationScene,
  type DrawnScene,
  type Light,
  type Motion,
  type MotionSignals,
  motionSignalsOf,
  type ScenePart,
  type Vector,
} from './scene.ts'
export {
  readSceneDescription,
  type SceneDescription,
  type SceneJoint,
  toPlainScene,
} from './scene-description.ts'
export { createArrow, createGridLines, tessellateGearWheel, tessellateSpring } from './tessellate-visual.ts'
export type {
  CoordinateSystemShape,
  Font,
  GearWheelShape,
  GridShape,
  SpringShape,
  TextShapeData,
  VisualShape,
} from './visual-shape.ts'
