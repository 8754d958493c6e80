/** Freewheels written with equations: the impulse of an impact in their locking direction, and one that engages them. */
import { equations, Model, simulate, Var } from 'vario'
import { Flange } from 'vario/library/rotational'
import {
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  RevoluteWithFlange,
  Scene,
  Solid,
  Sphere,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

/** Turns with w ≥ 0 only. */
const ByVelocity = Model({
  flange: Flange(),
  w: Var({}),
  a: Var({}),
  sa: Var({}),
  locked: Var({ start: true }),
  equations: equations`
    w = der(flange.phi)
    a = der(w)
    locked = if pre(locked) then sa <= 0 else w < 0
    a = if locked then 0 else sa
    flange.tau = if locked then sa else 0
  `,
})

/** The same with a mode. */
const ByMode = Model({
  flange: Flange(),
  w: Var({}),
  a: Var({}),
  sa: Var({}),
  mode: Var({ start: 0 }),
  equations: equations`
    w = der(flange.phi)
    a = der(w)
    starts = pre(mode) == 0 and sa > 0
    locked = pre(mode) == 0 and not starts
    a = if locked then 0 else sa
    flange.tau = if locked then sa else 0
    mode = if (pre(mode) == 1 or starts) and w > 0 then 1 else 0
  `,
})

const FREEWHEELS = [
  { name: 'by its velocity', create: (w: number) => ByVelocity({ locked: { start: w === 0 } }) },
  { name: 'by its mode', create: (w: number) => ByMode({ mode: { start: w > 0 ? 1 : 0 } }) },
]

const ball = Solid({ shape: Sphere({ diameter: 0.04 }), contactMaterial: 'Steel', collision: true })

/** An arm of 0.5 m and J = 0.1 + 0.25² about its hinge; a ball of 1 kg hits its tip with the velocity v, or misses it. */
const build = (freewheel: unknown, w: number, v: number, e: number) =>
  Model3D({
    world: Object3D({
      feature: Scene({
        ...{ contactResponse: 'impulse', gap: 0.1, gravityField: NoGravityField() },
        contactPairs: {
          'Steel-Steel': {
            ...{ coefficientOfRestitution: e, slidingFrictionCoefficient: 0 },
            ...{ rotationalResistanceCoefficient: 0, impactThreshold: 1e-6 },
          },
        },
      }),
    }),
    link: Object3D({
      feature: Solid({
        massProperties: MassProperties({ mass: 1, centerOfMass: [0.25, 0, 0], Ixx: 0.1, Iyy: 0.1, Izz: 0.1 }),
      }),
    }),
    hand: Object3D({ parent: 'link', translation: [0.5, 0, 0] }),
    tip: Object3D({ parent: 'hand', feature: ball }),
    hinge: RevoluteWithFlange({ obj1: 'world', obj2: 'link', axis: 'z', phi: { init: 0 }, w: { init: w } }),
    ball: Object3D({
      ...{ parent: 'world', fixedToParent: false },
      ...{ translation: [0.5, v < 0 ? 0.08 : -0.08, 0], velocity: [0, v, 0] },
      feature: Solid({
        ...{ shape: Sphere({ diameter: 0.04 }), contactMaterial: 'Steel', collision: true },
        massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }),
      }),
    }),
    freewheel,
    connect: [['freewheel.flange', 'hinge.flange']],
  } as Parameters<typeof Model3D>[0])

describe.each(FREEWHEELS)('a freewheel that engages $name', ({ create }) => {
  const run = (w: number, v: number, e: number) =>
    simulate(build(create(w), w, v, e), { stopTime: 0.016, interval: 0.004 })

  it.each([0, 0.5, 1])('holds against an impact in its locking direction, e = %d', (e) => {
    const result = run(0, -3, e)
    expect(result.warnings).toEqual([])
    expect(result.final('hinge.w')).toBe(0)
    // a fixed tip returns the ball with e times its velocity
    expect(result.final('ball.velocity[2]')).toBeCloseTo(3 * e, 10)
  })

  it.each([0.5, 1])('lets an impact in the other direction pass, e = %d', (e) => {
    const result = run(0, 3, e)
    expect(result.warnings).toEqual([])
    // p = (1 + e) 3/(1/m + l²/J), J w = p l
    const J = 0.1 + 0.25 ** 2
    const impulse = ((1 + e) * 3) / (1 + 0.5 ** 2 / J)
    expect(result.at('hinge.w', 0.0139)).toBeCloseTo((impulse * 0.5) / J, 8)
  })

  it.each([0, 0.5, 1])('warns of an impact that engages it, e = %d', (e) => {
    const { warnings } = run(0.2, -3, e)
    expect(warnings.map(({ code }) => code)).toContain('IMPULSE_MODES')
    expect(warnings[0].message).toContain('freewheel.w')
  })

  it('does not warn if the impact leaves it overrunning', () => {
    const result = run(5, -0.1, 0)
    expect(result.final('hinge.w')).toBeGreaterThan(0)
    expect(result.warnings).toEqual([])
  })
})

it('a jump of equations that engages a freewheel is reported', () => {
  // two rotors; the kink drives the second one backwards: w2 = 0.2 - 2/2
  const run = (w: number) =>
    simulate(
      Model({
        phi2: Var({ init: 0 }),
        w2: Var({ init: w }),
        mode: Var({ start: 1 }),
        equations: equations`
          w1 = der(phi1)
          w2 = der(phi2)
          a = der(w2)
          der(w1) = tau
          a = -tau - held
          phi2 - phi1 = if time < 0.5 then 0 else -2*(time - 0.5)
          starts = pre(mode) == 0 and sa > 0
          locked = pre(mode) == 0 and not starts
          a = if locked then 0 else sa
          held = if locked then sa else 0
          mode = if (pre(mode) == 1 or starts) and w2 > 0 then 1 else 0
        `,
      }),
      { stopTime: 1 },
    )
  const engaged = run(0.2).warnings
  expect(engaged.map(({ code }) => code)).toEqual(['IMPULSE_MODES'])
  expect(engaged[0].message).toContain('w2 > 0')
  const free = run(3)
  expect(free.warnings).toEqual([])
  expect(free.final('w2')).toBeCloseTo(2, 10)
})
