/** The types of scenes: what is drawn, how it moves, and the view on it. */
import { assertLength, InputError } from '../base/index.ts'
import type { SolidShape } from '../collision/index.ts'
import type { VisualMaterial } from '../materials/index.ts'
import { vec3Normalize, vec3Sub } from '../math/index.ts'
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

/** A straight or bent line through the origins of objects, such as a cord. */
export interface SceneLine {
  /** Name of the component in the model. */
  readonly path: string
  /** Paths of the objects, at least two. */
  readonly points: readonly string[]
  readonly material: VisualMaterial
}

/** A piece of a line: from the origin along x, with the length of its motion. */
export interface LineShape {
  readonly shape: 'Line'
}

/** The motion of an object. */
export interface Motion {
  /** Origin in world at all times [m] (nTime × 3). NaN hides the object where it does not exist. */
  readonly positions: Float64Array
  /** Orientation q_WB at all times, x y z w (nTime × 4). */
  readonly quaternions: Float64Array
}

/** A drawn object, and its motion. */
export interface AnimationPart extends Omit<ScenePart, 'shape'>, Motion {
  readonly shape: ScenePart['shape'] | LineShape
  /** Length of the piece of a line at all times [m] (nTime); other shapes have none. */
  readonly lengths?: Float64Array
}

/** Parts, and the view on them. */
export interface DrawnScene<Part extends Omit<ScenePart, 'shape'> = ScenePart> {
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
 * A scene with the motion of its parts in a result. Lines become one part for each piece.
 * @throws `missing(path, names)` if the result lacks the signals `names` of a part.
 */
export function animateScene(
  name: string,
  { parts, lines = [], up, camera, lights }: DrawnScene & { readonly lines?: readonly SceneLine[] },
  result: MotionSignals,
  missing: (path: string, names: string) => Error,
): AnimationScene {
  const motionOf = (path: string): Motion => {
    const names = motionSignalsOf(path)
    if (!names.every((signal) => result.has(signal))) throw missing(path, names.join(' and '))
    return { positions: result.values(names[0]), quaternions: result.values(names[1]) }
  }
  const pieces = lines.flatMap(({ path, points, material }) => {
    const ends = points.map((point) => motionOf(point).positions)
    return ends
      .slice(1)
      .map((end, k): AnimationPart => ({ path, shape: LINE, material, ...computePieceMotion(ends[k], end) }))
  })
  return {
    name,
    times: result.time,
    parts: [...parts.map((part) => ({ ...part, ...motionOf(part.path) })), ...pieces],
    up,
    ...(camera && { camera }),
    ...(lights && { lights }),
  }
}

const LINE: LineShape = { shape: 'Line' }

/** Pose and length of a straight piece between two points, given at all times [m] (nTime × 3). */
function computePieceMotion(
  from: Float64Array,
  to: Float64Array,
): Required<Pick<AnimationPart, 'positions' | 'quaternions' | 'lengths'>> {
  const n = from.length / 3
  const quaternions = new Float64Array(4 * n)
  const lengths = new Float64Array(n)
  const e = new Float64Array(3)
  for (let k = 0; k < n; k++) {
    vec3Sub(e, 0, to, 3 * k, from, 3 * k)
    lengths[k] = vec3Normalize(e, 0, e, 0)
    turnFromX(quaternions, 4 * k, e)
  }
  return { positions: from, quaternions, lengths }
}

/** Rotation from x to the unit vector e, by the shortest way: x × e = (0, -e_z, e_y). */
function turnFromX(q: Float64Array, o: number, [x, y, z]: Float64Array): void {
  const s = Math.hypot(y, z)
  const half = Math.atan2(s, x) / 2
  // along x there is no axis: none is needed, or any is right
  q[o + 1] = s > 0 ? (-z / s) * Math.sin(half) : 0
  q[o + 2] = s > 0 ? (y / s) * Math.sin(half) : Math.sin(half)
  q[o + 3] = Math.cos(half)
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
    if (part.lengths !== undefined) assertLength(`${part.path}.lengths`, part.lengths, times.length)
  }
}
