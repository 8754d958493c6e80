/** Geometry and forces of the pairs in contact, for a right-hand side. */

import { CONTACT_RESULT_SIZE, DISSIPATION, ELASTIC_ENERGY, setFriction } from '../contact-forces/index.ts'
import type { ContactData } from './contact-data.ts'
import type { ContactModel } from './contact-model.ts'
import { updateGeometry, updatePatch } from './update-geometry.ts'

/** Updates distances and patches of all contacts for the present poses of the bodies, if these have moved. */
export function updateContactGeometry(model: ContactModel, data: ContactData): void {
  const { n } = data.contacts
  for (let k = 0; k < n; k++) updateContact(model, data, k)
}

/** The same for some contacts, by their numbers since the last event. */
export function updateSomeGeometry(model: ContactModel, data: ContactData, some: Int32Array): void {
  for (let i = 0; i < some.length; i++) updateContact(model, data, some[i])
}

/** Adds the forces of all contacts to those of the bodies, after `updateContactGeometry`. */
export function addContactForces(model: ContactModel, data: ContactData): void {
  const { contacts } = data
  let dissipation = 0
  let elasticEnergy = 0
  for (let k = 0; k < contacts.n; k++) {
    addForce(model, data, k)
    dissipation += contacts.results[CONTACT_RESULT_SIZE * k + DISSIPATION]
    elasticEnergy += contacts.results[CONTACT_RESULT_SIZE * k + ELASTIC_ENERGY]
  }
  data.dissipation = dissipation
  data.elasticEnergy = elasticEnergy
}

/** Adds the forces of some contacts, after `updateSomeGeometry`. Returns the power that they dissipate [W]. */
export function addSomeForces(model: ContactModel, data: ContactData, some: Int32Array): number {
  let dissipation = 0
  for (let i = 0; i < some.length; i++) {
    addForce(model, data, some[i])
    dissipation += data.contacts.results[CONTACT_RESULT_SIZE * some[i] + DISSIPATION]
  }
  return dissipation
}

function updateContact({ shapes }: ContactModel, data: ContactData, k: number): void {
  const { detection, contacts } = data
  updateGeometry(detection, shapes, data.poses, contacts, k, data.tree)
  updatePatch(detection, contacts, k)
}

function addForce({ shapes, rules }: ContactModel, data: ContactData, k: number): void {
  const { contacts } = data
  const { bodies } = shapes
  // the search of a state of rest has set the friction of its own
  if (rules.hasVaryingFriction && data.holds === null)
    setFriction(contacts, k, rules.material(contacts.a[k], contacts.b[k])!)
  data.laws[k].addForces(contacts, k, bodies[contacts.a[k]], bodies[contacts.b[k]], data.tree, data.work)
  data.holds?.addForces(contacts, k, data.tree, data.work.F_W)
}
