/** Visual shapes: coordinate systems, grids, springs, gear wheels, texts. */
export { checkVisualShape, isVisualShape } from './check-visual-shape.ts'
export { CoordinateSystem, GearWheel, Grid, Spring, TextShape } from './constructors.ts'
export { createArrow, createGridLines, tessellateGearWheel, tessellateSpring } from './tessellate-visual.ts'
export type { TextShapeData, VisualShape } from './visual-shape.ts'
