/**
 * Impulses of contacts that meet at one instant: one after the other, or all together. A pair of faces has several
 * points, which always act together.
 *
 * Sequential: the first pair in the order of contacts that approaches fast enough has its impact as if it were alone
 * with all supports, and so on, until no pair approaches. That transfers the motion through a Newton's cradle.
 *
 * Together: λ_n >= 0 and u_n⁺ >= b are complementary for all contacts at once, with friction as in
 * `contact-impulse.ts`. Newton: b = -e u_n for contacts that approach, 0 for others. Poisson [Pfeiffer, Glocker 1996,
 * 8]: a first impulse λ_c ends the compression, b = 0; a second one is at least e λ_c, and u_n⁺ >= 0.
 *
 * Energy never grows. With friction, or with different coefficients, restitution by Newton or Poisson may give energy
 * to the bodies. Then the coefficients of restitution of the impact are reduced by the largest common factor without a
 * gain; without restitution energy never grows: Σ λ·u⁺ <= 0, and the change is Σ λ·u⁺ - λᵀ W λ/2.
 *
 * Contacts that stick allow only rolling velocities: wedged contacts cannot all separate as restitution requires. Then
 * the impact has no restitution.
 */
import type { FrictionProblem } from './friction-problem.ts'
import type { ImpactContact, ImpactOptions, ImpactSystem, ResolvedImpact } from './impact-system.ts'
import { solveFriction } from './solve-friction.ts'

/** Maximum number of sequential impacts per contact; the rest is resolved together without restitution. */
const MAX_IMPACTS = 200
/** Halvings of the restitution that would give energy to the bodies. */
const N_HALVING = 50
/** Energy gain that is a rounding error, relative to the kinetic energy. */
const ENERGY_ROUNDING = 1e-13

/** Finds the impulses, in their order: lists of those that act together. */
export function resolveImpacts(system: ImpactSystem, options: ImpactOptions): ResolvedImpact[][] {
  const { contacts } = system
  const impacts: ResolvedImpact[][] = []
  const limit = MAX_IMPACTS * contacts.length
  const approach = new Approach(system)
  for (let k = approach.next(); k >= 0; k = approach.next()) {
    const isLast = impacts.length >= limit
    const isTogether = isLast || (options.simultaneous === 'together' && contacts[k].own === undefined)
    const list = isTogether ? approach.listConnected(k) : approach.listPoints(k)
    const { own } = contacts[k]
    if (own !== undefined && !isLast) impacts.push([resolveOwn(system, k, own)])
    else impacts.push(resolveTogether(system, list, options, isLast))
    // immovable contacts, and those that approach even after that, are left to the force law
    for (const point of approach.listPoints(k)) approach.close(point)
    if (isLast) return impacts
  }
  return impacts
}

/** A contact moves another one if the response is more than this fraction of its own. */
const CONNECTED = 1e-12

/** Tracks the contacts that approach, of those that may have an impulse. */
class Approach {
  private readonly first: Float64Array
  /** Velocities along the normal after the last impulse of each contact [m/s] (n); NaN: none. */
  private readonly closed: Float64Array

  constructor(private readonly system: ImpactSystem) {
    this.first = system.velocities.slice()
    this.closed = new Float64Array(system.contacts.length).fill(Number.NaN)
  }

  /** The first contact that approaches fast enough; -1 if none does. */
  next(): number {
    return this.system.contacts.findIndex((_, k) => this.isDue(k))
  }

  /** Notes the impulse of contact k: it is due again when others have changed its velocity. */
  close(k: number): void {
    this.closed[k] = this.system.velocities[3 * k]
  }

  /** All points of the pair of contact k, and supports. */
  listPoints(k: number): readonly number[] {
    const { contacts } = this.system
    return [...contacts.keys()].filter(
      (j) => contacts[j].pair === contacts[k].pair || contacts[j].isSupport === true,
    )
  }

