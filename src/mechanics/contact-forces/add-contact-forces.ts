import {
  PATCH_CENTER,
  PATCH_DEPTH,
  PATCH_LENGTH,
  PATCH_MOMENTS,
  PATCH_REST,
  PATCH_U,
  PATCH_V,
  PATCH_WEIGHT,
  RESULT_DISTANCE,
  RESULT_LENGTH,
  RESULT_NORMAL,
  RESULT_POINT_A,
  RESULT_POINT_B,
} from '../../collision/index.ts'
import { addForceAtPoint } from '../dynamics/index.ts'
import type { TreeData } from '../tree-data.ts'
import {
  type ActiveContacts,
  CONTACT_CONSTANTS_SIZE,
  DAMPING,
  IS_LINEAR,
  MU_K,
  MU_R,
  PATCH_CONTACT,
  RADIUS,
  STIFFNESS,
  V_SMALL,
  W_SMALL,
} from './active-contacts.ts'
import { computeNormalForce } from './contact-force-law.ts'
import { addPatchFriction } from './patch-friction.ts'
import { regularize } from './regularization.ts'
import {
  ANGULAR_VELOCITY,
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
  TANGENTIAL_VELOCITY,
  TORQUE,
  TORQUE_VECTOR,
} from './result-layout.ts'

/** Workspace for the forces of one contact. Belongs to the data of a run. */
export interface ContactWorkspace {
  /** Relative velocity of B to A at the contact: ω [rad/s], tangential v [m/s], in the world (6). */
  readonly V_AB: Float64Array
  /** [torque; force] on one body at the contact, in the world [N.m, N] (6). */
  readonly F_W: Float64Array
}

export function createContactWorkspace(): ContactWorkspace {
  return { V_AB: new Float64Array(6), F_W: new Float64Array(6) }
}

/**
 * Computes the motion at contact k from its geometry and the velocities of the bodies, and writes it to
 * `contacts.results`: position, normal, penetration, velocities. All forces become zero.
 *
 * With the unit vector n from A to B, e_n = −n points into A: then δ̇ of (7.6) is positive in compression and f e_n of
 * (7.3b) is the force on A, while (7.3c) and (7.3d), which oppose the velocities of B relative to A, act on B.
 *
 *   v_rel = v_B − v_A,   δ̇ = −n·v_rel,   v_t = v_rel + δ̇ n,   ω_rel = ω_B − ω_A
 *   (7.5)-(7.9)
 */
export function computeContactMotion(
  contacts: ActiveContacts,
  k: number,
  bodyA: number,
  bodyB: number,
  data: TreeData,
  { V_AB }: ContactWorkspace,
): void {
  const { geometry, results, patches } = contacts
  const isPatch = contacts.patchState[k] === PATCH_CONTACT
  const g = RESULT_LENGTH * k
  const o = CONTACT_RESULT_SIZE * k
  for (let c = 0; c < CONTACT_RESULT_SIZE; c++) results[o + c] = 0
  for (let c = 0; c < 3; c++) {
    const pointA = geometry[g + RESULT_POINT_A + c]
    const middle = pointA + 0.5 * (geometry[g + RESULT_POINT_B + c] - pointA)
    results[o + POSITION_VECTOR + c] = isPatch ? patches[PATCH_LENGTH * k + PATCH_CENTER + c] : middle
    results[o + NORMAL_VECTOR + c] = -geometry[g + RESULT_NORMAL + c]
  }
  for (let c = 0; c < 6; c++) V_AB[c] = 0
  addPointVelocity(V_AB, data, bodyB, results, o + POSITION_VECTOR, 1)
  addPointVelocity(V_AB, data, bodyA, results, o + POSITION_VECTOR, -1)
  const ex = results[o + NORMAL_VECTOR]
  const ey = results[o + NORMAL_VECTOR + 1]
  const ez = results[o + NORMAL_VECTOR + 2]
  const rate = ex * V_AB[3] + ey * V_AB[4] + ez * V_AB[5]
  V_AB[3] -= rate * ex
  V_AB[4] -= rate * ey
  V_AB[5] -= rate * ez
  results[o + PENETRATION] = Math.max(0, -geometry[g + RESULT_DISTANCE])
  results[o + PENETRATION_VELOCITY] = rate
  results[o + TANGENTIAL_VELOCITY] = Math.sqrt(V_AB[3] * V_AB[3] + V_AB[4] * V_AB[4] + V_AB[5] * V_AB[5])
  results[o + ANGULAR_VELOCITY] = Math.sqrt(V_AB[0] * V_AB[0] + V_AB[1] * V_AB[1] + V_AB[2] * V_AB[2])
}

