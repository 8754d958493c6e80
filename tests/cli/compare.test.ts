/** `vario compare` of results that do not fit together: differing results are never reported as equal. */
import { SignalTable } from 'vario'
import { writeResult } from 'vario/files'
import { beforeAll, describe, expect, test } from 'vitest'
import { Workplace } from './support/run.ts'

const place = new Workplace()

const csv = (name: string, header: string, ...rows: string[]): void =>
  place.write(`${name}.csv`, `${[header, ...rows].join('\n')}\n`)

beforeAll(async () => {
  csv('a', 'time [s],x [m]', '0,1', '1,2', '2,3')
  csv('mm', 'time [s],x [mm]', '0,1000', '1,2000', '2,3000')
  csv('kg', 'time [s],x [kg]', '0,1', '1,2', '2,3')
  csv('ms', 'time [ms],x [m]', '0,1', '1,2', '2,3')
  csv('gap', 'time [s],x [m]', '0,1', '1,', '2,3')
  csv('nan', 'time [s],x [m]', '0,1', '1,NaN', '2,3')
  csv('inf', 'time [s],x [m]', '0,1', '1,inf', '2,3')
  csv('short', 'time [s],x [m]', '0,1', '1,2')
  csv('other', 'time [s],y [m]', '0,1', '2,3')

  const time = Float64Array.of(0, 1, 2)
  // a quarter turn per second about z; in the second table with the other sign of the same orientation
  const turn = (sign: number): Float64Array =>
    Float64Array.from(
      [0, 1, 2].flatMap((t) => [0, 0, Math.sin((Math.PI / 4) * t), Math.cos((Math.PI / 4) * t)]),
    ).map((value) => sign * value)
  for (const [name, sign, phi, mode] of [
    ['turn', 1, Math.PI, 'fast'],
    ['turned', -1, -Math.PI, 'slow'],
  ] as const) {
    const table = new SignalTable()
    table.addTime({ values: time })
    table.add({ name: 'body.q_abs', type: 'quaternion', size: [4], values: turn(sign) })
    table.add({ name: 'body.rot123_abs', unit: 'rad', size: [3], values: new Float64Array(9).fill(phi) })
    table.addTime({ name: 'clock', values: Float64Array.of(0, 0.5) })
    table.add({ name: 'u', axis: 'clock', values: Float64Array.of(0, 4 + sign) })
    table.addParameter({ name: 'mode', value: mode })
    await writeResult(table, place.path(`${name}.json`))
  }
})

describe('compare', () => {
  test.each([
    ['units of the same dimension', 'a.csv mm.csv', 0, '1 signal is the same.'],
    ['units of another dimension', 'a.csv kg.csv', 1, 'in m and kg'],
    ['a missing value', 'a.csv gap.csv', 1, 'only one has a finite value'],
    ['a value that is NaN', 'a.csv nan.csv', 1, 'only one has a finite value'],
    ['an infinite value', 'inf.csv a.csv', 1, 'only one has a finite value'],
    ['the same gaps', 'gap.csv gap.csv', 0, '1 signal is the same.'],
    ['a shorter run', 'a.csv short.csv', 1, 'a.csv goes from 0 to 2 s, short.csv goes from 0 to 1 s.'],
    ['other signals', 'a.csv other.csv', 1, 'No signals in common.'],
  ])('%s', async (_, files, expected, text) => {
    const { code, out } = await place.run(`compare ${files} --tolerance 1e-3`)
    expect(out).toContain(text)
    expect(out).toContain(expected === 0 ? 'Within the tolerance' : 'Beyond the tolerance')
    expect(code).toBe(expected)
  })

  test('times in other units, and patterns without a signal, are errors', async () => {
    expect(await place.run('compare a.csv ms.csv')).toEqual({
      code: 1,
      out: '',
      err: 'error: a.csv and ms.csv: expected the same unit of time, got s and ms.\n',
    })
    const { code, err } = await place.run('compare a.csv a.csv --signals xx --tolerance 1')
    expect([code, err]).toEqual([
      2,
      "error: --signals xx: no signal matches this name (did you mean 'x'?).\n",
    ])
  })

  test('compares quaternions of either sign, different time axes, and texts', async () => {
    const { deviations } = JSON.parse((await place.run('compare turn.json turned.json --json')).out) as {
      deviations: { name: string; absolute: number; relative: number; problem?: string }[]
    }
    const byName = Object.fromEntries(deviations.map((deviation) => [deviation.name, deviation]))
    expect(Object.keys(byName).sort()).toEqual(['body.q_abs', 'mode', 'u'])
    expect(byName['body.q_abs'].absolute).toBe(0)
    // 5 and 3 at the end, of a range of 5
    expect(byName['u']).toMatchObject({ absolute: 2, relative: 0.4 })
    expect(byName['mode'].problem).toBe("'fast' and 'slow'")
    expect((await place.run('compare turn.json turned.json --plot')).out).toContain('turned.json: u')
  })
})
