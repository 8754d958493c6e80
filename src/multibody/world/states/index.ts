/** The states that move joints, hidden from the equations; positions and motions of frames that follow from them. */
export { HiddenStates } from './hidden-states.ts'
export type { JointValues, MotionStates } from './motion-states.ts'
export { createOrientation, turnNear } from './orientation.ts'
export { RelativeMotion } from './relative-motion.ts'
export { WorldMotion } from './world-motion.ts'
