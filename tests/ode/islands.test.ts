/** Problems that consist of islands: each island must behave as if it were alone, independent of the others. */
import { createSolver, integrate, type OdeProblem, type ProblemIsland, SolverError } from 'vario/ode'
import { describe, expect, it } from 'vitest'

type Solver = ReturnType<typeof createSolver>
type Law = (t: number, x: Float64Array, dx: Float64Array) => void

function island(states: readonly number[], f: Law, more: Partial<ProblemIsland> = {}): ProblemIsland {
  return {
    states: Int32Array.from(states),
    key: states.join(),
    expect: 'nonstiff',
    f,
    longestStep: () => Number.POSITIVE_INFINITY,
    exit: () => -1,
    isAtEvent: () => true,
    ...more,
  }
}

function problemOf(
  n: number,
  list: () => readonly ProblemIsland[],
  more: Partial<OdeProblem> = {},
): OdeProblem {
  const f = (): never => {
    throw new Error('the whole is not evaluated')
  }
  return { n, f, islands: { integrals: new Int32Array(0), list }, ...more }
}

const oscillator =
  (w: number): Law =>
  (_t, x, dx) => {
    dx[0] = x[1]
    dx[1] = -w * w * x[0]
  }

const FAST = 200
const SLOW = 0.5
const LIMITS = { t0: 0, tEnd: 3, rtol: 1e-6, atol: 1e-9 }

it('islands keep their invariants, step for step as if they were alone', () => {
  // x' = -w y, y' = w x moves on a circle; without the projection errors lead away from it
  const circle =
    (w: number): Law =>
    (_t, x, dx) => {
      dx[0] = -w * x[1]
      dx[1] = w * x[0]
    }
  const project = (_t: number, x: Float64Array): boolean => {
    const r = Math.hypot(x[0], x[1])
    if (r === 1) return false
    x[0] /= r
    x[1] /= r
    return true
  }
  const islands = [island([2, 0], circle(FAST), { project }), island([1, 3], circle(SLOW))]
  const whole = integrate(
    problemOf(4, () => islands),
    { ...LIMITS, x0: [0, 1, 1, 0] },
  )
  const alone = integrate({ n: 2, f: circle(FAST), project }, { ...LIMITS, x0: [1, 0] })
  const other = integrate({ n: 2, f: circle(SLOW) }, { ...LIMITS, x0: [1, 0] })
  expect([whole.x[2], whole.x[0]]).toEqual([...alone.x])
  expect([whole.x[1], whole.x[3]]).toEqual([...other.x])
  // rounding of a square root and a division
  expect(Math.abs(Math.hypot(whole.x[0], whole.x[2]) - 1)).toBeLessThan(4e-16)
  expect(Math.abs(Math.hypot(whole.x[1], whole.x[3]) - 1)).toBeGreaterThan(1e-12)
  expect(whole.stats.steps).toBe(alone.stats.steps + other.stats.steps)
})

describe('unconnected islands', () => {
  const islands = [island([2, 0], oscillator(FAST)), island([1, 3], oscillator(SLOW))]
  const whole = integrate(
    problemOf(4, () => islands),
    { ...LIMITS, x0: [0, 1, 1, 0] },
  )
  const alone = [FAST, SLOW].map((w) => integrate({ n: 2, f: oscillator(w) }, { ...LIMITS, x0: [1, 0] }))

  it('equal islands alone, number for number', () => {
    expect([whole.x[2], whole.x[0]]).toEqual([...alone[0].x])
    expect([whole.x[1], whole.x[3]]).toEqual([...alone[1].x])
  })

  it('use separate steps', () => {
    expect(whole.stats.steps).toBe(alone[0].stats.steps + alone[1].stats.steps)
    expect(alone[0].stats.steps).toBeGreaterThan(50 * alone[1].stats.steps)
  })

  it('provide their solution everywhere between the ends of steps', () => {
    const outputTimes = Array.from({ length: 301 }, (_, k) => 0.01 * k)
    const { output } = integrate(
      problemOf(4, () => islands),
      { ...LIMITS, x0: [0, 1, 1, 0], outputTimes },
    )
    outputTimes.forEach((t, k) => {
      // the dense output of 500 steps with errors of 1e-6 each
      expect(output.x[4 * k + 2]).toBeCloseTo(Math.cos(FAST * t), 3)
      expect(output.x[4 * k + 1]).toBeCloseTo(Math.cos(SLOW * t), 5)
    })
  })
})

