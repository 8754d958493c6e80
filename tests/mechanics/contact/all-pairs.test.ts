import {
  Box,
  Capsule,
  Cone,
  Cylinder,
  createConvexShape,
  type SolidShape,
  Sphere,
  signedDistance,
} from 'vario/collision'
import { FREE } from 'vario/mechanics'
import { describe, expect, it } from 'vitest'
import { quatNormalize } from '../../../src/math/index.ts'
import { createRandom } from '../../collision/broad-phase/scenes.ts'
import { ContactScene, FREE_STATES } from './contact-scene.ts'
import { STEEL_STEEL } from './materials.ts'
import { IDENTITY, plate, sphereInertia } from './shapes.ts'

const N = 12
const HYSTERESIS = 1e-13

const SOLIDS: readonly SolidShape[] = [
  Sphere({ diameter: 0.2 }),
  Capsule({ axis: 'x', diameter: 0.1, length: 0.2 }),
  Box({ lengthX: 0.1, lengthY: 0.2, lengthZ: 0.3 }),
  Cylinder({ axis: 'y', diameter: 0.1, length: 0.2 }),
  Cone({ axis: 'z', diameter: 0.2, length: 0.2 }),
]

/** N bodies of all shapes, of which a third of the pairs may not meet. */
function createScene(): ContactScene {
  const body = { parent: -1, kind: FREE, mass: 1, I_C: sphereInertia(1, 0.1) }
  return new ContactScene({
    bodies: new Array(N).fill(body),
    shapes: [
      ...Array.from({ length: N }, (_, i) => ({
        body: i,
        R_BS: IDENTITY,
        p_BS: [0, 0, 0],
        convex: createConvexShape(SOLIDS[i % SOLIDS.length]),
        path: `body${i}`,
      })),
      plate(2, 2, 0.1),
    ],
    rules: { mayMeet: (i, j) => (i + j) % 3 !== 0, material: () => STEEL_STEEL },
    gravity: [0, 0, 0],
  })
}

describe('event indicators of random scenes', () => {
  it('agree with those of all pairs, each computed separately', () => {
    const random = createRandom(11)
    const scene = createScene()
    const { contacts } = scene
    const bound = 0.01 * (0.1 + 0.1) // the smallest shapes are the spheres: margins of 0.005 · 2 · 0.1 m
    let nContact = 0
    let nNear = 0
    for (let k = 0; k < 60; k++) {
      const x = new Float64Array(scene.n)
      for (let i = 0; i < N; i++) {
        const s = FREE_STATES * i
        for (let c = 0; c < 3; c++) x[s + c] = 0.6 * random()
        for (let c = 3; c < 7; c++) x[s + c] = random() - 0.5
        quatNormalize(x, s + 3, x, s + 3)
      }
      scene.setState(x)
      contacts.start()
      contacts.evaluateIndicators()

      let smallest = bound
      let largest = -1
      for (let i = 0; i < N; i++) {
        for (let j = i + 1; j <= N; j++) {
          if ((i + j) % 3 === 0) continue
          const pose = (b: number) => ({
            p: [...x.subarray(FREE_STATES * b, FREE_STATES * b + 3)] as [number, number, number],
            q: [...x.subarray(FREE_STATES * b + 3, FREE_STATES * b + 7)] as [number, number, number, number],
          })
          const isPlate = j === N
          const second = isPlate ? Box({ lengthX: 2, lengthY: 2, lengthZ: 0.1 }) : SOLIDS[j % SOLIDS.length]
          const secondPose = isPlate ? { p: [0, 0, -0.05] as const, q: [0, 0, 0, 1] as const } : pose(j)
          const smoothingRadius: [number, number] = [0, isPlate ? 0.001 : 0]
          const { distance } = signedDistance(SOLIDS[i % SOLIDS.length], pose(i), second, secondPose, {
            smoothingRadius,
          })
          expect(contacts.areInContact(i, j)).toBe(distance <= HYSTERESIS)
          if (distance <= HYSTERESIS) largest = Math.max(largest, distance - 2 * HYSTERESIS)
          else smallest = Math.min(smallest, distance)
        }
      }
      // the narrow phase itself is accurate to 1e-12 for these shapes, and quaternions are converted to a rotation
      // matrix
      expect(Math.abs(contacts.indicators[0] - (smallest - HYSTERESIS))).toBeLessThan(1e-11)
      expect(Math.abs(contacts.indicators[1] - largest)).toBeLessThan(1e-11)
      nContact += contacts.nContact
      if (smallest < bound) nNear++
    }
    expect(nContact).toBeGreaterThan(100)
    expect(nNear).toBeGreaterThan(5)
  })
})
