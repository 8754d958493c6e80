/**
 * Lossless impacts keep the energy for all kinds of contact, because forces are the gradient of an energy: rims and
 * sides of faces, and contacts that change from a face to an edge or a point during the impact.
 */
import { simulate } from 'vario'
import { Beam, Box, Capsule, Cone, Cylinder, Mesh, Model3D, NoGravityField } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../collision/distance/poses.ts'
import { fixedBox, freeBody, uprightWorld, type Vector } from './scenes.ts'

type Shape = Parameters<typeof freeBody>[0]

const LOSSLESS = {
  coefficientOfRestitution: 1,
  slidingFrictionCoefficient: 0,
  rotationalResistanceCoefficient: 0,
}

/** Energy after an impact on a plate, which ends at y = 0.5 m, relative to the one before, less 1. */
function computeGain(shape: Shape, material: string, y: number, rotation: Vector, speed: number): number {
  const model = Model3D({
    world: uprightWorld({
      gravityField: NoGravityField(),
      contactPairs: { [`${material}-${material}`]: LOSSLESS },
    }),
    plate: fixedBox([1, 1, 0.2], [0, 0, -0.1], material),
    body: freeBody(shape, material, { translation: [0, y, 0.15], rotation, velocity: [0, 0, -speed] }),
  })
  const result = simulate(model, { stopTime: 0.5 / speed, tolerance: 1e-8, maxStep: 0.1 / speed })
  const energy = result.values('world.totalEnergy')
  return energy[energy.length - 1] / energy[0] - 1
}

const OCTAHEDRON = Mesh({
  vertices: [0.05, 0, 0, -0.05, 0, 0, 0, 0.06, 0, 0, -0.06, 0, 0, 0, 0.05, 0, 0, -0.04],
  triangles: [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5],
})
/** Normal of the face in the octant -x, -y, -z of the octahedron down: it is (1/0.05, 1/0.06, 1/0.04) long. */
const FACE_DOWN: Vector = [
  -Math.atan2(1 / 0.06, 1 / 0.04),
  Math.atan2(1 / 0.05, Math.hypot(1 / 0.06, 1 / 0.04)),
  0,
]
/** The side of the frustum down. */
const SIDE_DOWN: Vector = [0, Math.PI / 2 - Math.atan2(0.02, 0.05), 0]

const SHAPES: readonly (readonly [string, Shape, Vector])[] = [
  ['the face of a box', Box({ lengthX: 0.1, lengthY: 0.15, lengthZ: 0.06 }), [0, 0, 0]],
  ['the end of a cylinder', Cylinder({ axis: 'z', diameter: 0.1, length: 0.06 }), [0, 0, 0]],
  ['the side of a cylinder', Cylinder({ axis: 'x', diameter: 0.06, length: 0.1 }), [0, 0, 0]],
  ['the base of a cone', Cone({ axis: 'z', diameter: 0.1, length: 0.1 }), [0, 0, 0]],
  ['the base of a frustum', Cone({ axis: 'z', diameter: 0.1, topDiameter: 0.06, length: 0.05 }), [0, 0, 0]],
  ['the side of a frustum', Cone({ axis: 'z', diameter: 0.1, topDiameter: 0.06, length: 0.05 }), SIDE_DOWN],
  ['a capsule', Capsule({ axis: 'x', diameter: 0.05, length: 0.1 }), [0, 0, 0]],
  ['a beam', Beam({ axis: 'x', length: 0.1, width: 0.04, thickness: 0.03 }), [0, 0, 0]],
  ['a mesh', OCTAHEDRON, FACE_DOWN],
]

describe('impacts without losses', () => {
  for (const [name, shape, [x, y, z]] of SHAPES) {
    it(`keep the energy: ${name}`, () => {
      const random = createRandom(11)
      for (let k = 0; k < 6; k++) {
        // every second one near the tilt at which faces become points, 0.05 rad; half of them over the edge of the
        // plate
        const tilt = k % 2 === 0 ? 0.2 * random() ** 2 : 0.03 + 0.03 * random()
        const angle = 2 * Math.PI * random()
        const rotation: Vector = [x + tilt * Math.cos(angle), y + tilt * Math.sin(angle), z]
        const place = k % 4 < 2 ? 0 : 0.5 + 0.09 * (random() - 0.5)
        const speed = 10 ** (2 * random() - 1)
        const material = k % 3 === 0 ? 'DryWood' : 'Steel'
        const gain = computeGain(shape, material, place, rotation, speed)
        // the solver allows 1e-8 per step, in a few hundred steps, for positions and velocities
        expect(
          Math.abs(gain),
          `tilt ${tilt} at ${angle}, y ${place}, ${speed} m/s, ${material}`,
        ).toBeLessThan(5e-4)
      }
    })
  }
})
