import { equations, Model, simulate } from 'vario'
import { TransferFunction } from 'vario/library/blocks'
import { describe, expect, test } from 'vitest'

/** The step response at t = 1 s. */
function respond(b: number[], a: number[]): number {
  const model = Model({ block: TransferFunction({ b, a }), equations: equations`block.u = 1` })
  return simulate(model, { stopTime: 1, tolerance: 1e-10 }).final('block.y')
}

describe('step responses by partial fractions', () => {
  test.each([
    [[1], [1, 1], 1 - Math.exp(-1)],
    // 2 + 1/(s + 1)
    [[2, 3], [1, 1], 2 + (1 - Math.exp(-1))],
    [[0, 2, 3], [1, 1], 2 + (1 - Math.exp(-1))],
    // (2s + 1)/((s + 1)(s + 2))
    [[2, 1], [1, 3, 2], 0.5 + Math.exp(-1) - 1.5 * Math.exp(-2)],
    // s²/((s + 1)(s + 2)): -e^-t + 2e^-2t
    [[1, 0, 0], [1, 3, 2], -Math.exp(-1) + 2 * Math.exp(-2)],
    [[0, 0, 5], [2], 2.5],
  ])('%j/%j', (b, a, expected) => {
    // ten tolerances
    expect(Math.abs(respond(b, a) - expected)).toBeLessThan(1e-9)
  })
})

test.each([
  [[1, 2, 3], [1, 1], /no higher degree than that of the denominator/],
  [[1, 1], [2], /no higher degree/],
  [[1e-9, 0, 1], [1, 1], /no higher degree/],
  [[1], [0, 1, 1], /first coefficient of the denominator a other than 0/],
])('%j/%j is rejected', (b, a, message) => {
  expect(() => respond(b, a)).toThrow(message)
})
