import { assertPositive, VarioError } from '../../base/index.ts'
import { mat3MulVec, vec3Cross, vec3Normalize } from '../../math/index.ts'
import { ROLLING } from '../../mechanics/index.ts'
import type { ParNode } from '../../model/index.ts'
import {
  type AxisValue,
  createPart,
  type Frame,
  type NumberValue,
  readAxis,
  readBoolean,
} from '../records/index.ts'
import type { ElementContext, ElementDefinition, WorldElement, WorldMotion } from '../world/index.ts'

/** Arguments of `RollingWheel`. */
export interface RollingWheelArguments {
  /** Path of an Object3D in the plane, in whose frame the normal is given. */
  readonly obj1: string
  /** Path of the Object3D in the center of the wheel, which turns with it. */
  readonly obj2: string
  /** [m] */
  readonly radius: NumberValue
  /** Normal of the plane, towards the wheel, in the frame of obj1 (default 'y'). */
  readonly normal?: AxisValue
  /** Axis of the wheel, in the frame of obj2 (default 'z'). */
  readonly axis?: AxisValue
  /** True if the plane carries the wheel (default); false: other parts keep its height. */
  readonly isCarried?: boolean
}

/** The record that `RollingWheel` returns. */
export interface RollingWheelRecord extends RollingWheelArguments {
  readonly kind: 'RollingWheel'
}

/**
 * Thin wheel that rolls on a plane without slipping, upright or inclined: its lowest point is on the plane, with zero
 * velocity. The wheel moves freely otherwise, or joints connect it with a vehicle. It never lifts off: check the normal
 * force. Two of the three constraints are nonholonomic: they restrict velocities only.
 *
 * Results: normalForce [N] of the plane on the wheel; longitudinalForce and lateralForce [N], along axis × normal, the
 * direction of rolling for a negative rotation about the axis, and along normal × (axis × normal), the axis of an
 * upright wheel; contactPoint [m] in the world.
 */
export function RollingWheel(args: RollingWheelArguments): ParNode<RollingWheelRecord> {
  return createPart<RollingWheelRecord>(rollingWheel, args)
}

/** Minimum sine of the angle between the plane and the disc [1]: below it, the lowest point is undefined. */
const FLAT = 1e-3
/** Accuracy of event location, several rounding errors of an angle [1]. */
const FLAT_TOLERANCE = 1e-9

/** Values of an evaluated record. */
interface Wheel {
  readonly frames: readonly [Frame, Frame]
  readonly radius: number
  readonly normal: Float64Array
  readonly axis: Float64Array
  readonly isCarried: boolean
}

class RollingWheelElement implements WorldElement {
  readonly frames: readonly Frame[]
  private readonly results
  private readonly R = new Float64Array(9)
  private readonly n = new Float64Array(3)
  private readonly a = new Float64Array(3)
  private readonly along = new Float64Array(3)
  private readonly p = new Float64Array(3)

  constructor(
    private readonly context: ElementContext,
    private readonly wheel: Wheel,
  ) {
    this.frames = wheel.frames
    this.results = {
      normalForce: context.result('normalForce'),
      longitudinalForce: context.result('longitudinalForce'),
      lateralForce: context.result('lateralForce'),
      contactPoint: context.result('contactPoint'),
    }
  }

  /** Distance from lying flat, where the wheel has no lowest point. */
  margin(motion: WorldMotion): number {
    this.updateDirections(motion)
    return Math.hypot(...this.along) - FLAT
  }

  onEvent(motion: WorldMotion): void {
    if (this.margin(motion) > FLAT_TOLERANCE) return
    const { path } = this.context
    throw new VarioError(
      'WHEEL_FLAT',
      `${path}: at t = ${motion.time} s, expected an upright or inclined wheel, got one that lies flat on its plane. ` +
        'Start it upright, or hold it by joints or contacts.',
      { path, time: motion.time },
    )
  }

  writeResults(motion: WorldMotion): void {
    const { wheel, n, a, along, p, results } = this
    const { multipliers } = this.context
    const [, center] = wheel.frames
    results.longitudinalForce.values[0] = multipliers[0]
    results.lateralForce.values[0] = multipliers[1]
    results.normalForce.values[0] = wheel.isCarried ? multipliers[2] : 0
    this.updateDirections(motion)
    vec3Normalize(along, 0, along, 0)
    // down in the plane of the wheel
    vec3Cross(n, 0, a, 0, along, 0)
    motion.position(center, p)
    for (let i = 0; i < 3; i++) results.contactPoint.values[i] = p[i] + wheel.radius * n[i]
  }

  /** Updates axis, normal, and their product: along the plane, with the sine of the angle between disc and plane. */
  private updateDirections(motion: WorldMotion): void {
    const { wheel, R, n, a, along } = this
    const [plane, center] = wheel.frames
    motion.rotation(center, R)
    mat3MulVec(a, 0, R, 0, wheel.axis, 0)
    motion.rotation(plane, R)
    mat3MulVec(n, 0, R, 0, wheel.normal, 0)
    vec3Cross(along, 0, a, 0, n, 0)
  }
}

/** null: an action has locked the wheel to its plane. */
function readWheel(
  record: RollingWheelRecord,
  context: Pick<ElementContext, 'path' | 'frame' | 'areApart'>,
): Wheel | null {
  const { path } = context
  assertPositive(`${path}.radius`, record.radius)
  const frames = [context.frame('obj1', record.obj1), context.frame('obj2', record.obj2)] as const
  if (!context.areApart(frames, 'obj2', record.obj2)) return null
  const normal = readAxis(`${path}.normal`, record.normal, 'y')
  return {
    ...{ frames, radius: record.radius as number, normal, axis: readAxis(`${path}.axis`, record.axis, 'z') },
    isCarried: readBoolean(`${path}.isCarried`, record.isCarried, true),
  }
}

export const rollingWheel: ElementDefinition<RollingWheelRecord> = {
  kind: 'RollingWheel',
  keys: { obj1: null, obj2: null, radius: 'm', normal: null, axis: null, isCarried: null },
  required: ['obj1', 'obj2'],
  results: {
    normalForce: { unit: 'N', needs: 'acceleration' },
    longitudinalForce: { unit: 'N', needs: 'acceleration' },
    lateralForce: { unit: 'N', needs: 'acceleration' },
    contactPoint: { unit: 'm', size: [3], needs: 'position' },
  },
  constrain(record, context) {
    const wheel = readWheel(record, context)
    if (wheel === null) return {}
    const { frames, radius, normal: n, axis, isCarried } = wheel
    const directions = ['along', 'across', ...(isCarried ? (['normal'] as const) : [])] as const
    return { frames, rows: directions.map((direction) => ({ kind: ROLLING, n, axis, radius, direction })) }
  },
  create(record, context) {
    const wheel = readWheel(record, context)
    return wheel === null ? {} : new RollingWheelElement(context, wheel)
  },
}
