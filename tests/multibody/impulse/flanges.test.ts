/** Impacts of joints with flanges: rigidly connected inertias of equations take part in the impulse. */
import { simulate } from 'vario'
import { IdealGear, Inertia, SpringDamper } from 'vario/library/rotational'
import { MassProperties, Model3D, Object3D, RevoluteWithFlange, Solid } from 'vario/multibody'
import { expect, test } from 'vitest'
import { createScene, createTip, createWall, impactsOf } from '../../reference/support/impact-model.ts'

/** Inertia of the bar about its axis, of the rotor [kg.m2], ratio of the gear, speed of the bar [rad/s], restitution. */
const [BAR, ROTOR, RATIO, SPEED, E] = [2 + 3 * 0.25, 0.01, 20, -1.5, 0.4]

const bar = {
  world: createScene({ e: E, gravity: [0, 0, 0] }),
  // the end of the bar is at a height of 0.3 m above it, 1 m from the axis
  wall: createWall([0, 1, 0], -0.3),
  bar: Object3D({
    feature: Solid({
      massProperties: MassProperties({ mass: 3, centerOfMass: [0.5, 0, 0], Ixx: 1, Iyy: 2, Izz: 2 }),
    }),
  }),
  tip: createTip('bar', [1, 0, 0]),
  rev: RevoluteWithFlange({
    ...{ obj1: 'world', obj2: 'bar', axis: 'z', canCollide: true },
    ...{ phi: { init: 0 }, w: { init: SPEED } },
  }),
}
/** The end is at -0.3 m. */
const ARM = Math.cos(Math.asin(0.3))

test.each(['auto', 'dop853', 'bdf', 'radau5'] as const)(
  'an impact changes the speed of a rotor behind a rigid gear, %s',
  (solver) => {
    const model = Model3D({
      ...bar,
      gear: IdealGear({ ratio: RATIO }),
      rotor: Inertia({ J: ROTOR, w: { init: RATIO * SPEED } }),
      connect: [
        ['rotor.flange_b', 'gear.flange_a'],
        ['gear.flange_b', 'rev.flange'],
      ],
    })
    const result = simulate(model, { stopTime: 0.3, tolerance: 1e-10, solver })
    const [impact] = impactsOf(result)
    const inertia = BAR + RATIO * RATIO * ROTOR
    // uniform motion until then; 1e-10 of the tolerance
    expect(Math.abs(impact.time - Math.asin(0.3) / -SPEED)).toBeLessThan(1e-9)
    expect(Math.abs(impact.normalImpulse / ((-(1 + E) * SPEED * inertia) / ARM) - 1)).toBeLessThan(1e-9)
    expect(Math.abs(impact.lostEnergy / (0.5 * inertia * SPEED * SPEED * (1 - E * E)) - 1)).toBeLessThan(1e-9)
    expect(Math.abs(result.final('rev.w') + E * SPEED)).toBeLessThan(1e-9)
    expect(Math.abs(result.final('rotor.w') + RATIO * E * SPEED)).toBeLessThan(1e-8)
  },
)

test('an impact does not change the speed of a rotor behind a spring', () => {
  const model = Model3D({
    ...bar,
    spring: SpringDamper({ c: 1e-6, d: 1e-9 }),
    rotor: Inertia({ J: ROTOR, w: { init: 3 } }),
    connect: [
      ['rotor.flange_b', 'spring.flange_a'],
      ['spring.flange_b', 'rev.flange'],
    ],
  })
  const result = simulate(model, { stopTime: 0.3, tolerance: 1e-10 })
  const [impact] = impactsOf(result)
  // the spring of 1e-6 N.m/rad changes the speeds by 1e-6 in this time
  expect(Math.abs(impact.normalImpulse / ((-(1 + E) * SPEED * BAR) / ARM) - 1)).toBeLessThan(1e-5)
  expect(Math.abs(result.final('rotor.w') - 3)).toBeLessThan(1e-3)
})
