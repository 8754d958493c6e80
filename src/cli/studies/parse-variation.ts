/** Variations and measures as words of the command line: `R=normal(1kOhm,50Ohm)`, `peak=max(C.v)`. */
import { convert } from '../../base/index.ts'
import {
  average,
  crossingCount,
  crossingTime,
  finalValue,
  integral,
  linspace,
  logNormal,
  logspace,
  type Measure,
  maximum,
  maximumTime,
  minimum,
  minimumTime,
  normal,
  rms,
  triangular,
  truncated,
  uniform,
  type Variation,
  type VariedValue,
  valueAt,
} from '../../studies/index.ts'
import { usageError } from '../terminal/index.ts'

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|^[+-]?inf/
const VARIATIONS =
  'normal(m,s), uniform(a,b), triangular(a,m,b), lognormal(median,sigma), linspace(a,b,n), logspace(a,b,n)'

/** `path=variation` of `--vary`. */
export function parseVariation(text: string): readonly [string, Variation] {
  const [path, value] = splitAtEquals('--vary', text, 'R.R=1,2,5kOhm or R.R=normal(1kOhm,50Ohm)')
  const call = /^([a-z]+)\((.*)\)$/i.exec(value)
  return [
    path,
    call === null ? readValues(text, value) : readCall(text, call[1].toLowerCase(), splitArguments(call[2])),
  ]
}

function splitAtEquals(flag: string, text: string, example: string): [string, string] {
  const equals = text.indexOf('=')
  if (equals <= 0 || equals === text.length - 1)
    throw usageError(`${flag} ${text}: expected a name, '=' and a value, such as ${example}.`)
  return [text.slice(0, equals).trim(), text.slice(equals + 1).trim()]
}

/** Splits at commas outside of brackets. */
function splitArguments(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let k = 0; k <= text.length; k++) {
    const letter = text[k]
    if (letter === '(' || letter === '[') depth++
    else if (letter === ')' || letter === ']') depth--
    else if (k === text.length || (letter === ',' && depth === 0)) {
      parts.push(text.slice(start, k).trim())
      start = k + 1
    }
  }
  return parts
}

/** `1,2,5kOhm`: a unit at the last value counts for those before it that have none. */
function readValues(where: string, text: string): VariedValue[] {
  const parts = splitArguments(text)
  const numbers = parts.map((part) => readNumber(part))
  const { unit: last } = numbers[numbers.length - 1] ?? { unit: '' }
  return parts.map((part, k) => {
    if (part === 'true' || part === 'false') return part === 'true'
    const number = numbers[k]
    if (number === undefined) {
      if (/^[\w. -]+$/.test(part)) return part
      throw usageError(`--vary ${where}: expected values, or one of ${VARIATIONS}, got '${part}'.`)
    }
    const unit = number.unit || (last ?? '')
    return unit === '' ? number.value : { _class: 'Quantity', value: number.value, unit }
  })
}

function readNumber(text: string): { readonly value: number; readonly unit: string } | undefined {
  const match = NUMBER.exec(text)
  if (match === null) return undefined
  const value = /inf$/.test(match[0]) ? (text.startsWith('-') ? -Infinity : Infinity) : Number(match[0])
  return { value, unit: text.slice(match[0].length).trim() }
}

/** Numbers of a call, in the wanted unit, or that of the first one that has one. */
function readNumbers(
  where: string,
  args: readonly string[],
  count: number,
  wanted?: string,
): { values: number[]; unit?: string } {
  const read = args.map((text) => {
    const number = readNumber(text)
    if (number === undefined) throw usageError(`--vary ${where}: expected a number, got '${text}'.`)
    return number
  })
  if (read.length !== count)
    throw usageError(`--vary ${where}: expected ${count} numbers, got ${read.length}.`)
  const unit = wanted ?? read.find((number) => number.unit !== '')?.unit
  if (unit === undefined) return { values: read.map(({ value }) => value) }
  const values = read.map((number) =>
    number.unit === '' || number.unit === unit ? number.value : convert(number.value, number.unit, unit),
  )
  return { values, unit }
}

