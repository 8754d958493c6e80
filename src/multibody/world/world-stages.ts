/**
 * The evaluation of a world as a list of stages (as `mj_forward` of MuJoCo, with stages that are skipped):
 *
 *   positions      of bodies          from q
 *   velocities     of bodies          from positions, v
 *   loops          their constraints  from positions, velocities, which flanges are prescribed
 *   contacts       their geometry     from positions, the set of contacts
 *   forces         on bodies          from time, positions, velocities, contacts, events, signals, acting forces
 *   inertias       articulated        from positions, which flanges are prescribed
 *   accelerations  of bodies, joints  from forces, inertias, values of the flanges
 *   joint forces                      from accelerations
 *
 * Inputs from outside have a stamp, which is renewed with them.
 */
import {
  addContactForces,
  clearForces,
  type Stamp,
  updateContactGeometry,
  updatePositions,
  updateVelocities,
} from '../../mechanics/index.ts'
import type { WorldLoops } from '../loops/index.ts'
import type { Gravity } from '../parts/index.ts'
import type { MovedTree } from './flanges.ts'
import { Stage, updateStages } from './stage.ts'
import type { WorldContacts } from './world-contacts.ts'
import type { WorldElements } from './world-elements.ts'
import type { WorldMotion } from './world-motion.ts'

/** The world as seen by its stages. */
export interface EvaluatedWorld extends MovedTree {
  readonly motion: WorldMotion
  readonly gravity: Gravity
  /** True if no forces act. */
  readonly isKinematic: boolean
  readonly elements: WorldElements
  /** null: nothing can collide. */
  readonly contacts: WorldContacts | null
  readonly areContactsActing: boolean
  /** Adds forces besides those of the model; null: none. */
  readonly trialForces: (() => void) | null
  /** Closed loops; null without loops. */
  readonly loops: WorldLoops | null
  /** Prepares the constraints of the loops, for positions and velocities. */
  prepareLoops(): void
  /** Articulated inertias. */
  computeInertias(): void
  /** Accelerations of bodies and joints from forces and inertias. */
  computeDynamics(): void
  /** Forces in all joints from accelerations. */
  computeJointForces(): void
}

/** Stamps of the inputs of a world besides its data. */
export interface StageInputs {
  /** Renewed after states and flanges have been entered into q and v, which may have changed. */
  readonly states: Stamp
  readonly time: Stamp
  /** Renewed at an event, after which elements may follow another law. */
  readonly events: Stamp
  /** Renewed with the values of signals. */
  readonly signals: Stamp
  /** Renewed when forces of contacts, or trial forces, begin or end. */
  readonly acting: Stamp
  /** Renewed with forces or accelerations of flanges, and with the choice between them. */
  readonly flanges: Stamp
  /** Renewed with the choice between accelerations and forces of flanges. */
  readonly prescribed: Stamp
}

export function createStageInputs(signals: Stamp): StageInputs {
  const create = (): Stamp => ({ stamp: 0 })
  return {
    ...{ states: create(), time: create(), events: create(), acting: create() },
    ...{ flanges: create(), prescribed: create(), signals },
  }
}

export class WorldStages {
  readonly positions: Stage
  readonly velocities: Stage
  readonly loops: Stage
  readonly contacts: Stage
  readonly forces: Stage
  readonly inertias: Stage
  readonly accelerations: Stage
  readonly jointForces: Stage
  /** In the order of their computation. New stages are inserted here. */
  readonly list: readonly Stage[]

  constructor(world: EvaluatedWorld, inputs: StageInputs) {
    const { tree, data, q, v } = world
    // bodies have separate stamps: a joint at rest costs a comparison of its position
    const { positions, velocities } = data.stamps
    const contactSet = world.contacts === null ? [] : [world.contacts.data.set]
    this.positions = new Stage('positions', [inputs.states], () => {
      updatePositions(tree, data, q)
    })
    this.velocities = new Stage('velocities', [inputs.states, positions], () => {
      updateVelocities(tree, data, v)
    })
    this.loops = new Stage('loops', [positions, velocities, inputs.prescribed], () => {
      world.prepareLoops()
    })
    this.contacts = new Stage('contacts', [positions, ...contactSet], () => {
      if (world.contacts !== null) updateContactGeometry(world.contacts.model, world.contacts.data)
    })
    this.forces = new Stage(
      'forces',
      [inputs.time, positions, velocities, this.contacts, inputs.events, inputs.signals, inputs.acting],
      () => {
        addForces(world)
      },
    )
    this.inertias = new Stage('inertias', [positions, inputs.prescribed], () => {
      world.computeInertias()
    })
    this.accelerations = new Stage('accelerations', [this.forces, this.inertias, inputs.flanges], () => {
      world.computeDynamics()
    })
    this.jointForces = new Stage('joint forces', [this.accelerations], () => {
      world.computeJointForces()
    })
    const loops = world.loops === null ? [] : [this.loops]
    const first = [this.positions, this.velocities, ...loops, this.contacts, this.forces]
    this.list = [...first, this.inertias, this.accelerations, this.jointForces]
  }

  /** Computes invalid stages, up to `last`. */
  update(last: Stage): void {
    updateStages(this.list, last)
  }
}

/** Gravity, force elements, contacts. */
function addForces(world: EvaluatedWorld): void {
  const { tree, data, motion, elements, contacts } = world
  clearForces(data)
  if (world.isKinematic) return
  world.gravity.addForces(tree, data)
  elements.addForces(motion)
  if (contacts !== null && world.areContactsActing) addContactForces(contacts.model, contacts.data)
  world.trialForces?.()
}
