import type { SystemBlock } from '../../compiler/index.ts'
import { LeastNorm } from './least-norm.ts'
import type { SystemAccess } from './system-access.ts'
import { computeTermSizes } from './term-sizes.ts'

/** Distance at which other solutions are searched, relative to the sizes of the unknowns. */
const DISTANCE = 1e-2
/** Maximum number of corrections towards a solution; each reduces the remainder by about this factor. */
const MAX_CORRECTIONS = 8
/** Remainder of an equation that holds, relative to its terms: far above rounding errors, far below DISTANCE⁴. */
const HOLDS = 1e-11

/**
 * Unknowns that the equations of a nonlinear system leave open at a solution, as x^2 = x*x does: the equations also
 * hold for other values nearby, on both sides. At a multiple root the matrix is singular too, but the equations do not
 * hold nearby.
 *
 * @param x the solution, which is in the store of the model, also afterwards
 * @param matrix derivatives of the residuals, row-major (n × n)
 */
export function findOpenUnknowns(
  block: SystemBlock,
  access: SystemAccess,
  x: Float64Array,
  nominal: Float64Array,
  matrix: Float64Array,
): string[] {
  const n = x.length
  const residual = new Float64Array(n)
  const size = x.map((value, i) => Math.max(Math.abs(value), nominal[i]))
  // The derivative of one equation may consist of rounding errors, which look regular.
  if (n === 1 && !isSmoothlyFulfilled(access, x, DISTANCE * size[0])) matrix = new Float64Array(1)
  const leastNorm = new LeastNorm(n)
  if (matrix.every(Number.isFinite)) leastNorm.factor(matrix, size)
  const isOpen = (direction: Float64Array): boolean =>
    [DISTANCE, -DISTANCE].every((step) => {
      const at = x.map((value, i) => value + step * direction[i])
      return hasSolutionNear(block, access, at, leastNorm)
    })
  const directions = leastNorm.directions.filter(isOpen)
  access.write(x)
  access.residual(residual)
  return access.labels().filter((_, i) => directions.some((direction) => direction[i] !== 0))
}

/** Part of the largest component of a direction, relative to the sizes, that is not an error of its computation. */
const IN_DIRECTION = 1e-4

/**
 * The same for systems whose matrix is too large for a full one: along one direction that the equations leave open, which
 * has parts of all of them.
 *
 * @param size sizes of the unknowns
 * @param rowSize sizes of the terms in the equations
 * @param solve solves with the matrix, perturbed so that it is regular
 */
export function findOpenDirection(
  block: SystemBlock,
  access: SystemAccess,
  x: Float64Array,
  size: Float64Array,
  rowSize: Float64Array,
  solve: (b: Float64Array) => void,
): string[] {
  // what a small change of the equations changes most
  const direction = rowSize.map((value, i) => (i % 3 === 0 ? -1 : 1) * (value || 1))
  solve(direction)
  const largest = direction.reduce((most, value, i) => Math.max(most, Math.abs(value) / size[i]), 0)
  const isOpen =
    largest < Infinity &&
    [DISTANCE, -DISTANCE].every((step) => {
      const at = x.map((value, i) => value + (step / largest) * direction[i])
      const target = at.slice()
      if (!hasSolutionNear(block, access, at, { rank: x.length, solve })) return false
      // a regular system leads back to its solution
      const back = at.reduce((most, value, i) => Math.max(most, Math.abs(value - target[i]) / size[i]), 0)
      return back < Math.abs(step) / 2
    })
  access.write(x)
  access.residual(new Float64Array(x.length))
  if (!isOpen) return []
  return access.labels().filter((_, i) => Math.abs(direction[i]) > IN_DIRECTION * largest * size[i])
}

/** True if a residual of one unknown follows a slope: one of rounding errors, or of zeros, does not. */
function isSmoothlyFulfilled(access: SystemAccess, x: Float64Array, distance: number): boolean {
  const out = new Float64Array(1)
  const at = (part: number): number => {
    access.write(Float64Array.of(x[0] + part * distance))
    access.residual(out)
    return out[0]
  }
  const half = 2 * at(0.5)
  const whole = at(1)
  return Math.abs(whole - half) < 0.5 * Math.abs(whole)
}

/** True if corrections in the range of the matrix lead from `at` to a solution. */
function hasSolutionNear(
  block: SystemBlock,
  access: SystemAccess,
  at: Float64Array,
  leastNorm: Pick<LeastNorm, 'rank' | 'solve'>,
): boolean {
  const residual = new Float64Array(at.length)
  for (let k = 0; k <= MAX_CORRECTIONS; k++) {
    access.write(at)
    access.residual(residual)
    if (!residual.every(Number.isFinite)) return false
    if (residual.every((value) => value === 0)) return true
    if (k === MAX_CORRECTIONS) break
    const correction = residual.slice()
    if (leastNorm.rank > 0) leastNorm.solve(correction)
    else correction.fill(0)
    for (let i = 0; i < at.length; i++) at[i] -= correction[i]
  }
  const { residuals } = computeTermSizes(block, access.evaluate)
  return (
    residuals.length === at.length && residual.every((value, i) => Math.abs(value) <= HOLDS * residuals[i])
  )
}
