/** Contacts that hold their places, while a state of rest is looked for. */
import type { ContactData } from './contact-data.ts'
import type { ContactModel } from './contact-model.ts'
import { getPairMaterial } from './contact-rules.ts'
import { ContactHolds, type HoldFriction, type Overload } from './holding/index.ts'

/** A pair of objects whose contact would have to hold more than it can. */
export interface HoldOverload extends Overload {
  readonly path1: string
  readonly path2: string
}

/**
 * Lets contacts hold their places from the next event on.
 *
 * @param slips whether they give way beyond their limits; otherwise they hold whatever it takes
 */
export function holdContacts(model: ContactModel, data: ContactData, slips: boolean): void {
  data.holds = new ContactHolds(slips, model.shapes.bodies, (a, b) => frictionOf(model, a, b))
  data.set.stamp++
}

/** What the contact of two shapes can hold; null: nothing, or only its user knows. */
function frictionOf({ shapes, rules }: ContactModel, a: number, b: number): HoldFriction | null {
  const { response, own, muK, muR } = getPairMaterial(shapes, rules, a, b)
  if (response === 'observer' || (response === 'own' && own?.force !== undefined)) return null
  return muK > 0 || muR > 0 ? { muK, muR } : null
}

/** After an event, with the forces of all contacts: those that are new hold their places from now on. */
export function beginHolds(data: ContactData): void {
  if (data.holds === null) return
  data.holds.begin(data.contacts, data.tree)
  data.set.stamp++
}

/** After a step towards a state of rest, with the forces of all contacts there. */
export function renewHolds(data: ContactData): void {
  data.holds?.renew(data.contacts, data.tree)
  data.set.stamp++
}

/** At a state of rest: what has slipped to it holds from now on, with the forces that it has. */
export function stickHolds(data: ContactData): void {
  data.holds?.stick()
  data.set.stamp++
}

/** Contacts that hold more than they can, with the forces of all contacts there. */
export function listHoldOverloads({ shapes }: ContactModel, data: ContactData): HoldOverload[] {
  const overloads = data.holds?.listOverloads(data.contacts, data.tree) ?? []
  return overloads.map((overload) => ({
    ...overload,
    path1: shapes.paths[overload.a],
    path2: shapes.paths[overload.b],
  }))
}
