/** The states that move joints, hidden from the equations. */
export { HiddenStates } from './hidden-states.ts'
export type { JointValues, MotionStates } from './motion-states.ts'
export { createOrientation, turnNear } from './orientation.ts'
