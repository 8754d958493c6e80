/** Rejected 3D models: nothing is ignored silently, and messages name the mistake. */
import { Model, modelFromJson, modelToJson, Par, quantity, simulate, Var } from 'vario'
import {
  Bushing,
  Fix,
  MassProperties,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  Sphere,
  Spherical,
  SpringDamperPtP,
  UniformGravityField,
  Universal,
  Visual,
  WorldForce,
  WorldTorque,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { errorOf } from '../reference/support/error-of.ts'

const world = Object3D({ feature: Scene() })

/** Message of the error of a simulation of the members. */
function messageOf(members: Record<string, unknown>): string {
  return errorOf(() => simulate(Model3D(members), { stopTime: 0.01 })).message
}

describe('error messages', () => {
  const free = { parent: 'world', fixedToParent: false } as const
  const POINT = Solid({ massProperties: MassProperties({ mass: 2 }) })

  it('name a start value that is written as a variable', () => {
    const j = Prismatic({ obj1: 'world', obj2: 'a', s: Var({ init: 1 }) as never })
    expect(messageOf({ world, a: Object3D({ feature: POINT }), j })).toMatch(
      /^j\.s: expected a number, a list, or a map \{ init \} without Var\(…\)/,
    )
  })

  it('report a free point as lacking inertia, not mass', () => {
    const a = Object3D({ ...free, feature: POINT })
    expect(messageOf({ world, sub: Model({ a }) })).toMatch(
      /^sub\.a: sub\.a has a mass of 2 kg, but no inertia against its rotation: a mass alone is a point.* three Prismatic joints\.$/,
    )
    const b = Object3D({ feature: POINT })
    expect(messageOf({ world, b, joint: Spherical({ obj1: 'world', obj2: 'b' }) })).toMatch(
      /^joint: what the joint moves \(b and all that is connected to it\) has a mass of 2 kg, but no inertia against the rotation of the joint/,
    )
    // inertia alone has no motion along an axis, and an empty object none in any direction
    const inertia = Object3D({ feature: Solid({ massProperties: MassProperties({ Izz: 1 }) }) })
    expect(messageOf({ world, b: inertia, joint: Prismatic({ obj1: 'world', obj2: 'b' }) })).toContain(
      'it has no mass',
    )
    expect(messageOf({ world, a: Object3D(free) })).toContain(
      'a has no mass or inertia in the direction of its motion',
    )
  })

  it('name a force element whose value is not a number', () => {
    const a = Object3D({ ...free, feature: Solid({ shape: Sphere(), massProperties: 1 }) })
    const b = Object3D({ feature: Solid({ shape: Sphere(), massProperties: 1 }) })
    const good = WorldForce({ objectApply: 'a', forceFunction: () => [1, 0, 0] })
    const spring = { obj1: 'world', obj2: 'a' }
    const linear = Bushing({ ...spring, springForceLaw: [1, (x) => Math.log(x - 1), 1] })
    const rotational = Bushing({ ...spring, rotDamperForceLaw: [1, 1, () => Number.POSITIVE_INFINITY] })
    for (const bad of [
      WorldForce({ objectApply: 'a', forceFunction: (time) => [0, time < 0.005 ? 0 : Number.NaN, 0] }),
      WorldTorque({ objectApply: 'a', torqueFunction: () => [0, 0, Number.NaN] }),
      SpringDamperPtP({ ...spring, springForceLaw: () => Number.NaN }),
      linear,
      rotational,
    ]) {
      const joint = RevoluteWithFlange({ obj1: 'world', obj2: 'b' })
      // with and without equations in the model
      for (const more of [{}, { b, joint }]) {
        const { code, message } = errorOf(() =>
          simulate(Model3D({ world, a, ...more, sub: Model({ good, bad }) }), { stopTime: 0.01 }),
        )
        expect(code).toBe('NON_FINITE')
        expect(message).toMatch(/First: sub\.bad gives a force or torque that is (NaN|-?Infinity), at t = /)
      }
    }
  })

  it('show a quantity of the wrong dimension as it was written', () => {
    expect(errorOf(() => Revolute({ obj1: 'a', obj2: 'b', phi: quantity(3, 'kg') })).message).toBe(
      'Revolute.phi: expected a quantity in rad, or in a unit that can be converted to it, got 3 kg.',
    )
    expect(errorOf(() => Object3D({ translation: quantity([1, 2, 3], 'N.m') })).message).toMatch(
      /got \[1, 2, 3\] N\.m\.$/,
    )
    const prismatic = { obj1: 'a', obj2: 'b', s: { init: 1, nominal: quantity(1, 'kg') } }
    expect(errorOf(() => Prismatic(prismatic)).message).toMatch(/^Prismatic\.s\.nominal: .*got 1 kg\.$/)
  })

  it('follow the declared kind of gravity if it is changed in part', () => {
    const a = Object3D({ ...free, feature: Solid({ shape: Sphere(), massProperties: 1 }) })
    const fall = (scene: typeof world, gravityField: object): Float64Array =>
      simulate(Model3D({ world: scene, a }), {
        stopTime: 1,
        merge: { world: { feature: { gravityField } } } as never,
      }).finalVector('a.translation')
    expect(fall(world, { g: 1.6 })[1]).toBeCloseTo(-0.8, 12)
    expect(fall(world, { n: [0, 0, 1] })[2]).toBeCloseTo(9.81 / 2, 12)
    const sideways = Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [1, 0, 0] }) }) })
    expect(fall(sideways, { g: 1.6 })[0]).toBeCloseTo(0.8, 12)
    const wrong = (gravityField: object): string => errorOf(() => fall(world, gravityField)).message
    expect(wrong({ gg: 1 })).toBe(
      "world.feature.gravityField.gg: expected one of the names g, n (did you mean 'g'?), got 'gg'.",
    )
    expect(wrong({ kind: 'PointGravity' })).toMatch(
      /^world\.feature\.gravityField\.kind: expected 'NoGravityField'/,
    )
    expect(wrong({ mue: 1 })).toContain('gravityField.mue: expected one of the names g, n')
  })
})

