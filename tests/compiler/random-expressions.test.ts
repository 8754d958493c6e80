/**
 * Generated code, the interpreter and a separate computation agree on random expressions with scalars, vectors and
 * matrices.
 */
import { equations, instantiate, Model, Var, VarioError } from 'vario'
import { describe, expect, test } from 'vitest'
import type { ModelNode } from '../../src/model/index.ts'
import { InstantiatedModel } from '../../src/simulation/index.ts'
import { createRandom } from '../support/random.ts'
import { ExpressionGenerator, type Plain, type Shape, type Values } from './random-expressions.ts'

const VALUES: Values = {
  a: 0.7,
  b: [0.3, -1.2, 0.9],
  A: [
    [0.5, -0.25, 1],
    [2, 0.1, -0.7],
    [-1.1, 0.4, 0.6],
  ],
  x: 1.3,
  v: [-0.4, 0.8, 1.1],
  M: [
    [1, 0.2, -0.3],
    [0.6, -0.9, 0.4],
    [0.05, 1.5, 0.7],
  ],
}
/** Slopes of the states x, v, M. */
const SLOPES: Values = {
  x: -0.6,
  v: [0.2, 0.9, -0.5],
  M: [
    [0.3, -0.8, 0.1],
    [0.7, 0.25, -0.45],
    [-0.2, 0.15, 0.55],
  ],
}
const NAMES = { scalar: ['a', 'x'], vector: ['b', 'v'], matrix: ['A', 'M'] }
const SHAPES: readonly Shape[] = ['scalar', 'vector', 'matrix']

const flat = (value: Plain): number[] => (Array.isArray(value) ? (value as Plain[]).flatMap(flat) : [value])

function createModel(text: string): ModelNode {
  return Model({
    a: VALUES['a'],
    b: VALUES['b'],
    A: VALUES['A'],
    sx: SLOPES['x'],
    sv: SLOPES['v'],
    sM: SLOPES['M'],
    x: Var({ init: VALUES['x'] as number }),
    v: Var({ init: VALUES['v'] as number[] }),
    M: Var({ init: VALUES['M'] as number[][] }),
    equations: equations(`der(x) = sx; der(v) = sv; der(M) = sM; ${text}`),
  })
}

/** The values of `name` at the start, from generated and from interpreted code. */
function run(text: string, name: string): [number[], number[]] {
  const { flat, translation, model } = instantiate(createModel(text))
  const final = (isInterpreted: boolean): number[] => [
    ...new InstantiatedModel(flat, translation, model, isInterpreted)
      .simulate({ stopTime: 0 })
      .finalVector(name),
  ]
  return [final(false), final(true)]
}

/**
 * Relative to the largest value: the same operations in another order differ by the rounding errors of some 30
 * operations.
 */
const ROUNDING = 1e-13

function expectClose(
  found: readonly number[],
  expected: readonly number[],
  bound: number,
  text: string,
): void {
  const scale = Math.max(1, ...expected.map(Math.abs))
  expect(found.length, text).toBe(expected.length)
  found.forEach((x, i) => {
    expect(Math.abs(x - expected[i]) / scale, `${text}, element ${i + 1}`).toBeLessThan(bound)
  })
}

describe('random expressions', () => {
  for (const shape of SHAPES) {
    test(`evaluate to the value of the separate computation: ${shape}`, () => {
      const generator = new ExpressionGenerator(createRandom(11), NAMES, false)
      for (let k = 0; k < 120; k++) {
        const { text, value } = generator.next(shape, 1 + (k % 4))
        const expected = flat(value(VALUES))
        // floor and similar functions may jump between two computations of the same value
        const isRough = /floor|ceil|round|sign/.test(text)
        const [generated, interpreted] = run(`y = ${text}`, 'y')
        expect(interpreted, text).toEqual(generated)
        if (!isRough) expectClose(generated, expected, ROUNDING, text)
      }
    })

    test(`agree with difference quotients in their derivatives: ${shape}`, () => {
      const generator = new ExpressionGenerator(createRandom(5), NAMES, true)
      // step of a central difference: truncation h², rounding 1e-16/h
      const h = 1e-5
      const moved = (t: number): Values =>
        Object.fromEntries(
          Object.entries(VALUES).map(([name, value]) => [
            name,
            name in SLOPES ? move(value, SLOPES[name], t) : value,
          ]),
        )
      for (let k = 0; k < 60; k++) {
        const { text, value } = generator.next(shape, 1 + (k % 3))
        const [after, before] = [flat(value(moved(h))), flat(value(moved(-h)))]
        const expected = after.map((y, i) => (y - before[i]) / (2 * h))
        // v - v is the number 0, without a scale
        if (/\(([vMbA]) - \1\)/.test(text)) continue
        const [generated, interpreted] = run(`y = ${text}\nz = der(y)`, 'z')
        expect(interpreted, text).toEqual(generated)
        const scale = Math.max(...flat(value(VALUES)).map(Math.abs))
        // h² times the third derivative, and rounding of values of this size
        expectClose(generated, expected, 1e-6 * Math.max(1, scale), text)
      }
    })
  }

  test('give errors with a position in both, if they are incompatible', () => {
    const random = createRandom(3)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]
    const any = (depth: number): string => {
      if (depth === 0)
        return pick([
          'a',
          'x',
          'b',
          'v',
          'A',
          'M',
          '2',
          '0.5',
          'true',
          'time > 1',
          '"text"',
          '[1, 2]',
          'zeros(3)',
        ])
      const form = pick(['op', 'op', 'op', 'call', 'call2', 'index', 'if', 'list', 'for'])
      const [p, q] = [any(depth - 1), any(depth - 1)]
      switch (form) {
        case 'op':
          return `(${p} ${pick(['+', '-', '*', '/', '^', '.*', './', '.^', '<', '==', 'and', 'or'])} ${q})`
        case 'call':
          return `${pick(['sin', 'max', 'min', 'sum', 'norm', 'abs', 'not', 'transpose', 'diagonal', 'length', 'size', 'skew', 'noEvent'])}(${p})`
        case 'call2':
          return `${pick(['max', 'mod', 'atan2', 'dot', 'cross', 'fill', 'div'])}(${p}, ${q})`
        case 'index':
          return `(${p})[${pick(['1', '2', '3', '4', 'end', ':', '1, 2', ':, 1', '1:2, 3', '1.5', '0', q])}]`
        case 'if':
          return `(if ${any(depth - 1)} then ${p} else ${q})`
        case 'list':
          return pick([`[${p}, ${q}]`, `[${p}; ${q}]`])
        default:
          return `[${p} for v in ${pick(['1:3', '1:2', q])}]`
      }
    }
    let nRight = 0
    for (let k = 0; k < 1500; k++) {
      const text = any(1 + (k % 3))
      let generated: number[]
      let interpreted: number[]
      try {
        ;[generated, interpreted] = run(`y = ${text}`, 'y')
      } catch (error) {
        expect(error, `${text}: ${(error as Error).stack}`).toBeInstanceOf(VarioError)
        continue
      }
      nRight++
      expect(interpreted, text).toEqual(generated)
    }
    expect(nRight).toBeGreaterThan(100)
  })
})

/** value + t*slope. */
function move(value: Plain, slope: Plain, t: number): Plain {
  if (!Array.isArray(value)) return value + t * (slope as number)
  return (value as Plain[]).map((part, i) => move(part, (slope as Plain[])[i], t)) as Plain
}
