import { VarioError } from '../../base/index.ts'
import { FREE, SPHERICAL } from '../../mechanics/index.ts'
import type { World } from '../world/index.ts'

/** Larger numbers, squared and divided by tolerances, overflow [m/s, rad/s, m]. */
const LARGEST = 1e100
/**
 * Speed limit per second, relative to the size of the scene. Faster bodies move so far within a second that rounding of
 * their positions is as large as they are: contacts could not be found.
 */
const FASTEST = 1e14
/** Faster rotations cannot be distinguished after some seconds, and take 1e12 steps each [rad/s]. */
const FASTEST_TURN = 1e12

/** Rejects start motions beyond the range of the arithmetic, with which a solver would take endless steps. */
export function checkMagnitudes(world: World, time: number): void {
  const { tree, data, contacts, length } = world
  for (let body = 0; body < tree.nBody; body++) {
    const [turning, moving] = [measure(data.V_WB_B, 6 * body), measure(data.V_WB_B, 6 * body + 3)]
    const kind = tree.kind[body]
    const hasOrientation = kind === FREE || kind === SPHERICAL
    const mostTurning = hasOrientation || contacts !== null ? FASTEST_TURN : LARGEST
    const mostMoving = contacts !== null ? FASTEST * length : LARGEST
    if (turning > mostTurning)
      throw tooLarge(world, body, time, ['turns with', turning, mostTurning, 'rad/s'])
    if (moving > mostMoving) throw tooLarge(world, body, time, ['moves with', moving, mostMoving, 'm/s'])
    const distance = measure(data.p_WB, 3 * body)
    if (distance > LARGEST) throw tooLarge(world, body, time, ['is at a distance of', distance, LARGEST, 'm'])
  }
}

function measure(values: Float64Array, o: number): number {
  return Math.max(Math.abs(values[o]), Math.abs(values[o + 1]), Math.abs(values[o + 2]))
}

function tooLarge(
  { grouping }: World,
  body: number,
  time: number,
  [what, found, most, unit]: readonly [string, number, number, string],
): VarioError {
  const { joint } = grouping.treeJoints[body]
  return new VarioError(
    'MULTIBODY',
    `${joint.fullPath}: its object ${joint.object2.fullPath} ${what} ${found.toPrecision(3)} ${unit} at t = ${time} s: ` +
      `expected at most ${most.toPrecision(3)} ${unit}, beyond which digits do not suffice. Check start values and units.`,
    { path: joint.fullPath, found, most, time },
  )
}
