/** Values of a run: their store, products with Jacobians, functions with memory. */
import { describe, expect, it } from 'vitest'
import {
  bindEntry,
  bindFunctions,
  copyValue,
  isSameValue,
  ValueStore,
  withSign,
} from '../../../src/compiler/index.ts'
import { MemoryFunction } from '../../../src/compiler/value-store/bind-functions.ts'
import { JacobianProducts } from '../../../src/compiler/value-store/jacobian-products.ts'
import { createTangentSlots, slotCode, tangentName } from '../../../src/compiler/value-store/value-store.ts'
import type { FunctionInfo, JacobianSite } from '../../../src/symbolic/index.ts'

const matrix = (rows: number, cols: number, ...data: number[]) => ({
  rows,
  cols,
  data: Float64Array.from(data),
})

describe('ValueStore', () => {
  it('writes and reads every rank in its place; arrays are copies', () => {
    const store = new ValueStore(3, 2, 1, 1)
    const r = Float64Array.of(1, 2)
    const M = matrix(1, 2, 3, 4)
    store.write({ rank: 'scalar', index: 1 }, 5, 'x')
    store.write({ rank: 'boolean', index: 2 }, true, 'b')
    store.write({ rank: 'vector', index: 0 }, r, 'r')
    store.write({ rank: 'matrix', index: 1 }, M, 'M')
    store.write({ rank: 'object', index: 0 }, 'text', 'o')
    r[0] = M.data[0] = 99
    expect([...store.v]).toEqual([0, 5, 1])
    expect(store.read({ rank: 'boolean', index: 2 })).toBe(true)
    expect(store.read({ rank: 'boolean', index: 0 })).toBe(false)
    expect(store.read({ rank: 'vector', index: 0 })).toEqual(Float64Array.of(1, 2))
    expect(store.read({ rank: 'matrix', index: 1 })).toEqual(matrix(1, 2, 3, 4))
    expect(store.read({ rank: 'object', index: 0 })).toBe('text')
  })

  it('fills all elements of an array of known size with a number', () => {
    const store = new ValueStore(1, 2, 0, 0)
    const [vector, other] = [0, 1].map((index) => ({ rank: index ? 'matrix' : 'vector', index }) as const)
    expect(() => store.write(vector, 7, 'r')).toThrow('Expected a vector of known size')
    expect(() => store.write(other, 7, 'M')).toThrow('Expected a matrix of known size')
    store.write(vector, Float64Array.of(1, 2, 3), 'r')
    store.write(vector, 7, 'r')
    expect(store.a[0]).toEqual(Float64Array.of(7, 7, 7))
    store.write(other, matrix(2, 1, 1, 2), 'M')
    store.write(other, 8, 'M')
    expect(store.a[1]).toEqual(matrix(2, 1, 8, 8))
    expect(() => store.write({ rank: 'scalar', index: 0 }, Float64Array.of(1), 'x')).toThrow(
      'x: expected a scalar',
    )
  })

  it('stores tangents beside the values, with the same lengths', () => {
    const store = new ValueStore(1, 1, 0, 0)
    store.write({ rank: 'vector', index: 0 }, Float64Array.of(1, 2), 'r')
    store.write({ rank: 'vector', index: 0, isTangent: true }, 3, 'r')
    store.write({ rank: 'scalar', index: 0, isTangent: true }, 4, 'x')
    expect(store.read({ rank: 'vector', index: 0, isTangent: true })).toEqual(Float64Array.of(3, 3))
    expect(store.read({ rank: 'scalar', index: 0, isTangent: true })).toBe(4)
    expect([store.v[0], store.a[0]]).toEqual([0, Float64Array.of(1, 2)])
  })
})

it('slots of values and tangents are written as code', () => {
  const slotOf = createTangentSlots((name) => (name === 'r' ? { rank: 'vector', index: 2 } : undefined))
  expect(slotCode(slotOf('r')!)).toBe('a[2]')
  expect(slotCode(slotOf(tangentName('r'))!)).toBe('e[2]')
  expect([slotOf('q'), slotOf('$d(q)')]).toEqual([undefined, undefined])
  const codes = (['scalar', 'boolean', 'object', 'matrix'] as const).map((rank) =>
    slotCode({ rank, index: 3 }),
  )
  expect(codes).toEqual(['v[3]', '(v[3] !== 0)', 'o[3]', 'a[3]'])
  expect(slotCode({ rank: 'scalar', index: 3, isTangent: true })).toBe('d[3]')
})

