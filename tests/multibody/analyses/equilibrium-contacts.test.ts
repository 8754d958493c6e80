/** `equilibrium` with several contacts, compared with force balances by hand. */
import { equilibrium } from 'vario'
import {
  Box,
  ContactResult,
  MassProperties,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  Scene,
  Solid,
  Sphere,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const GRAVITY = 9.81
/** Forces at rest are their rounding errors, 1e-14 of stiffness times size: about 1e-8 of the weight of steel. */
const FORCES = 1e-7

const steel = (shape: ReturnType<typeof Box> | ReturnType<typeof Sphere>) =>
  Solid({ shape, solidMaterial: 'Steel', collision: true })
const world = (slidingFrictionCoefficient: number, nominalLength = 1) => {
  const pair = {
    coefficientOfRestitution: 0.5,
    slidingFrictionCoefficient,
    rotationalResistanceCoefficient: 0,
  }
  return Object3D({ feature: Scene({ nominalLength, contactPairs: { 'Steel-Steel': pair } }) })
}

describe('a ball in a groove', () => {
  /** Two plates through the origin that rise to the right and to the left; the ball starts above one of them. */
  const create = (diameter: number, right: number, left: number, mu: number) => {
    const thickness = diameter / 2
    const plate = (angle: number) =>
      Object3D({
        parent: 'world',
        translation: [0.5 * thickness * Math.sin(angle), -0.5 * thickness * Math.cos(angle), 0],
        rotation: [0, 0, angle],
        feature: steel(Box({ lengthX: 8 * diameter, lengthY: thickness, lengthZ: 4 * diameter })),
      })
    return Model3D({
      world: world(mu, diameter),
      right: plate(right),
      left: plate(-left),
      ball: Object3D({
        ...{ parent: 'world', fixedToParent: false, translation: [0, diameter, 0] },
        feature: steel(Sphere({ diameter })),
      }),
      onRight: ContactResult({ obj1: 'right', obj2: 'ball' }),
      onLeft: ContactResult({ obj1: 'left', obj2: 'ball' }),
    })
  }
  const weight = (diameter: number) => ((8000 * Math.PI) / 6) * diameter ** 3 * GRAVITY

  it.each([
    [0.2, 30, 60],
    [0.2, 20, 45],
    [0.002, 20, 45],
    [20, 30, 60],
  ])(
    'is in equilibrium at a diameter of %f m and slopes of %f and %f degrees',
    (diameter, rightDegrees, leftDegrees) => {
      const [right, left] = [(rightDegrees * Math.PI) / 180, (leftDegrees * Math.PI) / 180]
      const rest = equilibrium(create(diameter, right, left, 0))
      const W = weight(diameter) / Math.sin(right + left)
      expect(rest.result.final('onRight.normalForce') / (W * Math.sin(left))).toBeCloseTo(1, 7)
      expect(rest.result.final('onLeft.normalForce') / (W * Math.sin(right))).toBeCloseTo(1, 7)
      expect(rest.isStable).toBe(true)
    },
  )

  it('slides into it against friction, which carries a part of the weight; nothing rolls it out', () => {
    const [diameter, mu] = [0.2, 0.3]
    const rest = equilibrium(create(diameter, Math.PI / 4, Math.PI / 4, mu))
    // at the limit on both sides: √2 (N + μ N) = W
    const normal = weight(diameter) / (Math.SQRT2 * (1 + mu))
    for (const side of ['onRight', 'onLeft']) {
      expect(Math.abs(rest.result.final(`${side}.normalForce`) / normal - 1)).toBeLessThan(1e-6)
      expect(Math.abs(rest.result.final(`${side}.tangentialForce`) / (mu * normal) - 1)).toBeLessThan(1e-6)
    }
    expect(rest.isStable).toBe(true)
  })
})

it('balls on top of each other are in equilibrium', () => {
  const n = 4
  const ball = { shape: Sphere({ diameter: 0.2 }), solidMaterial: 'Steel', collision: true }
  const members: Record<string, unknown> = {
    world: world(0),
    floor: Object3D({
      ...{ parent: 'world', translation: [0, -0.5, 0] },
      feature: steel(Box({ lengthX: 4, lengthY: 1, lengthZ: 4 })),
    }),
  }
  for (let i = 0; i < n; i++)
    Object.assign(members, {
      [`ball${i}`]: Object3D({ feature: Solid(ball) }),
      [`guide${i}`]: Prismatic({
        ...{ obj1: 'world', obj2: `ball${i}`, axis: 'y', s: 0.15 + 0.25 * i, canCollide: true },
      }),
      [`contact${i}`]: ContactResult({ obj1: i === 0 ? 'floor' : `ball${i - 1}`, obj2: `ball${i}` }),
    })
  const { result } = equilibrium(Model3D(members as Parameters<typeof Model3D>[0]))
  const W = ((8000 * Math.PI) / 6) * 0.2 ** 3 * GRAVITY
  for (let i = 0; i < n; i++)
    expect(Math.abs(result.final(`contact${i}.normalForce`) / ((n - i) * W) - 1)).toBeLessThan(FORCES)
})

it('blocks on top of each other are in equilibrium with offsets of a few centimeters', () => {
  const block = (i: number) =>
    Object3D({
      ...{ parent: 'world', fixedToParent: false, translation: [0.02 * i, 0.05 + 0.101 * i, 0] },
      feature: steel(Box({ lengthX: 0.3, lengthY: 0.1, lengthZ: 0.2 })),
    })
  const { result } = equilibrium(
    Model3D({
      world: world(0.5),
      floor: Object3D({
        ...{ parent: 'world', translation: [0, -0.5, 0] },
        feature: steel(Box({ lengthX: 4, lengthY: 1, lengthZ: 4 })),
      }),
      lower: block(0),
      upper: block(1),
      onFloor: ContactResult({ obj1: 'floor', obj2: 'lower' }),
      between: ContactResult({ obj1: 'lower', obj2: 'upper' }),
    }),
  )
  const W = 8000 * 0.3 * 0.1 * 0.2 * GRAVITY
  expect(Math.abs(result.final('onFloor.normalForce') / (2 * W) - 1)).toBeLessThan(FORCES)
  expect(Math.abs(result.final('between.normalForce') / W - 1)).toBeLessThan(FORCES)
})

it('a parallelogram that comes down rests on two stops at once', () => {
  const bar = (length: number, mass: number) => {
    const I = (mass * length ** 2) / 12
    const centerOfMass = [length / 2, 0, 0]
    return Object3D({
      feature: Solid({ massProperties: MassProperties({ mass, centerOfMass, Ixx: I, Iyy: I, Izz: I }) }),
    })
  }
  const knob = Solid({ shape: Sphere({ diameter: 0.1 }), contactMaterial: 'Steel', collision: true })
  const rest = equilibrium(
    Model3D({
      world: world(0),
      base: Object3D({ parent: 'world', translation: [1, 0, 0] }),
      floor: Object3D({
        ...{ parent: 'world', translation: [0.5, -1, 0] },
        feature: steel(Box({ lengthX: 4, lengthY: 1.5, lengthZ: 1 })),
      }),
      ...{ left: bar(0.5, 1), coupler: bar(1, 2), right: bar(0.5, 1) },
      pin: Object3D({ parent: 'left', translation: [0.5, 0, 0], feature: knob }),
      edge: Object3D({ parent: 'coupler', translation: [1, 0, 0], feature: knob }),
      tip: Object3D({ parent: 'right', translation: [0.5, 0, 0] }),
      r1: Revolute({ obj1: 'world', obj2: 'left', phi: 0.1, canCollide: true }),
      r2: Revolute({ obj1: 'pin', obj2: 'coupler', phi: { start: -0.1 } }),
      r3: Revolute({ obj1: 'base', obj2: 'right', phi: { start: 0.1 } }),
      r4: Revolute({ obj1: 'tip', obj2: 'edge' }),
      onPin: ContactResult({ obj1: 'floor', obj2: 'pin' }),
      onEnd: ContactResult({ obj1: 'floor', obj2: 'edge' }),
    } as Parameters<typeof Model3D>[0]),
  )
  const [pin, end] = ['onPin', 'onEnd'].map((name) => rest.result.final(`${name}.normalForce`))
  // the bearings carry half of each bar; both carry the rest, because the mechanism is symmetric
  expect(Math.abs((pin + end) / (3 * GRAVITY) - 1)).toBeLessThan(FORCES)
  expect(Math.abs(pin / end - 1)).toBeLessThan(1e-3)
  expect(rest.isStable).toBe(true)
})
