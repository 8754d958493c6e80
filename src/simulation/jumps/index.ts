/** Velocities, and whatever else stands one order below the highest derivatives, that must jump at events. */
export { EventJumps } from './event-jumps.ts'
