/** Every default of every part, as documented in the guide and in the comments of the arguments. */
import { simulate } from 'vario'
import { Box, Cylinder, Sphere } from 'vario/collision'
import { FREE, PRISMATIC, REVOLUTE, SPHERICAL } from 'vario/mechanics'
import {
  Bushing,
  ContactResult,
  Cylindrical,
  Fix,
  Free,
  JointForce,
  Model3D,
  NoGravityField,
  Object3D,
  Planar,
  PointGravityField,
  Prismatic,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Scene,
  SensorResult,
  Solid,
  Spherical,
  SpringDamperPtP,
  UniformGravityField,
  Universal,
  Visual,
  WorldForce,
  WorldTorque,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { createConvexParts } from '../../../src/collision/index.ts'
import { createMaterialTables } from '../../../src/materials/index.ts'
import { readContact, readGravity, readLook, readMass } from '../../../src/multibody/parts/index.ts'
import { JOINTS, type JointRecord } from '../../../src/multibody/parts/joints/index.ts'
import { object3D } from '../../../src/multibody/parts/object3d.ts'
import { readScene, readSceneView } from '../../../src/multibody/parts/scene-feature.ts'

/** The same data with 0 in place of -0. */
function withoutSigns(value: unknown): unknown {
  if (value instanceof Float64Array) return value.map((x) => x + 0)
  if (Array.isArray(value)) return value.map(withoutSigns)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutSigns(item)]))
}

const ENDS = { obj1: 'world', obj2: 'b' }
const [X, Y, Z] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
].map((axis) => Float64Array.from(axis))
const ZERO = new Float64Array(3)
const UNIT = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)
const START = { value: 0, nominal: undefined, isGiven: false, isGuess: false, isFree: false }

const turn = (axis: Float64Array, index = -1) => ({
  ...{ kind: REVOLUTE, axis, position: 'phi', velocity: 'w', unit: 'rad', index },
  ...{ positionStart: START, velocityStart: START, armature: 0, order: 0, isFlange: false },
})
const shift = (axis: Float64Array, index = -1) => ({
  ...{ kind: PRISMATIC, axis, position: 's', velocity: 'v', unit: 'm', index },
  ...{ positionStart: START, velocityStart: START, armature: 0, order: 0, isFlange: false },
})
const NONE = [undefined, undefined, undefined]
const move = (kind: number) => ({
  ...{ kind, orientation: 'cardan', isResolvedInParent: true, resumed: null },
  ...{ rotation: ZERO, angularVelocity: ZERO, translation: ZERO, velocity: ZERO },
  ...{ isRotationGiven: false, isTranslationGiven: false },
  ...{ isAngularVelocityGiven: false, isVelocityGiven: false },
  nominal: { rotation: NONE, angularVelocity: NONE, translation: NONE, velocity: NONE },
})

/** Joint, its elementary joints, its default of canCollide, and its states with their sizes. */
const JOINT_DEFAULTS = [
  [Revolute(ENDS), { elements: [turn(Z)] }, false, { phi: 1, w: 1 }],
  [Prismatic(ENDS), { elements: [shift(X)] }, false, { s: 1, v: 1 }],
  [Cylindrical(ENDS), { elements: [shift(Z), turn(Z)] }, false, { s: 1, v: 1, phi: 1, w: 1 }],
  [Universal(ENDS), { elements: [turn(X, 0), turn(Y, 1)] }, false, { phi: 2, w: 2 }],
  [Planar(ENDS), { elements: [shift(X, 0), shift(Y, 1), turn(Z)] }, false, { s: 2, v: 2, phi: 1, w: 1 }],
  [Spherical(ENDS), { elements: [move(SPHERICAL)] }, false, { rotation: 3, angularVelocity: 3 }],
  [
    Free(ENDS),
    { elements: [move(FREE)] },
    true,
    { translation: 3, velocity: 3, rotation: 3, angularVelocity: 3 },
  ],
  [Fix(ENDS), { fixed: { R: UNIT, p: ZERO } }, false, {}],
] as const

const BALL = Solid({ shape: Sphere(), massProperties: 1 })
const empty = Object3D({ feature: Scene({ gravityField: NoGravityField() }) })

