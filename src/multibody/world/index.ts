/** The world at run time: states, positions, contacts, forces, accelerations. */
export { collectCollidables } from './collidables.ts'
export type { ElementContext, ElementDefinition, NamedElement, WorldElement } from './element.ts'
export { JointWrench } from './joint-wrench.ts'
export type { MotionStates } from './motion-states.ts'
export { RelativeMotion } from './relative-motion.ts'
export { World } from './world.ts'
export { createContacts, type WorldContacts } from './world-contacts.ts'
export { WorldMotion } from './world-motion.ts'
