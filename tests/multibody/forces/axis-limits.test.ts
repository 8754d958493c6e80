/** Stops of the axes of joints: impacts, rest, release, soft stops. */
import { expr, modelFromJson, modelToJson, simulate } from 'vario'
import {
  Box,
  MassProperties,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  Scene,
  Solid,
  Sphere,
  UniformGravityField,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { impulseScene } from '../impulse/scenes.ts'
import { arm, body, createParallelogram, empty } from './axis-law-models.ts'

const SOLVERS = ['tsit5', 'dop853', 'bdf', 'radau5', 'auto'] as const
const OPTIONS = { stopTime: 5, tolerance: 1e-9 }
/** The step errors of 1e-9 over seconds. */
const DIGITS = 7
const ends = { obj1: 'world', obj2: 'b' }
const slide = (args: object) => Model3D({ world: empty, b: body, j: Prismatic({ ...ends, ...args }) })

/** Times at which a log reports that an axis hits a limit. */
function listHits(model: Parameters<typeof simulate>[0], options: object, name = 'j'): number[] {
  const times: number[] = []
  const log = (line: string): void => {
    const found = new RegExp(`^at t = (\\S+) s ${name} hits`).exec(line)
    if (found !== null) times.push(Number(found[1]))
  }
  simulate(model, { ...OPTIONS, ...options, log })
  return times
}

/** Period of a pendulum with w = √(g/l) and an amplitude, by the arithmetic-geometric mean. */
function computePeriod(w: number, amplitude: number): number {
  let [a, b] = [1, Math.cos(amplitude / 2)]
  for (let k = 0; k < 6; k++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)]
  return (2 * Math.PI) / (w * a)
}

describe.each(SOLVERS)('solver %s', (solver) => {
  it('a body bounces at the times of the geometric series, and rests at the stop', () => {
    const model = slide({ s: 1, f: -2, limits: { lower: 0, restitution: 0.5 } })
    const fall = Math.SQRT2
    const hits = listHits(model, { solver })
    // falls 1 m with 1 m/s2, then flies 2 v; positions at events have an error of 1e-14 m, speeds are 1e-3 m/s at least
    hits.slice(0, 10).forEach((t, k) => {
      expect(Math.abs(t - (fall + 2 * fall * (1 - 0.5 ** k)))).toBeLessThan(solver === 'bdf' ? 1e-7 : 1e-10)
    })
    const result = simulate(model, { ...OPTIONS, solver })
    expect(result.final('j.s')).toBeCloseTo(0, 11)
    expect(result.final('j.v')).toBe(0)
    expect(result.final('j.stop')).toBe(-1)
    expect(result.final('j.reaction')).toBeCloseTo(2, 12)
    expect(result.final('world.dissipatedEnergy')).toBeCloseTo(2, DIGITS)
  })

  // In fields that are strong for their size, a fall of 1e-14 lengths gives speeds at which others end bouncing.
  it.each([0.1, 0.3, 0.45])('a body of micrometers comes to rest, restitution %d', (restitution) => {
    const size = 1e-6
    const world = Object3D({ feature: Scene({ nominalLength: size, enableContactDetection: false }) })
    const b = Object3D({
      feature: Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 1, Izz: 1 }) }),
    })
    const j = Prismatic({ ...ends, axis: 'y', s: size / 2, limits: { lower: 0, restitution } })
    const options = { stopTime: 5 * Math.sqrt(size / 9.81), tolerance: 1e-8, maxSteps: 20_000 }
    const hits = listHits(Model3D({ world, b, j }), { ...options, solver })
    const fall = Math.sqrt(size / 9.81)
    hits.slice(0, 5).forEach((t, k) => {
      const flights = (2 * restitution * (1 - restitution ** k)) / (1 - restitution)
      expect(t / fall).toBeCloseTo(1 + flights, solver === 'bdf' ? 5 : 8)
    })
    const result = simulate(Model3D({ world, b, j }), { ...options, solver })
    expect(result.final('j.stop')).toBe(-1)
    expect(result.final('j.v')).toBe(0)
    expect(Math.abs(result.final('j.s'))).toBeLessThan(1e-10 * size)
  })

  it('a stop holds until its force would pull', () => {
    const model = slide({ f: expr`-2*cos(time)`, limits: [0, 10] })
    const result = simulate(model, { ...OPTIONS, solver, stopTime: 3 })
    // from pi/2 on: v' = -cos t
    expect(result.at('j.s', 1.57)).toBe(0)
    expect(result.at('j.reaction', 1)).toBeCloseTo(2 * Math.cos(1), 6)
    expect(result.final('j.v')).toBeCloseTo(1 - Math.sin(3), DIGITS)
    expect(result.final('j.s')).toBeCloseTo(3 - Math.PI / 2 + Math.cos(3), DIGITS)
  })

  it('a pendulum hits an elastic stop at its lowest point after every half period', () => {
    const model = Model3D({
      world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 9.81, n: [0, -1, 0] }) }) }),
      b: Object3D({
        feature: Solid({ massProperties: MassProperties({ mass: 2, centerOfMass: [0, -0.5, 0], Izz: 0.3 }) }),
      }),
      j: Revolute({ obj1: 'world', obj2: 'b', phi: 1.2, limits: { lower: 0, restitution: 1 } }),
    })
    const period = computePeriod(Math.sqrt((2 * 9.81 * 0.5) / (0.3 + 2 * 0.25)), 1.2)
    const hits = listHits(model, { solver, tolerance: 1e-10 })
    expect(hits.length).toBe(Math.floor(5 / (period / 2) + 0.5))
    hits.forEach((t, k) => {
      expect(Math.abs(t - (k + 0.5) * (period / 2))).toBeLessThan(solver === 'bdf' ? 1e-6 : 1e-8)
    })
  })

  it('a soft stop returns a body after half a period of its spring', () => {
    const model = slide({ s: 1, v: -1, limits: { lower: 0, stiffness: 200 } })
    const result = simulate(model, { ...OPTIONS, solver, stopTime: 3 })
    expect(result.final('j.s')).toBeCloseTo(2 - Math.PI / 10, 6)
    expect(result.final('j.v')).toBeCloseTo(1, 6)
    expect(result.final('world.totalEnergy')).toBeCloseTo(1, 6)
  })
})

