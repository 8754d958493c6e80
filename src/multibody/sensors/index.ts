/** Sensors: what is measured between objects and in joints. */
import { createContactResult } from './contact-result.ts'
import { createJointForce } from './joint-force.ts'
import { createSensorResult } from './sensor-result.ts'

export { ContactResult } from './contact-result.ts'
export { JointForce } from './joint-force.ts'
export { SensorResult } from './sensor-result.ts'

/** Makes sensors from their evaluated records, by `kind`. */
export const sensorElements = {
  SensorResult: createSensorResult,
  JointForce: createJointForce,
  ContactResult: createContactResult,
}
