/** Symbols of the SI base units, in the order of the exponents of a `Dimension`. */
const BASE_SYMBOLS = ['m', 'kg', 's', 'A', 'K', 'mol', 'cd'] as const

/** The order in which base units are printed: mass first, as in `kg.m2/s2`. */
const PRINT_ORDER = [1, 0, 2, 3, 4, 5, 6] as const

/**
 * Exponents of the SI base units m, kg, s, A, K, mol, cd (7), multiples of 1/2. Angles are dimensionless, as in the SI:
 * N.m, N.m/rad and J have the same dimension.
 */
export type Dimension = readonly number[]

/** True if quantities of the two dimensions can be added and compared. */
export function sameDimension(a: Dimension, b: Dimension): boolean {
  for (let i = 0; i < BASE_SYMBOLS.length; i++) if (a[i] !== b[i]) return false
  return true
}

/**
 * The dimension in SI base units, in a spelling that `parseUnit` accepts, for example `kg.m2/s2`; `1` if dimensionless.
 */
export function formatDimension(dimension: Dimension): string {
  return printTerms(PRINT_ORDER.map((i) => ({ symbol: BASE_SYMBOLS[i], exponent: dimension[i] })))
}

/** A unit symbol raised to a power. */
export interface UnitTerm {
  readonly symbol: string
  readonly exponent: number
}

/** Modelica spelling of a product: `J/(kg.K)`, `1/s`, `V/Hz^0.5`. Terms with exponent 0 are left out. */
export function printTerms(terms: readonly UnitTerm[]): string {
  const above = terms
    .filter((term) => term.exponent > 0)
    .map((term) => printPower(term.symbol, term.exponent))
  const below = terms
    .filter((term) => term.exponent < 0)
    .map((term) => printPower(term.symbol, -term.exponent))
  const numerator = above.join('.') || '1'
  if (below.length === 0) return numerator
  return below.length === 1 ? `${numerator}/${below[0]}` : `${numerator}/(${below.join('.')})`
}

function printPower(symbol: string, exponent: number): string {
  if (exponent === 1) return symbol
  return Number.isInteger(exponent) ? `${symbol}${exponent}` : `${symbol}^${exponent}`
}
