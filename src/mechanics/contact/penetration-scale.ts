import type { ContactModel } from './contact-model.ts'
import { mayMeet } from './contact-rules.ts'

/**
 * Size of the penetrations of a body that a simulation has to resolve [m]: under its own weight, or at an impact with
 * `vsmall`, below which impacts are not elastic, whichever is larger; for the hardest pair with this body. Infinity if
 * it may touch nothing, or has no mass.
 *
 * A penetration is the difference of two positions. For two digits of it, the absolute tolerance of the positions of
 * the body should be 0.01 of this scale or less, *instead of* a part of the position itself: with an absolute tolerance
 * of
 * 0.1·tolerance·nominal and the default tolerance 1e-6, that is nominal = 1e5·scale, and no relative part (positions in
 * meters times 1e-6 are larger than penetrations of steel).
 *
 * @param gravity acceleration that presses bodies together [m/s2]
 */
export function computePenetrationScale(model: ContactModel, body: number, gravity: number): number {
  const { tree, shapes, options, lawOf, alike } = model
  const { convex } = shapes
  const mass = tree.mass[body]
  let scale = Infinity
  if (mass === 0) return scale
  for (const i of shapes.ofBody[body]) {
    for (const partners of alike) {
      const partner = findPartner(model, i, partners)
      if (partner < 0) continue
      const material = model.rules.material(Math.min(i, partner), Math.max(i, partner))!
      scale = Math.min(
        scale,
        lawOf(material).computePenetrationScale(material, convex[i], convex[partner], options, mass, gravity),
      )
    }
  }
  return scale
}

/** First of the equivalent shapes that shape i may meet, with a force; -1: none. */
function findPartner({ shapes, rules }: ContactModel, i: number, alike: readonly number[]): number {
  for (const j of alike) {
    const first = Math.min(i, j)
    const second = Math.max(i, j)
    if (shapes.bodies[j] === shapes.bodies[i]) continue
    if ((rules.material(first, second)?.response ?? 'observer') === 'observer') continue
    if (mayMeet(shapes, rules, first, second)) return j
  }
  return -1
}
