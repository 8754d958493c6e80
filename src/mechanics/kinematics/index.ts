/** Positions and velocities of a tree of bodies. */
export { computePositions } from './positions.ts'
export { computeVelocities } from './velocities.ts'
