import fc from 'fast-check'
import {
  convert,
  divideUnits,
  formatDimension,
  fromSI,
  multiplyUnits,
  parseUnit,
  powUnit,
  printUnit,
  sameDimension,
  toSI,
  UnitError,
} from 'vario'
import { describe, expect, it } from 'vitest'
import { EPS } from '../../src/base/index.ts'

const failure = (run: () => unknown): UnitError => {
  try {
    run()
  } catch (error) {
    expect(error).toBeInstanceOf(UnitError)
    return error as UnitError
  }
  return expect.fail('no error')
}

describe('parseUnit', () => {
  // text, dimension, factor: factors are decimal definitions, read here as the nearest double
  it.each([
    ['N.m', 'kg.m2/s2', 1],
    ['kg.m2', 'kg.m2', 1],
    ['m/s2', 'm/s2', 1],
    ['rad/s', '1/s', 1],
    ['W/(m.K)', 'kg.m/(s3.K)', 1],
    ['J/(kg.K)', 'm2/(s2.K)', 1],
    ['N.m.s/rad', 'kg.m2/s', 1],
    ['s-1', '1/s', 1],
    ['1', '1', 1],
    ['', '1', 1],
    ['kg/m/s', 'kg/(m.s)', 1],
    ['(m/s)2', 'm2/s2', 1],
    ['m2', 'm2', 1],
    ['mm2', 'm2', 1e-6],
    ['cm3', 'm3', 1e-6],
    ['ug', 'kg', 1e-9],
    ['t', 'kg', 1e3],
    ['L/min', 'm3/s', 1e-3 / 60],
    ['km/h', 'm/s', 1000 / 3600],
    ['1/min', '1/s', 1 / 60],
    ['rev/min', '1/s', (2 * Math.PI) / 60],
    ['bar', 'kg/(m.s2)', 1e5],
    ['eV', 'kg.m2/s2', 1.602176634e-19],
    ['deg', '1', Math.PI / 180],
    ['%', '1', 0.01],
    ['in', 'm', 0.0254],
    ['lb', 'kg', 0.45359237],
  ])("reads '%s' as %s × %f", (text, dimension, factor) => {
    const unit = parseUnit(text)
    expect(formatDimension(unit.dimension)).toBe(dimension)
    expect(unit.factor).toBe(factor)
    expect(unit.offset).toBe(0)
  })

  it('knows the named units by their definitions', () => {
    const definitions: Record<string, string> = {
      ...{
        Hz: '1/s',
        N: 'kg.m/s2',
        Pa: 'N/m2',
        J: 'N.m',
        W: 'J/s',
        C: 'A.s',
        V: 'W/A',
        F: 'C/V',
        Ohm: 'V/A',
      },
      ...{
        S: '1/Ohm',
        Wb: 'V.s',
        T: 'Wb/m2',
        H: 'Wb/A',
        lm: 'cd.sr',
        lx: 'lm/m2',
        Bq: '1/s',
        Gy: 'J/kg',
        Sv: 'J/kg',
      },
      ...{
        kat: 'mol/s',
        var: 'V.A',
        L: 'dm3',
        l: 'L',
        t: 'Mg',
        h: '1/(1/h)',
        lbf: 'lb.(ft/s2)',
        rpm: 'rev/min',
      },
    }
    for (const [symbol, definition] of Object.entries(definitions)) {
      const dimension = formatDimension(parseUnit(definition).dimension)
      expect(`${symbol} ${formatDimension(parseUnit(symbol).dimension)}`).toBe(`${symbol} ${dimension}`)
    }
    expect(parseUnit('L').factor).toBe(parseUnit('dm3').factor)
    // standard gravity 9.80665 m/s2 defines the pound-force, 144 psi are 1 lbf/ft2; a few roundings
    expect(parseUnit('lbf').factor / (0.45359237 * 9.80665)).toBeCloseTo(1, 14)
    expect(parseUnit('psi').factor / parseUnit('lbf/in2').factor).toBeCloseTo(1, 14)
  })

  it('prefers a whole symbol to prefix and symbol', () => {
    expect(parseUnit('min').factor).toBe(60)
    expect(parseUnit('h').factor).toBe(3600)
    expect(parseUnit('d').factor).toBe(86400)
    expect(formatDimension(parseUnit('cd').dimension)).toBe('cd')
    expect(formatDimension(parseUnit('Pa').dimension)).toBe('kg/(m.s2)')
    expect(formatDimension(parseUnit('T').dimension)).toBe('kg/(s2.A)')
    expect(formatDimension(parseUnit('mol').dimension)).toBe('mol')
    expect(formatDimension(parseUnit('Gy').dimension)).toBe('m2/s2')
    expect(parseUnit('ft').factor).toBe(0.3048)
    expect(parseUnit('dm').factor).toBe(0.1)
    expect(parseUnit('dam').factor).toBe(10)
    expect(parseUnit('mm').factor).toBe(0.001)
    expect(parseUnit('Mm').factor).toBe(1e6)
  })

  it('reads other spellings as the same unit', () => {
    const same: [string, string][] = [
      ['N*m', 'N.m'],
      ['N·m', 'N.m'],
      [' N . m ', 'N.m'],
      ['m^2', 'm2'],
      ['m²', 'm2'],
      ['m·s⁻²', 'm/s2'],
      ['s^-1', '1/s'],
      ['kΩ', 'kOhm'],
      ['k\u2126', 'kOhm'],
      ['µm', 'um'],
      ['\u03bcm', 'um'],
      ['°C', 'degC'],
      ['°/s', 'deg/s'],
      ['V/Hz^(1/2)', 'V/Hz^0.5'],
      ['J/(kg·K)', 'J/(kg.K)'],
      ['m+2', 'm2'],
      ['m.m', 'm2'],
    ]
    for (const [text, modelica] of same) expect(printUnit(parseUnit(text))).toBe(modelica)
  })

  it('returns the same object for the same text', () => {
    expect(parseUnit('N.m/rad')).toBe(parseUnit('N.m/rad'))
  })

  it.each([
    ['Newton', 0, "unknown symbol 'Newton'", "'N'"],
    ['m/sec', 2, "unknown symbol 'sec'", "'s'"],
    ['kelvins', 0, "unknown symbol 'kelvins'", "'K'"],
    ['Nm', 0, "unknown symbol 'Nm'", "'N.m'"],
    ['kWh', 0, "unknown symbol 'kWh'", "'kW.h'"],
    ['KG', 0, "unknown symbol 'KG'", "'kg'"],
    ['Var', 0, "unknown symbol 'Var'", "'var'"],
    ['hz', 0, "unknown symbol 'hz'", "'Hz'"],
    ['J/(kg.degK)', 6, "unknown symbol 'degK'", "'K'"],
  ])("'%s' fails at %i with a suggestion", (text, position, problem, suggestion) => {
    const error = failure(() => parseUnit(text))
    expect(error.code).toBe('UNIT')
    expect(error.fields).toEqual({ unit: text, position, excerpt: { text, start: position, length: 1 } })
    expect(error.message).toContain(`Unit '${text}', position ${position + 1}: ${problem}`)
    expect(error.message).toContain(`Did you mean ${suggestion}?`)
    expect(error.message.endsWith(`\n  ${text}\n  ${' '.repeat(position)}^`)).toBe(true)
  })

  it.each([
    ['W/m.K', 3, 'ambiguous'],
    ['N..m', 2, 'expected a unit symbol'],
    ['m/', 2, 'expected a unit symbol'],
    ['W/(m.K', 6, "expected ')'"],
    ['m)', 1, 'expected'],
    ['N m', 2, 'expected'],
    ['m^', 2, 'multiple of 1/2'],
    ['m^0.3', 2, 'multiple of 1/2'],
    ['m^(1/3)', 2, 'multiple of 1/2'],
    ['10', 0, 'expected a unit symbol'],
    ['2m', 0, 'expected a unit symbol'],
    ['mmin', 0, "unknown symbol 'mmin'"],
    ['mkm', 0, "unknown symbol 'mkm'"],
  ])("'%s' fails at %i: %s", (text, position, problem) => {
    const error = failure(() => parseUnit(text))
    expect(error.fields['position']).toBe(position)
    expect(error.message).toContain(problem)
  })
})

