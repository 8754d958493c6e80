/** Collision cases of the reference that are errors. Ours occur before the run, and name the object. */
import { simulate } from 'vario'
import { Box, MassProperties, Model3D, Object3D, Solid, type SolidArguments, Sphere } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { uprightWorld, type Vector } from '../multibody/contact/scenes.ts'
import { errorOf } from './support/error-of.ts'

type Shape = NonNullable<SolidArguments['shape']>

/** A degenerate body over degenerate ground. */
function degenerate(ground: Shape, body: Shape, translation: Vector) {
  const [Ixx, Iyy, Izz] = [24.39551415267595, 185.24505801647337, 185.24505801647337]
  return Model3D({
    world: uprightWorld(),
    ground: Object3D({
      parent: 'world',
      feature: Solid({ shape: ground, solidMaterial: 'Steel', massProperties: 12000, collision: true }),
    }),
    frameX: Object3D({ parent: 'world', translation }),
    body: Object3D({
      parent: 'frameX',
      fixedToParent: false,
      velocity: [0, 1, 0],
      feature: Solid({
        shape: body,
        solidMaterial: 'Steel',
        massProperties: MassProperties({ mass: 1273.39, Ixx, Iyy, Izz }),
        collision: true,
      }),
    }),
  })
}

describe('shapes without volume', () => {
  it.each([
    {
      id: 'collision.OrthogonalLinesError',
      ground: Box({ lengthX: 5, lengthY: 0, lengthZ: 0 }),
      body: Box({ lengthX: 0, lengthY: 0, lengthZ: 3 }),
      translation: [0, 0, 1] as const,
    },
    {
      id: 'collision.PlaneVsPlaneEdgesError',
      ground: Box({ lengthX: 5, lengthY: 3, lengthZ: 0 }),
      body: Box({ lengthX: 1, lengthY: 0.7, lengthZ: 0 }),
      translation: [-2, -1, 0] as const,
    },
    {
      id: 'collision.PlaneVsPointError',
      ground: Box({ lengthX: 5, lengthY: 3, lengthZ: 0 }),
      body: Sphere({ diameter: 1 }),
      translation: [0.1, 0.1, 0] as const,
    },
  ])('$id', ({ ground, body, translation }) => {
    const error = errorOf(() => simulate(degenerate(ground, body, translation), { stopTime: 1 }))
    expect(error.message).toBe(
      'ground.feature.shape: expected a smallest dimension > 0 m, because the shape collides, got 0.',
    )
  })

  it('a sphere of size zero is rejected at once', () => {
    expect(errorOf(() => Sphere({ diameter: 0 })).message).toBe(
      'Sphere.diameter: expected a positive number, got 0.',
    )
  })
})
