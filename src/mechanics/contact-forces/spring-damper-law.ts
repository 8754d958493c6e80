/** Contact as a linear spring with a damper, see `spring-damper-coefficient.ts`. */
import type { ConvexShape } from '../../collision/index.ts'
import type { Tree } from '../tree.ts'
import {
  type ActiveContacts,
  CONTACT_CONSTANTS_SIZE,
  DAMPING,
  IS_LINEAR,
  RADIUS,
  STIFFNESS,
} from './active-contacts.ts'
import { addContactForces } from './add-contact-forces.ts'
import { type ForceLawOptions, startContact } from './contact-constants.ts'
import { combineContactRadii } from './contact-force-law.ts'
import type { PairMaterial } from './contact-parameters.ts'
import type { ContactLaw } from './contact-response.ts'
import { combineMasses, IMPACT_PART } from './impact-step.ts'
import { regularize, regularizeRestitution } from './regularization.ts'
import { CONTACT_RESULT_SIZE, PENETRATION, PENETRATION_VELOCITY } from './result-layout.ts'
import { computeDamperCoefficient } from './spring-damper-coefficient.ts'

/** K of a pair [N/m]. */
function computeSpringStiffness(
  material: PairMaterial,
  shapeA: ConvexShape,
  shapeB: ConvexShape,
  { elasticContactReductionFactor }: ForceLawOptions,
): number {
  const radius = combineContactRadii(shapeA.contactRadius, shapeA.isFlat, shapeB.contactRadius, shapeB.isFlat)
  return material.springStiffness ?? elasticContactReductionFactor * material.modulus * radius
}

/** Forces of a spring with a damper; friction and resistance against rotation are those of elastic bodies. */
export const springDamperLaw: ContactLaw = {
  start(contacts, k, material, shapeA, shapeB, startVelocity, options) {
    startContact(contacts, k, material, shapeA, shapeB, startVelocity, options)
    const { constants } = contacts
    const c = CONTACT_CONSTANTS_SIZE * k
    const speed = Math.abs(startVelocity)
    const restitution = regularizeRestitution(material.cor, speed, material.vsmall)
    const u = computeDamperCoefficient(restitution, material.damperLaw ?? 'exact')
    constants[c + STIFFNESS] = computeSpringStiffness(material, shapeA, shapeB, options)
    constants[c + DAMPING] = Math.min(options.maximumContactDamping, u / regularize(speed, material.vsmall))
    constants[c + RADIUS] = combineContactRadii(
      shapeA.contactRadius,
      shapeA.isFlat,
      shapeB.contactRadius,
      shapeB.isFlat,
    )
    constants[c + IS_LINEAR] = 1
  },
  addForces: addContactForces,
  computeMaxStep: computeSpringStep,
  computePenetrationScale(material, shapeA, shapeB, options, mass, gravity) {
    const stiffness = computeSpringStiffness(material, shapeA, shapeB, options)
    return Math.max((mass * gravity) / stiffness, material.vsmall * Math.sqrt(mass / stiffness))
  },
}

/** Like `computeImpactStep`, with the largest penetration v √(m/K) of a spring. */
function computeSpringStep(contacts: ActiveContacts, k: number, bodies: Int32Array, tree: Tree): number {
  const { results, constants } = contacts
  const rate = results[CONTACT_RESULT_SIZE * k + PENETRATION_VELOCITY]
  if (!(rate > 0)) return Infinity
  const mass = combineMasses(tree, bodies[contacts.a[k]], bodies[contacts.b[k]])
  const depth = rate * Math.sqrt(mass / constants[CONTACT_CONSTANTS_SIZE * k + STIFFNESS])
  return depth > results[CONTACT_RESULT_SIZE * k + PENETRATION] ? (IMPACT_PART * depth) / rate : Infinity
}
