/**
 * Invalid input of all kinds gives a result or a VarioError; never a hang, and never values that are not finite without
 * a warning.
 */
import {
  equations,
  instantiate,
  Model,
  modelFromJson,
  modelToJson,
  Par,
  simulate,
  Var,
  VarioError,
} from 'vario'
import { Capacitor, ConstantVoltage, Resistor } from 'vario/library/electric'
import { Damper, Fixed } from 'vario/library/rotational'
import { Beam, Box, Model3D, Object3D, Prismatic, RevoluteWithFlange, Scene, Solid } from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { createRandom } from '../support/random.ts'
import { changeText, mutate } from './mutate.ts'

/** Limits of a run; every model of this file needs less. */
const LIMITS = { stopTime: 0.02, maxSteps: 3000, interval: 0.005 } as const

const Circuit = Model({
  R: Resistor({ R: 0.5 }),
  C: Capacitor({ C: 2, v: { init: 1 } }),
  V: ConstantVoltage({ V: 10 }),
  gain: Par(3, '1', { min: 0 }),
  A: [
    [0, 1],
    [-4, -0.4],
  ],
  x: Var({ init: [1, 0] }),
  h: Var({ init: 0.001, unit: 'm', nominal: 0.1 }),
  w: Var({ init: 0, unit: 'm/s' }),
  n: Var({ start: 0 }),
  connect: [
    ['V.p', 'R.p'],
    ['R.n', 'C.p'],
    ['C.n', 'V.n'],
  ],
  equations: equations`
    der(x) = gain*A*x
    der(h) = w
    der(w) = -9.81
    when h < 0 then
      reinit(w, -0.7*w)
      n = pre(n) + 1
    end when
    y = if time > 0.01 then sum(x) else norm(x)
  `,
})

const Mechanism = Model3D({
  world: Object3D({ feature: Scene() }),
  arm: Object3D({
    feature: Solid({
      shape: Beam({ axis: 'x', length: 1, width: 0.2, thickness: 0.2 }),
      solidMaterial: 'Steel',
    }),
  }),
  pivot: Object3D({ parent: 'arm', translation: [-0.5, 0, 0] }),
  rev: RevoluteWithFlange({ obj1: 'world', obj2: 'pivot', axis: 'z', phi: { init: 0 } }),
  block: Object3D({
    feature: Solid({ shape: Box({ lengthX: 0.1, lengthY: 0.1, lengthZ: 0.1 }), solidMaterial: 'DryWood' }),
  }),
  slider: Prismatic({ obj1: 'arm', obj2: 'block', axis: 'y', s: { init: 1 } }),
  damper: Damper({ d: 10 }),
  fixed: Fixed(),
  connect: [
    ['damper.flange_b', 'rev.flange'],
    ['damper.flange_a', 'fixed.flange'],
  ],
})

interface Tally {
  nRun: number
  nError: number
}

