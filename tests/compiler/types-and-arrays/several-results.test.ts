/** Functions with several results: one equation per result, one call. */
import { registerFunction } from 'vario'
import { describe, expect, it } from 'vitest'
import { type Assignment, type SystemBlock, shareCommonCalls } from '../../../src/compiler/equations/index.ts'
import { rewriteEvents } from '../../../src/compiler/events-and-clocks/index.ts'
import { expandResults } from '../../../src/compiler/types-and-arrays/index.ts'
import {
  add,
  call,
  type Expr,
  name,
  number,
  parseExpression,
  printExpr,
  sub,
} from '../../../src/symbolic/index.ts'
import { assignment, flat, show } from '../support.ts'

registerFunction('twoResults', (x: number) => [x, 2 * x], { results: 2 })
registerFunction('oneVector', (x: number) => [x, 2 * x], { shape: 'vector' })

const functionsOf = (text: string) => flat(text).functions

describe('expandResults', () => {
  const expand = (text: string) => {
    const model = flat(text)
    return expandResults(rewriteEvents(model), model.functions).equations.map(show)
  }

  it('numbers results from 0, and calls by their equations', () => {
    expect(expand('x = time; (a, b) = twoResults(x)')).toEqual([
      'x = time',
      'a = $result(twoResults(x), 0, 1, "scalar")',
      'b = $result(twoResults(x), 1, 1, "scalar")',
    ])
    expect(expand('[a, b] = oneVector(time)')).toEqual([
      'a = $result(oneVector(time), 0, 0, "scalar")',
      'b = $result(oneVector(time), 1, 0, "scalar")',
    ])
  })

  it('expands arrays of scalars element by element, in either direction', () => {
    expect(expand('[a, b] = [time, 2]; [time, 3] = [c, d]')).toEqual([
      'a = time',
      'b = 2',
      'time = c',
      '3 = d',
    ])
  })

  it('leaves arrays of another length and matrices unchanged', () => {
    expect(expand('[a, b] = v; v = [1, 2]')).toEqual(['[a, b] = v', 'v = [1, 2]'])
  })
})

describe('shareCalls', () => {
  const functions = functionsOf('(a, b) = twoResults(1)')
  const result = (x: string, k: number, id = 0): Expr =>
    call('$result', parseExpression(`twoResults(${x})`), number(k), number(id), {
      kind: 'string',
      value: 'scalar',
    })
  const assign = (target: string, value: Expr): Assignment => ({
    kind: 'assign',
    target,
    value,
    text: target,
  })

  it('puts a call before the first use of a result, once', () => {
    const blocks = [assign('a', result('x', 0)), assign('b', add(number(1), result('x', 1)))]
    const { blocks: shared, ranks } = shareCommonCalls(blocks, functions)
    expect(
      shared.map((block) => block.kind === 'assign' && `${block.target} = ${printExpr(block.value)}`),
    ).toEqual([
      '$results(1) = twoResults(x)',
      'a = $result($results(1), 0, 0, "scalar")',
      'b = 1 + $result($results(1), 1, 0, "scalar")',
    ])
    // two numbers are kept as a vector
    expect([...ranks]).toEqual([['$results(1)', 'vector']])
  })

  it('distinguishes calls of other equations, or with other arguments', () => {
    const blocks = [assign('a', result('x', 0)), assign('b', result('x', 1, 1)), assign('c', result('y', 1))]
    expect([...shareCommonCalls(blocks, functions).ranks.keys()]).toEqual([
      '$results(1)',
      '$results(2)',
      '$results(3)',
    ])
  })

  it('puts calls inside a system after its inner assignments', () => {
    const system: SystemBlock = {
      kind: 'nonlinear',
      unknowns: ['x'],
      inner: [assignment('y = 2*x')],
      residuals: [{ value: sub(name('y'), result('x', 0)), text: 'r' }],
      isConstant: false,
    }
    const [shared] = shareCommonCalls([system], functions).blocks as [SystemBlock]
    expect(shared.inner.map(({ target }) => target)).toEqual(['y', '$results(1)'])
    expect(printExpr(shared.residuals[0].value)).toBe('y - $result($results(1), 0, 0, "scalar")')
  })
})
