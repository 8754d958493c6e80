/** Vectors whose elements are determined together by scalar equations, against the same models with scalar variables. */

import { equations, Model, modelFromJson, modelToJson, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { checkInterpreter } from '../support/check-interpreter.ts'

checkInterpreter()

const run = (text: string, members: Record<string, unknown> = {}, options = {}) => {
  const json = JSON.stringify(modelToJson(Model({ ...members, equations: equations(text) })))
  return simulate(modelFromJson(json), { stopTime: 1, tolerance: 1e-9, ...options })
}
const x2 = { x: Var({ start: [0, 0] }) }

describe('elements of a vector', () => {
  it.each([
    ['x[1] + x[2] = 1; x[1] - x[2] = time', x2, [1, 0]],
    ['x[1] + x[2] = 1; x[1] - x[2] = time', {}, [1, 0]],
    ['2*x[1] + x[2] = 4; x[1]*3 - 2*x[2] = -1', x2, [1, 2]],
    [
      'for i in 1:2 loop sum(A[i, j]*x[j] for j in 1:2) = b[i]; end for',
      {
        ...x2,
        A: [
          [2, 1],
          [3, -2],
        ],
        b: [4, -1],
      },
      [1, 2],
    ],
    [
      'A[1, :]*x = 4; A[2, :]*x = -1',
      {
        ...x2,
        A: [
          [2, 1],
          [3, -2],
        ],
      },
      [1, 2],
    ],
    ['x[1]^2 + x[2]^2 = 25; x[1] - x[2] = 1', { x: Var({ start: [5, 4] }) }, [4, 3]],
    ['x[1] + y = 3; x[2] - y = 0; x[1] = 2*x[2]', x2, [2, 1]],
    ['x[1] + x[2] = 1; x[1] - x[2] = z[1]; z = 3*x', { ...x2, z: Var({ start: [0, 0] }) }, [-1, 2]],
  ])('%s', (text, members, expected) => {
    const result = run(text, members)
    expect([...result.finalVector('x')]).toEqual(expected.map((value) => expect.closeTo(value, 9)))
    expect(result.names.filter((name) => name.includes('$'))).toEqual([])
  })

  it('are used as a vector elsewhere', () => {
    const result = run('x[1] + x[2] = 3; x[1] - x[2] = 1; y = x*x; w = 2*x', {
      ...x2,
      w: Var({ start: [0, 0] }),
    })
    expect(result.final('y')).toBeCloseTo(5, 12)
    expect([...result.finalVector('w')]).toEqual([4, 2])
  })

  it.each(['auto', 'tsit5', 'bdf', 'radau5'] as const)(
    'have derivatives that are determined together: %s',
    (solver) => {
      // d1 + d2 = -s, d1 - d2 = -3 d: the sum decays with the rate 1, the difference with 3
      const text = 'der(x[1]) + der(x[2]) = -(x[1] + x[2]); der(x[1]) - der(x[2]) = -3*(x[1] - x[2])'
      const result = run(text, { x: Var({ init: [3, 1] }) }, { solver })
      const [sum, difference] = [4 * Math.exp(-1), 2 * Math.exp(-3)]
      expect([...result.finalVector('x')]).toEqual([
        expect.closeTo((sum + difference) / 2, 6),
        expect.closeTo((sum - difference) / 2, 6),
      ])
    },
  )

  it('are differentiated', () => {
    const result = run('x[1] + x[2] = time^2; x[1] - x[2] = time; v = der(x); a = der(x[1])', {
      v: Var({ start: [0, 0] }),
    })
    expect([...result.finalVector('v')]).toEqual([expect.closeTo(1.5, 9), expect.closeTo(0.5, 9)])
    expect(result.final('a')).toBeCloseTo(1.5, 9)
  })

  it('switch with conditions', () => {
    const result = run('x[1] + x[2] = if time > 0.5 then 1 else 3; x[1] - x[2] = 1', x2)
    expect(result.at('x[1]', 0.25)).toBeCloseTo(2, 12)
    expect(result.final('x[1]')).toBeCloseTo(1, 12)
  })
})

it.each([
  ['x[1] + x[2] = 1; x[1] - x[2] = 2; x[1] = 7', /too many/],
  ['x[1] + x[2] = 1; x[1] + 2*x[3] = 1', /No unknown is left for/],
])('wrong numbers of equations are an error: %s', (text, message) => {
  expect(() => run(text)).toThrow(message)
})
