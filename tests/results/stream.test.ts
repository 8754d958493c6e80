/** Results as streams: the same tables as without, for pieces of any size. */
import { equations, Model, StreamReader, simulate, Var, writeJson } from 'vario'
import { describe, expect, test } from 'vitest'
import { BouncingSphere } from '../../examples/bouncing-sphere.ts'
import { Conveyor } from '../../examples/conveyor.ts'
import { MotorDrive } from '../../examples/motor-drive.ts'
import { RefinedRod } from '../../examples/refined-rod.ts'

type Options = Parameters<typeof simulate>[1]

function stream(model: Parameters<typeof simulate>[0], options: Options): Uint8Array {
  const pieces: Uint8Array[] = []
  const table = simulate(model, { ...options, stream: (bytes) => pieces.push(bytes) })
  // the points are in the stream only
  expect(table.time).toHaveLength(0)
  const all = new Uint8Array(pieces.reduce((n, piece) => n + piece.length, 0))
  let n = 0
  for (const piece of pieces) {
    all.set(piece, n)
    n += piece.length
  }
  return all
}

function read(bytes: Uint8Array, size = bytes.length): StreamReader {
  const reader = new StreamReader()
  for (let i = 0; i < bytes.length; i += size) reader.push(bytes.subarray(i, i + size))
  return reader
}

describe('a stream', () => {
  test.each([
    ['equations, aliases and parameters', MotorDrive, { stopTime: 0.5 }],
    ['contacts, on an axis of their own', BouncingSphere, { stopTime: 1 }],
    ['segments with other sizes', RefinedRod, { stopTime: 2000 }],
    ['parts that are added and deleted', Conveyor, { stopTime: 8 }],
  ] as const)('contains the whole table: %s', (_, model, options) => {
    const reader = read(stream(model, options))
    expect(reader.isComplete).toBe(true)
    expect(writeJson(reader.table())).toBe(writeJson(simulate(model, options)))
  })

  test('arrives in pieces of any size; every intermediate table is a prefix of the last one', () => {
    const bytes = stream(BouncingSphere, { stopTime: 1 })
    const whole = read(bytes).table()
    for (const size of [1, 7, 1000]) expect(writeJson(read(bytes, size).table())).toBe(writeJson(whole))
    const reader = new StreamReader()
    for (let i = 0; i < bytes.length; i += 5000) {
      const before = reader.table()
      reader.push(bytes.subarray(i, i + 5000))
      const n = before.has('time') ? before.time.length : 0
      if (n > 0)
        expect(before.values('sphere.r_abs')).toEqual(whole.values('sphere.r_abs').subarray(0, 3 * n))
    }
  })

  test('is read up to its end if truncated', () => {
    const bytes = stream(MotorDrive, { stopTime: 0.5 })
    const whole = read(bytes).table()
    const cut = read(bytes.subarray(0, Math.floor(0.7 * bytes.length)))
    expect(cut.isComplete).toBe(false)
    const table = cut.table()
    expect(table.time.length).toBeGreaterThan(0)
    expect(table.time.length).toBeLessThan(whole.time.length)
    for (const name of whole.names) {
      const { values } = whole.signal(name)
      expect(table.signal(name).values, name).toEqual(values.subarray(0, table.signal(name).values.length))
    }
  })

  test('is an error if damaged or of another format', () => {
    const Decay = Model({ x: Var({ init: 1 }), equations: equations`der(x) = -x` })
    const bytes = stream(Decay, { stopTime: 1 })
    expect(() => read(new Uint8Array(100))).toThrow('expected VARIOSTR at its start')
    const newer = bytes.slice()
    newer[8] = 3
    expect(() => read(newer)).toThrow('Format version: expected 2, got 3.')
    const damaged = bytes.slice()
    damaged[16] = 77
    expect(() => read(damaged)).toThrow('expected the head of a frame')
  })

  test('does not stay in memory during a long run', () => {
    const Oscillator = Model({
      x: Var({ init: 1 }),
      v: Var({ init: 0 }),
      equations: equations`
        der(x) = v
        der(v) = -x`,
    })
    let [n, largest] = [0, 0]
    const take = (bytes: Uint8Array): void => {
      n += bytes.length
      largest = Math.max(largest, bytes.length)
    }
    simulate(Oscillator, { stopTime: 100, interval: 1e-3, stream: take })
    // time, two states, two derivatives; in pieces of a recorder's chunk, 1 MB at most
    expect(n).toBeGreaterThan(100_000 * 3 * 8)
    expect(largest).toBeLessThan(1.1e6)
  })
})