it('the impulse of a stop goes through the whole mechanism and its rotors', () => {
  // a cart of 3 kg, and a body of 2 kg on it with a rotor of 4 kg: momentum p of both, and q of the relative motion
  const [M, m, J, e] = [3, 2, 4, 0.4]
  const model = Model3D({
    world: empty,
    cart: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: M }) }) }),
    b: body,
    c: Prismatic({ obj1: 'world', obj2: 'cart', v: 0.3 }),
    j: Prismatic({ obj1: 'cart', obj2: 'b', v: 2, armature: J, limits: { upper: 1, restitution: e } }),
  })
  const result = simulate(model, { ...OPTIONS, stopTime: 1 })
  // no force: the relative speed changes to -2 e, and (M + m) v + m u stays
  expect(result.final('j.v')).toBeCloseTo(-2 * e, 12)
  expect(result.final('c.v')).toBeCloseTo(0.3 + (m * 2 * (1 + e)) / (M + m), 12)
  expect(result.final('world.totalEnergy') + result.final('world.dissipatedEnergy')).toBeCloseTo(
    0.5 * 5 * 0.09 + 2 * 0.6 + 0.5 * 6 * 4,
    12,
  )
})

it('axes at their stops support each other: an arm comes to rest on two of them', () => {
  const model = Model3D({
    ...arm,
    r1: Revolute({ obj1: 'world', obj2: 'upper', limits: { lower: -0.5, restitution: 0.3 }, armature: 0.1 }),
    r2: Revolute({
      obj1: 'elbow',
      obj2: 'lower',
      phi: 0.3,
      limits: { lower: -1, upper: 1, restitution: 0.6 },
    }),
  })
  for (const solver of SOLVERS) {
    const result = simulate(model, { ...OPTIONS, solver })
    expect(result.final('r1.phi')).toBeCloseTo(-0.5, 10)
    expect(result.final('r2.phi')).toBeCloseTo(-1, 10)
    expect([result.final('r1.stop'), result.final('r2.stop')]).toEqual([-1, -1])
    // weights of the links at their distances from the axes
    const load = 1.5 * 9.81 * 0.4 * Math.cos(1.5)
    const whole = load + 1.5 * 9.81 * 1.3 * Math.cos(0.5)
    expect(result.final('r2.reaction')).toBeCloseTo(load, 8)
    expect(result.final('r1.reaction')).toBeCloseTo(whole, 8)
    const [energy, lost] = ['totalEnergy', 'dissipatedEnergy'].map((name) => result.values(`world.${name}`))
    energy.forEach((x, i) => {
      expect(Math.abs(x + lost[i] - energy[0])).toBeLessThan(1e-6)
    })
  }
})

