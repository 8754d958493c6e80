/** Expected results of the examples of solvers, and of the demo, by the names of their files. */
import { expect } from 'vitest'
import { simulateBouncingBall } from '../../../examples/bouncing-ball.ts'
import { compareSolvers, drawModels, simulateModels } from '../../../examples/demo.ts'
import { simulateHeatRod } from '../../../examples/heat-rod.ts'
import { simulateOrbit } from '../../../examples/orbit.ts'
import { simulatePendulum } from '../../../examples/pendulum-dae.ts'
import { simulateThermostat } from '../../../examples/step-loop.ts'
import { simulateReaction } from '../../../examples/stiff-chemistry.ts'
import { GRAVITY, impactTime, reboundSpeed } from './bouncing-ball.ts'

export const SOLVER_EXAMPLES: Record<string, () => unknown> = {
  'bouncing-ball.ts': () => {
    const found = simulateBouncingBall()
    const { impacts, rebounds, restTime, run } = found
    // The first rebound below 0.01 m/s is the 18th.
    expect(impacts).toHaveLength(18)
    expect(reboundSpeed(17)).toBeGreaterThan(0.01)
    expect(reboundSpeed(18)).toBeLessThan(0.01)
    impacts.forEach((t, i) => {
      // tsit5 follows a parabola exactly; what remains is the width of the located bracket, 100 eps, per impact.
      expect(Math.abs(t - impactTime(i + 1))).toBeLessThan(1e-11)
      expect(Math.abs(rebounds[i] - reboundSpeed(i + 1))).toBeLessThan(1e-10)
    })
    expect(restTime).toBe(impacts[17])
    // At rest, no event is reported up to the end.
    expect(run.reason).toBe('end')
    expect(run.events).toHaveLength(18)
    expect([...run.x]).toEqual([0, 0])
    return found
  },

  'stiff-chemistry.ts': () => {
    // Test Set for IVP Solvers, release 2.4, problem ROBER at t = 1e11.
    const published = [0.2083340149701255e-7, 0.8333360770334713e-13, 0.999999979166505]
    // Relative errors: the local tolerance is 1e-7, and BDF accumulates most of the three.
    const bounds: Record<string, number> = { bdf: 1e-4, radau5: 1e-6, auto: 1e-6 }
    const reactions = simulateReaction()
    expect(reactions.map(({ method }) => method)).toEqual(['bdf', 'radau5', 'auto'])
    for (const { method, x, stats } of reactions) {
      published.forEach((value, i) => {
        expect(Math.abs(x[i] / value - 1), `${method}, species ${i}`).toBeLessThan(bounds[method])
      })
      // A non-stiff method would need 1e14 steps.
      expect(stats.steps).toBeLessThan(3000)
    }
    return reactions
  },

  'pendulum-dae.ts': () => {
    const found = simulatePendulum()
    const { period, positionDrift, velocityDrift, energyDrift, run } = found
    // 4 √(L/g) K(sin 45°) with the lemniscate value K = 1.8540746773013719.
    expect(period).toBeCloseTo((4 * 1.8540746773013719) / Math.sqrt(GRAVITY), 12)
    expect(positionDrift).toBeLessThan(1e-12)
    expect(velocityDrift).toBeLessThan(1e-12)
    // The energy is not a constraint: thousands of steps with a tolerance of 1e-8.
    expect(energyDrift).toBeLessThan(1e-4)
    expect(Math.abs(run.y[0] - 1)).toBeLessThan(1e-12)
    expect(Math.abs(run.y[1])).toBeLessThan(1e-5)
    return found
  },

  'heat-rod.ts': () => {
    const found = simulateHeatRod()
    const { run, exact } = found
    // Ten times the tolerance.
    for (let i = 0; i < exact.length; i++) expect(Math.abs(run.x[i] - exact[i])).toBeLessThan(1e-5)
    // Three colors: three evaluations per Jacobian, whatever n is.
    expect(run.stats.fJacobian).toBe(3 * run.stats.jacobians)
    return found
  },

  'orbit.ts': () => {
    const found = simulateOrbit()
    const { run, gap, jacobiDrift } = found
    // The passage by the moon multiplies errors by some 1e4 to 1e5; the tolerance is 1e-12.
    expect(gap).toBeLessThan(1e-7)
    expect(jacobiDrift).toBeLessThan(1e-10)
    // The orbit is symmetric: crossings come in pairs about half the period, one of them is the middle.
    const period = 17.0652165601579625589
    const times = run.events.map(({ t }) => t).filter((t) => t < period - 1e-3)
    expect(times).toHaveLength(5)
    times.forEach((t, i) => {
      expect(Math.abs(t + times[4 - i] - period)).toBeLessThan(1e-7)
    })
    return found
  },

  'step-loop.ts': () => {
    const found = simulateThermostat()
    const { switches, temperature, heatingTime, arrivals } = found
    // T approaches its limit as exp(-t/5 h): each phase has a closed duration.
    let t = 0
    let from = 20
    let isOn = false
    let heated = 0
    for (const item of switches) {
      const to = isOn ? 21 : 19
      // Limits of the temperature before and after the cold snap at 4 h [degC].
      const before = isOn ? 50 : 0
      const after = before - 10
      let tNext = t + phase(from, to, before)
      if (t >= 4) tNext = t + phase(from, to, after)
      else if (tNext > 4) tNext = 4 + phase(before + (from - before) * Math.exp((t - 4) / 5), to, after)
      expect(Math.abs(item.t - tNext)).toBeLessThan(1e-7)
      if (isOn) heated += tNext - t
      isOn = !isOn
      expect(item.isOn).toBe(isOn)
      from = to
      t = tNext
    }
    expect(isOn).toBe(true)
    expect(temperature).toBeCloseTo(40 - (40 - 19) * Math.exp((t - 8) / 5), 6)
    expect(heatingTime).toBeCloseTo(heated + 8 - t, 6)
    expect(arrivals.event).toBe(switches.length)
    expect(arrivals.stop).toBe(2)
    return found
  },

  'demo.ts': () => {
    const rows = compareSolvers(0)
    expect(rows).toHaveLength(6)
    for (const { problem, method, run, error } of rows) {
      const isBall = problem === 'bouncing ball'
      // Eleven impacts lie before 2.5 s.
      expect(run.events, method).toHaveLength(isBall ? 11 : 0)
      // One-step methods follow a parabola exactly; BDF and the reaction have a tolerance of 1e-8 per step.
      const isExact = isBall && method !== 'bdf'
      expect(error, `${problem}, ${method}`).toBeLessThan(isExact ? 1e-11 : 1e-5)
    }
    const pictures = drawModels(simulateModels())
    expect(pictures).toEqual(drawModels(simulateModels()))
    for (const [name, picture] of Object.entries(pictures)) {
      expect(picture, name).toMatch(/^<svg .*<\/svg>\n?$/s)
      expect(picture, name).not.toMatch(/NaN|Infinity|undefined/)
    }
    // their times are those of the clock
    return rows.map(({ method, run, error }) => ({ method, run, error }))
  },
}

/** Time from one temperature to another on the way to a limit [h]. */
function phase(from: number, to: number, limit: number): number {
  return 5 * Math.log((from - limit) / (to - limit))
}
