/**
 * Impacts of a run. When two objects whose materials respond with impulses meet, all velocities of the model jump.
 * Contacts that are too slow, or at the end of an infinite sequence of impacts, follow the force law of the pair.
 */

import { VarioError } from '../../base/index.ts'
import { MAX_TOUCHING, RESULT_LENGTH } from '../../collision/index.ts'
import {
  createContactState,
  getContactRadius,
  getPairMaterial,
  hasImpulses,
  type ImpactContact,
  type ImpactOptions,
  type OwnContactLaw,
  type ResolvedImpact,
  restartContacts,
} from '../../mechanics/index.ts'
import type { ImpactRecord } from '../../results/index.ts'
import type { ComponentEvent } from '../../simulation/index.ts'
import type { ImpulseTotal, World, WorldContacts } from '../world/index.ts'
import { ContactFrames, type ListedContact } from './contact-frames.ts'
import { findImpulses } from './find-impulses.ts'
import { type AxisAtStop, ImpactFrames, listStops, stopAxes } from './impact-frames.ts'

/**
 * A pair that since its last impact has separated by less than this multiple of the hysteresis of contacts bounces
 * endlessly: smaller bounces are invisible.
 */
const UNSEEN_WAY = 20
/** Slow impacts end the sequence at once, below this multiple of their threshold; … */
const SLOW_FACTOR = 10
/** … faster ones, as at the corners of a box that falls nearly flat, after this number of impacts. */
const MANY_RETURNS = 20
/** Pairs separate if they do so faster than this fraction of the fastest approach. */
const SEPARATING = 1e-9

/** A point of a pair that may have an impulse. `pair` is the number of its contact. */
interface ImpactPair extends ImpactContact {
  readonly path1: string
  readonly path2: string
  readonly key: string
  /** True if the pair has hardly separated since its last impact. */
  readonly isEndless: boolean
  readonly nReturn: number
  /** True if it has touched before, and a lock may have driven its bodies into each other. */
  readonly isDriven: boolean
}

/** The last impact of a pair. */
interface LastImpact {
  /** [s] */
  readonly time: number
  /** Speed of separation [m/s]. */
  readonly speed: number
  /** Number of returns without separation. */
  readonly nReturn: number
}

/** The impacts of a run, across its segments. */
export class Impacts {
  readonly entries: ImpactRecord[] = []
  readonly totals = new ImpulseTotals()
  private readonly last = new Map<string, LastImpact>()
  /** Last impacts of axes at their stops, by their names. */
  private readonly lastAtStops = new Map<string, LastImpact>()
  /** Time of the last plastic lock [s]. */
  private lockTime = Number.NaN

  /** @param orderOf place of an object in the model, by its path */
  constructor(
    private readonly options: ImpactOptions,
    private readonly orderOf: (path: string) => number,
  ) {}

  /** Notes a plastic lock at `time` [s], which may have driven bodies into those that they touch. */
  noteLock(time: number): void {
    this.lockTime = time
  }

  /** Impacts at `time` [s], if they are the last ones. */
  listAt(time: number): readonly ImpactRecord[] {
    const { entries } = this
    let first = entries.length
    while (first > 0 && entries[first - 1].time === time) first--
    return entries.slice(first)
  }

