import {
  type ContactLaw,
  createOwnLaw,
  elasticLaw,
  type PairMaterial,
  springDamperLaw,
} from './response/index.ts'

/** How pairs of materials answer. Where an impulse has not acted, bodies that have impulses are elastic. */
export function createLaws(): (material: PairMaterial) => ContactLaw {
  const ownLaws = new Map<PairMaterial, ContactLaw>()
  return (material) => {
    if (material.response === 'springDamper') return springDamperLaw
    if (material.response !== 'own' || material.own === undefined) return elasticLaw
    let law = ownLaws.get(material)
    if (law === undefined) {
      law = createOwnLaw(material, material.own, elasticLaw)
      ownLaws.set(material, law)
    }
    return law
  }
}
