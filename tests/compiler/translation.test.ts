/** Stages of the translation on small models: aliases, ranks, systems, code. */

import { equations, instantiate, Model, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { StructureError } from '../../src/compiler/index.ts'
import type { ModelNode } from '../../src/model/index.ts'
import { Capacitor, ConstantVoltage, Ground, Inductor, Resistor } from '../reference/support/electric.ts'

const translate = (model: ModelNode) => instantiate(model).translation
const systemsOf = (model: ModelNode) =>
  translate(model).systems.map(({ kind, unknowns, isConstant }) => [kind, unknowns.length, isConstant])

describe('aliases', () => {
  it('keep the name with the init value, with signs', () => {
    const { aliases, states } = translate(
      Model({
        a: Model({ b: Var({ init: 1 }), equations: equations`der(b) = -b` }),
        equations: equations`x = a.b; y = -x`,
      }),
    )
    expect(states.map((state) => state.name)).toEqual(['a.b'])
    expect(aliases.get('x')).toEqual({ name: 'a.b', sign: 1 })
    expect(aliases.get('y')).toEqual({ name: 'a.b', sign: -1 })
  })

  it('include zeros and redundant equations', () => {
    const { aliases, notes } = translate(Model({ equations: equations`a = 0; b = a; b = -a; c = time` }))
    expect(aliases.get('a')).toEqual({ name: null, sign: 1 })
    expect(aliases.get('b')).toEqual({ name: null, sign: 1 })
    expect(notes).toContain('1 equation(s) follow from the others and were removed.')
  })

  it('leave two inductors in series one state, by the hidden constraint', () => {
    const model = Model({
      V: ConstantVoltage({ V: 10 }),
      L1: Inductor({ L: 0.1 }),
      R1: Resistor({ R: 10 }),
      R2: Resistor({ R: 20 }),
      L2: Inductor({ L: 0.2 }),
      connect: [
        ['V.p', 'L1.p'],
        ['L1.n', 'R1.p', 'R2.p'],
        ['R1.n', 'R2.n', 'L2.p'],
        ['L2.n', 'V.n'],
      ],
    })
    const { states, notes } = translate(model)
    expect(states).toHaveLength(1)
    expect(notes.some((note) => note.startsWith('Differentiated:'))).toBe(true)
    const result = instantiate(model).simulate({ stopTime: 0.05, tolerance: 1e-9 })
    expect(result.final('L1.i')).toBeCloseTo(1.5 * (1 - Math.exp((-0.05 * 20) / 3 / 0.3)), 7)
  })

  it('keep a derivative computed that only its alias mentions', () => {
    const model = Model({
      x: Var({ init: 1 }),
      equations: equations`der(x) = -x; y = 2*x; s = y; w = der(s)`,
    })
    const result = instantiate(model).simulate({ stopTime: 1, tolerance: 1e-9 })
    expect(result.final('w')).toBeCloseTo(-2 * Math.exp(-1), 8)
  })
})

describe('structural errors', () => {
  it('name undetermined variables and superfluous equations', () => {
    const missing = () => translate(Model({ equations: equations`x + y + z = 1; x - y = time*z` }))
    expect(missing).toThrow(StructureError)
    expect(missing).toThrow(/1 equation\(s\) missing: 2 equations for 3 unknowns/)
    expect(() => translate(Model({ equations: equations`x = 1 + time; x = 2*time` }))).toThrow(
      /1 equation\(s\) too many/,
    )
    expect(() => translate(Model({ equations: equations`x = 1; x = 2*time; y + z = 3*time` }))).toThrow(
      /do not determine/,
    )
  })
})

describe('ranks', () => {
  it('follow from start values and from the equations', () => {
    const { slots } = translate(
      Model({
        A: [
          [1, 2],
          [3, 4],
        ],
        x: Var({ init: [1, 2] }),
        equations: equations`
          der(x) = -2*y
          y = A*x
          z = y + x
          s = x*z
          b = s > 1
          M = 2*A
        `,
      }),
    )
    const ranks = Object.fromEntries(
      ['x', 'y', 'z', 's', 'b', 'M'].map((name) => [name, slots.get(name)?.rank]),
    )
    expect(ranks).toEqual({ x: 'vector', y: 'vector', z: 'vector', s: 'scalar', b: 'boolean', M: 'matrix' })
  })
})

describe('systems', () => {
  it('one equation in one unknown is solved by division', () => {
    expect(systemsOf(Model({ p: 2, equations: equations`p*x + 3 = x*time` }))).toEqual([])
  })

  it('systems are linear with a constant or a variable matrix, or nonlinear', () => {
    const system = (c: string, b: string) =>
      Model({
        p: 2,
        x: Var({ start: 1 }),
        y: Var({ start: 1 }),
        equations: equations(`x + ${c}*y = 2 + time; x - ${b} = 1`),
      })
    expect(systemsOf(system('p', 'y'))).toEqual([['linear', 1, true]])
    expect(systemsOf(system('(2*p + 1)', 'y'))).toEqual([['linear', 1, true]])
    expect(systemsOf(system('sin(time)', 'y'))).toEqual([['linear', 1, false]])
    expect(systemsOf(system('p', 'y^3'))).toEqual([['nonlinear', 1, false]])
    // a variable is not a constant, although it is a single symbol
    expect(systemsOf(Model({ equations: equations`v = sin(time); x + v*y = 1; x - y = 2*time` }))).toEqual([
      ['linear', 1, false],
    ])
  })
})

describe('code', () => {
  const Filter = Model({
    R: Resistor({ R: 0.5 }),
    C: Capacitor({ C: 2 }),
    V: ConstantVoltage({ V: 10 }),
    ground: Ground(),
    connect: [
      ['V.p', 'R.p'],
      ['R.n', 'C.p'],
      ['C.n', 'V.n', 'ground.p'],
    ],
  })

  it('contains the equations as comments and divides only by parameters', () => {
    const { code } = translate(Filter)
    const text = code.dynamics.join('\n')
    for (const equation of ['V.v = V.V', 'R.R*R.i = R.v', 'C.C*der(C.v) = R.i'])
      expect(text).toContain(`// ${equation}`)
    expect(
      text
        .split('\n')
        .filter((line) => !line.includes('//'))
        .join('\n'),
    ).toMatch(/v\[\d+\] = \(v\[\d+\] \/ v\[\d+\]\)/)
    expect(code.rest).toEqual([])
  })

  it('computes in every evaluation only the variables that derivatives need', () => {
    const { dynamics, rest } = translate(
      Model({ x: Var({ init: 1 }), equations: equations`der(x) = -x; y = 2*x; z = y^2` }),
    )
    const targets = (blocks: typeof dynamics) =>
      blocks.map((block) => (block.kind === 'assign' ? block.target : ''))
    expect(targets(dynamics)).toEqual(['der(x)'])
    expect(targets(rest)).toEqual(['y', 'z'])
  })

  it('consists of functions of at most 150 equations', () => {
    const n = 400
    const lines = Array.from(
      { length: n },
      (_, i) => `der(x${i}) = ${i === 0 ? '-x0^2' : `x${i - 1}^2 - x${i}`}`,
    )
    const { code } = translate(Model({ equations: equations(lines.join('\n')) }))
    const counts = code.dynamics.map(
      (source) => source.split('\n').filter((line) => line.trim().startsWith('//')).length,
    )
    expect(counts.reduce((a, b) => a + b)).toBe(n)
    expect(Math.max(...counts)).toBeLessThanOrEqual(150)
    expect(counts).toHaveLength(3)
  })

  it('stays the same for arrays of any size', () => {
    const length = (size: number) => {
      const model = Model({
        x: Var({ init: new Array<number>(size).fill(1) }),
        equations: equations`der(x) = -2*x`,
      })
      return translate(model).code.dynamics.join('').length
    }
    expect(length(10_000)).toBe(length(10))
  })
})
