import { expect } from 'vitest'

/** Relative tolerance of the simulations of the reference cases. */
export const SIMULATION_TOLERANCE = 1e-8

/**
 * Errors of several hundred steps add up to some tens of the tolerance per step; more than a hundred times the
 * tolerance of the simulation indicates a mistake.
 */
export const COMPARE_TOLERANCE = 1e-6

/** |actual - expected| <= tolerance*max(1, |expected|). */
export function expectClose(actual: number, expected: number, tolerance = COMPARE_TOLERANCE): void {
  const error = Math.abs(actual - expected) / Math.max(1, Math.abs(expected))
  if (error <= tolerance) return
  expect.fail(`expected ${expected}, got ${actual}: error ${error} > ${tolerance}`)
}
