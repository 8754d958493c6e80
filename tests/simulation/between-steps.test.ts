/** Changes between the stages of solver steps: none that lasts for an output interval is missed. */
import { equations, Model, simulate, Var } from 'vario'
import { Capacitor, Diode, Ground, Resistor, SineVoltage } from 'vario/library/electric'
import { MassProperties, Model3D, Object3D, RevoluteWithFlange, Scene, Solid } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { campaignSeeds } from '../support/campaign-seeds.ts'
import { createRandom } from '../support/random.ts'
import {
  type Derivatives,
  integrateInSmallSteps,
  integrateStiffInSmallSteps,
} from '../support/small-steps.ts'

const SOLVERS = ['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const
/** A look ignores changes with an error below 100 tolerances over a step, 1000 for dop853. */
const PASSED = 2000

// --- named cases ----------------------------------------------------------------------------------

const QUARTER_CAR = `
  der(zb) = vb
  der(vb) = (-20000*(zb - zw) - 1500*(vb - vw))/300
  der(zw) = vw
  der(vw) = (20000*(zb - zw) + 1500*(vb - vw) - 180000*(zw - u))/40
`
const quarterCar =
  (road: (t: number) => number): Derivatives =>
  (t, x, dx) => {
    const force = -20000 * (x[0] - x[2]) - 1500 * (x[1] - x[3])
    dx[0] = x[1]
    dx[1] = force / 300
    dx[2] = x[3]
    dx[3] = (-force - 180000 * (x[2] - road(t))) / 40
  }

describe.each(SOLVERS)('%s', (solver) => {
  // widths of 1, 5 and 20 output intervals
  it.each([0.02, 0.1, 0.4])('detects a bump of %d s on the road of a quarter car', (width) => {
    const sigma = 0.6 * width
    const text = `u = 0.05*exp(-((time - 7.3)/${sigma})^2)`
    const states = { zb: Var({ init: 0 }), vb: Var({ init: 0 }), zw: Var({ init: 0 }), vw: Var({ init: 0 }) }
    const model = Model({ u: Var(), ...states, equations: equations(text + QUARTER_CAR) })
    const result = simulate(model, { stopTime: 10, solver })
    const road = (t: number): number => 0.05 * Math.exp(-(((t - 7.3) / sigma) ** 2))
    const times = [...result.time].slice(1)
    const exact = integrateInSmallSteps(quarterCar(road), [0, 0, 0, 0], times, () => 5e-4)
    const body = result.values('zb')
    const highest = Math.max(...exact.map(([zb]) => zb))
    // relative tolerance 1e-6: a hundred of them, and as many of 1e-7 m
    for (const [k, [zb]] of exact.entries())
      expect(Math.abs(body[k + 1] - zb)).toBeLessThan(1e-4 * highest + 1e-5)
  })

  it('detects every phase of max(0, sin(time))', () => {
    const model = Model({ I: Var({ init: 0 }), equations: equations`der(I) = max(0, sin(time))` })
    const result = simulate(model, { stopTime: 10 * Math.PI, solver })
    expect(Math.abs(result.values('I').at(-1)! - 10)).toBeLessThan(1e-3)
  })

  it('detects a bump of an input function', () => {
    const input = Model({ u: Var({ input: true }), x: Var({ init: 0 }), equations: equations`der(x) = u` })
    const u = (t: number): number => Math.exp(-(((t - 6) / 0.1) ** 2))
    const x = simulate(input, { stopTime: 10, solver, inputs: { u } }).values('x')
    expect(Math.abs(x.at(-1)! - 0.1 * Math.sqrt(Math.PI))).toBeLessThan(1e-5)
  })

  it('detects a bump with two output points only', () => {
    const model = Model({ x: Var({ init: 0 }), equations: equations`der(x) = exp(-((time - 6)/0.05)^2)` })
    const x = simulate(model, { stopTime: 10, interval: 10, solver }).values('x')
    expect(Math.abs(x.at(-1)! - 0.05 * Math.sqrt(Math.PI))).toBeLessThan(1e-5)
  })

  // 250 output points serve as looks: a bump of one interval between two of them, of width 0.6 of an interval
  it('detects a bump with 250 output points', () => {
    const text = equations`der(x) = exp(-((time - 6.02)/0.024)^2)`
    const model = Model({ x: Var({ init: 0 }), equations: text })
    const x = simulate(model, { stopTime: 10, interval: 0.04, solver }).values('x')
    expect(Math.abs(x.at(-1)! - 0.024 * Math.sqrt(Math.PI))).toBeLessThan(1e-5)
  })

  it('detects a torque on a flange that equations compute', () => {
    const inertia = 0.4
    const turning = Model3D({
      world: Object3D({ feature: Scene() }),
      rotor: Object3D({
        feature: Solid({
          massProperties: MassProperties({ mass: 2, Ixx: inertia, Iyy: inertia, Izz: inertia }),
        }),
      }),
      joint: RevoluteWithFlange({ obj1: 'world', obj2: 'rotor', axis: 'z' }),
      equations: equations`joint.flange.tau = 5*exp(-((time - 7.3)/0.05)^2)`,
    })
    const w = simulate(turning, { stopTime: 10, solver }).values('joint.w')
    expect(Math.abs(w.at(-1)! - (5 * 0.05 * Math.sqrt(Math.PI)) / inertia)).toBeLessThan(1e-4)
  })

  it('passes jumps that are not events', () => {
    const text = equations`der(x) = noEvent(if time > 6 and time < 6.1 then 1e4 else 0)`
    const x = simulate(Model({ x: Var({ init: 0 }), equations: text }), { stopTime: 10, solver }).values('x')
    expect(Math.abs(x.at(-1)! - 1e3)).toBeLessThan(1)
  })
})

it('evaluates the equations between steps only if the output points are further apart than a 250th of the run', () => {
  const model = Model({ x: Var({ init: 1 }), equations: equations`der(x) = -x` })
  const countOf = (interval: number): number =>
    (simulate(model, { stopTime: 1, interval }).attributes.statistics as { f: number }).f
  expect(countOf(1 / 250)).toBe(countOf(1 / 500))
  // three of four intervals of a 500th of the run have a look
  expect(countOf(1 / 249)).toBeGreaterThan(countOf(1 / 500) + 500)
})

it('detects a bump in a model whose constraints between states the solver maintains', () => {
  // on a circle of radius 1: a torque turns it
  const model = Model({
    x: Var({ init: 0 }),
    y: Var({ init: -1 }),
    vx: Var({ init: 0 }),
    vy: Var({ init: 0 }),
    lambda: Var(),
    F: Var(),
    equations: equations`
      F = 5*exp(-((time - 7.3)/0.05)^2)
      der(x) = vx
      der(y) = vy
      der(vx) = -lambda*x - F*y
      der(vy) = -lambda*y + F*x
      x^2 + y^2 = 1
    `,
  })
  const result = simulate(model, { stopTime: 10 })
  const speed = Math.hypot(result.values('vx').at(-1)!, result.values('vy').at(-1)!)
  expect(Math.abs(speed - 5 * 0.05 * Math.sqrt(Math.PI))).toBeLessThan(1e-4)
})

// --- campaigns --------------------------------------------------------------------------------------

const DIODE = { Ids: 1e-6, Vt: 0.04, Maxexp: 15, R: 1e8 }

/** Current through a diode and a resistor in series at the voltage v, and its derivative. */
function conduct(v: number, Rs: number, { Ids, Vt, Maxexp, R }: typeof DIODE): readonly [number, number] {
  const diode = (u: number): readonly [number, number] => {
    const s = u / Vt
    const power = Math.exp(Math.min(s, Maxexp))
    const value = s > Maxexp ? power * (1 + s - Maxexp) : power
    return [Ids * (value - 1) + u / R, (Ids * power) / Vt + 1 / R]
  }
  let u = Math.min(v, 0.7)
  for (let iteration = 0; iteration < 100; iteration++) {
    const [i, di] = diode(u)
    const change = Math.max(-0.5, Math.min(0.5, (u + Rs * i - v) / (1 + Rs * di)))
    u -= change
    if (Math.abs(change) < 1e-14) break
  }
  const [i, di] = diode(u)
  return [i, di / (1 + Rs * di)]
}

describe('half-wave rectifiers', () => {
  it.each(campaignSeeds(150, 5))('charge their capacitor in every period: seed %d', (seed) => {
    const random = createRandom(seed)
    const between = (a: number, b: number): number => a * (b / a) ** random()
    const [f, C, R, V] = [between(20, 500), between(1e-5, 2e-3), between(50, 5000), between(3, 30)]
    const diode = seed % 3 === 0 ? { ...DIODE, Ids: between(1e-9, 1e-5), Vt: between(0.026, 0.06) } : DIODE
    const Rs = seed % 2 === 0 ? between(0.1, 5) : 0
    const nPeriod = 3 + Math.floor(10 * random())
    const series = Rs > 0 ? { Rs: Resistor({ R: Rs }) } : {}
    const first =
      Rs > 0
        ? [
            ['V.p', 'Rs.p'],
            ['Rs.n', 'D.p'],
          ]
        : [['V.p', 'D.p']]
    const parts = { V: SineVoltage({ V, f }), D: Diode(diode), C: Capacitor({ C }), R: Resistor({ R }) }
    const connect = [...first, ['D.n', 'C.p', 'R.p'], ['C.n', 'R.n', 'V.n', 'G.p']]
    const model = Model({ ...parts, ...series, G: Ground(), connect })
    for (const solver of SOLVERS) {
      const result = simulate(model, { stopTime: nPeriod / f, solver })
      const times = [...result.time].slice(1)
      const exact = integrateStiffInSmallSteps(
        (t, v) => {
          const [i, di] = conduct(V * Math.sin(2 * Math.PI * f * t) - v, Rs, diode)
          return [(i - v / R) / C, (-di - 1 / R) / C]
        },
        times,
        1 / (4000 * f),
      )
      const v = result.values('C.v')
      for (const [k, value] of exact.entries())
        expect(Math.abs(v[k + 1] - value), solver).toBeLessThan(1e-3 * V)
    }
  })
})

interface Driven {
  readonly names: readonly string[]
  readonly start: readonly number[]
  readonly text: string
  readonly f: (u: number, t: number, x: Float64Array, dx: Float64Array) => void
  /** Largest eigenvalue [1/s]. */
  readonly rate: number
}

/** Systems that a signal u drives. */
const SYSTEMS: readonly Driven[] = [
  { names: ['x'], start: [0], text: 'der(x) = u', f: (u, _t, _x, dx) => void (dx[0] = u), rate: 1 },
  {
    names: ['x'],
    start: [0],
    text: 'der(x) = -300*(x - u)',
    f: (u, _t, x, dx) => void (dx[0] = -300 * (x[0] - u)),
    rate: 300,
  },
  {
    names: ['x', 'v'],
    start: [0, 0],
    text: 'der(x) = v\nder(v) = -40*x - 0.5*v + u',
    f: (u, _t, x, dx) => {
      dx[0] = x[1]
      dx[1] = -40 * x[0] - 0.5 * x[1] + u
    },
    rate: 7,
  },
  {
    names: ['zb', 'vb', 'zw', 'vw'],
    start: [0, 0, 0, 0],
    text: QUARTER_CAR,
    f: (u, t, x, dx) => quarterCar(() => u)(t, x, dx),
    rate: 80,
  },
  {
    names: ['x', 'y'],
    start: [1, 0],
    text: 'der(x) = -0.2*x\nder(y) = u*x',
    f: (u, _t, x, dx) => {
      dx[0] = -0.2 * x[0]
      dx[1] = u * x[0]
    },
    rate: 1,
  },
]

describe('signals that are zero part of the time', () => {
  it.each(campaignSeeds(600, 20))('drive a system: seed %d', (seed) => {
    const random = createRandom(seed)
    const T = 10 ** (2 * random() - 0.5)
    const interval = T / 500
    const system = SYSTEMS[Math.floor(SYSTEMS.length * random())]
    const A = 10 ** (4 * random() - 2) * (random() < 0.5 ? -1 : 1)
    // the width at half of the height, from one output interval on
    const width = interval * 10 ** (2 * random())
    const center = T * (0.05 + 0.9 * random())
    const omega = ((2 * Math.PI) / T) * (1 + 40 * random())
    const level = 1.6 * random() - 0.8
    const tolerance = [1e-3, 1e-4, 1e-6, 1e-8][Math.floor(4 * random())]
    const bump = (t: number): number => A * Math.exp(-(((t - center) / (0.6 * width)) ** 2))
    const bumpText = `${A}*exp(-((time - ${center})/${0.6 * width})^2)`
    const wave = (t: number): number => A * (Math.sin(omega * t) - level)
    const waveText = `${A}*(sin(${omega}*time) - ${level})`
    const kinds = {
      bump: { text: bumpText, u: bump },
      input: { text: null, u: bump },
      max: { text: `max(0, ${waveText})`, u: (t: number) => Math.max(0, wave(t)) },
      min: { text: `min(0, ${waveText})`, u: (t: number) => Math.min(0, wave(t)) },
      abs: { text: `abs(${waveText})`, u: (t: number) => Math.abs(wave(t)) },
    } as const
    const kind = (Object.keys(kinds) as (keyof typeof kinds)[])[seed % 5]
    const { text, u } = kinds[kind]
    const states = Object.fromEntries(system.names.map((name, i) => [name, Var({ init: system.start[i] })]))
    const model = Model({
      u: Var(text === null ? { input: true } : {}),
      ...states,
      equations: equations(`${text === null ? '' : `u = ${text}`}\n${system.text}`),
    })
    const solver = SOLVERS[Math.floor(seed / 5) % SOLVERS.length]
    const options = { stopTime: T, solver, tolerance, ...(text === null && { inputs: { u } }) }
    const result = simulate(model, options)

    // kinks cost the fixed steps their order: their error is that of the square of their size
    const isBump = kind === 'bump' || kind === 'input'
    const parts = isBump ? 4 : tolerance < 1e-7 ? 400 : 20
    const largest = Math.min(interval / parts, 0.2 / system.rate)
    const isNear = (t: number): boolean => isBump && Math.abs(t - center) < 6 * width
    const exact = integrateInSmallSteps(
      (t, x, dx) => system.f(u(t), t, x, dx),
      system.start,
      [...result.time].slice(1),
      (t) => (isNear(t) ? Math.min(largest, width / 40) : largest),
    )
    system.names.forEach((name, i) => {
      const values = result.values(name)
      const size = Math.max(...exact.map((x) => Math.abs(x[i])))
      const allowed = Math.max(PASSED * tolerance, 1e-5) * (size + 0.1)
      for (const [k, x] of exact.entries())
        expect(Math.abs(values[k + 1] - x[i]), `${kind} ${solver}`).toBeLessThan(allowed)
    })
  })
})
