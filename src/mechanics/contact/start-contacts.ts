/** Changes of contacts at events: they start, continue, and end. */
import { RESULT_DISTANCE, RESULT_LENGTH } from '../../collision/index.ts'
import {
  type ActiveContacts,
  CONTACT_CONSTANTS_SIZE,
  CONTACT_RESULT_SIZE,
  computeContactMotion,
  PENETRATION_VELOCITY,
  START_VELOCITY,
} from '../contact-forces/index.ts'
import type { ContactData } from './contact-data.ts'
import { listContacts, listCouplings } from './contact-listing.ts'
import type { ContactModel } from './contact-model.ts'
import { getPairMaterial } from './contact-rules.ts'

/**
 * Distance limit of pairs in contact, in multiples of the hysteresis. Their event indicators cross at one and two times
 * the hysteresis, but loops may move bodies by rounding errors after an event has been located.
 */
const CONTACT_LIMIT = 1.5
/** The same for departing pairs, which begin at 1.1. */
const DEPARTED_LIMIT = 1.05

/**
 * Determines the pairs in contact: those whose distance is at most about the hysteresis. A continuing pair keeps its
 * start velocity. Returns true if the set has changed.
 */
export function startContacts(model: ContactModel, data: ContactData): boolean {
  const { shapes, options } = model
  const { detection, distance, indicators, tree } = data
  const before = data.contacts
  const contacts = data.spare
  data.set.stamp++
  detection.update(tree)
  const { nCandidate, candidateA, candidateB } = detection.candidates
  contacts.clear(nCandidate)
  indicators.beginSelection()
  let nKept = 0
  for (let c = 0; c < nCandidate; c++) {
    const a = candidateA[c]
    const b = candidateB[c]
    detection.computeDistance(a, b, distance, 0)
    const shift = data.departures.shiftOf(a, b)
    const limit = (shift > 0 ? DEPARTED_LIMIT : CONTACT_LIMIT) * options.hysteresis
    if (!(distance[RESULT_DISTANCE] + shift <= limit)) {
      if (distance[RESULT_DISTANCE] > options.hysteresis) data.departures.delete(a, b)
      indicators.offer(a, b, distance[RESULT_DISTANCE])
      continue
    }
    data.departures.delete(a, b)
    const k = contacts.push(a, b)
    contacts.geometry.set(distance, RESULT_LENGTH * k)
    computeContactMotion(contacts, k, shapes.bodies[a], shapes.bodies[b], tree, data.work)
    const old = before.find(a, b)
    if (old >= 0) {
      nKept++
      contacts.closedUntil[k] = before.closedUntil[old]
    }
    const material = getPairMaterial(shapes, model.rules, a, b)
    const law = model.lawOf(material)
    const isKnown = old >= 0 || isInherited(model, data, a, b)
    const startVelocity = findStartVelocity(model, data, contacts, k, old)
    law.start(contacts, k, material, shapes.convex[a], shapes.convex[b], startVelocity, options)
    data.laws[k] = law
    contacts.isFresh[k] = isKnown ? 0 : 1
  }
  indicators.endSelection(contacts.n)
  data.inherited.clear()
  data.contacts = contacts
  data.spare = before
  const hasChanged = nKept !== before.n || nKept !== contacts.n
  if (hasChanged) data.couplings = listCouplings(model, data)
  return hasChanged
}

/** Start velocity of contact k, which was contact `old` before the event, or new for −1. */
function findStartVelocity(
  { shapes }: ContactModel,
  data: ContactData,
  contacts: ActiveContacts,
  k: number,
  old: number,
): number {
  const now = contacts.results[CONTACT_RESULT_SIZE * k + PENETRATION_VELOCITY]
  if (old >= 0) {
    const before = data.contacts.constants[CONTACT_CONSTANTS_SIZE * old + START_VELOCITY]
    return Number.isNaN(before) ? now : before
  }
  const key = createPairKey(shapes.paths[contacts.a[k]], shapes.paths[contacts.b[k]])
  return data.inherited.get(key) ?? now
}

/** True if the contact of shapes a and b continues from the previous segment. */
function isInherited({ shapes }: ContactModel, { inherited }: ContactData, a: number, b: number): boolean {
  return inherited.size > 0 && inherited.has(createPairKey(shapes.paths[a], shapes.paths[b]))
}

/**
 * Restarts contacts after an impulse: contacts that have begun at this event begin with their new velocities, and pairs
 * driven apart are not in contact any more. Returns true if the set has changed.
 *
 * @param departs true if an impulse drives contact k apart
 */
export function restartContacts(
  model: ContactModel,
  data: ContactData,
  departs: (k: number) => boolean,
): boolean {
  const { contacts, departures } = data
  for (let k = 0; k < contacts.n; k++) {
    if (contacts.isFresh[k] === 1)
      contacts.constants[CONTACT_CONSTANTS_SIZE * k + START_VELOCITY] = Number.NaN
    if (departs(k))
      departures.add(contacts.a[k], contacts.b[k], contacts.geometry[RESULT_LENGTH * k + RESULT_DISTANCE])
  }
  return startContacts(model, data)
}

/**
 * Copies the start velocities of the contacts of the previous segment: pairs with the same paths that are still in
 * contact at the first `startContacts` continue.
 */
export function inheritContacts(data: ContactData, previousModel: ContactModel, previous: ContactData): void {
  for (const { path1, path2, startVelocity } of listContacts(previousModel, previous)) {
    data.inherited.set(createPairKey(path1, path2), startVelocity)
  }
}

/** Key of two paths in either order. */
function createPairKey(path1: string, path2: string): string {
  return path1 < path2 ? `${path1}\n${path2}` : `${path2}\n${path1}`
}
