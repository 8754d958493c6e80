/**
 * Distance from 1 to the next larger double, 2^-52 [1]: the relative spacing of doubles, twice the largest relative
 * rounding error of one operation. Numerical tolerances are written as multiples of it.
 */
export const EPS = 2 ** -52