/**
 * Computes the motion at contact k, its forces and torques (7.3), and adds both to `data.F_ext` of the bodies. If
 * nearly parallel surfaces carry the contact, their patch replaces δ by δ_s, and a force W times as large acts at its
 * center (see `contact-patch.ts`); rotation of the surfaces on each other without a change of δ_s is damped like δ, and
 * friction acts over the whole patch (see `patch-friction.ts`).
 *
 * The damping coefficient d of (7.13) belongs to the velocity of approach of the bodies, δ̇ at the center, not to
 * dδ_s/dt = W δ̇: then m δ̈ = −W k δ_s^(3/2) (1 + d δ̇) gives the same restitution for all W, because that depends only
 * on d and δ̇⁻.
 */
export function addContactForces(
  contacts: ActiveContacts,
  k: number,
  bodyA: number,
  bodyB: number,
  data: TreeData,
  work: ContactWorkspace,
): void {
  computeContactMotion(contacts, k, bodyA, bodyB, data, work)
  if (contacts.isElastic[k] === 0) return
  const { V_AB, F_W } = work
  const { constants, results, patches } = contacts
  const isPatch = contacts.patchState[k] === PATCH_CONTACT
  const q = PATCH_LENGTH * k
  const c = CONTACT_CONSTANTS_SIZE * k
  const o = CONTACT_RESULT_SIZE * k
  const stiffness = constants[c + STIFFNESS]
  const weight = isPatch ? patches[q + PATCH_WEIGHT] : 1
  const penetration = isPatch ? patches[q + PATCH_DEPTH] : results[o + PENETRATION]
  const rate = results[o + PENETRATION_VELOCITY]
  const vt = results[o + TANGENTIAL_VELOCITY]
  const w = results[o + ANGULAR_VELOCITY]
  const isLinear = constants[c + IS_LINEAR] === 1
  const force = weight * computeNormalForce(stiffness, constants[c + DAMPING], penetration, rate, isLinear)
  const slidingForce = constants[c + MU_K] * force
  // torque on A per angular velocity of B relative to A: (7.3d)
  const perAngularVelocity =
    (constants[c + MU_R] * constants[c + RADIUS] * force) / regularize(w, constants[c + W_SMALL])
  for (let m = 0; m < 3; m++) {
    results[o + FORCE_VECTOR + m] = force * results[o + NORMAL_VECTOR + m]
    results[o + TORQUE_VECTOR + m] = perAngularVelocity * V_AB[m]
  }
  results[o + NORMAL_FORCE] = force
  const elasticForce = stiffness * penetration * (isLinear ? 1 : Math.sqrt(penetration))
  // ∫ k δ^p dδ = k δ^p δ/(p + 1)
  results[o + ELASTIC_ENERGY] = (isLinear ? 0.5 : 0.4) * elasticForce * penetration
  results[o + DISSIPATION] = (force - weight * elasticForce) * rate
  if (isPatch) addPatchFriction(results, o, patches, q, V_AB, slidingForce, constants[c + V_SMALL])
  else {
    // (7.3c), which opposes the velocity of B relative to A, acts on B
    const perVelocity = slidingForce / regularize(vt, constants[c + V_SMALL])
    for (let m = 0; m < 3; m++) results[o + FORCE_VECTOR + m] += perVelocity * V_AB[3 + m]
    results[o + TANGENTIAL_FORCE] = perVelocity * vt
    results[o + DISSIPATION] += perVelocity * vt * vt
  }
  results[o + DISSIPATION] += perAngularVelocity * w * w
  // W is 1 if one corner carries the contact: then it is that of a point, without any torque
  if (weight > 1)
    addRockingTorque(results, o, patches, q, V_AB, (weight - 1) * (force / weight) * constants[c + DAMPING])
  if (isPatch) addRest(results, o, patches, q, elasticForce)
  results[o + TORQUE] = computeLength(results, o + TORQUE_VECTOR)
  applyForce(data, bodyA, results, o, 1, F_W)
  applyForce(data, bodyB, results, o, -1, F_W)
}

/**
 * Adds the gradient of δ_s in addition to W n: force and torque on A, of the elastic force alone, which they keep
 * conservative.
 */