describe('declarations without effect', () => {
  it('are errors: translation and rotation without a parent', () => {
    for (const [key, value] of [
      ['translation', [0, 1, 0]],
      ['rotation', [1e-9, 0, 0]],
    ] as const) {
      const moved = Object3D({
        [key]: value,
        feature: Solid({ massProperties: MassProperties({ mass: 1, Izz: 1 }) }),
      })
      const found = `got [${value.join(', ')}].`
      for (const joint of [
        Revolute({ obj1: 'world', obj2: 'a.b' }),
        RevoluteWithFlange({ obj1: 'world', obj2: 'a.b' }),
        Fix({ obj1: 'world', obj2: 'a.b' }),
      ]) {
        const message = messageOf({ world, a: Model({ b: moved }), joint })
        expect(message).toContain(`a.b.${key}: expected none, because the object has no parent`)
        expect(message).toContain(found)
      }
      expect(messageOf({ world: Object3D({ feature: Scene(), [key]: value }) })).toContain(
        `world.${key}: expected none, because the object is the world`,
      )
    }
    // zero is the default
    const ball = Solid({ massProperties: MassProperties({ mass: 1, Izz: 1 }) })
    const a = Object3D({ translation: [0, 0, 0], rotation: [0, 0, 0], feature: ball })
    const rev = Revolute({ obj1: 'world', obj2: 'a' })
    expect(simulate(Model3D({ world, a, rev }), { stopTime: 0.1 }).final('rev.phi')).toBe(0)
  })

  it('are errors: 3D parts in a Model instead of a Model3D', () => {
    const ball = Object3D({ parent: 'world', fixedToParent: false, feature: Visual() })
    for (const model of [
      Model({ world, ball }),
      Model({ machine: Model({ world, ball }) }),
      Model({ world, balls: Par([ball, ball]) }),
      Model({ machines: [Model({ world }), Model({ world })] }),
      // a 3D model beside it does not help
      Model({ other: Model3D({ world }), machine: Model({ world, ball }) }),
    ]) {
      const { code, message } = errorOf(() => simulate(model, { stopTime: 1 }))
      expect(code).toBe('MULTIBODY')
      expect(message).toMatch(
        /is an Object3D, but no model around it is a 3D model: .* Model3D\(\{ … \}\) instead of Model/,
      )
    }
    // as a component of a Model, a Model3D has a separate world, and its components are Models
    const inside = Model({
      machine: Model3D({ world, part: Model({ frame: Object3D({ parent: 'world' }) }) }),
    })
    expect(simulate(inside, { stopTime: 0.1 }).names).toContain('machine.part.frame.r_abs')
    // from a file
    const file = modelFromJson(modelToJson(Model({ world })))
    expect(errorOf(() => simulate(file as never, { stopTime: 1 })).code).toBe('MULTIBODY')
  })

  it('include a universal joint with one axis', () => {
    const a = Object3D({
      feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) }),
    })
    for (const [axis1, axis2] of [
      ['x', 'x'],
      ['y', '-y'],
      [
        [1, 2, 3],
        [-2, -4, -6.0001],
      ],
    ] as const)
      expect(messageOf({ world, a, joint: Universal({ obj1: 'world', obj2: 'a', axis1, axis2 }) })).toMatch(
        /^joint\.axis2: expected an axis that is not parallel to axis1/,
      )
    const oblique = Universal({ obj1: 'world', obj2: 'a', axis1: [1, 0, 0], axis2: [1, 0.01, 0] })
    expect(simulate(Model3D({ world, a, oblique }), { stopTime: 0.1 }).final('oblique.phi[1]')).toBe(0)
  })
})

