/** Blocks with unequal numbers of arrays are joined with the blocks that depend on them. */
import { expect, it } from 'vitest'
import { balanceArrays } from '../../../src/compiler/equations/index.ts'
import { matchAndSort } from '../../../src/compiler/structural-analysis/index.ts'
import type { Rank, RankOf } from '../../../src/compiler/value-store/index.ts'
import { collectNames } from '../../../src/symbolic/index.ts'
import { given } from '../support.ts'

/** Unknowns of the balanced blocks; names in capitals are vectors, products of two of them scalars. */
function blocksOf(text: string): string[][] {
  const { equationSet } = given(text)
  const isVector = (name: string): boolean => /^[A-Z]/.test(name)
  const rankOf: RankOf = (expr): Rank => {
    if (expr.kind === 'name') return isVector(expr.name) ? 'vector' : 'scalar'
    const vectors = [...collectNames(expr)].filter(isVector).length
    const isProduct =
      expr.kind === 'call' && expr.fn === '*' && expr.args.every((arg) => rankOf(arg) === 'vector')
    return vectors > 0 && !isProduct ? 'vector' : 'scalar'
  }
  const graph = equationSet.build()
  const { blocks } = matchAndSort(graph, new Uint8Array(equationSet.names.length))
  return balanceArrays(equationSet, graph, blocks, rankOf).map(({ vars }) =>
    Array.from(vars, (v) => equationSet.names[v]).sort(),
  )
}

it('balanced blocks stay unchanged', () => {
  expect(blocksOf('a = time; B = a*B0; B0 = [1, 2]; c = B*B')).toEqual([['a'], ['B0'], ['B'], ['c']])
})

it('a scalar equation for a vector is joined with a later vector equation for a scalar', () => {
  // R*R = 1 can only be matched with R, and F = k*R with k
  expect(blocksOf('R*R = 1; F = k*R; F = [time, 0]')).toEqual([['F'], ['R', 'k']])
})

it('independent blocks in between precede the joined block', () => {
  expect(blocksOf('R*R = 1; b = time; F = k*R; F = [b, 0]; c = k + b')).toEqual([
    ['b'],
    ['F'],
    ['R', 'k'],
    ['c'],
  ])
})

it('unequal numbers of elements are an error if no blocks can be joined', () => {
  expect(() => blocksOf('R*R = 1')).toThrow(/scalar equations for arrays\. Unknowns: R/)
  expect(() => blocksOf('A + B*0 = k*B; A = [1, 2]; B = [time, 2]')).toThrow(
    /equations between arrays for scalars\. Unknowns: k/,
  )
})
