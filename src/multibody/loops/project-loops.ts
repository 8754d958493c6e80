/** Projects groups of loops onto their constraints: each group independently, all at once. */
import type { LoopGroup } from './loop-group.ts'

/** Maximum number of Newton steps of a projection. */
const MAX_STEPS = 50
/** Rates below this fraction of the velocities are rounding. */
const STILL = 1e-14

/** The mechanism that a projection moves. */
export interface ProjectedWorld {
  /** Updates positions, velocities and articulated inertias for the present states. */
  update(): void
  /** Moves positions as the velocities `dq` of the tree would in a unit of time. */
  displace(dq: Float64Array): void
  /** Adds velocities of the tree. */
  kick(dv: Float64Array): void
}

/** Moves positions until the constraints hold. True if something has changed. */
export function projectPositions(
  groups: readonly LoopGroup[],
  world: ProjectedWorld,
  change: Float64Array,
): boolean {
  let open = groups
  for (let step = 0; step < MAX_STEPS; step++) {
    world.update()
    open = open.filter((group) => !group.isSettled(step))
    if (open.length === 0) return step > 0
    change.fill(0)
    for (const group of open) group.addPositionChange(change)
    world.displace(change)
  }
  return true
}

/** Changes velocities until they satisfy the constraints. True if something has changed. */
export function projectVelocities(
  groups: readonly LoopGroup[],
  world: ProjectedWorld,
  change: Float64Array,
): boolean {
  world.update()
  let moving = groups.filter((group) => {
    group.rate = group.measureRate()
    return group.rate > STILL
  })
  if (moving.length === 0) return false
  for (const group of moving) group.factor()
  for (let step = 0; step < MAX_STEPS && moving.length > 0; step++) {
    change.fill(0)
    for (const group of moving) group.addVelocityChange(change)
    world.kick(change)
    // until independent constraints are chosen, a kick leaves a remainder of all
    moving = moving.filter(({ solver }) => !solver.isChosen)
    if (moving.length > 0) world.update()
    moving = moving.filter((group) => {
      const last = group.rate
      group.rate = group.measureRate()
      return group.rate > STILL && group.rate < 0.5 * last
    })
  }
  return true
}
