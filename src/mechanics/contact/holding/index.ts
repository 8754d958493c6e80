/** Friction of contacts at rest, for searches of equilibria. */
export { ContactHolds, type Overload } from './contact-holds.ts'
export type { HoldFriction } from './hold-stiffness.ts'
