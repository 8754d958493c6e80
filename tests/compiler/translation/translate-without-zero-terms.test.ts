/** Terms with zero factors are removed from the equations. */
import { describe, expect, it } from 'vitest'
import { createKnownNames, expandEquations } from '../../../src/compiler/equations/index.ts'
import { checkDivisions, leaveOutZeroTerms } from '../../../src/compiler/translate-without-zero-terms.ts'
import { evaluateModel } from '../../../src/model/index.ts'
import { parseExpression, printExpr } from '../../../src/symbolic/index.ts'
import { equation, flat, show } from '../support.ts'

describe('leaveOutZeroTerms', () => {
  const model = flat('L*der(i) + R*i = u; L*der(j) = i; u = time', { L: 0, R: 2 })
  const equations = expandEquations(model, model.equations)
  const leave = (...which: number[]) => {
    const sources = new Set(which.map((k) => equations[k].source))
    return leaveOutZeroTerms(equations, sources, evaluateModel(model), createKnownNames(model))
  }

  it('changes only the requested equations', () => {
    const { equations: left, terms } = leave(0)
    expect(left.map(show).slice(1)).toEqual(['L*der(j) = i', 'u = time'])
    expect(show(left[0])).toMatch(/^R\*i = u$/)
    expect(terms.map(({ factor, unknown }) => [printExpr(factor), unknown])).toEqual([['L', 'der(i)']])
  })

  it('changes nothing without a request', () => {
    expect(leave()).toEqual({ equations, terms: [] })
  })
})

it('checkDivisions distinguishes zero, nonzero, and factors of variables', () => {
  const values = evaluateModel(flat('x = p + q + time', { p: 0, q: 3 }))
  const source = equation('a = b')
  const divisions = ['p', 'q', '2*p', 'x'].map((text) => ({ factor: parseExpression(text), source }))
  const { nonZero, byZero } = checkDivisions(divisions, values)
  expect(nonZero.map((factor) => printExpr(factor))).toEqual(['q'])
  expect(byZero).toEqual([source, source])
})
