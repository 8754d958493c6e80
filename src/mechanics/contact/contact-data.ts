import { RESULT_DISTANCE, RESULT_LENGTH } from '../../collision/index.ts'
import {
  ActiveContacts,
  type ContactHolds,
  type ContactLaw,
  type ContactWorkspace,
  createContactWorkspace,
} from '../contact-forces/index.ts'
import type { Stamp } from '../motion-stamps.ts'
import type { TreeData } from '../tree-data.ts'
import type { CollidableShapes } from './collidable-shapes.ts'
import type { ContactDetection } from './contact-detection.ts'
import type { ContactModel } from './contact-model.ts'
import { createIndicators } from './contact-options.ts'
import { ContactWatch } from './contact-watch.ts'
import { Departures } from './departures.ts'
import type { ContactIndicators } from './indicators.ts'
import { PassWatch } from './pass-watch.ts'
import { createShapePoses, type ShapePoses } from './shape-poses.ts'

/**
 * Contacts of one run during one segment. Only `startContacts` changes the set of pairs in contact; it must be called
 * first, with the initial state. Between events `updateContactGeometry` and `addContactForces` evaluate these pairs
 * alone, for a right-hand side; `evaluateIndicators` evaluates all pairs, for the event indicators. None allocates
 * memory. All need the poses of the bodies; forces, events and steps also need their velocities.
 */
export interface ContactData {
  /** Motion and forces of the bodies. */
  readonly tree: TreeData
  readonly poses: ShapePoses
  readonly detection: ContactDetection
  /** Pairs in contact, including observers, and memory for the next ones. */
  contacts: ActiveContacts
  spare: ActiveContacts
  /** Laws of the contacts (n). */
  readonly laws: ContactLaw[]
  /** Renewed at every event: contacts keep their numbers until the next one. */
  readonly set: Stamp
  /** Pairs of bodies between which contact forces act (−1: world), each once, in ascending order. */
  couplings: readonly (readonly [number, number])[]
  /** Power dissipated by all contacts [W]; set by `addContactForces`. */
  dissipation: number
  /** Elastic energy of all contacts [J]; set by `addContactForces`. */
  elasticEnergy: number
  /** Start velocities of contacts of the previous segment, by paths; for the first event. */
  readonly inherited: Map<string, number>
  /** Pairs that an impulse drives apart, and that are not in contact any more. */
  readonly departures: Departures
  /** Event indicators, with their evaluation. */
  readonly indicators: ContactIndicators
  readonly watch: ContactWatch
  readonly deepContacts: DeepContacts
  readonly passWatch: PassWatch
  /** True if shapes i < j may meet and are not in contact. */
  readonly isWatched: (i: number, j: number) => boolean
  /** Holds of the contacts during the search of a state of rest; null otherwise. */
  holds: ContactHolds | null
  /** Workspace of the forces, and of one distance (RESULT_LENGTH). */
  readonly work: ContactWorkspace
  readonly distance: Float64Array
}

/** Creates the contacts of a run; `tree` contains the motion of its bodies. */
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
    // the fields are doubles from the start
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

/** Penetration relative to the smaller body above which a contact is deep [1]. */
const DEEP_PART = 0.1

/** A pair with a deep penetration. */
interface DeepContact {
  readonly path1: string
  readonly path2: string
  /** Largest penetration [m], and its time [s]. */
  readonly depth: number
  readonly time: number
  /** Smallest dimension of both [m]. */
  readonly thickness: number
}

/** Records contacts with forces whose penetration was more than a tenth of the smaller body. */
class DeepContacts {
  private readonly found = new Map<number, DeepContact>()

  constructor(private readonly shapes: CollidableShapes) {}

  /** Records contact k at time t [s], at the end of a step. */
  note(contacts: ActiveContacts, k: number, t: number): void {
    if (contacts.isElastic[k] === 0) return
    const depth = -contacts.geometry[RESULT_LENGTH * k + RESULT_DISTANCE]
    const { convex, paths, n } = this.shapes
    const a = contacts.a[k]
    const b = contacts.b[k]
    const thickness = Math.min(convex[a].minDimension, convex[b].minDimension)
    if (!(depth > DEEP_PART * thickness)) return
    const key = a * n + b
    const before = this.found.get(key)
    if (before !== undefined && before.depth >= depth) return
    this.found.set(key, { path1: paths[a], path2: paths[b], depth, time: t, thickness })
  }

  list(): DeepContact[] {
    return [...this.found.values()]
  }
}
