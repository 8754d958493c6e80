/** The paths of the space robot: positions of its ends, and the angles of the axes. */
import { createPose, solveAngles } from './arm-kinematics.ts'
import { EDGE, PITCH, placeOf, type Vector } from './space-robot-parts.ts'

/** Positions of the base end: first the blue one, after the step the green one. */
export const [BLUE_FOOT, GREEN_FOOT] = [placeOf(3, 2), placeOf(3, 1)]

/** Initial angles [rad]: bent upwards, turned towards the first box. */
export const START: readonly number[] = [-2.2, 0.3, 0, 1.4, 0, 0.6, 0]

/** Distance of an end from the object before and after gripping [m]. */
const APPROACH = 0.15
/** Height of an end that carries a box, and its distance from the middle of the platform half-way [m]. */
const [HIGH, WIDE] = [1, 0.57]

const [LEFT, RIGHT, FORWARD]: Vector[] = [
  [-1, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
]
const [UP, DOWN]: Vector[] = [
  [0, 0, 1],
  [0, 0, -1],
]

/** Consecutive paths in the space of angles: lists of the angles of all axes [rad]. */
export function planWays() {
  let angles: readonly number[] = START
  const blueFoot = createPose(BLUE_FOOT, UP, RIGHT)
  const greenFoot = createPose(GREEN_FOOT, DOWN, RIGHT)

  /** Moves the free end to a place, pointing in a direction, with its x axis along `x`. */
  const reach = (end: 'blue' | 'green', place: Vector, direction: Vector, x: Vector): readonly number[] => {
    // frames point from blue to green
    const along = end === 'green' ? direction : direction.map((c) => -c)
    const pose = createPose(place, along, x)
    angles = end === 'green' ? solveAngles(blueFoot, pose, angles) : solveAngles(pose, greenFoot, angles)
    return angles
  }

  /** The paths of one end, which carries a box of its row from left to right and turns it upside down. */
  const planRow = (end: 'blue' | 'green', row: number) => {
    const at = (x: number, height: number): Vector => [x, placeOf(3, row)[1], height]
    const side = Math.sign(placeOf(3, row)[1])
    const [face, layer] = [2 * PITCH - EDGE / 2, 1.5 * EDGE]
    return {
      fetch: () => [
        reach(end, at(APPROACH - face, layer), LEFT, DOWN),
        reach(end, at(-face, layer), LEFT, DOWN),
      ],
      carry: () => [
        reach(end, at(APPROACH - face, HIGH), LEFT, DOWN),
        reach(end, [0, side * WIDE, HIGH], side > 0 ? FORWARD : [0, -1, 0], RIGHT),
        reach(end, at(face - APPROACH, HIGH), RIGHT, UP),
        reach(end, at(face, layer), RIGHT, UP),
      ],
      stepDown: () => [
        reach(end, at(face - APPROACH, layer), RIGHT, UP),
        reach(end, at(0, APPROACH), DOWN, RIGHT),
        reach(end, at(0, 0), DOWN, RIGHT),
      ],
      stepUp: () => [reach(end, at(0, APPROACH), DOWN, RIGHT)],
    }
  }

  const [green, blue] = [planRow('green', 1), planRow('blue', 2)]
  return {
    toFirst: green.fetch(),
    withFirst: green.carry(),
    greenDown: green.stepDown(),
    toSecond: [...blue.stepUp(), ...blue.fetch()],
    withSecond: blue.carry(),
    blueDown: blue.stepDown(),
    home: [...green.stepUp(), START],
  }
}
