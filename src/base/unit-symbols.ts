/**
 * The table of unit symbols. One value in a unit is `significand · 10^tenExponent` SI units; the power of ten is kept
 * apart, so that mm2 is exactly the double 1e-6. With an offset: SI value = factor · value + offset.
 */

import type { Dimension } from './dimension.ts'
import { nearestName } from './known-names.ts'

/** Definition of a symbol without exponent. */
export interface SymbolDefinition {
  readonly dimension: Dimension
  readonly significand: number
  readonly tenExponent: number
  /** SI value of the zero of the scale [SI unit]; 0 except for degC and degF. */
  readonly offset: number
}

interface TableEntry extends SymbolDefinition {
  readonly prefixable: boolean
  /** Full names, lower case; not accepted as units, but recognized for suggestions. */
  readonly names: readonly string[]
}

const SYMBOLS = new Map<string, TableEntry>()

/** `exponents`: of m, kg, s, A, K, mol, cd; trailing zeros may be omitted. */
function define(
  symbols: string,
  names: string,
  exponents: readonly number[],
  scale: { significand?: number; tenExponent?: number; offset?: number; prefixable?: boolean } = {},
): void {
  const { significand = 1, tenExponent = 0, offset = 0, prefixable = true } = scale
  const dimension = Object.freeze(Array.from({ length: 7 }, (_, i) => exponents[i] ?? 0))
  const entry: TableEntry = {
    dimension,
    significand,
    tenExponent,
    offset,
    prefixable,
    names: names.split(' '),
  }
  for (const symbol of symbols.split(' ')) SYMBOLS.set(symbol, entry)
}

// SI base units; kg is in the table besides g so that it can be suggested
define('m', 'meter meter', [1])
define('kg', 'kilogram kilo', [0, 1], { prefixable: false })
define('g', 'gram', [0, 1], { tenExponent: -3 })
define('s', 'second sec', [0, 0, 1])
define('A', 'ampere amp', [0, 0, 0, 1])
define('K', 'kelvin degk', [0, 0, 0, 0, 1])
define('mol', 'mole', [0, 0, 0, 0, 0, 1])
define('cd', 'candela', [0, 0, 0, 0, 0, 0, 1])

// SI derived units
define('rad', 'radian', [])
define('sr', 'steradian', [])
define('Hz', 'hertz', [0, 0, -1])
define('N', 'newton', [1, 1, -2])
define('Pa', 'pascal', [-1, 1, -2])
define('J', 'joule', [2, 1, -2])
define('W', 'watt', [2, 1, -3])
define('var', 'voltampere', [2, 1, -3])
define('C', 'coulomb', [0, 0, 1, 1])
define('V', 'volt', [2, 1, -3, -1])
define('F', 'farad', [-2, -1, 4, 2])
define('Ohm', 'ohm', [2, 1, -3, -2])
define('S', 'siemens', [-2, -1, 3, 2])
define('Wb', 'weber', [2, 1, -2, -1])
define('T', 'tesla', [0, 1, -2, -1])
define('H', 'henry', [2, 1, -2, -2])
define('lm', 'lumen', [0, 0, 0, 0, 0, 0, 1])
define('lx', 'lux', [-2, 0, 0, 0, 0, 0, 1])
define('Bq', 'becquerel', [0, 0, -1])
define('Gy', 'gray', [2, 0, -2])
define('Sv', 'sievert', [2, 0, -2])
define('kat', 'katal', [0, 0, -1, 0, 0, 1])

// units used with the SI; the electronvolt is exact since 2019
define('L l', 'liter liter', [3], { tenExponent: -3 })
define('t', 'ton tonne', [0, 1], { tenExponent: 3 })
define('bar', 'bar', [-1, 1, -2], { tenExponent: 5 })
define('eV', 'electronvolt', [2, 1, -2], { significand: 1.602176634e-19 })
define('min', 'minute', [0, 0, 1], { significand: 60, prefixable: false })
define('h', 'hour hr', [0, 0, 1], { significand: 3600, prefixable: false })
define('d', 'day', [0, 0, 1], { significand: 86400, prefixable: false })
define('deg', 'degree', [], { significand: Math.PI / 180, prefixable: false })
define('rev', 'revolution turn', [], { significand: 2 * Math.PI, prefixable: false })
define('rpm', 'rpm', [0, 0, -1], { significand: (2 * Math.PI) / 60, prefixable: false })
define('%', 'percent', [], { tenExponent: -2, prefixable: false })
define('degC', 'celsius', [0, 0, 0, 0, 1], { offset: 273.15, prefixable: false })

