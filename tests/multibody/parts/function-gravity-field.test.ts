/** Gravity as a function of the position. */
import { simulate } from 'vario'
import {
  createAnimation,
  FunctionGravityField,
  MassProperties,
  Model3D,
  Object3D,
  PointGravityField,
  Rod,
  Scene,
  Solid,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'

type Field = ReturnType<typeof FunctionGravityField> | ReturnType<typeof PointGravityField>
const point = (x: number) =>
  Object3D({
    ...{ parent: 'body', translation: [x, 0, 0] },
    feature: Solid({ massProperties: MassProperties({ mass: 2 }) }),
  })
/** A dumbbell, and two points with a massive rod. */
const scene = (gravityField: Field) =>
  Model3D({
    world: Object3D({ feature: Scene({ enableContactDetection: false, gravityField }) }),
    body: Object3D({
      ...{ parent: 'world', fixedToParent: false, translation: [2, 0.3, 0.1], velocity: [0, 1.2, 0.3] },
      feature: Solid({ massProperties: MassProperties({ mass: 1e-3, Ixx: 1, Iyy: 1, Izz: 1 }) }),
    }),
    ...{ left: point(-0.4), right: point(0.6) },
    one: Object3D({
      ...{ parent: 'world', fixedToParent: false, translation: [-2, 0, 0], velocity: [0, 1, 0] },
      feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) }),
    }),
    other: Object3D({
      ...{ parent: 'world', fixedToParent: false, translation: [-2, 0, 0.5], velocity: [0, 1, 0] },
      feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) }),
    }),
    rod: Rod({ obj1: 'one', obj2: 'other', mass: 0.5 }),
  })
const MUE = 3
const attraction = FunctionGravityField({
  acceleration: (place) => place.map((x) => (-MUE * x) / Math.hypot(...place) ** 3),
  potential: (place) => -MUE / Math.hypot(...place),
})
const options = { stopTime: 2, tolerance: 1e-9 }

test('the function of a point mass gives the result of its predefined field, on each solid and on rods', () => {
  const [own, known] = [attraction, PointGravityField({ mue: MUE })].map((field) =>
    simulate(scene(field), options),
  )
  for (const body of ['body', 'one', 'other'])
    known.finalVector(`${body}.r_abs`).forEach((x, i) => {
      // 1e-9 for each of a few hundred steps; the field at the origin is singular, and no body is there
      expect(Math.abs(own.finalVector(`${body}.r_abs`)[i] - x)).toBeLessThan(1e-6)
    })
  const energy = own.values('world.totalEnergy')
  expect(Math.max(...energy) - Math.min(...energy)).toBeLessThan(1e-7)
  expect(own.final('world.potentialEnergy')).toBeCloseTo(known.final('world.potentialEnergy'), 6)
})

test('the upward direction is opposite to the field at the origin, or as given', () => {
  const upOf = (field: Field) => {
    const model = scene(field)
    return createAnimation(model, simulate(model, { stopTime: 0.01 })).up
  }
  expect(upOf(FunctionGravityField({ acceleration: () => [0, 0, -4] }))).toEqual([-0, -0, 1])
  expect(upOf(FunctionGravityField({ acceleration: () => [0, 0, -4], up: [2, 0, 0] }))).toEqual([1, 0, 0])
  // no direction there
  expect(upOf(attraction)).toEqual([0, 1, 0])
})

describe('a gravity field', () => {
  const Field = FunctionGravityField as (args: object) => ReturnType<typeof FunctionGravityField>
  test.each([
    ['a missing function', {}, /gravityField\.acceleration: expected a function/],
    [
      'two numbers',
      { acceleration: () => [1, 2] },
      /acceleration: expected a function that returns 3 numbers/,
    ],
    [
      'a number as potential',
      { acceleration: () => [0, 0, 0], potential: 1 },
      /potential: expected a function/,
    ],
    [
      'a potential that is not a number',
      { acceleration: () => [0, 0, 0], potential: () => 'high' },
      /potential: expected a function that returns a number/,
    ],
  ])('is an error: %s', (_, args, message) => {
    expect(() => simulate(scene(Field(args)), { stopTime: 0.1 })).toThrow(message)
  })

  test('is an error: misspelled keys', () => {
    expect(() => Field({ accelaration: () => [0, 0, 0] })).toThrow(/did you mean 'acceleration'/)
  })
})
