/** Friction elements whose velocity `reinit` sets: sliding after it, in closed form. */
import { equations, Model, simulate, Var } from 'vario'
import { BearingFriction, Inertia } from 'vario/library/rotational'
import { Mass, BearingFriction as RodFriction } from 'vario/library/translational'
import { describe, expect, it } from 'vitest'

const SOLVERS = ['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const

/** Initial speed, and speed after `reinit` at t = 0.5; friction 0.5 of a mass or inertia of 1. */
const CASES = [
  ['stuck', 0, 1],
  ['stuck, backwards', 0, -1],
  ['slower, the same way', 1, 0.4],
  ['faster, the same way', 1, 2],
  ['reversed', 1, -1],
  ['reversed, backwards', -1, 0.3],
  ['stopped', 1, 0],
] as const

/** Speed 0.5 s after it: decelerated by 0.5, until it is zero. */
const decelerate = (v: number): number => Math.sign(v) * Math.max(0, Math.abs(v) - 0.25)

describe('friction whose velocity jumps', () => {
  it.each(CASES)('the shaft of a bearing decelerates: %s', (_, start, speed) => {
    const model = Model({
      J: Inertia({ J: 1, phi: { init: 0 }, w: { init: start } }),
      bearing: BearingFriction({ tau_c: 0.5 }),
      connect: [['J.flange_b', 'bearing.flange_a']],
      equations: equations(`when time >= 0.5 then\n reinit(J.w, ${speed})\n end`),
    })
    for (const solver of SOLVERS) {
      const result = simulate(model, { stopTime: 1, solver, tolerance: 1e-8 })
      // the acceleration is constant: rounding, and start errors of multistep methods
      expect(Math.abs((result.final('J.w') as number) - decelerate(speed)), solver).toBeLessThan(1e-7)
    }
  })

  it.each(CASES)('the mass on a support decelerates: %s', (_, start, speed) => {
    const model = Model({
      m: Mass({ m: 1, s: { init: 0 }, v: { init: start } }),
      support: RodFriction({ f_c: 0.5 }),
      energy: Var({}),
      connect: [['m.flange_b', 'support.flange_a']],
      equations: equations(`energy = m.v^2/2\nwhen time >= 0.5 then\n reinit(m.v, ${speed})\n end`),
    })
    const result = simulate(model, { stopTime: 1, tolerance: 1e-8 })
    expect(Math.abs((result.final('m.v') as number) - decelerate(speed))).toBeLessThan(1e-7)
  })

  it('sticks after a stop at any speed, without slipping by rounding', () => {
    for (const speed of [1e-6, 1, 1e6])
      for (const solver of SOLVERS) {
        const model = Model({
          J: Inertia({ J: 1, phi: { init: 0 }, w: { init: speed } }),
          bearing: BearingFriction({ tau_c: speed }),
          connect: [['J.flange_b', 'bearing.flange_a']],
        })
        const result = simulate(model, { stopTime: 3, solver, tolerance: 1e-3 })
        expect(result.final('bearing.mode'), `${speed} ${solver}`).toBe(0)
        expect(Math.abs(result.final('J.w') as number)).toBeLessThan(1e-13 * speed)
      }
  })
})
