/** Visualization: visual shapes, scenes of moving parts, and their export. */
export { toGlb, toGltf, toSvg, toThreeJson } from './export/index.ts'
export {
  type AnimationPart,
  type AnimationScene,
  computePointAround,
  createPrimitives,
  FIELD_OF_VIEW,
  type Primitive,
  readSceneDescription,
  type SceneDescription,
  type SceneJoint,
  type ScenePart,
  toObj,
  toPlainScene,
  toStl,
  type Vector,
} from './scene/index.ts'
export {
  CoordinateSystem,
  checkVisualShape,
  createArrow,
  createGridLines,
  GearWheel,
  Grid,
  isVisualShape,
  Spring,
  TextShape,
  type TextShapeData,
  tessellateGearWheel,
  tessellateSpring,
  type VisualShape,
} from './shapes/index.ts'