describe('joints', () => {
  it('are all in the table', () => {
    expect(JOINT_DEFAULTS.map(([{ value }]) => value.kind)).toEqual(JOINTS.kinds)
  })

  it.each(JOINT_DEFAULTS)(
    'have the documented motion, collision and states: %#',
    ({ value }, connection, canCollide, states) => {
      const record: JointRecord = value
      const definition = JOINTS.find('joint', record.kind)
      expect(withoutSigns(definition.read('joint', record))).toEqual(connection)
      expect(definition.canCollide).toBe(canCollide)
      const joint = { _class: 'Par' as const, value }
      const result = simulate(Model3D({ world: empty, b: Object3D({ feature: BALL }), joint }), {
        stopTime: 0,
      })
      const names = result.names.filter((name) => /^joint\.(?!der\(|rotationXYZ)/.test(name))
      expect(names.sort()).toEqual(
        Object.keys(states)
          .map((name) => `joint.${name}`)
          .sort(),
      )
      for (const [name, size] of Object.entries(states)) {
        expect([...result.finalVector(`joint.${name}`)]).toEqual(new Array(size).fill(0))
      }
    },
  )

  it.each([
    [RevoluteWithFlange, { w: { init: 1 } }, 'rot123_abs', [0, 0, 1]],
    [PrismaticWithFlange, { v: { init: 1 } }, 'r_abs', [1, 0, 0]],
  ] as const)('have the same axes with a flange, and start values 0: %#', (joint, moving, name, expected) => {
    const at = (args: object): number[] => {
      const model = Model3D({
        world: empty,
        b: Object3D({ feature: BALL }),
        joint: (joint as (args: object) => object)({ ...ENDS, ...args }) as never,
      })
      return [...simulate(model, { stopTime: 1 }).finalVector(`b.${name}`)]
    }
    expect(at({})).toEqual([0, 0, 0])
    at(moving).forEach((x, i) => {
      expect(x).toBeCloseTo(expected[i], 9)
    })
  })
})

describe('Object3D', () => {
  it('is fixed to its parent by default, in the same pose', () => {
    const placement = object3D.read('o', { kind: 'Object3D', parent: 'world' })
    expect(withoutSigns(placement)).toEqual({ X_PO: { R: UNIT, p: ZERO }, isFree: false })
  })

  it('starts at rest if free, with Cardan angles as states, and angular velocities in its parent', () => {
    const free = { parent: 'world', fixedToParent: false, feature: BALL } as const
    const turned = Object3D({ ...free, rotation: [0, 0, Math.PI / 2], angularVelocity: [1, 0, 0] })
    const result = simulate(Model3D({ world: empty, a: Object3D(free), b: turned }), { stopTime: 0 })
    for (const name of ['translation', 'velocity', 'rotation', 'angularVelocity'])
      expect([...result.finalVector(`a.${name}`)]).toEqual([0, 0, 0])
    expect([...result.finalVector('b.angularVelocity')]).toEqual([1, 0, 0])
    expect(result.names).not.toContain('a.quaternion')
  })
})

describe('Scene', () => {
  const { gravity, tables, ...settings } = readScene('scene', Scene())

  it('has default sizes and contacts', () => {
    expect(settings).toEqual({
      nominalLength: 1,
      gap: 0.001,
      hasContacts: true,
      contactOptions: {
        distanceMethod: 'exact',
        zeroCrossings: 'two',
        elasticContactReductionFactor: 1,
        maximumContactDamping: 2000,
        hysteresis: 1e-13,
      },
      impacts: { restitution: 'newton', simultaneous: 'sequential' },
    })
    expect(readScene('scene', Scene({ nominalLength: 5 })).gap).toBe(0.005)
    expect(Object.keys(tables.solidMaterials)).toContain('Steel')
  })

  it('has default gravity', () => {
    expect(gravity.magnitude).toBe(9.81)
    expect([...gravity.up]).toEqual([-0, 1, -0])
    expect(readGravity('g', UniformGravityField()).magnitude).toBe(9.81)
    expect([...readGravity('g', UniformGravityField()).up]).toEqual([-0, 1, -0])
    expect(readGravity('g', NoGravityField()).magnitude).toBe(0)
    // that of the Earth
    const radius = 6.371e6
    const model = Model3D({
      world: Object3D({ feature: Scene({ gravityField: PointGravityField() }) }),
      b: Object3D({ parent: 'world', fixedToParent: false, translation: [0, radius, 0], feature: BALL }),
    })
    const energy = simulate(model, { stopTime: 0 }).final('world.potentialEnergy')
    expect(energy / (-(6.67408e-11 * 5.9722e24) / radius)).toBeCloseTo(1, 12)
  })

  it('has default camera and light', () => {
    const view = (args: Parameters<typeof Scene>[0]) => readSceneView('scene', Scene(args), Y)
    expect(view({})).toEqual({ frameLength: null, camera: null, light: null })
    expect(view({ visualizeFrames: true, nominalLength: 2 }).frameLength).toBe(0.4)
    const distance = (point: readonly number[] | null): number => Math.hypot(...point!)
    expect(distance(view({ cameraLatitude: 0, nominalLength: 2 }).camera)).toBeCloseTo(20, 12)
    expect(distance(view({ lightLatitude: 0, nominalLength: 2 }).light)).toBeCloseTo(20, 12)
    // 30 and 15 degrees, 60 and 45 degrees
    const degrees = Math.PI / 180
    expect(view({ cameraDistance: 3 })).toEqual(
      view({ cameraDistance: 3, cameraLongitude: 30 * degrees, cameraLatitude: 15 * degrees }),
    )
    expect(view({ cameraDistance: 3 }).camera![1]).toBeCloseTo(3 * Math.sin(15 * degrees), 12)
    const light = view({ lightDistance: 3 }).light!
    view({ lightDistance: 3, lightLongitude: 60 * degrees, lightLatitude: 45 * degrees }).light!.forEach(
      (x, i) => {
        expect(light[i]).toBeCloseTo(x, 12)
      },
    )
  })
})

describe('Solid and Visual', () => {
  const tables = createMaterialTables('scene', {})
  const shape = Cylinder({ diameter: 0.4, length: 0.6 })

  it('have no mass, do not collide, and are blue', () => {
    expect(readMass('s', Solid(), tables)).toBeNull()
    expect(readMass('s', Solid({ shape }), tables)).toBeNull()
    expect(readContact('s', Solid({ shape, solidMaterial: 'Steel' }), tables)).toBeNull()
    expect(readLook('s', Solid(), tables)).toBeNull()
    for (const feature of [Solid({ shape }), Visual({ shape })])
      expect(readLook('s', feature, tables)).toMatchObject({
        shape,
        material: { color: [0, 0, 255], transparency: 0 },
      })
    expect(readLook('s', Visual(), tables)).toBeNull()
  })

  it('have the mass of shape and material, or zero if nothing is given', () => {
    const steel = readMass('s', Solid({ shape, solidMaterial: 'Steel' }), tables)!
    expect(steel.mass).toBeCloseTo(8000 * Math.PI * 0.04 * 0.6, 9)
    const given = readMass('s', Solid({ massProperties: { kind: 'MassProperties' } }), tables)
    expect(given).toEqual({ mass: 0, center: ZERO, inertia: new Array(9).fill(0) })
  })

  it('have edges rounded by 1 mm, and contacts use the solid material and the radius of the shape', () => {
    const box = Box({ lengthX: 1, lengthY: 0.6, lengthZ: 0.4 })
    const contact = readContact('s', Solid({ shape: box, solidMaterial: 'DryWood', collision: true }), tables)
    expect(contact!.material).toBe('DryWood')
    const [expected] = createConvexParts(box, 0.001)
    expect(contact!.shapes[0].radius).toBe(expected.radius)
    expect(contact!.shapes[0].contactRadius).toBe(expected.contactRadius)
  })
})

describe('force elements and sensors', () => {
  // at [1, 2, 2], rotated about z by 90 degrees
  const place = { translation: [1, 2, 2], rotation: [0, 0, Math.PI / 2] }
  const b = Object3D({ parent: 'world', fixedToParent: false, ...place, feature: BALL })
  const run = (element: object) => {
    const result = simulate(Model3D({ world: empty, b, e: element } as never), { stopTime: 0 })
    return (name: string): number[] =>
      Array.from(result.finalVector(`e.${name}`), (x) => Number(x.toFixed(12)))
  }

  it('include a spring without length, force and damper', () => {
    const value = run(SpringDamperPtP(ENDS))
    expect([value('distance'), value('deflection')]).toEqual([[3], [3]])
    for (const name of ['springForce', 'damperForce', 'force']) expect(value(name)).toEqual([0])
  })

  it('include a bushing without force and torque, which measures rotation vectors', () => {
    const value = run(Bushing(ENDS))
    for (const name of ['springForce', 'damperForce', 'springTorque', 'damperTorque', 'torque'])
      expect(value(name)).toEqual([0, 0, 0])
    const [rotation] = [[0.5, 0.6, 0.7]]
    const turned = Object3D({ parent: 'world', fixedToParent: false, rotation, feature: BALL })
    const measure = (largeAngles?: boolean): number[] => {
      const e = Bushing({ ...ENDS, ...(largeAngles === undefined ? {} : { largeAngles }) })
      return [...simulate(Model3D({ world: empty, b: turned, e }), { stopTime: 0 }).finalVector('e.rotation')]
    }
    expect(measure()).toEqual(measure(false))
    measure(true).forEach((angle, i) => {
      expect(angle).toBeCloseTo(rotation[i], 12)
    })
    expect(Math.abs(measure()[0] - rotation[0])).toBeGreaterThan(0.01)
  })

  it('give forces, torques and motions in the axes of the world', () => {
    const force = run(WorldForce({ objectApply: 'b', forceFunction: () => [1, 2, 3] }))
    expect(force('forceVector')).toEqual([1, 2, 3])
    const torque = run(WorldTorque({ objectApply: 'b', torqueFunction: () => [1, 2, 3] }))
    expect(torque('torqueVector')).toEqual([1, 2, 3])
    expect(run(SensorResult({ object: 'b' }))('translation')).toEqual([1, 2, 2])
  })

  it('measure in the axes of the origin, as an observer there', () => {
    const origin = Object3D({ parent: 'world', ...place })
    const tip = Object3D({ parent: 'world', translation: [2, 2, 2] })
    const e = SensorResult({ object: 'tip', objectOrigin: 'origin' })
    const result = simulate(Model3D({ world: empty, origin, tip, e }), { stopTime: 0 })
    const [x, y, z] = result.finalVector('e.translation')
    expect([x, y, z].map((c) => Number(c.toFixed(12)))).toEqual([0, -1, 0])
  })

  it('give the force in a joint in the axes of obj1, that of a contact in those of the world', () => {
    const base = Object3D({ parent: 'world', rotation: [0, 0, Math.PI / 2] })
    const joint = Revolute({ obj1: 'base', obj2: 'b', axis: 'z' })
    const model = { world: Object3D({ feature: Scene() }), base, b: Object3D({ feature: BALL }), joint }
    const result = simulate(Model3D({ ...model, e: JointForce({ joint: 'joint' }) }), { stopTime: 0 })
    // 9.81 N upwards, y of the world and x of the base
    const force = Array.from(result.finalVector('e.forceVector'), (x) => Number(x.toFixed(12)))
    expect(force).toEqual([9.81, 0, 0])

    const solid = Solid({ shape: Sphere({ diameter: 1 }), solidMaterial: 'Steel', collision: true })
    const [above, below] = [0.4999, -0.4999].map((y) => ({ translation: [0, y, 0], rotation: [0, 0, 1] }))
    const touching = simulate(
      Model3D({
        world: empty,
        a: Object3D({ parent: 'world', ...below, feature: solid }),
        b: Object3D({ parent: 'world', fixedToParent: false, ...above, feature: solid }),
        e: ContactResult({ obj1: 'a', obj2: 'b' }),
      }),
      { stopTime: 0 },
    )
    const normal = Array.from(touching.finalVector('e.normalVector'), (x) => Number(x.toFixed(9)))
    expect(normal.map(Math.abs)).toEqual([0, 1, 0])
  })
})
