/** What happens at an event: clocks, when-clauses, new values of states. */
export { EventHandler } from './events.ts'
