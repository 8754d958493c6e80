/** Many restarts: errors of the first steps after events accumulate, and are compared with closed forms. */
import { integrate, integrateDae, type OdeProblem } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import { campaignSeeds } from '../support/campaign-seeds.ts'
import { createRandom } from '../support/random.ts'

const GRAVITY = 9.81

/** A flight with linear drag upwards from the floor: height, speed and duration. */
class Flight {
  readonly duration: number
  constructor(
    private readonly drag: number,
    readonly speed: number,
  ) {
    let t = (2 * speed) / GRAVITY
    for (let k = 0; k < 50; k++) t -= this.x(t) / this.v(t)
    this.duration = t
  }

  x(t: number): number {
    const { drag, speed } = this
    return (-GRAVITY * t) / drag + ((speed + GRAVITY / drag) * -Math.expm1(-drag * t)) / drag
  }

  v(t: number): number {
    const { drag, speed } = this
    return -GRAVITY / drag + (speed + GRAVITY / drag) * Math.exp(-drag * t)
  }
}

/** A ball that a racket returns with the same speed each time; with a stiffness, a state that follows it. */
function createJuggling(drag: number, stiffness: number): OdeProblem {
  return {
    n: stiffness > 0 ? 3 : 2,
    f: (_t, x, dx) => {
      dx[0] = x[1]
      dx[1] = -GRAVITY - drag * x[1]
      if (stiffness > 0) dx[2] = x[1] - stiffness * (x[2] - x[0])
    },
    roots: {
      n: 1,
      direction: [-1],
      g: (_t, x, z) => {
        z[0] = x[0]
      },
    },
  }
}

describe('bdf after many events', () => {
  it('keeps juggled balls within a tolerance per event', () => {
    const errors: number[] = []
    for (const seed of campaignSeeds(500, 60)) {
      const random = createRandom(seed)
      const drag = 10 ** (1.5 * random() - 1)
      const flight = new Flight(drag, 1 + 4 * random())
      const tolerance = 10 ** (-3 - 6 * random())
      const nEvent = Math.floor(10 + 90 * random())
      const stiffness = random() < 0.3 ? 10 ** (2 + 4 * random()) : 0
      const problem = createJuggling(drag, stiffness)
      const half = flight.duration / 2
      const run = integrate(problem, {
        ...{ method: 'bdf', t0: 0, tEnd: nEvent * flight.duration + half },
        ...{ x0: [0, flight.speed, 0].slice(0, problem.n), rtol: tolerance, atol: tolerance },
        onEvent: ({ x }) => {
          x[0] = 0
          x[1] = flight.speed
        },
      })
      expect(run.events.length, `seed ${seed}`).toBe(nEvent)
      const ofX = Math.abs(run.x[0] - flight.x(half)) / (tolerance * (1 + flight.x(half)))
      const ofV = Math.abs(run.x[1] - flight.v(half)) / (tolerance * (1 + Math.abs(flight.v(half))))
      errors.push(Math.max(ofX, ofV) / nEvent)
    }
    // Every flight may cause an error of about its tolerance, and all have the same sign. With first steps of order 1
    // the median was 2.7 and the largest error 25. The first events of a run are tested less strictly than the later
    // ones.
    errors.sort((a, b) => a - b)
    expect(errors[Math.floor(errors.length / 2)]).toBeLessThan(1)
    expect(errors.at(-1)).toBeLessThan(6)
  })

  it.each([1e-4, 1e-6, 1e-8])('keeps a spring that hits a wall at tolerance %f', (tolerance) => {
    const nEvent = 100
    const tEnd = (nEvent + 0.37) * Math.PI
    const run = integrate(createImpactOscillator(), {
      ...{ method: 'bdf', t0: 0, tEnd, x0: [0, 1], rtol: tolerance, atol: tolerance },
      onEvent: ({ x }) => {
        x[1] = -x[1]
      },
    })
    const error = Math.max(
      Math.abs(run.x[0] - Math.sin(0.37 * Math.PI)),
      Math.abs(run.x[1] - Math.cos(0.37 * Math.PI)),
    )
    // Errors are undamped: those of a hundred half periods, of a tolerance each.
    expect(error).toBeLessThan(2 * nEvent * tolerance)
  })

  it('makes no more evaluations than with first steps of low order', () => {
    const tolerance = 1e-6
    const flight = new Flight(1.3, 2.3)
    const run = integrate(createJuggling(1.3, 0), {
      ...{ method: 'bdf', t0: 0, tEnd: 100.5 * flight.duration },
      ...{ x0: [0, flight.speed], rtol: tolerance, atol: tolerance },
      onEvent: ({ x }) => {
        x[0] = 0
        x[1] = flight.speed
      },
    })
    // 50 of f and 15 factorizations per flight with these.
    expect((run.stats.f + run.stats.fJacobian) / 100).toBeLessThan(45)
    expect(run.stats.lu / 100).toBeLessThan(12)
  })

  it('does not pass events with a first step', () => {
    // x'' = -1 above the floor and, without an event, a stiff spring below it: only steps that end at the floor are
    // right
    const problem: OdeProblem = {
      n: 2,
      f: (_t, x, dx) => {
        dx[0] = x[1]
        dx[1] = x[0] < 0 ? 1e6 : -1
      },
      roots: {
        n: 1,
        direction: [-1],
        g: (_t, x, z) => {
          z[0] = x[0]
        },
      },
    }
    const times: number[] = []
    integrate(problem, {
      ...{ method: 'bdf', t0: 0, tEnd: 20.5, x0: [0, 0.5], rtol: 1e-6, atol: 1e-6 },
      onEvent: ({ t, x }) => {
        times.push(t)
        x[0] = 0
        x[1] = 0.5
      },
    })
    expect(times.length).toBe(20)
    for (const [k, t] of times.entries()) expect(Math.abs(t - k - 1)).toBeLessThan(1e-5)
  })
})

/** x'' = -x with a wall at 0: half periods of π. */
function createImpactOscillator(): OdeProblem {
  return {
    n: 2,
    f: (_t, x, dx) => {
      dx[0] = x[1]
      dx[1] = -x[0]
    },
    roots: {
      n: 1,
      direction: [-1],
      g: (_t, x, z) => {
        z[0] = x[0]
      },
    },
  }
}

it('daeBdf keeps juggled balls within two tolerances per event', () => {
  const drag = 1.3
  const flight = new Flight(drag, 2.3)
  const nEvent = 50
  const half = flight.duration / 2
  for (const tolerance of [1e-3, 1e-4, 1e-6, 1e-8]) {
    const run = integrateDae(
      {
        n: 3,
        differential: [true, true, false],
        residual: (_t, y, yp, res) => {
          res[0] = yp[0] - y[1]
          res[1] = yp[1] + GRAVITY + y[2]
          res[2] = y[2] - drag * y[1]
        },
        roots: {
          n: 1,
          direction: [-1],
          g: (_t, y, _yp, z) => {
            z[0] = y[0]
          },
        },
      },
      {
        ...{ t0: 0, tEnd: nEvent * flight.duration + half, y0: [0, flight.speed, drag * flight.speed] },
        ...{ rtol: tolerance, atol: tolerance },
        onEvent: ({ y }) => {
          y[0] = 0
          y[1] = flight.speed
        },
      },
    )
    const error = Math.max(
      Math.abs(run.y[0] - flight.x(half)) / (1 + flight.x(half)),
      Math.abs(run.y[1] - flight.v(half)) / (1 + Math.abs(flight.v(half))),
    )
    expect(error, `at ${tolerance}`).toBeLessThan(2 * nEvent * tolerance)
  }
})