  /**
   * Resolves the impacts of an event; contacts and states are those after the impacts.
   *
   * @returns dissipated energy [J]; null without an impact
   */
  resolve(world: World, event: ComponentEvent): number | null {
    const { contacts } = world
    const isMeeting = contacts !== null && (hasFresh(contacts) || this.lockTime === event.time)
    const stops = listStops(world)
    if (!isMeeting && stops.length === 0) return null
    const listed = contacts === null ? [] : this.listContacts(contacts)
    const ofContacts = contacts && new ContactFrames(world, contacts, listed)
    const frames = new ImpactFrames(world, ofContacts, stops)
    const velocities = frames.readVelocities()
    const pairs = listed.map((contact, i) => this.createPair(contacts!, contact, i, ofContacts!, event.time))
    if (isMeeting) this.logSlow(pairs, velocities, event)
    const stopContacts = stops.map((stop, k) =>
      createStopContact(stop, k, velocities[3 * (pairs.length + k)], this.isBack(stop, event.time)),
    )
    const all = [...pairs, ...stopContacts]
    const due = all.flatMap(({ isMeeting, threshold }, i) =>
      isMeeting && velocities[3 * i] < -threshold ? [i] : [],
    )
    if (due.length === 0) return null
    const first = pairs.length
    const slow = stops.filter(
      ({ axis }, k) => Math.abs(velocities[3 * (first + k)]) <= STOP_SPEED * axis.size,
    )
    if (due.every((i) => i >= first && slow.includes(stops[i - first])))
      return world.withoutContacts(() => stopAxes(world, event.states, slow))

    // contact forces do not depend on the trial forces: without them the differences have more digits
    const impacts = world.withoutContacts(() => {
      const found = findImpulses(world, event.states, frames, all, velocities, this.options)
      const { response, jumps } = found
      response.applyShift()
      for (const { contact, impulse } of found.impacts.flat()) response.jump(jumps.get(contact)!, impulse)
      response.settle()
      return found.impacts
    })
    world.updateMotion()
    const n = pairs.length
    const atStops = impacts.flat().filter(({ contact }) => contact >= n)
    const lost = noteStops(event, stops, atStops, n)
    const after = frames.readVelocities()
    for (const { contact } of atStops) {
      const { name } = stops[contact - n].axis
      this.lastAtStops.set(name, { time: event.time, speed: after[3 * contact], nReturn: 0 })
    }
    if (contacts === null) return lost
    const atContacts = impacts.map((together) => together.filter(({ contact }) => contact < n))
    this.restart(contacts, pairs, velocities, atContacts)
    return lost + this.note(event, pairs, ofContacts!, atContacts, velocities)
  }

  /** Points of contacts whose materials respond with impulses, in the order of their objects in the model. */
  private listContacts({ model, data }: WorldContacts): ListedContact[] {
    const { contacts } = data
    const { paths } = model.shapes
    const list: (ListedContact & { readonly orders: readonly [number, number] })[] = []
    for (let k = 0; k < contacts.n; k++) {
      const material = getPairMaterial(model.shapes, model.rules, contacts.a[k], contacts.b[k])
      if (!hasImpulses(material)) continue
      const [a, b] = [contacts.a[k], contacts.b[k]].map((shape) => this.orderOf(paths[shape]))
      const orders = [Math.min(a, b), Math.max(a, b)] as const
      // laws of the user are for one point
      const points = material.own?.impulse ? [null] : listTouchingPoints(data, k)
      for (const point of points) list.push({ k, point, isExchanged: b < a, orders })
    }
    return list.sort((p, q) => p.orders[0] - q.orders[0] || p.orders[1] - q.orders[1] || p.k - q.k)
  }

  private createPair(
    { model, data }: WorldContacts,
    { k, isExchanged }: ListedContact,
    i: number,
    frames: ContactFrames,
    time: number,
  ): ImpactPair {
    const { contacts } = data
    const { paths } = model.shapes
    const material = getPairMaterial(model.shapes, model.rules, contacts.a[k], contacts.b[k])
    const [first, second] = isExchanged ? [contacts.b[k], contacts.a[k]] : [contacts.a[k], contacts.b[k]]
    const [path1, path2] = [paths[first], paths[second]]
    const key = `${first} ${second} ${path1}\n${path2}`
    const last = this.last.get(key)
    // in a flight of parabolas the largest separation is a quarter of that
    const isFresh = contacts.isFresh[k] === 1
    const isDriven = !isFresh && this.lockTime === time
    const isBack =
      isFresh &&
      last !== undefined &&
      last.time < time &&
      last.speed > 0 &&
      0.25 * last.speed * (time - last.time) < UNSEEN_WAY * model.options.hysteresis
    const nReturn = isBack ? last.nReturn + 1 : 0
    const threshold = material.impactThreshold ?? material.vsmall
    const isEndless = isBack && (last.speed < SLOW_FACTOR * threshold || nReturn > MANY_RETURNS)
    const own = material.own?.impulse
    return {
      ...{ pair: k, path1, path2, key, isEndless, nReturn, isDriven },
      // as if lock and contacts were resolved together: these have not approached
      restitution: isDriven && isAtOnce(this.options) ? 0 : material.cor,
      friction: material.muK,
      threshold: isEndless ? Infinity : threshold,
      isMeeting: isFresh || isDriven,
      ...(own && {
        own: (u, W) =>
          askUser(own, frames, i, u, W, {
            ...createContactState(material),
            radius: getContactRadius(data, k),
            names: `${path1} and ${path2}`,
          }),
      }),
    }
  }

