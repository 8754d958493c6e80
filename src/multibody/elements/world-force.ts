/** External forces and torques, as functions of time and of the motion of their object. */
import { InputError } from '../../base/index.ts'
import { mat3MulVec, vec3Copy } from '../../math/index.ts'
import type { ParNode } from '../../model/index.ts'
import type { VariantResult } from '../../simulation/index.ts'
import type { Frame } from '../records/index.ts'
import { createPart } from '../records/index.ts'
import type { ElementContext, ElementDefinition, WorldElement } from '../world/index.ts'
import type { WorldMotion } from '../world/states/index.ts'
import { type LoadEvents, LoadEventTimes } from './load-events.ts'

/** Motion of the object of a force or torque, in the world. The arrays are reused in the next call. */
export interface AppliedObject {
  /** Position of the origin [m] (3). */
  readonly position: Float64Array
  /** Velocity of the origin [m/s] (3). */
  readonly velocity: Float64Array
  /** R_WO, row-major: R_WO·v is v from the axes of the object to those of the world (9). */
  readonly rotation: Float64Array
  /** Angular velocity [rad/s] (3). */
  readonly angularVelocity: Float64Array
}

/** Force [N] or torque [N.m] at a time [s]. */
export type VectorFunction = (time: number, object: AppliedObject) => ArrayLike<number>

interface WorldLoadArguments {
  /** Path of the Object3D at whose origin the force or torque acts. */
  readonly objectApply: string
  /** Path of the Object3D in whose frame the vector of the function is given (default: the world). */
  readonly objectCoord?: string
  /**
   * Times [s] of jumps and kinks of the function, or a function `(time) => next time`. The solver stops there; it may
   * step over undeclared ones. The function has its new value at that time: `(time) => [time >= 1 ? 5 : 0, 0, 0]`,
   * `events: [1]`.
   */
  readonly events?: LoadEvents
}

/** Arguments of `WorldForce`. */
export interface WorldForceArguments extends WorldLoadArguments {
  /** Force [N] as a function of time [s], and optionally of the motion of objectApply: `(time) => [0, 0, 10*time]`. */
  readonly forceFunction: VectorFunction
}

/** Arguments of `WorldTorque`. */
export interface WorldTorqueArguments extends WorldLoadArguments {
  /** Torque [N.m] as a function of time [s], and optionally of the motion of objectApply. */
  readonly torqueFunction: VectorFunction
}

export interface WorldForceRecord extends WorldForceArguments {
  readonly kind: 'WorldForce'
}

export interface WorldTorqueRecord extends WorldTorqueArguments {
  readonly kind: 'WorldTorque'
}

/** Force at the origin of an Object3D, without a reaction on another one. Result: forceVector [N], in the world. */
export function WorldForce(args: WorldForceArguments): ParNode<WorldForceRecord> {
  return createPart<WorldForceRecord>(worldForce, args)
}

/** Torque on an Object3D, without a reaction on another one. Result: torqueVector [N.m], in the world. */
export function WorldTorque(args: WorldTorqueArguments): ParNode<WorldTorqueRecord> {
  return createPart<WorldTorqueRecord>(worldTorque, args)
}

const ZERO = new Float64Array(3)

class WorldLoad implements WorldElement {
  private readonly object: AppliedObject = {
    position: new Float64Array(3),
    velocity: new Float64Array(3),
    rotation: new Float64Array(9),
    angularVelocity: new Float64Array(3),
  }
  private readonly R_WC = new Float64Array(9)
  private readonly vector = new Float64Array(3)
  readonly userFunctions

  constructor(
    private readonly isForce: boolean,
    /** Path of the function, for messages. */
    private readonly path: string,
    private readonly load: VectorFunction,
    private readonly events: LoadEventTimes,
    private readonly apply: Frame,
    private readonly coord: Frame,
    private readonly result: VariantResult,
  ) {
    this.userFunctions = { path, frames: [apply] }
  }

  onEvent(motion: WorldMotion): void {
    this.events.goOnFrom(motion.time)
  }

  nextEvent(): number {
    return this.events.nextTime
  }

  addForces(motion: WorldMotion): void {
    this.update(motion)
    if (this.isForce) motion.applyForce(this.apply, this.vector, 0, ZERO, 0)
    else motion.applyForce(this.apply, ZERO, 0, this.vector, 0)
  }

  writeResults(motion: WorldMotion): void {
    this.update(motion)
    vec3Copy(this.result.values, 0, this.vector, 0)
  }

  private update(motion: WorldMotion): void {
    const { apply, object, vector, R_WC } = this
    motion.position(apply, object.position)
    motion.velocity(apply, object.velocity)
    motion.rotation(apply, object.rotation)
    motion.angularVelocity(apply, object.angularVelocity)
    const value = this.load(this.events.timeOf(motion.time), object)
    if (value?.length !== 3 || typeof value[0] !== 'number')
      throw new InputError(this.path, 'a function that returns 3 numbers', value)
    for (let k = 0; k < 3; k++) vector[k] = value[k]
    motion.rotation(this.coord, R_WC)
    mat3MulVec(vector, 0, R_WC, 0, vector, 0)
  }
}

function createLoad(
  context: ElementContext,
  record: WorldLoadArguments,
  key: string,
  load: unknown,
): WorldElement {
  const path = `${context.path}.${key}`
  if (typeof load !== 'function') throw new InputError(path, 'a function (time) => [x, y, z]', load)
  const apply = context.frame('objectApply', record.objectApply)
  const coord =
    record.objectCoord === undefined ? context.world : context.frame('objectCoord', record.objectCoord)
  const isForce = key === 'forceFunction'
  const result = isForce
    ? context.result('forceVector', 'N', [3])
    : context.result('torqueVector', 'N.m', [3])
  const events = LoadEventTimes.read(`${context.path}.events`, record.events)
  return new WorldLoad(isForce, path, load as VectorFunction, events, apply, coord, result)
}

export const worldForce: ElementDefinition<WorldForceRecord> = {
  kind: 'WorldForce',
  keys: { objectApply: null, forceFunction: null, objectCoord: null, events: 's' },
  required: ['objectApply'],
  create: (record, context) => createLoad(context, record, 'forceFunction', record.forceFunction),
}

export const worldTorque: ElementDefinition<WorldTorqueRecord> = {
  kind: 'WorldTorque',
  keys: { objectApply: null, torqueFunction: null, objectCoord: null, events: 's' },
  required: ['objectApply'],
  create: (record, context) => createLoad(context, record, 'torqueFunction', record.torqueFunction),
}
