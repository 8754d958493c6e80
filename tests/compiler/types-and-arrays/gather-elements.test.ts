/** Equations of elements, gathered where they determine their array. */
import { Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { createKnownNames, expandEquations } from '../../../src/compiler/equations/index.ts'
import { createIsScalar, gatherElements } from '../../../src/compiler/types-and-arrays/index.ts'
import { evaluateModel } from '../../../src/model/index.ts'
import { flat, show } from '../support.ts'

function gather(text: string, members: Record<string, unknown> = {}): string[] {
  const model = flat(text, members)
  const equations = expandEquations(model, model.equations)
  const values = evaluateModel(model)
  const isScalar = createIsScalar(model, values)
  return gatherElements(equations, values, createKnownNames(model), isScalar).equations.map(show)
}

describe('gatherElements', () => {
  it('puts elements in order at the place of the first equation, from either side', () => {
    expect(gather('a = time; x[2] = 2*a; 3 = x[3]; b = a; x[1] = b')).toEqual([
      'a = time',
      'x = [b, 2*a, 3]',
      'b = a',
    ])
  })

  it('gathers derivatives too, even of a vector of one element', () => {
    expect(gather('der(x)[1] = x[2]; der(x)[2] = -x[1]')).toEqual(['der(x) = [x[2], -x[1]]'])
    expect(gather('der(x)[1] = -x[1]', { x: Var({ init: [1] }) })).toEqual(['der(x) = [-x[1]]'])
    expect(gather('x[1] = time')).toEqual(['x = [time]'])
  })

  it('leaves equations of elements unchanged if other equations determine the array', () => {
    const texts = ['der(v) = -v', 'y1 = v[1]', 'y2 = v[2]']
    expect(gather(texts.join(';'), { v: Var({ init: [1, 2] }) })).toEqual(texts)
    expect(gather('v = 2*w; w = [time, 1]; a = v[1]; b = v[2]')).toEqual([
      'v = 2*w',
      'w = [time, 1]',
      'a = v[1]',
      'b = v[2]',
    ])
  })

  it('decides for each array separately', () => {
    expect(gather('der(v) = -v; a = v[1]; x[1] = a; x[2] = 2*a', { v: Var({ init: [1] }) })).toEqual([
      'der(v) = -v',
      'a = v[1]',
      'x = [a, 2*a]',
    ])
  })

  it('ignores elements of other arrays', () => {
    expect(gather('der(x)[1] = x[2]; der(x)[2] = -x[1]; y[1] = x[1]; y[2] = x[2] + y[1]')).toEqual([
      'der(x) = [x[2], -x[1]]',
      'y = [x[1], x[2] + y[1]]',
    ])
  })

  it.each([
    ['an element is missing by the start value', 'x[1] = 1; x[2] = 2', { x: Var({ start: [0, 0, 0] }) }],
    ['an element is missing in between', 'x[1] = 1; x[3] = 2', {}],
    ['an element has two equations', 'x[1] = 1; x[2] = 2; x[2] = 3', {}],
    ['a subscript is not known', 'x[m] = 1; x[2] = 2', {}],
  ])('leaves them unchanged if %s', (_, text, members) => {
    expect(gather(text, members)).toEqual(text.split('; '))
  })

  it('ignores elements of parameters', () => {
    expect(gather('p[1] = a; p[2] = b', { p: [1, 2] })).toEqual(['p[1] = a', 'p[2] = b'])
  })
})
