/** Quantities in the records of 3D components: converted to SI units, and rejected if the dimension is wrong. */
import { quantity, simulate } from 'vario'
import {
  Box,
  MassProperties,
  Model3D,
  Object3D,
  PointGravityField,
  Revolute,
  Scene,
  Solid,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

describe('quantities in records', () => {
  it('are converted if the dimension is right, also inside vectors and start values', () => {
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      arm: Object3D({
        feature: Solid({
          massProperties: MassProperties({ mass: quantity(500, 'g'), Izz: 1, Ixx: 1, Iyy: 1 }),
        }),
      }),
      tip: Object3D({ parent: 'arm', translation: [quantity(250, 'mm'), 0, 0] }),
      rev: Revolute({ obj1: 'world', obj2: 'arm', axis: 'z', phi: { init: quantity(90, 'deg') } }),
    })
    const [x, y] = simulate(model, { stopTime: 0 }).finalVector('tip.r_abs')
    expect(Math.abs(x)).toBeLessThan(1e-15)
    expect(Math.abs(y - 0.25)).toBeLessThan(1e-15)
  })

  it.each([
    [
      () => Object3D({ translation: quantity([1, 0, 0], 'kg') }),
      /^Object3D\.translation: expected a quantity in m,/,
    ],
    [
      () => Object3D({ translation: [0, quantity(1, 's'), 0] }),
      /^Object3D\.translation: expected a quantity in m,/,
    ],
    [
      () => Revolute({ obj1: 'a', obj2: 'b', axis: 'z', w: { init: quantity(1, 'm/s') } }),
      /^Revolute\.w\.init: expected a quantity in rad\/s,/,
    ],
    [
      () =>
        Solid({ shape: Box({ lengthX: quantity(1, 'kg') as unknown as number, lengthY: 1, lengthZ: 1 }) }),
      /^Solid\.shape\.lengthX: expected a quantity in m,/,
    ],
    [() => MassProperties({ mass: quantity(1, 'N') }), /^MassProperties\.mass: expected a quantity in kg,/],
  ])('are errors where they are written if the dimension is wrong (%#)', (create, message) => {
    expect(create).toThrow(message)
  })
})

it('give a point field either mue or mass, not both', () => {
  const model = Model3D({
    world: Object3D({ feature: Scene({ gravityField: PointGravityField({ mue: 1, mass: 1 }) }) }),
  })
  expect(() => simulate(model, { stopTime: 0 })).toThrow(
    'world.feature.gravityField.mue: expected either mue or mass',
  )
})