it('add their contributions to integrals', () => {
  const square =
    (w: number): Law =>
    (t, x, dx) => {
      oscillator(w)(t, x, dx)
      dx[2] = x[0] * x[0]
    }
  const islands = [island([0, 1], square(FAST)), island([3, 4], square(SLOW))]
  const { x } = integrate(
    { ...problemOf(5, () => islands), islands: { integrals: Int32Array.of(2), list: () => islands } },
    { ...LIMITS, x0: [1, 0, 10, 1, 0] },
  )
  // ∫ cos² = T/2 + sin(2 w T)/(4 w), and the start value
  const exact = (w: number): number => 1.5 + Math.sin(6 * w) / (4 * w)
  expect(x[2]).toBeCloseTo(10 + exact(FAST) + exact(SLOW), 3)
})

describe('events', () => {
  const flight: Law = (_t, x, dx) => {
    dx[0] = x[1]
    dx[1] = 0
  }
  /** Two points on a line that meet at t = 1.25 and exchange their velocities, and an oscillator. */
  const problem = problemOf(
    6,
    () => [
      island([0, 1], flight),
      island([2, 3], flight),
      island([4, 5], oscillator(FAST), { isAtEvent: () => false }),
    ],
    { roots: { n: 1, g: (_t, x, z) => void (z[0] = x[2] - x[0]) } },
  )
  const meet = integrate(problem, {
    ...LIMITS,
    x0: [0, 3, 5, -1, 1, 0],
    onEvent: ({ x }) => {
      const v = x[1]
      x[1] = x[3]
      x[3] = v
    },
  })

  it('restart the islands that they change', () => {
    expect(meet.events.map(({ t }) => t)).toHaveLength(1)
    expect(meet.events[0].t).toBeCloseTo(1.25, 12)
    // 3.75 - 1.75 and 3.75 + 3·1.75
    expect(meet.x[0]).toBeCloseTo(2, 12)
    expect(meet.x[2]).toBeCloseTo(9, 12)
  })

  it('leave the others unaffected, number for number', () => {
    const alone = integrate({ n: 2, f: oscillator(FAST) }, { ...LIMITS, x0: [1, 0] })
    expect([...meet.x.subarray(4)]).toEqual([...alone.x])
  })

  it('can join islands and divide them', () => {
    // two masses fly, are connected by a spring from 1 s to 2 s, and continue: the relative motion is an oscillation
    // with w² = 2·50
    let isJoined = false
    const spring: Law = (_t, x, dx) => {
      const force = isJoined ? 50 * (x[2] - x[0]) : 0
      dx[0] = x[1]
      dx[1] = force
      dx[2] = x[3]
      dx[3] = -force
    }
    const { x } = integrate(
      problemOf(4, () =>
        isJoined ? [island([0, 1, 2, 3], spring)] : [island([0, 1], flight), island([2, 3], flight)],
      ),
      {
        ...LIMITS,
        rtol: 1e-9,
        x0: [0, 1, 0.5, 0],
        eventTimes: [1, 2],
        onEvent: ({ t }) => {
          isJoined = t < 1.5
        },
      },
    )
    const w = 10
    const [d1, v1] = [-0.5, -1]
    const d2 = d1 * Math.cos(w) + (v1 / w) * Math.sin(w)
    const v2 = -w * d1 * Math.sin(w) + v1 * Math.cos(w)
    // center of mass: 0.25 + 0.5 t
    expect(x[2] - x[0]).toBeCloseTo(d2 + v2, 7)
    expect(0.5 * (x[0] + x[2])).toBeCloseTo(1.75, 7)
    expect(x[3] - x[1]).toBeCloseTo(v2, 6)
  })

  it('end a law inside a long step', () => {
    // a ball on a massless spring: half a period of cos from x = 0 back to x = 0, then free flight; each with its own
    // law
    const w = 30
    let isContact = false
    const law: Law = (_t, x, dx) => {
      dx[0] = x[1]
      dx[1] = isContact ? Math.max(0, -w * w * x[0]) : 0
    }
    const ball = (): ProblemIsland =>
      island([0, 1], law, {
        key: `ball ${isContact}`,
        exit: (_t, x) => (isContact ? x[0] : -1),
        isAtEvent: () => true,
      })
    const { x, events } = integrate(
      problemOf(4, () => [ball(), island([2, 3], oscillator(FAST), { isAtEvent: () => false })], {
        roots: { n: 1, g: (_t, y, z) => void (z[0] = y[0]) },
      }),
      {
        ...LIMITS,
        x0: [1, -2, 1, 0],
        onEvent: ({ directions }) => {
          isContact = directions[0] < 0
        },
      },
    )
    const tEnd = 0.5 + Math.PI / w
    expect(events.map(({ t }) => t)).toHaveLength(2)
    // some steps with errors of 1e-6 in the velocity of 2 m/s
    expect(events[1].t).toBeCloseTo(tEnd, 5)
    expect(x[0]).toBeCloseTo(2 * (3 - tEnd), 4)
    expect(x[1]).toBeCloseTo(2, 5)
  })
})

