/** Forces of lasting contacts are there at the start and at the events of other bodies too. */
import { simulate } from 'vario'
import { ContactResult, Model3D, Sphere } from 'vario/multibody'
import { expect, it } from 'vitest'
import { fixedBox, freeBody, uprightWorld } from './scenes.ts'

it.each(['auto', 'bdf', 'radau5'] as const)('a sphere at rest beside one that bounces (%s)', (solver) => {
  const sphere = Sphere({ diameter: 0.2 })
  const model = Model3D({
    world: uprightWorld(),
    plate: fixedBox([2, 2, 1], [0, 0, -0.5], 'Steel'),
    // as deep as its weight presses it into the plate
    resting: freeBody(sphere, 'Steel', { translation: [0, 0, 0.1 - 3.6923271e-6] }),
    bouncing: freeBody(sphere, 'Steel', { translation: [0.5, 0, 0.2] }),
    contact: ContactResult({ obj1: 'resting', obj2: 'plate' }),
  })
  const result = simulate(model, { stopTime: 0.5, solver })
  const force = result.values('contact.normalForce')
  const weight = (8000 * Math.PI * 0.2 ** 3 * 9.81) / 6
  expect(result.attributes['contacts']).not.toHaveLength(1)
  // the depth is given to 8 digits, the force goes with its power 3/2
  for (let k = 0; k < force.length; k++) expect(Math.abs(force[k] / weight - 1)).toBeLessThan(1e-3)
})
