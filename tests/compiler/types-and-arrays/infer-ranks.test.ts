/** Ranks, from values and through equations, in any order. */
import { Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { inferRanks } from '../../../src/compiler/types-and-arrays/index.ts'
import { given } from '../support.ts'

function ranksOf(text: string, members: Record<string, unknown>, ...names: string[]) {
  const { model, values, equationSet } = given(text, members)
  const ranks = inferRanks(model, values, equationSet)
  return names.map((name) => ranks.get(name))
}
const A = [
  [1, 2],
  [3, 4],
]

describe('inferRanks', () => {
  it('takes the ranks of parameters and start values, also for their derivatives', () => {
    const members = { p: 1, b: true, v: [1, 2], A, t: 'text', x: Var({ init: [1, 2] }), s: Var({ start: 1 }) }
    expect(
      ranksOf('der(x) = -x; s = time', members, 'p', 'b', 'v', 'A', 't', 'x', 'der(x)', 's', 'time'),
    ).toEqual(['scalar', 'boolean', 'vector', 'matrix', 'object', 'vector', 'vector', 'scalar', 'scalar'])
  })

  it('propagates ranks through chains in reverse order, and to both sides', () => {
    expect(
      ranksOf(
        'z = -y; y + w = x; 2*x = q; k = y > 1; k2 = k',
        { x: Var({ init: [1, 2] }) },
        'z',
        'y',
        'w',
        'q',
      ),
    ).toEqual(['vector', 'vector', 'vector', 'vector'])
    expect(ranksOf('c = b; b = time > 1', {}, 'b', 'c')).toEqual(['boolean', 'boolean'])
  })

  it('infers products: matrix·vector is a vector, vector·vector a scalar, an unknown factor finally a scalar', () => {
    const members = { A, x: Var({ init: [1, 2] }) }
    expect(ranksOf('y = A*x; s = x*x; M = 2*A; u = f*x; f = time', members, 'y', 's', 'M', 'u', 'f')).toEqual(
      ['vector', 'scalar', 'matrix', 'vector', 'scalar'],
    )
  })

  it('gives a derivative the rank of its variable', () => {
    expect(ranksOf('der(x) = v; der(v) = g', { g: [0, 0, -9.81] }, 'x', 'v', 'der(x)', 'der(v)')).toEqual([
      'vector',
      'vector',
      'vector',
      'vector',
    ])
  })
})
