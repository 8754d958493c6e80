/** Contacts that hold their places during the search of a state of rest. */

import { ContactHolds, type HoldFriction, type Overload } from '../contact-forces/index.ts'
import type { ContactData } from './contact-data.ts'
import type { ContactModel } from './contact-model.ts'
import { getPairMaterial } from './contact-rules.ts'

/** A pair of objects whose contact would exceed its holding limit. */
export interface HoldOverload extends Overload {
  readonly path1: string
  readonly path2: string
}

/**
 * Makes contacts hold their places from the next event on.
 *
 * @param slips true if contacts slip beyond their limits; otherwise they hold any load
 */
export function holdContacts(model: ContactModel, data: ContactData, slips: boolean): void {
  data.holds = new ContactHolds(slips, model.shapes.bodies, (a, b) => frictionOf(model, a, b))
  data.set.stamp++
}

/** Friction of the contact of two shapes; null without friction, or for a user law. */
function frictionOf({ shapes, rules }: ContactModel, a: number, b: number): HoldFriction | null {
  const { response, own, muK, muR } = getPairMaterial(shapes, rules, a, b)
  if (response === 'observer' || (response === 'own' && own?.force !== undefined)) return null
  return muK > 0 || muR > 0 ? { muK, muR } : null
}

/** After an event, with the forces of all contacts: new contacts hold their places from now on. */
export function beginHolds(data: ContactData): void {
  if (data.holds === null) return
  data.holds.begin(data.contacts, data.tree)
  data.set.stamp++
}

/** Called after a step towards a state of rest, with the forces of all contacts there. */
export function renewHolds(data: ContactData): void {
  data.holds?.renew(data.contacts, data.tree)
  data.set.stamp++
}

/** Called at a state of rest: contacts that have slipped hold from now on, with their present forces. */
export function stickHolds(data: ContactData): void {
  data.holds?.stick()
  data.set.stamp++
}

/** Contacts that exceed their holding limits, with the forces of all contacts there. */
export function listHoldOverloads({ shapes }: ContactModel, data: ContactData): HoldOverload[] {
  const overloads = data.holds?.listOverloads(data.contacts, data.tree) ?? []
  return overloads.map((overload) => ({
    ...overload,
    path1: shapes.paths[overload.a],
    path2: shapes.paths[overload.b],
  }))
}