  /** True if an axis returns to its stop from a flight that rounding errors of its position decide. */
  private isBack({ axis }: AxisAtStop, time: number): boolean {
    const last = this.lastAtStops.get(axis.name)
    // in a flight of parabolas the largest distance is a quarter of that
    return last !== undefined && 0.25 * last.speed * (time - last.time) < UNSEEN_FLIGHT * axis.size
  }

  /** Logs pairs that begin to touch without an impulse. */
  private logSlow(pairs: readonly ImpactPair[], velocities: Float64Array, event: ComponentEvent): void {
    pairs.forEach(({ pair, path1, path2, threshold, isEndless, isMeeting, isDriven }, i) => {
      // speed of the fastest of its points
      const speed = -Math.min(...listVelocities(pairs, velocities, pair))
      if (pairs[i - 1]?.pair === pair || !isMeeting || isDriven || (!isEndless && speed > threshold)) return
      const why = isEndless ? 'without having been apart' : `slower than ${format(threshold)} m/s`
      event.log(`${path1} and ${path2} meet with ${format(speed)} m/s, ${why}: from now on by the force law`)
    })
  }

  /** Restarts contacts after the impacts. */
  private restart(
    { model, data }: WorldContacts,
    pairs: readonly ImpactPair[],
    velocities: Float64Array,
    impacts: readonly (readonly ResolvedImpact[])[],
  ): void {
    const fastest = impacts.flat().reduce((most, { before }) => Math.max(most, -before[0]), 0)
    const departing = new Set<number>()
    for (const { contact } of impacts.flat()) {
      const { pair } = pairs[contact]
      if (Math.min(...listVelocities(pairs, velocities, pair)) > SEPARATING * fastest) departing.add(pair)
    }
    restartContacts(model, data, (k) => departing.has(k))
  }

  /** Enters the impacts into the list and the log. */
  private note(
    event: ComponentEvent,
    pairs: readonly ImpactPair[],
    frames: ContactFrames,
    impacts: readonly (readonly ResolvedImpact[])[],
    velocities: Float64Array,
  ): number {
    const { time } = event
    let lost = 0
    for (const together of impacts) warnOfShortcomings(event, pairs, together)
    for (const points of impacts.flatMap((together) => groupByPair(pairs, together))) {
      const { pair, path1, path2, key, nReturn } = pairs[points[0].contact]
      const { impulse, normalImpulse, velocity, position, normal, lostEnergy } = addUp(frames, points)
      lost += lostEnergy
      const across = impulse.map((value, c) => value - normalImpulse * normal[c])
      this.totals.add(path1, path2, impulse, normalImpulse, Math.hypot(...across))
      this.entries.push({
        ...{ time, obj1: path1, obj2: path2, velocity },
        ...{ impulse, normalImpulse, position, normal, lostEnergy },
      })
      event.log(
        `impact of ${path1} and ${path2} with ${format(velocity)} m/s: impulse ` +
          `${format(Math.hypot(...impulse))} N.s, ${format(lostEnergy)} J are lost`,
      )
      this.last.set(key, { time, speed: Math.max(...listVelocities(pairs, velocities, pair)), nReturn })
    }
    return lost
  }
}

/** Speeds below this are rounding, as of axes at rest [rad/s, nominal lengths per second]. */
const STOP_ROUNDING = 1e-10
/** Axes stop bouncing below this speed after an impact [rad/s, nominal lengths per second]. */
const STOP_SPEED = 1e-4

/**
 * An axis that was away from its stop by less than this does not bounce [rad, nominal lengths]: an impact is located
 * some 1e-14 beyond the stop, from where the way back gives a speed of its own. Small mechanisms in strong fields would
 * bounce without end.
 */
