/** Event iteration: clocks, when clauses, new values of states. */
export { EventEffect } from './event-effect.ts'
export { EventHandler } from './event-handler.ts'
export { Modes } from './modes.ts'
