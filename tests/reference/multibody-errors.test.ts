/** Rejected 3D models: the messages name the path, the found and the expected value. */
import { expr, Model, Par, simulate } from 'vario'
import { Damper, Fixed } from 'vario/library/rotational'
import {
  Beam,
  Box,
  Fix,
  MassProperties,
  MassPropertiesFromShape,
  MassPropertiesFromShapeAndMass,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Scene,
  SensorResult,
  Solid,
  Sphere,
  SpringDamperPtP,
  UniformGravityField,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { errorOf } from './support/error-of.ts'

const world = Object3D({ feature: Scene() })
const body = Object3D({
  feature: Solid({ shape: Box({ lengthX: 1, lengthY: 0.1, lengthZ: 0.1 }), solidMaterial: 'Steel' }),
})

/** The error message of a simulation of the members. */
function messageOf(members: Record<string, unknown>): string {
  return errorOf(() => simulate(Model3D(members), { stopTime: 0.01 })).message
}

/** The error message of a constructor for invalid arguments, which its types do not allow. */
function refusal(create: (args: never) => unknown, args: unknown): string {
  return errorOf(() => create(args as never)).message
}

describe('connections', () => {
  it('basic.Object3DWithoutParentError: an unconnected object is rejected', () => {
    const Bar = Model({
      frame0: Object3D({
        feature: Solid({
          shape: Beam({ axis: 'x', length: 1, width: 0.2, thickness: 0.2 }),
          massProperties: MassProperties({ mass: 2 }),
        }),
      }),
      frame1: Object3D({ parent: 'frame0', translation: [-0.5, 0, 0] }),
      frame2: Object3D(),
    })
    const message = messageOf({
      pendulum: Model({
        world,
        bar: Bar(),
        rev: RevoluteWithFlange({ obj1: 'world', obj2: 'bar.frame1', axis: 'z', phi: { init: 1 } }),
        damper: Damper({ d: 0.5 }),
        support: Fixed(),
        connect: [
          ['damper.flange_b', 'rev.flange'],
          ['damper.flange_a', 'support.flange'],
        ],
      }),
    })
    expect(message).toMatch(/^pendulum\.bar\.frame2: expected a connection with the world pendulum\.world/)
  })

  it('a second tree besides that of the world is reported by its root', () => {
    const message = messageOf({
      world,
      a: body,
      rev: Revolute({ obj1: 'world', obj2: 'a' }),
      other: Model({ root: Object3D(), part: Object3D({ parent: 'root' }) }),
    })
    expect(message).toMatch(/^other\.root: expected a connection with the world world, got neither a parent/)
  })

  it('models without a world, or with two, are rejected', () => {
    expect(messageOf({ a: body })).toContain(
      'exactly one Object3D with the feature Scene(), the world, got none',
    )
    expect(messageOf({ world, sub: Model({ world2: world }) })).toContain('got world and sub.world2')
    const message = messageOf({ world: Object3D({ parent: 'a', feature: Scene() }), a: Object3D() })
    expect(message).toMatch(/^world\.parent: expected no parent/)
  })

  it('wrong parents are rejected', () => {
    expect(messageOf({ world, sub: Model({ a: Object3D({ parent: 'wolrd' }) }) })).toBe(
      "sub.a.parent: expected the path of an Object3D: world, sub.a (did you mean 'world'?), got 'wolrd'.",
    )
    expect(messageOf({ world, a: Object3D({ parent: 'b' }), b: Object3D({ parent: 'a' }) })).toBe(
      'a: expected parents without a cycle, got a → b → a.',
    )
    expect(messageOf({ world, a: Object3D({ fixedToParent: false }) })).toMatch(
      /^a\.parent: .*because fixedToParent is false, got undefined/,
    )
    expect(messageOf({ world, a: Object3D({ parent: 'world', velocity: [0, 1, 0] }) })).toMatch(
      /^a\.velocity: /,
    )
  })

  it('joints that can never move and contradictory loops are rejected', () => {
    const rev = (obj1: string, obj2: string) => Revolute({ obj1, obj2 })
    const stuck =
      /^r: expected objects that can move relative to each other, got world and a, which parents or rigid connections fix to each other/
    expect(messageOf({ world, a: Object3D({ parent: 'world' }), r: rev('world', 'a') })).toMatch(stuck)
    const fix = Fix({ obj1: 'world', obj2: 'a' })
    expect(messageOf({ world, a: body, fix, r: rev('world', 'a') })).toMatch(stuck)
    // the same connection twice is equivalent to one; two different ones are not possible
    const again = (translation: number[]) => Fix({ obj1: 'world', obj2: 'a', translation })
    expect(() =>
      simulate(Model3D({ world, a: body, fix, again: again([0, 0, 0]) }), { stopTime: 0.1 }),
    ).not.toThrow()
    expect(messageOf({ world, a: body, fix, again: again([0, 0.1, 0]) })).toMatch(
      /closed loops: expected positions that close them at t = 0 s.*(fix|again) 0\.100? m/,
    )
  })

  it('unknown objects of joints, force elements and sensors are rejected', () => {
    const free = { world, ball: body, rev: Revolute({ obj1: 'world', obj2: 'ball' }) }
    expect(messageOf({ ...free, rev: Revolute({ obj1: 'worldd', obj2: 'ball' }) })).toBe(
      "rev.obj1: expected the path of an Object3D: world, ball (did you mean 'world'?), got 'worldd'.",
    )
    expect(
      messageOf({ ...free, arm: Model({ rev: RevoluteWithFlange({ obj1: 'world', obj2: 'bal' }) }) }),
    ).toMatch(/^arm\.rev\.obj2: .*did you mean 'ball'\?\), got 'bal'/)
    expect(messageOf({ ...free, rev: Revolute({ obj1: 'world', obj2: 'rev' }) })).toMatch(
      /^rev\.obj2: .*'rev'\.$/,
    )
    expect(messageOf({ ...free, rev: Revolute({ obj1: 'ball', obj2: 'ball' }) })).toMatch(
      /^rev\.obj2: expected another object than obj1/,
    )
    expect(messageOf({ ...free, spring: SpringDamperPtP({ obj1: 'world', obj2: 'bal' }) })).toMatch(
      /^spring\.obj2: /,
    )
    expect(messageOf({ ...free, sensor: SensorResult({ object: 'bal' }) })).toMatch(/^sensor\.object: /)
  })
})

