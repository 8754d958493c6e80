import type { ConvexShape } from '../../../collision/index.ts'
import type { Tree, TreeData } from '../../tree/index.ts'
import type { ActiveContacts } from './active-contacts.ts'
import { addContactForces, type ContactWorkspace } from './contact-forces.ts'
import { computeImpactStep } from './impact-step.ts'
import type { PairMaterial } from './pair-material.ts'
import { computeImpactPenetration, computeStaticPenetration } from './penetration-scale.ts'
import { computePairStiffness, type ForceLawOptions, startContact } from './start-contact.ts'

/**
 * How contacts answer: what they do to the bodies. A law has no memory; what it knows of a contact is in
 * `ActiveContacts`.
 */
export interface ContactLaw {
  /** Enters what stays constant while contact k lasts; `startVelocity`: rate of penetration when it started [m/s]. */
  start(
    contacts: ActiveContacts,
    k: number,
    material: PairMaterial,
    shapeA: ConvexShape,
    shapeB: ConvexShape,
    startVelocity: number,
    options: ForceLawOptions,
  ): void
  /** Motion at contact k and its forces, into its results and to `data.F_ext` of the bodies; −1: world. */
  addForces(
    contacts: ActiveContacts,
    k: number,
    bodyA: number,
    bodyB: number,
    data: TreeData,
    work: ContactWorkspace,
  ): void
  /** Longest step [s] for contact k, after `addForces` for the present state. */
  computeMaxStep(contacts: ActiveContacts, k: number, bodies: Int32Array, tree: Tree): number
  /**
   * Size of the penetrations of two shapes that must be resolved [m], if one of them has a mass [kg] on which its
   * weight acts, with the acceleration `gravity` [m/s2].
   */
  computePenetrationScale(
    material: PairMaterial,
    shapeA: ConvexShape,
    shapeB: ConvexShape,
    options: ForceLawOptions,
    mass: number,
    gravity: number,
  ): number
}

/** Forces of elastic bodies, thesis 7.1. */
export const elasticLaw: ContactLaw = {
  start: startContact,
  addForces: addContactForces,
  computeMaxStep: computeImpactStep,
  computePenetrationScale(material, shapeA, shapeB, options, mass, gravity) {
    const stiffness = computePairStiffness(material, shapeA, shapeB, options)
    const atRest = computeStaticPenetration(stiffness, mass * gravity)
    return Math.max(atRest, computeImpactPenetration(stiffness, mass, material.vsmall))
  },
}
