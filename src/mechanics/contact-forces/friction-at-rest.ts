/** Contacts that hold their places during the search of a state of rest: see `hold-displacement.ts`. */
import { addForceAtPoint } from '../dynamics/index.ts'
import type { TreeData } from '../tree-data.ts'
import { type ActiveContacts, CONTACT_CONSTANTS_SIZE, MU_K, MU_R, PATCH_CONTACT } from './active-contacts.ts'
import {
  type ContactHold,
  computeHeldMotion,
  computeMotionBefore,
  createHeldMotion,
  createHold,
  type HeldMotion,
  renewHold,
} from './hold-displacement.ts'
import { computeHoldStiffness, type HoldFriction } from './hold-stiffness.ts'
import {
  CONTACT_RESULT_SIZE,
  ELASTIC_ENERGY,
  FORCE_VECTOR,
  NORMAL_FORCE,
  NORMAL_VECTOR,
  POSITION_VECTOR,
  TANGENTIAL_FORCE,
  TORQUE,
  TORQUE_VECTOR,
} from './result-layout.ts'

/** Excess over limits that is rounding, or not yet settled [1]. */
const USE_TOLERANCE = 1e-6

/** A contact that would exceed its holding limit. */
export interface Overload extends HoldLoad {
  /** Shapes. */
  readonly a: number
  readonly b: number
  /** [N] */
  readonly pressure: number
  readonly friction: HoldFriction
}

export class ContactHolds {
  /** Holds by the shapes of their contacts. */
  private readonly holds = new Map<string, ContactHold>()
  private readonly motion = createHeldMotion()
  private readonly before = createHeldMotion()

  /**
   * @param slips true if contacts slip beyond their limits; otherwise they hold any load
   * @param bodies bodies of the shapes
   * @param frictionOf friction of the contact of two shapes; null without friction
   */
  constructor(
    private readonly slips: boolean,
    private readonly bodies: Int32Array,
    private readonly frictionOf: (a: number, b: number) => HoldFriction | null,
  ) {}

  /** Called at an event, after contacts have their geometry: new contacts hold from now on. */
  begin(contacts: ActiveContacts, data: TreeData): void {
    // a contact that began in a trial may begin elsewhere in the next one
    for (const [key, { isAccepted }] of this.holds) if (!isAccepted) this.holds.delete(key)
    for (let k = 0; k < contacts.n; k++) {
      const [a, b] = [contacts.a[k], contacts.b[k]]
      const friction = this.frictionOf(a, b)
      if (friction === null) continue
      const c = CONTACT_CONSTANTS_SIZE * k
      // contacts that slide within their limits do not creep
      if (this.slips) contacts.constants[c + MU_K] = contacts.constants[c + MU_R] = 0
      if (this.holds.has(`${a} ${b}`)) continue
      const hold = createHold(this.bodies[a], this.bodies[b], computeHoldStiffness(contacts, k, friction))
      renewHold(hold, data, contacts.results, CONTACT_RESULT_SIZE * k + POSITION_VECTOR, createHeldMotion())
      this.holds.set(`${a} ${b}`, hold)
    }
  }

  /** After a step: the displacement until now is transferred to the present positions of the contacts. */
  renew(contacts: ActiveContacts, data: TreeData): void {
    const ended = new Set(this.holds.keys())
    for (let k = 0; k < contacts.n; k++) {
      const key = `${contacts.a[k]} ${contacts.b[k]}`
      ended.delete(key)
      const hold = this.holds.get(key)
      if (hold === undefined) continue
      const { motion } = this
      const o = CONTACT_RESULT_SIZE * k
      computeHeldMotion(hold, data, contacts.results, o + NORMAL_VECTOR, motion)
      hold.stiffness = computeHoldStiffness(contacts, k, hold.stiffness)
      if (this.slips) this.slip(hold, contacts.results, o, data)
      if (contacts.patchState[k] === PATCH_CONTACT) carryAlong(motion, contacts.results, o)
      renewHold(hold, data, contacts.results, o + POSITION_VECTOR, motion)
      hold.isAccepted = true
    }
    for (const key of ended) this.holds.delete(key)
  }

  /** Sliding and rolling contacts hold from now on, with their present forces. */
  stick(): void {
    for (const hold of this.holds.values()) hold.slidingPressure = hold.rollingPressure = Number.NaN
  }

