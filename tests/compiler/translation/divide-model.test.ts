/** Models in independent islands. */
import { equations, Model, Par, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { divideModel } from '../../../src/compiler/index.ts'
import { type FlatModel, flatten } from '../../../src/model/index.ts'
import { printEquation } from '../../../src/symbolic/index.ts'
import { func, handmade, stateCondition } from '../handmade.ts'

const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8]

/** Balls with a `when` each, a parameter and an input for all, and equations without events, which share nothing. */
function balls(count: number, more: Record<string, unknown> = {}, text = ''): FlatModel {
  const members: Record<string, unknown> = { g: Par(9.81), u: Var({ input: true }), ...more }
  const lines = ['der(s) = -s + r', 'r = 2*time', 'w = 3*time', text]
  for (const k of NUMBERS.slice(0, count)) {
    members[`v${k}`] = Var({ init: k })
    lines.push(`der(h${k}) = v${k}; der(v${k}) = -g + u`)
    lines.push(`when h${k} < 0 then reinit(v${k}, -v${k}) end when`)
  }
  return flatten(Model({ ...members, equations: equations(lines.join('\n')) }))
}

const divide = (flat: FlatModel, parts: Parameters<typeof handmade>[0] = {}) =>
  divideModel(flat, handmade({ model: flat, ...parts }))
const textsOf = ({ equations: list }: FlatModel) => list.map((equation) => printEquation(equation))

describe('divideModel', () => {
  it('makes every ball an island with its equations, and all equations without events one more', () => {
    const flat = balls(8)
    const islands = divide(flat)!
    expect(islands).toHaveLength(9)
    const quiet = islands.find(({ whens }) => whens.length === 0)!
    expect(textsOf(quiet)).toEqual(['der(s) = -s + r', 'r = 2*time', 'w = 3*time'])
    expect([...quiet.variables.keys()].sort()).toEqual(['r', 's', 'w'])
    expect(quiet.parameters.size).toBe(0)
    const third = islands.find(({ variables }) => variables.has('h3'))!
    expect(textsOf(third)).toEqual(['der(h3) = v3', 'der(v3) = -g + u'])
    // Shared: the parameter and the input
    expect([...third.variables.keys()].sort()).toEqual(['h3', 'u', 'v3'])
    expect([...third.parameters.keys()]).toEqual(['g'])
    expect(third.variables.get('v3')).toBe(flat.variables.get('v3'))
    expect(third.whens).toHaveLength(1)
    // Nothing is lost, nothing duplicated
    expect(islands.flatMap(textsOf).sort()).toEqual(textsOf(flat).sort())
    expect(islands.flatMap(({ whens }) => whens)).toHaveLength(8)
  })

  it('makes islands of state conditions too, on their left or right sides', () => {
    const lines = NUMBERS.map((k) => `der(x${k}) = y${k}; y${k} = -x${k}`)
    const flat = flatten(Model({ equations: equations(lines.join('\n')) }))
    const conditions = NUMBERS.map((k) =>
      k % 2 ? stateCondition(`x${k}`, '>', '0') : stateCondition('1', '>', `y${k}`),
    )
    expect(divide(flat)).toBeNull()
    expect(divide(flat, { conditions })).toHaveLength(8)
  })

  it('leaves fewer than eight islands undivided, even with more conditions', () => {
    expect(divide(balls(7))).toBeNull()
    expect(divide(balls(7, {}, 'when s > 1 then reinit(s, 0) end when'))).toHaveLength(9)
    expect(divide(balls(7), { conditions: NUMBERS.map(() => stateCondition('h1', '>', '1')) })).toBeNull()
  })

  it.each([
    ['an equation', 'h1 + h2 = q'],
    ['an action', 'when h1 > 9 then reinit(v2, 1) end when'],
    ['an assigned value', 'when h1 > 9 then q = v2 end when'],
    ['an assertion', 'assert(h1 + h2 > -100, "low")'],
  ])('joins two balls that share %s into one island', (_, text) => {
    // Eight islands with events remain, because s has a `when` too, and that of w
    const flat = balls(8, {}, `when s > 1 then reinit(s, 0) end when\n${text}`)
    const islands = divide(flat)!
    expect(islands).toHaveLength(9)
    const joined = islands.find(({ variables }) => variables.has('h1'))!
    expect(joined.variables.has('h2')).toBe(true)
    expect(joined.variables.has('h3')).toBe(false)
    expect(islands.flatMap(({ asserts }) => asserts)).toHaveLength(flat.asserts.length)
  })

  it.each<[string, Partial<FlatModel>, Parameters<typeof handmade>[0]]>([
    ['a component with memory', { memories: [{ path: 'a', create: () => ({}) }] }, {}],
    ['a function with memory', { functions: new Map([func('f', true)]) }, {}],
    ['terminal()', {}, { usesTerminal: true }],
    [
      'constraints between states',
      {},
      {
        constraints: [
          { kind: 'assign', target: '$constraint[1]', value: { kind: 'number', value: 0 }, text: '' },
        ],
      },
    ],
  ])('leaves the model undivided: %s', (_, change, parts) => {
    expect(divide({ ...balls(8), ...change }, parts)).toBeNull()
    expect(divide({ ...balls(8), functions: new Map([func('f')]) })).not.toBeNull()
  })

  it('leaves a model with terminate undivided, because it ends the whole run', () => {
    expect(divide(balls(8, {}, 'when s > 1 then terminate("end") end when'))).toBeNull()
  })
})
