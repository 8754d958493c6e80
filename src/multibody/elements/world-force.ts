/** External forces and torques, as functions of time and of the motion of their object. */
import { InputError } from '../../base/index.ts'
import { mat3MulVec, vec3Copy } from '../../math/index.ts'
import type { ParNode } from '../../model/index.ts'
import type { VariantResult } from '../../simulation/index.ts'
import { createPart, type Frame, readVector, type VectorValue } from '../records/index.ts'
import type { ElementContext, ElementDefinition, WorldElement, WorldMotion } from '../world/index.ts'
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

/** Common arguments of `WorldForce` and `WorldTorque`. */
export interface WorldLoadArguments {
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
  /** Force [N]: numbers, or an expression of variables of the equations, ``expr`[0, 0, thrust]` ``. */
  readonly force?: VectorValue
  /** Force [N] as a function of time [s], and optionally of the motion of objectApply: `(time) => [0, 0, 10*time]`. */
  readonly forceFunction?: VectorFunction
}

/** Arguments of `WorldTorque`. */
export interface WorldTorqueArguments extends WorldLoadArguments {
  /** Torque [N.m]: numbers, or an expression of variables of the equations. */
  readonly torque?: VectorValue
  /** Torque [N.m] as a function of time [s], and optionally of the motion of objectApply. */
  readonly torqueFunction?: VectorFunction
}

/** The record that `WorldForce` returns. */
export interface WorldForceRecord extends WorldForceArguments {
  readonly kind: 'WorldForce'
}

/** The record that `WorldTorque` returns. */
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
  readonly frames: readonly Frame[]
  readonly userFunctions?: NonNullable<WorldElement['userFunctions']>

  constructor(
    private readonly isForce: boolean,
    /** Path of the function, for messages. */
    private readonly path: string,
    /** The vector, updated in place, or a function of the user. */
    private readonly load: Float64Array | VectorFunction,
    private readonly events: LoadEventTimes,
    private readonly apply: Frame,
    /** Frame of the vector; null: the world. */
    private readonly coord: Frame | null,
    private readonly result: VariantResult,
  ) {
    this.frames = coord === null ? [apply] : [apply, coord]
    if (typeof load === 'function') this.userFunctions = { path, frames: [apply] }
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
    const { vector, R_WC, load } = this
    const value = typeof load === 'function' ? this.call(load, motion) : load
    for (let k = 0; k < 3; k++) vector[k] = value[k]
    if (this.coord === null) return
    motion.rotation(this.coord, R_WC)
    mat3MulVec(vector, 0, R_WC, 0, vector, 0)
  }

  /** Calls the function of the user. */
  private call(load: VectorFunction, motion: WorldMotion): ArrayLike<number> {
    const { apply, object } = this
    motion.position(apply, object.position)
    motion.velocity(apply, object.velocity)
    motion.rotation(apply, object.rotation)
    motion.angularVelocity(apply, object.angularVelocity)
    const value = load(this.events.timeOf(motion.time), object)
    if (value?.length !== 3 || typeof value[0] !== 'number')
      throw new InputError(this.path, 'a function that returns 3 numbers', value)
    return value
  }
}

function createLoad(
  context: ElementContext,
  record: WorldLoadArguments,
  name: 'force' | 'torque',
): WorldElement {
  const { key, load } = readLoad(context, record, name)
  const path = `${context.path}.${key}`
  const apply = context.frame('objectApply', record.objectApply)
  const coord = record.objectCoord === undefined ? null : context.frame('objectCoord', record.objectCoord)
  const isForce = name === 'force'
  const result = context.result(isForce ? 'forceVector' : 'torqueVector')
  const events = LoadEventTimes.read(`${context.path}.events`, record.events)
  return new WorldLoad(isForce, path, load, events, apply, coord, result)
}

/** The vector of a load, or its function. */
function readLoad(
  context: ElementContext,
  record: WorldLoadArguments,
  name: 'force' | 'torque',
): { readonly key: string; readonly load: Float64Array | VectorFunction } {
  const values: Readonly<Record<string, unknown>> = { ...record }
  const key = `${name}Function`
  const load = values[key]
  const vector = context.signal(name) ?? values[name]
  if ((load === undefined) === (vector === undefined))
    throw new InputError(
      `${context.path}.${name}`,
      `either ${name}, a vector or an expression, or ${key}, a function (time) => [x, y, z]`,
      load === undefined ? undefined : 'both',
    )
  if (load === undefined)
    return {
      key: name,
      load: vector instanceof Float64Array ? vector : readVector(`${context.path}.${name}`, vector, 3),
    }
  if (typeof load !== 'function')
    throw new InputError(`${context.path}.${key}`, 'a function (time) => [x, y, z]', load)
  return { key, load: load as VectorFunction }
}

export const worldForce: ElementDefinition<WorldForceRecord> = {
  kind: 'WorldForce',
  keys: { objectApply: null, force: 'N', forceFunction: null, objectCoord: null, events: 's' },
  required: ['objectApply'],
  results: { forceVector: { unit: 'N', size: [3], needs: 'force' } },
  signals: { force: { unit: 'N', size: [3] } },
  create: (record, context) => createLoad(context, record, 'force'),
}

export const worldTorque: ElementDefinition<WorldTorqueRecord> = {
  kind: 'WorldTorque',
  keys: { objectApply: null, torque: 'N.m', torqueFunction: null, objectCoord: null, events: 's' },
  required: ['objectApply'],
  results: { torqueVector: { unit: 'N.m', size: [3], needs: 'force' } },
  signals: { torque: { unit: 'N.m', size: [3] } },
  create: (record, context) => createLoad(context, record, 'torque'),
}
