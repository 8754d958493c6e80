/** Extent of a run for the camera: its stage, the followed object, and parts too large to be framed. */
import { computeExtent, type Extent, type PartBoxes } from './extent.ts'
import type { SceneMotion } from './scene-motion.ts'

/** Number of times at which a run is sampled. */
const MAX_SAMPLES = 60

/** Ratio to the initial extent above which a run is not framed as a whole. */
const MAX_GROWTH = 6

/** A part that exceeds the place of all other motion by this factor is a background. */
const BACKGROUND = 4

/**
 * The extent for the camera: all parts at all times of a run. If they move far away from their initial place, as a
 * rocket does, the initial place instead of the whole run.
 */
export function computeStageExtent(motion: SceneMotion, parts: PartBoxes): Extent & { isWhole: boolean } {
  const { startTime, endTime } = motion
  const start = computeExtent(motion, parts, [startTime])
  if (!(endTime > startTime)) return { ...start, isWhole: true }
  const all = computeExtent(motion, parts, listSamples(motion))
  const isWhole = start.points.length === 0 || all.radius <= MAX_GROWTH * start.radius
  return { ...(isWhole ? all : start), isWhole }
}

/**
 * The object to follow if a run moves far away from its initial place: the largest of those that move and exist at the
 * end, or -1.
 */
export function findTraveller(motion: SceneMotion, { objects, boxes }: PartBoxes): number {
  const { startTime, endTime, positions, exists } = motion
  motion.setTime(startTime)
  const before = positions.slice()
  motion.setTime(endTime)
  let found = -1
  let largest = 0
  objects.forEach((k, i) => {
    if (k < 0 || exists[k] === 0 || before[3 * k] - before[3 * k] !== 0) return
    const moves = [0, 1, 2].some((c) => before[3 * k + c] !== positions[3 * k + c])
    const diagonal = computeDiagonal(boxes, i)
    if (!moves || diagonal <= largest) return
    largest = diagonal
    found = k
  })
  return found
}

/**
 * The extent of all parts but one, if that one is far longer than the place of the others at all times, and one of the
 * others moves farther than its own length: motion on a belt or a floor. Otherwise null.
 */
export function computeActionExtent(motion: SceneMotion, { objects, boxes }: PartBoxes): Extent | null {
  if (!(motion.endTime > motion.startTime)) return null
  let largest = -1
  let [longest, next] = [0, 0]
  objects.forEach((k, i) => {
    const length = k < 0 ? 0 : computeDiagonal(boxes, i)
    if (length > longest) [largest, longest, next] = [i, length, longest]
    else next = Math.max(next, length)
  })
  if (next === 0 || longest < BACKGROUND * next) return null
  const others = { boxes, objects: objects.map((k, i) => (i === largest ? -1 : k)) }
  const times = listSamples(motion)
  const extent = computeExtent(motion, others, times)
  return longest >= BACKGROUND * 2 * extent.radius && goesFar(motion, others, times) ? extent : null
}

/** True if a part is at some time farther from its first place than its own length. */
function goesFar(motion: SceneMotion, { objects, boxes }: PartBoxes, times: readonly number[]): boolean {
  const { positions, exists } = motion
  const first = new Float64Array(positions.length).fill(Number.NaN)
  return times.some((time) => {
    motion.setTime(time)
    return objects.some((k, i) => {
      if (k < 0 || exists[k] === 0) return false
      const o = 3 * k
      if (Number.isNaN(first[o])) first.set(positions.subarray(o, o + 3), o)
      const way = [0, 1, 2].map((c) => positions[o + c] - first[o + c])
      return Math.hypot(...way) > computeDiagonal(boxes, i)
    })
  })
}

/** Times from the start to the end of a run [s]. */
function listSamples({ startTime, endTime }: SceneMotion): number[] {
  return Array.from(
    { length: MAX_SAMPLES + 1 },
    (_, k) => startTime + ((endTime - startTime) * k) / MAX_SAMPLES,
  )
}

/** Diagonal of the box of a part [m]. */
function computeDiagonal(boxes: Float64Array, part: number): number {
  const o = 6 * part
  return Math.hypot(boxes[o + 3] - boxes[o], boxes[o + 4] - boxes[o + 1], boxes[o + 5] - boxes[o + 2])
}
