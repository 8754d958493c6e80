/** Derivatives along a direction, against derivatives by hand. */
import { describe, expect, it } from 'vitest'
import { VarioError } from '../../../src/base/index.ts'
import type { Assignment } from '../../../src/compiler/equations/index.ts'
import { differentiateSystem } from '../../../src/compiler/index.ts'
import {
  differentiateBlocks,
  type TangentAssignments,
  type TangentSystem,
  unlessUnknown,
} from '../../../src/compiler/tangent-program.ts'
import type { Rank } from '../../../src/compiler/value-store/index.ts'
import { printExpr } from '../../../src/symbolic/index.ts'
import { func, system, valueAt } from '../handmade.ts'
import { assignment } from '../support.ts'

const NO_FUNCTIONS = new Map()
const ranks = (of: Record<string, Rank>) => (name: string) => ({ rank: of[name] ?? 'scalar', index: 0 })

/** Computes the assignments in order, and adds their values to a point. */
function run(list: readonly Assignment[], point: Record<string, number>): Record<string, number> {
  const values = { ...point }
  for (const { target, value } of list) values[target] = valueAt(value, values) as number
  return values
}

/** A point and a direction; rounding of a handful of operations of size 10 stays below 1e-14. */
const POINT = { time: 0.7, x: 2, y: 3, '$d(x)': 0.5, '$d(y)': -1 }
const DIGITS = 14

describe('differentiateBlocks', () => {
  it('applies product, chain and sum rule along a direction; expressions independent of the states have no tangent', () => {
    const blocks = ['a = x*y + time', 'b = 3*time', 'c = sin(a)/y - b*x^2'].map(assignment)
    const program = differentiateBlocks(blocks, ['x', 'y'], [], NO_FUNCTIONS, ranks({}))!
    expect(program.active).toEqual(new Set(['x', 'y', 'a', 'c']))
    expect(program.steps).toHaveLength(1)
    const { kind, list } = program.steps[0] as TangentAssignments
    expect(kind).toBe('assign')
    expect(list.map(({ target, text }) => [target, text])).toEqual([
      ['$d(a)', 'd: a = x*y + time'],
      ['$d(c)', 'd: c = sin(a)/y - b*x^2'],
    ])
    const [a, b] = [2 * 3 + 0.7, 3 * 0.7]
    const values = run(list, { ...POINT, a, b })
    const da = 3 * 0.5 + 2 * -1
    expect(values['$d(a)']).toBeCloseTo(da, DIGITS)
    const dc = (Math.cos(a) * da) / 3 - (Math.sin(a) / 9) * -1 - b * 2 * 2 * 0.5
    expect(values['$d(c)']).toBeCloseTo(dc, DIGITS)
  })

  it('computes the tangents of a system in all directions, between the assignments before and after it', () => {
    const implicit = system(['s'], ['u = x - 0.5*cos(s)'], ['s + 0.2*sin(s + u) - p'])
    const constant = system(['k'], [], ['k^2 - time'])
    const blocks = [assignment('p = x*x'), constant, implicit, assignment('q = s*u + k')]
    const program = differentiateBlocks(blocks, ['x'], [constant, implicit], NO_FUNCTIONS, ranks({}))!
    expect(program.active).toEqual(new Set(['x', 'p', 's', 'u', 'q']))
    expect(program.steps.map(({ kind }) => kind)).toEqual(['assign', 'system', 'assign'])
    const [before, middle, behind] = program.steps as [TangentAssignments, TangentSystem, TangentAssignments]
    expect(before.list.map(({ target }) => target)).toEqual(['$d(p)'])
    expect(behind.list.map(({ target }) => target)).toEqual(['$d(q)'])
    // Its number among the systems, not among the blocks
    expect(middle.system).toBe(1)

    const point = { x: 2, p: 4, s: 0.3, u: 1.1, k: 5, '$d(x)': 0.5, '$d(s)': -0.4 }
    const dp = 2 * 2 * 0.5
    const du = 0.5 + 0.5 * Math.sin(0.3) * -0.4
    const values = run([...before.list, ...middle.inner, ...behind.list], point)
    expect(values['$d(u)']).toBeCloseTo(du, DIGITS)
    const [residual] = middle.residuals
    expect(residual.text).toBe('d: s + 0.2*sin(s + u) - p')
    expect(valueAt(residual.value, values)).toBeCloseTo(-0.4 + 0.2 * Math.cos(1.4) * (-0.4 + du) - dp, DIGITS)
    expect(values['$d(q)']).toBeCloseTo(-0.4 * 1.1 + 0.3 * du, DIGITS)
  })

  it('makes no empty steps', () => {
    const only = system(['s'], [], ['s - x'])
    expect(differentiateBlocks([only], ['x'], [only], NO_FUNCTIONS, ranks({}))!.steps).toHaveLength(1)
    expect(differentiateBlocks([assignment('b = time')], ['x'], [], NO_FUNCTIONS, ranks({}))!.steps).toEqual(
      [],
    )
  })

  it('differentiates the square of a vector as twice the scalar product', () => {
    const slotOf = ranks({ r: 'vector' })
    const program = differentiateBlocks([assignment('a = r*r')], ['r'], [], NO_FUNCTIONS, slotOf)!
    const [{ value }] = (program.steps[0] as TangentAssignments).list
    const point = { r: Float64Array.of(1, -2, 3), '$d(r)': Float64Array.of(0.5, 1, 2) }
    expect(valueAt(value, point)).toBe(2 * (0.5 - 2 + 6))
  })

  it('gives Booleans no tangent, and returns null for objects and functions without derivative', () => {
    const make = (text: string, of: Record<string, Rank> = {}, functions = NO_FUNCTIONS) =>
      differentiateBlocks([assignment(text)], ['x'], [], functions, ranks(of))
    const nothing = { steps: [], active: new Set(['x']) }
    expect(make('b = x > 1', { b: 'boolean' })).toEqual(nothing)
    expect(make('b = f(x)', { b: 'boolean' }, new Map([func('f')]))).toEqual(nothing)
    expect(make('o = x*x', { o: 'object' })).toBeNull()
    expect(make('y = f(x)', {}, new Map([func('f')]))).toBeNull()
    // With a constant argument the function needs no derivative
    expect(make('y = f(time)', {}, new Map([func('f')]))!.steps).toEqual([])
  })
})

