/** Which pairs of shapes may be near each other, and for how long all others cannot. */
export { computeAabbDistance } from './aabb.ts'
export { BroadPhase, LOOSE_BOX_FACTOR } from './broad-phase.ts'
export { SafeStep, type ShapeMotion } from './safe-step.ts'