const UNSEEN_FLIGHT = 1e-12

/** An axis at a stop as a contact without friction; `velocity`: negative towards the stop. */
function createStopContact(
  { axis }: AxisAtStop,
  k: number,
  velocity: number,
  isBack: boolean,
): ImpactContact {
  const { restitution } = axis.law
  const isSlow = isBack || restitution * -velocity <= STOP_SPEED * axis.size
  return {
    ...{ pair: -1 - k, friction: 0, restitution: isSlow ? 0 : restitution },
    ...{ threshold: STOP_ROUNDING * axis.size, isMeeting: true, isSupport: true },
  }
}

/** Enters impacts at stops into the log. Returns the energy that they dissipate [J]. */
function noteStops(
  event: ComponentEvent,
  stops: readonly AxisAtStop[],
  impacts: readonly ResolvedImpact[],
  first: number,
): number {
  let lost = 0
  for (const { contact, before, impulse, lostEnergy } of impacts) {
    const { axis, side } = stops[contact - first]
    lost += lostEnergy
    // others at rest only support it
    if (!(before[0] < -STOP_ROUNDING * axis.size)) continue
    const limit = side < 0 ? 'lower' : 'upper'
    event.log(
      `${axis.name} hits its ${limit} limit with ${format(-before[0])} ${axis.unit}/s: impulse ` +
        `${format(impulse[0])} ${axis.unit === 'm' ? 'N.s' : 'N.m.s'}`,
    )
  }
  return lost
}

/** Points at which the shapes of contact k touch, in world [m] (3); null: the point of the contact. */
function listTouchingPoints(
  { contacts, detection }: WorldContacts['data'],
  k: number,
): (Float64Array | null)[] {
  const { a, b, geometry } = contacts
  const points = new Float64Array(3 * MAX_TOUCHING)
  const n = detection.computeTouchingPoints(a[k], b[k], geometry, RESULT_LENGTH * k, points)
  return n > 0 ? Array.from({ length: n }, (_, i) => points.slice(3 * i, 3 * i + 3)) : [null]
}

/** Velocities along the normal at all points of a pair [m/s]. */
function listVelocities(pairs: readonly ImpactPair[], velocities: Float64Array, pair: number): number[] {
  return pairs.flatMap((point, i) => (point.pair === pair ? [velocities[3 * i]] : []))
}

/** Groups points by their pairs. */
function groupByPair(
  pairs: readonly ImpactPair[],
  together: readonly ResolvedImpact[],
): (readonly ResolvedImpact[])[] {
  const groups = new Map<number, ResolvedImpact[]>()
  for (const impact of together) {
    const { pair } = pairs[impact.contact]
    groups.set(pair, [...(groups.get(pair) ?? []), impact])
  }
  return [...groups.values()]
}

/** Warns of impulses that do not satisfy the restitution or friction of the materials. */
function warnOfShortcomings(
  event: ComponentEvent,
  pairs: readonly ImpactPair[],
  together: readonly ResolvedImpact[],
): void {
  const without = together[0]?.without ?? 'nothing'
  if (without === 'nothing') return
  const names = [
    ...new Set(together.map(({ contact }) => `${pairs[contact].path1} and ${pairs[contact].path2}`)),
  ]
  const what = without === 'restitution' ? 'without restitution' : 'without restitution and friction'
  const message =
    `The impact of ${names.join(', ')} at t = ${event.time} s is ${what}: no impulses were found that fulfill both. ` +
    'Friction jams what should separate: use a smaller slidingFrictionCoefficient.'
  event.warn({ code: 'IMPACT_JAMMED', key: names.join('\n'), time: event.time, message })
}