  /** Contact k and all that its impulses move, without those with laws of the user. */
  listConnected(k: number): readonly number[] {
    const { contacts } = this.system
    const list = [k]
    for (let i = 0; i < list.length; i++) {
      const response = this.system.respond(list[i])
      const own = Math.abs(response[9 * list[i]])
      contacts.forEach((contact, j) => {
        if (contact.own !== undefined || list.includes(j)) return
        const moved = response.subarray(9 * j, 9 * j + 9).some((w) => Math.abs(w) > CONNECTED * own)
        if (moved) list.push(j)
      })
    }
    return list.sort((a, b) => a - b)
  }

  private isDue(k: number): boolean {
    const { contacts, velocities, engaged } = this.system
    const { threshold, isMeeting } = contacts[k]
    const isFirst = engaged !== undefined && Number.isNaN(this.closed[k])
    const u = isFirst ? Math.min(velocities[3 * k], engaged.before[3 * k]) : velocities[3 * k]
    if (!(u < -threshold) || u === this.closed[k]) return false
    return isMeeting || u < this.first[3 * k] - 0.5 * threshold
  }
}

/** Resolves the impact of one contact by the law of the user. */
function resolveOwn(system: ImpactSystem, k: number, own: NonNullable<ImpactContact['own']>): ResolvedImpact {
  const { velocities } = system
  const response = system.respond(k)
  const W = response.slice(9 * k, 9 * k + 9)
  const u = velocities.slice(3 * k, 3 * k + 3)
  const impulse = Float64Array.from(own(u, W))
  const lostEnergy = computeLoss(W, u, impulse)
  addImpulse(velocities, response, impulse)
  return { contact: k, before: u, impulse, lostEnergy, without: 'nothing' }
}

/** Resolves all contacts of a list together; `isPlastic`: without restitution. */
function resolveTogether(
  system: ImpactSystem,
  list: readonly number[],
  options: ImpactOptions,
  isPlastic: boolean,
): ResolvedImpact[] {
  const { velocities, contacts, engaged } = system
  const responses = list.map((k) => system.respond(k))
  const n = list.length
  const W = new Float64Array(9 * n * n)
  const u = new Float64Array(3 * n)
  const before = new Float64Array(3 * n)
  list.forEach((k, i) => {
    for (let r = 0; r < 3; r++) {
      u[3 * i + r] = velocities[3 * k + r]
      before[3 * i + r] = (engaged?.before ?? velocities)[3 * k + r]
      for (let j = 0; j < n; j++)
        for (let c = 0; c < 3; c++) W[3 * n * (3 * i + r) + 3 * j + c] = responses[j][3 * (3 * k + r) + c]
    }
  })
  const laws = list.map((k) => contacts[k])
  const size = sizeOf(W, before)
  const lossOf = (impulses: Float64Array): number => computeLoss(W, u, impulses) + (engaged?.energy ?? 0)
  const solve = (factor: number): Solution | null => {
    const impulses = solveTogether(W, u, before, laws, factor, options.restitution)
    return impulses && { impulses, lost: lossOf(impulses) }
  }
  const fulfilled = isPlastic ? solve(0) : limitRestitution(solve, size)
  let without: ResolvedImpact['without'] = 'nothing'
  let solution = fulfilled
  if (solution === null) {
    without = 'restitution'
    solution = solve(0)
  }
  if (solution === null) {
    without = 'friction'
    const smooth = laws.map((law) => ({ ...law, friction: 0 }))
    const impulses = solveTogether(W, u, before, smooth, 0, options.restitution) ?? new Float64Array(3 * n)
    solution = { impulses, lost: lossOf(impulses) }
  }
  const { impulses, lost } = solution
  const normal = list.reduce((sum, _, i) => sum + impulses[3 * i], 0)
  return list.flatMap((k, i): ResolvedImpact[] => {
    const impulse = impulses.slice(3 * i, 3 * i + 3)
    if (!(impulse[0] > 0)) return []
    addImpulse(velocities, responses[i], impulse)
    // the energy is dissipated jointly: shares in proportion to the impulses
    return [
      {
        contact: k,
        before: before.slice(3 * i, 3 * i + 3),
        impulse,
        lostEnergy: (lost * impulse[0]) / normal,
        without,
      },
    ]
  })
}

