/** Where frames are and how they move, in the world and seen from each other. */

export { type FlatState, flattenState } from './flat-state.ts'
export { RelativeMotion } from './relative-motion.ts'
export { WorldMotion } from './world-motion.ts'
