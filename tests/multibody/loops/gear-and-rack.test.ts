import { simulate } from 'vario'
import { Fixed, Spring } from 'vario/library/rotational'
import {
  GearConstraint,
  JointForce,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Prismatic,
  PrismaticWithFlange,
  RackConstraint,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'

const TOLERANCE = 1e-10
const body = (mass: number, Izz: number) =>
  Object3D({ feature: Solid({ massProperties: MassProperties({ mass, Ixx: Izz, Iyy: Izz, Izz }) }) })
const world = Object3D({ feature: Scene({ enableContactDetection: false }) })
const weightless = Object3D({
  feature: Scene({ enableContactDetection: false, gravityField: NoGravityField() }),
})

describe('GearConstraint', () => {
  test('couples two wheels into one oscillator: J1 + J2/ratio²', () => {
    const [J1, J2, m, r, ratio] = [2, 0.3, 0.5, 0.4, -0.5]
    const model = Model3D({
      world: weightless,
      wheel1: body(1, J1),
      wheel2: body(m, J2),
      spot: Object3D({ parent: 'world', translation: [1, 0, 0] }),
      rev1: RevoluteWithFlange({ obj1: 'world', obj2: 'wheel1', phi: { init: 0.2 } }),
      rev2: Revolute({ obj1: 'spot', obj2: 'wheel2', phi: r }),
      gear: GearConstraint({ joint1: 'rev1', joint2: 'rev2', ratio }),
      spring: Spring({ c: 7 }),
      fixed: Fixed(),
      connect: [
        ['spring.flange_a', 'fixed.flange'],
        ['spring.flange_b', 'rev1.flange'],
      ],
    })
    const result = simulate(model, { stopTime: 2, tolerance: TOLERANCE })
    const omega = Math.sqrt(7 / (J1 + J2 / ratio ** 2))
    const [cos, sin] = [Math.cos(2 * omega), Math.sin(2 * omega)]
    expect(result.final('rev1.phi')).toBeCloseTo(0.2 * cos, 8)
    expect(result.final('rev1.w')).toBeCloseTo(-0.2 * omega * sin, 8)
    // the initial offset persists
    expect(result.final('rev1.phi') - ratio * result.final('rev2.phi')).toBeCloseTo(0.2 - ratio * r, 12)
    // tau2 accelerates the second wheel
    const a2 = (-0.2 * omega ** 2 * cos) / ratio
    expect(result.final('gear.tau2')).toBeCloseTo(J2 * a2, 7)
    expect(result.final('gear.tau1')).toBeCloseTo((-J2 * a2) / ratio, 7)
  })

  /**
   * A planetary gear whose sun is fixed: the planet rotates on a carrier with phi_planet = −(sun/planet) phi_carrier
   * relative to the carrier. Both joints are on one branch: the torque of the gear on the carrier is that of the sun.
   */
  test('couples a joint and one that it carries', () => {
    const [m, J, Jc, arm, g] = [1.2, 0.05, 0.4, 0.6, 9.81]
    const ratio = -0.5
    const model = Model3D({
      world,
      carrier: body(0.7, Jc),
      seat: Object3D({ parent: 'carrier', translation: [arm, 0, 0] }),
      planet: body(m, J),
      rev1: Revolute({ obj1: 'world', obj2: 'carrier' }),
      rev2: Revolute({ obj1: 'seat', obj2: 'planet' }),
      gear: GearConstraint({ joint1: 'rev1', joint2: 'rev2', ratio }),
      force: JointForce({ joint: 'rev1' }),
    })
    const result = simulate(model, { stopTime: 1, tolerance: TOLERANCE })
    // absolute angular velocity of the planet: w1 (1 + 1/ratio)
    const inertia = Jc + m * arm ** 2 + J * (1 + 1 / ratio) ** 2
    const [phi, w] = [result.final('rev1.phi'), result.final('rev1.w')]
    // energy of one degree of freedom
    expect(0.5 * inertia * w * w + m * g * arm * Math.sin(phi)).toBeCloseTo(0, 8)
    // angle from an independent pendulum: time from the quadrature of dφ/w, whose singularity the substitution u²
    // removes
    const speed = (x: number): number => Math.sqrt((-2 * m * g * arm * Math.sin(x)) / inertia)
    let time = 0
    const n = 20000
    for (let k = 0; k < n; k++) {
      const u = ((k + 0.5) / n) * Math.sqrt(-phi)
      time += ((2 * u) / speed(-u * u)) * (Math.sqrt(-phi) / n)
    }
    expect(time).toBeCloseTo(1, 7)
    expect(result.final('gear.tau2')).toBeCloseTo(-ratio * result.final('gear.tau1'), 12)
    // the bearing has no torque about its axis: that of the gear is not part of it
    expect(result.final('force.torqueVector[3]')).toBeCloseTo(0, 10)
  })

  test.each([
    ['an unknown joint', { joint1: 'rev1', joint2: 'rev9' }, /gear\.joint2: expected the path of a joint/],
    [
      'a prismatic joint',
      { joint1: 'rev1', joint2: 'rail' },
      /gear\.joint2: expected a joint of the kind Revolute/,
    ],
    ['one joint', { joint1: 'rev1', joint2: 'rev1' }, /gear\.joint2: expected another joint than joint1/],
    ['the ratio 0', { joint1: 'rev1', joint2: 'rev2', ratio: 0 }, /gear\.ratio: expected a non-zero number/],
  ])('rejects %s', (_what, args, message) => {
    const model = Model3D({
      ...{ world, wheel1: body(1, 1), wheel2: body(1, 1), block: body(1, 1) },
      rev1: Revolute({ obj1: 'world', obj2: 'wheel1' }),
      rev2: Revolute({ obj1: 'world', obj2: 'wheel2' }),
      rail: Prismatic({ obj1: 'world', obj2: 'block' }),
      gear: GearConstraint(args),
    })
    expect(() => simulate(model, { stopTime: 1 })).toThrow(message)
  })
})

test('reports contradictory velocities as an error in units of angles', () => {
  const model = Model3D({
    ...{ world, wheel1: body(1, 1), wheel2: body(1, 1) },
    rev1: Revolute({ obj1: 'world', obj2: 'wheel1', w: 1 }),
    rev2: Revolute({ obj1: 'world', obj2: 'wheel2', w: 1 }),
    gear: GearConstraint({ joint1: 'rev1', joint2: 'rev2', ratio: 3 }),
  })
  expect(() => simulate(model, { stopTime: 1 })).toThrow(/gear 0\.00 m\/s, 2\.00 rad\/s/)
})

describe('RackConstraint', () => {
  test.each([false, true])('lets a falling rack rotate a pinion, m g/(m + J/r²), flange: %s', (hasFlange) => {
    const [m, J, radius, g] = [2, 0.3, -0.25, 9.81]
    const ends = { obj1: 'world', obj2: 'rack', axis: 'y' } as const
    const model = Model3D({
      world,
      rack: body(m, 1),
      wheel: body(1, J),
      rev: Revolute({ obj1: 'world', obj2: 'wheel', phi: 0.1 }),
      slide: hasFlange ? PrismaticWithFlange({ ...ends, s: { init: 0.4 } }) : Prismatic({ ...ends, s: 0.4 }),
      mesh: RackConstraint({ pinion: 'rev', rack: 'slide', radius }),
    })
    const result = simulate(model, { stopTime: 0.8, tolerance: TOLERANCE })
    const a = (-m * g) / (m + J / radius ** 2)
    // a polynomial of degree 2 in time
    expect(result.final('slide.s')).toBeCloseTo(0.4 + 0.5 * a * 0.8 ** 2, 10)
    expect(result.final('rev.phi')).toBeCloseTo(0.1 + (0.5 * a * 0.8 ** 2) / radius, 10)
    expect(result.final('mesh.f')).toBeCloseTo((-J * a) / radius ** 2, 9)
    expect(result.final('mesh.tau')).toBeCloseTo((J * a) / radius, 9)
  })

  test('rejects an object instead of a joint', () => {
    const model = (joint1: string) =>
      Model3D({
        ...{ world, wheel: body(1, 1), block: body(1, 1) },
        rev1: Revolute({ obj1: 'world', obj2: 'wheel' }),
        rev2: Revolute({ obj1: 'world', obj2: 'block' }),
        gear: GearConstraint({ joint1, joint2: 'rev2', ratio: 2 }),
      })
    expect(() => simulate(model('wheel'), { stopTime: 1 })).toThrow(
      "gear.joint1: expected the path of a joint: rev1, rev2, got 'wheel'.",
    )
  })

  test('rejects a missing radius', () => {
    const model = Model3D({
      ...{ world, wheel: body(1, 1), block: body(1, 1) },
      rev: Revolute({ obj1: 'world', obj2: 'wheel' }),
      rail: Prismatic({ obj1: 'world', obj2: 'block' }),
      mesh: RackConstraint({ pinion: 'rev', rack: 'rail', radius: 0 }),
    })
    expect(() => simulate(model, { stopTime: 1 })).toThrow(/mesh\.radius: expected a non-zero length/)
  })
})
