/** What one sees: visual shapes, scenes of moving parts, and their export. */
export { toGlb, toGltf, toSvg, toThreeJson } from './export/index.ts'
export {
  type AnimationPart,
  type AnimationScene,
  computePointAround,
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
  tessellateGearWheel,
  tessellateSpring,
  type VisualShape,
} from './shapes/index.ts'
