/**
 * External functions that return their Jacobian as one matrix, inside of linear blocks and outside of algebraic loops.
 */
import { equations, instantiate, Model, Par, Var } from 'vario'
import type { ComponentMemory } from 'vario/components'
import { describe, expect, test } from 'vitest'

/**
 * Inverse dynamics of a chain of n masses with springs with masses between them: tridiagonal M, at a cost of O(n) per
 * call.
 */
class ChainDynamics {
  readonly calls = { torque: 0, matrix: 0 }
  constructor(
    private readonly n: number,
    private readonly results: 'vector' | 'several',
  ) {}

  /** M(t)·a + h, with M = tridiag(1, 4 + t, 1) and h_i = i. */
  torque(a: ArrayLike<number>, t: number): Float64Array {
    this.calls.torque++
    const { n } = this
    return Float64Array.from({ length: n }, (_, i) => {
      return (4 + t) * a[i] + (i > 0 ? a[i - 1] : 0) + (i < n - 1 ? a[i + 1] : 0) + i + 1
    })
  }

  matrix(t: number): { rows: number; cols: number; data: Float64Array } {
    this.calls.matrix++
    const { n } = this
    const data = new Float64Array(n * n)
    for (let i = 0; i < n; i++) {
      data[i * n + i] = 4 + t
      if (i > 0) data[i * n + i - 1] = 1
      if (i < n - 1) data[i * n + i + 1] = 1
    }
    return { rows: n, cols: n, data }
  }

  get vectorInfo() {
    return {
      name: 'torques',
      evaluate: (a: Float64Array, t: number) => this.torque(a, t),
      shape: 'vector' as const,
      linearIn: [0],
      jacobian: (_a: Float64Array, t: number) => this.matrix(t),
    }
  }

  get scalarInfo() {
    const { n } = this
    return {
      name: 'torques',
      evaluate: (t: number, ...a: number[]) =>
        this.results === 'several' ? Array.from(this.torque(a, t)) : this.torque(a, t),
      ...(this.results === 'several' ? { results: n } : { shape: 'vector' as const }),
      linearIn: Array.from({ length: n }, (_, i) => i + 1),
      jacobian: (t: number) => this.matrix(t),
    }
  }
}

/** Solution of tridiag(1, d_i, 1) a = b by elimination. */
function solveTridiagonal(diagonal: number[], right: number[]): number[] {
  const d = [...diagonal]
  const b = [...right]
  for (let i = 1; i < d.length; i++) {
    d[i] -= 1 / d[i - 1]
    b[i] -= b[i - 1] / d[i - 1]
  }
  for (let i = d.length - 1; i >= 0; i--) b[i] = (b[i] - (b[i + 1] ?? 0)) / d[i]
  return b
}

/** Interpreted code walks over trees with n² nodes here: fewer elements. */
const sizeOf = (interpret: boolean) => (interpret ? 12 : 100)

