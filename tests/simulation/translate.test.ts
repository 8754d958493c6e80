import {
  equations,
  instantiate,
  Model,
  Par,
  printTranslation,
  type TranslationReport,
  translate,
  Var,
} from 'vario'
import { describe, expect, test } from 'vitest'
import { CartesianPendulum, EXAMPLES, Filter, Implicit, StateEvents } from './example-models.ts'

/** A sampled integrator with an assertion beside an equation with events of both kinds. */
const Sampled = Model({
  T: Par(0.25, 's'),
  x: Var({ init: 1, unit: 'm' }),
  u: Var({ start: 0 }),
  A: [1, 2, 3],
  equations: equations`
    xs = sample(x, Clock(T))
    u = hold(xs, Clock(T))
    der(x) = (if x > 0.5 then -u else 0) + (if time > 2 then 1 else 0)*A[2]
    assert(x > -10, "x is too small")
  `,
})

describe('translate', () => {
  test('counts the filter: 3 parts with 6 variables and 4 equations each, 2 per connection, 5 names left', () => {
    const { name, statistics } = translate(Filter, { name: 'Filter' })
    expect(name).toBe('Filter')
    expect(statistics).toEqual({
      parameters: 3,
      variables: 18,
      equations: 18,
      // 18 variables and one derivative, of which C.v, der(C.v), R.i, R.v and V.v are left
      aliases: 14,
      states: 1,
      constraints: 0,
      conditions: 0,
      assignments: 4,
      linearSystems: 0,
      nonlinearSystems: 0,
      largestSystem: 0,
      iterationVariables: 0,
    })
  })

  test('equations, aliases, states and blocks of the filter are data', () => {
    const { equations, aliases, states, blocks, variables } = translate(Filter)
    expect(equations).toContainEqual({ text: 'R.R*R.i = R.v', component: 'R', origin: 'equation' })
    expect(equations.filter(({ origin }) => origin === 'connection')).toHaveLength(6)
    expect(aliases).toContainEqual({ name: 'C.i', of: 'R.i', sign: 1 })
    expect(aliases).toContainEqual({ name: 'V.i', of: 'R.i', sign: -1 })
    expect(aliases.filter(({ of }) => of === null).length).toBeGreaterThan(0)
    expect(states).toEqual([{ name: 'C.v', derivative: 'der(C.v)', rank: 'scalar' }])
    const targets = [...blocks.dynamics, ...blocks.rest].map((block) => 'target' in block && block.target)
    expect(targets).toEqual(['V.v', 'R.v', 'R.i', 'der(C.v)'])
    expect(variables[0]).toEqual({ name: 'time', kind: 'variable', rank: 'scalar', unit: '', slot: 'v[0]' })
    expect(variables.find((each) => each.name === 'R.R')).toMatchObject({ kind: 'parameter', unit: 'Ohm' })
    // No two names share a slot
    expect(new Set(variables.map(({ slot }) => slot)).size).toBe(variables.length)
  })

  test('systems have their unknowns, what follows from them, and residuals', () => {
    const { blocks, statistics } = translate(Implicit)
    const systems = [...blocks.dynamics, ...blocks.rest].filter(({ kind }) => kind !== 'assign')
    expect(systems).toContainEqual({
      kind: 'nonlinear',
      unknowns: ['s'],
      isTorn: true,
      isConstant: false,
      inner: [{ kind: 'assign', target: 't', equation: 't = w - 0.5*cos(s)' }],
      residuals: ['s + 0.2*sin(s + t) = u*x'],
    })
    expect(statistics.largestSystem).toBe(2)
    // The cubic equation of u, and that of s and t with s guessed
    expect(statistics.nonlinearSystems).toBe(2)
    expect(statistics.iterationVariables).toBe(2)
  })

  test('events: relations, clocks, assertions; arrays have their own slots', () => {
    const { events, variables, statistics } = translate(Sampled)
    expect(events.conditions).toContainEqual({ kind: 'state', text: 'x > 0.5' })
    expect(events.conditions).toContainEqual({ kind: 'time', text: 'time > 2' })
    expect(events.clocks).toEqual(['Clock(T)'])
    expect(events.whens).toHaveLength(1)
    expect(statistics.conditions).toBe(events.conditions.length)
    expect(variables).toContainEqual({
      name: 'A',
      kind: 'parameter',
      rank: 'vector',
      unit: '',
      slot: 'a[0]',
    })
    expect(variables.find(({ name }) => name === 'x')).toMatchObject({ unit: 'm', kind: 'variable' })
    expect(variables.filter(({ name }) => name.startsWith('$'))).toEqual([])
  })

  test('returns plain data: JSON restores all of it', () => {
    for (const [model] of Object.values(EXAMPLES)) {
      const translation: TranslationReport = translate(model)
      expect(JSON.parse(JSON.stringify(translation))).toEqual(translation)
    }
  })

  test('returns data of the caller: changes have no effect on the next one', () => {
    const first = translate(Filter) as unknown as { notes: string[]; code: { dynamics: string[] } }
    const { length } = first.notes
    first.notes.push('changed')
    first.code.dynamics.length = 0
    expect(translate(Filter).notes).toHaveLength(length)
    expect(translate(Filter).code.dynamics).toHaveLength(1)
  })
})

