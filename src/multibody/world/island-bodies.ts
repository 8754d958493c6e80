/** Bodies of an island, which has separate steps. */
import {
  addSomeForces,
  clearForces,
  updatePositions,
  updateSomeGeometry,
  updateVelocities,
} from '../../mechanics/index.ts'
import type { LoopGroup } from '../loops/index.ts'
import type { MotionStates } from './motion-states.ts'
import type { World } from './world.ts'

/** Isolated bodies. */
export interface IslandBodies {
  /** States that move them. */
  readonly motions: readonly MotionStates[]
  /** First and end of ranges of bodies, whole branches of the tree (2n). */
  readonly ranges: Int32Array
  /** The closed loops between them. */
  readonly loops: readonly LoopGroup[]
}

/**
 * Computes the derivatives of the states of an island, in a world without flanges and force elements: the stages, for
 * its bodies alone.
 *
 * @param t time [s]
 * @param bodies states that move them, and their closed loops
 * @param some numbers of the contacts between them, and with the world
 * @returns power that the contacts dissipate [W]
 */
export function evaluateBodies(world: World, t: number, bodies: IslandBodies, some: Int32Array): number {
  const { tree, data, q, v, gravity, stages, contacts } = world
  const { motions, ranges, loops } = bodies
  moveBodies(world, bodies)
  for (let r = 0; r < ranges.length; r += 2) {
    clearForces(data, ranges[r], ranges[r + 1])
    gravity.addForces(tree, data, ranges[r], ranges[r + 1])
  }
  stages.forces.discard()
  let dissipation = 0
  if (contacts !== null) {
    updateSomeGeometry(contacts.model, contacts.data, some)
    dissipation = addSomeForces(contacts.model, contacts.data, some)
  }
  computeSomeInertias(world, bodies)
  world.computeAccelerations(ranges)
  if (loops.length > 0) {
    for (const group of loops) {
      group.prepare()
      group.computeMultipliers(t, data.A_WB_B, world.vdot)
      group.addForces(data.F_ext)
    }
    stages.loops.discard()
    world.computeLoopedAccelerations(loops, ranges)
  }
  for (let i = 0; i < motions.length; i++) motions[i].writeDerivatives(q, v, world.vdot)
  return dissipation
}

/** Updates poses and velocities of an island. */
export function moveBodies(world: World, { motions, ranges }: IslandBodies): void {
  const { tree, data, q, v } = world
  for (let i = 0; i < motions.length; i++) motions[i].enter(q, v)
  for (let r = 0; r < ranges.length; r += 2) {
    updatePositions(tree, data, q, ranges[r], ranges[r + 1])
    updateVelocities(tree, data, v, ranges[r], ranges[r + 1])
  }
}

/** Computes articulated inertias of an island. */
export function computeSomeInertias(world: World, { ranges }: IslandBodies): void {
  for (let r = 0; r < ranges.length; r += 2) world.computeInertias(ranges[r], ranges[r + 1])
  world.stages.inertias.discard()
}
