/** Live runs: the messages that they send, their pace, and their reaction to commands. */
import { equations, InputError, Model, Par, StreamReader, simulate, Var, writeJson } from 'vario'
import { describe, expect, test } from 'vitest'
import { LiveRun, type LiveStatus, parseCommand } from '../../src/live/index.ts'

const Decay = Model({ k: Par(1, '1/s'), x: Var({ init: 1 }), equations: equations`der(x) = -k*x` })

/** A host with its own clock: time passes only while a run waits. */
class Host {
  clock = 0
  readonly statuses: LiveStatus[] = []
  reader = new StreamReader()
  private next: { readonly callback: () => void; readonly at: number } | null = null

  begin(): void {
    this.reader = new StreamReader()
  }
  send(bytes: Uint8Array): void {
    this.reader.push(bytes)
  }
  tell(status: LiveStatus): void {
    this.statuses.push(status)
  }
  later(callback: () => void, milliseconds: number): void {
    expect(this.next).toBeNull()
    // a callback takes at least a millisecond
    this.next = { callback, at: this.clock + Math.max(1, milliseconds) }
  }
  now(): number {
    return this.clock
  }
  get last(): LiveStatus {
    return this.statuses.at(-1)!
  }
  /** Runs until a time of the clock [ms], or until the run does not wait for anything. */
  runTo(clock: number): void {
    while (this.next !== null && this.next.at <= clock) {
      const { callback, at } = this.next
      this.next = null
      this.clock = at
      callback()
    }
    this.clock = Math.max(this.clock, clock)
  }
}

function start(speed: number | null, options = {}): { host: Host; run: LiveRun } {
  const host = new Host()
  const run = new LiveRun(Decay, { stopTime: 2, interval: 0.01, maxStep: 0.02, ...options }, host, speed)
  run.start()
  return { host, run }
}

describe('a live run', () => {
  test('sends the same result as a normal run, and a log', () => {
    const { host } = start(null)
    host.runTo(60_000)
    expect(host.last).toEqual({ run: 1, phase: 'done', part: 1, time: 2, speed: null })
    expect(host.reader.isComplete).toBe(true)
    const table = host.reader.table()
    expect(table.attributes['log']).toEqual([
      { time: 0, text: expect.stringContaining('segment 1') },
      { time: 2, text: expect.stringContaining('end at t = 2 s') },
    ])
    const alone = simulate(Decay, { stopTime: 2, interval: 0.01, maxStep: 0.02 })
    expect(table.names).toEqual(alone.names)
    expect(table.values('x')).toEqual(alone.values('x'))
  })

  test('keeps pace with the clock, at any speed, also after a pause', () => {
    const { host, run } = start(0.5)
    host.runTo(1000)
    // it may lead or lag by a step of 0.02 s and a callback
    expect(host.last.time).toBeGreaterThan(0.47)
    expect(host.last.time).toBeLessThan(0.53)
    run.handle({ type: 'pause' })
    host.runTo(5000)
    const { time } = host.last
    expect([host.last.phase, time < 0.53]).toEqual(['paused', true])
    run.handle({ type: 'speed', speed: 2 })
    run.handle({ type: 'resume' })
    host.runTo(5500)
    expect(Math.abs(host.last.time - time - 1)).toBeLessThan(0.05)
    expect(host.last.phase).toBe('running')
  })

  test('continues with other parameters after a change', () => {
    const { host, run } = start(1)
    host.runTo(1000)
    const { time } = host.last
    run.handle({ type: 'change', merge: { k: 0 } })
    host.runTo(4000)
    expect(host.last).toMatchObject({ run: 1, phase: 'done' })
    // constant after the change; the tolerance is 1e-6
    expect(host.reader.table().final('x')).toBeCloseTo(Math.exp(-time), 5)
  })

  test('reports the reason for a rejected change, and continues', () => {
    const { host, run } = start(1)
    host.runTo(500)
    run.handle({ type: 'change', merge: { x: { init: 3 } } })
    expect(host.last.message).toContain('a start value cannot change during a run')
    expect(host.last.phase).toBe('running')
    run.handle({ type: 'change', merge: { y: 3 } })
    expect(host.last.message).toContain("'y'")
    host.runTo(3000)
    expect(host.last.phase).toBe('done')
    expect(host.reader.table().final('x')).toBeCloseTo(Math.exp(-2), 5)
  })

  test('restarts with modifications that accumulate, except for rejected ones', () => {
    const { host, run } = start(null)
    host.runTo(1000)
    run.handle({ type: 'restart', merge: { k: 2 } })
    host.runTo(2000)
    expect(host.last).toMatchObject({ run: 2, phase: 'done' })
    expect(host.reader.table().final('x')).toBeCloseTo(Math.exp(-4), 5)
    run.handle({ type: 'restart', merge: { q: 2 } })
    expect(host.last).toMatchObject({ run: 2, phase: 'failed', message: expect.stringContaining("'q'") })
    run.handle({ type: 'restart', merge: { x: { init: 2 } } })
    host.runTo(3000)
    expect(host.reader.table().final('x')).toBeCloseTo(2 * Math.exp(-4), 5)
    const { k } = { k: host.reader.table().final('k') }
    expect(k).toBe(2)
  })

  test('keeps the result until a failure, and reports the reason', () => {
    const host = new Host()
    const Blows = Model({ x: Var({ init: 1 }), equations: equations`der(x) = x^2` })
    const run = new LiveRun(Blows, { stopTime: 2 }, host, null)
    run.start()
    host.runTo(60_000)
    expect(host.last.phase).toBe('failed')
    expect(host.last.message).toMatch(/t = /)
    expect(host.reader.isComplete).toBe(true)
    expect(host.reader.table().at('x', 0.5)).toBeCloseTo(2, 4)
    expect(() => writeJson(host.reader.table())).not.toThrow()
  })
})

test.each([
  [null, 'command: expected an object, got null'],
  [{ type: 'stop' }, "command.type: expected 'pause'"],
  [{ type: 'change' }, 'command.merge: expected an object, got undefined'],
  [{ type: 'restart', merge: [] }, 'command.merge: expected an object'],
  [{ type: 'speed', speed: -1 }, 'command.speed: expected a positive number, or null, got -1'],
])('an invalid command is rejected: %j', (command, message) => {
  expect(() => parseCommand(command)).toThrow(InputError)
  expect(() => parseCommand(command)).toThrow(message)
})
