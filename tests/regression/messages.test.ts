/** The comparison with results that are kept says how far they are apart. */
import { SignalTable } from 'vario'
import { expect, test } from 'vitest'
import { countArrays } from './support/count-arrays.ts'
import { type Digest, digestOf } from './support/digest.ts'
import { compareCounts } from './support/kept-counts.ts'
import { chooseKept, findDifferences, findLargeDifferences } from './support/kept-results.ts'

function createTable(x: readonly number[], steps = 200, name = 'x'): SignalTable {
  const table = new SignalTable({ statistics: { steps }, version: String(Math.random()) })
  table.addTime({ values: Float64Array.from(x, (_, i) => i) })
  table.add({ name, kind: 'state', values: Float64Array.from(x) })
  table.addParameter({ name: 'k', value: 3 })
  return table
}

const before = digestOf(createTable([0, 1, 4]))
const compare = (after: Digest): string => findDifferences(before, after).join('; ')

test('the same values have the same digest, whatever version wrote them', () => {
  expect(compare(digestOf(createTable([0, 1, 4])))).toBe('')
})

test('a digest depends on the last bit of every value, and on the sign of zero', () => {
  expect(compare(digestOf(createTable([0, 1, 4 + 2 ** -50])))).toBe(
    'bytes differ (values); final values agree to 1e-12',
  )
  expect(compare(digestOf(createTable([-0, 1, 4])))).toBe(
    'bytes differ (values); final values agree to 1e-12',
  )
})

test('changed counts and final values are named', () => {
  expect(compare(digestOf(createTable([0, 1, 5], 260)))).toBe(
    'bytes differ (values, attributes); steps 200 -> 260; final values agree to 2.5e-1 (x = 4 -> 5)',
  )
  expect(compare(digestOf(createTable([0, 1, 4], 200, 'y')))).toBe(
    'bytes differ (values); x is gone; y is new',
  )
})

test('every NaN has the same digest', () => {
  const odd = new Float64Array(1)
  new DataView(odd.buffer).setUint32(4, 0xfff80001, true)
  expect(digestOf({ x: odd })).toEqual(digestOf({ x: Float64Array.of(Number.NaN) }))
})

test('times of the clock and functions are left out of plain results', () => {
  const run = (cpuTime: number): Digest =>
    digestOf({ stats: { steps: 3, cpuTime }, x: [1, 2], f: () => cpuTime })
  expect(run(1)).toEqual(run(2))
  expect(run(1).counts).toEqual({ steps: 3 })
})

test('results of another engine may differ by 1e-4 of the values and a tenth of the counts', () => {
  const far = (x: readonly number[], steps: number): string[] =>
    findLargeDifferences(before, digestOf(createTable(x, steps)), false)
  expect(far([0, 1, 4.0003], 215)).toEqual([])
  expect(far([0, 1, 4.001], 215)).toEqual(['x = 4 -> 4.001'])
  expect(far([0, 1, 4], 260)).toEqual(['steps 200 -> 260'])
})

test('counts may grow by 2 %, and fall by 10 %', () => {
  const compare = (f: number): string => compareCounts({ f: 1000, lu: 3 }, { f, lu: 4 }).join()
  expect([900, 1000, 1020].map(compare)).toEqual(['', '', ''])
  expect(compare(1021)).toBe('f has grown: 1000 -> 1021')
  expect(compare(899)).toBe('f is smaller: 1000 -> 899; npm run renew keeps it so')
  expect(compareCounts({}, { f: 1 })).toEqual(['f is not kept yet (1): npm run renew'])
  expect(compareCounts({ f: 1 }, {})).toEqual(['f is gone (1): npm run renew'])
})

test('renewal removes kept entries only if all tests of their file have run', () => {
  const task = (mode: 'run' | 'skip', state: 'pass' | 'fail' = 'pass') =>
    ({ type: 'test', mode, result: { state } }) as const
  const suite = (...tasks: readonly ReturnType<typeof task>[]) =>
    ({ type: 'suite', mode: 'run', tasks }) as const
  const [kept, found] = [
    { a: 1, b: 2 },
    { b: 3, c: 4 },
  ]
  expect(chooseKept(kept, found, { tasks: [task('run'), suite(task('run'))] })).toBe(found)
  for (const tasks of [[task('run'), suite(task('skip'))], [task('skip')], [task('run', 'fail')]])
    expect(chooseKept(kept, found, { tasks })).toEqual({ a: 1, b: 3, c: 4 })
})

test('allocated arrays are counted', () => {
  const { result, arrays } = countArrays(() => {
    const x = new Float64Array(3)
    return [x, x.slice(), x.subarray(1), Float64Array.of(1), Float64Array.from([1, 2])]
  })
  expect(arrays).toBe(5)
  for (const array of result) expect(array).toBeInstanceOf(Float64Array)
  expect(countArrays(() => [1, 2].map((x) => 2 * x)).arrays).toBe(0)
})
