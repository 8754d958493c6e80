/** A ball that bounces with impulses, compared with its closed form. */
import { type SignalTable, simulate } from 'vario'
import { describe, expect, test } from 'vitest'
import { bouncingBall, impulseScene } from './scenes.ts'

interface Impact {
  readonly time: number
  readonly velocity: number
  readonly normalImpulse: number
  readonly lostEnergy: number
}

function impactsOf(result: SignalTable): readonly Impact[] {
  return result.attributes['impacts'] as unknown as readonly Impact[]
}

/** Times and speeds of the first n impacts of a ball that falls from h [m]. */
function closedForm(h: number, e: number, g: number, n: number): { times: number[]; speeds: number[] } {
  const fall = Math.sqrt((2 * h) / g)
  const times: number[] = []
  const speeds: number[] = []
  for (let k = 0, t = fall, v = g * fall; k < n; k++) {
    times.push(t)
    speeds.push(v)
    v *= e
    t += (2 * v) / g
  }
  return { times, speeds }
}

const R = 0.1
const MASS = 8000 * (4 / 3) * Math.PI * R ** 3

describe.each(['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const)(
  'a bouncing ball, solver %s',
  (solver) => {
    test.each([1e-6, 1e-10])('has the impacts of the closed form at tolerance %s', (tolerance) => {
      const ball = bouncingBall(impulseScene({ e: 0.8, g: 9.8 }), 10 + R, R)
      const result = simulate(ball, { stopTime: 11, tolerance, solver })
      const { times, speeds } = closedForm(10, 0.8, 9.8, 9)
      const impacts = impactsOf(result)
      expect(impacts).toHaveLength(9)
      // a parabola is exact except for rounding errors in one-step methods, an event is located to 25 ulps of the time;
      // errors of bdf are those that it controls: 1e-6 of positions and speeds, 0.1 of that per step at this tolerance
      const error = solver === 'bdf' ? 30 * tolerance : 1e-12
      impacts.forEach(({ time, velocity, normalImpulse, lostEnergy }, k) => {
        expect(Math.abs(time - times[k])).toBeLessThan(error)
        expect(Math.abs(velocity - speeds[k])).toBeLessThan(error)
        expect(Math.abs(normalImpulse / (1.8 * MASS * speeds[k]) - 1)).toBeLessThan(error)
        expect(Math.abs(lostEnergy / (0.5 * MASS * (1 - 0.64) * speeds[k] ** 2) - 1)).toBeLessThan(2 * error)
      })
    })
  },
)

test('ends its sequence of impacts at rest on the elastic law, at the time of the closed form', () => {
  const ball = bouncingBall(impulseScene({ e: 0.8, g: 9.8 }), 10 + R, R)
  const lines: string[] = []
  const result = simulate(ball, { stopTime: 13.2, log: (line) => lines.push(line) })
  // impacts below 0.01 m/s are not impulses: 14 m/s · 0.8^k > 0.01 m/s for k <= 32
  expect(impactsOf(result)).toHaveLength(33)
  const slow = lines.filter((line) => line.includes('by the force law'))
  expect(slow.length).toBeGreaterThan(0)
  // the impact after 33 impulses is at t, all others would end within 10 v/g = 9e-3 s
  const { times, speeds } = closedForm(10, 0.8, 9.8, 34)
  const t = Number(/at t = (\S+) s/.exec(slow[0])![1])
  // late impacts have an error of 1e-12 m in position, which is 1e-10 s at 0.01 m/s
  expect(Math.abs(t - times[33])).toBeLessThan(1e-9)
  expect(slow[0]).toContain(`floor and ball meet with ${Number(speeds[33].toPrecision(4))} m/s`)
  // under its weight of 329 N the penetration of a steel ball is (f/k)^(2/3), k = 4/3 E* √R with E* = 1.1e11 Pa
  const depth = ((MASS * 9.8) / ((4 / 3) * (2e11 / 1.82) * Math.sqrt(R))) ** (2 / 3)
  const heights = result.values('ball.r_abs[2]')
  // positions have 1e-2 of the penetration at the default tolerance
  expect(Math.abs(heights[heights.length - 1] - (R - depth))).toBeLessThan(0.02 * depth)
  // the energy balance is complete: 3.3 kJ with 1e-9 of it
  const total = result.values('world.totalEnergy')
  const dissipated = result.values('world.dissipatedEnergy')
  const balance = Array.from(total, (energy, i) => energy + dissipated[i])
  expect(Math.max(...balance) - Math.min(...balance)).toBeLessThan(3.3e-6)
})