function readCall(where: string, name: string, args: readonly string[]): Variation {
  const three = (): readonly [number, number, number, string | undefined] => {
    const { values, unit } = readNumbers(where, args, 3)
    return [values[0], values[1], values[2], unit]
  }
  const two = (): readonly [number, number, string | undefined] => {
    const { values, unit } = readNumbers(where, args, 2)
    return [values[0], values[1], unit]
  }
  switch (name) {
    case 'normal':
      return normal(...two())
    case 'uniform':
      return uniform(...two())
    case 'lognormal': {
      const [median, sigma] = args
      const { values, unit } = readNumbers(where, [median ?? ''], 1)
      return logNormal(values[0], Number(sigma), unit)
    }
    case 'triangular':
      return triangular(...three())
    case 'linspace':
    case 'logspace': {
      const { values, unit } = readNumbers(where, args.slice(0, 2), 2)
      return (name === 'linspace' ? linspace : logspace)(values[0], values[1], Number(args[2]), unit)
    }
    case 'truncated': {
      const inner = /^([a-z]+)\((.*)\)$/i.exec(args[0] ?? '')
      const of =
        inner === null ? undefined : readCall(where, inner[1].toLowerCase(), splitArguments(inner[2]))
      if (
        of === undefined ||
        !('kind' in of) ||
        of.kind === 'grid' ||
        of.kind === 'discrete' ||
        of.kind === 'truncated'
      )
        throw usageError(`--vary ${where}: expected truncated(normal(…),low,high).`)
      const { values } = readNumbers(where, args.slice(1), 2, of.unit)
      return truncated(of, values[0], values[1])
    }
    default:
      throw usageError(`--vary ${where}: expected one of ${VARIATIONS}, got '${name}'.`)
  }
}

const MEASURES =
  'final(x), value(x,time), min(x), max(x), integral(x), mean(x), rms(x), timeof(x,level,up|down), count(x,level,up|down), mintime(x), maxtime(x)'

/** `name=measure` of `--measure`; a measure alone has its own text as name. */
export function parseMeasure(text: string): readonly [string, Measure] {
  const named = /^([\w.]+)=(.+)$/.exec(text)
  const body = named === null ? text : named[2].trim()
  const name = named === null ? text : named[1]
  const call = /^([a-z]+)\((.*)\)$/i.exec(body)
  if (call === null) throw usageError(`--measure ${text}: expected one of ${MEASURES}.`)
  const [signal, ...rest] = splitArguments(call[2])
  return [name, createMeasure(text, call[1].toLowerCase(), signal, rest)]
}

function createMeasure(text: string, kind: string, signal: string, rest: readonly string[]): Measure {
  const number = (k: number): number => {
    const value = Number(rest[k])
    if (rest[k] === undefined || rest[k] === '' || !Number.isFinite(value))
      throw usageError(`--measure ${text}: expected a number, got '${rest[k] ?? ''}'.`)
    return value
  }
  const direction = (rest[1] ?? 'both') as 'up' | 'down' | 'both'
  switch (kind) {
    case 'final':
      return finalValue(signal)
    case 'value':
      return valueAt(signal, number(0))
    case 'min':
      return minimum(signal)
    case 'max':
      return maximum(signal)
    case 'integral':
      return integral(signal)
    case 'mean':
      return average(signal)
    case 'rms':
      return rms(signal)
    case 'mintime':
      return minimumTime(signal)
    case 'maxtime':
      return maximumTime(signal)
    case 'timeof':
      return crossingTime(signal, number(0), direction)
    case 'count':
      return crossingCount(signal, number(0), direction)
    default:
      throw usageError(`--measure ${text}: expected one of ${MEASURES}, got '${kind}'.`)
  }
}
