/** Springs, dampers and bushings whose data are expressions of variables. */
import { equations, expr, Par, type SimulateOptions, simulate, Var } from 'vario'
import {
  Bushing,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Prismatic,
  Revolute,
  Scene,
  Solid,
  SpringDamperPtP,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const SOLVERS = ['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as const
type Members = Readonly<Record<string, unknown>>

const solid = Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) })

/** A cart of 1 kg on a rail along x, 1 m from the origin of the world, and force elements. */
function createCart(text: string, members: Members) {
  return Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    base: Object3D({ parent: 'world', translation: [-1, 0, 0] }),
    cart: Object3D({ feature: solid }),
    slide: Prismatic({ obj1: 'world', obj2: 'cart', axis: [1, 0, 0] }),
    ...members,
    ...(text !== '' && { equations: equations(Object.assign([text], { raw: [text] })) }),
  })
}

const run = (model: Parameters<typeof simulate>[0], options: Partial<SimulateOptions> = {}) =>
  simulate(model, { stopTime: 2, tolerance: 1e-9, ...options })

describe.each(SOLVERS)('with %s', (solver) => {
  it('an actuator sets the length of a spring without force', () => {
    // x'' = -4*(x - L), L = 0.3*t: x = 0.3*(t - sin(2*t)/2)
    const model = createCart('', {
      spring: SpringDamperPtP({
        ...{ obj1: 'base', obj2: 'cart', springForceLaw: 4, nominalLength: expr`1 + 0.3*time` },
      }),
    })
    // phases of bdf drift by some hundred tolerances
    expect(run(model, { solver }).final('slide.s')).toBeCloseTo(0.3 * (2 - Math.sin(4) / 2), 6)
  })

  it('a damper that is switched at an event works from then on', () => {
    const model = createCart('isOn = time > 1', {
      isOn: Var(),
      slide: Prismatic({ obj1: 'world', obj2: 'cart', axis: [1, 0, 0], v: { init: 1 } }),
      damper: SpringDamperPtP({
        ...{ obj1: 'base', obj2: 'cart', damperForceLaw: expr`if isOn then 2 else 0` },
      }),
    })
    const result = run(model, { solver })
    expect(result.final('slide.v')).toBeCloseTo(Math.exp(-2), 6)
    expect(result.final('slide.s')).toBeCloseTo(1 + (1 - Math.exp(-2)) / 2, 6)
  })
})

it('a stiffness that depends on a state agrees with a law in equations', () => {
  // x'' = -k*x, k' = -k: the second route is written in equations alone
  const model = createCart('der(k) = -k; der(y) = u; der(u) = -k*y', {
    ...{ k: Var({ start: 9 }), y: Var({ start: 0.5 }), u: Var({ start: 0 }) },
    slide: Prismatic({ obj1: 'world', obj2: 'cart', axis: [1, 0, 0], s: { init: 0.5 } }),
    spring: SpringDamperPtP({ obj1: 'base', obj2: 'cart', nominalLength: 1, springForceLaw: expr`k` }),
  })
  const result = run(model)
  expect(result.final('slide.s')).toBeCloseTo(result.final('y') as number, 8)
  // the energy of the spring with its present stiffness
  const [k, s] = [result.final('k') as number, result.final('slide.s') as number]
  expect(result.final('world.potentialEnergy')).toBeCloseTo(0.5 * k * s * s, 9)
})

it('all axes of a bushing take coefficients and nominal loads', () => {
  const bushed = (values: Members, members: Members) =>
    Model3D({
      world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
      body: Object3D({
        ...{ parent: 'world', fixedToParent: false, translation: [0.1, 0.2, -0.1], feature: solid },
        ...{ velocity: [0.3, 0, 0], rotation: [0.1, 0.2, 0.3] },
      }),
      mount: Bushing({ obj1: 'world', obj2: 'body', largeAngles: true, ...values }),
      ...members,
    })
  const numbers = {
    ...{ nominalForce: [1, 2, 3], springForceLaw: [10, 20, 30], damperForceLaw: [1, 2, 3] },
    ...{ nominalTorque: [0.1, 0.2, 0.3], rotSpringForceLaw: [4, 5, 6], rotDamperForceLaw: [0.3, 0.2, 0.1] },
  }
  const signals = {
    ...{ nominalForce: expr`a*[1, 2, 3]`, springForceLaw: expr`10*a*[1, 2, 3]` },
    ...{ damperForceLaw: expr`[a, 2, 3]`, nominalTorque: expr`[0.1, 0.2, 0.3*a]` },
    ...{ rotSpringForceLaw: expr`[4, 5*a, 6]`, rotDamperForceLaw: expr`[0.3, 0.2, 0.1*a]` },
  }
  const expected = run(bushed(numbers, {}))
  const found = run(bushed(signals, { a: Var({ value: expr`1 + 0*time` }) }))
  for (const name of ['body.r_abs', 'body.velocity', 'mount.forceVector', 'mount.torqueVector'])
    for (const k of [1, 2, 3])
      expect(found.final(`${name}[${k}]`)).toBeCloseTo(expected.final(`${name}[${k}]`) as number, 7)
})

it('the force of an actuated spring is a value for equations without delay', () => {
  // the tension holds the cart against the signal: F = 5 + 3*F/4, so F = 20
  const model = createCart('', {
    base: Object3D({ parent: 'world', translation: [-100, 0, 0] }),
    rope: SpringDamperPtP({ obj1: 'base', obj2: 'cart', nominalForce: expr`5 + 0.75*rope.force` }),
  })
  const result = run(model)
  expect(result.final('rope.force')).toBeCloseTo(20, 9)
  expect(result.final('slide.s')).toBeCloseTo(-40, 6)
})

it('an added mass at a spring is solved with the accelerations', () => {
  // F = 2*a pulls against a = -F + push: a = push/3
  const model = createCart('', {
    push: Par(6),
    slide: Prismatic({ obj1: 'world', obj2: 'cart', axis: [1, 0, 0], f: expr`push` }),
    rope: SpringDamperPtP({ obj1: 'base', obj2: 'cart', nominalForce: expr`2*cart.a_abs[1]` }),
  })
  expect(run(model).final('slide.s')).toBeCloseTo(4, 7)
})

it('a pendulum in a bushing whose stiffness is a parameter gives the same as with a number', () => {
  const pendulum = (stiffness: unknown, members: Members) =>
    Model3D({
      world: Object3D({ feature: Scene() }),
      arm: Object3D({ feature: solid }),
      hinge: Revolute({ obj1: 'world', obj2: 'arm', axis: 'z', phi: { init: 0.3 } }),
      mount: Bushing({ obj1: 'world', obj2: 'arm', rotSpringForceLaw: stiffness as never }),
      ...members,
    })
  const expected = 0.3 * Math.cos(2 * Math.sqrt(2))
  expect(run(pendulum([0, 0, 2], {})).final('hinge.phi')).toBeCloseTo(expected, 7)
  expect(run(pendulum(expr`[0, 0, k]`, { k: Par(2) })).final('hinge.phi')).toBeCloseTo(expected, 7)
})

it('wrong units and sizes are errors that name the key', () => {
  const spring = (values: Members) =>
    createCart('', { spring: SpringDamperPtP({ obj1: 'base', obj2: 'cart', ...values }) })
  expect(() => run(spring({ nominalForce: expr`cart.r_abs[1]` }))).toThrow(/spring\.nominalForce/)
  expect(() => run(spring({ nominalForce: expr`cart.r_abs` }))).toThrow(/spring\.nominalForce/)
})
