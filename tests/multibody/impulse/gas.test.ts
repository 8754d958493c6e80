/**
 * Many balls in a box: hundreds of impacts, also between islands of the solver, keep the energy, and no ball is lost.
 */
import { simulate } from 'vario'
import { Box, Model3D, NoGravityField, Object3D, Scene, Solid, Sphere } from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { createRandom } from '../../support/random.ts'

const SIDE = 1

function createGas(n: number, seed: number, mu: number, simultaneousImpacts: 'sequential' | 'together') {
  const random = createRandom(seed)
  const members: Record<string, unknown> = {
    world: Object3D({
      feature: Scene({
        ...{ contactResponse: 'impulse', gravityField: NoGravityField(), simultaneousImpacts },
        contactPairs: {
          'Steel-Steel': {
            ...{ coefficientOfRestitution: 1, slidingFrictionCoefficient: mu },
            ...{ rotationalResistanceCoefficient: 0, impactThreshold: 1e-6 },
          },
        },
      }),
    }),
  }
  for (const axis of [0, 1, 2])
    for (const sign of [-1, 1]) {
      const lengths = [0, 1, 2].map((i) => (i === axis ? 0.2 : SIDE + 0.4))
      members[`wall${axis}${sign > 0 ? 'b' : 'a'}`] = Object3D({
        parent: 'world',
        translation: [0, 1, 2].map((i) => (i === axis ? sign * (SIDE / 2 + 0.1) : 0)),
        feature: Solid({
          shape: Box({ lengthX: lengths[0], lengthY: lengths[1], lengthZ: lengths[2] }),
          ...{ solidMaterial: 'Steel', collision: true },
        }),
      })
    }
  for (let k = 0; k < n; k++) {
    const place = [k % 3, Math.floor(k / 3) % 3, Math.floor(k / 9)]
    members[`ball${k}`] = Object3D({
      ...{ parent: 'world', fixedToParent: false, orientation: 'quaternion' },
      translation: place.map((i) => 0.3 * (i - 1) + 0.04 * (random() - 0.5)),
      velocity: [0, 1, 2].map(() => 4 * (random() - 0.5)),
      angularVelocity: [0, 1, 2].map(() => 10 * (random() - 0.5)),
      feature: Solid({
        ...{ shape: Sphere({ diameter: 0.1 + 0.1 * random() }), solidMaterial: 'Steel', collision: true },
      }),
    })
  }
  return Model3D(members as Parameters<typeof Model3D>[0])
}

describe.each(['sequential', 'together'] as const)('a gas, %s', (mode) => {
  test.each(['auto', 'dop853'] as const)('keeps the energy of 12 balls, %s', (solver) => {
    const result = simulate(createGas(12, 5, 0, mode), { stopTime: 2, tolerance: 1e-9, solver })
    const impacts = result.attributes['impacts'] as readonly unknown[]
    expect(impacts.length).toBeGreaterThan(80)
    expect(result.warnings).toEqual([])
    const energy = result.values('world.totalEnergy')
    for (const value of energy) expect(Math.abs(value / energy[0] - 1)).toBeLessThan(1e-10)
    for (let k = 0; k < 12; k++)
      for (const i of [1, 2, 3])
        for (const x of result.values(`ball${k}.r_abs[${i}]`))
          expect(Math.abs(x)).toBeLessThan(SIDE / 2 - 0.049)
  })

  test('loses by friction the energy that is reported as dissipated', () => {
    const result = simulate(createGas(12, 6, 0.3, mode), { stopTime: 1, tolerance: 1e-9 })
    const energy = result.values('world.totalEnergy')
    const dissipated = result.values('world.dissipatedEnergy')
    for (let i = 1; i < energy.length; i++) {
      expect(energy[i] - energy[i - 1]).toBeLessThan(1e-10 * energy[0])
      expect(Math.abs((energy[i] + dissipated[i]) / energy[0] - 1)).toBeLessThan(1e-10)
    }
    expect(dissipated[dissipated.length - 1]).toBeGreaterThan(0.01 * energy[0])
  })
})
