/** The world at run time: states, positions, contacts, forces, accelerations. */
export { collectCollidables } from './collidables.ts'
export type { ElementContext, ElementFactory, NamedElement, WorldElement } from './element.ts'
export { createGravity } from './gravity-force.ts'
export type { MotionStates } from './motion-states.ts'
export { World } from './world.ts'
export { createContacts, type WorldContacts } from './world-contacts.ts'
export { WorldMotion } from './world-motion.ts'
