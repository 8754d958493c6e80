/** Jumps at events in equations that index reduction has differentiated: impulses, divided by momentum balance. */
import { equations, instantiate, Model, Par, type SimulateOptions, simulate, Var } from 'vario'
import { Position as AnglePosition } from 'vario/library/rotational'
import { Position } from 'vario/library/translational'
import {
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import type { ModelNode } from '../../src/model/index.ts'
import { codeOf } from './event-runs.ts'

const SOLVERS = ['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const

/** Two masses of 3 and 1 kg with the distance `g`; more equations and members; the first one has the start velocity v. */
function twoMasses(g: string, more = '', members: Record<string, unknown> = {}, v = 0, first = 's1') {
  const start = (name: string, init: number) => (name.endsWith(first[1]) ? Var({ init }) : Var({}))
  return Model({
    m1: Par(3),
    m2: Par(1),
    ...{ s1: start('s1', 0), v1: start('v1', v), s2: start('s2', 0), v2: start('v2', v), f: Var({}) },
    ...members,
    equations: equations(`
      der(s1) = v1
      der(s2) = v2
      m1*der(v1) = f
      m2*der(v2) = -f
      s2 - s1 = ${g}
      ${more}`),
  })
}

/** Speeds at the end, which differ between solvers only by rounding errors. */
function expectSpeeds(model: ModelNode, expected: readonly number[], options: Partial<SimulateOptions> = {}) {
  const instance = instantiate(model)
  for (const solver of SOLVERS) {
    const result = instance.simulate({ stopTime: 1, solver, ...options })
    expected.forEach((v, i) => {
      expect(result.final(`v${i + 1}`)).toBeCloseTo(v, 9)
    })
  }
}

const KINK = 'if time < 0.5 then 0 else 2*(time - 0.5)'

describe('an equation between positions whose derivative jumps', () => {
  it('keeps momentum, whichever speed is a state', () => {
    // 3 v1 + v2 = 0, v2 - v1 = 2
    expectSpeeds(twoMasses(KINK), [-0.5, 1.5])
    expectSpeeds(twoMasses(KINK, '', {}, 0, 's2'), [-0.5, 1.5])
    const named = { g: Var({}) }
    expectSpeeds(twoMasses('g', `g = ${KINK}`, named), [-0.5, 1.5])
  })

  it('makes speeds jump at state events', () => {
    expectSpeeds(
      twoMasses('if z > 0.5 then 2*(z - 0.5) else 0', 'der(z) = 1', { z: Var({ init: 0 }) }),
      [-0.5, 1.5],
    )
  })

  it('makes speeds jump at kinks of min, max and abs', () => {
    expectSpeeds(twoMasses('max(0, 2*(time - 0.5))'), [-0.5, 1.5])
    expectSpeeds(twoMasses('-min(0, 2*(0.5 - time))'), [-0.5, 1.5])
    // relative speed -1 before and 1 after: 3 v1 + v2 = 0 with v1 = 0.25 at the start
    expectSpeeds(twoMasses('abs(time - 0.5) - 0.5', '', {}, 0.25), [-0.25, 0.75])
  })

  it('ignores finite forces, also limited ones', () => {
    const model = Model({
      ...{ s1: Var({ init: 0 }), v1: Var({ init: 0 }), s2: Var({}), v2: Var({}), f: Var({}) },
      equations: equations(`
        der(s1) = v1
        der(s2) = v2
        3*der(v1) = f
        der(v2) = -f - (if v2 > 0 then 0.01 else -0.01) + max(-1, f)
        s2 - s1 = ${KINK}`),
    })
    // f is infinite with the sign of the impulse -1.5, max(-1, f) is not
    const result = simulate(model, { stopTime: 0.5 })
    expect(3 * result.final('v1') + result.final('v2')).toBeCloseTo(0, 9)
    expect(result.final('v2') - result.final('v1')).toBeCloseTo(2, 9)
  })

  it('has no effect where the derivative does not jump', () => {
    // der(g) = 1 at the end
    expectSpeeds(twoMasses('if time < 0.5 then 0 else (time - 0.5)^2'), [-0.25, 0.75])
  })

  it('has no effect where terms jump against each other with a delay', () => {
    // the sum is continuous, its derivative goes from 0.1 to 0.2, in units of 1/k
    for (const k of [1, 100, 1e-3, 1e6]) {
      const ceil = `ceil(${k}*time)`
      const sum = (step: number) =>
        `0.1*${ceil}*(${k}*time - ${ceil} + 1) + (if time <= ${1 / k} then 0 else ${step})`
      for (const solver of SOLVERS) {
        const result = simulate(twoMasses(sum(0.1)), { stopTime: 1.5 / k, solver })
        expect(result.final('v1') / k).toBeCloseTo(-0.05, 9)
        expect(result.final('v2') / k).toBeCloseTo(0.15, 9)
        expect(result.final('s2') - result.final('s1')).toBeCloseTo(0.2, 9)
      }
      expect(codeOf(() => simulate(twoMasses(sum(0.1001)), { stopTime: 1.5 / k }))).toMatch(/^IMPULSE/)
    }
  })

  it('adds to a reinit at the same event', () => {
    const kick = 'when time > 0.5 then\n reinit(v1, 4)\n end'
    expectSpeeds(twoMasses(KINK.replaceAll('0.5', '0.7'), kick), [3.5, 5.5])
    expectSpeeds(twoMasses(KINK, kick), [3.5, 5.5])
  })

  it('works with nonlinear constraints that the solver maintains', () => {
    // a pendulum whose thread is wound up from t = 0.5 on: x vy - y vx stays, the radial speed becomes -0.3
    const Winch = Model({
      ...{ x: Var({ init: 0.6 }), y: Var({ start: -0.8 }), vx: Var({ start: 0 }), vy: Var({ start: 0 }) },
      ...{ F: Var({}), L: Var({}), spin: Var({}), radial: Var({}) },
      equations: equations`
        L = if time < 0.5 then 1 else 1 - 0.3*(time - 0.5)
        x^2 + y^2 = L^2
        der(x) = vx
        der(y) = vy
        2*der(vx) = -F*x
        2*der(vy) = -F*y - 2*9.81
        spin = x*vy - y*vx
        radial = (x*vx + y*vy)/L`,
    })
    const result = simulate(Winch, { stopTime: 0.5, tolerance: 1e-8 })
    const spin = result.values('spin')
    expect(spin.at(-1)).toBeCloseTo(spin.at(-2) ?? 0, 9)
    expect(result.final('radial')).toBeCloseTo(-0.3, 9)
    // energy at the start: the start values are moved to the length 1, not to that of the other branch
    const [x, y] = [result.values('x')[0], result.values('y')[0]]
    expect([x, y]).toEqual([0.6, expect.closeTo(-0.8, 12)])
  })
})

describe('an equation between speeds, or of first order, that jumps', () => {
  it('switches the ratio of a gear', () => {
    // 2 (w1 - 2) = P, 3 (w2 - 1) = -3 P, w1 = 3 w2
    const Gear = Model({
      ...{ w1: Var({}), w2: Var({ init: 1 }), tau: Var({}), r: Var({}) },
      equations: equations`
        r = if time < 0.5 then 2 else 3
        w1 = r*w2
        2*der(w1) = tau
        3*der(w2) = -r*tau`,
    })
    const result = simulate(Gear, { stopTime: 1 })
    expect(result.final('w1')).toBeCloseTo(15 / 7, 12)
    expect(result.final('w2')).toBeCloseTo(5 / 7, 12)
  })

  it('divides a step between two capacitors', () => {
    const Divider = Model({
      ...{ u1: Var({ init: 0 }), u2: Var({}), i: Var({}) },
      equations: equations`
        u1 + u2 = if time < 0.5 then 0 else 10
        2*der(u1) = i
        3*der(u2) = i`,
    })
    expect(simulate(Divider, { stopTime: 1 }).final('u1')).toBeCloseTo(6, 12)
  })

  it('integrates the derivative of a step', () => {
    for (const right of ['2*der(u)', '2*der(if time < 0.5 then 0 else 1)', '2*der(floor(2*time)) - der(u)']) {
      const model = Model({
        ...{ u: Var({}), x: Var({ init: 0 }) },
        equations: equations(`u = if time < 0.5 then 0 else 1\n der(x) = ${right}`),
      })
      // floor(2*time) jumps at 0.5 and, at the end, at 1
      const expected = right.includes('floor') ? 1 : 2
      expect(simulate(model, { stopTime: 0.9 }).final('x')).toBeCloseTo(expected, 9)
    }
  })

  it('makes speeds jump with a parameter that changes during the run', () => {
    const model = Model({
      ...{ dv: Par(0), v1: Var({ init: 0 }), v2: Var({}), f: Var({}) },
      equations: equations`
        3*der(v1) = f
        der(v2) = -f
        v2 - v1 = dv`,
    })
    const run = instantiate(model).start({ stopTime: 1, maxStep: 0.05 })
    run.advance(Infinity, 0.5)
    run.change({ dv: 2 })
    run.advance()
    const result = run.finish()
    expect(result.final('v1')).toBeCloseTo(-0.5, 12)
    expect(result.final('v2')).toBeCloseTo(1.5, 12)
  })
})

describe('noEvent in equations that are differentiated', () => {
  const b = { b: Var({}), c: Var({}) }

  it('does not prevent the impulse of a jump of a derivative', () => {
    expectSpeeds(twoMasses(`noEvent(${KINK})`), [-0.5, 1.5])
    expectSpeeds(twoMasses('g', `g = noEvent(${KINK})`, { g: Var({}) }), [-0.5, 1.5])
    expectSpeeds(twoMasses('noEvent(max(0, 2*(time - 0.5)))'), [-0.5, 1.5])
    expectSpeeds(twoMasses('2*(time - 0.5)*noEvent(if time < 0.5 then 0 else 1)'), [-0.5, 1.5])
    expectSpeeds(
      twoMasses('if c then 0 else 2*(time - 0.5)', 'c = not b; b = noEvent(time >= 0.5)', b),
      [-0.5, 1.5],
    )
    const element = '[0, 2*(time - 0.5)][n]'
    const model = twoMasses(element, 'n = noEvent(floor(2*time) + 1)', { n: Var({}) })
    expectSpeeds(model, [-0.5, 1.5], { stopTime: 0.9 })
    expectSpeeds(twoMasses('sum(noEvent([if time < 0.5 then 0 else time - 0.5 for i in 1:2]))'), [-0.5, 1.5])
  })

  it('does not prevent the derivative of a step', () => {
    for (const text of [
      'der(x) = 2*der(noEvent(if time < 0.5 then 0 else 1))',
      'der(x) = 2*noEvent(der(if time < 0.5 then 0 else 1))',
      'u = noEvent(if time < 0.5 then 0 else 1)\n der(x) = 2*der(u)',
    ]) {
      const u = text.startsWith('u') ? { u: Var({}) } : {}
      const model = Model({ x: Var({ init: 0 }), ...u, equations: equations(text) })
      expect(simulate(model, { stopTime: 1 }).final('x')).toBeCloseTo(2, 9)
    }
    expect(codeOf(() => simulate(twoMasses('noEvent(floor(2*time))'), { stopTime: 1 }))).toMatch(/^IMPULSE/)
  })

  it('lets a run continue where branches meet smoothly, with a note that there are events', () => {
    // v1 = -g'/4 where z = 0.5 at the end
    const z = { z: Var({ init: -0.5 }) }
    const slope = 2.5 * 0.5 ** 1.5
    for (const g of ['noEvent(if z > 0 then sqrt(z)^5 else 0)', 'noEvent(if z > 0 then z^2.5 else 0)'])
      expectSpeeds(twoMasses(g, 'der(z) = 1', z), [-slope / 4, (3 * slope) / 4], { tolerance: 1e-11 })
    // beyond the limit only if the guard allows it
    const falling = twoMasses('noEvent(if z > 0 then sqrt(z)^5 else 0)', 'der(z) = -1', {
      z: Var({ init: 0.5 }),
    })
    const start = instantiate(falling).simulate({ stopTime: 1 })
    expect(start.final('v1')).toBeCloseTo(start.final('v2'), 9)
    expect(instantiate(falling).translation.notes.join()).toMatch(
      /Events in spite of noEvent, because of derivatives: s2 - s1 = noEvent/,
    )
  })

  it('makes no events in equations that are not differentiated', () => {
    const model = Model({
      ...{ x: Var({ init: 0 }), y: Var({}) },
      equations: equations`der(x) = noEvent(if x > 0.5 then 1 else 2); y = noEvent(max(x, 0.2))`,
    })
    expect(instantiate(model).translation.conditions).toHaveLength(0)
  })
})

describe('errors of undetermined impulses', () => {
  const failure = (model: ModelNode): string => {
    const message = codeOf(() => simulate(model, { stopTime: 1 }))
    expect(message).toMatch(/^IMPULSE: /)
    return message
  }

  it('name positions that would have to jump', () => {
    expect(failure(twoMasses('if time < 0.5 then 0 else 1'))).toMatch(
      /s2: .* t = 0\.5 s.*'s2 - s1 = if time < 0\.5/,
    )
    const sampled = twoMasses('n', 'when time > 0.5 then\n n = 1\n end', { n: Var({ init: 0 }) })
    expect(failure(sampled)).toMatch(/s2: .*'s2 - s1 = n'/)
    for (const step of [
      '0.1*ceil(2*time - 0.5)',
      'mod(2*time, 1)',
      'ceil(floor(2*time)/2)',
      'sign(time - 0.5)',
    ])
      expect(failure(twoMasses(step))).toContain(
        `according to 's2 - s1 = ${step}', which is differentiated. Replace`,
      )
    const quiet = 'noEvent(if time < 0.5 then 0 else 1) + sample(time, Clock(0.7))'
    expect(failure(twoMasses(quiet))).toContain(`'s2 - s1 = ${quiet}'`)
  })

  it('name the derivative of a step that no state absorbs', () => {
    const model = Model({
      ...{ u: Var({}), y: Var({}) },
      equations: equations`
        u = if time < 0.5 then 0 else 1
        y = 2*der(u)`,
    })
    expect(failure(model)).toMatch(/u jumps, according to 'u = if time < 0\.5 then 0 else 1'/)
  })

  it('name products of impulses with values that jump', () => {
    const work = twoMasses(KINK, 'der(W) = f*v1', { W: Var({ init: 0 }) })
    expect(failure(work)).toMatch(/factors of infinite values jump/)
  })

  it('name nonlinear constraints that jump themselves', () => {
    const model = Model({
      ...{ x: Var({ init: 0.6 }), y: Var({ start: 0.8 }), u: Var({}) },
      equations: equations`
        der(x) = u*x
        der(y) = u*y + 1
        x^2 + y^2 = if time < 0.5 then 1 else 2`,
    })
    expect(failure(model)).toMatch(/x\^2 \+ y\^2/)
  })
})

describe('an exact drive with a kink in its path', () => {
  const beam = { mass: 2, centerOfMass: [0, -0.5, 0], Ixx: 0.2, Iyy: 0.2, Izz: 0.3 }

  it('transfers the impulse to a body that hangs on a slide', () => {
    const Cart = Model3D({
      world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
      cart: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 5 }) }) }),
      arm: Object3D({ feature: Solid({ massProperties: MassProperties(beam) }) }),
      slide: PrismaticWithFlange({ obj1: 'world', obj2: 'cart', axis: 'x' }),
      hinge: Revolute({ obj1: 'cart', obj2: 'arm', axis: 'z' }),
      drive: Position({ exact: true }),
      connect: [['drive.flange', 'slide.flange']],
      equations: equations`drive.s_ref = if time < 0.5 then 0 else 2*(time - 0.5)`,
    })
    // angular momentum of the arm about the hinge: (I + m d²) w + m d V = 0
    for (const solver of SOLVERS) {
      const result = simulate(Cart, { stopTime: 0.5, solver })
      expect(result.final('slide.v')).toBeCloseTo(2, 9)
      expect(result.final('hinge.w')).toBeCloseTo((-2 * 0.5 * 2) / (0.3 + 2 * 0.25), 9)
    }
  })

  it('transfers the impulse to a second arm behind a rotating one', () => {
    const Arms = Model3D({
      world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
      upper: Object3D({ feature: Solid({ massProperties: MassProperties(beam) }) }),
      elbow: Object3D({ parent: 'upper', translation: [0, -1, 0] }),
      lower: Object3D({ feature: Solid({ massProperties: MassProperties(beam) }) }),
      shoulder: RevoluteWithFlange({ obj1: 'world', obj2: 'upper', axis: 'z' }),
      bend: Revolute({ obj1: 'elbow', obj2: 'lower', axis: 'z', phi: Math.PI / 3 }),
      drive: AnglePosition({ exact: true }),
      connect: [['drive.flange', 'shoulder.flange']],
      equations: equations`drive.phi_ref = if time < 0.5 then 0 else 3*(time - 0.5)`,
    })
    // the elbow gets the velocity W along x; angular momentum of the lower arm about it:
    // (I + m d²)(W + w) + m d W cos(60°) = 0
    const result = simulate(Arms, { stopTime: 0.5 })
    expect(result.final('shoulder.w')).toBeCloseTo(3, 9)
    expect(result.final('bend.w')).toBeCloseTo(-3 - (2 * 0.5 * 3 * 0.5) / (0.3 + 2 * 0.25), 9)
  })
})
