import { equations, Model, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { findOccurrences, flatten } from '../../src/model/index.ts'

describe('findOccurrences', () => {
  it('lists calls inside of branches, arrays, loops over elements and other calls', () => {
    const { equations: flat } = flatten(
      Model({
        x: Var({ init: 0 }),
        y: Var(),
        equations: equations`
          der(x) = if time > 1 then noEvent(abs(floor(x))) else -x;
          y = [homotopy(sin(i*x), x) for i in 1:3]`,
      }),
    )
    const { calls, kinds } = findOccurrences(flat)
    for (const fn of ['der', '>', 'noEvent', 'abs', 'floor', 'neg', 'homotopy', 'sin', '*'])
      expect(calls, fn).toContain(fn)
    expect(calls).not.toContain('ceil')
    expect([...kinds].sort()).toEqual(['comprehension', 'if', 'range'])
    // the walk is shared
    expect(findOccurrences(flat).calls).toBe(calls)
  })

  it('finds nothing in a model without equations', () => {
    const { calls, kinds } = findOccurrences([])
    expect(calls.size + kinds.size).toBe(0)
  })

  it('finds a call below long sums', () => {
    const name = { kind: 'name', name: 'x' } as const
    let right: Parameters<typeof findOccurrences>[0][number]['right'] = {
      kind: 'call',
      fn: 'Clock',
      args: [],
    }
    for (let k = 0; k < 20_000; k++) right = { kind: 'call', fn: '+', args: [right, name] }
    const { calls } = findOccurrences([{ left: name, right, component: '', origin: 'equation' }])
    expect([...calls].sort()).toEqual(['+', 'Clock'])
  })
})
