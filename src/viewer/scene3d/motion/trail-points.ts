/** The path of an object, as line segments. */
import { findKey, type MotionTrack } from '../../../animation/index.ts'

/** Line segments of a path, ordered by time. */
export interface TrailPoints {
  /** Start and end of each line segment in world [m] (nPiece × 6). */
  readonly ends: Float64Array
  /** Start time of each line segment [s] (nPiece). */
  readonly times: Float64Array
}

/**
 * The path of a track in at most `maxPieces` line segments, with gaps where the object does not exist; undefined if it
 * does not move.
 */
export function createTrail(track: MotionTrack, maxPieces: number): TrailPoints | undefined {
  const { times, positions } = track
  if (positions.length === 3) return undefined
  const stride = Math.max(1, Math.ceil((times.length - 1) / maxPieces))
  const ends: number[] = []
  const starts: number[] = []
  let isMoving = false
  for (let i = 0; i + 1 < times.length; i += stride) {
    const j = Math.min(i + stride, times.length - 1)
    if (!isPoint(positions, i) || !isPoint(positions, j)) continue
    for (const k of [i, j]) ends.push(positions[3 * k], positions[3 * k + 1], positions[3 * k + 2])
    starts.push(times[i])
    isMoving ||= [0, 1, 2].some((c) => positions[3 * i + c] !== positions[3 * j + c])
  }
  return isMoving ? { ends: Float64Array.from(ends), times: Float64Array.from(starts) } : undefined
}

/** Number of line segments that begin before or at time `t` [s]; `hint` is the answer for a nearby time. */
export function countPieces(trail: TrailPoints, t: number, hint: number): number {
  if (trail.times.length === 0 || t < trail.times[0]) return 0
  return findKey(trail.times, t, hint - 1) + 1
}

function isPoint(positions: Float64Array, i: number): boolean {
  const sum = positions[3 * i] + positions[3 * i + 1] + positions[3 * i + 2]
  return Number.isFinite(sum)
}
