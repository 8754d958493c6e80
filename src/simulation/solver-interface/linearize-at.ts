import type { ModelRuntime } from '../runtime/index.ts'
import { StateJacobian } from './state-jacobian.ts'

/** A model linearized at a point: der(Δx) = A Δx, with constant inputs. */
export interface Linearization {
  /** ∂der(x)/∂x, row by row. */
  readonly A: readonly Float64Array[]
  /** Names of the states in the order of A; elements of vectors with their index. */
  readonly states: readonly string[]
  /** Values of the states. */
  readonly x: Float64Array
  /** Time of the point [s]. */
  readonly t: number
  /** False: a function has no derivative, A is computed by differences. */
  readonly isExact: boolean
}

/** Linearizes a running model at `t` and `x`; `evaluate` evaluates it there. */
export function linearizeAt(
  runtime: ModelRuntime,
  t: number,
  x: Float64Array,
  evaluate: () => void,
): Linearization {
  const n = x.length
  const values = new Float64Array(n * n)
  const jacobian = new StateJacobian(runtime, null)
  evaluate()
  jacobian.compute(x, values, evaluate)
  const states: string[] = []
  for (const { name, rank } of runtime.translation.states) {
    if (rank === 'scalar') states.push(name)
    else for (let i = 0; i < runtime.lengthOf(runtime.slot(name)); i++) states.push(`${name}[${i + 1}]`)
  }
  for (let k = 0; k < n - runtime.nEquationState; k++)
    states.push(runtime.memories.stateName(k) ?? `#${k + 1}`)
  const A = Array.from({ length: n }, (_, i) => values.subarray(i * n, (i + 1) * n))
  return { A, states, x: x.slice(), t, isExact: jacobian.isExact }
}
