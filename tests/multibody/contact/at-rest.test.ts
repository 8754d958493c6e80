/** Bodies at rest cost almost no steps, also with implicit methods. */
import { simulate } from 'vario'
import { Box, Model3D } from 'vario/multibody'
import { expect, it } from 'vitest'
import { statisticsOf } from './measures.ts'
import { fixedBox, freeBody, uprightWorld } from './scenes.ts'

const SIZE = 0.2

it.each(
  (['auto', 'radau5'] as const).flatMap((solver) =>
    [1e-4, 1e-6, 1e-8].map((tolerance) => ({ solver, tolerance })),
  ),
)('a box dropped onto a plate comes to rest: $solver, tolerance $tolerance', ({ solver, tolerance }) => {
  const box = Box({ lengthX: SIZE, lengthY: SIZE, lengthZ: SIZE })
  const model = Model3D({
    world: uprightWorld(),
    plate: fixedBox([2, 2, 0.1], [0, 0, -0.05], 'Steel'),
    box: freeBody(box, 'Steel', { translation: [0, 0, SIZE / 2 + 0.05] }),
  })
  const result = simulate(model, { stopTime: 100, interval: 1, tolerance, solver })
  const { steps, rejected } = statisticsOf(result)
  // Ten to fifteen bounces in the first two seconds, with up to 300 steps each at 1e-8, and some rejected ones at the
  // start of each at 1e-4; then steps that only the growth of the step size limits. A noisy Jacobian took 1100 steps
  // per second, more than half of them rejected.
  expect(steps).toBeLessThan(5000)
  expect(rejected).toBeLessThan(0.5 * steps)
  // It lies flat on the plate, a few µm deep, and stays in place.
  const height = (t: number): number => result.at('box.translation[3]', t)
  expect(Math.abs(height(100) - SIZE / 2)).toBeLessThan(1e-5)
  expect(Math.abs(height(100) - height(10))).toBeLessThan(tolerance * SIZE)
  expect(Math.abs(result.final('box.velocity[3]'))).toBeLessThan(tolerance)
})
