/** Sensors between objects and in joints. */
export { ContactResult, contactResult } from './contact-result.ts'
export { JointForce, jointForce } from './joint-force.ts'
export { SensorResult, sensorResult } from './sensor-result.ts'
