/** Pairs of shapes that may be near each other, and lower bounds for all others. */
export { computeAabbDistance } from './aabb.ts'
export { BroadPhase, LOOSE_BOX_FACTOR } from './broad-phase.ts'
export { SafeStep, type ShapeMotion } from './safe-step.ts'
