/** Commands that set variables of the equations, and conditions of the equations that start programs. */
import { equations, expr, instantiate, Model, Par, type SimulateOptions, simulate, Var } from 'vario'
import {
  type ActionProgram,
  MassProperties,
  Model3D,
  Object3D,
  Prismatic,
  Scene,
  Solid,
  when,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const SOLVERS = ['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const

/** A cart of 1 kg that the force F pushes, without weight along its axis, and a program. */
function createCart(actions: ActionProgram, more: Readonly<Record<string, unknown>> = {}) {
  const { text = '', ...members } = more
  return Model3D({
    world: Object3D({ feature: Scene() }),
    cart: Object3D({
      feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) }),
    }),
    slide: Prismatic({ obj1: 'world', obj2: 'cart', axis: [1, 0, 0], f: expr`F` }),
    F: Par({ value: 1, unit: 'N' }),
    ...members,
    ...(text !== '' && { equations: equations(Object.assign([text as string], { raw: [text as string] })) }),
    actions,
  })
}

const run = (model: Parameters<typeof simulate>[0], options: Partial<SimulateOptions> = {}) =>
  simulate(model, { stopTime: 3, tolerance: 1e-9, ...options })

describe.each(SOLVERS)('with %s', (solver) => {
  it('a parameter of a force changes at the command', () => {
    const model = createCart(function* (act) {
      yield act.wait(1)
      yield act.set('F', 3)
    })
    // 1/2 + 1*2 + 3*2²/2; constant accelerations are exact up to the tolerance
    expect(run(model, { solver }).final('slide.s')).toBeCloseTo(8.5, 7)
  })

  it('an expression of the equations starts a reaction where it becomes true', () => {
    const model = createCart(function* () {}, {
      brake: when(expr`cart.r_abs[1] > 2`, (act) => act.set('F', -1)),
    })
    // s = t²/2 reaches 2 at t = 2 with v = 2
    expect(run(model, { solver }).final('slide.s')).toBeCloseTo(2 + 2 - 0.5, 7)
  })

  it('a state takes its new value and continues from there', () => {
    const model = createCart(
      function* (act) {
        yield act.wait(1)
        yield act.set('z', 5)
      },
      { z: Var({ start: 1 }), text: 'der(z) = -z' },
    )
    // 2000 tolerances: bdf restarts at order 1
    expect(run(model, { solver }).final('z')).toBeCloseTo(5 * Math.exp(-2), 6)
  })
})

it('the program continues with the values that follow from the new one', () => {
  const seen: number[] = []
  const model = createCart(
    function* (act) {
      let s = yield act.set('F', 4)
      seen.push(s.value('y'))
      s = yield act.set('z', 2)
      seen.push(s.value('twice'))
      s = yield act.set('twice', 10)
      seen.push(s.value('z'), s.time)
    },
    {
      ...{ y: Var(), z: Var({ start: 0 }), twice: Var() },
      text: 'y = 3*F; der(z) = 0; twice = 2*z',
    },
  )
  run(model)
  expect(seen).toEqual([12, 4, 5, 0])
})

it('discrete variables of when keep a set value until their clause is active', () => {
  const values: unknown[] = []
  const model = createCart(
    function* (act) {
      yield act.wait(0.5)
      yield act.set('n', 7)
      const s = yield act.set('isOn', true)
      values.push(s.value('n'), s.value('isOn'))
    },
    {
      ...{ n: Var({ start: 0 }), isOn: Var({ start: false }) },
      text: 'when sample(1, 1) then n = pre(n) + 1; isOn = false end',
    },
  )
  const result = run(model, { stopTime: 2.5 })
  expect(values).toEqual([7, 1])
  expect([result.final('n'), result.final('isOn')]).toEqual([9, 0])
})

it('inputs keep the value instead of their signal, with the derivative zero', () => {
  const program: ActionProgram = function* (act) {
    yield act.wait(1)
    yield act.set('u', 5)
  }
  const model = createCart(program, {
    ...{ u: Var({ input: true }), z: Var({ start: 0 }), rate: Var() },
    text: 'der(z) = u; rate = der(u)',
  })
  const withSignal = run(model, { inputs: { u: { value: (t) => 2 * t, derivative: () => 2 } } })
  expect(withSignal.final('z')).toBeCloseTo(1 + 10, 8)
  expect(withSignal.final('rate')).toBe(0)
  expect(run(model).final('z')).toBeCloseTo(10, 8)
})

it('numbers are in SI units whatever the declared unit is', () => {
  const model = createCart(
    function* (act) {
      yield act.set('speed', 2)
    },
    { speed: Par({ value: 60, unit: 'rpm' }), z: Var({ start: 0, unit: 'rad' }), text: 'der(z) = speed' },
  )
  expect(run(model).final('z')).toBeCloseTo(6, 9)
})