function addRest(results: Float64Array, o: number, patches: Float64Array, q: number, force: number): void {
  for (let m = 0; m < 3; m++) {
    results[o + TORQUE_VECTOR + m] += force * patches[q + PATCH_REST + m]
    results[o + FORCE_VECTOR + m] += force * patches[q + PATCH_REST + 3 + m]
  }
}

function computeLength(x: Float64Array, o: number): number {
  return Math.sqrt(x[o] * x[o] + x[o + 1] * x[o + 1] + x[o + 2] * x[o + 2])
}

/**
 * Torque of a damping force with the density D δ^p/∫δ^p times the variable part of the rate of depth. With the rate u
 * (ω·V) − v (ω·U) at the point u U + v V, the torque on A is D (m_u V − m_v U) with the moments m of the rate.
 */
function addRockingTorque(
  results: Float64Array,
  o: number,
  patches: Float64Array,
  q: number,
  V_AB: Float64Array,
  damping: number,
): void {
  const Ux = patches[q + PATCH_U]
  const Uy = patches[q + PATCH_U + 1]
  const Uz = patches[q + PATCH_U + 2]
  const Vx = patches[q + PATCH_V]
  const Vy = patches[q + PATCH_V + 1]
  const Vz = patches[q + PATCH_V + 2]
  const gu = V_AB[0] * Vx + V_AB[1] * Vy + V_AB[2] * Vz
  const gv = -(V_AB[0] * Ux + V_AB[1] * Uy + V_AB[2] * Uz)
  const mu = damping * (patches[q + PATCH_MOMENTS] * gu + patches[q + PATCH_MOMENTS + 1] * gv)
  const mv = damping * (patches[q + PATCH_MOMENTS + 1] * gu + patches[q + PATCH_MOMENTS + 2] * gv)
  results[o + TORQUE_VECTOR] += mu * Vx - mv * Ux
  results[o + TORQUE_VECTOR + 1] += mu * Vy - mv * Uy
  results[o + TORQUE_VECTOR + 2] += mu * Vz - mv * Uz
  results[o + DISSIPATION] += mu * gu + mv * gv
}

/** V_AB += sign · velocity of `body` at the point p_WQ; nothing for the world. */
export function addPointVelocity(
  V_AB: Float64Array,
  data: TreeData,
  body: number,
  p_WQ: Float64Array,
  ip: number,
  sign: number,
): void {
  if (body < 0) return
  const { R_WB, p_WB, V_WB_B } = data
  const r = 9 * body
  const o = 6 * body
  const ax = V_WB_B[o]
  const ay = V_WB_B[o + 1]
  const az = V_WB_B[o + 2]
  const bx = V_WB_B[o + 3]
  const by = V_WB_B[o + 4]
  const bz = V_WB_B[o + 5]
  const wx = R_WB[r] * ax + R_WB[r + 1] * ay + R_WB[r + 2] * az
  const wy = R_WB[r + 3] * ax + R_WB[r + 4] * ay + R_WB[r + 5] * az
  const wz = R_WB[r + 6] * ax + R_WB[r + 7] * ay + R_WB[r + 8] * az
  const x = p_WQ[ip] - p_WB[3 * body]
  const y = p_WQ[ip + 1] - p_WB[3 * body + 1]
  const z = p_WQ[ip + 2] - p_WB[3 * body + 2]
  V_AB[0] += sign * wx
  V_AB[1] += sign * wy
  V_AB[2] += sign * wz
  V_AB[3] += sign * (R_WB[r] * bx + R_WB[r + 1] * by + R_WB[r + 2] * bz + wy * z - wz * y)
  V_AB[4] += sign * (R_WB[r + 3] * bx + R_WB[r + 4] * by + R_WB[r + 5] * bz + wz * x - wx * z)
  V_AB[5] += sign * (R_WB[r + 6] * bx + R_WB[r + 7] * by + R_WB[r + 8] * bz + wx * y - wy * x)
}

/** Adds sign · (force and torque of the result at `o`) to the external forces of `body`; nothing for the world. */
function applyForce(
  data: TreeData,
  body: number,
  results: Float64Array,
  o: number,
  sign: number,
  F_W: Float64Array,
): void {
  if (body < 0) return
  for (let m = 0; m < 3; m++) {
    F_W[m] = sign * results[o + TORQUE_VECTOR + m]
    F_W[m + 3] = sign * results[o + FORCE_VECTOR + m]
  }
  addForceAtPoint(data, body, F_W, 0, results, o + POSITION_VECTOR)
}
