/** Force elements and sensors: what acts between objects, and what is measured. */
export {
  Bushing,
  forceElements,
  SpringDamperPtP,
  WorldForce,
  type WorldForceArguments,
  WorldTorque,
} from './forces/index.ts'
export { ContactResult, JointForce, SensorResult, sensorElements } from './sensors/index.ts'
