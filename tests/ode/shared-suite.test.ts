/** One suite for all methods: the corners of the interface, on problems whose solutions every method finds exactly. */
import { type OdeProblem, type OdeRun, SolverError, type SolverEvent, type Statistics } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import { EPS } from '../../src/base/index.ts'
import { ALL_METHODS, catchError, ONE_STEP_METHODS, solveWith } from './support/methods.ts'

/** x = t and y = 1 - 2t from (0, 1): linear, so that every method and its dense output are exact but for rounding. */
const LINES: OdeProblem = {
  n: 2,
  f: (_t, _x, dx) => {
    dx[0] = 1
    dx[1] = -2
  },
}
/** x = cos t, y = -sin t from (1, 0). */
const OSCILLATOR: OdeProblem = {
  n: 2,
  f: (_t, x, dx) => {
    dx[0] = x[1]
    dx[1] = -x[0]
  },
}
const TOLERANCE = 1e-7
const TOLERANCES = { rtol: TOLERANCE, atol: TOLERANCE }
/** Global error over one to three radians of the oscillator, in units of the tolerance per step, for the worst method. */
const ERROR_FACTOR = 100

const withoutTime = ({ cpuTime: _, ...counts }: Statistics): Omit<Statistics, 'cpuTime'> => counts
const toRows = ({ output }: OdeRun, n: number): number[][] =>
  Array.from(output.t, (_, k) => Array.from(output.x.slice(k * n, (k + 1) * n)))

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
      // Nothing limits the growth: at least a factor of 2 per step from any first size above 1e-9.
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
      const run = solveWith(method, LINES, { t0: t, tEnd: t, x0: [3, 4], outputTimes: [t], stopTimes: [t] })
      expect([run.t, ...run.x, run.stats.steps, run.reason]).toEqual([t, 3, 4, 0, 'end'])
      expect(run.events).toEqual([])
      expect(toRows(run, 2)).toEqual([[3, 4]])
    })

    it('steps over the shortest interval that there is', () => {
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

    it('gives the value before an event at its time, and ends where the run ends', () => {
      const run = solveWith(method, LINES, {
        t0: 0,
        tEnd: 2,
        x0: [0, 1],
        stopTimes: [0.5, 1],
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
    it('are hit exactly, and reported as time events', () => {
      const stopTimes = [0.1, 1 / 3, 1 / 3 + 1e-9, 0.7, Math.SQRT2]
      const seen: [number, boolean, number][] = []
      const run = solveWith(method, OSCILLATOR, {
        t0: 0,
        tEnd: 2,
        x0: [1, 0],
        ...TOLERANCES,
        stopTimes,
        onEvent: ({ t, isTimeEvent, which }) => {
          seen.push([t, isTimeEvent, which.length])
        },
      })
      expect(seen).toEqual(stopTimes.map((t) => [t, true, 0]))
      expect(run.events).toEqual(stopTimes.map((t) => ({ t, which: [] })))
      expect(Math.abs(run.x[0] - Math.cos(2))).toBeLessThan(ERROR_FACTOR * TOLERANCE)
    })

    it('may be the end, but not the start', () => {
      const run = solveWith(method, LINES, { t0: 0, tEnd: 1, x0: [0, 1], stopTimes: [0, 1] })
      expect(run.events).toEqual([{ t: 1, which: [] }])
    })

    it('given twice are one event', () => {
      const run = solveWith(method, LINES, { t0: 0, tEnd: 1, x0: [0, 1], stopTimes: [0.5, 0.5] })
      expect(run.events).toEqual([{ t: 0.5, which: [] }])
    })
  })

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

    it('at the start are not reported, but when the function comes back', () => {
      const run = solveWith(method, sine, { t0: 0, tEnd: 7, x0: [0, 1], maxStep: 1 })
      expect(run.events.length).toBe(2)
      expect(Math.abs(run.events[0].t - Math.PI)).toBeLessThanOrEqual(100 * EPS * Math.PI)
      expect(Math.abs(run.events[1].t - 2 * Math.PI)).toBeLessThanOrEqual(100 * EPS * 2 * Math.PI)
    })

    it.each(['time', 'state'])('at the end are reported there (function of the %s)', (of) => {
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

    it('of two functions at the same time are one', () => {
      // x = 1/2 and y = 0 at t = 1/2; the third one comes later.
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

    it('exactly at a point of the output grid are located there, and the grid has the value before', () => {
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

    it.each(['time', 'state'])('exactly at a stop time are one event with it (function of the %s)', (of) => {
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
        stopTimes: [0.5],
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
    ])('are filtered by direction %j', (direction, times) => {
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

    it("answered with 'continue' change nothing", () => {
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
      // Without a handler, and for methods that cannot make a step again, even the steps are the same.
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

    it("answered with 'stop' end the run there", () => {
      const run = solveWith(method, sine, { t0: 1, tEnd: 7, x0: [1, -1], maxStep: 1, onEvent: () => 'stop' })
      expect([run.reason, run.events.length]).toEqual(['event', 1])
      expect(run.t).toBe(run.events[0].t)
      // x = t, up to the rounding of its steps.
      expect(Math.abs(run.x[0] - Math.PI)).toBeLessThan(200 * EPS * Math.PI)
    })
  })

  describe('failures', () => {
    const breaking = (outcome: 'retry' | undefined, value: number): OdeProblem => ({
      n: 3,
      f: (t, _x, dx) => {
        dx[0] = 1
        dx[1] = t > 0.7 ? value : 1
        dx[2] = 1
        return t > 0.7 ? outcome : undefined
      },
    })
    const options = { t0: 0, tEnd: 2, x0: [0, 0, 0] }

    it.each([Number.NaN, Number.POSITIVE_INFINITY])('NaN after a while: f becomes %d', (value) => {
      const error = catchError(SolverError, () => solveWith(method, breaking(undefined, value), options))
      expect([error.code, error.component]).toEqual(['NON_FINITE', 1])
      expect(error.message).toContain('component 1')
      expect(error.t).toBeLessThanOrEqual(0.7)
      // Steps shrink down to the resolution of the time, 4 eps |t|; the last rejected one is at most a factor of 8 above.
      expect(0.7 - error.t).toBeLessThan(100 * EPS)
      expect(error.h).toBeLessThan(100 * EPS)
      expect(error.stats.steps).toBeGreaterThan(0)
      expect(error.stats.rejected).toBeGreaterThan(10)
    })

    it('f that fails at the start cannot be integrated', () => {
      const problem: OdeProblem = {
        n: 2,
        f: (_t, _x, dx) => {
          dx[0] = 1
          dx[1] = Number.NaN
        },
      }
      const error = catchError(SolverError, () => solveWith(method, problem, { t0: 3, tEnd: 4, x0: [0, 0] }))
      expect([error.code, error.component, error.t]).toEqual(['NON_FINITE', 1, 3])
    })

    it('a recoverable one is tried again with smaller steps', () => {
      let failures = 3
      const problem: OdeProblem = {
        n: 2,
        f: (t, x, dx) => {
          OSCILLATOR.f(t, x, dx)
          if (t <= 1 || failures === 0) return
          failures--
          dx.fill(Number.NaN)
          return 'retry'
        },
      }
      const run = solveWith(method, problem, { t0: 0, tEnd: 2, x0: [1, 0], ...TOLERANCES })
      expect([failures, run.t, run.reason]).toEqual([0, 2, 'end'])
      expect(run.stats.rejected).toBeGreaterThanOrEqual(3)
      expect(Math.abs(run.x[0] - Math.cos(2))).toBeLessThan(ERROR_FACTOR * TOLERANCE)
    })

    it('is not what an arrow function returns by accident', () => {
      // JavaScript code without types: the value of the assignment is returned.
      const f = ((_t: number, x: Float64Array, dx: Float64Array) =>
        (dx[0] = -x[0])) as unknown as OdeProblem['f']
      const run = solveWith(method, { n: 1, f }, { t0: 0, tEnd: 1, x0: [1], ...TOLERANCES })
      expect(Math.abs(run.x[0] - Math.exp(-1))).toBeLessThan(ERROR_FACTOR * TOLERANCE)
    })

    it('one that stays recoverable is reported where it begins', () => {
      const error = catchError(SolverError, () => solveWith(method, breaking('retry', 1), options))
      expect(error.code).toBe('MODEL_FAILURE')
      expect(0.7 - error.t).toBeGreaterThanOrEqual(0)
      expect(0.7 - error.t).toBeLessThan(100 * EPS)
    })

    it('a fatal one ends the run at once', () => {
      let after = 0
      const problem: OdeProblem = {
        n: 1,
        f: (t, _x, dx) => {
          dx[0] = 1
          if (t > 0.7) after++
          return t > 0.7 ? 'abort' : undefined
        },
      }
      const error = catchError(SolverError, () => solveWith(method, problem, { t0: 0, tEnd: 2, x0: [0] }))
      expect([error.code, after]).toEqual(['MODEL_FAILURE', 1])
      expect(error.t).toBeLessThanOrEqual(0.7)
    })

    it('of a root function are reported with its index', () => {
      const problem: OdeProblem = {
        ...LINES,
        roots: {
          n: 2,
          g: (t, _x, z) => {
            z[0] = 1
            z[1] = t > 0.5 ? Number.NaN : 1
          },
        },
      }
      const error = catchError(SolverError, () => solveWith(method, problem, { t0: 0, tEnd: 1, x0: [0, 1] }))
      expect([error.code, error.component]).toEqual(['ROOT_FUNCTION', 1])
    })
  })

  describe('step limits', () => {
    const stepsOf = (options: Partial<Parameters<typeof solveWith>[2]>): number[] => {
      const times = [0]
      solveWith(method, OSCILLATOR, {
        t0: 0,
        tEnd: 2,
        x0: [1, 0],
        ...TOLERANCES,
        ...options,
        onStep: (t) => {
          times.push(t)
        },
      })
      return times.slice(1).map((t, k) => t - times[k])
    }

    it('maxStep is honoured', () => {
      const steps = stepsOf({ maxStep: 0.0125 })
      // Differences of two times below 2 are rounded to 2 eps each.
      for (const h of steps) expect(h).toBeLessThanOrEqual(0.0125 + 4 * EPS)
      expect(steps.length).toBeGreaterThanOrEqual(160)
    })

    it('minStep is honoured, but for the last two steps before the end', () => {
      const steps = stepsOf({ minStep: 0.004, rtol: 1e-4, atol: 1e-4 })
      for (const h of steps.slice(0, -2)) expect(h).toBeGreaterThanOrEqual(0.004 * (1 - 1e-9))
    })

    it('minStep that the error test needs to go below is an error', () => {
      const error = catchError(SolverError, () => stepsOf({ minStep: 0.5, rtol: 1e-11, atol: 1e-11 }))
      expect(error.code).toBe('STEP_TOO_SMALL')
      expect(error.component).toBeGreaterThanOrEqual(0)
      expect(error.component).toBeLessThan(2)
    })

    it('initialStep is used', () => {
      const steps = stepsOf({ initialStep: 1e-5 })
      expect(Math.abs(steps[0] / 1e-5 - 1)).toBeLessThan(4 * EPS)
    })

    it('maxSteps is honoured', () => {
      const error = catchError(SolverError, () => stepsOf({ maxSteps: 3 }))
      expect([error.code, error.stats.steps]).toEqual(['TOO_MANY_STEPS', 3])
      expect(error.message).toContain('maxSteps = 3')
      expect(error.t).toBeGreaterThan(0)
      const needed = stepsOf({}).length
      expect(stepsOf({ maxSteps: needed }).length).toBe(needed)
    })
  })

  describe('bookkeeping', () => {
    /** An oscillator that is pushed at every zero of x; counts its calls. */
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
      // Every step and every event is seen once; an event inside a step that is restarted ends that step.
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

    it('onStep sees ascending times up to the end', () => {
      const { times } = runCounted()
      for (let k = 1; k < times.length; k++) expect(times[k]).toBeGreaterThan(times[k - 1])
      expect(times.at(-1)).toBe(9)
    })

    it('two runs give the same bytes', () => {
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

  it('does not touch the arrays of the caller', () => {
    const x0 = Float64Array.of(1, 0)
    const outputTimes = Float64Array.of(0.5, 1)
    solveWith(method, OSCILLATOR, { t0: 0, tEnd: 1, x0, outputTimes })
    expect([...x0, ...outputTimes]).toEqual([1, 0, 0.5, 1])
  })
})
