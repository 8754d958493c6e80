/** Random scenes of moving boxes, and all their pairs by definition. */
import { BroadPhase } from '../../../src/collision/broad-phase/broad-phase.ts'

/** Linear congruential generator modulo 2^32: the same numbers in every run, in [0, 1). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

export interface BoxScene {
  readonly n: number
  readonly broadPhase: BroadPhase
  readonly margins: Float64Array
  readonly isMoving: boolean[]
  readonly mayMeet: (i: number, j: number) => boolean
  /** Moves all moving boxes by at most `distance` in each direction. */
  move(distance: number): void
}

/** n boxes with edges between 0.1 and 1 in a cube of the given size; every tenth is fixed, and ten times as large. */
export function createBoxScene(n: number, size: number, seed: number): BoxScene {
  const random = createRandom(seed)
  const isMoving = Array.from({ length: n }, (_, i) => i % 10 !== 9)
  const mayMeet = (i: number, j: number): boolean => (i + 2 * j) % 7 !== 0
  const halves = Array.from(
    { length: 3 * n },
    (_, k) => (Math.floor(k / 3) % 10 === 9 ? 10 : 1) * (0.05 + 0.45 * random()),
  )
  const margins = Float64Array.from(
    { length: n },
    (_, i) => 0.01 * Math.max(...halves.slice(3 * i, 3 * i + 3)),
  )
  const broadPhase = new BroadPhase(margins, isMoving, mayMeet)
  const centers = Array.from({ length: 3 * n }, () => size * random())
  const place = (i: number): void => {
    for (let k = 0; k < 3; k++) {
      broadPhase.boxes[6 * i + k] = centers[3 * i + k] - halves[3 * i + k]
      broadPhase.boxes[6 * i + k + 3] = centers[3 * i + k] + halves[3 * i + k]
    }
  }
  for (let i = 0; i < n; i++) place(i)
  const move = (distance: number): void => {
    for (let i = 0; i < n; i++) {
      if (!isMoving[i]) continue
      for (let k = 0; k < 3; k++) centers[3 * i + k] += distance * (2 * random() - 1)
      place(i)
    }
  }
  return { n, broadPhase, margins, isMoving, mayMeet, move }
}

/** Distance of boxes i and j after both were enlarged by their margins times `factor`: positive if they do not overlap. */
export function boxGap(scene: BoxScene, i: number, j: number, factor: number): number {
  const { boxes } = scene.broadPhase
  const reach = factor * (scene.margins[i] + scene.margins[j])
  let square = 0
  for (let k = 0; k < 3; k++) {
    const gap =
      Math.max(boxes[6 * i + k] - boxes[6 * j + k + 3], boxes[6 * j + k] - boxes[6 * i + k + 3]) - reach
    if (gap > 0) square += gap * gap
  }
  return Math.sqrt(square)
}

/** All pairs i < j that may meet and have a moving member. */
export function* allPairs(scene: BoxScene): Generator<[number, number]> {
  for (let i = 0; i < scene.n; i++) {
    for (let j = i + 1; j < scene.n; j++) {
      if ((scene.isMoving[i] || scene.isMoving[j]) && scene.mayMeet(i, j)) yield [i, j]
    }
  }
}