describe('masses', () => {
  it('joints that move no mass are rejected', () => {
    const arm = Model({ frame: Object3D(), rev: Revolute({ obj1: 'world', obj2: 'frame' }) })
    expect(messageOf({ world, arm })).toMatch(
      /^arm\.rev: what the joint moves \(arm\.frame .*no mass or inertia/,
    )
    const flange = RevoluteWithFlange({ obj1: 'world', obj2: 'frame' })
    expect(messageOf({ world, frame: Object3D(), rev: flange })).toMatch(
      /^rev: what the joint moves \(frame /,
    )
    // a shape alone has no mass
    const ghost = Object3D({ feature: Solid({ shape: Sphere({ diameter: 1 }) }) })
    expect(messageOf({ world, ghost, prism: Prismatic({ obj1: 'world', obj2: 'ghost' }) })).toMatch(
      /^prism: .*Give it mass properties or a solid material/,
    )
    expect(messageOf({ world, ghost: Object3D({ parent: 'world', fixedToParent: false }) })).toMatch(
      /^ghost: /,
    )
  })

  /** The message of a solid fixed to the world: its mass is ignored, its errors are not. */
  const ofSolid = (feature: ReturnType<typeof Solid>): string =>
    messageOf({ world, sub: Model({ a: Object3D({ parent: 'world', feature }) }) })

  it('negative masses and inertias are rejected', () => {
    const shape = Sphere({ diameter: 1 })
    for (const massProperties of [
      -1,
      MassProperties({ mass: -1 }),
      MassPropertiesFromShapeAndMass({ mass: -1 }),
    ])
      expect(ofSolid(Solid({ shape, massProperties }))).toBe(
        'sub.a.feature.massProperties.mass: expected a number >= 0, got -1.',
      )
    for (const inertia of [
      { Ixx: -1, Iyy: 1, Izz: 1 },
      { Ixx: 1, Iyy: 1, Izz: 1, Ixy: 2 },
    ])
      expect(ofSolid(Solid({ massProperties: MassProperties({ mass: 1, ...inertia }) }))).toMatch(
        /^sub\.a\.feature\.massProperties: expected an inertia tensor whose principal moments are >= 0/,
      )
  })

  it('inertias impossible for any distribution of mass give a warning', () => {
    const ofInertia = (inertia: object): string => {
      const feature = Solid({ massProperties: MassProperties({ mass: 1, ...inertia }) })
      const sub = Model({ a: Object3D({ parent: 'world', feature }) })
      const { warnings } = simulate(Model3D({ world, sub }), { stopTime: 0.01 })
      return warnings.map(({ code, message }) => `${code}: ${message}`).join('\n')
    }
    const doubtful =
      /^INERTIA: sub\.a\.feature\.massProperties: principal moments of .* the largest exceeds the sum of the other two/
    // points: I = Σ m (r² 1 - r rᵀ). Their inertia is accepted, a larger one about any axis is not.
    for (const scale of [1e-9, 1, 1e6]) {
      const at = (Ixx: number, Iyy: number, Izz: number, Ixy = 0) => ({
        ...{ Ixx: scale * Ixx, Iyy: scale * Iyy, Izz: scale * Izz },
        Ixy: scale * Ixy,
      })
      expect(ofInertia(at(1, 2, 3))).toBe('')
      expect(ofInertia(at(1, 2, 3.02))).toMatch(doubtful)
      expect(ofInertia(at(4, 2, 1))).toMatch(doubtful)
      expect(ofInertia(at(0, 1, 1))).toBe('')
      expect(ofInertia(at(0, 1, 2))).toMatch(doubtful)
      // a thin plate in the axes of its diagonals, and an excess: principal moments 1, 3 and 4
      expect(ofInertia(at(2, 2, 4, 1))).toBe('')
      expect(ofInertia(at(2, 2, 4.1, 1))).toMatch(doubtful)
      // 1.5 and 0.5 about x ± y: 1.5 > 0.5 + 0.9, although all diagonal elements alone would be valid
      expect(ofInertia(at(1, 1, 0.9, 0.5))).toMatch(doubtful)
    }
    expect(ofInertia({ Ixx: 1, Iyy: 2, Izz: 3.02 })).toContain('principal moments of 1, 2, 3.02 kg.m2')
    // three digits of a thin plate, and a body that rotates only about one axis
    expect(ofInertia({ Ixx: 0.333, Iyy: 0.666, Izz: 0.999 + 0.0005 })).toBe('')
    expect(ofInertia({ Izz: 5 })).toBe('')
  })

  it('shapes without material, materials without shape and unknown materials are rejected', () => {
    const shape = Sphere({ diameter: 1 })
    expect(ofSolid(Solid({ shape, massProperties: MassPropertiesFromShape() }))).toMatch(
      /^sub\.a\.feature\.solidMaterial: .*got undefined/,
    )
    expect(ofSolid(Solid({ solidMaterial: 'Steel' }))).toMatch(/^sub\.a\.feature\.shape: expected a shape/)
    expect(ofSolid(Solid({ massProperties: 3 }))).toMatch(/^sub\.a\.feature\.shape: expected a shape/)
    expect(ofSolid(Solid({ shape, solidMaterial: 'Stel' }))).toMatch(
      /^sub\.a\.feature\.solidMaterial: .*did you mean 'Steel'\?\), got 'Stel'/,
    )
    expect(refusal(Sphere, { diameter: -1 })).toBe('Sphere.diameter: expected a positive number, got -1.')
  })
})

describe('values', () => {
  it('invalid axes are rejected', () => {
    for (const axis of ['w', [0, 0, 0], [1, 0], 3, [Number.NaN, 0, 1]]) {
      for (const joint of [Revolute, RevoluteWithFlange] as ((args: never) => unknown)[]) {
        const rev = joint({ obj1: 'world', obj2: 'a', axis } as never)
        // a number instead of a declared vector or text is already rejected by the model
        expect(messageOf({ world, a: body, rev }), `${axis}`).toMatch(/^rev\.axis: expected /)
      }
    }
  })

  it('invalid vectors, gravity, features and orientations are rejected', () => {
    const of = (args: object): string => messageOf({ world, a: Object3D({ parent: 'world', ...args }) })
    expect(of({ translation: [1, 2] })).toBe(
      'a.translation: expected a vector of 3 finite numbers, got [1, 2].',
    )
    expect(of({ rotation: [0, 0, Number.NaN] })).toMatch(/^a\.rotation: /)
    expect(of({ feature: 'Solid' })).toMatch(/^a\.feature: expected Scene\(…\), Solid\(…\) or Visual\(…\)/)
    expect(of({ feature: Sphere({ diameter: 1 }) })).toMatch(/^a\.feature: /)
    expect(of({ fixedToParent: false, orientation: 'euler' })).toMatch(/^a\.orientation: .*'quaternion'/)
    const scene = Scene({ gravityField: UniformGravityField({ g: -1 }) })
    expect(messageOf({ space: Object3D({ feature: scene }) })).toBe(
      'space.feature.gravityField.g: expected a number >= 0, got -1.',
    )
  })

  it('wrong keywords are rejected with a suggestion', () => {
    expect(refusal(Object3D, { tranlation: [1, 2, 3] })).toMatch(
      /^Object3D\.tranlation: .*did you mean 'translation'\?/,
    )
    expect(refusal(Solid, { solidmaterial: 'Steel' })).toMatch(
      /^Solid\.solidmaterial: .*did you mean 'solidMaterial'\?/,
    )
    expect(refusal(Revolute, { obj1: 'a', obj2: 'b', phi0: 1 })).toMatch(
      /^Revolute\.phi0: .*did you mean 'phi'\?/,
    )
    expect(refusal(RevoluteWithFlange, { phii: 1 })).toMatch(/phii: .*did you mean 'phi'\?/)
    expect(refusal(MassProperties, { mas: 1 })).toMatch(/^MassProperties\.mas: .*did you mean 'mass'\?/)
  })

  it('expressions of unknown parameters are rejected', () => {
    const message = messageOf({
      world,
      arm: Model({ L: Par(1, 'm'), a: Object3D({ parent: 'world', translation: expr`[LL, 0, 0]` }) }),
    })
    expect(message).toMatch(/arm: expected a known name, got 'LL': there are L, a \(did you mean 'L'\?\)/)
  })

  it('the error for an expression with a wrong value has the path of the component', () => {
    const message = messageOf({
      world,
      arm: Model({
        D: Par(-1, 'm'),
        a: Object3D({
          parent: 'world',
          feature: Solid({ shape: Sphere({ diameter: expr`D` } as never), solidMaterial: 'Steel' }),
        }),
      }),
    })
    expect(message).toBe('arm.a.feature.shape.diameter: expected a positive number, got -1.')
  })
})