it('a stop supports an arm that is hit in the same instant', () => {
  for (const simultaneousImpacts of ['sequential', 'together'] as const) {
    const model = Model3D({
      world: Object3D({ feature: impulseScene({ e: 0.5 }, { simultaneousImpacts }) }),
      plate: Object3D({
        feature: Solid({
          shape: Box({ lengthX: 2, lengthY: 0.1, lengthZ: 0.5 }),
          solidMaterial: 'Steel',
          collision: true,
        }),
      }),
      j: Revolute({ obj1: 'world', obj2: 'plate', limits: [0, 1] }),
      ball: Object3D({
        ...{ parent: 'world', fixedToParent: false, translation: [0.5, 1.15, 0] },
        feature: Solid({ shape: Sphere({ diameter: 0.2 }), solidMaterial: 'Steel', collision: true }),
      }),
    })
    const result = simulate(model, { ...OPTIONS, stopTime: 0.6 })
    // like a wall: falls 1 m, returns with half of the speed
    const fall = Math.sqrt(2 / 9.81)
    const speed = 0.5 * Math.sqrt(2 * 9.81) - 9.81 * (0.6 - fall)
    expect(result.final('ball.velocity[2]')).toBeCloseTo(speed, 9)
    expect(result.final('j.w')).toBe(0)
  }
})

it('stops of a closed loop hold all of its joints', () => {
  for (const [r1, r3] of [
    [{ limits: { lower: 0, restitution: 0.5 } }, {}],
    [{}, { limits: { lower: 0, restitution: 0.5 } }],
    [{ limits: { lower: 0, restitution: 0.5 } }, { limits: [0, 1] }],
  ]) {
    const model = createParallelogram({ r1: { tau: -0.5, phi: 0.3, ...r1 }, r3 })
    const fall = Math.sqrt((2 * 0.3) / 0.5)
    const hits = listHits(model, {}, 'r[13]')
    // two stops at once: both restitutions cannot hold, so that only the first impacts are those of one stop
    if ('limits' in r1 !== 'limits' in r3)
      hits.slice(0, 8).forEach((t, k) => {
        expect(Math.abs(t - (fall + 2 * fall * (1 - 0.5 ** k)))).toBeLessThan(1e-9)
      })
    const result = simulate(model, { ...OPTIONS, stopTime: 8 })
    expect(result.final('r1.phi')).toBeCloseTo(0, 10)
    expect(result.final('r3.w')).toBe(0)
    expect(result.final('world.dissipatedEnergy')).toBeCloseTo(0.15, 9)
    const reaction = ['r1', 'r3'].reduce(
      (sum, name, k) =>
        sum + ([r1, r3][k] !== undefined && 'limits' in [r1, r3][k] ? result.final(`${name}.reaction`) : 0),
      0,
    )
    expect(reaction).toBeCloseTo(0.5, 9)
  }
})

it('friction helps a stop, and holds an axis that would leave it', () => {
  const model = slide({ s: 0.5, v: -1, f: expr`time - 2`, friction: 1.5, limits: [0, 1] })
  const result = simulate(model, { ...OPTIONS, stopTime: 5 })
  // the stop pushes until 2 s, friction pulls until 3.5 s: then v' = (t - 3.5)/2
  expect(result.at('j.stop', 3)).toBe(-1)
  expect(result.final('j.s')).toBeCloseTo(1.5 ** 3 / 12, DIGITS)
})

it('the damper of a soft stop never pulls, and the energy balance is complete', () => {
  const model = slide({ s: 1, v: -1, limits: { lower: 0, stiffness: 200, damping: 4 } })
  const result = simulate(model, { ...OPTIONS, stopTime: 3 })
  // x'' + 2 x' + 100 x = 0 from x = 0, x' = -1 on, until the force is zero
  const w = Math.sqrt(99)
  const velocity = (t: number): number => -Math.exp(-t) * (Math.cos(w * t) - Math.sin(w * t) / w)
  const push = (t: number): number => (100 * Math.exp(-t) * Math.sin(w * t)) / w - 2 * velocity(t)
  let [low, high] = [0.1, Math.PI / w]
  for (let k = 0; k < 60; k++) {
    const middle = 0.5 * (low + high)
    if (push(middle) > 0) low = middle
    else high = middle
  }
  expect(result.final('j.v')).toBeCloseTo(velocity(low), 6)
  expect(result.final('world.totalEnergy') + result.final('world.dissipatedEnergy')).toBeCloseTo(1, 7)
})

