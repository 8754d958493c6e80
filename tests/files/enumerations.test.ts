/** Names of the values of enumerations in results, files, summaries and plots. */
import { Enumeration, equations, Model, Par, plot, plotText, simulate, Var } from 'vario'
import { decodeResult, encodeResult } from 'vario/files'
import { describe, expect, it } from 'vitest'
import { readCsv, readJson, writeCsv, writeJson } from '../../src/files/index.ts'

const Gear = Enumeration('neutral', 'forward', 'reverse')
const Drive = Model({
  Gear,
  first: Par('forward', { type: Gear }),
  gear: Var({ type: Gear, start: 'neutral' }),
  pair: Var({ type: Gear, start: ['neutral', 'reverse'] }),
  equations: equations`
    when time > 0.5 then
      gear = Gear.reverse
      pair = {Gear.forward, first}
    end when
    same = gear
  `,
})
const result = simulate(Drive, { stopTime: 1, interval: 1 })
const NAMES = ['neutral', 'forward', 'reverse']

describe('values of enumerations', () => {
  it.each(['json', 'csv', 'vario', 'parquet', 'h5'] as const)(
    'have names in files: %s',
    async (extension) => {
      const back = await decodeResult(await encodeResult(result, extension), extension)
      for (const name of ['gear', 'pair', 'same']) {
        // CSV has the names in the order in which they occur
        const names = back.signal(name).header.valueNames!
        if (extension !== 'csv') expect(names).toEqual(NAMES)
        const named = (values: ArrayLike<number>, list: readonly string[]): string[] =>
          Array.from(values, (value) => list[value - 1])
        expect(named(back.values(name), names)).toEqual(named(result.values(name), NAMES))
      }
      if (extension !== 'csv') expect(back.signal('first').header.valueNames).toEqual(NAMES)
    },
  )

  it('are written as names in CSV, and read again', () => {
    const text = writeCsv(result)
    expect(text.split('\n')).toEqual([
      'time [s],gear,pair[1],pair[2],same',
      '0,neutral,neutral,reverse,neutral',
      '0.5,neutral,neutral,reverse,neutral',
      '0.5,reverse,forward,forward,reverse',
      '1,reverse,forward,forward,reverse',
      '',
    ])
    expect(writeCsv(readCsv(text))).toBe(text)
    expect(writeJson(readJson(writeJson(result)))).toBe(writeJson(result))
    expect(() => readCsv('time [s],x\n0,on\n1,2\n')).toThrow("expected a number, got 'on'")
    expect(() => readCsv('time [s],x\n0,1\n1,on\n')).toThrow("expected a number, got 'on'")
    expect(() => readCsv('time [s],x\n0,on\n1,true\n')).toThrow("expected a number, got 'on'")
  })

  it('have names in summaries and plots', () => {
    const lines = result.summary().split('\n')
    expect(lines.find((line) => line.startsWith('gear'))).toMatch(/neutral +reverse +neutral +reverse/)
    expect(lines.find((line) => line.startsWith('pair'))).toContain('[forward, forward]')
    expect(lines.find((line) => line.startsWith('first'))).toContain('forward')
    expect(plotText(result, ['gear'])).toMatch(/reverse ┤.*forward ┤.*neutral ┤/s)
    const svg = plot(result, [['gear']])
    for (const name of NAMES) expect(String(svg)).toContain(`>${name}<`)
  })

  it('are checked in arrays', () => {
    expect(() => simulate(Drive, { stopTime: 1, merge: { pair: ['neutral', 'forwards'] } })).toThrow(
      "merge.pair[2]: expected one of the names neutral, forward, reverse (did you mean 'forward'?), got 'forwards'",
    )
    expect(simulate(Drive, { stopTime: 0, merge: { pair: ['reverse', 'forward'] } }).values('pair')).toEqual(
      Float64Array.of(3, 2),
    )
  })
})
