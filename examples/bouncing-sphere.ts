/**
 * A light sphere of steel is dropped on a steel plate: contacts with forces of real materials, six of them in 2.2 s,
 * the first 0.01 mm deep
 * and 10 µs long. A table shows the error for several tolerances, against an independent computation at 1e-10.
 *
 *   npx tsx examples/bouncing-sphere.ts
 */
import { type Experiment, plotText, type SignalTable, simulate } from 'vario'
import {
  Box,
  ContactResult,
  MassPropertiesFromShapeAndMass,
  Model3D,
  Object3D,
  Prismatic,
  Scene,
  Solid,
  Sphere,
} from 'vario/multibody'
import { isMain } from './support/is-main.ts'
import { formatTable } from './support/table.ts'

/** Height of the gap [m] after 2.2 s, from an independent computation. */
const EXPECTED_HEIGHT = 3.86268e-4

export const BouncingSphere = Model3D({
  world: Object3D({ feature: Scene() }),
  ground: Object3D({
    parent: 'world',
    translation: [0, -0.15, 0],
    feature: Solid({
      shape: Box({ lengthX: 4, lengthY: 0.1, lengthZ: 0.7 }),
      solidMaterial: 'Steel',
      collision: true,
    }),
  }),
  sphere: Object3D({
    feature: Solid({
      shape: Sphere({ diameter: 0.2 }),
      solidMaterial: 'Steel',
      massProperties: MassPropertiesFromShapeAndMass({ mass: 0.001 }),
      collision: true,
    }),
  }),
  // objects connected by a joint do not collide, unless `canCollide` is set
  prism: Prismatic({ obj1: 'world', obj2: 'sphere', axis: 'y', s: 1, canCollide: true }),
  contact: ContactResult({ obj1: 'sphere', obj2: 'ground' }),
})

/** Settings for `vario simulate`. */
export const experiment: Experiment = { stopTime: 2.2, plot: ['prism.s'] }

export function simulateBouncingSphere(tolerance = 1e-6): SignalTable {
  return simulate(BouncingSphere, { stopTime: 2.2, tolerance })
}

if (isMain(import.meta.url)) {
  const results = [1e-6, 1e-8, 1e-10].map((tolerance) => ({
    tolerance,
    result: simulateBouncingSphere(tolerance),
  }))
  console.log(plotText(results[0].result, ['prism.s'], { heading: 'Height of the sphere [m]' }))
  console.log()
  console.log(
    formatTable(
      ['tolerance', 'height at 2.2 s [m]', 'error [m]', 'contacts', 'steps'],
      results.map(({ tolerance, result }) => {
        const height = result.final('prism.s')
        const { steps } = result.attributes['statistics'] as { steps: number }
        const { contacts } = result
        return [
          tolerance.toExponential(0),
          height.toExponential(5),
          (height - EXPECTED_HEIGHT).toExponential(0),
          String(contacts.length),
          String(steps),
        ]
      }),
    ),
  )
}
