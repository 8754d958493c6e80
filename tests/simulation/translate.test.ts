import { instantiate, translate } from 'vario'
import { describe, expect, test } from 'vitest'
import { CartesianPendulum, EXAMPLES, Filter, Implicit, StateEvents } from './example-models.ts'

describe('translate', () => {
  test('shows variables, equations, eliminated variables, states, blocks and code with the equations as comments', () => {
    const text = translate(Filter, { name: 'Filter' })
    expect(text).toContain('Model Filter')
    expect(text).toMatch(/parameter R\.R \[Ohm\]/)
    expect(text).toContain('R.R*R.i = R.v   (R)')
    expect(text).toMatch(/Eliminated variables\n[\s\S]*C\.i = R\.i/)
    expect(text).toContain('C.v, derivative der(C.v)')
    expect(text).toMatch(/\/\/ C\.C\*der\(C\.v\) = R\.i\n\s+v\[\d+\] = /)
    expect(text).toMatch(/\/\/ d: C\.C\*der\(C\.v\) = R\.i\n\s+d\[\d+\] = /)
  })

  test('shows tearing variables and residuals', () => {
    const text = translate(Implicit, { log: 'blocks' })
    expect(text).toMatch(
      /nonlinear system of 2 equation\(s\), torn to 1\n\s+tearing variables: s\n\s+t from t = w - 0\.5\*cos\(s\)/,
    )
    expect(text).not.toContain('Generated code')
  })

  test('shows constraints and conditions in the words of the model', () => {
    expect(translate(CartesianPendulum, { log: ['states'] })).toContain('constraint: x^2 + y^2 = L^2')
    const text = translate(StateEvents)
    expect(text).toContain('condition 1: s > 0   (state event)')
    expect(text).not.toContain('$condition')
  })

  test('a wrong part is an error that lists the parts', () => {
    expect(() => translate(Filter, { log: 'equation' })).toThrow(/equations/)
  })

  test('the code is what runs: every function in it can be compiled', () => {
    for (const [model] of Object.values(EXAMPLES)) {
      const { code } = instantiate(model).translation
      for (const source of [...code.dynamics, ...code.rest, ...code.residuals, ...code.residualTangents]) {
        if (source !== null) expect(() => new Function(`return ${source}`)).not.toThrow()
      }
    }
  })
})