it('a soft stop with a strong damper takes an axis that a force presses on it', () => {
  const model = slide({ s: 1, v: -1, f: -2, limits: { lower: 0, stiffness: 100, damping: 40 } })
  const result = simulate(model, { ...OPTIONS, stopTime: 3 })
  // v^2 = 1 + 2: it arrives with sqrt(3) at sqrt(3) - 1; 2 p'' + 40 p' + 100 p = 2 from then on
  const t = 3 - (Math.sqrt(3) - 1)
  const [a, b] = [-10 + Math.sqrt(50), -10 - Math.sqrt(50)]
  // p = 0.02 + A e^(at) + B e^(bt)
  const A = (Math.sqrt(3) + 0.02 * b) / (a - b)
  const B = -0.02 - A
  const p = 0.02 + A * Math.exp(a * t) + B * Math.exp(b * t)
  expect(result.final('j.s')).toBeCloseTo(-p, DIGITS)
})

it('a model in a file is the same', () => {
  const model = slide({ s: 1, f: -2, friction: 0.5, limits: { lower: 0, restitution: 0.5 } })
  const copy = modelFromJson(JSON.parse(JSON.stringify(modelToJson(model))))
  const [a, b] = [model, copy].map((each) => simulate(each, OPTIONS))
  expect(b.final('world.dissipatedEnergy')).toBe(a.final('world.dissipatedEnergy'))
})

describe('actions', () => {
  const build = (command: string, record?: object) =>
    Model3D({
      world: empty,
      b: body,
      j: Prismatic({ ...ends, v: 1, limits: [-1, 2] }),
      actions: function* (act) {
        yield act.wait(1)
        if (command === 'lock') {
          yield act.lock('j', { impulse: true })
          yield act.unlock('j')
        } else yield act.changeJoint('j', record as Parameters<typeof act.changeJoint>[1])
      },
    })

  it('a joint keeps its limits with its kind, also through a lock', () => {
    expect(simulate(build('change', { kind: 'Prismatic' }), OPTIONS).final('j.s')).toBeCloseTo(2, 9)
    expect(
      simulate(build('change', { kind: 'Prismatic', limits: [0, 1.5] }), OPTIONS).final('j.s'),
    ).toBeCloseTo(1.5, 9)
    expect(simulate(build('change', { kind: 'Cylindrical', axis: 'x' }), OPTIONS).final('j.s')).toBeCloseTo(
      5,
      9,
    )
    expect(simulate(build('lock'), OPTIONS).final('j.s')).toBeCloseTo(1, 9)
  })

  it('limits that exclude the present position are an error', () => {
    expect(() => simulate(build('change', { kind: 'Prismatic', limits: [0, 0.5] }), OPTIONS)).toThrow(
      'j: position at t = 1 s: expected a value between the limits 0 and 0.5',
    )
  })
})

describe('wrong values', () => {
  it.each([
    [{ limits: [1, 0] }, 'j.limits: expected a lower stop below the upper one, got [1, 0]'],
    [{ limits: [0] }, 'j.limits: expected [lower, upper], or { lower'],
    [{ limits: { low: 0 } }, 'j.limits'],
    [
      { limits: { lower: 0, restitution: 2 } },
      'j.limits.restitution: expected a number between 0 and 1, got 2',
    ],
    [{ limits: { lower: 0, damping: 2 } }, 'j.limits.damping: expected no value without stiffness'],
    [
      { limits: { lower: 0, stiffness: 2, restitution: 0 } },
      'j.limits.restitution: expected no value beside stiffness',
    ],
    [{ limits: { lower: 0, stiffness: 0 } }, 'j.limits.stiffness: expected a stiffness > 0, got 0'],
    [{ limits: [0.5, 1] }, 'j: position at t = 0 s: expected a value between the limits 0.5 and 1, got 0'],
    [{ limits: [Number.NaN, 1] }, 'j.limits.lower: expected a finite number, got NaN'],
  ])('%# are errors', (args, message) => {
    expect(() => simulate(slide(args), OPTIONS)).toThrow(message)
  })
})
