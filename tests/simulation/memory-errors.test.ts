/** Wrong declarations of components with memory. */
import { equations, Model, simulate, Var } from 'vario'
import type { ComponentMemory, SegmentContext } from 'vario/components'
import { describe, expect, test } from 'vitest'
import { hooksOf } from './memory-components.ts'

describe('errors name the component', () => {
  const failing = (initSegment: (segment: SegmentContext) => void, rest: ComponentMemory = {}) =>
    expect(() => simulate(Model({ a: Model({ b: hooksOf({ initSegment, ...rest }) })() }), { stopTime: 1 }))

  test.each<[string, (segment: SegmentContext) => void, RegExp]>([
    [
      'an unknown parameter',
      (s) => s.number('nt'),
      /a\.b\.nt: expected one of the parameters nT, m \(did you mean 'nT'\?\)/,
    ],
    ['a matrix for a number', (s) => s.number('m'), /a\.b\.m: expected a number/],
    ['a number for a vector', (s) => s.vector('nT'), /a\.b\.nT: expected a vector, got 1/],
    ['a number for a matrix', (s) => s.matrix('nT'), /a\.b\.nT: expected a matrix, got 1/],
    [
      'a start value',
      (s) => s.state('x', { start: [0, Number.NaN] }),
      /a\.b\.x\.start\[2\]: expected a finite number, got NaN/,
    ],
    [
      'an infinite scalar',
      (s) => s.state('x', { start: Infinity }),
      /a\.b\.x\.start: expected a finite number/,
    ],
    [
      'no start value',
      (s) => s.state('x', {} as never),
      /a\.b\.x\.start: expected a number or an array of numbers, got undefined/,
    ],
    [
      'a nominal value',
      (s) => s.state('x', { start: 0, nominal: 0 }),
      /a\.b\.x\.nominal: expected a positive number/,
    ],
    ['a size', (s) => s.result('w', { size: [2, -1] }), /a\.b\.w\.size\[1\]: expected an integer >= 0/],
    [
      'a number of indicators',
      (s) => s.indicators(0.5),
      /a\.b: number of event indicators: expected an integer >= 0/,
    ],
    [
      'a name of the model',
      (s) => s.state('nT', { start: 0 }),
      /a\.b\.nT: expected a name that neither the model/,
    ],
    [
      'a name twice',
      (s) => [s.state('x', { start: 0 }), s.result('x')],
      /a\.b\.x: expected a name that neither the model/,
    ],
    ['an unknown unit', (s) => s.state('x', { start: 0, unit: 'quux' }), /quux/],
  ])('%s', (_what, initSegment, message) => {
    failing(initSegment).toThrow(message)
  })

  test.each(['x', 'v', 's', 'other'])(
    'resize accepts only vectors of equations that are not states, not %s',
    (name) => {
      const memory: ComponentMemory = { initSegment: (segment) => segment.resize(name, 3) }
      const hooks = hooksOf(memory, {
        x: Var({ init: [1, 2] }),
        s: Var({ init: 1 }),
        equations: equations`
        der(x) = -x
        der(s) = -s
        v = 2*s
      `,
      })
      expect(() => simulate(Model({ a: hooks }), { stopTime: 1 })).toThrow(
        `a.${name}: resize: expected a vector of the equations that is not a state`,
      )
    },
  )

  test('a derivative that is never written', () => {
    failing((s) => s.state('x', { start: [0, 0] })).toThrow(/state a\.b\.x\[1\]/)
  })

  test('an indicator that is not finite', () => {
    let z: { values: Float64Array }
    failing(
      (s) => {
        z = s.indicators(2)
      },
      {
        evaluate: () => {
          z.values[1] = Number.NaN
        },
      },
    ).toThrow(/event indicator 2 of a\.b/)
  })
})
