/** Warnings of a run: from the simulation itself and from components with memory, in the result, its files and the log. */
import {
  equations,
  instantiate,
  Model,
  readBinary,
  readJson,
  simulate,
  Var,
  writeBinary,
  writeJson,
} from 'vario'
import type { ComponentMemory, SegmentContext } from 'vario/components'
import { describe, expect, it } from 'vitest'

describe('values that are not finite', () => {
  const model = Model({
    x: Var({ init: 1 }),
    root: Var(),
    same: Var(),
    inverse: Var(),
    fine: Var(),
    list: Var({ start: [0, 0, 0] }),
    equations: equations`
      der(x) = -1
      root = sqrt(x)
      same = root
      inverse = 1/noEvent(max(x, 0))
      fine = 1/(x + 5)
      list = [fine, root, root]
    `,
  })

  it.each([false, true])('cause one warning per signal, with the time (interpreted: %s)', (interpret) => {
    const lines: string[] = []
    const result = instantiate(model, { interpret }).simulate({
      stopTime: 2,
      interval: 0.125,
      log: (line) => lines.push(line),
    })
    // x = 1 - t is negative from the output point after t = 1 on
    const found = result.warnings.filter(({ time }) => time > 1.01)
    expect(found.map(({ code }) => code)).toEqual(found.map(() => 'NON_FINITE'))
    const first = result.time.find((t, k) => t > 1.01 && result.values('x')[k] < 0)
    expect(first).toBeCloseTo(1.125, 12)
    expect(found.filter(({ message }) => message.startsWith('root'))).toEqual([
      { code: 'NON_FINITE', message: `root is NaN at t = ${first} s.`, time: first },
    ])
    // one warning for an array, with its first element concerned; none for aliases, which share the values
    expect(found.map(({ message }) => message)).toContain(`list[2] is NaN at t = ${first} s.`)
    const subjects = result.warnings.map(({ message }) => message.split(/[ [=]/)[0])
    expect(subjects.sort()).toEqual(['inverse', 'list', 'root'])
    expect(result.warnings.every(({ message }) => lines.includes(`warning NON_FINITE: ${message}`))).toBe(
      true,
    )
  })

  it('cause warnings that are kept in files', () => {
    const result = simulate(model, { stopTime: 2 })
    expect(result.warnings.length).toBe(3)
    expect(readJson(writeJson(result)).warnings).toEqual(result.warnings)
    expect(readBinary(writeBinary(result)).warnings).toEqual(result.warnings)
  })

  it('are rejected from a file if invalid', () => {
    const text = writeJson(simulate(model, { stopTime: 2 }))
    expect(() => readJson(text.replace('"code": "NON_FINITE"', '"code": 3'))).toThrow(
      'warnings[0].code: expected a text',
    )
  })
})

describe('components with memory', () => {
  class Watcher implements ComponentMemory {
    private segment!: SegmentContext
    private x!: { values: Float64Array; derivatives: Float64Array }

    initSegment(segment: SegmentContext): void {
      this.segment = segment
      this.x = segment.state('x', { start: 0 })
      segment.warn({ code: 'START', key: 'x', time: segment.time, message: 'begins.' })
    }

    evaluate(): void {
      this.x.derivatives[0] = 1
    }

    onEvent(event: Parameters<NonNullable<ComponentMemory['onEvent']>>[0]): void {
      event.warn({ code: 'EVENT', key: 'x', time: event.time, message: `event at ${event.time} s.` })
    }

    writeResults(t: number): void {
      if (t < 0.5) return
      this.segment.warn({ code: 'LATE', key: 'x', time: t, message: `x is ${this.x.values[0]}.` })
    }
  }
  const Watched = Model({ build: () => ({ memory: () => new Watcher() }) })

  it('warn at the start, at events and at any time; once for a code and key of each', () => {
    const model = Model({ a: Watched(), b: Watched() })
    const { warnings } = simulate(model, { stopTime: 1, interval: 0.25 })
    expect(warnings.map(({ code, time }) => [code, time])).toEqual([
      ['START', 0],
      ['START', 0],
      ['EVENT', 0],
      ['EVENT', 0],
      ['LATE', 0.5],
      ['LATE', 0.5],
    ])
    expect(warnings.map(({ message }) => message.split(':')[0])).toEqual(['a', 'b', 'a', 'b', 'a', 'b'])
    expect(warnings[4].message).toMatch(/^a: x is 0\.5\d*\.$/)
  })

  it('a second run starts without warnings of the first one', () => {
    const model = instantiate(Model({ a: Watched() }))
    const first = model.simulate({ stopTime: 1 }).warnings
    expect(model.simulate({ stopTime: 1 }).warnings).toEqual(first)
    expect(model.simulate({ stopTime: 0.4 }).warnings).toHaveLength(2)
  })
})
