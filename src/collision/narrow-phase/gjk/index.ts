/** The distance of separated shapes (Gilbert, Johnson, Keerthi). */
export { computeCoreDistance, computeCoreDistanceFrom, computeInsetDistance } from './gjk.ts'
