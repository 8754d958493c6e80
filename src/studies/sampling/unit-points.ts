/** Points in the unit cube, one for each run: independent, stratified in each dimension, or a Sobol sequence. */
import { InputError } from '../../base/index.ts'
import { RandomNumbers, STREAM } from './random-numbers.ts'
import { MAX_SOBOL_DIMENSION, MAX_SOBOL_POINTS, SobolSequence } from './sobol-sequence.ts'

/**
 * Method that places the points: independent random numbers; a Latin hypercube, in which each n-th of each dimension has
 * one point; or a scrambled Sobol sequence, whose means converge the fastest for smooth measures.
 */
export type Sampling = 'random' | 'latin-hypercube' | 'sobol'

/** All of them. */
export const SAMPLINGS: readonly Sampling[] = ['random', 'latin-hypercube', 'sobol']

/** Largest number of points of a Latin hypercube: its permutations are kept. */
const MAX_LATIN = 1e7

/** The largest double below 1. */
const BELOW_1 = 1 - 2 ** -53

/** A set of points whose coordinates are computed one by one. */
export interface UnitPoints {
  /** Coordinate in (0, 1) of a point; both from 0. */
  coordinate(point: number, dimension: number): number
}

/** Points of a sampling method. @param nPoint number of points of the whole study */
export function createUnitPoints(
  sampling: Sampling,
  nPoint: number,
  nDimension: number,
  seed: number,
): UnitPoints {
  if (sampling === 'random') {
    const random = new RandomNumbers(seed, STREAM.sample)
    return { coordinate: (point, dimension) => random.uniform(point, dimension) }
  }
  if (sampling === 'sobol') {
    if (nDimension > MAX_SOBOL_DIMENSION)
      throw new InputError(
        'study: vary',
        `at most ${MAX_SOBOL_DIMENSION} distributions for sampling: 'sobol'`,
        nDimension,
      )
    if (nPoint > MAX_SOBOL_POINTS)
      throw new InputError('study: runs', `at most 2^32 for sampling: 'sobol'`, nPoint)
    return new SobolSequence(nDimension, seed)
  }
  return new LatinHypercube(nPoint, nDimension, seed)
}

/** A Latin hypercube: in each dimension a random permutation of the strata, and a random place in the stratum. */
class LatinHypercube implements UnitPoints {
  private readonly places: RandomNumbers
  private readonly strata: readonly Uint32Array[]

  constructor(
    private readonly nPoint: number,
    nDimension: number,
    seed: number,
  ) {
    if (nPoint > MAX_LATIN)
      throw new InputError('study: runs', `at most ${MAX_LATIN} for sampling: 'latin-hypercube'`, nPoint)
    this.places = new RandomNumbers(seed, STREAM.sample)
    const random = new RandomNumbers(seed, STREAM.permutation)
    this.strata = Array.from({ length: nDimension }, (_, k) => createPermutation(nPoint, random, k))
  }

  coordinate(point: number, dimension: number): number {
    const coordinate = (this.strata[dimension][point] + this.places.uniform(point, dimension)) / this.nPoint
    return Math.min(coordinate, BELOW_1)
  }
}

/** A random permutation [Fisher, Yates]. */
function createPermutation(n: number, random: RandomNumbers, dimension: number): Uint32Array {
  const order = Uint32Array.from({ length: n }, (_, k) => k)
  for (let k = n - 1; k > 0; k--) {
    const other = Math.floor(random.uniform(k, dimension) * (k + 1))
    const kept = order[k]
    order[k] = order[other]
    order[other] = kept
  }
  return order
}
