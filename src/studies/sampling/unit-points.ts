/** Points in the unit cube, one for each run: independent, stratified, a Sobol sequence, or designs for indices. */
import { InputError } from '../../base/index.ts'
import { MorrisPoints } from './morris-points.ts'
import { RandomNumbers, STREAM } from './random-numbers.ts'
import { MAX_SOBOL_DIMENSION, MAX_SOBOL_POINTS, SobolSequence } from './sobol-sequence.ts'

/**
 * Method that places the points: independent random numbers; a Latin hypercube, in which each n-th of each dimension has
 * one point; a scrambled Sobol sequence, whose means converge the fastest for smooth measures; or the designs that
 * `sobolIndices` ('saltelli') and `morrisEffects` ('morris') need.
 */
export type Sampling = 'random' | 'latin-hypercube' | 'sobol' | 'saltelli' | 'morris'

/** All of them. */
export const SAMPLINGS: readonly Sampling[] = ['random', 'latin-hypercube', 'sobol', 'saltelli', 'morris']

/** Number of points that a sample of a design consists of. */
export function countDesignPoints(sampling: Sampling, nDimension: number): number {
  if (sampling === 'saltelli') return nDimension + 2
  return sampling === 'morris' ? nDimension + 1 : 1
}

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
  if (sampling === 'morris') return new MorrisPoints(nDimension, seed)
  if (sampling === 'sobol' || sampling === 'saltelli') {
    const most = sampling === 'sobol' ? MAX_SOBOL_DIMENSION : MAX_SOBOL_DIMENSION / 2
    if (nDimension > most)
      throw new InputError(
        'study: vary',
        `at most ${most} distributions for sampling: '${sampling}'`,
        nDimension,
      )
    if (nPoint > MAX_SOBOL_POINTS)
      throw new InputError('study: runs', `at most 2^32 for sampling: 'sobol'`, nPoint)
    return sampling === 'sobol' ? new SobolSequence(nDimension, seed) : new SaltelliPoints(nDimension, seed)
  }
  return new LatinHypercube(nPoint, nDimension, seed)
}

/**
 * The design of Saltelli (2002) for Sobol indices: for each sample the points A, B, and for each dimension i the point A
 * with the coordinate i of B; A and B are halves of one point of a Sobol sequence.
 */
class SaltelliPoints implements UnitPoints {
  private readonly sequence: SobolSequence

  constructor(
    private readonly nDimension: number,
    seed: number,
  ) {
    this.sequence = new SobolSequence(2 * nDimension, seed)
  }

  coordinate(point: number, dimension: number): number {
    const { nDimension } = this
    const part = point % (nDimension + 2)
    const isOfB = part === 1 || part === dimension + 2
    return this.sequence.coordinate(
      Math.floor(point / (nDimension + 2)),
      isOfB ? nDimension + dimension : dimension,
    )
  }
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
