/** Root functions that change after every event: the smallest distance of the bodies that have not yet arrived. */
import { integrate, type Method } from 'vario/ode'
import { describe, expect, test } from 'vitest'

/** Counts arrivals of bodies that move towards a wall with the speed 1; an event reports the arrived ones. */
function countArrivals(method: Method, places: readonly number[], renewed: readonly number[]): number {
  const hasArrived = places.map(() => false)
  let count = 0
  integrate(
    {
      n: 1,
      f: (_t, _x, dx) => {
        dx[0] = 1
      },
      roots: {
        n: 1,
        renewed,
        g: (_t, x, z) => {
          z[0] = Math.min(2, ...places.map((place, k) => (hasArrived[k] ? 2 : place - x[0])))
        },
      },
    },
    {
      ...{ method, t0: 0, x0: [0], tEnd: 3, rtol: 1e-8, atol: 1e-8 },
      onEvent: ({ x }) => {
        places.forEach((place, k) => {
          if (hasArrived[k] || place - x[0] > 0) return
          hasArrived[k] = true
          count++
        })
      },
    },
  )
  return count
}

describe.each(['tsit5', 'dop853', 'bdf', 'radau5', 'auto'] as const)('%s', (method) => {
  test.each([0, 2e-16, 1e-15, 5e-15, 2e-14, 1e-13, 1e-12, 1e-9, 0.1])(
    'loses no body that arrives %d s after another one',
    (gap) => {
      expect(countArrivals(method, [1, 1 + gap, 1 + 2 * gap], [1])).toBe(3)
    },
  )
})

test('a wrong number of functions is an error', () => {
  expect(() => countArrivals('tsit5', [1], [1, 0])).toThrow(/problem\.roots\.renewed/)
})