describe('differentiateSystem', () => {
  it('differentiates along the unknowns only', () => {
    const block = system(['s'], ['u = x - 0.5*cos(s)', 'w = x*x'], ['s*x + u^2 - w', 'x - 1'])
    const { inner, residuals } = differentiateSystem(block, NO_FUNCTIONS, ranks({}))!
    expect(inner.map(({ target }) => target)).toEqual(['$d(u)'])
    const values = run(inner, { s: 0.3, x: 2, u: 1.5, w: 4, '$d(s)': 0.25, '$d(x)': 100 })
    const du = 0.5 * Math.sin(0.3) * 0.25
    expect(valueAt(residuals[0].value, values)).toBeCloseTo(0.25 * 2 + 2 * 1.5 * du, DIGITS)
    // An unaffected residual is zero, with the length of the residual
    expect(printExpr(residuals[1].value)).toBe('0*(x - 1)')
  })

  it('returns null if a function has no derivative', () => {
    expect(differentiateSystem(system(['s'], [], ['f(s)']), new Map([func('f')]), ranks({}))).toBeNull()
  })
})

it('unlessUnknown catches missing derivatives and rethrows other errors', () => {
  expect(unlessUnknown(() => 7)).toBe(7)
  for (const code of ['DERIVATIVE', 'UNSUPPORTED']) {
    expect(
      unlessUnknown(() => {
        throw new VarioError(code, 'none')
      }),
    ).toBeNull()
  }
  expect(() =>
    unlessUnknown(() => {
      throw new VarioError('TYPE', 'wrong')
    }),
  ).toThrow('wrong')
})
