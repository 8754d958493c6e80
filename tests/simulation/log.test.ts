/** The log and the progress of a simulation. */
import { equations, Model, simulate, Var } from 'vario'
import { expect, it } from 'vitest'

it('the log contains segments, events and the end', () => {
  const Ball = Model({
    h: Var({ init: 1 }),
    v: Var({ init: 0 }),
    equations: equations`
      der(h) = v
      der(v) = -9.81
      when h < 0 then
        reinit(v, -0.7*pre(v))
      end when
    `,
  })
  const lines: string[] = []
  simulate(Ball, { stopTime: 0.6, log: (line) => lines.push(line) })
  expect(lines[0]).toBe('segment 1 at t = 0 s: 2 state value(s), states h, v')
  // The first impact is at √(2/g) = 0.45152364 s.
  const events = lines.filter((line) => line.startsWith('event'))
  expect(events[0]).toMatch(/^event at t = 0\.45152364\d* s/)
  expect(lines.at(-1)).toMatch(/^end at t = 0\.6 s: \d+ steps/)
})

it('progress is reported at every output point, including the first and the last', () => {
  const Decay = Model({ x: Var({ init: 1 }), equations: equations`der(x) = -x` })
  const told: [number, number][] = []
  simulate(Decay, {
    startTime: 1,
    stopTime: 3,
    interval: 0.5,
    onProgress: (t, part) => told.push([t, part]),
  })
  expect(told).toEqual([
    [1, 0],
    [1.5, 0.25],
    [2, 0.5],
    [2.5, 0.75],
    [3, 1],
  ])
})

it('a singularity is reported with the equation of the state', () => {
  const model = Model({ x: Var({ init: 1 }), equations: equations`der(x) = x^2` })
  // x = 1/(1 - t) has a pole at 1
  expect(() => simulate(model, { stopTime: 2 })).toThrow('Concerned: state x, from der(x) = x^2.')
})
