import { type LeastSquaresProblem, minimizeSquares } from '../../math/index.ts'

/**
 * Distances of further starts from the first, relative to the sizes of the joints [rad], and number of starts for each.
 */
const DISTANCES = [0.05, 0.3, 1, 3]
const STARTS_PER_DISTANCE = 8

/** A mechanism that can measure the distance from its guess. */
export interface SearchProblem extends LeastSquaresProblem {
  /** Distance of the present configuration from the guess, relative to the sizes of the joints [rad]. */
  measureDistance(): number
  /** True if gaps are closed as required, and no axis is reversed. */
  isProper(): boolean
}

/**
 * Closes gaps from the present configuration. If that gets stuck, at a dead center or in a minimum, restarts at
 * surrounding configurations, and takes the closed one nearest to the guess. If none closes, stays at the one with the
 * smallest gaps.
 *
 * @returns the norm of the gaps; infinite: they are closed, but not as required
 */
export function searchConfiguration(problem: SearchProblem, tolerance: number): number {
  const goToStart = problem.save()
  const close = (): number => {
    const gap = minimizeSquares(problem, tolerance)
    return gap > tolerance || problem.isProper() ? gap : Number.POSITIVE_INFINITY
  }
  let best = { gap: close(), distance: 0, goThere: problem.save() }
  if (best.gap <= tolerance) return best.gap
  const random = createRandom()
  for (const distance of DISTANCES) {
    for (let k = 0; k < STARTS_PER_DISTANCE; k++) {
      goToStart()
      problem.displace(createMove(problem, distance, random))
      const found = { gap: close(), distance: problem.measureDistance(), goThere: problem.save() }
      if (isBetter(found, best, tolerance)) best = found
    }
    if (best.gap <= tolerance) break
  }
  best.goThere()
  return best.gap
}

function isBetter(
  a: { readonly gap: number; readonly distance: number },
  b: { readonly gap: number; readonly distance: number },
  tolerance: number,
): boolean {
  if (a.gap <= tolerance && b.gap <= tolerance) return a.distance < b.distance
  return a.gap < b.gap
}

/** A random move within the limits. */
function createMove(
  { nMove, sizes, lower, upper }: SearchProblem,
  distance: number,
  random: () => number,
): Float64Array {
  return Float64Array.from({ length: nMove }, (_, i) => {
    const move = distance * sizes[i] * (2 * random() - 1)
    return Math.min(upper[i], Math.max(lower[i], move))
  })
}

/** Numbers from 0 to 1, the same in every search [Marsaglia 2003, xorshift]. */
function createRandom(): () => number {
  let state = 0x2545f491
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
