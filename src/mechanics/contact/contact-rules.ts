import { InputError } from '../../base/index.ts'
import { assertPairMaterial, type PairMaterial } from '../contact-forces/index.ts'
import type { CollidableShapes } from './collidable-shapes.ts'

/** Pairs of shapes that may meet, and their materials; i < j are indices in the list of shapes. */
export interface ContactRules {
  /** Not called for two shapes of one body, nor for two of the world. */
  readonly mayMeet: (i: number, j: number) => boolean
  /** Undefined only for shapes that may not meet. */
  readonly material: (i: number, j: number) => PairMaterial | undefined
  /** Number of the material of a shape, if pairs of the same two have the same material. */
  readonly kind?: (i: number) => number
  /** True if the friction of materials changes with time (default false). */
  readonly hasVaryingFriction?: boolean
  /** True if some contacts begin at a distance (default false). */
  readonly hasShells?: boolean
}

/** True if shapes i < j may meet: they are not on one body, and the rules allow it. */
export function mayMeet(shapes: CollidableShapes, rules: ContactRules, i: number, j: number): boolean {
  return shapes.bodies[i] !== shapes.bodies[j] && rules.mayMeet(i, j)
}

/** The material of shapes i < j, checked. */
export function getPairMaterial(
  shapes: CollidableShapes,
  rules: ContactRules,
  i: number,
  j: number,
): PairMaterial {
  const path = `contact of ${shapes.paths[i]} and ${shapes.paths[j]}: material`
  const material = rules.material(i, j)
  if (material === undefined) throw new InputError(path, 'a material, because the shapes may meet', material)
  assertPairMaterial(path, material)
  return material
}
