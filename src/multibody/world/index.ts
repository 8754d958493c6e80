/** The world at run time: states, positions, contacts, forces, accelerations. */
export { collectCollidables } from './collidables.ts'
export type {
  ConstraintContext,
  ElementContext,
  ElementDefinition,
  LineMass,
  NamedConstraint,
  NamedElement,
  WorldElement,
} from './element.ts'
export { JointWrench } from './joint-wrench.ts'
export type { MotionStates } from './motion-states.ts'
export { createOrientation } from './orientation.ts'
export { RelativeMotion } from './relative-motion.ts'
export { World } from './world.ts'
export { createContacts, type WorldContacts } from './world-contacts.ts'
export { type ProjectedWorld, WorldLoops } from './world-loops.ts'
export { WorldMotion } from './world-motion.ts'
