/** The world at run time: states, positions, contacts, forces, accelerations. */
export { collectCollidables } from './collidables.ts'
export type {
  ConstraintContext,
  ElementContext,
  ElementDefinition,
  ImpulseTotal,
  LineMass,
  NamedConstraint,
  NamedElement,
  WorldElement,
} from './element.ts'
export { JointWrench } from './joint-wrench.ts'
export type { JointGap, LoopGroup, ProjectedWorld } from './loops/index.ts'
export { RelativeMotion, WorldMotion } from './motion/index.ts'
export type { JointValues, MotionStates } from './motion-states.ts'
export { createOrientation, turnNear } from './orientation.ts'
export { type IslandBodies, World } from './world.ts'
export { createContacts, type WorldContacts } from './world-contacts.ts'
export { WorldLoops } from './world-loops.ts'
