/**
 * Geometry of contacts, kept as long as both shapes stay where they are. A third of all evaluations are for poses that the last one had: columns of
 * Jacobians that belong to velocities, the end of a step that root functions, the limit of the next step and its first stage look at.
 */
import { PATCH_LENGTH, RESULT_LENGTH } from '../../../collision/index.ts'
import {
  type ActiveContacts,
  PATCH_CONTACT,
  POINT_CONTACT,
  POSES_SIZE,
  UNKNOWN_CONTACT,
} from '../response/index.ts'
import type { CollidableShapes } from './collidable-shapes.ts'
import type { ContactDetection } from './contact-detection.ts'

/** Signed distance, points and normal of contact k at the present poses of its shapes. */
export function updateGeometry(
  detection: ContactDetection,
  shapes: CollidableShapes,
  contacts: ActiveContacts,
  k: number,
): void {
  const { R_WS, p_WS } = shapes
  const a = contacts.a[k]
  const b = contacts.b[k]
  const o = POSES_SIZE * k
  let isSame = exchange(contacts.poses, o, R_WS, 9 * a, 9)
  isSame = exchange(contacts.poses, o + 9, p_WS, 3 * a, 3) && isSame
  isSame = exchange(contacts.poses, o + 12, R_WS, 9 * b, 9) && isSame
  isSame = exchange(contacts.poses, o + 21, p_WS, 3 * b, 3) && isSame
  if (isSame) return
  detection.computeDistance(a, b, contacts.geometry, RESULT_LENGTH * k)
  contacts.patchState[k] = UNKNOWN_CONTACT
}

/** The patch that carries contact k, after `updateGeometry`. */
export function updatePatch(detection: ContactDetection, contacts: ActiveContacts, k: number): void {
  if (contacts.patchState[k] !== UNKNOWN_CONTACT) return
  const isPatch = detection.computePatch(contacts.a[k], contacts.b[k], contacts.geometry, RESULT_LENGTH * k)
  contacts.patchState[k] = isPatch ? PATCH_CONTACT : POINT_CONTACT
  if (!isPatch) return
  const { values } = detection.patch
  const o = PATCH_LENGTH * k
  for (let c = 0; c < PATCH_LENGTH; c++) contacts.patches[o + c] = values[c]
}

/** Copies n numbers; false if some of them have changed. */
function exchange(to: Float64Array, o: number, from: Float64Array, i: number, n: number): boolean {
  let isSame = true
  for (let c = 0; c < n; c++) {
    const value = from[i + c]
    if (to[o + c] === value) continue
    to[o + c] = value
    isSame = false
  }
  return isSame
}
