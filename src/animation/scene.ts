/** The types of scenes: what is drawn, how it moves, and the view on it. */
import { assertLength, InputError } from '../base/index.ts'
import type { SolidShape } from '../collision/index.ts'
import type { VisualMaterial } from '../materials/index.ts'
import type { VisualShape } from './visual-shape.ts'

/** Three numbers. */
export type Vector = readonly [number, number, number]

/** Position of the camera and of its target, in world [m]. */
export interface Camera {
  readonly position: Vector
  readonly target: Vector
}

/** Parallel light from `position` [m] towards the origin. */
export interface Light {
  readonly position: Vector
  /** 1: the full light of a scene with one light. */
  readonly intensity: number
}

/** Something that is drawn. */
export interface ScenePart {
  /** Name of the object in the model, for example `robot.arm`. */
  readonly path: string
  readonly shape: SolidShape | VisualShape
  readonly material: VisualMaterial
}

/** The motion of an object. */
export interface Motion {
  /** Origin in world at all times [m] (nTime × 3). NaN hides the object where it does not exist. */
  readonly positions: Float64Array
  /** Orientation q_WB at all times, x y z w (nTime × 4). */
  readonly quaternions: Float64Array
}

/** A drawn object, and its motion. */
export interface AnimationPart extends ScenePart, Motion {}

/** Parts, and the view on them. */
export interface DrawnScene<Part extends ScenePart = ScenePart> {
  readonly parts: readonly Part[]
  /** Up direction, in world. */
  readonly up: Vector
  /** Default: a view of all parts at all times. */
  readonly camera?: Camera
  /** Default: one, from above. */
  readonly lights?: readonly Light[]
}

/** Data of a simulation for pictures and animations. */
export interface AnimationScene extends DrawnScene<AnimationPart> {
  readonly name: string
  /** [s] (nTime), non-decreasing; events have two values at the same time, the later one is shown. */
  readonly times: Float64Array
}

/** Signals of a result, as far as they give the motion of objects. */
export interface MotionSignals {
  /** [s] (nTime) */
  readonly time: Float64Array
  has(name: string): boolean
  values(name: string): Float64Array
}

/** Names of the signals with the position [m] and the orientation (x y z w) of an object. */
export function motionSignalsOf(path: string): readonly [position: string, orientation: string] {
  return [`${path}.r_abs`, `${path}.q_abs`]
}

/**
 * A scene with the motion of its parts in a result.
 * @throws `missing(path, names)` if the result lacks the signals `names` of a part.
 */
export function animateScene(
  name: string,
  { parts, up, camera, lights }: DrawnScene,
  result: MotionSignals,
  missing: (path: string, names: string) => Error,
): AnimationScene {
  const addMotion = (part: ScenePart): AnimationPart => {
    const names = motionSignalsOf(part.path)
    if (!names.every((signal) => result.has(signal))) throw missing(part.path, names.join(' and '))
    return { ...part, positions: result.values(names[0]), quaternions: result.values(names[1]) }
  }
  return {
    name,
    times: result.time,
    parts: parts.map(addMotion),
    up,
    ...(camera && { camera }),
    ...(lights && { lights }),
  }
}

/**
 * Checks sizes and times.
 * @throws InputError
 */
export function checkAnimationScene(scene: AnimationScene): void {
  const { times } = scene
  if (times.length === 0) throw new InputError('scene.times', 'at least one time', times)
  for (let i = 0; i < times.length; i++) {
    if (!Number.isFinite(times[i])) throw new InputError(`scene.times[${i}]`, 'a finite number', times[i])
    if (i > 0 && times[i] < times[i - 1])
      throw new InputError(`scene.times[${i}]`, `at least the time before, ${times[i - 1]}`, times[i])
  }
  const { up } = scene
  if (!(Math.hypot(up[0], up[1], up[2]) > 0)) throw new InputError('scene.up', 'a non-zero vector', up)
  for (const part of scene.parts) {
    assertLength(`${part.path}.positions`, part.positions, 3 * times.length)
    assertLength(`${part.path}.quaternions`, part.quaternions, 4 * times.length)
  }
}
