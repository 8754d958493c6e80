/** Limits of the drives of joints: `effort`, and `velocity` at which it ends. */
import { expr, simulate } from 'vario'
import { Model3D, Prismatic, Revolute, Universal } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { body, empty } from './axis-law-models.ts'

const OPTIONS = { stopTime: 2, tolerance: 1e-9 }
/** The step errors of 1e-9 over seconds. */
const DIGITS = 7
const ends = { obj1: 'world', obj2: 'b' }
/** 2 kg.m2 about the axis. */
const turn = (args: object) => Model3D({ world: empty, b: body, j: Revolute({ ...ends, ...args }) })

describe.each(['tsit5', 'dop853', 'bdf', 'radau5', 'auto'] as const)('solver %s', (solver) => {
  it('a torque is cut off at the effort, in both directions', () => {
    const result = simulate(turn({ tau: expr`10*sin(2*time)`, effort: 4 }), { ...OPTIONS, solver })
    // 10 sin 2t is beyond 4 from t0 to pi/2 - t0, and negative from pi/2 on
    const t0 = 0.5 * Math.asin(0.4)
    const half = 2 * 5 * (1 - Math.cos(2 * t0)) + 4 * (Math.PI / 2 - 2 * t0)
    const rest = 5 * (1 - Math.cos(2 * t0)) + 4 * (2 - Math.PI / 2 - t0)
    expect(result.final('j.w')).toBeCloseTo((half - rest) / 2, DIGITS)
  })

  it('a drive approaches the speed at which it has no torque: w = V (1 - exp(-E t/(J V)))', () => {
    const drive = { tau: 100, effort: 4, velocity: 3, gear: 2 }
    const result = simulate(turn(drive), { ...OPTIONS, solver })
    // 8 N.m at rest, none at 1.5 rad/s of the axis
    expect(result.final('j.w')).toBeCloseTo(1.5 * (1 - Math.exp((-8 * 2) / (2 * 1.5))), DIGITS)
    // backwards it brakes with all of its torque: from -2 rad/s, 0.5 s to rest
    const braking = simulate(turn({ ...drive, w: -2 }), { ...OPTIONS, solver, stopTime: 0.4 })
    expect(braking.final('j.w')).toBeCloseTo(-2 + 0.4 * 4, DIGITS)
    // beyond its speed it has none
    const fast = simulate(turn({ ...drive, w: 2 }), { ...OPTIONS, solver })
    expect(fast.final('j.w')).toBeCloseTo(2, DIGITS)
  })
})

it('a torque that depends on the acceleration is found within the effort, and at it', () => {
  const loop = (effort: number) => turn({ tau: expr`10 - 3*b.z_abs[3]`, effort })
  // 2 a = 10 - 3 a
  expect(simulate(loop(5), OPTIONS).final('j.w')).toBeCloseTo(4, DIGITS)
  expect(simulate(loop(3), OPTIONS).final('j.w')).toBeCloseTo(3, DIGITS)
})

it('a limited drive does not break a joint loose that friction holds', () => {
  const held = simulate(turn({ tau: expr`10*time`, effort: 4, friction: 5 }), OPTIONS)
  expect(held.final('j.phi')).toBe(0)
  expect(held.final('j.reaction')).toBeCloseTo(-4, 12)
})

it('axes have their own limits', () => {
  const j = Universal({ ...ends, tau: [5, 5], effort: [2, null] })
  const result = simulate(Model3D({ world: empty, b: body, j }), { ...OPTIONS, stopTime: 1e-3 })
  expect(result.final('j.w[1]') / 1e-3).toBeCloseTo(2, 5)
  expect(result.final('j.w[2]') / 1e-3).toBeCloseTo(5, 5)
  const slide = Prismatic({ ...ends, f: -5, effort: 2 })
  expect(simulate(Model3D({ world: empty, b: body, j: slide }), OPTIONS).final('j.v')).toBeCloseTo(-2, DIGITS)
})

describe('wrong values', () => {
  it.each([
    [{ effort: -1 }, 'j.effort: expected a'],
    [{ effort: 0 }, 'j.effort: expected a'],
    [{ velocity: 2 }, 'j.velocity: expected no value without effort'],
    [{ effort: 1, velocity: 0 }, 'j.velocity: expected a'],
  ])('%# are errors', (args, message) => {
    expect(() => simulate(turn(args), OPTIONS)).toThrow(message)
  })
})
