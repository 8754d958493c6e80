/** State machines: transitions at events, chains, priorities, hierarchy, history, variables of states. */
import {
  equations,
  expr,
  instantiate,
  Model,
  modelFromJson,
  modelToJson,
  StateMachine,
  simulate,
  Var,
} from 'vario'
import { describe, expect, it } from 'vitest'
import { equalModels, flatten } from '../../src/model/index.ts'
import { messageOf } from '../model/support.ts'

/** A room of 10 s that cools towards 260 K, and is heated towards 320 K, between 275 K and 285 K. */
const Thermostat = Model({
  T: Var({ init: 280 }),
  equations: equations`10*der(T) = 260 - T + P`,
  mode: StateMachine({
    initial: 'off',
    states: { off: equations`P = 0`, heating: equations`P = 60` },
    transitions: [
      { from: 'off', to: 'heating', condition: expr`T < 275` },
      { from: 'heating', to: 'off', condition: expr`T > 285` },
    ],
  }),
})

/** A ramp up to 1 within 0.5 s, and a pause of 0.25 s. */
const Sawtooth = Model({
  m: StateMachine({
    initial: 'ramp',
    states: {
      ramp: Model({
        k: Var({ init: 0 }),
        n: Var({ start: 0 }),
        equations: equations`
          der(k) = 2
          y = k
          when k > 0.5 then
            n = pre(n) + 1
          end when
        `,
      }),
      pause: equations`y = -1`,
    },
    transitions: [
      { from: 'ramp', to: 'pause', condition: expr`k >= 1` },
      { from: 'pause', to: 'ramp', condition: expr`timeInState >= 0.25` },
    ],
  }),
})

/** On, with a machine that goes from low to high after 0.3 s, and off between 1 s and 2 s. */
const Nested = (back: object, away: object = {}) =>
  Model({
    m: StateMachine({
      initial: 'on',
      states: {
        on: Model({
          level: StateMachine({
            initial: 'low',
            states: { low: equations`P = 1`, high: equations`P = 2` },
            transitions: [{ from: 'low', to: 'high', condition: expr`timeInState > 0.3` }],
          }),
        }),
        off: equations`P = 0`,
      },
      transitions: [
        { from: 'on', to: 'off', condition: expr`time > 1 and time < 1.5`, ...away },
        { from: 'off', to: 'on', condition: expr`time > 2`, ...back },
      ],
    }),
  })
const valuesAt = (model: Parameters<typeof simulate>[0], name: string, times: readonly number[]) => {
  const result = simulate(model, { stopTime: Math.max(...times) + 0.1, tolerance: 1e-8 })
  return times.map((t) => result.at(name, t))
}

describe('a state machine', () => {
  // 10 ln(20/15) until the first switching, then alternately 10 ln(45/35) of heating and 10 ln(25/15) of cooling
  const first = 10 * Math.log(20 / 15)
  const [heating, cooling] = [10 * Math.log(45 / 35), 10 * Math.log(25 / 15)]
  const since = 30 - (first + 4 * heating + 3 * cooling)

  it.each(['tsit5', 'dop853', 'bdf', 'radau5', 'auto'] as const)(
    'switches equations at events, with %s',
    (solver) => {
      const result = simulate(Thermostat, { stopTime: 30, tolerance: 1e-9, solver })
      // bdf has some hundred tolerances after eight events
      expect(result.final('T')).toBeCloseTo(260 + 25 * Math.exp(-since / 10), 5)
      expect(result.final('mode.timeInState')).toBeCloseTo(since, 5)
      expect([result.final('mode.state'), result.at('mode.state', 3)]).toEqual([1, 2])
      expect([result.at('mode.off.active', 3), result.at('mode.heating.active', 3)].map(Boolean)).toEqual([
        false,
        true,
      ])
    },
  )

  it('is interpreted, modified and written as JSON like other components', () => {
    const run = instantiate(Thermostat, { interpret: true }).simulate({ stopTime: 30, tolerance: 1e-9 })
    expect(run.final('mode.timeInState')).toBeCloseTo(since, 5)
    const back = modelFromJson(JSON.stringify(modelToJson(Thermostat)))
    expect(equalModels(back, Thermostat)).toBe(true)
    expect(simulate(back, { stopTime: 30, tolerance: 1e-9 }).final('mode.timeInState')).toBeCloseTo(since, 5)
    // starts heating, at 280 K
    expect(simulate(Thermostat({ mode: { state: 2 } }), { stopTime: 1 }).final('mode.state')).toBe(2)
  })

  it('goes through a chain of states at one instant', () => {
    const chain = Model({
      m: StateMachine({
        initial: 'a',
        states: { a: equations`y = 1`, b: equations`y = 2`, c: equations`y = 3` },
        transitions: [
          { from: 'a', to: 'b', condition: expr`time > 1` },
          { from: 'b', to: 'c', condition: expr`y > 1.5` },
        ],
      }),
    })
    expect(valuesAt(chain, 'y', [0.9, 1.1])).toEqual([1, 3])
  })

  it('takes the transition with the smallest priority, then the first one', () => {
    const choose = (b: object, c: object) =>
      Model({
        m: StateMachine({
          initial: 'a',
          states: { a: equations`y = 1`, b: equations`y = 2`, c: equations`y = 3` },
          transitions: [
            { from: 'a', to: 'b', condition: expr`time > 0.5`, ...b },
            { from: 'a', to: 'c', condition: expr`time > 0.5`, ...c },
          ],
        }),
      })
    expect(valuesAt(choose({}, {}), 'y', [0.6])).toEqual([2])
    expect(valuesAt(choose({ priority: 3 }, { priority: 2 }), 'y', [0.6])).toEqual([3])
  })

  it('fires at the start if a condition is true there', () => {
    const model = Sawtooth({ m: { ramp: { k: 1 } } })
    expect(valuesAt(model, 'm.state', [0, 0.1])).toEqual([2, 2])
  })

  it('has transitions that are immediate or use the values before the event', () => {
    const toggle = (immediate: boolean) =>
      Model({
        x: Var({ init: 0 }),
        equations: equations`der(x) = v`,
        m: StateMachine({
          initial: 'up',
          states: { up: equations`v = 1`, down: equations`v = -1` },
          transitions: [
            { from: 'up', to: 'down', condition: expr`x > 0.5`, immediate },
            { from: 'down', to: 'up', condition: expr`x < -0.5`, immediate },
          ],
        }),
      })
    // a triangle between -0.5 and 0.5
    for (const immediate of [true, false])
      valuesAt(toggle(immediate), 'x', [0.25, 0.75, 1.5, 2]).forEach((x, i) => {
        expect(x).toBeCloseTo([0.25, 0.25, -0.5, 0][i], 6)
      })
  })
})

