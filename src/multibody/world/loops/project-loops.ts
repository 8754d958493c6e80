/** Moves groups of loops back to their constraints: each for itself, all at once. */
import type { LoopGroup } from './loop-group.ts'

/** Newton steps of a projection at most. */
const MAX_STEPS = 50
/** Rates below this part of the velocities are rounding. */
const STILL = 1e-14

/** What a projection moves. */
export interface ProjectedWorld {
  /** Positions, velocities and articulated inertias for the states as they are now. */
  update(): void
  /** Moves positions a little, as the velocities `dq` of the tree would in a unit of time. */
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

/** Changes velocities as the constraints allow. True if something has changed. */
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
    // as long as it is not known which constraints are independent, a kick leaves something of all
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
