/** IFToMM library of computational benchmark problems, A01: simple pendulum. */
import { simulate } from 'vario'
import { MassProperties, Model3D, Object3D, Revolute, Scene, Solid } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { completeK, jacobi } from '../mechanics/support/jacobi.ts'

const GRAVITY = 9.81

/** 1 kg at the end of a massless rod of 1 m, released at rest from the horizontal. */
const pendulum = Model3D({
  world: Object3D({ feature: Scene() }),
  bob: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1 }) }) }),
  pivot: Object3D({ parent: 'bob', translation: [-1, 0, 0] }),
  rev: Revolute({ obj1: 'world', obj2: 'pivot', axis: 'z' }),
})

/** x and y at time `t`: sin(θ/2) = k cd(√g t, k) with θ from the vertical and k = sin(45°). */
function exactPosition(t: number): [number, number] {
  const { cn, dn } = jacobi(Math.sqrt(GRAVITY) * t, 0.5)
  const theta = 2 * Math.asin((Math.SQRT1_2 * cn) / dn)
  return [Math.sin(theta), -Math.cos(theta)]
}

describe('A01', () => {
  it('the closed form has the published period and position', () => {
    const period = (4 * completeK(0.5)) / Math.sqrt(GRAVITY)
    expect(Math.abs(period - 2.367841947576237)).toBeLessThan(1e-14)
    const [x, y] = exactPosition(10)
    expect(Math.abs(x - 0.275087462576117)).toBeLessThan(1e-13)
    expect(Math.abs(y + 0.961419205099125)).toBeLessThan(1e-13)
  })

  it('reaches the position after 10 s, and the period', () => {
    const tolerance = 1e-12
    const result = simulate(pendulum, { stopTime: 10, tolerance })
    const [x, y, z] = result.finalVector('bob.r_abs')
    // about 1700 steps: 10 times the tolerance
    expect(Math.abs(x - 0.275087462576117)).toBeLessThan(10 * tolerance)
    expect(Math.abs(y + 0.961419205099125)).toBeLessThan(10 * tolerance)
    expect(z).toBe(0)
    // After a whole period the pendulum is back at rest: there an error of the period enters only by its square; the
    // rate shows it.
    const period = simulate(pendulum, { stopTime: 2.367841947576237, tolerance })
    expect(Math.abs(period.final('rev.phi'))).toBeLessThan(10 * tolerance)
    expect(Math.abs(period.final('rev.w'))).toBeLessThan(GRAVITY * 10 * tolerance)
  })

  /** Largest errors of energy [J] and position [m] in 2000 s. */
  function errorsOf(tolerance: number, solver: 'tsit5' | 'dop853'): { energy: number; position: number } {
    const result = simulate(pendulum, { stopTime: 2000, interval: 0.5, tolerance, solver })
    const r = result.values('bob.r_abs')
    const E = result.values('world.totalEnergy')
    let [energy, position] = [0, 0]
    result.values('time').forEach((t, i) => {
      const [x, y] = exactPosition(t)
      energy = Math.max(energy, Math.abs(E[i] - E[0]))
      position = Math.max(position, Math.hypot(r[3 * i] - x, r[3 * i + 1] - y))
    })
    return { energy, position }
  }

  // The table that examples/pendulum.ts prints. The energy error of one step is about the tolerance and has the same
  // sign in every period: it grows linearly, by 1 to 2 times the tolerance per second. The bound is ten times the
  // tolerance.
  it.each([
    ['tsit5', 1e-8],
    ['tsit5', 1e-10],
    ['dop853', 1e-8],
    ['dop853', 1e-10],
  ] as const)('bounds the errors over 2000 s with %s and a tolerance of %s', (solver, tolerance) => {
    const { energy, position } = errorsOf(tolerance, solver)
    expect(energy).toBeLessThan(10 * 2000 * tolerance)
    // The position error follows from the error of the period that the energy error causes. With dT/T = dE dK/dm
    // dm/dE/K, and E = -g (1 - 2 m):
    const m = 0.5
    const h = 1e-4
    const slope = (completeK(m + h) - completeK(m - h)) / (2 * h) / completeK(m) / (2 * GRAVITY)
    // delayed by the integral of a linear growth, at the maximum speed
    const expected = 0.5 * 2000 * slope * energy * Math.sqrt(2 * GRAVITY)
    // the growth is linear within a few percent
    expect(Math.abs(position / expected - 1)).toBeLessThan(0.1)
  })
})
