/** One suite for all methods: events, on problems whose solutions every method finds exactly. */
import type { OdeProblem, SolverEvent } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import { EPS } from '../../src/base/index.ts'
import { ALL_METHODS, ONE_STEP_METHODS, solveWith } from './support/methods.ts'
import { ERROR_FACTOR, LINES, OSCILLATOR, TOLERANCE, TOLERANCES, toRows } from './support/shared-suite.ts'

describe.each(ALL_METHODS)('%s', (method) => {
  describe('events', () => {
    const sine: OdeProblem = {
      ...LINES,
      roots: {
        n: 1,
        g: (t, _x, z) => {
          z[0] = Math.sin(t)
        },
      },
    }

    it('appear only when the function returns, not at the start', () => {
      const run = solveWith(method, sine, { t0: 0, tEnd: 7, x0: [0, 1], maxStep: 1 })
      expect(run.events.length).toBe(2)
      expect(Math.abs(run.events[0].t - Math.PI)).toBeLessThanOrEqual(100 * EPS * Math.PI)
      expect(Math.abs(run.events[1].t - 2 * Math.PI)).toBeLessThanOrEqual(100 * EPS * 2 * Math.PI)
    })

    it.each(['time', 'state'])('appear at the end too (function of the %s)', (of) => {
      const problem: OdeProblem = {
        ...LINES,
        roots: {
          n: 1,
          g: (t, x, z) => {
            z[0] = (of === 'time' ? t : x[0]) - 1
          },
        },
      }
      let seen: SolverEvent | undefined
      const run = solveWith(method, problem, {
        t0: 0,
        tEnd: 1,
        x0: [0, 1],
        onEvent: (event) => {
          seen = event
          event.x[1] = 42
        },
      })
      expect(run.events).toEqual([{ t: 1, which: [0] }])
      expect(seen?.isTimeEvent).toBe(false)
      // The end of the run is the state after the event.
      expect([run.t, run.x[1], run.reason]).toEqual([1, 42, 'end'])
    })

    it('count as one for two functions at the same time', () => {
      // x = 1/2 and y = 0 at t = 1/2; the third one follows later.
      const problem: OdeProblem = {
        ...LINES,
        roots: {
          n: 3,
          g: (_t, x, z) => {
            z[0] = x[0] - 0.5
            z[1] = x[1]
            z[2] = x[0] - 0.75
          },
        },
      }
      const seen: [readonly number[], readonly number[]][] = []
      const run = solveWith(method, problem, {
        t0: 0,
        tEnd: 1,
        x0: [0, 1],
        onEvent: ({ which, directions }) => {
          seen.push([which, directions])
        },
      })
      expect(seen).toEqual([
        [
          [0, 1],
          [1, -1],
        ],
        [[2], [1]],
      ])
      expect(run.stats.events).toBe(2)
      expect(Math.abs(run.events[0].t - 0.5)).toBeLessThanOrEqual(100 * EPS)
    })

    it('appear exactly at a point of the output grid, which has the value before', () => {
      const problem: OdeProblem = {
        ...LINES,
        roots: {
          n: 1,
          g: (_t, x, z) => {
            z[0] = x[0] - 0.5
          },
        },
      }
      const run = solveWith(method, problem, {
        t0: 0,
        tEnd: 1,
        x0: [0, 1],
        outputTimes: [0.25, 0.5, 0.75],
        onEvent: (event) => {
          event.x[1] += 100
        },
      })
      expect(run.events.length).toBe(1)
      expect(Math.abs(run.events[0].t - 0.5)).toBeLessThanOrEqual(100 * EPS)
      expect([...run.output.t]).toEqual([0.25, 0.5, 0.75])
      const y = toRows(run, 2).map((row) => row[1])
      // The event is within its tolerance of the grid point: before or after it, but one of the two values.
      expect(Math.min(Math.abs(y[1]), Math.abs(y[1] - 100))).toBeLessThan(1000 * EPS)
      expect(Math.abs(y[2] - 99.5)).toBeLessThan(1e5 * EPS)
    })

    it.each(['time', 'state'])('merge with a stop time at the same instant (function of the %s)', (of) => {
      const problem: OdeProblem = {
        ...LINES,
        roots: {
          n: 1,
          g: (t, x, z) => {
            z[0] = (of === 'time' ? t : x[0]) - 0.5
          },
        },
      }
      const seen: [number, boolean, number[]][] = []
      solveWith(method, problem, {
        t0: 0,
        tEnd: 1,
        x0: [0, 1],
        eventTimes: [0.5],
        onEvent: ({ t, isTimeEvent, which }) => {
          seen.push([t, isTimeEvent, [...which]])
        },
      })
      expect(seen).toEqual([[0.5, true, [0]]])
    })

    it.each([
      [[0], [Math.PI / 2, (3 * Math.PI) / 2]],
      [[-1], [Math.PI / 2]],
      [[1], [(3 * Math.PI) / 2]],
    ])('pass a filter by direction %j', (direction, times) => {
      const problem: OdeProblem = {
        ...OSCILLATOR,
        roots: {
          n: 1,
          direction,
          g: (_t, x, z) => {
            z[0] = x[0]
          },
        },
      }
      const run = solveWith(method, problem, { t0: 0, tEnd: 6, x0: [1, 0], ...TOLERANCES })
      expect(run.events.length).toBe(times.length)
      for (const [k, { t }] of run.events.entries()) {
        expect(Math.abs(t - times[k])).toBeLessThan(ERROR_FACTOR * TOLERANCE)
      }
    })

    it("change nothing if the handler returns 'continue'", () => {
      const problem: OdeProblem = {
        ...OSCILLATOR,
        roots: {
          n: 1,
          g: (t, _x, z) => {
            z[0] = Math.cos(3 * t)
          },
        },
      }
      const options = { t0: 0, tEnd: 3, x0: [1, 0], ...TOLERANCES, maxStep: 0.2 }
      const without = solveWith(method, OSCILLATOR, options)
      const run = solveWith(method, problem, { ...options, onEvent: () => 'continue' })
      const silent = solveWith(method, problem, options)
      expect(run.events.length).toBe(3)
      // Without a handler, and for methods that cannot repeat a step, even the steps are the same.
      expect(silent.x).toEqual(without.x)
      expect(silent.stats.steps).toBe(without.stats.steps)
      if (!ONE_STEP_METHODS.includes(method)) expect(run.x).toEqual(without.x)
      // The others may end a step just after the event, which changes the steps, but the solution only within its error.
      expect(Math.abs(run.x[0] - Math.cos(3))).toBeLessThan(ERROR_FACTOR * TOLERANCE)
      for (const [k, { t }] of run.events.entries()) {
        const exact = ((2 * k + 1) * Math.PI) / 6
        expect(Math.abs(t - exact)).toBeLessThanOrEqual(100 * EPS * exact)
        expect(Math.abs(silent.events[k].t - exact)).toBeLessThanOrEqual(100 * EPS * exact)
      }
    })

    it("end the run if the handler returns 'stop'", () => {
      const run = solveWith(method, sine, { t0: 1, tEnd: 7, x0: [1, -1], maxStep: 1, onEvent: () => 'stop' })
      expect([run.reason, run.events.length]).toEqual(['event', 1])
      expect(run.t).toBe(run.events[0].t)
      // x = t, up to the rounding of its steps.
      expect(Math.abs(run.x[0] - Math.PI)).toBeLessThan(200 * EPS * Math.PI)
    })
  })
})
