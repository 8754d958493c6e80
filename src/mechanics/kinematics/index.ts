/** Positions and velocities of a tree of bodies. */
export { computePositions } from './positions.ts'
export { updatePositions, updateVelocities } from './update-motion.ts'
export { computeVelocities } from './velocities.ts'
