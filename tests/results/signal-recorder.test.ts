import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SignalRecorder } from '../../src/results/index.ts'

describe('SignalRecorder', () => {
  it('keeps all points of long runs, whatever the size of its chunks', () => {
    const recorder = new SignalRecorder()
    const n = recorder.startSegment([{ name: 'a' }, { name: 'v', size: [2] }, { name: 'b' }])
    expect(n).toBe(4)
    expect([recorder.columnOf('v'), recorder.columnOf('b')]).toEqual([1, 3])
    const row = new Float64Array(4)
    const nPoint = 20_000
    for (let i = 0; i < nPoint; i++) {
      row.set([i, 2 * i, 3 * i, 4 * i])
      recorder.appendRow(i / 7, row)
    }
    expect(recorder.nPoint).toBe(nPoint)
    const table = recorder.finish()
    const expected = (factor: number): Float64Array =>
      Float64Array.from({ length: nPoint }, (_, i) => factor * i)
    expect(table.values('a')).toEqual(expected(1))
    expect(table.values('v[1]')).toEqual(expected(2))
    expect(table.values('v[2]')).toEqual(expected(3))
    expect(table.values('b')).toEqual(expected(4))
    expect(table.time[nPoint - 1]).toBe((nPoint - 1) / 7)
  })

  it('agrees with a simple model on random segments', () => {
    const signal = fc.record({
      name: fc.constantFrom('a', 'b', 'c', 'd'),
      size: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 1 }),
    })
    const segment = fc.record({
      signals: fc.uniqueArray(signal, { selector: (item) => item.name, maxLength: 4 }),
      nRow: fc.integer({ min: 0, max: 70 }),
    })
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 5 }), (segments) => {
        const recorder = new SignalRecorder()
        const expected: Map<string, number[]>[] = []
        let next = 1
        for (const { signals, nRow } of segments) {
          const n = recorder.startSegment(signals)
          for (let i = 0; i < nRow; i++) {
            const row = Float64Array.from({ length: n }, () => next++)
            const values = Array.from(row)
            expected.push(new Map(signals.map(({ name, size }) => [name, values.splice(0, size[0])])))
            recorder.appendRow(expected.length, row)
          }
        }
        const table = recorder.finish()
        expect(table.time.length).toBe(expected.length)
        for (const name of table.names.slice(1)) {
          const { values, nElement, missing } = table.signal(name)
          for (const [i, row] of expected.entries()) {
            for (let k = 0; k < nElement; k++) {
              const value = row.get(name)?.[k] ?? Number.NaN
              if (!Object.is(values[i * nElement + k], value)) throw new Error(`${name}[${k}] at ${i}`)
              expect(missing?.[i * nElement + k] ?? 0).toBe(Number.isNaN(value) ? 1 : 0)
            }
          }
        }
      }),
      { seed: 3, numRuns: 60 },
    )
  })

  it('finishes several clocks into one table', () => {
    const recorder = new SignalRecorder()
    recorder.startSegment([{ name: 'x' }])
    for (const t of [0, 1, 2]) recorder.appendRow(t, Float64Array.of(t))
    const clock = new SignalRecorder({ axis: 'clock', unit: 'ms' })
    clock.startSegment([{ name: 'u', kind: 'clocked' }])
    clock.appendRow(500, Float64Array.of(7))
    const table = clock.finish(recorder.finish())
    expect(table.names).toEqual(['time', 'x', 'clock', 'u'])
    expect([...table.signal('u').time]).toEqual([500])
    expect(table.signal('clock').unit).toBe('ms')
    expect(recorder.nPoint).toBe(0)
  })

  it('rejects invalid calls', () => {
    const recorder = new SignalRecorder()
    expect(() => recorder.appendRow(0, new Float64Array(1))).toThrow('call startSegment first')
    expect(() => recorder.startSegment([{ name: 'x' }, { name: 'x' }])).toThrow('every name once')
    recorder.startSegment([{ name: 'x', unit: 'm' }])
    recorder.appendRow(1, new Float64Array(1))
    expect(() => recorder.appendRow(0.5, new Float64Array(1))).toThrow('expected a time >= 1, got 0.5')
    expect(() => recorder.appendRow(Number.NaN, new Float64Array(1))).toThrow('expected a time >= 1')
    expect(() => recorder.appendRow(2, new Float64Array(0))).toThrow('at least 1 values')
    expect(() => recorder.columnOf('y')).toThrow('columnOf')
    recorder.startSegment([{ name: 'x', unit: 's' }])
    expect(() => recorder.finish()).toThrow("its unit is 's' in this segment and was 'm'")
  })

  it('makes a table without points', () => {
    const recorder = new SignalRecorder()
    recorder.startSegment([{ name: 'x' }])
    expect(recorder.finish().values('x').length).toBe(0)
  })
})
