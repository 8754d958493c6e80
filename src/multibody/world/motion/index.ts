/** Positions and motions of frames, in the world and relative to each other. */
export { type FlatState, flattenState } from './flat-state.ts'
export { RelativeMotion } from './relative-motion.ts'
export { WorldMotion } from './world-motion.ts'
