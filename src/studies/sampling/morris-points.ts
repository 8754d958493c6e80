/**
 * The design of Morris (1991): each sample is a path of d + 1 points through the unit cube, of which two neighbors differ in
 * one coordinate, by half of the range. Coordinates are the middles of four equal parts, which unlimited distributions need.
 */
import { RandomNumbers, STREAM } from './random-numbers.ts'

const LEVELS = 4
/** Length of a step. */
export const MORRIS_STEP = 0.5

/** Paths by their points: all points of the first path, then those of the second one. */
export class MorrisPoints {
  private readonly random: RandomNumbers
  private path = -1
  /** Coordinates of the first point, signs of the steps, and the number of the step of each dimension. */
  private readonly start: Float64Array
  private readonly step: Float64Array
  private readonly turn: Int32Array

  constructor(
    private readonly nDimension: number,
    seed: number,
  ) {
    this.random = new RandomNumbers(seed, STREAM.sample)
    this.start = new Float64Array(nDimension)
    this.step = new Float64Array(nDimension)
    this.turn = new Int32Array(nDimension)
  }

  /** Coordinate in (0, 1) of a point; both from 0. */
  coordinate(point: number, dimension: number): number {
    const { nDimension } = this
    const path = Math.floor(point / (nDimension + 1))
    if (path !== this.path) this.createPath(path)
    const isMoved = point % (nDimension + 1) > this.turn[dimension]
    return this.start[dimension] + (isMoved ? this.step[dimension] : 0)
  }

  private createPath(path: number): void {
    const { nDimension, random, start, step, turn } = this
    this.path = path
    for (let k = 0; k < nDimension; k++) {
      const level = Math.floor(LEVELS * random.uniform(path, k))
      start[k] = (level + 0.5) / LEVELS
      step[k] = start[k] < MORRIS_STEP ? MORRIS_STEP : -MORRIS_STEP
      turn[k] = k
    }
    // a random order [Fisher, Yates]
    for (let k = nDimension - 1; k > 0; k--) {
      const other = Math.floor((k + 1) * random.uniform(path, nDimension + k))
      const kept = turn[k]
      turn[k] = turn[other]
      turn[other] = kept
    }
  }
}