/** Runs `action`, which must return a result whose signals are finite or warned about, or throw a VarioError. */
function attempt(tally: Tally, label: string, action: () => ReturnType<typeof simulate>): void {
  let result: ReturnType<typeof simulate>
  try {
    result = action()
  } catch (error) {
    if (!(error instanceof VarioError)) throw new Error(`${label}: ${(error as Error).stack}`)
    expect(error.message, label).not.toMatch(/\[object |undefined is not|Cannot read/)
    tally.nError++
    return
  }
  tally.nRun++
  for (const name of result.names) {
    const signal = result.signal(name)
    if (signal.kind === 'parameter' || signal.header.constant !== undefined) continue
    if (signal.values.every(Number.isFinite)) continue
    expect(JSON.stringify(result.warnings), `${label}: ${name} is not finite`).toContain(name)
  }
}

describe('models as JSON', () => {
  test.each([
    ['circuit', Circuit, 300],
    ['mechanism', Mechanism, 250],
  ])('random changes of %s give a result or a VarioError', (name, model, count) => {
    const random = createRandom(name.length)
    const json = modelToJson(model)
    const tally: Tally = { nRun: 0, nError: 0 }
    for (let k = 0; k < count; k++) {
      const changed = mutate(json, random)
      attempt(tally, `${name} ${k}: ${JSON.stringify(changed)}`, () =>
        simulate(modelFromJson(changed), LIMITS),
      )
    }
    expect(tally.nRun).toBeGreaterThan(count / 20)
    expect(tally.nError).toBeGreaterThan(count / 4)
  })

  test('invalid JSON and values other than models give a VarioError', () => {
    const tally: Tally = { nRun: 0, nError: 0 }
    for (const json of ['', '{', 'null', '[]', null, undefined, 3, [], {}, { _class: 'Par' }, () => 0])
      attempt(tally, String(json), () => simulate(modelFromJson(json), LIMITS))
    expect(tally.nRun).toBe(0)
  })
})

describe('options', () => {
  const VALUES: readonly unknown[] = [
    ...[null, undefined, 0, -1, 1, 1e-9, 1e9, Number.NaN, Infinity, -Infinity, '', 'auto', 'x', true],
    ...[
      [],
      {},
      [1],
      { x: 1 },
      { x: [1] },
      { x: { init: 2 } },
      { u: 3 },
      { u: null },
      { u: () => Number.NaN },
    ],
    ...[
      { u: { t: [0, 1], values: [0] } },
      { u: { t: [1, 0], values: [0, 1] } },
      () => 0,
      Symbol.iterator,
      10n,
      new Date(0),
    ],
    ...[
      { x: null },
      { k: 'a' },
      { k: Number.NaN },
      { k: { value: 2 } },
      { k: { min: 3 } },
      JSON.parse('{"__proto__": 1}'),
      { constructor: 1 },
    ],
  ]
  const KEYS = [
    'startTime',
    'tolerance',
    'interval',
    'solver',
    'maxStep',
    'maxSteps',
    'merge',
    'inputs',
    'record',
    'log',
    'onProgress',
    'stopTime',
    'foo',
    'constructor',
  ]

  test('random changes of the options of a simulation give a result or a VarioError', () => {
    const instance = instantiate(
      Model({
        k: Par(2, '1/s', { min: 0 }),
        u: Var({ input: true }),
        x: Var({ init: 1 }),
        equations: equations`der(x) = u - k*x`,
      }),
    )
    const random = createRandom(7)
    const tally: Tally = { nRun: 0, nError: 0 }
    for (let k = 0; k < 1500; k++) {
      const options: Record<string, unknown> = { ...LIMITS, inputs: { u: () => 1 } }
      const nChange = 1 + Math.floor(random() * 2)
      for (let i = 0; i < nChange; i++)
        options[KEYS[Math.floor(random() * KEYS.length)]] = VALUES[Math.floor(random() * VALUES.length)]
      if (asksForMuch(options)) continue
      const label = Object.entries(options)
        .map(([key, value]) => `${key}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
        .join(', ')
      attempt(tally, label, () =>
        instance.simulate(options as unknown as Parameters<typeof instance.simulate>[0]),
      )
    }
    expect(tally.nRun).toBeGreaterThan(50)
    expect(tally.nError).toBeGreaterThan(500)
  })
})

/** True for a request of a thousand output points per step, or a million steps: slow as requested, not a hang. */
function asksForMuch({ stopTime, interval, maxStep, maxSteps }: Readonly<Record<string, unknown>>): boolean {
  const nPoint = typeof stopTime === 'number' && typeof interval === 'number' ? stopTime / interval : 0
  const isSmallStep = typeof maxStep === 'number' && maxStep < 1e-6
  return nPoint > 1e5 || (isSmallStep && !(typeof maxSteps === 'number' && maxSteps < 1e5))
}

describe('equations', () => {
  const TEXTS = [
    'y = -k*x + sin(time)',
    'y = if x > 0.5 then [1, 2; 3, 4]*v else v .^ 2',
    'when x < 0.99 then reinit(x, 1); n = pre(n) + 1 end when',
    'y = atan2(x, k)/(x - 3)',
    'z = [v[i] + i for i in 1:2]',
    'u = hold(n, Clock(0.1)) + previous(n, Clock(0.1))',
    's = max(v) + min(x, 2) + mod(time, 0.3)^2',
    "assert(x < 10, 'too large'); q = quantity(3, 'mm')",
    'y = a*b; a + b = 3*x; a - b = x',
    'M = transpose([v, v])*[v, v]; w = der(M)',
  ]

  test('random changes of texts give a result or a VarioError', () => {
    const random = createRandom(99)
    const tally: Tally = { nRun: 0, nError: 0 }
    for (let k = 0; k < 2000; k++) {
      const base = TEXTS[k % TEXTS.length]
      const text = `${changeText(base, random)}${random() < 0.3 ? `\n${TEXTS[Math.floor(random() * TEXTS.length)]}` : ''}`
      attempt(tally, text, () =>
        simulate(
          Model({
            k: 2,
            x: Var({ init: 1 }),
            v: Var({ init: [1, 2] }),
            n: Var({ start: 0 }),
            equations: equations(`der(x) = -k*x; der(v) = -v\n${text}`),
          }),
          LIMITS,
        ),
      )
    }
    expect(tally.nRun).toBeGreaterThan(100)
  })

  test('many brackets, long names and long sums give a result or a VarioError', () => {
    const tally: Tally = { nRun: 0, nError: 0 }
    const run = (text: string): void =>
      attempt(tally, text.slice(0, 60), () =>
        simulate(Model({ x: Var({ init: 1 }), equations: equations(text) }), LIMITS),
      )
    for (const n of [10, 1000, 100000]) {
      run(`der(x) = ${'('.repeat(n)}x${')'.repeat(n)}`)
      run(`der(x) = ${'-'.repeat(n)}x`)
      run(`der(x) = ${'['.repeat(n)}x${']'.repeat(n)}`)
      run(`der(x) = ${'sin('.repeat(n)}x${')'.repeat(n)}`)
      run(`der(x) = ${'if x > 0 then 1 else '.repeat(n)}x`)
      run(`der(x) = ${'('.repeat(n)}`)
      run(`der(x) = x${'^2'.repeat(n)}`)
      run(`der(x) = -${'y'.repeat(n)}; ${'y'.repeat(n)} = x`)
    }
    expect(tally.nRun).toBeGreaterThan(5)
  })

  test('arrays larger than any memory are errors', () => {
    const run = (text: string): void => {
      const model = Model({ x: Var({ init: 1 }), equations: equations(`der(x) = 1; ${text}`) })
      expect(() => simulate(model, LIMITS), text).toThrow(VarioError)
    }
    for (const text of [
      'y = sum(zeros(1e12))',
      'y = sum(1:1e12)',
      'y = sum(identity(1e6))',
      'y = sum([i for i in 1:1e15])',
      'y = sum(fill(1, 1e5, 1e5))',
    ])
      run(text)
  })
})

describe('names of properties of JavaScript objects', () => {
  const S = Model({ x: Var({ init: 1 }), equations: equations`der(x) = -x` })

  test.each([
    'constructor',
    'toString',
    'hasOwnProperty',
    'valueOf',
    'prototype',
    'length',
    'name',
    'extend',
    'members',
    'arguments',
  ])('%s is an ordinary name', (name) => {
    const state = Model({
      [name]: Var({ init: 1 }),
      equations: equations(`der(${name}) = -${name}`),
    } as Record<string, unknown>)
    const [end, tolerance] = [Math.exp(-1), 1e-5]
    expect(Math.abs(simulate(state, { stopTime: 1 }).final(name) - end)).toBeLessThan(tolerance)
    const parameter = Model({ [name]: Par(3), equations: equations(`y = 2*${name}`) } as Record<
      string,
      unknown
    >)
    expect(simulate(parameter, { stopTime: 0, merge: { [name]: 5 } }).final('y')).toBe(10)
    const back = modelFromJson(JSON.stringify(modelToJson(parameter)))
    expect(simulate(back, { stopTime: 0 }).final('y')).toBe(6)
    const nested = Model({ [name]: S() } as Record<string, unknown>)
    expect(Math.abs(simulate(nested, { stopTime: 1 }).final(`${name}.x`) - end)).toBeLessThan(tolerance)
    const input = Model({ [name]: Var({ input: true }), equations: equations(`y = 2*${name}`) } as Record<
      string,
      unknown
    >)
    expect(simulate(input, { stopTime: 1, inputs: { [name]: () => 4 } }).final('y')).toBe(8)
    const result = simulate(Model({ equations: equations(`${name} = 3`) }), { stopTime: 0 })
    expect([result.final(name), [...result.values(name)]]).toEqual([3, [3]])
  })

  test('__proto__ is rejected from every source', () => {
    const own = JSON.parse('{"__proto__": 3}') as Record<string, unknown>
    expect(() => Model(own)).toThrow(/other than 'time', '_class', '__proto__'/)
    expect(() => Model({ __proto__: Var({ init: 1 }) } as Record<string, unknown>)).toThrow(VarioError)
    expect(() => S.extend(own)).toThrow(VarioError)
    expect(() => S(own)).toThrow(VarioError)
    expect(() => S({ __proto__: { x: 3 } } as Record<string, unknown>)).toThrow(VarioError)
    expect(() => modelFromJson('{"_class": "Model", "__proto__": {"_class": "Var"}}')).toThrow(VarioError)
    expect(() => simulate(S, { stopTime: 1, merge: own })).toThrow(VarioError)
    expect(() =>
      simulate(S, { stopTime: 1, merge: { __proto__: { x: 3 } } as Record<string, unknown> }),
    ).toThrow(VarioError)
    expect(() => simulate(Model({ equations: equations`__proto__ = 3` }), { stopTime: 1 })).toThrow(
      VarioError,
    )
  })
})
