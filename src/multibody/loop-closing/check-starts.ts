import { VarioError } from '../../base/index.ts'
import type { Warn } from '../../simulation/index.ts'
import type { LoopGroup } from '../loops/index.ts'
import { isAxisElement } from '../parts/joints/index.ts'
import type { JointNode, ObjectNode } from '../structure/index.ts'
import type { World } from '../world/index.ts'
import { type GivenStart, listStarting, measureGap, measureSpeeds, readGivenStarts } from './given-rows.ts'
import type { StartingJoints } from './given-starts.ts'

/** Permitted difference between start values and the closed loops [rad], relative to lengths and velocities. */
const ALLOWED = 1e-6
/** Correction by the loops of poses and velocities of objects that are given with a few digits. */
const DIGITS = 1e-4

/**
 * Checks that the run starts with the given values: contradictions between joints of a loop are errors; small
 * corrections of spherical joints and free motions, and those that rods, gears and wheels cause, are warnings. Called
 * after loops have been closed.
 */
export function checkStarts(world: World, isStarting: StartingJoints, time: number, warn: Warn): void {
  const { grouping, loops } = world
  if (loops === null) return
  const speeds = measureSpeeds(world)
  for (const joint of listStarting(grouping, isStarting)) {
    const group = findGroup(world, joint)
    const length = group?.sizes.length ?? world.length
    for (const of of ['positions', 'velocities'] as const) {
      for (const start of readGivenStarts(world, joint, of)) {
        const gap = measureGap(start, of, length, speeds)
        if (!(gap > ALLOWED)) continue
        const isExact = joint.motion!.elements.some(isAxisElement)
        const areJoints = grouping.cuts.includes(joint) || (group !== undefined && group.cuts.length > 0)
        if (isExact || (areJoints && gap > DIGITS)) throw contradiction(start)
        const message = `${describe(start)}. Correct it, or leave it out.`
        warn({ code: 'INIT', key: `${joint.fullPath}.${start.name}`, time, message })
      }
    }
  }
}

/** The loops of a joint: those of the body that it moves, or of the one at which it begins. */
function findGroup({ grouping, loops }: World, { object1, object2 }: JointNode): LoopGroup | undefined {
  const groupOf = ({ path }: ObjectNode): LoopGroup | undefined => {
    const { body } = grouping.frames.get(path)!
    return loops!.groups.find(({ bodies }) => bodies.includes(body))
  }
  return groupOf(object2) ?? groupOf(object1)
}

function describe({ joint, name, unit, given, found }: GivenStart): string {
  return (
    `${joint.fullPath}.${name}: expected the start value ${print(found)} ${unit}, which the other joints of its closed ` +
    `loop determine, got ${print(given)} ${unit}`
  )
}

/** Prints values without digits that are rounding errors. */
function print(values: ArrayLike<number>): string {
  const size = Math.max(...Array.from(values, Math.abs))
  const shown = Array.from(values, (x) => (Math.abs(x) < 1e-12 * size ? 0 : Number(x.toPrecision(9))))
  return shown.length === 1 ? String(shown[0]) : `[${shown.join(', ')}]`
}

function contradiction(start: GivenStart): VarioError {
  const { joint, name, given, found } = start
  const [from, to] = given.length === 1 ? [given[0], found[0]] : [Array.from(given), Array.from(found)]
  return new VarioError(
    'MULTIBODY',
    `${describe(start)}. Leave it out, correct it, or make it a guess: { start: … }.`,
    { joint: joint.fullPath, name, given: from, found: to },
  )
}
