import type { ConvexShape } from '../../collision/index.ts'
import type { ContactModel } from './contact-model.ts'
import { mayMeet } from './contact-rules.ts'
import type { PairMaterial } from './response/index.ts'

/**
 * Size of the penetrations of a body that a simulation has to resolve [m]: under its own weight, or when it arrives
 * with `vsmall`, below which impacts are not elastic, whichever is larger; for the hardest pair that the body may be
 * part of. Infinity if it may touch nothing, or has no mass.
 *
 * A penetration is the difference of two positions. For two digits of it, the absolute tolerance of the positions of
 * the body should be 0.01 of this scale or less, *instead of* a part of the position itself: with an absolute tolerance
 * of
 * 0.1·tolerance·nominal and the default tolerance 1e-6, that is nominal = 1e5·scale, and no relative part (positions in
 * metres times 1e-6 are larger than penetrations of steel).
 *
 * @param gravity acceleration that presses bodies together [m/s2]
 */
export function computePenetrationScale(model: ContactModel, body: number, gravity: number): number {
  const { tree, shapes, rules, options, law } = model
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
      const { convex } = shapes
      if (material?.response !== 'elastic' || seen.has(material, convex[j])) continue
      if (!mayMeet(shapes, rules, first, second)) continue
      seen.add(material, convex[j])
      scale = Math.min(
        scale,
        law.computePenetrationScale(material, convex[i], convex[j], options, mass, gravity),
      )
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
