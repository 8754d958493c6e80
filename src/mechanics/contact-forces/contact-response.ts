import type { ConvexShape } from '../../collision/index.ts'
import type { Tree } from '../tree.ts'
import type { TreeData } from '../tree-data.ts'
import type { ActiveContacts } from './active-contacts.ts'
import { addContactForces, type ContactWorkspace } from './add-contact-forces.ts'
import { computePairStiffness, type ForceLawOptions, startContact } from './contact-constants.ts'
import type { PairMaterial } from './contact-parameters.ts'
import { computeImpactPenetration, computeStaticPenetration } from './hertz-penetration.ts'
import { computeImpactStep } from './impact-step.ts'

/**
 * Response of contacts: their effect on the bodies. A law has no memory; its data of a contact are in `ActiveContacts`.
 */
export interface ContactLaw {
  /** Sets the constants of contact k; `startVelocity`: rate of penetration at its start [m/s]. */
  start(
    contacts: ActiveContacts,
    k: number,
    material: PairMaterial,
    shapeA: ConvexShape,
    shapeB: ConvexShape,
    startVelocity: number,
    options: ForceLawOptions,
  ): void
  /**
   * Computes the motion at contact k and its forces, writes its results and adds to `data.F_ext` of the bodies; −1:
   * world.
   */
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
   * Size of the penetrations of two shapes that must be resolved [m], if one of them has a mass [kg] with its weight by
   * the acceleration `gravity` [m/s2].
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
