import { InputError } from '../../base/index.ts'
import type { ConvexShape } from '../../collision/index.ts'
import type { Tree } from '../tree/index.ts'
import type { CollidableShapes } from './detection/index.ts'
import {
  assertPairMaterial,
  computeImpactPenetration,
  computePairStiffness,
  computeStaticPenetration,
  type ForceLawOptions,
  type PairMaterial,
} from './response/index.ts'

/** Which shapes may meet, and how they answer; i < j are indices in the list of shapes. */
export interface ContactRules {
  /** Not asked for two shapes of one body, nor for two of the world. */
  readonly mayMeet: (i: number, j: number) => boolean
  /** Undefined only for shapes that may not meet. */
  readonly material: (i: number, j: number) => PairMaterial | undefined
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
  const path = `contact of ${shapes.paths[i]} and ${shapes.paths[j]}: material`
  const material = rules.material(i, j)
  if (material === undefined) throw new InputError(path, 'a material, because the shapes may meet', material)
  assertPairMaterial(path, material)
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
    const seen = new PartnersSeen()
    for (let j = 0; j < shapes.n; j++) {
      const first = Math.min(i, j)
      const second = Math.max(i, j)
      if (shapes.bodies[j] === body) continue
      const material = rules.material(first, second)
      if (material?.response !== 'elastic' || seen.has(material, shapes.convex[j])) continue
      if (!mayMeet(shapes, rules, first, second)) continue
      seen.add(material, shapes.convex[j])
      const stiffness = computePairStiffness(material, shapes.convex[i], shapes.convex[j], options)
      const atRest = computeStaticPenetration(stiffness, mass * gravity)
      scale = Math.min(scale, Math.max(atRest, computeImpactPenetration(stiffness, mass, material.vsmall)))
    }
  }
  return scale
}

/** What a shape may meet, once for all partners that are alike: a heap of a thousand stones has a few kinds of them. */
class PartnersSeen {
  private readonly partners: {
    readonly material: PairMaterial
    readonly radius: number
    readonly isFlat: boolean
  }[] = []

  has(material: PairMaterial, { contactRadius, isFlat }: ConvexShape): boolean {
    for (const seen of this.partners)
      if (seen.radius === contactRadius && seen.material === material && seen.isFlat === isFlat) return true
    return false
  }

  add(material: PairMaterial, { contactRadius, isFlat }: ConvexShape): void {
    this.partners.push({ material, radius: contactRadius, isFlat })
  }
}