describe('a subsequent problem', () => {
  const T = 1.3
  /** Runs to `tEnd` with a stop at T, at which `onStop` may return another solver. */
  const run = (problem: OdeProblem, x0: number[], onStop: (solver: Solver) => Solver): Solver => {
    let solver = createSolver(problem, { ...LIMITS, x0 })
    while (solver.t < T) solver.next(T)
    solver = onStop(solver)
    while (solver.t < LIMITS.tEnd) solver.next(LIMITS.tEnd)
    return solver
  }
  const slow = island([0, 1], oscillator(SLOW), { key: 'slow' })
  const fast = island([2, 3], oscillator(FAST), { key: 'fast' })
  const first = problemOf(4, () => [slow, fast])
  const whole = run(first, [1, 0, 1, 0], (solver) => solver)

  it('keeps the steps and values of common islands, under other numbers, and starts the others', () => {
    const next = problemOf(6, () => [
      island([0, 1], oscillator(7), { key: 'new' }),
      { ...fast, states: Int32Array.of(2, 3) },
      { ...slow, states: Int32Array.of(4, 5) },
    ])
    let nBefore = 0
    const solver = run(first, [1, 0, 1, 0], (before) => {
      nBefore = before.stats.steps
      const x0 = [1, 0, before.x[2], before.x[3], before.x[0], before.x[1]]
      return createSolver(next, { ...LIMITS, t0: T, x0 }, before)
    })
    expect([...solver.x.subarray(2)]).toEqual([whole.x[2], whole.x[3], whole.x[0], whole.x[1]])
    const alone = integrate({ n: 2, f: oscillator(7) }, { ...LIMITS, t0: T, x0: [1, 0] })
    expect([...solver.x.subarray(0, 2)]).toEqual([...alone.x])
    // its cost is counted from its start
    expect(solver.stats.steps).toBe(whole.stats.steps - nBefore + alone.stats.steps)
  })

  it('continues from other values if they are given', () => {
    const solver = run(first, [1, 0, 1, 0], (before) =>
      createSolver(first, { ...LIMITS, t0: T, x0: [0, 2, before.x[2], before.x[3]] }, before),
    )
    const dt = LIMITS.tEnd - T
    // x' = 2 from x = 0 on
    expect(solver.x[0]).toBeCloseTo((2 / SLOW) * Math.sin(SLOW * dt), 5)
    expect([...solver.x.subarray(2)]).toEqual([...whole.x.subarray(2)])
  })

  it('adds subsequent contributions of islands to integrals', () => {
    const square: Law = (t, x, dx) => {
      oscillator(SLOW)(t, x, dx)
      dx[2] = x[0] * x[0]
    }
    const own = [island([0, 1], square, { key: 'own' })]
    const both = [island([1, 2], square, { key: 'own' }), island([3, 4], square, { key: 'other' })]
    const of = (n: number, integral: number, list: readonly ProblemIsland[]): OdeProblem => ({
      ...problemOf(n, () => list),
      islands: { integrals: Int32Array.of(integral), list: () => list },
    })
    const solver = run(of(3, 2, own), [1, 0, 10], (before) => {
      const x0 = [before.x[2], before.x[0], before.x[1], 1, 0]
      return createSolver(of(5, 0, both), { ...LIMITS, t0: T, x0 }, before)
    })
    // ∫ cos² from 0 to T
    const exact = (t: number): number => t / 2 + Math.sin(2 * SLOW * t) / (4 * SLOW)
    expect(solver.x[0]).toBeCloseTo(10 + exact(LIMITS.tEnd) + exact(LIMITS.tEnd - T), 4)
  })
})

describe('errors', () => {
  it('name the state of the whole problem', () => {
    const broken: Law = (t, x, dx) => {
      dx[0] = x[1]
      dx[1] = t > 1 ? Number.NaN : 0
    }
    const problem = problemOf(4, () => [island([0, 1], oscillator(1)), island([2, 3], broken)])
    try {
      integrate(problem, { ...LIMITS, x0: [1, 0, 1, 0] })
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(SolverError)
      expect((error as SolverError).component).toBe(3)
    }
  })

  it('name a state that is in no island, or in two', () => {
    const run = (states: readonly number[]): unknown =>
      integrate(
        problemOf(4, () => [island([0, 1], oscillator(1)), island(states, oscillator(1))]),
        { ...LIMITS, x0: [1, 0, 1, 0] },
      )
    expect(() => run([1, 2])).toThrow(
      'islands: state 1: expected 1 island that has it, or an integral, got 2',
    )
    expect(() => run([2])).toThrow('state 3')
  })
})
