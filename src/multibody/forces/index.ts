/** Force elements: springs, dampers, and forces from outside. */
import { createBushing } from './bushing.ts'
import { createSpringDamperPtP } from './spring-damper-ptp.ts'
import { createWorldForce, createWorldTorque } from './world-force.ts'

export { Bushing, type BushingArguments } from './bushing.ts'
export type { LawValue, LawVector, ScalarFunction } from './law.ts'
export { SpringDamperPtP, type SpringDamperPtPArguments } from './spring-damper-ptp.ts'
export {
  type AppliedObject,
  type VectorFunction,
  WorldForce,
  type WorldForceArguments,
  WorldTorque,
  type WorldTorqueArguments,
} from './world-force.ts'

/** Makes force elements from their evaluated records, by `kind`. */
export const forceElements = {
  Bushing: createBushing,
  SpringDamperPtP: createSpringDamperPtP,
  WorldForce: createWorldForce,
  WorldTorque: createWorldTorque,
}
