import { equations, instantiate, linearize, Model, registerFunction, simulate, Var } from 'vario'
import { describe, expect, test } from 'vitest'
import { evaluateModel, flatten } from '../../src/model/index.ts'
import type { Linearization } from '../../src/simulation/index.ts'
import { ModelRuntime } from '../../src/simulation/runtime/model-runtime.ts'
import { signalName } from '../../src/simulation/signal-names.ts'
import { findStatePattern } from '../../src/simulation/solver-interface/state-pattern.ts'
import { EXAMPLES, Gear } from './example-models.ts'

/** ∂der(x)/∂x by central differences of whole initializations. */
function differences(model: Parameters<typeof linearize>[0], at: Linearization): number[][] {
  const instance = instantiate(model)
  const { states } = instance.translation
  const derivatives = (x: readonly number[]): number[] => {
    let merge = {}
    let k = 0
    for (const { name, rank } of states) {
      const n = rank === 'scalar' ? 1 : at.states.filter((state) => state.startsWith(`${name}[`)).length
      const value = rank === 'scalar' ? x[k] : x.slice(k, k + n)
      merge = { ...merge, ...nested(name.split('.'), value) }
      k += n
    }
    const result = instance.simulate({ startTime: at.t, stopTime: at.t, merge })
    return states.flatMap(({ derivative, rank }) => {
      const name = signalName(derivative)
      return rank === 'scalar' ? [result.final(name)] : Array.from(result.finalVector(name))
    })
  }
  const n = at.x.length
  const A = Array.from({ length: n }, () => new Array<number>(n).fill(0))
  for (let j = 0; j < n; j++) {
    const h = 1e-5 * Math.max(1, Math.abs(at.x[j]))
    const shifted = at.x.slice()
    shifted[j] = at.x[j] + h
    const plus = derivatives(shifted)
    shifted[j] = at.x[j] - h
    const minus = derivatives(shifted)
    for (let i = 0; i < n; i++) A[i][j] = (plus[i] - minus[i]) / (2 * h)
  }
  return A
}

function nested(path: readonly string[], value: unknown): Record<string, unknown> {
  const [first, ...rest] = path
  return { [first]: rest.length === 0 ? value : nested(rest, value) }
}

describe('linearize', () => {
  test('gives A = [0 1; 0 0] for two inertias with a gear at any time', () => {
    for (const stopTime of [0, 4]) {
      const { A, states, t } = linearize(Gear, { stopTime })
      expect(states).toEqual(['phi2', 'w2'])
      expect(t).toBe(stopTime)
      expect(A.map((row) => Array.from(row))).toEqual([
        [0, 1],
        [0, 0],
      ])
    }
  })

  for (const name of ['Filter', 'Functions', 'Implicit', 'DiodeCircuit', 'Vectors']) {
    test(`is exact: central differences agree to 1e-6, ${name}`, () => {
      const [model, stopTime] = EXAMPLES[name]
      const at = linearize(model, { stopTime, tolerance: 1e-8 })
      expect(at.isExact).toBe(true)
      const expected = differences(model, at)
      const size = Math.max(...expected.flat().map(Math.abs))
      at.A.forEach((row, i) => {
        row.forEach((value, j) => {
          // Central differences with h = 1e-5 have errors of h² and of eps/h, both about 1e-10.
          expect(Math.abs(value - expected[i][j]), `${i}, ${j}`).toBeLessThan(1e-6 * size)
        })
      })
    })
  }

  test('gives the closed form of a nonlinear system by the implicit function theorem', () => {
    // u³ + u = x, der(x) = -u: d(der(x))/dx = -1/(3u² + 1)
    const model = Model({
      x: Var({ init: 10 }),
      u: Var({ start: 1 }),
      equations: equations`
        u^3 + u = x
        der(x) = -u
      `,
    })
    const { A } = linearize(model, { stopTime: 0 })
    expect(A[0][0]).toBeCloseTo(-1 / 13, 15)
  })

  test('uses differences for a function without derivative, and reports it', () => {
    const square = (x: number): number => x * x
    registerFunction('testSquareWithoutDerivative', square)
    const model = Model({
      x: Var({ init: 3 }),
      equations: equations`der(x) = -testSquareWithoutDerivative(x)`,
    })
    const { A, isExact } = linearize(model, { stopTime: 0 })
    expect(isExact).toBe(false)
    expect(A[0][0]).toBeCloseTo(-6, 6)
  })
})

