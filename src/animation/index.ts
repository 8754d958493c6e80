/** Visual shapes, scenes of moving parts, and writers of scenes: glTF, JSON of three.js, SVG, OBJ and STL. */
export { computePointAround, FIELD_OF_VIEW } from './camera-and-lights.ts'
export { checkVisualShape, isVisualShape } from './check-visual-shape.ts'
export { CoordinateSystem, GearWheel, Grid, Spring, TextShape } from './create-visual-shapes.ts'
export { getLook, type Look } from './drawing-look.ts'
export type { Accessor, BufferView } from './gltf-buffer.ts'
export { type GltfDocument, toGlb, toGltf } from './gltf-writer.ts'
export { toObj, toStl } from './obj-stl-writers.ts'
export { computePose, findKey, type MotionTrack } from './pose-interpolation.ts'
export { createPrimitives, LINE_WIDTH, type Primitive, ShapeKeys } from './primitives.ts'
export {
  type AnimationPart,
  type AnimationScene,
  animateScene,
  type Camera,
  type DrawnScene,
  type Light,
  type LineShape,
  type Motion,
  type MotionSignals,
  motionSignalsOf,
  type SceneLine,
  type ScenePart,
  type Vector,
} from './scene.ts'
export {
  readSceneDescription,
  type SceneDescription,
  type SceneJoint,
  toPlainScene,
} from './scene-description.ts'
export { type SvgOptions, toSvg } from './svg-writer.ts'
export { createArrow, createGridLines, tessellateGearWheel, tessellateSpring } from './tessellate-visual.ts'
export { type ThreeJson, type ThreeNode, toThreeJson } from './three-json-writer.ts'
export type {
  CoordinateSystemShape,
  Font,
  GearWheelShape,
  GridShape,
  SpringShape,
  TextShapeData,
  VisualShape,
} from './visual-shape.ts'
