/** Restitution is the same for points, lines, faces and rims. */
import { type SimulateOptions, simulate } from 'vario'
import {
  Beam,
  Box,
  Capsule,
  Cone,
  Cylinder,
  Ellipsoid,
  Model3D,
  NoGravityField,
  Sphere,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { fixedBox, freeBody, uprightWorld, type Vector } from './scenes.ts'

type Shape = Parameters<typeof freeBody>[0]

interface Touching {
  readonly name: string
  readonly shape: (size: number) => Shape
  /** Height of the origin above the plate at contact, per size [1]. */
  readonly height: number
  readonly rotation?: Vector
}

const UPRIGHT: Vector = [0, 0, 0]

const TOUCHING: readonly Touching[] = [
  {
    name: 'the side of a capsule',
    shape: (a) => Capsule({ axis: 'x', diameter: a, length: 2 * a }),
    height: 0.5,
  },
  {
    name: 'the side of a cylinder',
    shape: (a) => Cylinder({ axis: 'x', diameter: a, length: 2 * a }),
    height: 0.5,
  },
  {
    name: 'the end of a cylinder',
    shape: (a) => Cylinder({ axis: 'z', diameter: a, length: 2 * a }),
    height: 1,
  },
  {
    name: 'the face of a box',
    shape: (a) => Box({ lengthX: a, lengthY: 2 * a, lengthZ: 3 * a }),
    height: 1.5,
  },
  { name: 'the base of a cone', shape: (a) => Cone({ axis: 'z', diameter: a, length: 2 * a }), height: 0 },
  {
    name: 'the top of a frustum',
    shape: (a) => Cone({ axis: 'z', diameter: a, length: 2 * a, topDiameter: 0.6 * a }),
    height: 2,
    rotation: [Math.PI, 0, 0],
  },
  {
    name: 'the side of a beam',
    shape: (a) => Beam({ axis: 'x', length: 3 * a, width: a, thickness: 0.8 * a }),
    height: 0.4,
  },
  {
    name: 'an ellipsoid',
    shape: (a) => Ellipsoid({ lengthX: a, lengthY: 2 * a, lengthZ: 3 * a }),
    height: 1.5,
  },
]

const SPHERE: Touching = { name: 'a sphere', shape: (a) => Sphere({ diameter: a }), height: 0.5 }

/** Speed after the impact on a plate, relative to the speed before. */
function realize(
  { shape, height, rotation = UPRIGHT }: Touching,
  cor: number,
  speed: number,
  size = 0.1,
  solver: NonNullable<SimulateOptions['solver']> = 'auto',
): number {
  const pair = {
    coefficientOfRestitution: cor,
    slidingFrictionCoefficient: 0.3,
    rotationalResistanceCoefficient: 0.001,
  }
  const model = Model3D({
    world: uprightWorld({ gravityField: NoGravityField(), contactPairs: { 'Steel-Steel': pair } }),
    plate: fixedBox([20 * size, 20 * size, 2 * size], [0, 0, -size], 'Steel'),
    body: freeBody(shape(size), 'Steel', {
      translation: [0, 0, (height + 0.1) * size],
      rotation,
      velocity: [0, 0, -speed],
    }),
  })
  // it arrives after 0.1 size/speed; impacts are shorter than that
  const result = simulate(model, { stopTime: (0.3 * size) / speed, tolerance: 1e-7, solver })
  return result.finalVector('body.velocity')[2] / speed
}

describe('restitution of shapes', () => {
  it.each(TOUCHING)('equals that of a sphere: $name', (touching) => {
    // The law m δ̈ = -k δ^(3/2) (1 + d δ̇) has a restitution without k and m; tolerance: that of the integration
    for (const cor of [0.2, 0.5, 0.7, 0.95])
      for (const speed of [0.1, 5])
        expect(Math.abs(realize(touching, cor, speed) - realize(SPHERE, cor, speed))).toBeLessThan(1e-3)
  })

  it.each([0.003, 3])('is the same for bodies of %d m', (size) => {
    for (const touching of TOUCHING.slice(1, 5))
      expect(Math.abs(realize(touching, 0.7, 1, size) - realize(SPHERE, 0.7, 1))).toBeLessThan(1e-3)
  })

  it.each(['bdf', 'radau5', 'tsit5', 'dop853'] as const)('is the same with %s', (solver) => {
    // hard contacts are stiff: explicit methods are slow
    const isExplicit = solver === 'tsit5' || solver === 'dop853'
    for (const touching of TOUCHING.slice(1, isExplicit ? 2 : 4))
      expect(Math.abs(realize(touching, 0.5, 1, 0.1, solver) - realize(SPHERE, 0.5, 1))).toBeLessThan(1e-3)
  })

  it.each([0.06, 0.1, 0.3])('is the same for a rim or an edge tilted by %d rad', (tilt) => {
    const e = realize(SPHERE, 0.7, 1)
    for (const shape of [
      Box({ lengthX: 0.1, lengthY: 0.1, lengthZ: 0.1 }),
      Cylinder({ axis: 'z', diameter: 0.1, length: 0.1 }),
    ]) {
      const pair = {
        coefficientOfRestitution: 0.7,
        slidingFrictionCoefficient: 0,
        rotationalResistanceCoefficient: 0,
      }
      const model = Model3D({
        world: uprightWorld({ gravityField: NoGravityField(), contactPairs: { 'Steel-Steel': pair } }),
        plate: fixedBox([1, 1, 0.2], [0, 0, -0.1], 'Steel'),
        body: freeBody(shape, 'Steel', {
          translation: [0, 0, 0.08],
          rotation: [0, tilt, 0],
          velocity: [0, 0, -1],
        }),
      })
      // the impact lasts 0.1 ms; the next one, of the other side, follows after 3 ms or later
      const arrival = 0.08 - 0.049 * (Math.cos(tilt) + Math.sin(tilt)) - 0.001
      const result = simulate(model, { stopTime: arrival + 0.001, tolerance: 1e-8 })
      const w = result.finalVector('body.angularVelocity')[1]
      // without friction the force acts on the line through the deepest point, at the lever arm x: v_point = v + w x
      const x = 0.049 * Math.cos(tilt) - 0.049 * Math.sin(tilt)
      const after = result.finalVector('body.velocity')[2] - w * x
      // the lever arm changes by 1e-3 while the body rotates in the impact
      expect(Math.abs(Math.abs(after) - e)).toBeLessThan(5e-3)
    }
  })
})