describe('unit algebra', () => {
  it('multiplies, divides and cancels symbols', () => {
    const [force, length] = [parseUnit('kN'), parseUnit('mm')]
    expect(printUnit(multiplyUnits(force, length))).toBe('kN.mm')
    expect(multiplyUnits(force, length).factor).toBe(1)
    expect(printUnit(divideUnits(multiplyUnits(force, length), length))).toBe('kN')
    expect(printUnit(divideUnits(length, length))).toBe('1')
    expect(sameDimension(multiplyUnits(force, length).dimension, parseUnit('J').dimension)).toBe(true)
    expect(sameDimension(force.dimension, parseUnit('J').dimension)).toBe(false)
  })

  it('takes powers down to halves', () => {
    expect(printUnit(powUnit(parseUnit('m2/s2'), 0.5))).toBe('m/s')
    expect(powUnit(parseUnit('mm'), 3).factor).toBe(1e-9)
    expect(powUnit(parseUnit('km'), 0.5).factor).toBeCloseTo(Math.sqrt(1000), 13)
    expect(printUnit(powUnit(parseUnit('Hz'), -0.5))).toBe('1/Hz^0.5')
    expect(failure(() => powUnit(parseUnit('m.s2'), 0.25)).message).toContain('m^0.25')
  })

  it('prints units that parse to the same unit', () => {
    const symbols = fc.constantFrom(
      'm',
      'kg',
      's',
      'mA',
      'K',
      'mol',
      'cd',
      'rad',
      'N',
      'Ohm',
      'min',
      'degC',
      '%',
    )
    const exponent = fc.integer({ min: -6, max: 6 }).map((n) => n / 2)
    const terms = fc.array(fc.tuple(symbols, exponent), { maxLength: 4 })
    fc.assert(
      fc.property(terms, (product) => {
        let unit = parseUnit('1')
        for (const [symbol, power] of product) unit = multiplyUnits(unit, powUnit(parseUnit(symbol), power))
        expect(parseUnit(printUnit(unit))).toEqual(unit)
        expect(parseUnit(formatDimension(unit.dimension)).dimension).toEqual(unit.dimension)
      }),
      { seed: 1 },
    )
  })
})