  /** Adds the holding forces of contact k to its results and to the forces on its bodies. */
  addForces(contacts: ActiveContacts, k: number, data: TreeData, F_W: Float64Array): void {
    const hold = this.holds.get(`${contacts.a[k]} ${contacts.b[k]}`)
    if (hold === undefined) return
    const { results } = contacts
    const { motion } = this
    const o = CONTACT_RESULT_SIZE * k
    const load = this.computeLoad(hold, contacts, k, data)
    // a sliding contact has the force at which it began to slide, under the present pressure; both act at the present
    // contact: at the original points, they would rotate a body that rolls on from there
    computeMotionBefore(hold, data, this.before)
    const before = computeHoldLoad(hold, this.before, results, o + NORMAL_VECTOR, results[o + NORMAL_FORCE])
    const isSliding = !Number.isNaN(hold.slidingPressure)
    const isRolling = !Number.isNaN(hold.rollingPressure)
    const friction = isSliding ? before : load
    const resistance = isRolling ? before : load
    const sliding = isSliding ? results[o + NORMAL_FORCE] / hold.slidingPressure : 1
    const rolling = isRolling ? results[o + NORMAL_FORCE] / hold.rollingPressure : 1
    for (let m = 0; m < 3; m++) {
      F_W[m] =
        sliding * friction.turningTorque * results[o + NORMAL_VECTOR + m] + rolling * resistance.torque[m]
      F_W[m + 3] = sliding * friction.force[m]
    }
    for (const [body, sign] of [
      [hold.bodyA, 1],
      [hold.bodyB, -1],
    ] as const)
      if (body >= 0)
        addForceAtPoint(
          data,
          body,
          F_W.map((x) => sign * x),
          0,
          results,
          o + POSITION_VECTOR,
        )
    addToResults(results, o, F_W)
    results[o + ELASTIC_ENERGY] +=
      0.5 * (dot(F_W.subarray(3), motion.s) + dot(F_W.subarray(0, 3), motion.phi))
  }

  /** Contacts that exceed their holding limits, after the forces have been added. */
  listOverloads(contacts: ActiveContacts, data: TreeData): Overload[] {
    const overloads: Overload[] = []
    for (let k = 0; k < contacts.n; k++) {
      const hold = this.holds.get(`${contacts.a[k]} ${contacts.b[k]}`)
      if (hold === undefined) continue
      const load = this.computeLoad(hold, contacts, k, data)
      if (Math.max(load.slidingUse, load.rollingUse) <= 1 + USE_TOLERANCE) continue
      const pressure = contacts.results[CONTACT_RESULT_SIZE * k + NORMAL_FORCE]
      overloads.push({ ...load, a: contacts.a[k], b: contacts.b[k], pressure, friction: hold.stiffness })
    }
    return overloads
  }

  /** Reduces the displacement of a contact to its limit, and decides if it slides or rolls in the next step. */
  private slip(hold: ContactHold, results: Float64Array, o: number, data: TreeData): void {
    const { motion, before } = this
    const iN = o + NORMAL_VECTOR
    const n = results.subarray(iN, iN + 3)
    const pressure = results[o + NORMAL_FORCE]
    computeMotionBefore(hold, data, before)
    // friction that would drive the bodies holds them instead
    const hasTurnedBack = dot(before.s, motion.s) < dot(before.s, before.s)
    const rollsBack = dot(before.phi, motion.phi) < dot(before.phi, before.phi)
    const sticks = !Number.isNaN(hold.slidingPressure) && hasTurnedBack
    const stays = !Number.isNaN(hold.rollingPressure) && rollsBack
    if (sticks) motion.s.set(before.s)
    if (stays) motion.phi.set(before.phi)
    const load = computeHoldLoad(hold, motion, results, iN, pressure)
    cutBack(motion, n, load, hold.stiffness.turning > 0)
    hold.slidingPressure = load.slidingUse > 1 && !sticks && pressure > 0 ? pressure : Number.NaN
    hold.rollingPressure = load.rollingUse > 1 && !stays && pressure > 0 ? pressure : Number.NaN
  }

  private computeLoad(hold: ContactHold, { results }: ActiveContacts, k: number, data: TreeData): HoldLoad {
    const o = CONTACT_RESULT_SIZE * k
    computeHeldMotion(hold, data, results, o + NORMAL_VECTOR, this.motion)
    return computeHoldLoad(hold, this.motion, results, o + NORMAL_VECTOR, results[o + NORMAL_FORCE])
  }
}

/** Removes from a displacement the part beyond the limit of the contact. */
function cutBack(
  { s, phi }: HeldMotion,
  n: Float64Array,
  { slidingUse, rollingUse }: HoldLoad,
  isPatch: boolean,
): void {
  const sliding = Math.max(1, slidingUse)
  const rolling = Math.max(1, rollingUse)
  // friction holds a patch against rotation about its normal
  const about = dot(phi, n)
  const left = about / (isPatch ? sliding : rolling)
  for (let m = 0; m < 3; m++) {
    s[m] /= sliding
    phi[m] = (phi[m] - about * n[m]) / rolling + left * n[m]
  }
}