describe('states with variables', () => {
  it('get their start values when they are entered, and count while they are active', () => {
    const result = simulate(Sawtooth, { stopTime: 2, tolerance: 1e-9 })
    const exact = [0.8, -1, 0.1, 0.9, -1, 0.2]
    for (const [i, t] of [0.4, 0.6, 0.8, 1.2, 1.3, 1.6].entries())
      expect(result.at('y', t)).toBeCloseTo(exact[i], 6)
    // k > 0.5 at 0.25, 1 and 1.75
    expect(result.final('m.ramp.n')).toBe(3)
    expect(result.at('m.timeInState', 0.7)).toBeCloseTo(0.2, 6)
  })

  it('keep their values without reset', () => {
    const model = Model({
      m: StateMachine({
        initial: 'a',
        states: { a: Model({ k: Var({ init: 0 }), equations: equations`der(k) = 1` }), b: Model({}) },
        transitions: [
          { from: 'a', to: 'b', condition: expr`time > 1 and time < 2` },
          { from: 'b', to: 'a', condition: expr`time > 2`, reset: false },
        ],
      }),
    })
    valuesAt(model, 'm.a.k', [0.5, 1.5, 3]).forEach((k, i) => {
      expect(k).toBeCloseTo([0.5, 1, 2][i], 6)
    })
  })

  it('contain machines, which begin again or continue', () => {
    const times = [0.2, 0.5, 1.5, 2.2, 2.5]
    expect(valuesAt(Nested({}), 'P', times)).toEqual([1, 2, 0, 1, 2])
    expect(valuesAt(Nested({ reset: false }), 'P', times)).toEqual([1, 2, 0, 2, 2])
    expect(valuesAt(Nested({}), 'm.on.level.high.active', [0.5, 1.5, 2.5]).map(Boolean)).toEqual([
      true,
      false,
      true,
    ])
  })

  it('are left after their machines have ended, with synchronize', () => {
    const early = Nested({}, { condition: expr`time > 0.1`, synchronize: true })
    expect(valuesAt(early, 'P', [0.2, 0.29, 0.31])).toEqual([1, 1, 0])
  })

  it('are separate in every element of an array', () => {
    const two = Model({
      room: Thermostat({ T: { init: expr`280 - 2*i` }, for: { i: [1, 2] } }),
      equations: equations`on = sum(room.mode.state)`,
    })
    // 278 K reaches 275 K after 10 ln(18/15) = 1.82 s, 276 K after 0.65 s
    expect(valuesAt(two, 'on', [0.5, 1, 2])).toEqual([2, 3, 4])
  })
})

describe('errors of state machines', () => {
  const machine = (states: object, transitions: object[], initial = 'a') =>
    messageOf(() => flatten(Model({ m: StateMachine({ initial, states, transitions } as never) })))
  const [a, b] = [equations`y = 1`, equations`y = 2`]

  it('name the wrong state, value or statement', () => {
    expect(machine({ a, b }, [{ from: 'a', to: 'bb', condition: expr`true` }])).toContain(
      "m.transitions[0].to: expected one of the names a, b (did you mean 'b'?), got 'bb'",
    )
    expect(machine({ a, b }, [], 'c')).toContain('m.initial')
    expect(machine({ a, b }, [{ from: 'a', to: 'b', condition: 'x > 1' }])).toContain(
      'transitions[0].condition: expected an expr',
    )
    expect(machine({ a, b }, [{ from: 'a', to: 'b', when: 1 }])).toContain("'when'")
    expect(machine({ a, b: equations`z = 1` }, [])).toBe(
      "m.a: expected equations for the variables that other states determine: y, z, got 'none for z'.",
    )
    expect(machine({ a, b: 3 }, [])).toContain('StateMachine.states.b: expected equations`…` or a model')
    expect(machine({ a, b: equations`connect(c, d)` }, [])).toContain(
      'm.b: expected connections outside of the states',
    )
  })

  it('report a machine without a model around it', () => {
    const alone = StateMachine({ initial: 'a', states: { a, b }, transitions: [] })
    expect(messageOf(() => flatten(alone))).toContain('expected a state machine as a member of a model')
  })

  it('report transitions that oscillate at one instant', () => {
    const model = Model({
      m: StateMachine({
        initial: 'a',
        states: { a, b },
        transitions: [
          { from: 'a', to: 'b', condition: expr`time > 0.5` },
          { from: 'b', to: 'a', condition: expr`time > 0.4` },
        ],
      }),
    })
    expect(messageOf(() => simulate(model, { stopTime: 1 }))).toContain('Oscillating: m.state')
  })
})
