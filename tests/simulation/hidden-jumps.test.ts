/** Jumps in the code of functions, and of inputs, in equations that index reduction differentiates: no event announces them. */
import {
  defineFunction,
  equations,
  instantiate,
  Model,
  modelFromJson,
  modelToJson,
  Par,
  registerFunction,
  simulate,
  Var,
} from 'vario'
import { Position } from 'vario/library/translational'
import {
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  PrismaticWithFlange,
  Revolute,
  Scene,
  Solid,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import type { ModelNode } from '../../src/model/index.ts'
import { call, ifExpr, number, ZERO } from '../../src/symbolic/index.ts'
import { campaignSeeds } from '../support/campaign-seeds.ts'
import { createRandom } from '../support/random.ts'
import { codeOf } from './event-runs.ts'

const SOLVERS = ['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const

const zero = () => [ZERO]
const slope = (t: number): number => (t < 0.4 ? 0 : 2)
const corner = registerFunction('corner', (t: number): number => slope(t) * (t - 0.4), {
  jacobian: [{ name: 'cornerSlope', evaluate: slope, derivative: zero }],
})
/** The derivative is an expression with the branches. */
registerFunction('cornerByExpression', corner, {
  derivative: ([t]) => [ifExpr(call('noEvent', call('<', t, number(0.4))), ZERO, number(2))],
})
/** The derivative is another function. */
registerFunction('cornerByRate', corner, {
  derivativeFunction: {
    name: 'cornerRate',
    evaluate: (t: number, dt: number) => slope(t) * dt,
    derivativeFunction: {
      name: 'cornerRateRate',
      evaluate: (t: number, _dt: number, _dt2: number, ddt: number) => slope(t) * ddt,
    },
  },
})
registerFunction('stairs', (t: number): number => Math.floor(2.5 * t), { derivative: zero })
registerFunction('isLate', (t: number): boolean => t >= 0.4, { shape: 'boolean' })
registerFunction('placeOf', (t: number): number => (t < 0.4 ? 1 : 2))
registerFunction('pairOf', (t: number): number[] => [corner(t), 1], {
  results: 2,
  derivativeFunction: {
    name: 'pairRate',
    results: 2,
    evaluate: (t: number, dt: number) => [slope(t) * dt, 0],
    derivativeFunction: {
      name: 'pairRateRate',
      results: 2,
      evaluate: (t: number, _dt: number, _dt2: number, ddt: number) => [slope(t) * ddt, 0],
    },
  },
})
defineFunction`
  function cornerText
    input Real t;
    output Real y;
  algorithm
    if t < 0.4 then
      y := 0;
    else
      y := 2*(t - 0.4);
    end if;
  end cornerText;
`

/** Two masses of 3 and 1 kg with the distance `g`; more equations and members; the first one has the start velocity v. */
function twoMasses(g: string, more = '', members: Record<string, unknown> = {}, v = 0): ModelNode {
  return Model({
    ...{ s1: Var({ init: 0 }), v1: Var({ init: v }), s2: Var({}), v2: Var({}), f: Var({}) },
    ...members,
    equations: equations(`
      der(s1) = v1
      der(s2) = v2
      3*der(v1) = f
      der(v2) = -f
      s2 - s1 = ${g}
      ${more}`),
  })
}

/** Final speeds by all solvers; only those that depend on the motion have errors of the integration. */
function expectSpeeds(model: ModelNode, v1: number, v2: number, tolerance = 1e-9, solvers = SOLVERS): void {
  const instance = instantiate(model)
  for (const solver of solvers) {
    const result = instance.simulate({ stopTime: 1, solver })
    expect(Math.abs(result.final('v1') - v1), solver).toBeLessThan(tolerance)
    expect(Math.abs(result.final('v2') - v2), solver).toBeLessThan(tolerance)
  }
}

describe('a function with branches in an equation between positions', () => {
  it('makes the impulse of its kink, however its derivative is given', () => {
    // 3 v1 + v2 = 0, v2 - v1 = 2
    for (const f of ['corner', 'cornerByExpression', 'cornerByRate', 'cornerText'])
      expectSpeeds(twoMasses(`${f}(time)`), -0.5, 1.5)
  })

  it('makes it through other variables, components and choices', () => {
    const Drive = Model({ s: Var({}), gain: Par(1), equations: equations`s = gain*cornerText(time)` })
    for (const [g, more, members] of [
      ['g', 'g = corner(time)', { g: Var({}) }],
      ['drive.s + 0', '', { drive: Drive({ gain: 1 }) }],
      ['if isLate(time) then 2*(time - 0.4) else 0', '', {}],
      ['[0, 2*(time - 0.4)][placeOf(time)]', '', {}],
      ['if n > 1.5 then 2*(time - 0.4) else 0', 'n = placeOf(time)', { n: Var({}) }],
      ['a', '(a, b) = pairOf(time)', { a: Var({}), b: Var({}) }],
    ] as const)
      expectSpeeds(twoMasses(g, more, members), -0.5, 1.5)
  })

  it('makes it where its argument depends on states', () => {
    // s1 = 0.4 at 0.4 s with v = 1: then v2 = 3 v1, and 3 v1 + v2 = 4 stays
    expectSpeeds(twoMasses('corner(s1)', '', {}, 1), 2 / 3, 2)
    // z = 1 - exp(-t) = 0.4: at the end v2 - v1 = 2 exp(-1); errors of z within ten tolerances of 1e-6
    expectSpeeds(
      twoMasses('corner(z)', 'der(z) = 1 - z', { z: Var({ init: 0 }) }),
      -0.5 * Math.exp(-1),
      1.5 * Math.exp(-1),
      1e-5,
    )
  })

  it('locates the kink exactly, between the output points', () => {
    const run = simulate(twoMasses('corner(time + 0.1234567)'), { stopTime: 1, interval: 0.1 })
    const events = run.time.filter((t, k) => t === run.time[k + 1])
    expect(events).toHaveLength(1)
    expect(events[0]).toBeCloseTo(0.2765433, 12)
    // before the event nothing moves
    expect(run.values('v2')[run.time.indexOf(events[0])]).toBe(0)
    // the distance afterwards: 2 (1 - 0.2765433)
    expect(run.final('s2') - run.final('s1')).toBeCloseTo(2 * (1 - 0.2765433), 12)
  })

  it('keeps the spin of a pendulum whose thread shortens', () => {
    // nonlinear constraint: radial speed -r after the kink, x vy - y vx continuous
    const Winch = Model({
      ...{ x: Var({ init: 0.6 }), y: Var({ start: -0.8 }), vx: Var({ start: 0 }), vy: Var({ start: 0 }) },
      ...{ F: Var({}), L: Var({}), spin: Var({}), radial: Var({}) },
      equations: equations`
        L = 1 - 5e-5*cornerText(time)
        x^2 + y^2 = L^2
        der(x) = vx
        der(y) = vy
        2*der(vx) = -F*x
        2*der(vy) = -F*y - 2*9.81
        spin = x*vy - y*vx
        radial = (x*vx + y*vy)/L`,
    })
    const instance = instantiate(Winch)
    for (const solver of ['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const) {
      const run = instance.simulate({ stopTime: 0.5, solver })
      const k = run.time.findIndex((t, i) => t === run.time[i + 1])
      expect(run.values('spin')[k + 1]).toBeCloseTo(run.values('spin')[k], 12)
      expect(run.values('radial')[k + 1]).toBeCloseTo(-1e-4, 12)
    }
  })

  it('has no effect where the function is smooth', () => {
    const run = instantiate(twoMasses('if isLate(-1) then 0 else sin(cornerText(time + 1))')).simulate({
      stopTime: 1,
    })
    expect(run.time.some((t, k) => t === run.time[k + 1])).toBe(false)
    // v2 - v1 = 2 cos(2*1.6)
    expect(run.final('v2')).toBeCloseTo(1.5 * (Math.cos(3.2) - Math.cos(1.2)) + run.values('v2')[0], 8)
  })

  it('is interpreted alike, and read from JSON', () => {
    const model = modelFromJson(JSON.stringify(modelToJson(twoMasses('cornerText(time)'))))
    expectSpeeds(model, -0.5, 1.5)
    const run = instantiate(model, { interpret: true }).simulate({ stopTime: 1 })
    expect(run.final('v2')).toBeCloseTo(1.5, 9)
  })

  it('repeats its jumps, and ends where they become endless', () => {
    // the corner at n of a staircase of slopes: momentum 3 v1 + v2 = 0 throughout, v2 - v1 = slope 7
    registerFunction('waveSlope', (t: number): number => 1 + Math.floor(t), { derivative: zero })
    registerFunction('wave', (t: number): number => t + ((2 * t - Math.floor(t) - 1) * Math.floor(t)) / 2, {
      derivativeFunction: {
        name: 'waveRate',
        evaluate: (t: number, dt: number) => (1 + Math.floor(t)) * dt,
        derivativeFunction: {
          name: 'waveRateRate',
          evaluate: (t: number, _dt: number, _dt2: number, ddt: number) => (1 + Math.floor(t)) * ddt,
        },
      },
    })
    const model = twoMasses('wave(6.5*time)', '', {}, -0.25 * 6.5)
    for (const solver of SOLVERS) {
      const run = simulate(model, { stopTime: 1, solver })
      expect(run.final('v1')).toBeCloseTo((-7 / 4) * 6.5, 9)
      expect(run.time.filter((t, k) => t === run.time[k + 1])).toHaveLength(6)
    }
    // a relay in a function that drives its own argument back
    registerFunction('relay', (u: number): number => (u > 0 ? -1 : 1), { derivative: zero })
    const Relay = Model({
      ...{ x: Var({ init: 0.3 }), y: Var({ init: 0 }), u: Var({}) },
      equations: equations`u = relay(x); der(x) = u; der(y) = der(u)`,
    })
    expect(codeOf(() => simulate(Relay, { stopTime: 1 }))).toMatch(/^CHATTERING: .*relay/)
  })
})

describe('a function with branches in an equation of first order', () => {
  it('jumps', () => {
    for (const text of ['der(x) = 2*der(stairs(time))', 'u = stairs(time); der(x) = 2*der(u)']) {
      const u = text.startsWith('u') ? { u: Var({}) } : {}
      const instance = instantiate(Model({ x: Var({ init: 0 }), ...u, equations: equations(text) }))
      // steps at 0.4 and 0.8
      for (const solver of SOLVERS)
        expect(instance.simulate({ stopTime: 1, solver }).final('x')).toBeCloseTo(4, 9)
    }
  })

  it('jumps, also back, within a step', () => {
    // u1 + u2 = 5 between 0.4 and 0.8 only: 2 u1' = 3 u2'
    const Divider = Model({
      ...{ u1: Var({ init: 0 }), u2: Var({}), i: Var({}) },
      equations: equations`
        u1 + u2 = 5*stairs(time) - 10*stairs(0.5*time)
        2*der(u1) = i
        3*der(u2) = i`,
    })
    for (const solver of SOLVERS) {
      const run = simulate(Divider, { stopTime: 1, solver })
      expect(run.at('u1', 0.45)).toBeCloseTo(3, 9)
      expect(run.at('u1', 0.9)).toBeCloseTo(0, 9)
    }
  })

  it('switches the ratio of a gear', () => {
    // 2 (w1' - w1) = P, 3 (w2' - w2) = -r' P, w1' = r' w2': r becomes 3, then 4
    const Gear = Model({
      ...{ w1: Var({}), w2: Var({ init: 1 }), tau: Var({}) },
      equations: equations`
        w1 = (2 + stairs(time))*w2
        2*der(w1) = tau
        3*der(w2) = -(2 + stairs(time))*tau`,
    })
    for (const solver of SOLVERS) {
      const run = simulate(Gear, { stopTime: 1, solver })
      expect(run.at('w2', 0.6)).toBeCloseTo(5 / 7, 9)
      expect(run.final('w2')).toBeCloseTo(27 / 49, 9)
    }
  })

  it('is an error where positions jump, or variable ratios', () => {
    for (const solver of SOLVERS) {
      const failure = codeOf(() => simulate(twoMasses('stairs(time)'), { stopTime: 1, solver }))
      expect(failure).toMatch(/^IMPULSE: s2: .* t = 0\.40000.* 's2 - s1 = stairs\(time\)'/)
    }
    const Gear = Model({
      ...{ w1: Var({}), w2: Var({ init: 1 }), tau: Var({}), r: Var({}) },
      equations: equations`
        r = 2 + stairs(time)
        w1 = r*w2
        2*der(w1) = tau
        3*der(w2) = -r*tau`,
    })
    // the ratio as a variable has an infinite derivative of its own
    expect(codeOf(() => simulate(Gear, { stopTime: 1 }))).toMatch(/^IMPULSE: .*r = 2 \+ stairs\(time\)/)
  })
})

describe('other jumps without an event', () => {
  it('an input with a derivative that jumps', () => {
    const Divider = Model({
      ...{ u1: Var({ init: 0 }), u2: Var({}), i: Var({}), u: Var({ input: true }) },
      equations: equations`
        u1 + u2 = u
        2*der(u1) = i
        3*der(u2) = i`,
    })
    const u = { value: (t: number) => (t < 0.4 ? t : t + 10), derivative: () => 1 }
    for (const solver of SOLVERS)
      expect(simulate(Divider, { stopTime: 1, solver, inputs: { u } }).final('u1')).toBeCloseTo(6.6, 9)
  })

  it('a parameter that changes during the run', () => {
    const run = instantiate(twoMasses('corner(time + k)', '', { k: Par(-2) })).start({
      ...{ stopTime: 1, maxStep: 0.05 },
    })
    run.advance(Infinity, 0.2)
    // from 2 s before the corner to 0.1 s after it: a position that jumps
    expect(
      codeOf(() => {
        run.change({ k: 0.5 })
        run.advance()
      }),
    ).toMatch(/^IMPULSE: .*corner\(time \+ k\)/)
  })
})

describe('random functions with a corner', () => {
  const SEEDS = campaignSeeds(120, 8)

  it('give the motion of the same branches in an equation', () => {
    let worst = 0
    let nCompared = 0
    for (const seed of SEEDS) {
      const random = createRandom(seed)
      const uniform = (low: number, high: number): number => low + (high - low) * random()
      const [c, a1, a2, b2] = [uniform(0.1, 0.9), uniform(-2, 2), uniform(-2, 2), uniform(-1, 1)]
      const turn = `sin(${uniform(2, 9)}*time)`
      const args = ['time', turn, 'z', 's3', `s1 + ${uniform(0.2, 1)}*time`, 'z + 0.3*s3']
      const u = args[Math.floor(random() * args.length)]
      const later = (x: string): string => `${a2}*(${x} - ${c}) + ${b2}*(${x} - ${c})^2`
      defineFunction(`function corner${seed} input Real u; output Real y; algorithm
        if u < ${c} then y := ${a1}*(u - ${c}); else y := ${later('u')}; end if; end corner${seed};`)
      const [v1, s3, v3] = [uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)]
      const [m1, k, m2, k3] = [uniform(0.3, 3), uniform(0, 5), uniform(0.3, 3), uniform(1, 40)]
      const build = (g: string): ModelNode =>
        Model({
          ...{ s1: Var({ init: 0 }), v1: Var({ init: v1 }), s2: Var({}), v2: Var({}), f: Var({}) },
          ...{ s3: Var({ init: s3 }), v3: Var({ init: v3 }), z: Var({ init: 0 }) },
          equations: equations(`
            der(s1) = v1
            der(s2) = v2
            ${m1}*der(v1) = f - ${k}*(s1 - s3)
            ${m2}*der(v2) = -f
            der(s3) = v3
            der(v3) = -${k3}*s3 + ${k}*(s1 - s3)
            der(z) = 1.2 - z
            s2 - s1 = ${g}`),
        })
      const branches = `if ${u} < ${c} then ${a1}*(${u} - ${c}) else ${later(u)}`
      let expected: ReturnType<typeof simulate>
      try {
        expected = simulate(build(branches), { stopTime: 1, solver: 'radau5', tolerance: 1e-10 })
      } catch {
        // both branches lead back to the corner, which has no sliding solution of second order
        continue
      }
      const solver = SOLVERS[seed % SOLVERS.length]
      const tolerance = 10 ** -Math.floor(uniform(5, 10))
      const found = simulate(build(`corner${seed}(${u})`), { stopTime: 1, solver, tolerance })
      nCompared++
      for (const name of ['s1', 'v1', 's2', 'v2', 's3', 'v3']) {
        const value = expected.final(name)
        worst = Math.max(
          worst,
          Math.abs(found.final(name) - value) / (tolerance * Math.max(1, Math.abs(value))),
        )
      }
    }
    expect(nCompared).toBeGreaterThan(0.8 * SEEDS.length)
    // errors of the integration over some hundred steps; an impulse that is lost makes more than 1000
    expect(worst).toBeLessThan(200)
  })
})

it('a drive of a 3D joint by a function transfers its impulse to what hangs on it', () => {
  const beam = MassProperties({ mass: 2, centerOfMass: [0, -0.5, 0], Ixx: 0.2, Iyy: 0.2, Izz: 0.3 })
  const Cart = Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    cart: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 5 }) }) }),
    arm: Object3D({ feature: Solid({ massProperties: beam }) }),
    slide: PrismaticWithFlange({ obj1: 'world', obj2: 'cart', axis: 'x' }),
    hinge: Revolute({ obj1: 'cart', obj2: 'arm', axis: 'z' }),
    drive: Position({ exact: true }),
    connect: [['drive.flange', 'slide.flange']],
    equations: equations`drive.s_ref = cornerText(time)`,
  })
  for (const solver of SOLVERS) {
    const result = simulate(Cart, { stopTime: 0.4 + 1e-9, solver })
    expect(result.final('slide.v')).toBeCloseTo(2, 9)
    // angular momentum of the arm about the hinge: (I + m d²) w + m d V = 0
    expect(result.final('hinge.w')).toBeCloseTo((-2 * 0.5 * 2) / (0.3 + 2 * 0.25), 7)
  }
})
