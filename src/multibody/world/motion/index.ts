/** Where frames are and how they move, in the world and seen from each other. */
export { RelativeMotion } from './relative-motion.ts'
export { WorldMotion } from './world-motion.ts'
