/** Force elements: springs, dampers, and external forces. */
export { Bushing, bushing } from './bushing.ts'
export { LineForce } from './line-force.ts'
export { SpringDamperPtP, springDamperPtP } from './spring-damper-ptp.ts'
export { WorldForce, type WorldForceArguments, WorldTorque, worldForce, worldTorque } from './world-force.ts'
