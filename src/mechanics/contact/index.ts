/** Contact of bodies: a constant model, data of a run, detection of contact points and event indicators of contacts. */
export type { ContactAnswer, ContactState, ImpactState, OwnContactLaw } from '../contact-forces/index.ts'
export type { CollidableShape } from './collidable-shapes.ts'
export { type ContactData, createContactData } from './contact-data.ts'
export {
  type ContactInfo,
  computePenetrationScale,
  forEachForce,
  getContactRadius,
  listContacts,
  listOverlaps,
  type Overlap,
  readContact,
} from './contact-listing.ts'
export { type ContactModel, createContactModel } from './contact-model.ts'
export type { ContactOptions } from './contact-options.ts'
export { type ContactRules, getPairMaterial } from './contact-rules.ts'
export { computeImpactStep, computeMaxStep, endContactStep } from './contact-steps.ts'
export {
  addContactForces,
  addSomeForces,
  updateContactGeometry,
  updateSomeGeometry,
} from './evaluate-contacts.ts'
export { computeExit, evaluateIndicators } from './evaluate-indicators.ts'
export {
  beginHolds,
  type HoldOverload,
  holdContacts,
  listHoldOverloads,
  renewHolds,
  stickHolds,
} from './rest-search.ts'
export { inheritContacts, restartContacts, startContacts } from './start-contacts.ts'
