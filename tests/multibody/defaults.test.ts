/**
 * Every default of the guides (docs/multibody.md, docs/collision.md): an omitted argument gives the same result as its
 * documented default, bit for bit, and another value gives a different one.
 */
import { createHash } from 'node:crypto'
import { Model, type SignalTable, simulate } from 'vario'
import {
  Box,
  Bushing,
  ContactResult,
  Cylindrical,
  Fix,
  Free,
  MassProperties,
  Model3D,
  Object3D,
  type Object3DArguments,
  Planar,
  PointGravityField,
  Prismatic,
  Revolute,
  Scene,
  type SceneArguments,
  Solid,
  type SolidArguments,
  Sphere,
  Spherical,
  SpringDamperPtP,
  UniformGravityField,
  Universal,
  WorldForce,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { bitsOf } from '../support/dirty-memory.ts'

type Node = Parameters<typeof simulate>[0]

/** A digest of the times and values of all signals but parameters, or the error. */
function resultOf(model: Node, stopTime: number): string {
  let result: SignalTable
  try {
    result = simulate(model, { stopTime, interval: stopTime / 20 })
  } catch (error) {
    return String(error)
  }
  const lines = result.names
    .filter((name) => result.signal(name).kind !== 'parameter')
    .map((name) => `${name}: ${bitsOf(result.values(name))}`)
  return createHash('sha1').update(lines.join('\n')).digest('hex')
}

/** The omitted argument, its documented default, and another value. */
type Row = readonly [name: string, value: unknown, other: unknown]

function checkDefaults(rows: readonly Row[], build: (args: object) => Node, stopTime: number): void {
  test.each(rows)('%s is %o', (name, value, other) => {
    const left = resultOf(build({}), stopTime)
    expect(resultOf(build({ [name]: value }), stopTime)).toBe(left)
    expect(resultOf(build({ [name]: other }), stopTime)).not.toBe(left)
  })
}

const MASS = MassProperties({ mass: 2, Ixx: 0.1, Iyy: 0.2, Izz: 0.15, centerOfMass: [0.3, 0.1, -0.2] })
const world = Object3D({ feature: Scene() })
const body = { feature: Solid({ massProperties: MASS }) } as const

describe('Object3D', () => {
  const free = (args: object): Node =>
    Model3D({
      world,
      frame: Object3D({ parent: 'world', rotation: [0.3, 0.2, 0.1] }),
      body: Object3D({ parent: 'frame', fixedToParent: false, ...body, ...args } as Object3DArguments),
    })
  checkDefaults(
    [
      ['translation', [0, 0, 0], [0.1, 0, 0]],
      ['rotation', [0, 0, 0], [0, 0.1, 0]],
      ['velocity', [0, 0, 0], [0, 0, 1]],
      ['angularVelocity', [0, 0, 0], [0, 1, 0]],
      ['orientation', 'cardan', 'quaternion'],
    ],
    free,
    0.2,
  )
  checkDefaults(
    [['angularVelocityResolvedInParent', true, false]],
    (args) => free({ rotation: [0.5, -0.3, 0.2], angularVelocity: [1, 2, 3], ...args }),
    0.2,
  )
  checkDefaults(
    [['fixedToParent', true, false]],
    (args) => Model3D({ world, body: Object3D({ parent: 'world', ...body, ...args } as Object3DArguments) }),
    0.2,
  )
})

describe('Scene', () => {
  /** A ball that falls obliquely onto a plate, and slides. */
  const scene = (args: object): Node =>
    Model3D({
      world: Object3D({ feature: Scene(args as SceneArguments) }),
      plate: Object3D({
        parent: 'world',
        translation: [0, -0.05, 0],
        feature: Solid({
          shape: Box({ lengthX: 2, lengthY: 0.1, lengthZ: 2 }),
          solidMaterial: 'DryWood',
          collision: true,
        }),
      }),
      ball: Object3D({
        parent: 'world',
        fixedToParent: false,
        translation: [0, 0.06, 0],
        velocity: [0.3, -1, 0],
        feature: Solid({ shape: Sphere({ diameter: 0.1 }), solidMaterial: 'Steel', collision: true }),
      }),
      contact: ContactResult({ obj1: 'ball', obj2: 'plate' }),
    })
  checkDefaults(
    [
      ['gravityField', UniformGravityField({ g: 9.81, n: [0, -1, 0] }), UniformGravityField({ g: 9.8 })],
      ['enableContactDetection', true, false],
      ['elasticContactReductionFactor', 1, 0.5],
      ['maximumContactDamping', 2000, 0.01],
      ['distanceMethod', 'exact', 'wrong'],
      ['zeroCrossings', 2, 1],
      ['nominalLength', 1, 0.1],
    ],
    scene,
    0.05,
  )

  const inOrbit = (gravityField: ReturnType<typeof UniformGravityField | typeof PointGravityField>): Node =>
    Model3D({
      world: Object3D({ feature: Scene({ gravityField }) }),
      body: Object3D({ parent: 'world', fixedToParent: false, translation: [7e6, 0, 0], ...body }),
    })

  test('UniformGravityField has 9.81 m/s² along -y', () => {
    const written = UniformGravityField({ g: 9.81, n: [0, -1, 0] })
    expect(resultOf(inOrbit(UniformGravityField()), 10)).toBe(resultOf(inOrbit(written), 10))
  })

  test('PointGravityField has the field of the Earth', () => {
    // G·mass = 3.986004e14 m³/s² is known far more precisely than either factor, which has four digits
    const found = simulate(inOrbit(PointGravityField()), { stopTime: 1e-3 }).vectorAt('body.der(velocity)', 0)
    expect(found[0] / (-3.986004e14 / 7e6 ** 2)).toBeCloseTo(1, 3)
  })
})

describe('Solid', () => {
  /** A box that falls onto one of its edges. */
  const solid = (args: object): Node =>
    Model3D({
      world,
      plate: Object3D({
        parent: 'world',
        translation: [0, -0.05, 0],
        feature: Solid({
          shape: Box({ lengthX: 2, lengthY: 0.1, lengthZ: 2 }),
          solidMaterial: 'DryWood',
          collision: true,
        }),
      }),
      box: Object3D({
        parent: 'world',
        fixedToParent: false,
        translation: [0, 0.1, 0],
        rotation: [0, 0, 0.4],
        velocity: [0, -1, 0],
        feature: Solid({
          shape: Box({ lengthX: 0.1, lengthY: 0.1, lengthZ: 0.1 }),
          solidMaterial: 'Steel',
          collision: true,
          ...args,
        } as SolidArguments),
      }),
      contact: ContactResult({ obj1: 'box', obj2: 'plate' }),
    })
  checkDefaults(
    [
      ['collisionSmoothingRadius', 0.001, 0.002],
      ['contactMaterial', 'Steel', 'DryWood'],
    ],
    solid,
    0.05,
  )
  checkDefaults(
    [['collision', false, true]],
    (args) =>
      Model3D({
        world,
        plate: Object3D({
          parent: 'world',
          feature: Solid({ shape: Box(), solidMaterial: 'Steel', collision: true }),
        }),
        ball: Object3D({
          parent: 'world',
          fixedToParent: false,
          translation: [0, 0.55, 0],
          feature: Solid({ shape: Sphere({ diameter: 0.1 }), solidMaterial: 'Steel', ...args }),
        }),
      }),
    0.05,
  )

  describe('MassProperties', () => {
    checkDefaults(
      [
        ['centerOfMass', [0, 0, 0], [0, 0, 0.1]],
        ['Ixy', 0, 0.1],
        ['Ixz', 0, 0.1],
        ['Iyz', 0, 0.1],
      ],
      (args) => {
        const massProperties = MassProperties({ mass: 1, Ixx: 1, Iyy: 2, Izz: 2, ...args })
        const start = { fixedToParent: false, angularVelocity: [1, 2, 3] } as const
        return Model3D({
          world,
          body: Object3D({ parent: 'world', ...start, feature: Solid({ massProperties }) }),
        })
      },
      0.1,
    )
  })
})

describe('joints', () => {
  type Joint = (args: { obj1: string; obj2: string }) => Node
  const build =
    (joint: unknown) =>
    (args: object): Node =>
      Model3D({
        world,
        mount: Object3D({ parent: 'world', rotation: [0.4, -0.3, 0.2], translation: [0, 1, 0] }),
        body: Object3D({ ...body }),
        joint: (joint as Joint)({ obj1: 'mount', obj2: 'body', ...args } as never) as never,
      })
  const angle = [
    ['phi', 0, 0.1],
    ['w', 0, 0.1],
  ] as const
  const way = [
    ['s', 0, 0.1],
    ['v', 0, 0.1],
  ] as const
  const turn = [
    ['rotation', [0, 0, 0], [0.1, 0, 0]],
    ['angularVelocity', [0, 0, 0], [0, 0.1, 0]],
    ['orientation', 'cardan', 'quaternion'],
  ] as const
  describe.each<[string, unknown, readonly Row[]]>([
    ['Revolute', Revolute, [['axis', 'z', 'x'], ...angle]],
    ['Prismatic', Prismatic, [['axis', 'x', 'y'], ...way]],
    ['Cylindrical', Cylindrical, [['axis', 'z', 'x'], ...angle, ...way]],
    [
      'Universal',
      Universal,
      [
        ['axis1', 'x', 'z'],
        ['axis2', 'y', 'z'],
        ['phi', [0, 0], [0, 0.1]],
        ['w', [0, 0], [0, 0.1]],
      ],
    ],
    ['Planar', Planar, [['axis', 'z', 'y'], ...angle, ['s', [0, 0], [0, 0.1]], ['v', [0, 0], [0.1, 0]]]],
    ['Spherical', Spherical, turn],
    ['Free', Free, [...turn, ['translation', [0, 0, 0], [0, 0.1, 0]], ['velocity', [0, 0, 0], [0, 0, 0.1]]]],
  ])('%s', (_name, joint, rows) => {
    checkDefaults(rows, build(joint), 0.2)
  })

  describe('Fix', () => {
    checkDefaults(
      [
        ['translation', [0, 0, 0], [0.1, 0, 0]],
        ['rotation', [0, 0, 0], [0.1, 0, 0]],
      ],
      (args) =>
        Model3D({
          world,
          body: Object3D({ parent: 'world', fixedToParent: false, ...body }),
          more: Object3D({ ...body }),
          fix: Fix({ obj1: 'body', obj2: 'more', ...args }),
        }),
      0.2,
    )
  })

  describe.each([
    ['Revolute', Revolute, false],
    ['Prismatic', Prismatic, false],
    ['Spherical', Spherical, false],
    ['Free', Free, true],
  ] as const)('canCollide of %s', (_name, joint, value) => {
    const ball = { shape: Sphere({ diameter: 1 }), solidMaterial: 'Rubber', collision: true } as const
    checkDefaults(
      [['canCollide', value, !value]],
      (args) =>
        Model3D({
          world: Object3D({
            feature: Scene({
              solidMaterials: { Rubber: { density: 1000, YoungsModulus: 1e6, PoissonsRatio: 0.4 } },
              contactPairs: {
                'Rubber-Rubber': {
                  coefficientOfRestitution: 0.5,
                  slidingFrictionCoefficient: 0.3,
                  rotationalResistanceCoefficient: 0,
                },
              },
            } as never),
          }),
          fixed: Object3D({ parent: 'world', feature: Solid(ball) }),
          center: Object3D({ feature: Solid({ massProperties: MASS }) }),
          ball: Object3D({ parent: 'center', translation: [0.6, 0.7, 0.1], feature: Solid(ball) }),
          joint: (joint as unknown as Joint)({ obj1: 'fixed', obj2: 'center', ...args } as never) as never,
        }),
      0.1,
    )
  })
})

describe('force elements', () => {
  const between = (element: unknown, name: string) => (args: object) =>
    Model3D({
      world,
      mount: Object3D({ parent: 'world', rotation: [0.4, -0.3, 0.2] }),
      body: Object3D({
        parent: 'mount',
        fixedToParent: false,
        translation: [0.5, -0.7, 0.2],
        velocity: [0.1, 0.2, 0.3],
        angularVelocity: [0.3, 0.2, 0.1],
        ...body,
      }),
      [name]: (element as (args: object) => never)({ obj1: 'mount', obj2: 'body', ...args }),
    })
  describe('SpringDamperPtP', () => {
    checkDefaults(
      [
        ['nominalForce', 0, 0.1],
        ['springForceLaw', 0, 1],
        ['damperForceLaw', 0, 1],
      ],
      between(SpringDamperPtP, 'spring'),
      0.1,
    )
    checkDefaults(
      [['nominalLength', 0, 0.1]],
      (args) => between(SpringDamperPtP, 'spring')({ springForceLaw: 3, ...args }),
      0.1,
    )
  })
  describe('Bushing', () => {
    checkDefaults(
      [
        ['nominalForce', [0, 0, 0], [0, 0, 1]],
        ['springForceLaw', [0, 0, 0], [0, 1, 0]],
        ['damperForceLaw', [0, 0, 0], [1, 0, 0]],
        ['nominalTorque', [0, 0, 0], [0, 1, 0]],
        ['rotSpringForceLaw', [0, 0, 0], [0, 1, 0]],
        ['rotDamperForceLaw', [0, 0, 0], [0, 1, 0]],
      ],
      between(Bushing, 'bushing'),
      0.1,
    )
    checkDefaults(
      [['largeAngles', false, true]],
      (args) => between(Bushing, 'bushing')({ rotSpringForceLaw: [1, 2, 3], ...args }),
      0.5,
    )
  })
  describe('WorldForce', () => {
    checkDefaults(
      [['objectCoord', 'world', 'mount']],
      (args) =>
        Model3D({
          world,
          mount: Object3D({ parent: 'world', rotation: [0.4, -0.3, 0.2] }),
          body: Object3D({ parent: 'world', fixedToParent: false, ...body }),
          force: WorldForce({ objectApply: 'body', forceFunction: () => [1, 2, 3], ...args }),
        }),
      0.1,
    )
  })
})

test('a model in a model has the same defaults', () => {
  const part = Model({ arm: Object3D({ ...body }), rev: Revolute({ obj1: 'world', obj2: 'arm' }) })
  expect(resultOf(Model3D({ world, part }), 0.2)).toBe(
    resultOf(Model3D({ world, part: part({ rev: { axis: 'z', phi: 0, w: 0 } } as never) }), 0.2),
  )
})
