/** Clocks and the values that they sample, by hand. */
import { Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { rewriteEvents } from '../../../src/compiler/events-and-clocks/index.ts'
import { flat, show } from '../support.ts'

const rewrite = (text: string, members: Record<string, unknown> = {}) => {
  const rewritten = rewriteEvents(flat(text, members))
  return { ...rewritten, texts: rewritten.equations.map(show) }
}

describe('clocks', () => {
  it('get numbers by their texts; one argument is the interval, two are start and interval', () => {
    const { clocks, texts } = rewrite('a = Clock(0.1); b = Clock(2, 0.1); c = Clock(0.1)')
    expect(texts).toEqual(['a = $clock(0)', 'b = $clock(1)', 'c = $clock(0)'])
    expect(clocks).toEqual([
      expect.objectContaining({ start: null, interval: expect.objectContaining({ value: 0.1 }) }),
      expect.objectContaining({
        start: expect.objectContaining({ value: 2 }),
        interval: expect.objectContaining({ value: 0.1 }),
      }),
    ])
  })

  it('sample reads an expression through a new variable, only at the tick', () => {
    const { texts, sampledValues } = rewrite('c = Clock(0.1); y = sample(2*x, c); der(x) = 1')
    expect(texts).toEqual([
      'c = $clock(0)',
      'y = if $flag("sizes") or $clock(0) then $clocked[1] else pre(y)',
      'der(x) = 1',
      '$sampled[1] = 2*x',
      '$clocked[1] = $sample(0, c, "$sampled[1]")',
    ])
    expect(sampledValues).toEqual([{ operator: 'sample', variable: null, sampled: '$sampled[1]' }])
  })

  it('previous and hold need a start value and keep the name of their variable', () => {
    const { texts, sampledValues, startRequirements, preNames } = rewrite(
      'c = Clock(0.1); n = previous(n, c) + 1; h = hold(n, c)',
      { n: Var({ start: 0 }) },
    )
    expect(texts).toEqual([
      'c = $clock(0)',
      'n = if $flag("sizes") or $clock(0) then $clocked[1] + 1 else pre(n)',
      'h = $clocked[2]',
      '$clocked[1] = $previous(0, c, "n")',
      '$clocked[2] = $hold(1, c, n)',
    ])
    expect(sampledValues).toEqual([
      { operator: 'previous', variable: 'n', sampled: null },
      { operator: 'hold', variable: 'n', sampled: null },
    ])
    expect(startRequirements).toEqual([
      { operator: 'previous', name: 'n' },
      { operator: 'hold', name: 'n' },
    ])
    expect([...preNames]).toEqual(['n'])
  })

  it('two clocks in one equation, or in variables that it reads, must agree', () => {
    const { clockAgreements } = rewrite(`
      a = sample(x, Clock(0.1))
      b = a + sample(x, Clock(0.2))
      d = previous(a, Clock(0.3))
      der(x) = 1`)
    expect(clockAgreements).toEqual([
      { where: 'a, b, d', clocks: [0, 1] },
      { where: 'a, b, d', clocks: [0, 2] },
    ])
  })

  it('an operand other than a variable is an error', () => {
    expect(() => rewrite('y = previous(x + 1, Clock(1)); der(x) = 1')).toThrow(
      /previous\(x \+ 1, …\): expected the name/,
    )
    expect(() => rewrite('y = [sample(i*x, Clock(1)) for i in 1:2]; der(x) = 1')).toThrow(
      /expected no loop variable/,
    )
  })
})
