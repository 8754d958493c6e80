// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the text of templates before interpolation

import { expect, test } from 'vitest'
import {
  type FunctionInfo,
  isExpr,
  parseTemplate,
  parseTemplateExpression,
  printEquation,
  renameCalls,
  valueToExpr,
} from '../../src/symbolic/index.ts'
import { p, plain } from './helpers.ts'

const equations = (strings: TemplateStringsArray, ...values: unknown[]) => {
  const { statements, functions } = parseTemplate(strings, values)
  return { printed: statements.map((s) => printEquation(s as never)), functions, statements }
}

test('numbers, Booleans, arrays and expressions are inserted as values', () => {
  const { printed } = equations`a = ${-2}^2 + ${0.5}*x
    b = ${true}
    c = ${[1, 2]} + ${[[1, 2], [3, 4]]}[1]
    d = 2*${p('u + v')}
    e = ${Float64Array.of(7)}`
  expect(printed).toEqual([
    'a = (-2)^2 + 0.5*x',
    'b = true',
    'c = [1, 2] + [1, 2; 3, 4][1]',
    'd = 2*(u + v)',
    'e = [7]',
  ])
})

test('strings are names, and numbers end names or are component subscripts', () => {
  const { printed } = equations`${'R1'}.v = ${'cells[2]'}.T
    x${3} = cells[${2}].T`
  expect(printed).toEqual(['R1.v = cells[2].T', 'x3 = cells[2].T'])
})

test('functions are called under their own names where these are free', () => {
  const thrust = (t: number): number => 2 * t
  const other = { thrust: (t: number): number => 3 * t }.thrust
  const info: FunctionInfo = { name: 'gain', evaluate: (x: number) => x, shape: 'like' }
  const { printed, functions } =
    equations`a = ${thrust}(time) + ${thrust}(1) + ${other}(2) + ${(x: number) => x}(3)
    b = ${info}(4) + sqrt_(x)
    c = ${function sqrt_(x: number) {
      return x
    }}(5)`
  expect(printed).toEqual([
    'a = thrust(time) + thrust(1) + thrust_2(2) + f(3)',
    'b = gain(4) + sqrt_(x)',
    'c = sqrt__2(5)',
  ])
  expect(functions.get('thrust')).toEqual({ name: 'thrust', evaluate: thrust })
  expect(functions.get('thrust_2')?.evaluate).toBe(other)
  expect(functions.get('gain')).toEqual(info)
  expect([...functions.keys()]).toEqual(['thrust', 'thrust_2', 'f', 'gain', 'sqrt__2'])
})

test('other objects, and functions that are not called, are passed on', () => {
  const table = { points: [1, 2] }
  const { expr } = parseTemplateExpression(['interpolate(', ', ', ')'], [table, Math.sin])
  expect(expr).toMatchObject({ kind: 'call', args: [{ kind: 'object', value: table }, { value: Math.sin }] })
})

test('positions count in the text with ${…}', () => {
  const { statements } = equations`a = ${12345}*b`
  expect(statements[0].pos).toMatchObject({ start: 0, end: 10, source: { text: 'a = ${…}*b' } })
})

test('renameCalls renames calls at all depths', () => {
  expect(plain(renameCalls(p('f(x) + g(f(1))'), new Map([['f', 'a.f']])))).toEqual(
    plain(p('a.f(x) + g(a.f(1))')),
  )
})

test('values become expressions', () => {
  expect(valueToExpr(null)).toBeUndefined()
  expect(valueToExpr([1, 'a'])).toMatchObject({ kind: 'object' })
  expect(valueToExpr('a')).toEqual({ kind: 'string', value: 'a' })
  expect(isExpr({ kind: 'name', name: 'x' })).toBe(true)
  expect(isExpr({ kind: 'other' })).toBe(false)
})
