import { RESULT_LENGTH } from '../../collision/index.ts'
import type { Stamp, TreeData } from '../tree/index.ts'
import type { ContactModel } from './contact-model.ts'
import { createIndicators } from './contact-options.ts'
import {
  type ContactDetection,
  type ContactIndicators,
  ContactWatch,
  createShapePoses,
  DeepContacts,
  Departures,
  PassWatch,
  type ShapePoses,
} from './detection/index.ts'
import type { ContactHolds } from './holding/index.ts'
import {
  ActiveContacts,
  type ContactLaw,
  type ContactWorkspace,
  createContactWorkspace,
} from './response/index.ts'

/**
 * Contacts of one run during one segment. Which pairs are in contact changes in `startContacts` only, which must be
 * called first, with the initial state. Between events `updateContactGeometry` and `addContactForces` evaluate these
 * pairs alone, which is what a right-hand side needs; `evaluateIndicators` looks at all pairs, for the root functions.
 * None allocates memory. All need the poses of the bodies; forces, events and steps need their velocities too.
 */
export interface ContactData {
  /** Motion and forces of the bodies. */
  readonly tree: TreeData
  readonly poses: ShapePoses
  readonly detection: ContactDetection
  /** Pairs in contact, observers included; and memory for the next ones. */
  contacts: ActiveContacts
  spare: ActiveContacts
  /** How the contacts answer (n). */
  readonly laws: ContactLaw[]
  /** Renewed at every event: contacts have their numbers until the next one. */
  readonly set: Stamp
  /** Pairs of bodies between which contact forces act (−1: world), each once, in ascending order. */
  couplings: readonly (readonly [number, number])[]
  /** Power that all contacts take out of the motion [W]; set by `addContactForces`. */
  dissipation: number
  /** Elastic energy of all contacts [J]; set by `addContactForces`. */
  elasticEnergy: number
  /** Start velocities of contacts of the segment before, by paths; for the first event. */
  readonly inherited: Map<string, number>
  /** Pairs that an impulse drives apart, and that are not in contact any more. */
  readonly departures: Departures
  /** Zero-crossing functions, and what evaluates them. */
  readonly indicators: ContactIndicators
  readonly watch: ContactWatch
  readonly deepContacts: DeepContacts
  readonly passWatch: PassWatch
  /** Whether shapes i < j may meet and are not in contact. */
  readonly isWatched: (i: number, j: number) => boolean
  /** What holds the contacts while a state of rest is looked for; null: none is. */
  holds: ContactHolds | null
  /** Scratch memory of the forces, and of one distance (RESULT_LENGTH). */
  readonly work: ContactWorkspace
  readonly distance: Float64Array
}

/** The contacts of a run; `tree` has the motion of its bodies. */
export function createContactData(model: ContactModel, tree: TreeData): ContactData {
  const { shapes, options } = model
  const poses = createShapePoses(shapes)
  const detection = model.createDetection(shapes, poses, model.mayMeet, options.distanceMethod, model.shellOf)
  const indicators = createIndicators(options)
  const departures = new Departures(shapes.n, options.hysteresis)
  const data: ContactData = {
    tree,
    poses,
    detection,
    contacts: new ActiveContacts(),
    spare: new ActiveContacts(),
    laws: [],
    set: { stamp: 0 },
    couplings: [],
    // the fields are doubles from the beginning on
    dissipation: Number.NaN,
    elasticEnergy: Number.NaN,
    inherited: new Map(),
    departures,
    indicators,
    watch: new ContactWatch(shapes, poses, detection, indicators, departures, options.hysteresis),
    deepContacts: new DeepContacts(shapes),
    passWatch: new PassWatch(shapes, poses, detection),
    isWatched: (i, j) => model.mayMeet(i, j) && data.contacts.find(i, j) < 0,
    holds: null,
    work: createContactWorkspace(),
    distance: new Float64Array(RESULT_LENGTH),
  }
  data.dissipation = 0
  data.elasticEnergy = 0
  return data
}