it('a program sets the nearest variable outwards from its component', () => {
  const Cell = Model({
    k: Par(1),
    z: Var({ start: 0 }),
    actions: function* (act: Parameters<ActionProgram>[0]) {
      yield act.set('k', 2)
      yield act.set('F', 3)
    },
    equations: equations`der(z) = k`,
  } as Parameters<typeof Model>[0])
  const model = createCart(function* () {}, {
    cell: Cell(),
    k: Par(5),
    z: Var({ start: 0 }),
    text: 'der(z) = k',
  })
  const result = run(model)
  expect(result.final('cell.z')).toBeCloseTo(6, 8)
  expect(result.final('z')).toBeCloseTo(15, 8)
  expect(result.final('slide.s')).toBeCloseTo(13.5, 7)
})

it('changes by the caller of the run and by programs keep each other', () => {
  const model = createCart(
    function* (act) {
      yield act.wait(1)
      yield act.set('F', 3)
    },
    { k: Par(0), z: Var({ start: 0 }), text: 'der(z) = k' },
  )
  const steps = instantiate(model).start({ stopTime: 3, tolerance: 1e-9 })
  steps.advance(Infinity, 1.5)
  const { time } = steps
  steps.change({ k: 2 })
  steps.advance()
  const result = steps.finish()
  expect(result.final('slide.s')).toBeCloseTo(8.5, 7)
  expect(result.final('z')).toBeCloseTo(2 * (3 - time), 8)
})

it('hundreds of commands at one instant are carried out', () => {
  const model = createCart(
    function* (act) {
      for (let k = 1; k <= 300; k++) {
        const s = yield act.set('z', k)
        yield act.set('z', s.value('z') + 0.5)
      }
    },
    { z: Var({ start: 0 }), text: 'der(z) = 0' },
  )
  expect(run(model).final('z')).toBe(300.5)
})

it('a program waits for a Boolean variable by its name', () => {
  let time = 0
  const model = createCart(
    function* (act) {
      time = (yield act.waitUntil('isFar')).time
    },
    { isFar: Var(), text: 'isFar = slide.s > 0.5' },
  )
  run(model)
  expect(time).toBeCloseTo(1, 8)
})

it('reactions to expressions start again, also in lists and in components', () => {
  const Cell = Model({ w: Par(2), hits: when(expr`sin(w*time) > 0.5`, (act) => act.set('n', 100)) })
  const model = createCart(function* () {}, {
    ...{ cell: Cell(), n: Var({ start: 0 }), m: Var({ start: 0 }) },
    reactions: [
      when(expr`time > 1`, (act) => act.set('m', 1)),
      when(expr`cell.w*time > 4`, (act) => act.set('m', 2)),
    ],
    text: 'when sample(0, 10) then n = pre(n); m = pre(m) end',
  })
  const result = simulate(model, { stopTime: 2 * Math.PI })
  const log = result.attributes.actions as unknown as { readonly time: number; readonly by: string }[]
  // sin(2t) = 0.5 upwards at π/12 and π/12 + π
  const times = log.filter(({ by }) => by === 'cell.hits').map(({ time }) => time)
  expect(times).toHaveLength(2)
  expect(times[0]).toBeCloseTo(Math.PI / 12, 6)
  expect(times[1]).toBeCloseTo((13 * Math.PI) / 12, 6)
  expect(log.filter(({ by }) => by.startsWith('reactions')).map(({ time }) => time)).toEqual([1, 2])
  expect([result.final('n'), result.final('m')]).toEqual([100, 2])
})

describe('errors that name the variable and the expected value', () => {
  const more = {
    ...{
      z: Var({ start: 0 }),
      y: Var(),
      isOn: Var({ start: false }),
      x0: Par(1),
      x: Var({ start: expr`x0` }),
    },
    text: 'der(z) = 1; y = 2*time; der(x) = 0; when sample(1, 1) then isOn = true end',
  }
  it.each([
    ['zz', 1, /zz: set: expected the name of a variable or parameter.*'zz'/],
    ['y', 1, /y: set: expected a parameter, an input of the model, a state.*computes/],
    ['z', Number.NaN, /z: set: expected a finite number, got NaN/],
    ['z', true, /z: set: expected a finite number, got true/],
    ['isOn', 1, /isOn: set: expected true or false, got 1/],
    ['F', 'fast', /F.*'fast'/],
    ['x0', 2, /x: a start value cannot change during a run/],
  ] as const)('reject %s = %s', (name, value, message) => {
    const model = createCart(function* (act) {
      yield act.wait(0.5)
      yield act.set(name, value)
    }, more)
    expect(() => run(model)).toThrow(message)
  })

  it('reject a condition of numbers', () => {
    const model = createCart(function* () {}, { wrong: when(expr`F`, (act) => act.set('F', 1)) })
    expect(() => run(model)).toThrow(/wrong.*Boolean/)
  })
})
