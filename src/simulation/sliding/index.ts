/** Sliding along limits of conditions (Filippov). */
export { ConditionsAtLimit } from './conditions-at-limit.ts'
export { SlidingField } from './sliding-field.ts'
export { SurfaceFinder } from './surface-finder.ts'