/** s at the center of a patch, from that at its old center: the patch has rotated about its normal. */
function carryAlong({ s, phi, place }: HeldMotion, results: Float64Array, o: number): void {
  const n = results.subarray(o + NORMAL_VECTOR, o + NORMAL_VECTOR + 3)
  const turn = dot(phi, n)
  const r = [0, 1, 2].map((m) => results[o + POSITION_VECTOR + m] - place[m])
  const along = r[0] * n[0] + r[1] * n[1] + r[2] * n[2]
  for (let m = 0; m < 3; m++) r[m] -= along * n[m]
  s[0] += turn * (n[1] * r[2] - n[2] * r[1])
  s[1] += turn * (n[2] * r[0] - n[0] * r[2])
  s[2] += turn * (n[0] * r[1] - n[1] * r[0])
}

/** Adds a load on A, which acts at the position of the contact, to the results of the contact. */
function addToResults(results: Float64Array, o: number, F_W: Float64Array): void {
  for (let m = 0; m < 3; m++) {
    results[o + TORQUE_VECTOR + m] += F_W[m]
    results[o + FORCE_VECTOR + m] += F_W[m + 3]
  }
  const iF = o + FORCE_VECTOR
  const iN = o + NORMAL_VECTOR
  const along =
    results[iF] * results[iN] + results[iF + 1] * results[iN + 1] + results[iF + 2] * results[iN + 2]
  results[o + TANGENTIAL_FORCE] = Math.hypot(
    ...[0, 1, 2].map((m) => results[iF + m] - along * results[iN + m]),
  )
  results[o + TORQUE] = Math.hypot(...results.subarray(o + TORQUE_VECTOR, o + TORQUE_VECTOR + 3))
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/** Forces of a hold on A, which hold B back, in the world. */
interface HoldLoad {
  /** Along the surfaces [N] (3), its length, and its friction limit [N]. */
  readonly force: Float64Array
  readonly slidingForce: number
  readonly slidingLimit: number
  /** About the normal into A, from friction over a whole patch, and its friction limit [N.m]. */
  readonly turningTorque: number
  readonly turningLimit: number
  /** Of resistance against rotation [N.m] (3), its length, and its limit [N.m]. */
  readonly torque: Float64Array
  readonly rollingTorque: number
  readonly rollingLimit: number
  /** Used fraction of the limits of friction and resistance against rotation [1]. */
  readonly slidingUse: number
  readonly rollingUse: number
}

/**
 * The forces of eq. (1) of `hold-displacement.ts`, and their limits under the pressure `force` [N]. Friction gives
 * μ_k f without a torque and a torque of μ_k f times its arm without a force; between both, an ellipse is close to Coulomb's
 * law over a whole patch [Howe and Cutkosky 1996].
 *
 * @param n unit normal into A
 */
function computeHoldLoad(
  { stiffness }: ContactHold,
  { s, phi }: HeldMotion,
  n: Float64Array,
  iN: number,
  pressure: number,
): HoldLoad {
  const { muK, muR, sliding, turning, rolling, axes, arm, radius } = stiffness
  const force = s.map((x) => sliding * x)
  const turningTorque = turning * (phi[0] * n[iN] + phi[1] * n[iN + 1] + phi[2] * n[iN + 2])
  const torque = new Float64Array(3)
  for (const e of axes) {
    const about = rolling * (phi[0] * e[0] + phi[1] * e[1] + phi[2] * e[2])
    for (let m = 0; m < 3; m++) torque[m] += about * e[m]
  }
  const slidingForce = Math.hypot(force[0], force[1], force[2])
  const rollingTorque = Math.hypot(torque[0], torque[1], torque[2])
  const slidingLimit = muK * pressure
  const turningLimit = slidingLimit * arm
  const rollingLimit = muR * radius * pressure
  return {
    ...{ force, slidingForce, slidingLimit, turningTorque, turningLimit },
    ...{ torque, rollingTorque, rollingLimit },
    slidingUse: Math.hypot(ratio(slidingForce, slidingLimit), ratio(turningTorque, turningLimit)),
    rollingUse: ratio(rollingTorque, rollingLimit),
  }
}

function ratio(part: number, whole: number): number {
  return part === 0 ? 0 : Math.abs(part) / whole
}
