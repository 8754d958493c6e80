import { type Dimension, printTerms, type UnitTerm } from './dimension.ts'
import { VarioError } from './errors.ts'
import { findSymbol } from './unit-symbols.ts'

/**
 * A unit: a product of powers of unit symbols. The SI value of `x` in this unit is `factor · x + offset`.
 *
 * Only a temperature scale alone (`degC`, `degF`) has an offset. In a product, a quotient or a power it counts as a
 * temperature difference: `J/(kg.degC)` is `J/(kg.K)`.
 */
export interface Unit {
  /** Modelica spelling, for example `N.m`; `1` for the dimensionless unit. */
  readonly text: string
  /** The symbols and their exponents; each symbol once, no exponent 0, the numerator first. */
  readonly terms: readonly UnitTerm[]
  /** Exponents of the SI base units m, kg, s, A, K, mol, cd (7). */
  readonly dimension: Dimension
  /** Size of the unit [SI unit of the dimension]. */
  readonly factor: number
  /** SI value of the zero of the scale [SI unit of the dimension]. */
  readonly offset: number
}

/** A unit that cannot be parsed, or two incompatible units. Code `UNIT`. */
export class UnitError extends VarioError {
  constructor(message: string, fields: Readonly<Record<string, unknown>>) {
    super('UNIT', message, fields)
  }
}

/** The unit `a·b`. */
export function multiplyUnits(a: Unit, b: Unit): Unit {
  return remember(products, a, b, () => createUnit([...a.terms, ...b.terms]))
}

/** The unit `a/b`. */
export function divideUnits(a: Unit, b: Unit): Unit {
  return remember(quotients, a, b, () => createUnit([...a.terms, ...scaleExponents(b.terms, -1)]))
}

/** Results by both operands: a model has few units, but thousands of equations with them. */
type PairTable = WeakMap<Unit, WeakMap<Unit, Unit>>
const products: PairTable = new WeakMap()
const quotients: PairTable = new WeakMap()

function remember(table: PairTable, a: Unit, b: Unit, compute: () => Unit): Unit {
  let row = table.get(a)
  if (row === undefined) {
    row = new WeakMap()
    table.set(a, row)
  }
  let unit = row.get(b)
  if (unit === undefined) {
    unit = compute()
    row.set(b, unit)
  }
  return unit
}

/** The unit `a^exponent`. Resulting exponents must be multiples of 1/2: `powUnit(area, 0.5)` is a length. */
export function powUnit(a: Unit, exponent: number): Unit {
  for (const term of a.terms) {
    if (Number.isInteger(2 * term.exponent * exponent)) continue
    throw new UnitError(
      `Unit '${a.text}' to the power ${exponent}: expected exponents that are multiples of 1/2, ` +
        `got ${term.symbol}^${term.exponent * exponent}.`,
      { unit: a.text, exponent },
    )
  }
  return createUnit(scaleExponents(a.terms, exponent))
}

/** The unit in Modelica spelling, with its original symbols; `formatDimension` prints it in SI base units. */
export function printUnit(unit: Unit): string {
  return unit.text
}

/** The same terms, all exponents multiplied by `factor`. */
export function scaleExponents(terms: readonly UnitTerm[], factor: number): UnitTerm[] {
  return terms.map(({ symbol, exponent }) => ({ symbol, exponent: factor * exponent }))
}

/** The product of `terms`, whose symbols must be known and may occur several times. */
export function createUnit(product: readonly UnitTerm[]): Unit {
  // equal symbols become one term, the numerator comes first
  const exponents = new Map<string, number>()
  for (const { symbol, exponent } of product) exponents.set(symbol, (exponents.get(symbol) ?? 0) + exponent)
  const terms: UnitTerm[] = []
  for (const [symbol, exponent] of exponents)
    if (exponent !== 0) terms.push(Object.freeze({ symbol, exponent }))
  terms.sort((a, b) => Number(b.exponent > 0) - Number(a.exponent > 0))

  // numerator and denominator significands and powers of ten are collected separately: one rounding at the end
  const dimension = [0, 0, 0, 0, 0, 0, 0]
  let above = 1
  let below = 1
  let tenExponent = 0
  let offset = 0
  for (const { symbol, exponent } of terms) {
    const definition = findSymbol(symbol)!
    for (let i = 0; i < dimension.length; i++) dimension[i] += exponent * definition.dimension[i]
    if (exponent > 0) above *= definition.significand ** exponent
    else below *= definition.significand ** -exponent
    tenExponent += exponent * definition.tenExponent
    if (terms.length === 1 && exponent === 1) offset = definition.offset
  }
  const factor = scaleByPowerOfTen(above, below, tenExponent)
  return Object.freeze({
    text: printTerms(terms),
    terms: Object.freeze(terms),
    dimension: Object.freeze(dimension),
    factor,
    offset,
  })
}

/** above/below · 10^exponent with few roundings: 10^n is an exact double for 0 <= n <= 22. */
function scaleByPowerOfTen(above: number, below: number, exponent: number): number {
  return exponent >= 0 ? (above * 10 ** exponent) / below : above / (below * 10 ** -exponent)
}