describe('exact Jacobian in the implicit methods', () => {
  test('needs no more evaluations of the model for matrices', () => {
    for (const solver of ['radau5', 'bdf'] as const) {
      const result = simulate(EXAMPLES.Implicit[0], { stopTime: 2, solver })
      const { fJacobian, jacobians } = result.attributes.statistics as Record<string, number>
      expect(jacobians).toBeGreaterThan(0)
      expect(fJacobian).toBe(0)
    }
  })

  test('is sparse for a chain of many states, with the result of the dense one', () => {
    const chain = (n: number) => {
      const lines = Array.from({ length: n }, (_, k) => {
        const before = k === 0 ? '1' : `x${k}`
        const after = k === n - 1 ? '0' : `x${k + 2}`
        return `der(x${k + 1}) = 1000*(${before} - 2*x${k + 1} + ${after}) - x${k + 1}^3`
      })
      const variables = Object.fromEntries(lines.map((_, k) => [`x${k + 1}`, Var({ init: 0 })]))
      const source = Object.assign([lines.join('\n')], {
        raw: [lines.join('\n')],
      }) as unknown as TemplateStringsArray
      return Model({ ...variables, equations: equations(source) })
    }
    const model = chain(60)
    const implicit = simulate(model, { stopTime: 1, solver: 'radau5', tolerance: 1e-8 })
    const explicit = simulate(model, { stopTime: 1, solver: 'dop853', tolerance: 1e-8 })
    for (const name of ['x1', 'x30', 'x60']) {
      expect(Math.abs(implicit.final(name) - explicit.final(name))).toBeLessThan(1e-6)
    }
    expect((implicit.attributes.statistics as Record<string, number>).fJacobian).toBe(0)
  })

  test('finds the pattern of vectors: a rod of 300 elements has three diagonals', () => {
    const n = 300
    const rod = Model({
      T: Var({ init: new Array<number>(n).fill(0) }),
      k: 0.1 * n * n,
      equations: equations`
        q = [if i == 1 then 1 - T[1] elseif i == length(T) + 1 then T[length(T)] else T[i - 1] - T[i] for i in 1:(length(T) + 1)]
        der(T) = k*(q[1:end-1] - q[2:end])
      `,
    })
    const values = evaluateModel(flatten(rod))
    const runtime = new ModelRuntime(instantiate(rod).translation)
    runtime.load(values)
    runtime.startSegment(values, 0, true, { tolerance: 1e-6, analysis: 'dynamic' })
    runtime.evaluateDynamics()
    const pattern = findStatePattern(runtime).sparsity!
    for (let j = 0; j < n; j++) {
      const rows = Array.from(pattern.rowIdx.subarray(pattern.colPtr[j], pattern.colPtr[j + 1]))
      for (const i of [j - 1, j, j + 1]) if (i >= 0 && i < n) expect(rows).toContain(i)
    }
    // Groups of states find additional entries.
    expect(pattern.rowIdx.length).toBeLessThan(5 * n)
    const result = simulate(rod, { stopTime: 1, solver: 'radau5' })
    expect((result.attributes.statistics as Record<string, number>).fJacobian).toBe(0)
    // Semi-infinite rod: the slope at the warm end is 1/√(π a t) with a = 0.1, t = 1 s.
    expect(result.finalVector('T')[0]).toBeCloseTo(1 - 1 / Math.sqrt(Math.PI * 0.1) / n, 3)
  })
})
