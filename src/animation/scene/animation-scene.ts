import { assertLength, InputError } from '../../base/index.ts'
import type { SolidShape } from '../../collision/index.ts'
import type { VisualMaterial } from '../../materials/index.ts'
import type { VisualShape } from '../shapes/index.ts'

/** Three numbers. */
export type Vector = readonly [number, number, number]

/** Something that is drawn, and how it moves. */
export interface AnimationPart {
  /** Name of the object in the model, for example `robot.arm`. */
  readonly path: string
  readonly shape: SolidShape | VisualShape
  readonly material: VisualMaterial
  /** Origin in world at all times [m] (nTime × 3). NaN where the part does not exist: it is not shown then. */
  readonly positions: Float64Array
  /** Orientation q_WB at all times, x y z w (nTime × 4). */
  readonly quaternions: Float64Array
}

/** Where one looks from, and at what, in world [m]. */
export interface Camera {
  readonly position: Vector
  readonly target: Vector
}

/** Parallel light that shines from `position` [m] towards the origin. */
export interface Light {
  readonly position: Vector
  /** 1: all light of a scene that has one light. */
  readonly intensity: number
}

/** All that pictures and animations need of a simulation. */
export interface AnimationScene {
  readonly name: string
  /** [s] (nTime), not decreasing; events have two values at the same time, of which the later is shown. */
  readonly times: Float64Array
  readonly parts: readonly AnimationPart[]
  /** Upwards, in world. */
  readonly up: Vector
  /** Default: so that all parts are seen at all times. */
  readonly camera?: Camera
  /** Default: one, from above. */
  readonly lights?: readonly Light[]
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
