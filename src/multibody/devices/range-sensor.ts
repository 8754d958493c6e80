import { assertPositive } from '../../base/index.ts'
import { castRay } from '../../collision/index.ts'
import { blocks } from '../../library/index.ts'
import { mat3MulVec, mat3TransposeMulVec, vec3Sub } from '../../math/index.ts'
import { equationsOnDemand as equations, Model, Par, type ParNode, Var } from '../../model/index.ts'
import { type AxisValue, createPart, type Frame, type NumberValue, readAxis } from '../records/index.ts'
import type {
  ElementContext,
  ElementDefinition,
  PlacedShape,
  WorldElement,
  WorldMotion,
} from '../world/index.ts'
import { type DelayArguments, type DelayedSensor, splitDelay } from './imu.ts'

/** Arguments of `RangeSensor`. */
export interface RangeSensorArguments {
  /** Path of the Object3D at whose origin the ray begins. */
  readonly object: string
  /** Direction of the ray in the frame of the object (default 'x'). */
  readonly axis?: AxisValue
  /** Range [m], which is the result if there is nothing nearer. */
  readonly maximumRange: NumberValue
}

/** The record that `RangeSensor` returns. */
export interface RangeSensorRecord extends RangeSensorArguments {
  readonly kind: 'RangeSensor'
}

/**
 * Distance along a ray to the nearest surface of a solid with a shape. Solids that are fixed to the object are not
 * seen; from inside of a shape, it is the way out. Result: distance [m], at most maximumRange. It jumps where the ray
 * passes an edge.
 *
 * With `delay` [s], it is a component with this output, which comes out that much later; at first it is that of the
 * start. `sensor` is the sensor without delay.
 */
export function RangeSensor(
  args: RangeSensorArguments & DelayArguments,
): DelayedSensor<RangeSensorRecord, 'distance'>
export function RangeSensor(args: RangeSensorArguments): ParNode<RangeSensorRecord>
export function RangeSensor(
  args: RangeSensorArguments & Partial<DelayArguments>,
): ParNode<RangeSensorRecord> | DelayedSensor<RangeSensorRecord, 'distance'> {
  const [delay, others] = splitDelay<RangeSensorArguments>(args)
  const sensor = createPart<RangeSensorRecord>(rangeSensor, others)
  return delay === undefined ? sensor : DelayedRangeSensor({ sensor, delay })
}

class RangeElement implements WorldElement {
  private readonly distance
  private readonly solids: readonly PlacedShape[]
  private readonly R = new Float64Array(9)
  private readonly origin = new Float64Array(3)
  private readonly direction = new Float64Array(3)
  private readonly p = new Float64Array(3)
  private readonly d = new Float64Array(3)

  constructor(
    context: ElementContext,
    private readonly frame: Frame,
    private readonly axis: Float64Array,
    private readonly maximum: number,
  ) {
    this.distance = context.result('distance').values
    this.solids = context.solidsBeside(frame)
  }

  writeResults(motion: WorldMotion): void {
    const { R, origin, direction, p, d } = this
    motion.rotation(this.frame, R)
    motion.position(this.frame, origin)
    mat3MulVec(direction, 0, R, 0, this.axis, 0)
    let nearest = this.maximum
    for (const { frame, shape } of this.solids) {
      motion.rotation(frame, R)
      motion.position(frame, p)
      vec3Sub(p, 0, origin, 0, p, 0)
      mat3TransposeMulVec(p, 0, R, 0, p, 0)
      mat3TransposeMulVec(d, 0, R, 0, direction, 0)
      nearest = Math.min(nearest, castRay(shape, p, d))
    }
    this.distance[0] = nearest
  }
}

export const rangeSensor: ElementDefinition<RangeSensorRecord> = {
  kind: 'RangeSensor',
  keys: { object: null, axis: null, maximumRange: 'm' },
  required: ['object'],
  results: { distance: { unit: 'm', needs: 'position' } },
  create(record, context) {
    const { path } = context
    const maximum = record.maximumRange as number
    assertPositive(`${path}.maximumRange`, maximum)
    const frame = context.frame('object', record.object)
    return new RangeElement(context, frame, readAxis(`${path}.axis`, record.axis, 'x'), maximum)
  },
}

/** A `RangeSensor` whose result comes out late. */
const DelayedRangeSensor = Model({
  sensor: createPart<RangeSensorRecord>(rangeSensor, { object: '', maximumRange: 1 }),
  delay: Par(0, 's', { min: 0 }),
  distance: Var({ unit: 'm' }),
  equations: equations`
    if delay > 0 then
      distance = ${blocks.delay}(sensor.distance, delay)
    else
      distance = sensor.distance
    end if
  `,
})
