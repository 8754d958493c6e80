import { equations, Model, simulate, Var } from 'vario'
import { PtpPath, PtpReference } from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const PLAN = {
  points: [
    [0, 0],
    [1, 2],
    [1, 2],
    [0.5, -0.4],
  ],
  v_max: [1, 1],
  a_max: [2, 2],
  startTime: 0.5,
}

describe('reference signals', () => {
  const path = new PtpPath(PLAN)
  const model = Model({
    reference: PtpReference(PLAN),
    v: Var({ init: [0, 0] }),
    p: Var({ init: [0, 0] }),
    equations: equations`
      der(v) = reference.acceleration
      der(p) = reference.velocity
    `,
  })
  const result = simulate(model, { stopTime: 7, interval: 0.03 })

  it('are those of the path', () => {
    const times = result.time
    const out = new Float64Array(2)
    let compared = 0
    for (const [i, t] of times.entries()) {
      // both sides of an event have the same time
      if (path.switchingTimes.some((switching) => Math.abs(t - switching) < 1e-9)) continue
      for (const signal of ['position', 'velocity', 'acceleration'] as const) {
        path[signal](t, out)
        for (const axis of [0, 1])
          expect(result.values(`reference.${signal}[${axis + 1}]`)[i]).toBeCloseTo(out[axis], 13)
      }
      compared++
    }
    expect(compared).toBeGreaterThan(200)
  })

  it('cause events at every switching time, so that integrals are exact', () => {
    // polynomials of degree 2 between events: only rounding errors remain, at any tolerance
    for (const [axis, position] of [0.5, -0.4].entries()) {
      expect(result.final(`p[${axis + 1}]`)).toBeCloseTo(position, 12)
      expect(result.final(`v[${axis + 1}]`)).toBeCloseTo(0, 12)
    }
    const times = Array.from(result.time)
    for (const switching of path.switchingTimes)
      expect(times.filter((t) => Math.abs(t - switching) < 1e-9).length).toBeGreaterThanOrEqual(2)
  })

  it('accept a new plan of another size without a new translation', () => {
    const short = simulate(Model({ reference: PtpReference({ points: [[0], [1]] }) }), {
      stopTime: 3,
      merge: { reference: { points: [[1], [4]], v_max: [3], a_max: [2] } },
    })
    expect(short.final('reference.position[1]')).toBe(4)
    // triangle: 2*sqrt(3/2) s
    expect(short.final('reference.next')).toBeGreaterThan(1e100)
    expect(short.warnings).toEqual([])
    const moving = simulate(
      Model({ reference: PtpReference({ points: [[1], [4]], v_max: [3], a_max: [2] }) }),
      {
        stopTime: 1,
      },
    )
    expect(moving.final('reference.velocity[1]')).toBeCloseTo(2, 12)
  })

  it('can be differentiated: a prescribed motion gives the acceleration', () => {
    const prescribed = Model({
      reference: PtpReference(PLAN),
      equations: equations`
        y = reference.position[2]
        yd = der(y)
        ydd = der(yd)
      `,
    })
    // the first step is a trapezoid with 0.5 s of acceleration
    const run = simulate(prescribed, { stopTime: 0.8 })
    expect(run.final('y')).toBeCloseTo(0.5 * 2 * 0.3 ** 2, 13)
    expect(run.final('yd')).toBeCloseTo(2 * 0.3, 13)
    expect(run.final('ydd')).toBeCloseTo(2, 13)
  })

  it('are errors of the model if limits are wrong', () => {
    const wrong = Model({ reference: PtpReference({ points: [[0], [1]], v_max: [0] }) })
    expect(() => simulate(wrong, { stopTime: 1 })).toThrow(
      'PtpReference.v_max[1]: expected a positive number',
    )
  })
})
