/** The world at run time: states, positions, contacts, forces, accelerations. */
export { collectCollidables } from './collidables.ts'
export type {
  ConstraintContext,
  ElementContext,
  ElementDefinition,
  ImpulseTotal,
  NamedElement,
  WorldElement,
} from './element.ts'
export { computeSomeInertias, evaluateBodies, type IslandBodies, moveBodies } from './island-bodies.ts'
export { JointWrench } from './joint-wrench.ts'
export { World } from './world.ts'
export { createContacts, type WorldContacts } from './world-contacts.ts'
