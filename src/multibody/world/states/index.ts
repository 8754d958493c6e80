/** The states that move joints, where equations do not see them. */
export { HiddenStates } from './hidden-states.ts'
export type { JointValues, MotionStates } from './motion-states.ts'
export { createOrientation, turnNear } from './orientation.ts'
