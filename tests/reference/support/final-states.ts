import type { SignalTable } from 'vario'
import { integrate, type Method } from 'vario/ode'
import { expect } from 'vitest'

/** Relative tolerance of the reference cases. */
export const CASE_RTOL = 1e-3

/** Expects ‖actual - expected‖ <= rtol max(‖actual‖, ‖expected‖), the comparison of the reference (facts B.3). */
export function expectNormClose(actual: ArrayLike<number>, expected: readonly number[], rtol: number): void {
  expect(actual.length).toBe(expected.length)
  let [error, a, b] = [0, 0, 0]
  for (let i = 0; i < expected.length; i++) {
    error += (actual[i] - expected[i]) ** 2
    a += actual[i] ** 2
    b += expected[i] ** 2
  }
  const relative = Math.sqrt(error / Math.max(a, b))
  if (!(relative <= rtol))
    expect.fail(
      `expected ${expected.join(' ')}, got ${Array.from(actual).join(' ')}: error ${relative} > ${rtol}`,
    )
}

/** Final values of names, vectors with all their elements. */
export function finalStates(result: SignalTable, names: readonly string[]): number[] {
  return names.flatMap((name) => [...result.finalVector(name)])
}

/** States of a free object in the order of the reference. */
export function freeStates(path: string): string[] {
  return ['translation', 'velocity', 'rotation', 'angularVelocity'].map((name) => `${path}.${name}`)
}

/** Solves x' = f(t, x) up to `tEnd` with errors of about 1e-11: the second route of the tests. */
export function solveOde(
  f: (t: number, x: Float64Array, dx: Float64Array) => void,
  x0: readonly number[],
  tEnd: number,
  method: Method = 'dop853',
): Float64Array {
  return integrate({ n: x0.length, f }, { method, t0: 0, x0: [...x0], tEnd, rtol: 1e-12, atol: 1e-12 }).x
}