describe('the matrix of a linear block comes from the function', () => {
  test.each([false, true])('solves for a vector of accelerations, interpreted %s', (interpret) => {
    const N = sizeOf(interpret)
    const chain = new ChainDynamics(N, 'vector')
    const model = instantiate(
      Model({
        a: Var({ start: new Float64Array(N) }),
        equations: equations`0 = ${chain.vectorInfo}(a, time)`,
      }),
      { interpret },
    )
    expect(model.translation.systems.map(({ kind }) => kind)).toEqual(['linear'])
    const result = model.simulate({ stopTime: 1, interval: 0.5 })
    for (const t of [0, 0.5, 1]) {
      const exact = solveTridiagonal(
        Array.from({ length: N }, () => 4 + t),
        Array.from({ length: N }, (_, i) => -i - 1),
      )
      const a = result.vectorAt('a', t)
      // the matrix has the condition 3: rounding errors only
      exact.forEach((value, i) => {
        expect(a[i]).toBeCloseTo(value, 11)
      })
    }
    // one matrix per solution, two evaluations of the function: at zero and at the solution
    expect(chain.calls.torque).toBe(2 * chain.calls.matrix)
  })

  test.each([
    ['several' as const, false],
    ['several' as const, true],
    ['vector' as const, false],
    ['vector' as const, true],
  ])(
    'scalars with drives: gears and inertias around a function (%s results, interpreted %s)',
    (results, interpret) => {
      const N = sizeOf(interpret)
      const chain = new ChainDynamics(N, results)
      const members: Record<string, unknown> = {}
      const lines: string[] = []
      for (let i = 1; i <= N; i++) {
        members[`tau${i}`] = Var()
        // every other joint has a motor with a gear: J*der(w) = u - tau/ratio, w = ratio*qd; the others are free
        members[`w${i}`] = Var({ init: 0 })
        lines.push(`a${i} = der(w${i})`)
        if (i % 2 === 1) {
          lines.push(`am${i} = ratio*a${i}`)
          lines.push(`J*am${i} = ${i} - taum${i}`)
          lines.push(`tau${i} = ratio*taum${i}`)
        } else {
          lines.push(`tau${i} = 0*time`)
        }
      }
      const names = (prefix: string) => Array.from({ length: N }, (_, i) => `${prefix}${i + 1}`).join(', ')
      const left = results === 'several' ? `(${names('tau')})` : `[${names('tau')}]`
      const text = lines.join('\n')
      const model = instantiate(
        Model({
          ratio: Par(3),
          J: Par(0.5),
          ...members,
          equations: equations`
          ${text}
          ${left} = ${chain.scalarInfo}(time, ${names('a')})
        `,
        }),
        { interpret },
      )
      expect(model.translation.systems.map(({ kind }) => kind)).toEqual(['linear'])
      const result = model.simulate({ stopTime: 1, interval: 1, solver: 'tsit5' })
      // M a + h = ratio (i - J ratio a) for driven joints, 0 for the others
      for (const t of [0, 1]) {
        const exact = solveTridiagonal(
          Array.from({ length: N }, (_, i) => 4 + t + (i % 2 === 0 ? 0.5 * 9 : 0)),
          Array.from({ length: N }, (_, i) => (i % 2 === 0 ? 3 * (i + 1) : 0) - i - 1),
        )
        exact.forEach((value, i) => {
          expect(result.at(`der(w${i + 1})`, t)).toBeCloseTo(value, 10)
        })
      }
      expect(chain.calls.torque).toBe(2 * chain.calls.matrix)
    },
  )
})

test('a motor on one element of a vector uses the chain rule through ordinary equations', () => {
  const chain = new ChainDynamics(3, 'vector')
  const residual = {
    ...chain.vectorInfo,
    evaluate: (a: Float64Array, tau: Float64Array, t: number) => chain.torque(a, t).map((x, i) => x - tau[i]),
    linearIn: [0, 1],
    jacobian: (_a: Float64Array, _tau: Float64Array, t: number) => {
      const { data } = chain.matrix(t)
      const all = new Float64Array(18)
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) all[i * 6 + j] = data[i * 3 + j]
        all[i * 6 + 3 + i] = -1
      }
      return { rows: 3, cols: 6, data: all }
    },
  }
  const model = instantiate(
    Model({
      w: Var({ init: [0, 0, 0] }),
      tau: Var({ start: [0, 0, 0] }),
      equations: equations`
        0 = ${residual}(der(w), tau, time)
        tau = [0, taum, 0]
        taum = 7 - 2*der(w)[2]
      `,
    }),
  )
  expect(model.translation.systems).toMatchObject([{ kind: 'linear' }])
  const result = model.simulate({ stopTime: 1, interval: 1, solver: 'tsit5' })
  const exact = solveTridiagonal([4, 4 + 2, 4], [-1, 7 - 2, -3])
  expect(Array.from(result.vectorAt('der(w)', 0))).toEqual(exact.map((a) => expect.closeTo(a, 12)))
  expect(chain.calls.matrix).toBeGreaterThan(0)
})

