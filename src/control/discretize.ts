import { assertOneOf, assertPositive, InputError } from '../base/index.ts'
import { computeMatrixExponential } from '../math/index.ts'
import { add, compose, identity, type Mat, multiply, scale, slice, solve, subtract, zeros } from './matrix.ts'
import { readSystem, type StateSpace, type System, toStateSpace } from './state-space.ts'

/**
 * The discrete system with the period `sampleTime` [s]: `zoh` is exact for inputs that are held between the samples,
 * `tustin` maps frequencies by tan(ω T/2) and keeps stability.
 */
export function discretize(
  system: StateSpace,
  sampleTime: number,
  method: 'zoh' | 'tustin' = 'zoh',
): StateSpace {
  const read = readSystem('system', system)
  if (read.sampleTime !== undefined)
    throw new InputError('system', 'a continuous system', `sampleTime ${read.sampleTime} s`)
  assertPositive('sampleTime', sampleTime)
  assertOneOf('method', method, ['zoh', 'tustin'])
  const matrices = method === 'zoh' ? holdInputs(read, sampleTime) : mapBilinear(read, sampleTime / 2)
  return toStateSpace({ ...read, ...matrices, sampleTime })
}

/** Exact solution over a period with constant inputs: exp([A B; 0 0] T) = [A_d B_d; 0 I]. */
export function holdInputs({ A, B, n, nIn }: System, period: number): Pick<System, 'A' | 'B'> {
  const M = compose([
    [A, B],
    [zeros(nIn, n), zeros(nIn, nIn)],
  ])
  const size = n + nIn
  const a = computeMatrixExponential(
    size,
    M.a.map((value) => value * period),
  )
  const E: Mat = { nRows: size, nCols: size, a }
  return { A: slice(E, 0, n, 0, n), B: slice(E, 0, n, n, size) }
}

type Matrices = Pick<System, 'A' | 'B' | 'C' | 'D'>

/** Replaces s by (z - 1)/(h (z + 1)), h half of the period [s]. */
function mapBilinear({ A, B, C, D, n }: Matrices & { readonly n: number }, h: number): Matrices {
  const M = add(identity(n), A, -h)
  const X = solve(M, identity(n))
  if (!X) throw new InputError('sampleTime', 'a period without a pole at 2/sampleTime', 2 * h)
  const XB = multiply(X, B)
  return {
    A: multiply(X, add(identity(n), A, h)),
    B: scale(XB, 2 * h),
    C: multiply(C, X),
    D: add(D, multiply(C, XB), h),
  }
}

/** Replaces z by (1 + h s)/(1 - h s), the inverse of Tustin's map; null if the system has a pole at z = -1. */
export function mapToContinuous({ A, B, C, D, n }: System, h: number): Matrices | null {
  const X = solve(add(identity(n), A), identity(n))
  if (!X) return null
  const XB = multiply(X, B)
  return {
    A: scale(multiply(X, subtract(A, identity(n))), 1 / h),
    B: scale(XB, 2 / h),
    C: multiply(C, X),
    D: subtract(D, multiply(C, XB)),
  }
}
