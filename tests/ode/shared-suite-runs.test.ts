/** One suite for all methods, on problems whose solutions every method finds exactly: intervals, output, stop times, bookkeeping. */
import type { OdeProblem, OdeRun, Statistics } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import { EPS } from '../../src/base/index.ts'
import { ALL_METHODS, solveWith } from './support/methods.ts'
import { ERROR_FACTOR, LINES, OSCILLATOR, TOLERANCE, TOLERANCES, toRows } from './support/shared-suite.ts'

const withoutTime = ({ cpuTime: _, ...counts }: Statistics): Omit<Statistics, 'cpuTime'> => counts

describe.each(ALL_METHODS)('%s', (method) => {
  describe('empty and short', () => {
    it('runs without states', () => {
      const run = solveWith(
        method,
        { n: 0, f: () => {} },
        { t0: 0, tEnd: 10, x0: [], outputTimes: [0, 5, 10] },
      )
      expect([run.t, run.reason, run.x.length]).toEqual([10, 'end', 0])
      expect([...run.output.t]).toEqual([0, 5, 10])
      expect(run.output.x.length).toBe(0)
      // The growth is unlimited: at least a factor of 2 per step from any first size above 1e-9.
      expect(run.stats.steps).toBeLessThan(40)
    })

    it('locates events of the time without states', () => {
      const problem: OdeProblem = {
        n: 0,
        f: () => {},
        roots: {
          n: 1,
          g: (t, _x, z) => {
            z[0] = t - 0.3
          },
        },
      }
      const run = solveWith(method, problem, { t0: 0, tEnd: 1, x0: [] })
      expect(run.events.map((event) => event.which)).toEqual([[0]])
      expect(Math.abs(run.events[0].t - 0.3)).toBeLessThanOrEqual(100 * EPS)
    })

    it.each([0, 5])('does nothing over an interval of length 0 at t = %d', (t) => {
      const run = solveWith(method, LINES, { t0: t, tEnd: t, x0: [3, 4], outputTimes: [t], eventTimes: [t] })
      expect([run.t, ...run.x, run.stats.steps, run.reason]).toEqual([t, 3, 4, 0, 'end'])
      expect(run.events).toEqual([])
      expect(toRows(run, 2)).toEqual([[3, 4]])
    })

    it('steps over the shortest possible interval', () => {
      const run = solveWith(method, LINES, { t0: 1, tEnd: 1 + EPS, x0: [1, -1] })
      expect([run.t, run.x[0]]).toEqual([1 + EPS, 1 + EPS])
    })
  })

  describe('output', () => {
    it.each([
      ['at the start', 0],
      ['inside', 1.25],
      ['at the end', 2],
    ])('gives one point %s', (_name, t) => {
      const run = solveWith(method, OSCILLATOR, {
        t0: 0,
        tEnd: 2,
        x0: [1, 0],
        ...TOLERANCES,
        outputTimes: [t],
      })
      expect([...run.output.t]).toEqual([t])
      const [[x, y]] = toRows(run, 2)
      expect(Math.abs(x - Math.cos(t))).toBeLessThan(ERROR_FACTOR * TOLERANCE)
      expect(Math.abs(y + Math.sin(t))).toBeLessThan(ERROR_FACTOR * TOLERANCE)
      if (t === 0) expect([x, y]).toEqual([1, 0])
      if (t === 2) expect([x, y]).toEqual([...run.x])
    })

    it('does not change the steps', () => {
      const record = (outputTimes: number[]): { steps: number[]; run: OdeRun } => {
        const steps: number[] = []
        const options = { t0: 0, tEnd: 3, x0: [1, 0], ...TOLERANCES, outputTimes }
        const run = solveWith(method, OSCILLATOR, {
          ...options,
          onStep: (t, x) => {
            steps.push(t, ...x)
          },
        })
        return { steps, run }
      }
      const grid = Array.from({ length: 301 }, (_, k) => k / 100)
      const without = record([])
      const withGrid = record(grid)
      expect(withGrid.steps).toEqual(without.steps)
      expect(withGrid.run.x).toEqual(without.run.x)
      expect(withGrid.run.stats.steps).toBe(without.run.stats.steps)
      // Only the extra stages of the dense output of dop853 cost evaluations: three in a step that is interpolated.
      const extra = withGrid.run.stats.f - without.run.stats.f
      expect(extra).toBeLessThanOrEqual(method === 'dop853' ? 3 * withGrid.run.stats.steps : 0)
      expect(Array.from(withGrid.run.output.t)).toEqual(grid)
      for (const [k, [x]] of toRows(withGrid.run, 2).entries()) {
        expect(Math.abs(x - Math.cos(grid[k]))).toBeLessThan(ERROR_FACTOR * TOLERANCE)
      }
    })

    it('gives the value before an event at its time, and ends with the run', () => {
      const run = solveWith(method, LINES, {
        t0: 0,
        tEnd: 2,
        x0: [0, 1],
        eventTimes: [0.5, 1],
        outputTimes: [0.5, 0.75, 1.5],
        onEvent: (event) => {
          event.x[0] += 10
          return event.t === 1 ? 'stop' : undefined
        },
      })
      expect([...run.output.t]).toEqual([0.5, 0.75])
      const rows = toRows(run, 2)
      // Sums of at most a hundred steps of a size below 1.
      expect(Math.abs(rows[0][0] - 0.5)).toBeLessThan(100 * EPS)
      expect(Math.abs(rows[1][0] - 10.75)).toBeLessThan(1000 * EPS)
      expect([run.t, run.reason]).toEqual([1, 'event'])
      expect(Math.abs(run.x[0] - 21)).toBeLessThan(2000 * EPS)
    })
  })

  describe('stop times', () => {
    it('occur exactly, and give time events', () => {
      const eventTimes = [0.1, 1 / 3, 1 / 3 + 1e-9, 0.7, Math.SQRT2]
      const seen: [number, boolean, number][] = []
      const run = solveWith(method, OSCILLATOR, {
        t0: 0,
        tEnd: 2,
        x0: [1, 0],
        ...TOLERANCES,
        eventTimes,
        onEvent: ({ t, isTimeEvent, which }) => {
          seen.push([t, isTimeEvent, which.length])
        },
      })
      expect(seen).toEqual(eventTimes.map((t) => [t, true, 0]))
      expect(run.events).toEqual(eventTimes.map((t) => ({ t, which: [] })))
      expect(Math.abs(run.x[0] - Math.cos(2))).toBeLessThan(ERROR_FACTOR * TOLERANCE)
    })

    it('can be the end, but not the start', () => {
      const run = solveWith(method, LINES, { t0: 0, tEnd: 1, x0: [0, 1], eventTimes: [0, 1] })
      expect(run.events).toEqual([{ t: 1, which: [] }])
    })

    it('count as one event if given twice', () => {
      const run = solveWith(method, LINES, { t0: 0, tEnd: 1, x0: [0, 1], eventTimes: [0.5, 0.5] })
      expect(run.events).toEqual([{ t: 0.5, which: [] }])
    })
  })

  describe('bookkeeping', () => {
    /** A run of an oscillator that is pushed at every zero of x, with counted calls. */
    const runCounted = (): { run: OdeRun; calls: { f: number; g: number }; times: number[] } => {
      const calls = { f: 0, g: 0 }
      const times: number[] = []
      const problem: OdeProblem = {
        n: 2,
        f: (t, x, dx) => {
          calls.f++
          return OSCILLATOR.f(t, x, dx)
        },
        roots: {
          n: 1,
          g: (_t, x, z) => {
            calls.g++
            z[0] = x[0]
          },
        },
      }
      const run = solveWith(method, problem, {
        t0: 0,
        tEnd: 9,
        x0: [1, 0],
        ...TOLERANCES,
        onStep: (t) => {
          times.push(t)
        },
        onEvent: (event) => {
          event.x[1] *= 1.1
        },
      })
      return { run, calls, times }
    }

    it('counts every call, step and event', () => {
      const { run, calls, times } = runCounted()
      const { stats } = run
      expect(stats.f + stats.fJacobian).toBe(calls.f)
      expect(stats.roots).toBe(calls.g)
      expect(stats.events).toBe(run.events.length)
      expect(stats.events).toBe(3)
      // Every step and every event is reported once; an event inside a step that is restarted ends that step.
      expect(times.length).toBeGreaterThanOrEqual(stats.steps)
      expect(times.length).toBeLessThanOrEqual(stats.steps + stats.events)
      expect(stats.cpuTime).toBeGreaterThan(0)
      expect(stats.cpuTime).toBeLessThan(10)
      const isImplicit = method === 'bdf' || method === 'radau5' || method === 'daeBdf'
      for (const count of [stats.jacobians, stats.lu, stats.newton]) {
        if (isImplicit) expect(count).toBeGreaterThan(0)
        else expect(count).toBe(0)
      }
      if (isImplicit) expect(stats.fJacobian).toBe(2 * stats.jacobians)
    })

    it('calls onStep with ascending times up to the end', () => {
      const { times } = runCounted()
      for (let k = 1; k < times.length; k++) expect(times[k]).toBeGreaterThan(times[k - 1])
      expect(times.at(-1)).toBe(9)
    })

    it('gives identical bytes in two runs', () => {
      const a = runCounted()
      const b = runCounted()
      expect(a.run.x).toEqual(b.run.x)
      expect(a.run.events).toEqual(b.run.events)
      expect(a.times).toEqual(b.times)
      expect(withoutTime(a.run.stats)).toEqual(withoutTime(b.run.stats))
    })
  })

  it('starts at any time, also a negative one', () => {
    const run = solveWith(method, OSCILLATOR, { t0: -1, tEnd: 0.5, x0: [1, 0], ...TOLERANCES })
    expect(run.t).toBe(0.5)
    expect(Math.abs(run.x[0] - Math.cos(1.5))).toBeLessThan(ERROR_FACTOR * TOLERANCE)
  })

  it('resolves times at 1e6 s', () => {
    const run = solveWith(method, OSCILLATOR, { t0: 1e6, tEnd: 1e6 + 1, x0: [1, 0], ...TOLERANCES })
    expect(run.t).toBe(1e6 + 1)
    expect(Math.abs(run.x[0] - Math.cos(1))).toBeLessThan(ERROR_FACTOR * TOLERANCE)
  })

  it('does not change the arrays of the caller', () => {
    const x0 = Float64Array.of(1, 0)
    const outputTimes = Float64Array.of(0.5, 1)
    solveWith(method, OSCILLATOR, { t0: 0, tEnd: 1, x0, outputTimes })
    expect([...x0, ...outputTimes]).toEqual([1, 0, 0.5, 1])
  })
})
