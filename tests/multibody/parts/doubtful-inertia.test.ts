/** Inertia tensors that no mass distribution has, as found in published robots and engines: motion and warning. */
import { simulate } from 'vario'
import {
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Revolute,
  Scene,
  Solid,
  UniformGravityField,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'

const world = Object3D({
  feature: Scene({ gravityField: NoGravityField(), enableContactDetection: false }),
})

describe.each([1e-6, 1, 1e6])('moments 1, 1, 3 times %d kg.m2', (scale) => {
  const I = scale
  const feature = Solid({ massProperties: MassProperties({ mass: 1, Ixx: I, Iyy: I, Izz: 3 * I }) })

  test.each(['auto', 'dop853', 'radau5'] as const)(
    'rotate on a space cone by Euler’s equations with %s',
    (solver) => {
      const model = Model3D({
        world,
        top: Object3D({
          ...{ parent: 'world', fixedToParent: false, orientation: 'quaternion', feature },
          angularVelocity: [0.5, 0, 2],
        }),
      })
      const result = simulate(model, { stopTime: 3, tolerance: 1e-10, solver })
      expect(result.warnings.map(({ code }) => code)).toEqual(['INERTIA'])
      expect(result.warnings[0].message).toContain('top.feature.massProperties')
      // a symmetric top without torque: the angular momentum (I/2, 0, 6 I) is constant, the axis rotates about it at
      // |L|/I, and so does the angular velocity, whose component along L is constant
      const L = [0.5, 0, 6]
      const size = Math.hypot(...L)
      const n = L.map((x) => x / size)
      const along = 0.5 * n[0] + 2 * n[2]
      const across = [0.5 - along * n[0], 0, 2 - along * n[2]]
      // n × across is along y
      const side = n[2] * across[0] - n[0] * across[2]
      for (const t of [0.7, 1.9, 3]) {
        const [c, s] = [Math.cos(size * t), Math.sin(size * t)]
        const expected = [along * n[0] + c * across[0], s * side, along * n[2] + c * across[2]]
        // twenty radians with a relative tolerance of 1e-10 per step
        for (const [i, w] of expected.entries())
          expect(Math.abs(result.at(`top.angularVelocity[${i + 1}]`, t) - w), `${i} at ${t}`).toBeLessThan(
            1e-7,
          )
      }
    },
  )
})

test('a link with the rotor of its motor about one axis swings by its moment of inertia about the hinge', () => {
  const link = Solid({
    massProperties: MassProperties({ mass: 2, centerOfMass: [0.3, 0, 0], Ixx: 0.001, Iyy: 0.002, Izz: 0.5 }),
  })
  const model = Model3D({
    world: Object3D({
      feature: Scene({
        gravityField: UniformGravityField({ g: 9.81, n: [0, -1, 0] }),
        enableContactDetection: false,
      }),
    }),
    link: Object3D({ feature: link }),
    spare: Object3D({ parent: 'link', feature: link }),
    hinge: Revolute({ obj1: 'world', obj2: 'link', axis: 'z' }),
  })
  const result = simulate(model, { stopTime: 1e-3 })
  // m g l/(I + m l²), the same for two of them
  expect(result.at('hinge.der(w)', 0)).toBeCloseTo((-2 * 9.81 * 0.3) / (0.5 + 2 * 0.09), 12)
  // each object is named, although they share their feature
  expect(result.warnings.map(({ message }) => message.split('.')[0])).toEqual(['link', 'spare'])
})

test('moments below zero by rounded digits count as zero, and larger ones are an error', () => {
  // a disc of 1 kg.m2 about an oblique axis, in three digits: principal moments of −0.0004, 0.0001 and 1
  const n = [0.48, 0.6, 0.64]
  const digits = (x: number): number => Number(x.toFixed(3))
  const inertia = {
    ...{ Ixx: digits(n[0] * n[0]), Iyy: digits(n[1] * n[1]), Izz: digits(n[2] * n[2]) },
    ...{ Ixy: digits(n[0] * n[1]), Ixz: digits(n[0] * n[2]), Iyz: digits(n[1] * n[2]) },
  }
  const model = (more: object) =>
    Model3D({
      world,
      disc: Object3D({
        feature: Solid({ massProperties: MassProperties({ mass: 1, ...inertia, ...more }) }),
      }),
      axle: Revolute({ obj1: 'world', obj2: 'disc', axis: n, w: 1 }),
    })
  const result = simulate(model({}), { stopTime: 1 })
  expect(result.warnings.map(({ code }) => code)).toEqual(['INERTIA'])
  expect(result.final('axle.phi')).toBeCloseTo(1, 9)
  // n I n is 1 up to the digits
  expect(Math.abs(result.final('world.kineticEnergy') - 0.5)).toBeLessThan(1e-3)
  expect(() => simulate(model({ Ixy: 0.5 }), { stopTime: 1 })).toThrow(
    /disc\.feature\.massProperties: expected an inertia tensor whose principal moments are >= 0/,
  )
})