it('values are copied, compared and given signs', () => {
  const r = Float64Array.of(1, -2)
  expect(copyValue(r)).toEqual(r)
  expect(copyValue(r)).not.toBe(r)
  const M = matrix(1, 1, 5)
  expect((copyValue(M) as typeof M).data).not.toBe(M.data)
  expect(withSign(-1, r)).toEqual(Float64Array.of(-1, 2))
  expect(withSign(1, 'text')).toBe('text')
  expect(isSameValue(r, Float64Array.of(1, -2))).toBe(true)
  expect(isSameValue(r, Float64Array.of(1, 2))).toBe(false)
  expect(isSameValue(matrix(1, 2, 1, 2), matrix(2, 1, 1, 2))).toBe(false)
  expect([isSameValue(0, -0), isSameValue(Number.NaN, Number.NaN), isSameValue('a', 'b')]).toEqual([
    false,
    true,
    false,
  ])
})

describe('JacobianProducts', () => {
  // y = [x0² + 2 x1 s, 3 s] of a vector x and a number s
  let calls = 0
  const info: FunctionInfo = {
    name: 'f',
    shape: 'vector',
    evaluate: () => 0,
    jacobian: ((x: Float64Array, s: number) => {
      calls++
      return matrix(2, 3, 2 * x[0], 2 * s, 2 * x[1], 0, 0, 3)
    }) as never,
  }
  const site = (isAlongDirections: boolean): JacobianSite =>
    ({ info, nArgs: 2, isAlongDirections }) as JacobianSite
  const x = Float64Array.of(5, 7)

  it('multiplies columns by the elements of all directions, and overwrites earlier results', () => {
    const products = new JacobianProducts(new Map())
    const at = site(false)
    // [10 4 14; 0 0 3] times [1, 2, 3] and [0, 0, -1]
    expect(products.multiply(at, [x, 2, Float64Array.of(1, 2), 3])).toEqual(Float64Array.of(60, 9))
    expect(products.multiply(at, [x, 2, Float64Array.of(0, 0), -1])).toEqual(Float64Array.of(-14, -3))
  })

  it('keeps the matrix along directions until values change', () => {
    const products = new JacobianProducts(new Map())
    const at = site(true)
    calls = 0
    for (const s of [2, 100]) products.multiply(at, [x, s, x, 1])
    expect(calls).toBe(1)
    products.start()
    expect(products.multiply(at, [x, 0, Float64Array.of(0, 1), 0])).toEqual(Float64Array.of(0, 0))
    expect(calls).toBe(2)
  })

  it('rejects a matrix of another size', () => {
    const products = new JacobianProducts(new Map())
    expect(() => products.multiply(site(false), [x, 2, x])).toThrow(
      "'f': expected a matrix of one row per element × 2",
    )
  })
})

it('bindFunctions binds functions to the memory of their component, and leaves others unchanged', () => {
  const memory = { factor: 3 }
  const times = function (this: typeof memory, value: number): number {
    return this.factor * value
  }
  const plain: FunctionInfo = { name: 'plain', evaluate: () => 1 }
  const functions = new Map<string, FunctionInfo>([
    ['plain', plain],
    ['times', { name: 'times', evaluate: times, jacobian: times as never, hasMemory: true, memoryOf: 'a.b' }],
  ])
  const paths: string[] = []
  const bound = bindFunctions(functions, (path) => {
    paths.push(path)
    return memory
  })
  expect(paths).toEqual(['a.b'])
  expect(bound.get('plain')).toBe(plain)
  const { evaluate, jacobian } = bound.get('times')!
  expect([(evaluate as (x: number) => number)(5), (jacobian as unknown as (x: number) => number)(2)]).toEqual(
    [15, 6],
  )
  expect(bindEntry(new MemoryFunction('times'), bound)).toBe(evaluate)
  expect(bindEntry('other', bound)).toBe('other')
})