/** Sum of the impulses at the points of a pair, at their center. */
function addUp(
  frames: ContactFrames,
  points: readonly ResolvedImpact[],
): Omit<ImpactRecord, 'time' | 'obj1' | 'obj2'> {
  const normalImpulse = points.reduce((sum, { impulse }) => sum + impulse[0], 0)
  const mean = (read: (point: ResolvedImpact) => number): number =>
    points.length === 1
      ? read(points[0])
      : points.reduce((sum, point) => sum + (point.impulse[0] / normalImpulse) * read(point), 0)
  const first = points[0].contact
  const vectors = points.map(({ contact, impulse }) => frames.toWorld(contact, impulse))
  return {
    normalImpulse,
    impulse: [0, 1, 2].map((c) => vectors.reduce((sum, vector) => sum + vector[c], 0)),
    velocity: mean(({ before }) => -before[0]),
    position: [0, 1, 2].map((c) => mean(({ contact }) => frames.points[3 * contact + c])),
    normal: Array.from(frames.axes.subarray(9 * first, 9 * first + 3)),
    lostEnergy: points.reduce((sum, { lostEnergy }) => sum + lostEnergy, 0),
  }
}

/** True if contacts that do not approach stop the motion that other impulses cause, without restitution. */
function isAtOnce({ simultaneous, restitution }: ImpactOptions): boolean {
  return simultaneous === 'together' && restitution === 'newton'
}

/** True if a contact begins at this event. */
function hasFresh({ data }: WorldContacts): boolean {
  const { isFresh, n } = data.contacts
  return isFresh.subarray(0, n).includes(1)
}

function format(value: number): string {
  return Number(value.toPrecision(4)).toString()
}

/** Data that do not depend on the motion. */
type Constants = ReturnType<typeof createContactState> & {
  /** Names of the objects, for messages. */
  readonly names: string
}

/**
 * Impulse given by a function of the user, in the axes of contact i.
 *
 * @param u velocity of the second body relative to the first one [m/s] (3)
 * @param W its change per impulse [1/kg] (3 × 3)
 */
function askUser(
  impulse: NonNullable<OwnContactLaw['impulse']>,
  frames: ContactFrames,
  i: number,
  u: Float64Array,
  W: Float64Array,
  { names, ...state }: Constants,
): number[] {
  state.penetration = 0
  state.penetrationVelocity = -u[0]
  state.startVelocity = -u[0]
  state.position.set(frames.points.subarray(3 * i, 3 * i + 3))
  state.normal.set(frames.axes.subarray(9 * i, 9 * i + 3))
  state.tangentialVelocity.set(frames.toWorld(i, [0, u[1], u[2]]))
  state.angularVelocity.set(frames.readAngularVelocity(i))
  // W in world axes: first its columns, then its rows
  const columns = [0, 1, 2].map((c) => frames.toWorld(i, [W[c], W[3 + c], W[6 + c]]))
  const mobility = new Float64Array(9)
  for (let r = 0; r < 3; r++) {
    const row = columns.map((column) => column[r])
    mobility.set(frames.toWorld(i, row), 3 * r)
  }
  const answer: ArrayLike<number> | undefined = impulse({ ...state, mobility })
  const found = Array.from(answer ?? [])
  if (found.length !== 3 || !found.every(Number.isFinite))
    throw new VarioError(
      'INPUT',
      `The impulse of ${names}: expected three finite numbers [N.s] from the function of the contact law, got ` +
        `${answer === undefined ? 'nothing' : `[${found.join(', ')}]`}.`,
    )
  return frames.fromWorld(i, found)
}

/** Sums of the impulses between objects since the start, by their paths. */
export class ImpulseTotals {
  private readonly totals = new Map<string, ImpulseTotal>()

  /** Adds an impulse on object 2, in world [N.s] (3), with its components along and across the normal [N.s]. */
  add(path1: string, path2: string, impulse: ArrayLike<number>, normal: number, tangential: number): void {
    for (const [total, sign] of [
      [this.read(path1, path2), -1],
      [this.read(path2, path1), 1],
    ] as const) {
      total.n++
      total.normal += normal
      total.tangential += tangential
      for (let c = 0; c < 3; c++) total.vector[c] += sign * impulse[c]
    }
  }

  /** Sums for two objects, with the vector on the first one; updated in place by later impacts. */
  read(path1: string, path2: string): ImpulseTotal {
    const key = `${path1}\n${path2}`
    let total = this.totals.get(key)
    if (total === undefined) {
      total = { n: 0, normal: 0, tangential: 0, vector: new Float64Array(3) }
      this.totals.set(key, total)
    }
    return total
  }
}
