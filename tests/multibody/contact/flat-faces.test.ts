/** Faces that lie on each other have no unique contact point: every run completes, and all bodies come to rest. */
import { simulate } from 'vario'
import { Box, Cylinder, Model3D } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { energyBalance, energyRise } from './measures.ts'
import { fixedBox, freeBody, uprightWorld, type Vector } from './scenes.ts'

const CUBE = Box({ lengthX: 0.2, lengthY: 0.2, lengthZ: 0.2 })

function onPlate(shape: Parameters<typeof freeBody>[0], material: string, height: number, rotation: Vector) {
  return Model3D({
    world: uprightWorld(),
    plate: fixedBox([2, 2, 0.1], [0, 0, -0.05], material),
    body: freeBody(shape, material, { translation: [0, 0, height], rotation }),
  })
}

describe('flat faces', () => {
  it.each([
    {
      name: 'a box on the plate',
      shape: CUBE,
      material: 'Steel',
      height: 0.1,
      rotation: [0, 0, 0] as Vector,
    },
    {
      name: 'a box that falls flat',
      shape: CUBE,
      material: 'Steel',
      height: 0.15,
      rotation: [0, 0, 0] as Vector,
    },
    {
      name: 'a box from a greater height',
      shape: CUBE,
      material: 'DryWood',
      height: 0.5,
      rotation: [0, 0, 0] as Vector,
    },
    { name: 'tilted', shape: CUBE, material: 'DryWood', height: 0.3, rotation: [0.3, 0.2, 0] as Vector },
    {
      name: 'a standing cylinder',
      shape: Cylinder({ axis: 'z', diameter: 0.2, length: 0.2 }),
      material: 'DryWood',
      height: 0.15,
      rotation: [0, 0, 0] as Vector,
    },
  ])('bring a body to rest: $name', ({ shape, material, height, rotation }) => {
    const result = simulate(onPlate(shape, material, height, rotation), { stopTime: 3 })
    const [x, y, z] = result.finalVector('body.translation')
    // center at 0.1 m, minus the penetration of 2 … 4e-6 m of a single contact
    expect(z).toBeGreaterThan(0.1 - 1e-5)
    expect(z).toBeLessThan(0.1)
    expect(Math.hypot(x, y)).toBeLessThan(0.1)
    expect(Math.hypot(...result.finalVector('body.velocity'))).toBeLessThan(1e-6)
    expect(Math.hypot(...result.finalVector('body.angularVelocity'))).toBeLessThan(1e-6)
    // of 10 … 90 J
    expect(energyRise(result)).toBeLessThan(1e-6)
    expect(energyBalance(result)).toBeLessThan(1e-3)
  })

  it('carry a box on a box', () => {
    const model = Model3D({
      world: uprightWorld(),
      plate: fixedBox([2, 2, 0.1], [0, 0, -0.05], 'DryWood'),
      lower: freeBody(CUBE, 'DryWood', { translation: [0, 0, 0.12] }),
      upper: freeBody(CUBE, 'DryWood', { translation: [0.02, 0.01, 0.35] }),
    })
    const result = simulate(model, { stopTime: 1.2 })
    expect(result.finalVector('lower.translation')[2]).toBeCloseTo(0.1, 4)
    expect(result.finalVector('upper.translation')[2]).toBeCloseTo(0.3, 4)
    expect(energyRise(result)).toBeLessThan(1e-6)
  })
})
