/** Collidable shapes of the test scenes. */
import { Box, Capsule, createConvexShape, Sphere } from 'vario/collision'
import type { CollidableShape } from '../../../src/mechanics/contact/collidable-shapes.ts'

export const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1]

export function sphere(body: number, diameter: number, path = `sphere${body}`): CollidableShape {
  return { body, R_BS: IDENTITY, p_BS: [0, 0, 0], convex: createConvexShape(Sphere({ diameter })), path }
}

/** Axis z. */
export function capsule(
  body: number,
  diameter: number,
  length: number,
  path = `capsule${body}`,
): CollidableShape {
  const convex = createConvexShape(Capsule({ axis: 'z', diameter, length }))
  return { body, R_BS: IDENTITY, p_BS: [0, 0, 0], convex, path }
}

/** A box fixed in the world with its top at z = 0. */
export function plate(lengthX: number, lengthY: number, thickness: number, path = 'plate'): CollidableShape {
  const convex = createConvexShape(Box({ lengthX, lengthY, lengthZ: thickness }), 0.001)
  return { body: -1, R_BS: IDENTITY, p_BS: [0, 0, -thickness / 2], convex, path }
}

/** Inertia of a homogeneous sphere about its center, row-major [kg.m2]. */
export function sphereInertia(mass: number, radius: number): number[] {
  const I = 0.4 * mass * radius * radius
  return [I, 0, 0, 0, I, 0, 0, 0, I]
}

/** States of a free body without rotation. */
export function freeState(
  p: readonly number[],
  v: readonly number[] = [0, 0, 0],
  w: readonly number[] = [0, 0, 0],
): number[] {
  return [...p, 0, 0, 0, 1, ...v, ...w]
}
