/** The damping of Newton steps. */

/**
 * Largest of the factors 1, 1/2, 1/4, … that is accepted; 0: none down to `least`. The factor 1 is always tried.
 *
 * @param accepts evaluates the point at this fraction of the step, and decides
 */
export function searchByHalving(accepts: (factor: number) => boolean, least: number): number {
  let factor = 1
  do {
    if (accepts(factor)) return factor
    factor /= 2
  } while (factor >= least)
  return 0
}

/**
 * Natural monotonicity test of a Newton step [Deuflhard 2011, section 3.3]: the next displacement, computed with the
 * same matrix, is shorter than the present one as much as a linear problem would let it be, or half of that.
 *
 * @param next norm of the next displacement after this fraction of the step
 * @param length norm of the step
 */
export function isContracting(next: number, length: number, factor: number): boolean {
  return next <= (1 - 0.5 * factor) * length
}
