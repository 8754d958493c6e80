/** A box that lands flat on a face: its impulse acts at the center of the common area of both faces. */
import { simulate } from 'vario'
import { Box, Model3D, Object3D, Scene, Solid } from 'vario/multibody'
import { expect, test } from 'vitest'

const MASS = 3
const steel = (shape: ReturnType<typeof Box>) =>
  Solid({ shape, solidMaterial: 'Steel', collision: true, massProperties: MASS })

test.each(['sequential', 'together'] as const)(
  'a box bounces without rotation, %s',
  (simultaneousImpacts) => {
    const Landing = Model3D({
      world: Object3D({
        feature: Scene({
          ...{ contactResponse: 'impulse', simultaneousImpacts },
          contactPairs: {
            'Steel-Steel': {
              ...{ coefficientOfRestitution: 0.5, slidingFrictionCoefficient: 0.3 },
              rotationalResistanceCoefficient: 0,
            },
          },
        }),
      }),
      floor: Object3D({
        ...{ parent: 'world', translation: [0, -0.5, 0] },
        feature: steel(Box({ lengthX: 9, lengthY: 1, lengthZ: 9 })),
      }),
      box: Object3D({
        ...{ parent: 'world', fixedToParent: false, translation: [0.3, 0.6, 0.1] },
        feature: steel(Box({ lengthX: 0.3, lengthY: 0.2, lengthZ: 0.4 })),
      }),
    })
    const result = simulate(Landing, { stopTime: 0.4 })
    const impacts = result.attributes.impacts as unknown as {
      readonly time: number
      readonly normalImpulse: number
      readonly position: readonly number[]
    }[]
    // from 0.5 m, with half the velocity back
    const time = Math.sqrt(1 / 9.81)
    expect(impacts).toHaveLength(1)
    // a parabola is exact for the solver; contacts begin at most 1e-8 m before the touch
    expect(impacts[0].time).toBeCloseTo(time, 8)
    expect(impacts[0].normalImpulse).toBeCloseTo(MASS * 1.5 * 9.81 * time, 6)
    expect(impacts[0].position[0]).toBeCloseTo(0.3, 9)
    expect(impacts[0].position[2]).toBeCloseTo(0.1, 9)
    expect(result.final('box.velocity[2]')).toBeCloseTo(0.5 * 9.81 * time - 9.81 * (0.4 - time), 7)
    // rounding errors of positions, times the velocity over the inertia
    for (const k of [1, 2, 3])
      for (const w of result.values(`box.angularVelocity[${k}]`)) expect(Math.abs(w)).toBeLessThan(1e-10)
  },
)
