import {
  type ContactLaw,
  createOwnLaw,
  elasticLaw,
  type PairMaterial,
  springDamperLaw,
} from './response/index.ts'

/** Returns the laws of pairs of materials. Bodies with impulses are elastic while no impulse acts. */
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
