/** Subscripts and sums of relations that change at events. */
import { equations, instantiate, Model, Par, simulate, Var } from 'vario'
import { describe, expect, test } from 'vitest'

const TABLE = [10, 20, 30, 40]

describe('a subscript that is a step function never leaves the array', () => {
  test.each([
    ['integer(time*2) + 1', 0, 1.99, (t: number) => Math.floor(2 * t) + 1],
    ['integer(time)', 1, 4.99, (t: number) => Math.floor(t)],
    ['4 - integer(time*2)', 0, 1.99, (t: number) => 4 - Math.floor(2 * t)],
    ['ceil(up)', 0, 3.49, (t: number) => Math.ceil(t + 0.5)],
    ['ceil(down)', 0, 3.49, (t: number) => Math.ceil(3.5 - t)],
    ['integer(down) + 1', 0, 3.49, (t: number) => Math.floor(3.5 - t) + 1],
    ['round(up) + 1', 0, 2.99, (t: number) => Math.floor(t + 1) + 1],
    ['div(time*2, 1) + 1', 0, 1.99, (t: number) => Math.floor(2 * t) + 1],
    ['mod(integer(time*5), 4) + 1', 0, 3, (t: number) => (Math.floor(5 * t) % 4) + 1],
  ])('x[%s]', (subscript, startTime, stopTime, exact) => {
    const model = Model({
      ...{ x: Par(TABLE), up: Var({ init: 0.5 }), down: Var({ init: 3.5 }) },
      equations: equations(`y = x[${subscript}]\nder(up) = 1\nder(down) = -1`),
    })
    for (const interpret of [false, true]) {
      const result = instantiate(model, { interpret }).simulate({ startTime, stopTime })
      for (let t = startTime + 0.0317; t < stopTime; t += 0.1)
        expect(result.at('y', t)).toBe(TABLE[exact(t) - 1])
    }
  })

  test.each(['auto', 'bdf', 'radau5', 'tsit5', 'dop853'] as const)(
    'a stop time at the end of the last element ends with its value and a warning (%s)',
    (solver) => {
      const model = Model({
        x: Par(TABLE),
        z: Var({ init: 0 }),
        equations: equations`
          y = x[integer(time*2) + 1]
          der(z) = y
        `,
      })
      const result = simulate(model, { stopTime: 2, solver })
      expect(result.values('y').at(-1)).toBe(40)
      expect(result.values('time').at(-1)).toBe(2)
      // half a second of each element: the slope is constant between events, the error is rounding
      expect(result.values('z').at(-1)).toBeCloseTo(50, 10)
      expect(result.warnings.map(({ code }) => code)).toEqual(['STOP_EVENT'])
    },
  )

  test('a subscript that becomes too large is an error', () => {
    const model = Model({ x: Par(TABLE), equations: equations`y = x[integer(time*2) + 1]` })
    expect(() => simulate(model, { stopTime: 3 })).toThrow(/Subscript: expected 1 to 4, got 5/)
  })
})

describe('the number of true relations', () => {
  test('changes at events only, and can be compared by ==', () => {
    const t = [0.1, 0.3, 0.6]
    const model = Model({
      t: Par(t),
      equations: equations`
        isOdd = mod(sum([if time >= t[i] then 1 else 0 for i in 1:3]), 2) == 1
        n = sum([if sin(7*time) >= t[i] then 1 else 0 for i in 1:3])
        areTwo = n == 2
      `,
    })
    const result = simulate(model, { stopTime: 2, interval: 0.01 })
    for (let time = 0.005; time < 2; time += 0.01) {
      const past = t.filter((each) => time >= each).length
      const below = t.filter((each) => Math.sin(7 * time) >= each).length
      expect(result.at('isOdd', time)).toBe(past % 2)
      expect([result.at('n', time), result.at('areTwo', time)]).toEqual([below, below === 2 ? 1 : 0])
    }
  })

  test('is rejected without events, or if it does not count relations', () => {
    for (const element of ['noEvent(if x >= i then 1 else 0)', 'if x >= i then x else 0']) {
      const model = Model({
        x: Var({ init: 0 }),
        equations: equations(`der(x) = 1\ny = sum([${element} for i in 1:3]) == 1`),
      })
      expect(() => simulate(model, { stopTime: 1 })).toThrow(/compares numbers that change continuously/)
    }
  })
})
