/** Upward direction of a scene without gravity. */
import { simulate } from 'vario'
import { createAnimation, Model3D, NoGravityField, Object3D, Scene, Solid, Sphere } from 'vario/multibody'
import { expect, test } from 'vitest'

const floating = (gravityField: ReturnType<typeof NoGravityField>) =>
  Model3D({
    world: Object3D({ feature: Scene({ gravityField }) }),
    ball: Object3D({
      ...{ parent: 'world', fixedToParent: false, velocity: [1, 0, 0] },
      feature: Solid({ shape: Sphere({ diameter: 0.2 }), massProperties: 3 }),
    }),
  })
const upOf = (gravityField: ReturnType<typeof NoGravityField>): readonly number[] => {
  const model = floating(gravityField)
  const result = simulate(model, { stopTime: 1 })
  // no force for any upward direction; the velocity is constant, and a method of order 1 is exact
  expect(result.finalVector('ball.r_abs')[0]).toBeCloseTo(1, 12)
  expect(result.finalVector('ball.r_abs')[1]).toBe(0)
  expect(result.finalVector('ball.r_abs')[2]).toBe(0)
  return createAnimation(model, result).up
}

test('the upward direction is y by default', () => {
  expect(upOf(NoGravityField())).toEqual([0, 1, 0])
  expect(upOf(NoGravityField({ up: [0, 0, 2] }))).toEqual([0, 0, 1])
})

test('an upward direction of length zero is an error', () => {
  expect(() => upOf(NoGravityField({ up: [0, 0, 0] }))).toThrow(/gravityField\.up/)
})
