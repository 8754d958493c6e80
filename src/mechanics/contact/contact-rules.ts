import type { Tree } from '../tree.ts'
import type { CollidableShapes } from './collidable-shapes.ts'
import { assertPairMaterial, type PairMaterial } from './pair-material.ts'
import { computeImpactPenetration, computeStaticPenetration } from './penetration-scale.ts'
import { computePairStiffness, type ForceLawOptions } from './start-contact.ts'

/** Which shapes may meet, and how they answer; i < j are indices in the list of shapes. */
export interface ContactRules {
  /** Not asked for two shapes of one body, nor for two of the world. */
  readonly mayMeet: (i: number, j: number) => boolean
  readonly material: (i: number, j: number) => PairMaterial
}

/** Whether shapes i < j may meet: not two of one body, and what the rules say. */
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
  const material = rules.material(i, j)
  assertPairMaterial(`contact of ${shapes.paths[i]} and ${shapes.paths[j]}: material`, material)
  return material
}

/** Smallest penetration scale [m] of a body over all pairs that it may be part of: see `ContactHandler.computePenetrationScale`. */
export function computePenetrationScale(
  tree: Tree,
  shapes: CollidableShapes,
  rules: ContactRules,
  options: ForceLawOptions,
  body: number,
  gravity: number,
): number {
  const mass = tree.mass[body]
  let scale = Infinity
  for (let i = 0; i < shapes.n; i++) {
    if (shapes.bodies[i] !== body || mass === 0) continue
    for (let j = 0; j < shapes.n; j++) {
      const first = Math.min(i, j)
      const second = Math.max(i, j)
      if (!mayMeet(shapes, rules, first, second)) continue
      const material = rules.material(first, second)
      if (material.response !== 'elastic') continue
      const stiffness = computePairStiffness(material, shapes.convex[i], shapes.convex[j], options)
      const atRest = computeStaticPenetration(stiffness, mass * gravity)
      scale = Math.min(scale, Math.max(atRest, computeImpactPenetration(stiffness, mass, material.vsmall)))
    }
  }
  return scale
}
