/** Poses of all objects of a scene over time. */
import {
  computePose,
  findKey,
  type MotionTrack,
  motionSignalsOf,
  type SceneDescription,
} from '../../../animation/index.ts'
import { InputError } from '../../../base/index.ts'
import type { SignalTable } from '../../../results/index.ts'

/** Poses of all objects at a time, in arrays that the next update overwrites. */
export class SceneMotion {
  /** Number of objects in the result, with or without parts (nObject). */
  readonly paths: readonly string[]
  /** Origins in world [m] (nObject × 3). */
  readonly positions: Float64Array
  /** q_WB, x y z w (nObject × 4). */
  readonly quaternions: Float64Array
  /** 1 where an object exists, else 0 (nObject). */
  readonly exists: Uint8Array
  /** First and last time [s]. */
  readonly startTime: number
  readonly endTime: number
  readonly #tracks: readonly MotionTrack[]
  readonly #indices: ReadonlyMap<string, number>
  /** Distinct time axes, the last key of each, and the axis of each track. */
  readonly #axes: readonly Float64Array[]
  readonly #keys: Int32Array
  readonly #axisOf: Int32Array

  constructor(scene: SceneDescription, table: SignalTable) {
    const paths = listPaths(scene)
    this.paths = paths.filter((path) => motionSignalsOf(path).every((name) => table.has(name)))
    this.#tracks = this.paths.map((path) => readTrack(table, path))
    this.#indices = new Map(this.paths.map((path, i) => [path, i]))
    this.#axes = [...new Set(this.#tracks.map(({ times }) => times))]
    this.#axisOf = Int32Array.from(this.#tracks, ({ times }) => this.#axes.indexOf(times))
    this.#keys = new Int32Array(this.#axes.length)
    const n = this.paths.length
    this.positions = new Float64Array(3 * n)
    this.quaternions = new Float64Array(4 * n)
    this.exists = new Uint8Array(n)
    const moving = this.#axes.filter((times) => times.length > 0)
    this.startTime = moving.reduce((t, times) => Math.min(t, times[0]), Number.POSITIVE_INFINITY)
    this.endTime = moving.reduce((t, times) => Math.max(t, times.at(-1)!), Number.NEGATIVE_INFINITY)
  }

  /** Index of an object; -1 if the result does not contain its motion. */
  indexOf(path: string): number {
    return this.#indices.get(path) ?? -1
  }

  /** The motion of an object over time. */
  trackOf(index: number): MotionTrack {
    return this.#tracks[index]
  }

  /** Computes all poses at a time [s], limited to the time range. */
  setTime(t: number): void {
    for (let a = 0; a < this.#axes.length; a++) this.#keys[a] = findKey(this.#axes[a], t, this.#keys[a])
    for (let i = 0; i < this.#tracks.length; i++) {
      const key = this.#keys[this.#axisOf[i]]
      const exists = computePose(this.#tracks[i], key, t, this.positions, 3 * i, this.quaternions, 4 * i)
      this.exists[i] = exists ? 1 : 0
    }
  }
}

/** Paths of objects and parts, each once. */
function listPaths(scene: SceneDescription): string[] {
  return [...new Set([...scene.objects, ...scene.parts.map(({ path }) => path)])]
}

function readTrack(table: SignalTable, path: string): MotionTrack {
  const [position, quaternion] = motionSignalsOf(path).map((name) => table.signal(name))
  if (position.nElement !== 3) throw new InputError(position.name, 'three elements', position.size)
  if (quaternion.nElement !== 4) throw new InputError(quaternion.name, 'four elements', quaternion.size)
  const [p, q] = [position, quaternion].map(({ header, values }) => header.constant ?? values)
  const isMoving = position.header.constant === undefined
  return { times: (isMoving ? position : quaternion).time, positions: p, quaternions: q }
}
