/** Equations between groups of variables. */
import { equations, expr, Model, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { flatten } from '../../src/model/index.ts'
import { equationTexts, messageOf } from './support.ts'

const Point = Model({ x: Var(), v: Model({ x: Var(), y: Var() }) })
const Moving = Model({ p: Point(), equations: equations`p.x = time; p.v.x = 1; p.v.y = 2*time` })

describe('an equation between two groups of variables', () => {
  it('is one equation for each variable, at any depth', () => {
    const model = Model({ m: Moving(), copy: Point(), equations: equations`copy = m.p` })
    expect(equationTexts(model).slice(-3)).toEqual([
      'copy.x = m.p.x',
      'copy.v.x = m.p.v.x',
      'copy.v.y = m.p.v.y',
    ])
    const result = simulate(model, { stopTime: 2 })
    expect([result.final('copy.x'), result.final('copy.v.y')]).toEqual([2, 4])
  })

  it('may choose an element of an array of components', () => {
    const model = Model({
      n: 2,
      m: Moving({ for: { i: expr`1:n` } }),
      copy: Point(),
      equations: equations`copy = m[n].p`,
    })
    expect(equationTexts(model)).toContain('copy.v.y = m[2].p.v.y')
  })

  it('may have one variable', () => {
    const One = Model({ x: Var() })
    expect(equationTexts(Model({ a: One(), b: One(), equations: equations`a = b; b.x = 3` }))).toEqual([
      'a.x = b.x',
      'b.x = 3',
    ])
  })

  it('needs the same variables on both sides', () => {
    const model = Model({ m: Moving(), copy: Model({ x: Var() }), equations: equations`copy = m.p` })
    expect(messageOf(() => flatten(model))).toContain(
      'expected groups with the same variables, got copy with x and m.p with x, v.x, v.y',
    )
  })
})
