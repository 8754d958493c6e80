/** Runs that the caller advances: the same result, parameters that change during the run, partial results. */
import {
  equations,
  expr,
  InputError,
  instantiate,
  Model,
  Par,
  simulate,
  Var,
  VarioError,
  writeJson,
} from 'vario'
import { Damper, Fixed } from 'vario/library/rotational'
import {
  MassProperties,
  Model3D,
  Object3D,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  Sphere,
  UniformGravityField,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { Trailer } from '../../examples/trailer.ts'

/** x' = -k x from 1. */
const Decay = Model({ k: Par(1, '1/s'), x: Var({ init: 1 }), equations: equations`der(x) = -k*x` })

/** Continues to a step that ends at `t` [s] or later. */
function advanceTo(run: ReturnType<ReturnType<typeof instantiate>['start']>, t: number): void {
  if (!run.advance(Infinity, t)) expect(run.time).toBeGreaterThanOrEqual(t)
}

describe('a run', () => {
  test.each([
    ['equations', Decay, 3],
    ['events of independent parts', createParts(), 2],
    ['a structure that changes', Trailer, 6],
  ] as const)('gives the same bytes step by step as at once: %s', (_, model, stopTime) => {
    const run = instantiate(model).start({ stopTime })
    let nCall = 0
    while (!run.advance(0)) nCall++
    expect(nCall).toBeGreaterThan(3)
    expect([run.isDone, run.part, run.time]).toEqual([true, 1, stopTime])
    expect(writeJson(run.finish())).toBe(writeJson(simulate(model, { stopTime })))
  })

  test.each([
    ['as a whole', Decay],
    ['in parts', createParts()],
  ])('returns the partial result if it is stopped early, %s', (_, model) => {
    const run = instantiate(model).start({ stopTime: 2, interval: 0.01 })
    advanceTo(run, 0.5)
    const { time, part } = run
    expect(part).toBeCloseTo(time / 2, 12)
    const result = run.finish()
    expect(result.attributes['interrupted']).toBe(time)
    expect(result.segments.at(-1)!.endTime).toBe(time)
    expect(result.time.at(-1)).toBeGreaterThan(time - 0.01 - 1e-12)
    expect(run.isDone).toBe(true)
    expect(() => run.finish()).toThrow('finish: expected one call per run, got a second one.')
  })

  test('keeps the values before an error', () => {
    const Blows = Model({ x: Var({ init: 1 }), equations: equations`der(x) = x^2` })
    const run = instantiate(Blows).start({ stopTime: 2 })
    expect(() => run.advance()).toThrow(VarioError)
    const result = run.finish()
    // 1/(1 - t), whose errors grow with x^2: 100 tolerances of 1e-6
    expect(result.at('x', 0.9)).toBeCloseTo(10, 3)
    expect(result.attributes['interrupted']).toBeLessThan(1.001)
  })

  test('checks the time given to advance', () => {
    const run = instantiate(Decay).start({ stopTime: 1 })
    expect(() => run.advance(Number.NaN)).toThrow(InputError)
  })
})

/** Ten balls that bounce independently. */
function createParts() {
  const Ball = Model({
    h: Var({ init: 1 }),
    v: Var({ init: 0 }),
    equations: equations`
      der(h) = v
      der(v) = -9.81
      when h < 0 then
        reinit(v, -0.8*v)
      end when`,
  })
  return Model(
    Object.fromEntries(Array.from({ length: 10 }, (_, k) => [`b${k}`, Ball({ h: { init: 1 + k } })])),
  )
}

describe('parameters that change during a run', () => {
  test('apply from then on; both sides are in the result', () => {
    const run = instantiate(Decay).start({ stopTime: 2, tolerance: 1e-10 })
    advanceTo(run, 1)
    const t = run.time
    run.change({ k: 3 })
    run.advance()
    const result = run.finish()
    const i = result.time.indexOf(t)
    expect(result.time[i + 1]).toBe(t)
    expect([result.values('x')[i], result.values('x')[i + 1]]).toEqual([
      result.values('x')[i],
      result.values('x')[i],
    ])
    // der(x) = -k x on each side, with the k of that side
    expect(result.values('der(x)')[i]).toBeCloseTo(-Math.exp(-t), 8)
    expect(result.values('der(x)')[i + 1]).toBeCloseTo(-3 * Math.exp(-t), 8)
    expect(result.final('x')).toBeCloseTo(Math.exp(-t - 3 * (2 - t)), 9)
    expect(result.segments).toHaveLength(2)
    expect((result.attributes['source'] as { changes: unknown }).changes).toEqual([
      { time: t, merge: { k: 3 } },
    ])
  })

  test('may belong to a 3D world: a ball falls with another gravity', () => {
    const Falling = Model3D({
      world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 10, n: [0, -1, 0] }) }) }),
      ball: Object3D({
        parent: 'world',
        fixedToParent: false,
        velocity: [1, 0, 0],
        angularVelocity: [0, 0, 4],
        feature: Solid({
          shape: Sphere({ diameter: 1 }),
          massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }),
        }),
      }),
    })
    const run = instantiate(Falling).start({ stopTime: 2, tolerance: 1e-10, maxStep: 0.1 })
    advanceTo(run, 1)
    const t = run.time
    run.change({ world: { feature: { gravityField: { g: 1 } } } })
    run.advance()
    const result = run.finish()
    const rest = 2 - t
    // two parabolas, exact for all methods within rounding errors
    expect(result.final('ball.translation[1]')).toBeCloseTo(2, 9)
    expect(result.final('ball.translation[2]')).toBeCloseTo(-5 * t * t - 10 * t * rest - 0.5 * rest * rest, 9)
    expect(result.final('ball.velocity[2]')).toBeCloseTo(-10 * t - rest, 9)
    // it has turned by 8 rad about z: q = [0, 0, sin 4, cos 4], or its negative
    const [x, y, z, w] = result.finalVector('ball.q_abs')
    expect([x, y]).toEqual([0, 0])
    expect(z * w).toBeCloseTo(Math.sin(4) * Math.cos(4), 8)
  })

  test('may belong to a body connected to a flange', () => {
    const Brake = Model3D({
      world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 0 }) }) }),
      rotor: Object3D({
        feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 2, Iyy: 2, Izz: 2 }) }),
      }),
      rev: RevoluteWithFlange({ obj1: 'world', obj2: 'rotor', axis: 'z', w: { init: 1 } }),
      damper: Damper({ d: 2 }),
      fixed: Fixed(),
      connect: [
        ['damper.flange_b', 'rev.flange'],
        ['damper.flange_a', 'fixed.flange'],
      ],
    })
    const run = instantiate(Brake).start({ stopTime: 2, tolerance: 1e-10 })
    advanceTo(run, 1)
    const t = run.time
    // twice the inertia, a quarter of the damping: w' = -d/I w
    run.change({ damper: { d: 0.5 }, rotor: { feature: { massProperties: { Izz: 4 } } } })
    run.advance()
    expect(run.finish().final('rev.w')).toBeCloseTo(Math.exp(-t - (2 - t) / 8), 9)
  })

  test('are those of the run if they change before the first step', () => {
    const run = instantiate(Decay).start({ stopTime: 1, tolerance: 1e-10 })
    run.change({ k: 2 })
    run.advance()
    expect(run.finish().final('x')).toBeCloseTo(Math.exp(-2), 9)
  })

  test('are rejected with a reason if only a new run can have them', () => {
    const Sized = Model({
      c: Par([1, 2]),
      k: Par(0),
      x: Var({ init: 1 }),
      y: Var(),
      equations: equations`
        der(x) = -c[1]*x
        k*der(y) = x - y`,
    })
    const run = instantiate(Sized).start({ stopTime: 1 })
    run.advance(0)
    expect(() => run.change({ x: { init: 2 } })).toThrow('x: a start value cannot change during a run.')
    expect(() => run.change({ c: [1, 2, 3] })).toThrow('c: an array cannot change its size during a run.')
    expect(() => run.change({ k: 1 })).toThrow('With these values the model has other equations.')
    expect(() => run.change({ q: 1 })).toThrow(/q/)
    // it continues as without the attempts
    run.advance()
    expect(writeJson(run.finish())).toBe(writeJson(simulate(Sized, { stopTime: 1 })))
    expect(() => run.change({ c: [2, 2] })).toThrow('change: expected a run in progress, got one at its end.')
  })

  test('are rejected for 3D parts while programs change the structure', () => {
    const [run, other] = [0, 1].map(() => instantiate(Trailer).start({ stopTime: 6 }))
    for (const each of [run, other]) advanceTo(each, 1)
    const change = () => run.change({ world: { feature: { gravityField: { g: 1 } } } })
    expect(change).toThrow('because programs change the structure')
    for (const each of [run, other]) expect(each.advance()).toBe(true)
    expect(writeJson(run.finish())).toBe(writeJson(other.finish()))
  })

  test.each(['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const)(
    'act at the requested time if one step would reach the end: %s',
    (solver) => {
      const Line = Model({ k: Par(0), x: Var({ init: 1 }), equations: equations`der(x) = k` })
      for (const scale of [1e-6, 1, 1e6]) {
        const run = instantiate(Line).start({ stopTime: 10 * scale, solver })
        run.advance(Infinity, 3 * scale)
        expect(run.time).toBe(3 * scale)
        // the time is reached already: nothing more happens
        expect(run.advance(Infinity, 2 * scale)).toBe(false)
        expect(run.time).toBe(3 * scale)
        run.change({ k: 1 / scale })
        expect(run.advance(Infinity, 10 * scale)).toBe(true)
        expect(() => run.change({ k: 3 })).toThrow('change: expected a run in progress, got one at its end')
        const result = run.finish()
        expect(result.final('x')).toBeCloseTo(1 + 7, 12)
        expect(result.attributes['interrupted']).toBeUndefined()
      }
    },
  )

  test('act on a pendulum at rest', () => {
    const massProperties = MassProperties({ mass: 1, centerOfMass: [1, 0, 0], Ixx: 0, Iyy: 0, Izz: 0 })
    const Hanging = Model3D({
      g: Par(0),
      world: Object3D({
        feature: Scene({ gravityField: UniformGravityField({ g: expr`g`, n: [0, -1, 0] }) }),
      }),
      bar: Object3D({ feature: Solid({ massProperties }) }),
      joint: Revolute({ obj1: 'world', obj2: 'bar', phi: 0 }),
    })
    const run = instantiate(Hanging).start({ stopTime: 1.2, tolerance: 1e-10 })
    run.advance(Infinity, 1)
    run.change({ g: 10 })
    run.advance()
    // from the horizontal at rest: w = g t (1 - g^2 t^4/40 …), phi = -g t^2/2 (1 - …)
    const result = run.finish()
    expect(result.at('joint.phi', 1)).toBe(0)
    expect(result.at('joint.phi', 1.01)).toBeCloseTo(-0.5 * 10 * 0.01 ** 2, 9)
    expect(result.final('joint.w')).toBeLessThan(-1.9)
  })

  test('are errors after the model has ended the run', () => {
    const Ends = Model({
      k: Par(1),
      x: Var({ init: 0 }),
      equations: equations`
        der(x) = k
        when x > 0.5 then
          terminate('far enough')
        end when
      `,
    })
    const run = instantiate(Ends).start({ stopTime: 2 })
    for (let k = 0; k < 1000 && run.time < 0.5 - 1e-9; k++) run.advance(0)
    expect(run.isDone).toBe(true)
    expect(() => run.change({ k: 3 })).toThrow('got one at its end')
  })
})
