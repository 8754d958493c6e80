import { assertKnownKeys, assertPositive } from '../../base/index.ts'
import { Model } from '../../model/index.ts'
import { Object3D } from '../parts/index.ts'
import { Planar, Revolute, RevoluteWithFlange } from '../parts/joints/index.ts'
import type { StartValue, StartVector } from '../records/index.ts'
import { RollingWheel } from './rolling-wheel.ts'

/** Arguments of `RollingWheelSet`. */
export interface RollingWheelSetArguments {
  /** Path of an Object3D in the plane, whose y axis is the normal towards the wheels. */
  readonly ground: string
  /** Path of the Object3D between the wheels: z along their axis, y normal to the plane; without parent. */
  readonly axle: string
  /** Paths of the Object3Ds at the wheel centers, at z = -track/2 and z = track/2 of the axle; without parents. */
  readonly wheel1: string
  readonly wheel2: string
  /** Radius of the wheels [m]. */
  readonly radius: number
  /** Distance of the wheels [m]. */
  readonly track: number
  /** Initial position of the axle along z and x of the ground [m] (default 0). */
  readonly s?: StartVector
  /** Initial angle of the axle about y [rad] (default 0). */
  readonly phi?: StartValue
  /** Initial angular velocities of the wheels, with respect to the axle about its z axis [rad/s] (default 0). */
  readonly w1?: number
  readonly w2?: number
  /** True if the joints of the wheels, `rev1` and `rev2`, have flanges for drives and brakes (default false). */
  readonly hasFlanges?: boolean
}

const KEYS = ['ground', 'axle', 'wheel1', 'wheel2', 'radius', 'track', 's', 'phi', 'w1', 'w2', 'hasFlanges']

/**
 * Two wheels on one axle, which roll on a plane without slipping, with separate angular velocities. The axle stays
 * parallel to the plane. With the angular velocities w1, w2 of the wheels it moves along its -x axis with radius*(w1 +
 * w2)/2, and turns about y with radius*(w1 - w2)/track; two degrees of freedom.
 *
 * Consists of the joints `planar` (s, v, phi, w of the axle), `rev1`, `rev2` (phi, w of the wheels), and of `roll1`,
 * `roll2`, the rolling of each wheel. Only the sum of the lateral forces of the wheels is determined.
 */
export function RollingWheelSet(args: RollingWheelSetArguments) {
  assertKnownKeys('RollingWheelSet', args, KEYS)
  const { ground, axle, wheel1, wheel2, radius, track, s, phi, w1 = 0, w2 = 0 } = args
  assertPositive('RollingWheelSet.radius', radius)
  assertPositive('RollingWheelSet.track', track)
  const create = args.hasFlanges
    ? (obj1: string, obj2: string, w: number) => RevoluteWithFlange({ obj1, obj2, axis: 'z', w: { init: w } })
    : (obj1: string, obj2: string, w: number) => Revolute({ obj1, obj2, axis: 'z', w })
  const roll = { obj1: ground, radius, isCarried: false }
  return Model({
    height: Object3D({ parent: ground, translation: [0, radius, 0] }),
    seat1: Object3D({ parent: axle, translation: [0, 0, -track / 2] }),
    seat2: Object3D({ parent: axle, translation: [0, 0, track / 2] }),
    planar: Planar({
      ...{ obj1: 'height', obj2: axle, axis: 'y' },
      ...(s !== undefined && { s }),
      ...(phi !== undefined && { phi }),
    }),
    rev1: create('seat1', wheel1, w1),
    rev2: create('seat2', wheel2, w2),
    roll1: RollingWheel({ ...roll, obj2: wheel1 }),
    roll2: RollingWheel({ ...roll, obj2: wheel2 }),
  })()
}