// imperial units, exact by definition except for the rounding of the factor
const FAHRENHEIT_ZERO = (459.67 * 5) / 9 // [K]
const POUND_FORCE = 4.4482216152605 // [N]
define('degF', 'fahrenheit', [0, 0, 0, 0, 1], {
  significand: 5 / 9,
  offset: FAHRENHEIT_ZERO,
  prefixable: false,
})
define('in', 'inch inches', [1], { significand: 254, tenExponent: -4, prefixable: false })
define('ft', 'foot feet', [1], { significand: 3048, tenExponent: -4, prefixable: false })
define('mi', 'mile', [1], { significand: 1609344, tenExponent: -3, prefixable: false })
define('lb', 'pound lbs', [0, 1], { significand: 45359237, tenExponent: -8, prefixable: false })
define('lbf', 'poundforce', [1, 1, -2], { significand: POUND_FORCE, prefixable: false })
define('psi', 'psi', [-1, 1, -2], { significand: POUND_FORCE / 0.00064516, prefixable: false })
define('atm', 'atmosphere', [-1, 1, -2], { significand: 101325, prefixable: false })

/** Power of ten of each SI prefix. */
const PREFIXES = new Map(
  Object.entries({
    ...{ Q: 30, R: 27, Y: 24, Z: 21, E: 18, P: 15, T: 12, G: 9, M: 6, k: 3, h: 2, da: 1 },
    ...{ d: -1, c: -2, m: -3, u: -6, n: -9, p: -12, f: -15, a: -18, z: -21, y: -24, r: -27, q: -30 },
  }),
)

/** The spelling of the table for symbols written with special characters: µm (two code points), kΩ (two), °C, °. */
export function normalizeSymbol(symbol: string): string {
  return symbol
    .replace(/^[\u00b5\u03bc]/, 'u')
    .replace(/[\u03a9\u2126]$/, 'Ohm')
    .replace('°', 'deg')
}

/** Definition of a normalized symbol; a whole symbol takes precedence over prefix + symbol (min, cd, Pa, ft, Gy). */
export function findSymbol(symbol: string): SymbolDefinition | undefined {
  const whole = SYMBOLS.get(symbol)
  if (whole !== undefined) return whole
  for (let length = 1; length <= 2; length++) {
    const tenExponent = PREFIXES.get(symbol.slice(0, length))
    const base = SYMBOLS.get(symbol.slice(length))
    if (tenExponent === undefined || !base?.prefixable) continue
    return { ...base, tenExponent: base.tenExponent + tenExponent }
  }
  return undefined
}

/** Suggestion for an unknown symbol: a product, a full name, or a misspelled symbol. */
export function suggestSymbol(symbol: string): string | undefined {
  const lower = symbol.toLowerCase()
  const symbolOfName = new Map<string, string>()
  for (const [known, entry] of SYMBOLS) {
    // suggest the first spelling in the table
    for (const name of entry.names) if (!symbolOfName.has(name)) symbolOfName.set(name, known)
  }
  const exact = symbolOfName.get(lower)
  if (exact !== undefined) return exact

  // two symbols without a multiplication sign: Nm, kWh
  for (let i = symbol.length - 1; i > 0; i--) {
    const [left, right] = [symbol.slice(0, i), symbol.slice(i)]
    if (findSymbol(left) !== undefined && SYMBOLS.has(right)) return `${left}.${right}`
  }
  const name = lower.length > 3 ? nearestName(lower, symbolOfName.keys()) : undefined
  if (name !== undefined) return symbolOfName.get(name)
  return nearestName(symbol, SYMBOLS.keys())
}
