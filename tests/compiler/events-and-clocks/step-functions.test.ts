/** Functions that jump, by hand: n = floor(x) holds while n <= x < n + 1, n = ceil(x) while n - 1 < x <= n. */
import { describe, expect, it } from 'vitest'
import { EventAdditions } from '../../../src/compiler/events-and-clocks/event-additions.ts'
import { StepRewriter } from '../../../src/compiler/events-and-clocks/step-functions.ts'
import { type CallExpr, call, parseExpression, printExpr } from '../../../src/symbolic/index.ts'
import { show } from '../support.ts'

/** Rewrites calls; relations are kept unchanged, and their names recorded. */
function rewrite(...texts: string[]) {
  const additions = new EventAdditions()
  const names: string[] = []
  const steps = new StepRewriter(additions, (op, left, right, text) => {
    names.push(text)
    return call(op, left, right)
  })
  const results = texts.map((text) => printExpr(steps.rewrite(parseExpression(text) as CallExpr)))
  return { results, names, added: additions.equations.map(show), held: [...additions.preNames] }
}

const SLACK = `min(1e-12 + ${2 ** -46}*abs(pre($step[1])), 0.25)`

describe('step functions', () => {
  it('floor rises at n + 1 and falls below n, up to the hysteresis', () => {
    const { results, names, added, held } = rewrite('floor(x)')
    expect(results).toEqual(['$step[1]'])
    expect(held).toEqual(['$step[1]'])
    expect(names).toEqual(['floor(x) rises', 'floor(x) falls'])
    expect(added).toEqual([
      '$step[1] = if x - pre($step[1]) >= 1 then max(pre($step[1]) + 1, floor(x)) ' +
        `elseif x - pre($step[1]) <= -${SLACK} then min(pre($step[1]) - 1, floor(x)) else pre($step[1])`,
    ])
  })

  it('ceil rises above n, up to the hysteresis, and falls at n - 1', () => {
    expect(rewrite('ceil(x)').added).toEqual([
      `$step[1] = if x - pre($step[1]) >= ${SLACK} then max(pre($step[1]) + 1, ceil(x)) ` +
        'elseif x - pre($step[1]) <= -1 then min(pre($step[1]) - 1, ceil(x)) else pre($step[1])',
    ])
  })

  it('trunc has the limits of floor above zero, of ceil below, and neither around zero', () => {
    expect(rewrite('div(x, 1)').added).toEqual([
      `$step[1] = if x - pre($step[1]) >= (if pre($step[1]) < 0 then ${SLACK} else 1) ` +
        'then max(pre($step[1]) + 1, div(x, 1)) ' +
        `elseif x - pre($step[1]) <= -(if pre($step[1]) > 0 then ${SLACK} else 1) ` +
        'then min(pre($step[1]) - 1, div(x, 1)) else pre($step[1])',
    ])
  })

  it('equal steps share a variable, different ones do not', () => {
    const { results, added } = rewrite('floor(x)', 'integer(x)', 'ceil(x)', 'floor(y)')
    expect(results).toEqual(['$step[1]', '$step[1]', '$step[2]', '$step[3]'])
    expect(added).toHaveLength(3)
  })

  it.each([
    ['round(x)', '$step[1]', ['floor(x + 0.5)']],
    ['mod(x, y)', 'x - y*$step[1]', ['floor(x/y)']],
    ['div(x, y)', '$step[1]', ['trunc(x/y)']],
    ['rem(x, y)', 'x - y*$step[1]', ['trunc(x/y)']],
    ['sign(x)', 'if x > 0 then 1 elseif x < 0 then -1 else 0', []],
  ])('%s is composed of steps', (text, result, steps) => {
    const { results, names } = rewrite(text)
    expect(results).toEqual([result])
    const risers = names.filter((name) => name.endsWith(' rises')).map((name) => name.slice(0, -6))
    expect(risers).toEqual(steps)
  })
})
