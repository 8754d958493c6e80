/** The force of a contact from its material, depth and velocity. */
export {
  ActiveContacts,
  CONTACT_CONSTANTS_SIZE,
  PATCH_CONTACT,
  POINT_CONTACT,
  POSES_SIZE,
  START_VELOCITY,
  UNKNOWN_CONTACT,
} from './active-contacts.ts'
export { addContactForces, computeContactMotion } from './contact-forces.ts'
export {
  ANGULAR_VELOCITY,
  CONTACT_RESULT_SIZE,
  DISSIPATION,
  ELASTIC_ENERGY,
  exchangeContactResult,
  FORCE_VECTOR,
  NORMAL_FORCE,
  NORMAL_VECTOR,
  PENETRATION,
  PENETRATION_VELOCITY,
  POSITION_VECTOR,
  TANGENTIAL_FORCE,
  TANGENTIAL_VELOCITY,
  TORQUE,
  TORQUE_VECTOR,
} from './contact-result.ts'
export { combineYoungsModuli, DEFAULT_MAXIMUM_DAMPING } from './force-law.ts'
export { computeImpactStep } from './impact-step.ts'
export { assertPairMaterial, type PairMaterial } from './pair-material.ts'
export { computeImpactPenetration, computeStaticPenetration } from './penetration-scale.ts'
export { computePairStiffness, type ForceLawOptions, startContact } from './start-contact.ts'
