/** Members that accept no modification: `final`, `Constant`; and the preference of states. */
import {
  Constant,
  equations,
  instantiate,
  Model,
  merge,
  modelFromJson,
  modelToJson,
  Par,
  simulate,
  Var,
} from 'vario'
import { Resistor } from 'vario/library/electric'
import { describe, expect, it } from 'vitest'
import { equalModels } from '../../src/model/index.ts'
import { messageOf } from './support.ts'

describe('final members', () => {
  const Part = Model({
    k: Par(2, { final: true }),
    c: Constant(299792458, 'm/s'),
    R: Resistor({ R: { value: 5, final: true } }),
    free: 1,
  })
  const Whole = Model({ part: Part({ free: Par(3, { final: true }) }) })

  it('refuse modifications and name the place where they were made final', () => {
    expect(messageOf(() => Part({ k: 3 }))).toBe(
      'k: expected no new value, because it was made final in its declaration, got 3.',
    )
    expect(messageOf(() => Part({ c: 1 }))).toContain('c: expected no new value')
    expect(messageOf(() => Part({ R: { R: 3 } }))).toBe(
      "R.R: expected no new value, because it was made final in the modification of 'R', got 3.",
    )
    expect(messageOf(() => Whole({ part: { free: 4 } }))).toBe(
      "part.free: expected no new value, because it was made final in the modification of 'part', got 4.",
    )
    const Fixed = Whole({ part: { R: { p: { v: { nominal: 3, final: true } } } } })
    expect(messageOf(() => Fixed({ part: { R: { p: { v: 1 } } } }))).toContain(
      'in a modification of this model',
    )
    expect(messageOf(() => Part.extend({ k: null }))).toContain('k: expected no new value')
  })

  it('refuse merge of a run', () => {
    const model = instantiate(Whole.extend({ equations: equations`y = part.k + time` }))
    const run = (tree: object) => messageOf(() => model.simulate({ stopTime: 1, merge: tree as never }))
    expect(run({ part: { free: 4 } })).toContain(
      "merge.part.free: expected no new value, because it was made final in the modification of 'part', got 4.",
    )
    expect(run({ part: { k: 4 } })).toContain('in its declaration')
  })

  it('are merged with themselves, and keep their mark in JSON', () => {
    expect(equalModels(merge(Part, Part), Part)).toBe(true)
    const back = modelFromJson(JSON.stringify(modelToJson(Whole)))
    expect(messageOf(() => back({ part: { free: 4 } }))).toContain("in the modification of 'part'")
  })
})

describe('stateSelect', () => {
  /** Two inertias with a gear: one of four variables per level is a state. */
  const gear = (phi1: object, phi2: object) =>
    Model({
      phi1: Var(phi1),
      phi2: Var(phi2),
      equations: equations`
        w1 = der(phi1)
        w2 = der(phi2)
        phi1 = 3*phi2
        2*der(w1) = tau1
        5*der(w2) = 10 - 3*tau1
      `,
    })
  const statesOf = (model: ReturnType<typeof gear>) =>
    instantiate(model)
      .translation.states.map(({ name }) => name)
      .filter((name) => name.startsWith('phi'))

  it('chooses among variables that depend on each other', () => {
    expect(statesOf(gear({ stateSelect: 'prefer' }, { start: 0 }))).toEqual(['phi1'])
    expect(statesOf(gear({ start: 0 }, { stateSelect: 'prefer' }))).toEqual(['phi2'])
    expect(statesOf(gear({ start: 0, stateSelect: 'avoid' }, {}))).toEqual(['phi2'])
    expect(statesOf(gear({ init: 0, stateSelect: 'never' }, {}))).toEqual(['phi2'])
    expect(statesOf(gear({ stateSelect: 'prefer' }, { stateSelect: 'always' }))).toEqual(['phi2'])
  })

  it.each(['tsit5', 'bdf', 'radau5'] as const)('does not change the motion, with %s', (solver) => {
    // (2*3 + 5/3) der(w2)*… : 9*2 + 5 = 23 kg.m2 seen from phi2, 10 N.m
    for (const [a, b] of [
      ['prefer', 'default'],
      ['never', 'default'],
      ['default', 'always'],
    ] as const) {
      const result = simulate(gear({ stateSelect: a }, { stateSelect: b }), {
        stopTime: 2,
        tolerance: 1e-9,
        solver,
      })
      expect(result.final('phi2')).toBeCloseTo((10 / 23) * 2, 7)
    }
  })

  it('reports variables that cannot be as requested', () => {
    const problem = (x: object) =>
      messageOf(() => instantiate(Model({ x: Var(x), equations: equations`der(x) = -1` })))
    expect(problem({ stateSelect: 'never' })).toBe(
      'x.stateSelect: expected a variable that is computed (never), got a state without alternative; write avoid.',
    )
    const algebraic = Model({ x: Var({ stateSelect: 'always' }), equations: equations`x = time` })
    expect(messageOf(() => instantiate(algebraic))).toContain('x.stateSelect: expected a state (always)')
    expect(messageOf(() => Var({ stateSelect: 'maybe' as never }))).toContain(
      "'prefer', 'always', got 'maybe'",
    )
  })
})
