import { assertKnownKeys, InputError } from '../../base/index.ts'
import { translational } from '../../library/index.ts'
import { equations, Model } from '../../model/index.ts'
import { MassProperties, Object3D, Solid } from '../parts/index.ts'
import { PrismaticWithFlange, Spherical, Universal } from '../parts/joints/index.ts'

/** Arguments of `LineForce`. */
export interface LineForceArguments {
  /** Path of the first Object3D. */
  readonly obj1: string
  /** Path of the second Object3D. */
  readonly obj2: string
  /** Approximate vector from obj1 to obj2 at the start, in the axes of obj1 [m] (3). */
  readonly direction: readonly [number, number, number]
  /** Point on the line, fixed to its first end: mass [kg] and distance from obj1 [m] (default 0). */
  readonly mass1?: number
  readonly distance1?: number
  /** Point on the line, fixed to its second end: mass [kg] and distance from obj2 [m] (default 0). */
  readonly mass2?: number
  readonly distance2?: number
}

const KEYS = ['obj1', 'obj2', 'direction', 'mass1', 'distance1', 'mass2', 'distance2']

/** Maximum component of a unit vector along an axis that counts as perpendicular. */
const ACROSS = 0.5

/**
 * A line between the origins of two Object3Ds with a force from equations: a cylinder, a strut or a rope with a drive,
 * built of 1D components between `flange_a` (s = 0) and `flange_b` (s: the length). A positive force in a spring
 * between them pulls the objects together. Two point masses may be on the line, as the tube and the piston of a
 * cylinder.
 *
 * Consists of `tube` and `piston`, of the joints `joint1` (universal), `slider` and `joint2` (spherical). `slider` has
 * the results s [m], the length, v [m/s], a [m/s2], and f [N], the force that drives the ends apart. The line must stay
 * away from the first axis of the universal joint, which is perpendicular to `direction`, derived from z, y or x of
 * obj1. The forces on the objects are those of its first and its last joint: `JointForce({ joint: 'line.joint1' })`.
 */
export function LineForce(args: LineForceArguments) {
  assertKnownKeys('LineForce', args, KEYS)
  const { obj1, obj2, mass1 = 0, distance1 = 0, mass2 = 0, distance2 = 0 } = args
  const direction = readDirection(args.direction)
  const length = Math.hypot(...direction)
  const along = direction.map((x) => x / length)
  const axis1 = findAcross(along)
  const axis2 = [0, 1, 2].map((i) => {
    const [j, k] = [(i + 1) % 3, (i + 2) % 3]
    return along[j] * axis1[k] - along[k] * axis1[j]
  })
  const end = (name: string, mass: number, distance: number) => {
    if (!(mass >= 0 && Number.isFinite(mass)))
      throw new InputError(`LineForce.mass${name}`, 'a number >= 0', mass)
    if (!Number.isFinite(distance))
      throw new InputError(`LineForce.distance${name}`, 'a finite number', distance)
    if (mass === 0) return Object3D()
    const centerOfMass = along.map((x) => distance * x)
    return Object3D({ feature: Solid({ massProperties: MassProperties({ mass, centerOfMass }) }) })
  }
  return Model({
    flange_a: translational.Flange(),
    flange_b: translational.Flange(),
    tube: end('1', mass1, distance1),
    piston: end('2', mass2, -distance2),
    joint1: Universal({ obj1, obj2: 'tube', axis1, axis2 }),
    slider: PrismaticWithFlange({
      ...{ obj1: 'tube', obj2: 'piston', axis: along },
      ...{ s: { init: null, start: length }, v: { init: null, start: 0 } },
    }),
    joint2: Spherical({ obj1: 'piston', obj2 }),
    equations: equations`
      flange_a.s = 0
      assert(slider.s > 0, "LineForce: expected a direction from obj1 to obj2 and a length above 0 at the start; correct direction, or the places of the objects")
    `,
    connect: [['slider.flange', 'flange_b']],
  })()
}

function readDirection(given: unknown): readonly number[] {
  const length = Array.isArray(given) && given.length === 3 ? Math.hypot(...(given as number[])) : Number.NaN
  if (length > 0 && Number.isFinite(length)) return given as number[]
  throw new InputError('LineForce.direction', 'a non-zero vector of 3 numbers, from obj1 to obj2', given)
}

/** The first of the axes z, y and x of obj1 that counts as perpendicular to a unit vector, made normal to it. */
function findAcross(along: readonly number[]): number[] {
  const i = [2, 1, 0].find((axis) => Math.abs(along[axis]) < ACROSS)!
  const axis = along.map((x, k) => (k === i ? 1 : 0) - along[i] * x)
  const size = Math.hypot(...axis)
  return axis.map((x) => x / size)
}
