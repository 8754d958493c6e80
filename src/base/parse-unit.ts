/**
 * Parses units in the grammar of Modelica, with some extensions:
 *
 *   unit     = product { '/' factor }          '1/min', 'W/(m.K)', and 'kg/m/s' from left to right
 *   product  = factor { ('.' | '*' | '·') factor }
 *   factor   = ( symbol | '1' | '(' unit ')' ) [ exponent ]
 *   exponent = signed integer | superscripts | '^' ( signed multiple of 1/2 | '(' signed integer ['/' integer] ')' )
 *
 * A product after '/' without parentheses, 'W/m.K', is an error, because it is ambiguous.
 */

import type { UnitTerm } from './dimension.ts'
import { type Excerpt, printExcerpt } from './errors.ts'
import { createUnit, scaleExponents, type Unit, UnitError } from './unit.ts'
import { findSymbol, normalizeSymbol, suggestSymbol } from './unit-symbols.ts'

const SYMBOL = /[\p{L}°%]+/uy
const INTEGER = /[+\-−]?\d+/y
const DECIMAL = /[+\-−]?\d+(\.\d+)?/y
const FRACTION = /\(\s*([+\-−]?\d+)\s*(?:\/\s*(\d+)\s*)?\)/y
const SUPERSCRIPT = /[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+/y
const SUPERSCRIPT_CHARACTERS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const MULTIPLICATION = /[.*·⋅]/y
const SPACE = /\s*/y

const cache = new Map<string, Unit>()

/**
 * The unit written in `text`: Modelica spellings such as `N.m`, `kg.m2`, `m/s2`, `1/min`, `W/(m.K)`, `degC`, `s-1`,
 * with SI prefixes; also `*`, `·`, `^`, superscripts, `µ`, `Ω` and `°C`. Empty text is the dimensionless unit.
 *
 * @throws UnitError that marks the position and states the expected symbols.
 */
export function parseUnit(text: string): Unit {
  const known = cache.get(text)
  if (known !== undefined) return known
  const unit = createUnit(text.trim() === '' ? [] : new UnitParser(text).parse())
  cache.set(text, unit)
  return unit
}

class UnitParser {
  private readonly text: string
  private position = 0

  constructor(text: string) {
    this.text = text
  }

  parse(): UnitTerm[] {
    const terms = this.parseUnit()
    if (this.position < this.text.length) this.fail("expected '.', '/', an exponent or the end")
    return terms
  }

  private parseUnit(): UnitTerm[] {
    const terms = this.parseFactor()
    while (this.skip(MULTIPLICATION)) terms.push(...this.parseFactor())
    while (this.skip(/\//y)) {
      terms.push(...scaleExponents(this.parseFactor(), -1))
      this.match(SPACE)
      const start = this.position
      if (this.match(MULTIPLICATION) === undefined) continue
      this.position = start
      this.fail("a product after '/' is ambiguous; write for example W/(m.K) or W.K/m")
    }
    return terms
  }

  private parseFactor(): UnitTerm[] {
    this.match(SPACE)
    const terms = this.parseOperand()
    const exponent = this.parseExponent()
    this.match(SPACE)
    return exponent === 1 ? terms : scaleExponents(terms, exponent)
  }

  private parseOperand(): UnitTerm[] {
    if (this.match(/\(/y) !== undefined) {
      const terms = this.parseUnit()
      if (this.match(/\)/y) === undefined) this.fail("expected ')'")
      return terms
    }
    const start = this.position
    const symbol = this.match(SYMBOL)?.[0]
    if (symbol === undefined) {
      if (this.match(/1(?![\d.])/y) !== undefined) return []
      this.fail("expected a unit symbol, '1' or '('")
    }
    const normalized = normalizeSymbol(symbol)
    if (findSymbol(normalized) !== undefined) return [{ symbol: normalized, exponent: 1 }]
    const suggestion = suggestSymbol(normalized)
    const hint = suggestion === undefined ? '' : ` Did you mean '${suggestion}'?`
    this.position = start
    this.fail(`unknown symbol '${symbol}', expected a unit such as m, kg, N.m, m/s2 or degC.${hint}`)
  }

  /** The exponent at this position, or 1 without an exponent. */
  private parseExponent(): number {
    const superscript = this.match(SUPERSCRIPT)?.[0]
    if (superscript !== undefined) return readSuperscript(superscript)
    if (this.match(/\^/y) === undefined) return readInteger(this.match(INTEGER)?.[0] ?? '1')

    const start = this.position
    const fraction = this.match(FRACTION)
    const exponent =
      fraction === undefined
        ? readInteger(this.match(DECIMAL)?.[0] ?? 'none')
        : readInteger(fraction[1]) / Number(fraction[2] ?? 1)
    if (Number.isInteger(2 * exponent)) return exponent
    this.position = start
    this.fail("expected a multiple of 1/2 after '^', such as 2, -1, 0.5 or (1/2)")
  }

  /** Skips `pattern` and the white space around it, if it comes next. */
  private skip(pattern: RegExp): boolean {
    this.match(SPACE)
    return this.match(pattern) !== undefined
  }

  private match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.position
    const found = pattern.exec(this.text)
    if (found === null) return undefined
    this.position += found[0].length
    return found
  }

  private fail(problem: string): never {
    throw unitSyntaxError(this.text, this.position, problem)
  }
}

/** Error at character `position` (from 0) of the unit `text`, with a caret below it. */
function unitSyntaxError(text: string, position: number, problem: string): UnitError {
  const excerpt: Excerpt = { text, start: position, length: 1 }
  const message = `Unit '${text}', position ${position + 1}: ${problem}\n${printExcerpt(excerpt)}`
  return new UnitError(message, { unit: text, position, excerpt })
}

function readInteger(digits: string): number {
  return Number(digits.replace('−', '-'))
}

function readSuperscript(superscript: string): number {
  let value = 0
  for (const character of superscript) {
    const digit = SUPERSCRIPT_CHARACTERS.indexOf(character)
    if (digit >= 0) value = 10 * value + digit
  }
  return superscript.startsWith('⁻') ? -value : value
}
