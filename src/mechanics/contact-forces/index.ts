/** The force of a contact from its material, depth and velocity: force laws, friction, also of contacts at rest. */
export {
  ActiveContacts,
  CONTACT_CONSTANTS_SIZE,
  PATCH_CONTACT,
  POINT_CONTACT,
  RADIUS,
  START_VELOCITY,
  UNKNOWN_CONTACT,
} from './active-contacts.ts'
export {
  addPointVelocity,
  type ContactWorkspace,
  computeContactMotion,
  createContactWorkspace,
} from './add-contact-forces.ts'
export { type ForceLawOptions, setFriction } from './contact-constants.ts'
export { combineYoungsModuli, DEFAULT_MAXIMUM_DAMPING } from './contact-force-law.ts'
export { assertPairMaterial, hasImpulses, type PairMaterial } from './contact-parameters.ts'
export { type ContactLaw, elasticLaw } from './contact-response.ts'
export { ContactHolds, type Overload } from './friction-at-rest.ts'
export type { HoldFriction } from './hold-stiffness.ts'
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
} from './result-layout.ts'
export { springDamperLaw } from './spring-damper-law.ts'
export { createContactState, createOwnLaw } from './user-law.ts'
export type { ContactAnswer, ContactState, ImpactState, OwnContactLaw } from './user-law-state.ts'
