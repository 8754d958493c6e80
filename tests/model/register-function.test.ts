/** Options of `registerFunction`: wrong options are errors at the call, and arguments stay unchanged. */
import { readFileSync } from 'node:fs'
import { equations, instantiate, Model, registerFunction, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { codeOf } from '../simulation/event-runs.ts'

/** Registers a function with untyped options, as from JavaScript, and returns the error text. */
const register = (info: unknown): string =>
  codeOf(() =>
    registerFunction('testOptions', (x: number) => x, info as Parameters<typeof registerFunction>[2]),
  )

describe('options of a function', () => {
  it('give an error that lists the valid ones if they do not exist', () => {
    const message = register({ derivatives: () => [null] })
    expect(message).toContain("registerFunction 'testOptions'")
    expect(message).toContain("did you mean 'derivative'?")
    expect(message).toContain('results, shape, derivative, derivativeFunction, linearIn, jacobian, inverse')
    expect(message).not.toMatch(/hasMemory|isOrdering|memoryOf|derivativeProblem/)
    expect(register({ hasMemory: true })).toMatch(/expected only the names results, .*, got 'hasMemory'/)
  })

  it('are listed in the guide', () => {
    const guide = readFileSync('docs/modeling.md', 'utf8')
    const [, names] = /only the names (.*), got/.exec(register({ x: 1 })) ?? []
    for (const name of names.split(', ')) expect(guide).toMatch(new RegExp(`^\\| \`${name}\` +\\|`, 'm'))
  })

  it.each([
    [{ results: 0 }, 'results: expected a whole number from 1 on, got 0'],
    [{ results: 1.5 }, 'results: expected'],
    [{ booleans: [3] }, 'a list with 0, 1 or 2 dimensions per result'],
    [{ shape: 'vectors' }, "did you mean 'vector'?"],
    [{ results: 2, shape: ['scalar'] }, 'a list of 2 of them'],
    [{ derivative: 'x' }, "derivative: expected a function of the arguments as expressions, got 'x'"],
    [{ derivativeFunction: 3 }, 'derivativeFunction: expected the name of a registered function'],
    [{ linearIn: [-1] }, 'linearIn: expected a list with numbers of arguments'],
    [{ jacobian: [1] }, 'jacobian: expected a function, or a list'],
    [{ inverse: () => 1 }, 'inverse: expected { name, evaluate }'],
  ])('give an error if they have another type: %j', (info, message) => {
    expect(register(info)).toMatch(/^INPUT: /)
    expect(register(info)).toContain(message)
  })
})

describe('a wrong derivative', () => {
  it.each([
    ['2', () => 2, 'got 2'],
    ['NaN in a list', () => [Number.NaN], 'got NaN'],
    ['undefined', () => undefined, 'got undefined'],
    [
      'an exception',
      () => {
        throw new TypeError('x is not a number')
      },
      'x is not a number',
    ],
  ])('gives an error with the name of the function: %s', (_, derivative, found) => {
    registerFunction('testWrong', (x: number) => x * x, { derivative: derivative as never })
    const model = Model({ x: Var({ init: 1 }), equations: equations`testWrong(x) = time; y = der(x)` })
    const message = codeOf(() => simulate(model, { stopTime: 1 }))
    expect(message).toMatch(/^DERIVATIVE: .*the derivative of 'testWrong': /s)
    expect(message).toContain(found)
  })
})

describe('a function that writes into its argument', () => {
  it.each([false, true])('does not change the states (interpreted: %s)', (interpret) => {
    registerFunction('testSort', (x: Float64Array) => x.sort()[0])
    registerFunction('testClear', (A: { data: Float64Array }) => {
      const sum = A.data.reduce((total, a) => total + a, 0)
      A.data.fill(0)
      return sum
    })
    const model = Model({
      x: Var({ init: [3, 2, 1] }),
      A: Var({
        init: [
          [1, 2],
          [3, 4],
        ],
      }),
      equations: equations`der(x) = [1, 1, 1]; least = testSort(x); der(A) = 0*A; total = testClear(A)`,
    })
    const result = instantiate(model, { interpret }).simulate({ stopTime: 1 })
    // each state grows by 1, in whatever order the function sorts its copy of the array
    for (const [i, x] of [4, 3, 2].entries()) expect(result.final(`x[${i + 1}]`)).toBeCloseTo(x, 9)
    expect(result.final('least')).toBeCloseTo(2, 9)
    expect(result.final('total')).toBeCloseTo(10, 12)
  })
})
