/** Event operators become conditions, sampled values and left limits. */
import { equations, Model, Par, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { findDiscreteNames } from '../../../src/compiler/events-and-clocks/find-discrete-names.ts'
import { expressionsOfClock } from '../../../src/compiler/events-and-clocks/index.ts'
import { rewriteEvents } from '../../../src/compiler/events-and-clocks/rewrite-events.ts'
import { flatten } from '../../../src/model/index.ts'
import { printExpr } from '../../../src/symbolic/index.ts'

function rewrite(text: string, members: Record<string, unknown> = {}) {
  const rewritten = rewriteEvents(flatten(Model({ ...members, equations: equations(text) })))
  return {
    ...rewritten,
    texts: rewritten.equations.map(({ left, right }) => `${printExpr(left)} = ${printExpr(right)}`),
    kinds: rewritten.conditions.map(({ kind, text }) => `${kind}: ${text}`),
  }
}

describe('rewriteEvents', () => {
  it('relations between continuous quantities become conditions, equal ones the same condition', () => {
    const { texts, kinds } = rewrite('der(x) = if x > 1 then -1 else 1; b = x > 1; c = x < 2')
    expect(kinds).toEqual(['state: x > 1', 'state: x < 2'])
    expect(texts).toEqual([
      'der(x) = if $condition(0) then -1 else 1',
      'b = $condition(0)',
      'c = $condition(1)',
    ])
  })

  it('relations with the time are scheduled if the other side is discrete', () => {
    const { kinds } = rewrite(
      `
        t1 = 2*p
        a = time > t1
        b = p + t1 <= time
        c = time < x
        der(x) = 1
      `,
      { p: 3 },
    )
    expect(kinds).toEqual(['time: time > t1', 'time: p + t1 <= time', 'state: time < x'])
  })

  it('relations of discrete quantities, in noEvent, and over loop variables stay relations', () => {
    const { kinds, texts } = rewrite(
      `
        n = pre(n) + 1
        a = n > 3
        b = noEvent(x > 0)
        der(x) = 1
        v = [if i < 2 then x else 0 for i in 1:3]
      `,
      { n: Var({ start: 0 }) },
    )
    expect(kinds).toEqual([])
    expect(texts[1]).toBe('a = n > 3')
    expect(texts[2]).toBe('b = x > 0')
  })

  it('after takes the unit of its second argument', () => {
    const { conditions } = rewrite("a = after(1.5, 'h'); b = after(p, 'min')", { p: Par(2) })
    expect(conditions.map(({ right }) => printExpr(right))).toEqual(['5400', 'p*60'])
    expect(() => rewrite("a = after(1, 'kg')")).toThrow(/unit of time/)
  })

  it('pre, edge and change become left limits and comparisons with them', () => {
    const { texts, preNames, startRequirements } = rewrite(
      'b = x > 0; der(x) = 1; n = pre(n); e = edge(b); c = change(b); f = edge(x > 2)',
      { n: Var({ start: 0 }) },
    )
    expect(texts).toContain('e = b and not pre(b)')
    expect(texts).toContain('c = b <> pre(b)')
    expect(texts).toContain('f = $trigger[1] and not pre($trigger[1])')
    expect([...preNames]).toEqual(['n', 'b', '$trigger[1]'])
    expect(startRequirements).toEqual([{ operator: 'pre', name: 'n' }])
    expect(() => rewrite('y = pre(x + 1); der(x) = 1')).toThrow(/expected the name of a discrete variable/)
  })

  it('when becomes a trigger and equations that hold the values', () => {
    const { texts, whens } = rewrite('der(x) = 1; when x > 1 then n = pre(n) + 1; reinit(x, 0) end when')
    expect(texts.slice(1)).toEqual([
      '$when[1] = $condition(0)',
      'n = if $when[1] and not pre($when[1]) then pre(n) + 1 else pre(n)',
    ])
    expect(whens.map((when) => when.when.actions.map((action) => action.kind))).toEqual([
      ['assign', 'reinit'],
    ])
  })

  it('assertions are checked at all times', () => {
    const { whens, kinds } = rewrite('der(x) = 1; assert(x < 1, "too large")')
    expect(whens.map((when) => [when.flag, when.isAssert])).toEqual([['$assert[1]', true]])
    expect(kinds).toEqual(['state: x < 1'])
  })

  it('sampledValues has one entry per occurrence, clocks one per text', () => {
    const { clocks, sampledValues, texts } = rewrite(
      'a = sample(x, Clock(0.1)); der(x) = a; b = previous(a, Clock(1, 0.2)); c = 2*a; d = hold(b, Clock(0.1))',
    )
    expect(clocks.map((clock) => expressionsOfClock(clock).map(printExpr))).toEqual([['0.1'], ['1', '0.2']])
    expect(sampledValues).toEqual([
      { operator: 'sample', variable: null, sampled: 'x' },
      { operator: 'previous', variable: 'a', sampled: null },
      { operator: 'hold', variable: 'b', sampled: null },
    ])
    // the current value of x is not needed for a, nor that of a for b
    expect(texts.slice(5)).toEqual([
      '$clocked[1] = $sample(0, $clock(0), "x")',
      '$clocked[2] = $previous(1, $clock(1), "a")',
      '$clocked[3] = $hold(2, $clock(0), b)',
    ])
    // left limits between the ticks of the clock that the variable has by its sources
    expect(texts[0]).toBe('a = if $flag("sizes") or $clock(0) then $clocked[1] else pre(a)')
    expect(texts[3]).toBe('c = if $flag("sizes") or $clock(0) then 2*a else pre(c)')
    expect(texts[4]).toBe('d = $clocked[3]')
  })
})

describe('findDiscreteNames', () => {
  it('follows definitions; constants do not change at events', () => {
    const flat = flatten(
      Model({
        p: 1,
        equations: equations`
          e = d
          d = if c then 1 else 2
          c = x > 0
          der(x) = 1
          k = 2*p
          m = k + 1
          y = x + k
          n = length([1, 2])
        `,
      }),
    )
    expect(Object.fromEntries(findDiscreteNames(flat))).toEqual({
      c: true,
      d: true,
      e: true,
      k: false,
      m: false,
      n: false,
    })
  })
})
