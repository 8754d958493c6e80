/** The order of evaluation, by hand. */
import { describe, expect, it } from 'vitest'
import { sortIntoBlocks } from '../../../src/compiler/equations/index.ts'
import { printExpr } from '../../../src/symbolic/index.ts'
import { given } from '../support.ts'

function sort(text: string, members: Record<string, unknown> = {}, states: readonly string[] = []) {
  const { model, equationSet } = given(text, members)
  const isState = Uint8Array.from(equationSet.names, (name) => (states.includes(name) ? 1 : 0))
  const { blocks, divisions } = sortIntoBlocks(equationSet, isState, (name) => model.parameters.has(name))
  const texts = blocks.map((block) =>
    block.kind === 'assign'
      ? `${block.target} = ${printExpr(block.value)}`
      : [block.kind, block.isConstant, block.unknowns, block.inner.map(({ target }) => target)],
  )
  return { texts, divisions: divisions.map(({ factor }) => printExpr(factor)), blocks }
}

describe('sortIntoAssignments', () => {
  it('puts required assignments first, and solves for the unknown', () => {
    expect(sort('c = a + b; 2*b = a; a = time').texts).toEqual(['a = time', 'b = a/2', 'c = a + b'])
  })

  it('treats states as known, their derivatives as unknown', () => {
    expect(sort('y = 3*x; der(x) = -y', {}, ['x']).texts).toEqual(['y = 3*x', 'der(x) = -y'])
  })

  it('lists divisions by parameters and variables, but not by numbers', () => {
    expect(sort('p*a = 1; a*b = time; 2*c = b', { p: 4 }).divisions).toEqual(['p', 'a'])
  })

  it('tears a linear loop to one unknown; its matrix is constant if its factors are', () => {
    expect(sort('a + b = time; a - b = 2').texts).toEqual([
      ['linear', true, [expect.any(String)], [expect.any(String)]],
    ])
    expect(sort('a + time*b = 1; a - b = 2').texts).toEqual([
      ['linear', false, [expect.any(String)], [expect.any(String)]],
    ])
  })

  it('makes a nonlinear equation in one unknown a system of size 1', () => {
    expect(sort('x^3 + x = time').texts).toEqual([['nonlinear', false, ['x'], []]])
  })

  it('writes residuals as left - right', () => {
    const [block] = sort('x^3 = time').blocks
    expect(block.kind !== 'assign' && block.residuals.map(({ value }) => printExpr(value))).toEqual([
      'x^3 - time',
    ])
  })

  it('reports the equation without a remaining unknown', () => {
    expect(() => sort('y = x; x = 2', {}, ['x'])).toThrow(/no unknown is left for:\n {4}x = 2/)
  })
})
