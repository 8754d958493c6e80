import { RESULT_DISTANCE, RESULT_LENGTH } from '../../collision/index.ts'
import type { ActiveContacts } from '../contact-forces/index.ts'
import type { TreeData } from '../tree-data.ts'
import type { CollidableShapes } from './collidable-shapes.ts'
import type { ContactDetection } from './contact-detection.ts'
import type { Departures } from './departures.ts'
import type { ContactIndicators } from './indicators.ts'
import { Separations } from './separations.ts'
import type { ShapePoses } from './shape-poses.ts'
import { updateGeometry } from './update-geometry.ts'

/** Replaces the distance of a contact of which only the sign is known [m]. */
const CLOSED = -1
/**
 * Distance from a crossing of the event indicator, in multiples of the hysteresis, within which pairs count as
 * crossing: more than the remainder at a located event, 1e-11 m in a scene of size 1 m.
 */
const CROSSING_WIDTH = 100

/** Checks all pairs for the start and the end of contacts: evaluates the event indicators. */
export class ContactWatch {
  private readonly separations: Separations
  /** 1 for bodies of pairs at or beyond a crossing (nBody). */
  private readonly isCrossing: Uint8Array
  private readonly scratch = new Float64Array(RESULT_LENGTH)

  constructor(
    private readonly shapes: CollidableShapes,
    private readonly poses: ShapePoses,
    private readonly detection: ContactDetection,
    private readonly indicators: ContactIndicators,
    private readonly departures: Departures,
    private readonly hysteresis: number,
  ) {
    this.separations = new Separations(shapes, poses)
    this.isCrossing = new Uint8Array(shapes.ofBody.length)
  }

  /** Evaluates the functions at time `t` [s], see `evaluateIndicators`. */
  update(data: TreeData, contacts: ActiveContacts, t: number): void {
    this.detection.update(data)
    this.separations.update()
    this.isCrossing.fill(0)
    this.indicators.begin(this.detection.candidates.distanceBound)
    this.addContacts(data, contacts, t)
    this.addSeparated(contacts)
  }

  /** True if one of the bodies first … end − 1 was in a pair at or beyond a crossing at the last `update`. */
  areCrossing(first: number, end: number): boolean {
    for (let body = first; body < end; body++) if (this.isCrossing[body] === 1) return true
    return false
  }

  private addContacts(data: TreeData, contacts: ActiveContacts, t: number): void {
    const { detection, shapes, poses, indicators, hysteresis } = this
    for (let k = 0; k < contacts.n; k++) {
      if (t <= contacts.closedUntil[k]) {
        indicators.addContact(k, CLOSED)
        continue
      }
      updateGeometry(detection, shapes, poses, contacts, k, data)
      const distance = contacts.geometry[RESULT_LENGTH * k + RESULT_DISTANCE]
      indicators.addContact(k, distance)
      if (distance > (2 - CROSSING_WIDTH) * hysteresis) this.markCrossing(contacts.a[k], contacts.b[k])
    }
  }

  private addSeparated(contacts: ActiveContacts): void {
    const { detection, separations, scratch, indicators, hysteresis } = this
    const { nCandidate, candidateA, candidateB } = detection.candidates
    let k = 0
    for (let c = 0; c < nCandidate; c++) {
      const a = candidateA[c]
      const b = candidateB[c]
      // contacts and candidates have the same order
      while (k < contacts.n && (contacts.a[k] < a || (contacts.a[k] === a && contacts.b[k] < b))) k++
      if (k < contacts.n && contacts.a[k] === a && contacts.b[k] === b) continue
      const bound = separations.computeBound(a, b)
      // close to a crossing, the distances themselves are needed
      if (indicators.takesBounds && bound > 2 * hysteresis) {
        indicators.addSeparated(a, b, bound)
        continue
      }
      if (!indicators.needs(a, b, detection.computeBoxDistance(a, b))) continue
      detection.computeDistance(a, b, scratch, 0)
      const distance = scratch[RESULT_DISTANCE] + this.departures.shiftOf(a, b)
      separations.set(a, b, scratch[RESULT_DISTANCE])
      indicators.addSeparated(a, b, distance)
      if (distance < (1 + CROSSING_WIDTH) * hysteresis) this.markCrossing(a, b)
    }
  }

  private markCrossing(a: number, b: number): void {
    const { bodies } = this.shapes
    if (bodies[a] >= 0) this.isCrossing[bodies[a]] = 1
    if (bodies[b] >= 0) this.isCrossing[bodies[b]] = 1
  }
}