describe('printTranslation', () => {
  test('shows variables, equations, eliminated variables, states, blocks and code with the equations as comments', () => {
    const text = printTranslation(translate(Filter, { name: 'Filter' }))
    expect(text).toContain('Model Filter')
    expect(text).toMatch(/parameter R\.R \[Ohm\]/)
    expect(text).toContain('R.R*R.i = R.v   (R)')
    expect(text).toContain('   (connection)')
    expect(text).toMatch(/Eliminated variables\n[\s\S]*C\.i = R\.i/)
    expect(text).toMatch(/^ {2}V\.i = -R\.i$/m)
    expect(text).toMatch(/^ {2}R\.p\.v = 0$/m)
    expect(text).toContain('C.v, derivative der(C.v)')
    expect(text).toMatch(/\/\/ C\.C\*der\(C\.v\) = R\.i\n\s+v\[\d+\] = /)
    expect(text).toMatch(/\/\/ d: C\.C\*der\(C\.v\) = R\.i\n\s+d\[\d+\] = /)
  })

  test('shows tearing variables and residuals, and only the requested parts', () => {
    const text = printTranslation(translate(Implicit), 'blocks')
    expect(text).toMatch(
      /nonlinear system of 2 equation\(s\), torn to 1\n\s+tearing variables: s\n\s+t from t = w - 0\.5\*cos\(s\)/,
    )
    expect(text).not.toContain('Generated code')
  })

  test('shows constraints, conditions and clocks in the words of the model', () => {
    const pendulum = translate(CartesianPendulum)
    // Index 3: the equation of the circle, and its first derivative
    expect(pendulum.constraints).toEqual(['x^2 + y^2 = L^2', '2*x*der(x) + 2*y*der(y) = 0'])
    expect(pendulum.statistics.constraints).toBe(2)
    expect(printTranslation(pendulum, ['states'])).toContain('constraint: x^2 + y^2 = L^2')
    const text = printTranslation(translate(StateEvents))
    expect(text).toContain('condition 1: s > 0   (state event)')
    expect(text).not.toContain('$condition')
    expect(printTranslation(translate(Sampled), 'events, variables')).toMatch(
      /a\[0\] \(vector\) {2}parameter A\n[\s\S]*clock 1: Clock\(T\)/,
    )
  })

  test('prints the same after a round trip through JSON', () => {
    const translation = translate(StateEvents)
    const copy = JSON.parse(JSON.stringify(translation)) as TranslationReport
    expect(printTranslation(copy)).toBe(printTranslation(translation))
  })

  test('reports a wrong part with a list of the parts', () => {
    expect(() => printTranslation(translate(Filter), 'equation')).toThrow(/equations/)
  })

  test('prints code that runs: every function in it can be compiled', () => {
    for (const [model] of Object.values(EXAMPLES)) {
      const { code } = instantiate(model).translation
      for (const source of [...code.dynamics, ...code.rest, ...code.residuals, ...code.residualTangents]) {
        if (source !== null) expect(() => new Function(`return ${source}`)).not.toThrow()
      }
    }
  })
})
