/** Simulated results for measurements of the viewer. */
import { type SignalTable, simulate } from 'vario'
import { Model3D, NoGravityField, Object3D, Scene, Solid, Sphere } from 'vario/multibody'
import { simulateBilliard } from '../../examples/billiard.ts'

/** The billiard break of the examples. */
export const createBilliard = (): SignalTable => simulateBilliard()

/** Bodies that fly for ten minutes, with ten points per second: 200 bodies × 6001 points. */
export function createCrowd(nBody: number): SignalTable {
  const bodies = Object.fromEntries(
    Array.from({ length: nBody }, (_, k) => [
      `ball${k}`,
      Object3D({
        parent: 'world',
        fixedToParent: false,
        translation: [k % 20, Math.floor(k / 20), 0],
        velocity: [0.01 * Math.cos(k), 0.01 * Math.sin(k), 0],
        angularVelocity: [0, 0.1, 0.2],
        feature: Solid({ shape: Sphere({ diameter: 0.5 }), solidMaterial: 'Steel' }),
      }),
    ]),
  )
  const Crowd = Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    ...bodies,
  })
  const record = ['*.r_abs', '*.q_abs']
  return simulate(Crowd, { stopTime: 600, interval: 0.1, record })
}
