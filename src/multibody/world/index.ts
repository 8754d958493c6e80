/** The world at run time: variant states, positions, motions, contacts, forces, accelerations. */
export { collectCollidables } from './collidables.ts'
export { describeSingularInertia } from './describe-singular-inertia.ts'
export type {
  ConstraintContext,
  ElementContext,
  ElementDefinition,
  EvaluationLevel,
  ImpulseTotal,
  NamedElement,
  PlacedShape,
  ResultDefinition,
  ResultTable,
  WorldElement,
} from './element.ts'
export { computeSomeInertias, evaluateBodies, type IslandBodies, moveBodies } from './island-bodies.ts'
export { JointWrench } from './joint-wrench.ts'
export { type Direction, LawfulAxis, type LawfulPlace } from './lawful-axis.ts'
export type { JointValues, MotionStates } from './motion-states.ts'
export { createOrientation, turnNear } from './orientation.ts'
export { RelativeMotion } from './relative-motion.ts'
export { SignalValues } from './signal-values.ts'
export { World } from './world.ts'
export { createContacts, type WorldContacts } from './world-contacts.ts'
export { WorldMotion } from './world-motion.ts'