describe('a function outside of loops is a plain call', () => {
  const calls = { n: 0 }
  /** Forward dynamics of two masses: accelerations, and the kinetic power as a second result. */
  const forward = {
    name: 'forward',
    evaluate: (tau: Float64Array, w: Float64Array) => {
      calls.n++
      const a = Float64Array.of(tau[0] / 2, tau[1] / 4)
      return [a, tau[0] * w[0] + tau[1] * w[1]]
    },
    results: 2,
    shape: ['vector', 'scalar'] as const,
    linearIn: [0],
  }

  test.each([false, true])('returns a vector and a scalar, interpreted %s', (interpret) => {
    const model = instantiate(
      Model({
        w: Var({ init: [0, 1] }),
        E: Var({ init: 2 }),
        equations: equations`
          tau = [2, -8*w[2]]
          (der(w), P) = ${forward}(tau, w)
          der(E) = P
        `,
      }),
      { interpret },
    )
    expect(model.translation.systems).toEqual([])
    calls.n = 0
    const result = model.simulate({ stopTime: 1, tolerance: 1e-9, solver: 'tsit5', interval: 1 })
    // w1 = t, w2 = exp(-2t); kinetic energy w1² + 2 w2²
    expect(result.finalVector('w')[0]).toBeCloseTo(1, 9)
    expect(result.finalVector('w')[1]).toBeCloseTo(Math.exp(-2), 8)
    expect(result.final('E')).toBeCloseTo(1 + 2 * Math.exp(-4), 8)
    const { f } = result.attributes.statistics as { f: number }
    // once per evaluation of the model: f, and a few for initialization and output
    expect(calls.n).toBeLessThan(f + 12)
  })

  test('returns several scalars', () => {
    const split = { name: 'split', evaluate: (x: number) => [Math.sin(x), Math.cos(x)], results: 2 }
    const model = instantiate(
      Model({
        x: Var({ init: 0 }),
        equations: equations`
          (s, c) = ${split}(time)
          der(x) = c - 0*s
        `,
      }),
    )
    expect(model.translation.systems).toEqual([])
    expect(model.simulate({ stopTime: 2, tolerance: 1e-9 }).final('x')).toBeCloseTo(Math.sin(2), 8)
  })
})

test('a Jacobian of the wrong size is an error with the expected size', () => {
  const f = {
    name: 'f',
    evaluate: (a: Float64Array) => a.map((x) => 2 * x - 1),
    shape: 'vector' as const,
    linearIn: [0],
    jacobian: () => ({ rows: 2, cols: 3, data: new Float64Array(6) }),
  }
  const model = Model({ a: Var({ start: [0, 0] }), equations: equations`0 = ${f}(a)` })
  expect(() => instantiate(model).simulate({ stopTime: 1 })).toThrow(/'f'.* × 2, got 2 × 3/)
})

test('the size of an unknown vector changes from segment to segment', () => {
  let n = 2
  const f = {
    name: 'f',
    evaluate: (a: Float64Array) => a.map((x, i) => (i + 2) * x - 1),
    shape: 'vector' as const,
    linearIn: [0],
    jacobian: () => {
      const data = new Float64Array(n * n)
      for (let i = 0; i < n; i++) data[i * n + i] = i + 2
      return { rows: n, cols: n, data }
    },
  }
  const memory: ComponentMemory = {
    initSegment(segment) {
      n = segment.isFirst ? 2 : 4
      segment.resize('a', n)
    },
    nextEvent: (t) => (t < 1 ? 1 : Infinity),
    onEvent: (event) => {
      if (event.time === 1 && n === 2) event.requestSegment()
    },
  }
  const Block = Model({
    a: Var({ start: [0, 0] }),
    build: () => ({ memory: () => memory, model: { equations: equations`0 = ${f}(a)` } }),
  })
  const result = instantiate(Model({ block: Block() })).simulate({ stopTime: 2, interval: 1 })
  // elements outside of the segment are missing
  expect(Array.from(result.vectorAt('block.a', 0.5))).toEqual([1 / 2, 1 / 3, Number.NaN, Number.NaN])
  expect(Array.from(result.finalVector('block.a'))).toEqual([1 / 2, 1 / 3, 1 / 4, 1 / 5])
})