describe('an object without a connection', () => {
  it('is named, also in a model with a closed loop', () => {
    const body = Object3D({
      feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) }),
    })
    const ends = ['world', 'a', 'b'].flatMap((parent, k, all) => [
      [`from${k}`, Object3D({ parent, translation: [k, k * k, 0] })],
      [`to${k}`, Object3D({ parent: all[(k + 1) % 3], translation: [k, k * k, 0] })],
      [`joint${k}`, Spherical({ obj1: `from${k}`, obj2: `to${k}` })],
    ])
    expect(messageOf({ world, a: body, b: body, lost: Object3D(), ...Object.fromEntries(ends) })).toMatch(
      /^lost: expected a connection with the world/,
    )
  })
})

describe('motions too large to compute with', () => {
  const ball = Solid({ shape: Sphere({ diameter: 0.2 }), solidMaterial: 'Steel', collision: true })
  const free = { parent: 'world', fixedToParent: false, feature: ball }
  const quiet = Object3D({ feature: Scene({ enableContactDetection: false }) })
  const hinged = { a: Object3D({ feature: ball }) }

  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      'one of two balls',
      {
        world,
        a: Object3D({ ...free, velocity: [1e149, 0, 0] }),
        b: Object3D({ ...free, translation: [10, 0, 0] }),
      },
      /^a: .* moves with 1\.00e\+149 m\/s at t = 0 s/,
    ],
    [
      'a velocity 20 orders of magnitude above the others',
      {
        world,
        a: Object3D({ ...free, velocity: [0, 1e20, 0] }),
        b: Object3D({ ...free, translation: [10, 0, 0] }),
      },
      /^a: .* moves with 1\.00e\+20 m\/s/,
    ],
    [
      'a single ball',
      { world: quiet, a: Object3D({ ...free, velocity: [0, 0, -1e149] }) },
      /^a: .* moves with 1\.00e\+149 m\/s/,
    ],
    [
      'a rotation',
      { world: quiet, a: Object3D({ ...free, angularVelocity: [1e149, 0, 0] }) },
      /^a: .* turns with 1\.00e\+149 rad\/s/,
    ],
    [
      'a body on a hinge',
      { world: quiet, ...hinged, h: Revolute({ obj1: 'world', obj2: 'a', w: 1e149 }) },
      /^h: its object a turns with/,
    ],
    [
      'a body on a slide',
      { world: quiet, ...hinged, h: Prismatic({ obj1: 'world', obj2: 'a', v: -1e300 }) },
      /^h: its object a moves with/,
    ],
    [
      'a body far away',
      { world, a: Object3D({ ...free, translation: [1e200, 0, 0] }) },
      /^a: .* is at a distance of 1\.00e\+200 m/,
    ],
  ])('are errors: %s', (_, members, message) => {
    expect(messageOf(members)).toMatch(message)
  })

  it('lie far beyond those that can be simulated', () => {
    const model = Model3D({
      world,
      a: Object3D({ ...free, velocity: [1e9, 0, 0] }),
      ground: Object3D({ ...free, translation: [10, 0, 0] }),
    })
    const result = simulate(model, { stopTime: 1 })
    expect(result.final('a.translation[1]')).toBeGreaterThan(0)
    const spinning = Model3D({
      world: quiet,
      ...hinged,
      h: Revolute({ obj1: 'world', obj2: 'a', axis: 'y', w: 1e20 }),
    })
    expect(simulate(spinning, { stopTime: 1 }).final('h.phi') / 1e20).toBeCloseTo(1, 9)
  })
})