describe('convert', () => {
  it('multiplies by the ratio of the units', () => {
    expect(convert(36, 'km/h', 'm/s')).toBe(10)
    expect(convert(3, 'mm', 'm')).toBe(0.003)
    expect(convert(0.003, 'm', 'mm')).toBe(3)
    expect(convert(1, 'bar', 'kPa')).toBe(100)
    expect(convert(180, 'deg', 'rad')).toBe(Math.PI)
    expect(convert(2, 'N.m', 'J')).toBe(2)
    expect(toSI(5, 'kN')).toBe(5000)
    expect(fromSI(5000, parseUnit('kN'))).toBe(5)
  })

  it('shifts the zero of temperature scales, but not in products', () => {
    // two or three roundings of numbers below 512
    const tolerance = 3 * 256 * EPS
    expect(toSI(20, 'degC')).toBe(293.15)
    expect(fromSI(273.15, 'degC')).toBe(0)
    expect(convert(20, 'degC', 'degC')).toBe(20)
    expect(Math.abs(convert(212, 'degF', 'degC') - 100)).toBeLessThan(tolerance)
    expect(Math.abs(convert(-40, 'degC', 'degF') + 40)).toBeLessThan(tolerance)
    expect(Math.abs(toSI(32, 'degF') - 273.15)).toBeLessThan(tolerance)
    expect(convert(7, 'J/(kg.degC)', 'J/(kg.K)')).toBe(7)
    expect(Math.abs(convert(9, 'W/degF', 'W/K') - 16.2)).toBeLessThan(16 * EPS)
    expect(parseUnit('degC2').offset).toBe(0)
  })

  it('converts there and back within 4 roundings', () => {
    const pairs = fc.constantFrom(
      ['km/h', 'm/s'],
      ['in', 'mm'],
      ['psi', 'bar'],
      ['h', 'ms'],
      ['eV', 'kJ'],
      ['deg', 'rev'],
    )
    fc.assert(
      fc.property(pairs, fc.double({ min: 1e-6, max: 1e6, noNaN: true }), ([a, b], x) => {
        expect(Math.abs(convert(convert(x, a, b), b, a) / x - 1)).toBeLessThanOrEqual(4 * EPS)
      }),
      { seed: 1 },
    )
  })

  it('rejects different dimensions and names both', () => {
    const error = failure(() => convert(1, 'N*m', 'degC'))
    expect(error.message).toBe(
      "convert: expected a unit of the dimension K of 'degC', got 'N*m' with the dimension kg.m2/s2.",
    )
    expect(error.fields['dimensions']).toEqual(['kg.m2/s2', 'K'])
  })
})
