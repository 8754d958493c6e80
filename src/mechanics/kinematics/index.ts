/** Positions and velocities of a tree of bodies. */
export { displacePositions } from './displace.ts'
export { computePositions } from './positions.ts'
export { updatePositions, updateVelocities } from './update-motion.ts'
export { computeVelocities } from './velocities.ts'
