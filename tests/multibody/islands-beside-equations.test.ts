/**
 * A world that divides into islands, beside equations: both are integrated together, and each gives the same result as
 * alone.
 */
import { equations, type SignalTable, simulate, Var } from 'vario'
import { Model3D, Sphere } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { fixedBox, freeBody, uprightWorld } from './contact/scenes.ts'

const TOLERANCE = 1e-8
const ball = (x: number, height: number): ReturnType<typeof freeBody> =>
  freeBody(Sphere({ diameter: 0.1 }), 'Steel', { translation: [x, 0, height] })

const WORLD = {
  world: uprightWorld(),
  floor: fixedBox([10, 4, 0.2], [0, 0, -0.1], 'DryWood'),
  a: ball(-2, 0.3),
  b: ball(0, 0.35),
  c: ball(2, 0.4),
}

/** Equations independent of the world. */
const BESIDE = {
  'a state': { x: Var({ init: 1 }), equations: equations`der(x) = -2*x` },
  'a state with events': {
    x: Var({ init: 1 }),
    equations: equations`der(x) = if x > 0.5 then -2*x else -1`,
  },
  'no states but a condition': { y: Var(), equations: equations`y = if time > 0.1 then 1 else 0` },
  'an algebraic equation': { y: Var({ start: 1 }), equations: equations`y^3 + y = 1 + time` },
}

function run(members: object, solver: 'auto' | 'dop853'): SignalTable {
  return simulate(Model3D({ ...WORLD, ...members } as never), { stopTime: 0.4, tolerance: TOLERANCE, solver })
}

const alone = run({}, 'auto')

describe.each(Object.entries(BESIDE))('%s', (_name, members) => {
  const both = run(members, 'auto')

  it('does not change the motion of the bodies', () => {
    for (const name of ['a', 'b', 'c']) {
      for (let i = 1; i <= 3; i++) {
        const signal = `${name}.translation[${i}]`
        // one bounce of each body amplifies the tolerance by less than a hundred
        expect(Math.abs(both.final(signal) - alone.final(signal))).toBeLessThan(100 * TOLERANCE)
      }
    }
  })

  it('is solved', () => {
    for (const t of [0.05, 0.2, 0.4]) {
      if ('x' in members) {
        const half = Math.log(2) / 2
        const expected = _name === 'a state' || t < half ? Math.exp(-2 * t) : 0.5 - (t - half)
        expect(Math.abs(both.at('x', t) - expected)).toBeLessThan(10 * TOLERANCE)
      } else if (_name.startsWith('no states')) expect(both.at('y', t)).toBe(t > 0.1 ? 1 : 0)
      else expect(both.at('y', t) ** 3 + both.at('y', t) - 1 - t).toBeCloseTo(0, 7)
    }
  })
})

it('islands have separate steps only if nothing else is in the model', () => {
  const steps = (table: SignalTable): number =>
    (table.attributes['statistics'] as unknown as { steps: number }).steps
  // separate bodies: steps of each; joined: one step for all
  expect(steps(alone)).toBeGreaterThan(0)
  expect(run(BESIDE['a state'], 'dop853').final('x')).toBeCloseTo(Math.exp(-0.8), 7)
})
