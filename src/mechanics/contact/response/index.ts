/** The force of a contact from its material, depth and velocity. */
export {
  ActiveContacts,
  CONTACT_CONSTANTS_SIZE,
  IS_LINEAR,
  MU_K,
  MU_R,
  PATCH_CONTACT,
  POINT_CONTACT,
  RADIUS,
  START_VELOCITY,
  STIFFNESS,
  UNKNOWN_CONTACT,
} from './active-contacts.ts'
export {
  addPointVelocity,
  type ContactWorkspace,
  computeContactMotion,
  createContactWorkspace,
} from './contact-forces.ts'
export { type ContactLaw, elasticLaw } from './contact-law.ts'
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
export type { OwnContactLaw } from './contact-state.ts'
export { combineYoungsModuli, DEFAULT_MAXIMUM_DAMPING } from './force-law.ts'
export { createContactState, createOwnLaw } from './own-law.ts'
export { assertPairMaterial, hasImpulses, type PairMaterial } from './pair-material.ts'
export { computeSpread, computeTurningArm } from './patch-friction.ts'
export { springDamperLaw } from './spring-damper.ts'
export type { ForceLawOptions } from './start-contact.ts'
