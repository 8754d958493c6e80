/** Contacts of a world during a segment, and the nominal values that they need. */
import {
  type CollidableShape,
  type ContactData,
  type ContactModel,
  computePenetrationScale,
  createContactData,
  createContactModel,
  type Tree,
  type TreeData,
} from '../../mechanics/index.ts'
import type { SceneSettings } from '../parts/index.ts'
import type { MotionScales } from '../structure/index.ts'
import type { Collidables } from './collidables.ts'

/**
 * Absolute tolerances of positions are 0.1·tolerance·nominal. With this factor, the default tolerance of 1e-6 resolves
 * penetrations to a hundredth of their size.
 */
const NOMINAL_PER_PENETRATION = 1e5

/** Contacts of a world. */
export interface WorldContacts {
  readonly model: ContactModel
  readonly data: ContactData
}

/** Creates the contacts of a scene with contact detection; null if nothing can collide. */
export function createContacts(
  { contactOptions }: SceneSettings,
  tree: Tree,
  data: TreeData,
  { shapes, createRules }: Collidables,
): WorldContacts | null {
  const moves = shapes.some(({ body }) => body >= 0)
  if (!moves || shapes.length < 2) return null
  const model = createContactModel(tree, shapes, createRules(), contactOptions)
  return { model, data: createContactData(model, data) }
}

/**
 * Nominal values of the states that move a body: from the penetrations of its shapes, and their distances from its
 * origin; at most those of the size of the scene, `length` [m]. null: the body has no contacts.
 */
export function contactScales(
  model: ContactModel,
  shapes: readonly CollidableShape[],
  body: number,
  gravity: number,
  length: number,
): MotionScales | null {
  const penetration = computePenetrationScale(model, body, gravity)
  if (!(penetration < Infinity)) return null
  const position = Math.min(length, NOMINAL_PER_PENETRATION * penetration)
  let arm = 0
  let reach = 0
  for (const i of model.shapes.ofBody[body]) {
    const shape = shapes[i]
    const { center, boundingRadius, radius } = shape.convex
    const [x, y, z] = [center[0] + shape.p_BS[0], center[1] + shape.p_BS[1], center[2] + shape.p_BS[2]]
    const extent = Math.hypot(x, y, z) + boundingRadius
    // the rotation of a ball about its center is irrelevant
    arm = Math.max(arm, extent - radius)
    reach = Math.max(reach, extent)
  }
  return {
    position,
    velocity: length,
    angle: Math.min(1, position / arm),
    angularVelocity: length / reach,
    isAbsolute: true,
  }
}
