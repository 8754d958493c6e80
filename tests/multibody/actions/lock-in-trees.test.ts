/** Impulses that lock a joint of a random tree, against its mass matrix: the tree is solved by other functions. */
import { simulate } from 'vario'
import { createDynamics, type Model3D } from 'vario/multibody'
import { expect, test } from 'vitest'
import { campaignSeeds } from '../../support/campaign-seeds.ts'
import { createRandomTree, dot, times } from '../dynamics/support.ts'
import { solve } from './small-algebra.ts'

const TIME = 0.01
const LOCKED = 'j2'

// the locked joint takes any impulse, all others none: (M v⁺)_f = (M v)_f with v⁺ = 0 at the locked joint
test.each(campaignSeeds(60, 10))('a lock keeps the momenta of all other joints: seed %i', (seed) => {
  const { model } = createRandomTree(seed, 5)
  const robot = createDynamics(model)
  const result = simulate(
    model.extend({
      actions: function* (act) {
        yield act.wait(TIME)
        yield act.lock(LOCKED, { impulse: true })
      },
    }) as ReturnType<typeof Model3D>,
    { stopTime: 2 * TIME, tolerance: 1e-8 },
  )
  const before = (name: string): number => result.values(name)[result.time.indexOf(TIME)]
  const after = (name: string): number => result.values(name)[result.time.lastIndexOf(TIME)]
  const M = robot.massMatrix(robot.positions.map(before))
  const v = robot.velocities.map(before)
  const momenta = times(M, v)
  const free = robot.velocities.flatMap((name, i) => (name.startsWith(`${LOCKED}.`) ? [] : [i]))
  const expected = solve(
    free.map((i) => free.map((k) => M.data[M.cols * i + k])),
    free.map((i) => momenta[i]),
  )
  const size = Math.max(...v.map(Math.abs))
  // rounding, amplified by the condition of the mass matrices
  free.forEach((i, k) => {
    expect(Math.abs(after(robot.velocities[i]) - expected[k]) / size, robot.velocities[i]).toBeLessThan(1e-13)
  })
  const { lostEnergy } = (result.attributes.actions as unknown as { lostEnergy?: number }[]).find(
    (action) => action.lostEnergy !== undefined,
  )!
  const energy = 0.5 * dot(v, momenta)
  const left =
    0.5 *
    dot(
      expected,
      free.map((i) => momenta[i]),
    )
  expect(Math.abs(lostEnergy! - (energy - left)) / energy).toBeLessThan(1e-13)
})
