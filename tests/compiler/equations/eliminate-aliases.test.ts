/** Sums of unknowns, solved by hand: aliases with signs, zeros, redundant equations, kept names. */
import { Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { eliminateAliases, replaceInCondition } from '../../../src/compiler/equations/index.ts'
import { rewriteEvents } from '../../../src/compiler/events-and-clocks/index.ts'
import { parseExpression, printExpr } from '../../../src/symbolic/index.ts'
import { given, show } from '../support.ts'

function eliminate(text: string, members: Record<string, unknown> = {}) {
  const { model, equationSet } = given(text, members)
  const result = eliminateAliases(model, rewriteEvents(model), equationSet, () => [])
  const aliases = Object.fromEntries(
    [...result.aliases].map(([name, { name: target, sign }]) => [
      name,
      target === null ? '0' : `${sign > 0 ? '' : '-'}${target}`,
    ]),
  )
  return { ...result, aliases, texts: result.equationSet.equations.map(show) }
}

describe('eliminateAliases', () => {
  it('keeps the name with init, then with start, then the shortest path; signs multiply', () => {
    const { aliases, texts } = eliminate('a = -b; b = -c; der(c) = 2*a', { c: Var({ init: 1 }) })
    expect(aliases).toEqual({ a: 'c', b: '-c' })
    expect(texts).toEqual(['der(c) = 2*c'])
    expect(eliminate('x = y; y = 2*time', { y: Var({ start: 1 }) }).aliases).toEqual({ x: 'y' })
  })

  it('finds zeros and their consequences', () => {
    const { aliases, texts, redundant } = eliminate('a = 0; b + a = 0; c = 3 + b; a + b = 0')
    expect(aliases).toEqual({ a: '0', b: '0' })
    expect(texts).toEqual(['c = 3 + 0'])
    expect(redundant).toHaveLength(1)
  })

  it('keeps sums of more than two unknowns as equations', () => {
    const { aliases, texts } = eliminate('a + b + c = 0; a = 2*time; b = 3*time')
    expect(aliases).toEqual({})
    expect(texts).toHaveLength(3)
  })

  it('turns equal states into a constraint and an equality with its sign', () => {
    const { aliases, equalities, texts } = eliminate('0 = x + y; der(x) = v; der(y) = w; v = time', {
      x: Var({ init: 1 }),
      y: Var({ init: -1 }),
    })
    expect(aliases).toEqual(expect.not.objectContaining({ x: expect.anything() }))
    expect(equalities).toEqual([{ first: 'x', second: 'y', sign: -1 }])
    expect(texts).toContain('0 = x + y')
  })

  it('keeps an equation for a derivative that only an alias mentions', () => {
    const { texts } = eliminate('x = sin(time); w = der(x)')
    expect(texts).toEqual(['x = sin(time)', 'w = der(x)'])
  })

  it('makes no alias by a factor other than ±1', () => {
    expect(eliminate('a = 2*b; b = time').aliases).toEqual({})
  })
})

it('replaces names in conditions by the kept names', () => {
  const aliases = new Map([
    ['a', { name: 'x', sign: -1 as const }],
    ['z', { name: null, sign: 1 as const }],
  ])
  const state = replaceInCondition(
    { kind: 'state', op: '>', left: parseExpression('a'), right: parseExpression('z'), text: 'a > z' },
    aliases,
  )
  expect(state.kind === 'state' && [printExpr(state.left), printExpr(state.right)]).toEqual(['-x', '0'])
  const time = replaceInCondition(
    {
      kind: 'time',
      op: '>',
      right: parseExpression('b'),
      linear: { factor: parseExpression('a'), rest: parseExpression('a*b') },
      text: '',
    },
    aliases,
  )
  expect(
    time.kind === 'time' &&
      [time.right, time.linear!.factor, time.linear!.rest].map((each) => printExpr(each)),
  ).toEqual(['b', '-x', '-x*b'])
})