/** Impulses (3n), and the energy that they dissipate [J]. */
interface Solution {
  readonly impulses: Float64Array
  readonly lost: number
}

/**
 * Impulses with the largest fraction of the restitution that gains no energy; null if none were found with all of it.
 */
function limitRestitution(solve: (factor: number) => Solution | null, size: number): Solution | null {
  const whole = solve(1)
  if (whole === null || !(whole.lost < -ENERGY_ROUNDING * size)) return whole
  let best: Solution | null = null
  let low = 0
  let high = 1
  for (let k = 0; k < N_HALVING; k++) {
    const middle = 0.5 * (low + high)
    const solution = solve(middle)
    if (solution === null || solution.lost < 0) high = middle
    else {
      low = middle
      best = solution
    }
  }
  return best ?? solve(0)
}

/** Energy that impulses dissipate [J]: -λ·(u + W λ/2). */
function computeLoss(W: Float64Array, u: Float64Array, impulses: Float64Array): number {
  const n = u.length
  let lost = 0
  for (let i = 0; i < n; i++) {
    let change = 0
    for (let j = 0; j < n; j++) change += W[n * i + j] * impulses[j]
    lost -= impulses[i] * (u[i] + 0.5 * change)
  }
  return lost
}

/** Kinetic energy of the approach, and of sliding [J]. */
function sizeOf(W: Float64Array, u: Float64Array): number {
  const n = u.length
  let size = 0
  for (let i = 0; i < n; i++) if (W[(n + 1) * i] > 0) size += (u[i] * u[i]) / W[(n + 1) * i]
  return size
}

function dotRow(W: Float64Array, i: number, x: Float64Array): number {
  return W[3 * i] * x[0] + W[3 * i + 1] * x[1] + W[3 * i + 2] * x[2]
}

function addImpulse(velocities: Float64Array, response: Float64Array, impulse: Float64Array): void {
  for (let i = 0; i < velocities.length; i++) velocities[i] += dotRow(response, i, impulse)
}

/**
 * Impulses of several contacts at once, with the restitution of Newton or Poisson and Coulomb's friction.
 *
 * @param W mobility of all [1/kg] (3n × 3n)
 * @param u velocities without the impulses [m/s] (3n)
 * @param before velocities that determine the restitution [m/s] (3n)
 * @param factor factor of the coefficients of restitution [1]
 * @returns impulses [N.s] (3n); null if none were found
 */
function solveTogether(
  W: Float64Array,
  u: Float64Array,
  before: Float64Array,
  contacts: readonly ImpactContact[],
  factor: number,
  restitution: ImpactOptions['restitution'],
): Float64Array<ArrayBuffer> | null {
  const n = contacts.length
  const mu = Float64Array.from(contacts, ({ friction }) => friction)
  const none = new Float64Array(n)
  const compression: FrictionProblem = { n, W, u, mu, after: none, least: none }
  if (restitution === 'newton') {
    const after = Float64Array.from(contacts, (contact, k) =>
      before[3 * k] < -contact.threshold ? -factor * contact.restitution * before[3 * k] : 0,
    )
    return solveFriction({ ...compression, after })
  }
  const first = solveFriction(compression)
  if (first === null || factor === 0) return first
  const middle = u.map((v, i) => {
    let sum = v
    for (let j = 0; j < 3 * n; j++) sum += W[3 * n * i + j] * first[j]
    return sum
  })
  const least = Float64Array.from(contacts, (contact, k) => factor * contact.restitution * first[3 * k])
  const second = solveFriction({ ...compression, u: middle, least })
  return second === null ? null : second.map((lambda, i) => lambda + first[i])
}
