/** Contacts with a user law: a user function computes a force or an impulse from the result of the detection. */
import { addForceAtPoint } from '../dynamics/index.ts'
import {
  type ActiveContacts,
  CONTACT_CONSTANTS_SIZE,
  MU_K,
  RADIUS,
  START_VELOCITY,
} from './active-contacts.ts'
import { computeContactMotion } from './add-contact-forces.ts'
import type { PairMaterial } from './contact-parameters.ts'
import type { ContactLaw } from './contact-response.ts'
import {
  CONTACT_RESULT_SIZE,
  DISSIPATION,
  ELASTIC_ENERGY,
  FORCE_VECTOR,
  NORMAL_FORCE,
  NORMAL_VECTOR,
  PENETRATION,
  PENETRATION_VELOCITY,
  POSITION_VECTOR,
  TANGENTIAL_FORCE,
  TORQUE,
  TORQUE_VECTOR,
} from './result-layout.ts'
import type { ContactAnswer, ContactState, OwnContactLaw } from './user-law-state.ts'

/** Empty state and load for a pair of materials. */
export function createContactState({ cor, muK, modulus }: PairMaterial): ContactState {
  return {
    penetration: Number.NaN,
    penetrationVelocity: Number.NaN,
    startVelocity: Number.NaN,
    position: new Float64Array(3),
    normal: new Float64Array(3),
    tangentialVelocity: new Float64Array(3),
    angularVelocity: new Float64Array(3),
    restitution: cor,
    friction: muK,
    modulus,
    radius: Number.NaN,
  }
}

/** Fills in the state of contact k after `computeContactMotion`, which has set `V_AB`. */
export function readContactState(
  contacts: ActiveContacts,
  k: number,
  V_AB: Float64Array,
  out: ContactState,
): void {
  const { results, constants } = contacts
  const o = CONTACT_RESULT_SIZE * k
  const c = CONTACT_CONSTANTS_SIZE * k
  out.penetration = results[o + PENETRATION]
  out.penetrationVelocity = results[o + PENETRATION_VELOCITY]
  out.startVelocity = constants[c + START_VELOCITY]
  out.radius = constants[c + RADIUS]
  out.friction = constants[c + MU_K]
  for (let m = 0; m < 3; m++) {
    out.position[m] = results[o + POSITION_VECTOR + m]
    // the normal of results points into the first one
    out.normal[m] = 0 - results[o + NORMAL_VECTOR + m]
    out.angularVelocity[m] = V_AB[m]
    out.tangentialVelocity[m] = V_AB[m + 3]
  }
}

/** Creates the user law of a pair of materials; its missing functions are those of `elastic`. */
export function createOwnLaw(material: PairMaterial, own: OwnContactLaw, elastic: ContactLaw): ContactLaw {
  const { force: addOwn } = own
  const state = createContactState(material)
  const answer: ContactAnswer = {
    force: new Float64Array(3),
    torque: new Float64Array(3),
    elasticEnergy: Number.NaN,
    dissipation: Number.NaN,
  }
  const scale = own.penetrationScale
  return {
    start: elastic.start,
    computeMaxStep: elastic.computeMaxStep,
    computePenetrationScale: scale === undefined ? elastic.computePenetrationScale : () => scale,
    addForces:
      addOwn === undefined
        ? elastic.addForces
        : (contacts, k, bodyA, bodyB, data, work) => {
            computeContactMotion(contacts, k, bodyA, bodyB, data, work)
            readContactState(contacts, k, work.V_AB, state)
            answer.force.fill(0)
            answer.torque.fill(0)
            answer.elasticEnergy = 0
            answer.dissipation = 0
            addOwn(state, answer)
            writeAnswer(contacts, k, state.normal, answer)
            for (const [body, sign] of [
              [bodyB, 1],
              [bodyA, -1],
            ] as const) {
              if (body < 0) continue
              for (let m = 0; m < 3; m++) {
                work.F_W[m] = sign * answer.torque[m]
                work.F_W[m + 3] = sign * answer.force[m]
              }
              addForceAtPoint(data, body, work.F_W, 0, state.position, 0)
            }
          },
  }
}

/** Writes the load of a user law to the results of contact k, which are those on the first object. */
function writeAnswer(
  { results }: ActiveContacts,
  k: number,
  normal: Float64Array,
  { force, torque, elasticEnergy, dissipation }: ContactAnswer,
): void {
  const o = CONTACT_RESULT_SIZE * k
  const pressure = force[0] * normal[0] + force[1] * normal[1] + force[2] * normal[2]
  let tangential = 0
  for (let m = 0; m < 3; m++) {
    results[o + FORCE_VECTOR + m] = 0 - force[m]
    results[o + TORQUE_VECTOR + m] = 0 - torque[m]
    const t = force[m] - pressure * normal[m]
    tangential += t * t
  }
  results[o + NORMAL_FORCE] = pressure
  results[o + TANGENTIAL_FORCE] = Math.sqrt(tangential)
  results[o + TORQUE] = Math.hypot(torque[0], torque[1], torque[2])
  results[o + DISSIPATION] = dissipation
  results[o + ELASTIC_ENERGY] = elasticEnergy
}
