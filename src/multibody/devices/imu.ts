import { blocks } from '../../library/index.ts'
import { mat3TransposeMulVec, vec3Sub } from '../../math/index.ts'
import {
  type Component,
  type EquationsNode,
  equationsOnDemand as equations,
  Model,
  Par,
  type ParNode,
  Var,
  type VarNode,
} from '../../model/index.ts'
import { createPart, type Frame, type NumberValue } from '../records/index.ts'
import type { ElementContext, ElementDefinition, WorldElement, WorldMotion } from '../world/index.ts'

/** Arguments of `Imu`. */
export interface ImuArguments {
  /** Path of the Object3D to which it is fixed. */
  readonly object: string
}

/** Argument of sensors whose results come out late. */
export interface DelayArguments {
  /** Time after which a measured value comes out [s]; 0: at once. */
  readonly delay: NumberValue
}

/** The delay of a sensor, and its other arguments; what is not a map is left to the check of the record. */
export function splitDelay<A extends object>(
  args: A & Partial<DelayArguments>,
): readonly [delay: NumberValue | undefined, others: A] {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return [undefined, args]
  const { delay, ...others } = args as A & Partial<DelayArguments>
  return [delay, others as unknown as A]
}

/** A sensor with the record R whose results come out late: the component with these outputs. */
export type DelayedSensor<R, Output extends string> = Component<
  {
    readonly sensor: ParNode<R>
    readonly delay: ParNode<number>
    readonly equations: EquationsNode
  } & Readonly<Record<Output, VarNode>>
>

/** The record that `Imu` returns. */
export interface ImuRecord extends ImuArguments {
  readonly kind: 'Imu'
}

/**
 * Inertial measurement unit at the origin of an object, without errors. Results, in the axes of the object:
 * specificForce [m/s2], the acceleration of its origin minus that of gravity (9.81 upwards at rest, 0 in free fall), and
 * angularVelocity [rad/s].
 *
 * With `delay` [s], it is a component with these outputs, which come out that much later; at first they are those of the
 * start. `sensor` is the unit without delay.
 */
export function Imu(
  args: ImuArguments & DelayArguments,
): DelayedSensor<ImuRecord, 'specificForce' | 'angularVelocity'>
export function Imu(args: ImuArguments): ParNode<ImuRecord>
export function Imu(
  args: ImuArguments & Partial<DelayArguments>,
): ParNode<ImuRecord> | DelayedSensor<ImuRecord, 'specificForce' | 'angularVelocity'> {
  const [delay, others] = splitDelay<ImuArguments>(args)
  const sensor = createPart<ImuRecord>(imu, others)
  return delay === undefined ? sensor : DelayedImu({ sensor, delay })
}

class ImuElement implements WorldElement {
  private readonly force
  private readonly rate
  private readonly R = new Float64Array(9)
  private readonly p = new Float64Array(3)
  private readonly g = new Float64Array(3)
  private readonly vector = new Float64Array(3)

  constructor(
    private readonly context: ElementContext,
    private readonly frame: Frame,
  ) {
    this.force = context.result('specificForce').values
    this.rate = context.result('angularVelocity').values
  }

  writeResults(motion: WorldMotion): void {
    const { frame, R, p, g, vector } = this
    motion.rotation(frame, R)
    motion.position(frame, p)
    this.context.gravity.accelerationAt(p, g)
    motion.acceleration(frame, vector)
    vec3Sub(vector, 0, vector, 0, g, 0)
    mat3TransposeMulVec(this.force, 0, R, 0, vector, 0)
    motion.angularVelocity(frame, vector)
    mat3TransposeMulVec(this.rate, 0, R, 0, vector, 0)
  }
}

export const imu: ElementDefinition<ImuRecord> = {
  kind: 'Imu',
  keys: { object: null },
  required: ['object'],
  results: {
    specificForce: { unit: 'm/s2', size: [3], needs: 'acceleration' },
    angularVelocity: { unit: 'rad/s', size: [3], needs: 'velocity' },
  },
  create: (record, context) => new ImuElement(context, context.frame('object', record.object)),
}

/** An `Imu` whose results come out late. */
const DelayedImu = Model({
  sensor: createPart<ImuRecord>(imu, { object: '' }),
  delay: Par(0, 's', { min: 0 }),
  specificForce: Var({ start: [0, 0, 0], unit: 'm/s2' }),
  angularVelocity: Var({ start: [0, 0, 0], unit: 'rad/s' }),
  equations: equations`
    if delay > 0 then
      specificForce[1] = ${blocks.delay}(sensor.specificForce[1], delay)
      specificForce[2] = ${blocks.delay}(sensor.specificForce[2], delay)
      specificForce[3] = ${blocks.delay}(sensor.specificForce[3], delay)
      angularVelocity[1] = ${blocks.delay}(sensor.angularVelocity[1], delay)
      angularVelocity[2] = ${blocks.delay}(sensor.angularVelocity[2], delay)
      angularVelocity[3] = ${blocks.delay}(sensor.angularVelocity[3], delay)
    else
      specificForce = sensor.specificForce
      angularVelocity = sensor.angularVelocity
    end if
  `,
})
