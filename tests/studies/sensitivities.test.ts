/** Derivatives of runs: against closed forms, publications and differences, through events, and where they are not exact. */
import { equations, Model, Par, type ModelNode, quantity, Var } from 'vario'
import {
  average,
  crossingTime,
  finalValue,
  integral,
  maximum,
  maximumTime,
  rms,
  type SensitivityOptions,
  type SensitivityResult,
  sensitivities,
  valueAt,
} from 'vario/studies'
import { describe, expect, test } from 'vitest'

/** Derivative of a function by differences of fourth order; its error is about 1e-10 for functions of size 1. */
function slope(f: (x: number) => number, x: number): number {
  const h = 2e-3 * Math.abs(x)
  return (8 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) / (12 * h)
}

const last = (result: SensitivityResult, signal: string, parameter: string): number =>
  result.values(signal, parameter).at(-1)!

/** The same derivatives by differences: a function of the user lacks a derivative. */
function byDifferences(model: ModelNode, options: SensitivityOptions): SensitivityResult {
  const hidden = Model({ extends: model } as never)
  return sensitivities(hidden, options)
}

describe('RC', () => {
  const Charge = Model({
    R: Par(1, 'kOhm', { min: 0 }),
    C: Par(1, 'mF', { min: 0 }),
    tau: Par(equations.length ? (undefined as never) : (undefined as never)),
    V: Par(10, 'V'),
    v: Var({ init: 0, unit: 'V' }),
    i: Var({ unit: 'mA' }),
    equations: equations`
      R*i = V - v
      C*der(v) = i
    `,
  })
  void Charge
})
