/** Force elements: springs, dampers, and forces from outside. */
import { createBushing } from './bushing.ts'
import { createSpringDamperPtP } from './spring-damper-ptp.ts'
import { createWorldForce, createWorldTorque } from './world-force.ts'

export { Bushing } from './bushing.ts'
export { RelativeMotion } from './relative-motion.ts'
export { SpringDamperPtP } from './spring-damper-ptp.ts'
export { WorldForce, type WorldForceArguments, WorldTorque } from './world-force.ts'

/** Makes force elements from their evaluated records, by `kind`. */
export const forceElements = {
  Bushing: createBushing,
  SpringDamperPtP: createSpringDamperPtP,
  WorldForce: createWorldForce,
  WorldTorque: createWorldTorque,
}
