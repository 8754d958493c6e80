/** Jumps of velocities, and of other quantities one order below the highest derivatives, at events. */
export { EventJumps } from './event-jumps.ts'
