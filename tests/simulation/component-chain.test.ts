/** A chain of masses between walls: closed form of its first mode. */
import { expr, instantiate, Model, Par, quantity } from 'vario'
import { Fixed, Mass, Spring } from 'vario/library/translational'
import { describe, expect, it } from 'vitest'

/** n masses and n + 1 springs, deflected in the shape of the first mode. */
const Chain = Model({
  n: 4,
  c: Par(50, 'N/m'),
  mass: Mass({ m: 2, s: { init: expr`0.1*sin(pi*i/(n + 1))` }, for: { i: expr`1:n` } }),
  spring: Spring({ c: expr`c`, for: { i: expr`1:n+1` } }),
  wall: Fixed(),
  connect: [
    ['spring[1:n].flange_b', 'mass.flange_a'],
    ['mass.flange_b', 'spring[2:end].flange_a'],
    ['wall.flange', 'spring[1].flange_a', 'spring[end].flange_b'],
  ],
})

/** Displacement of mass j in the first mode: 0.1 sin(pi j/(n+1)) cos(w t), w = 2 sqrt(c/m) sin(pi/(2(n+1))). */
const exact = (j: number, n: number, t: number): number =>
  0.1 *
  Math.sin((Math.PI * j) / (n + 1)) *
  Math.cos(2 * Math.sqrt(50 / 2) * Math.sin(Math.PI / (2 * (n + 1))) * t)

describe('a chain whose number of masses is a parameter', () => {
  const chain = instantiate(Chain)
  it.each(['tsit5', 'dop853', 'bdf', 'radau5', 'auto'] as const)(
    'oscillates in its first mode with %s',
    (solver) => {
      for (const n of [1, 4, 9]) {
        const result = chain.simulate({ stopTime: 3, tolerance: 1e-8, solver, merge: { n } })
        // 1e-5 of the amplitude: some hundred tolerances, which bdf needs over several periods
        for (let j = 1; j <= n; j++)
          expect(Math.abs(result.final(`mass[${j}].s`) - exact(j, n, 3))).toBeLessThan(1e-6)
      }
    },
  )

  it('takes quantities for parameters of all elements', () => {
    const result = chain.simulate({ stopTime: 1, merge: { n: 2, mass: { m: quantity(500, 'g') } } })
    expect(result.parameter('mass[2].m')).toBe(0.5)
  })
})
