/** Index reduction by hand: the differentiated equations, and the variables chosen as states. */
import { Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { isNonZeroFactor, reduceIndex } from '../../../src/compiler/equations/index.ts'
import { printExpr } from '../../../src/symbolic/index.ts'
import { given, show } from '../support.ts'

function reduce(text: string, members: Record<string, unknown> = {}) {
  const { model, values, equationSet } = given(text, members)
  const shape = { functions: model.functions, isScalar: () => true, isMatrix: () => false }
  const reduced = reduceIndex(
    model,
    equationSet,
    shape,
    () => 'scalar',
    () => ['  conflict'],
    (factor) => isNonZeroFactor(factor, values),
  )
  return {
    states: reduced.equationSet.names.filter((_, v) => reduced.isState[v]),
    texts: reduced.equationSet.equations.map(show),
    differentiated: reduced.differentiated,
    constraints: reduced.constraints.map(show),
    factors: reduced.nonZeroFactors.map((factor) => printExpr(factor)),
  }
}

describe('reduceSystem', () => {
  it('leaves an explicit differential equation unchanged', () => {
    const { states, texts, differentiated } = reduce('der(x) = y; y = -x')
    expect([states, texts, differentiated]).toEqual([['x'], ['der(x) = y', 'y = -x'], []])
  })

  it('differentiates the constraint of two coupled inertias; the inertia with init is the state', () => {
    const { states, texts, differentiated } = reduce('der(a) = f; der(b) = -f; a = 2*b', {
      b: Var({ init: 1 }),
    })
    expect(states).toEqual(['b'])
    expect(differentiated).toEqual(['a = 2*b   (top level)'])
    expect(texts).toEqual(['der(a) = f', 'der(b) = -f', 'a = 2*b', 'der(a) = 2*der(b)'])
  })

  it('differentiates a prescribed position twice', () => {
    const { states, texts } = reduce('der(x) = v; der(v) = f; x = sin(time)')
    expect(states).toEqual([])
    expect(texts.slice(0, 3)).toEqual(['der(x) = v', 'der(v) = f', 'x = sin(time)'])
    expect(texts).toContain('der(x) = cos(time)')
    expect(texts).toContain('der(der(x)) = der(v)')
    expect(texts).toContain('der(der(x)) = -sin(time)')
    expect(texts).toHaveLength(6)
  })

  it('keeps a nonlinear constraint, all variables of which are states', () => {
    const { states, constraints } = reduce('der(x) = u*x; der(y) = u*y + 1; x*x + y*y = 1')
    expect(states.sort()).toEqual(['x', 'y'])
    expect(constraints).toEqual(['x*x + y*y = 1'])
  })

  it('divides by a nonzero factor of parameters, and records it', () => {
    const text = 'der(a) = f; der(b) = -f; a = p*b'
    const { states, factors } = reduce(text, { p: 3, a: Var({ init: 1 }) })
    expect(states).toEqual(['a'])
    expect(factors).toContain('-p')
  })

  it('reports missing and superfluous equations', () => {
    expect(() => reduce('x + y = 1')).toThrow(/1 equation\(s\) missing: 1 equations for 2 unknowns/)
    expect(() => reduce('x = 1; x = time')).toThrow(/1 equation\(s\) too many.*\n {2}conflict/)
  })
})
