/** Rods and gears while actions change the structure. */
import { simulate } from 'vario'
import {
  type Actions,
  GearConstraint,
  MassProperties,
  Model3D,
  Object3D,
  Revolute,
  Rod,
  Scene,
  Solid,
} from 'vario/multibody'
import { expect, test } from 'vitest'

const world = Object3D({ feature: Scene({ enableContactDetection: false }) })
const solid = (mass: number, I: number) =>
  Solid({ massProperties: MassProperties({ mass, Ixx: I, Iyy: I, Izz: I }) })

test('a locked joint holds the one behind the gear, and both go on from there', () => {
  const model = Model3D({
    world,
    a: Object3D({ feature: solid(1, 1) }),
    weight: Object3D({ parent: 'a', translation: [0.3, 0, 0], feature: solid(1, 0) }),
    b: Object3D({ feature: solid(1, 2) }),
    ra: Revolute({ obj1: 'world', obj2: 'a' }),
    rb: Revolute({ obj1: 'world', obj2: 'b' }),
    gear: GearConstraint({ joint1: 'ra', joint2: 'rb', ratio: -2 }),
    actions: function* (act: Actions) {
      yield act.eventAfterPeriod(0.5)
      yield act.lock('ra', { impulse: true })
      yield act.eventAfterPeriod(0.3)
      yield act.unlock('ra')
    },
  })
  const result = simulate(model, { stopTime: 1.5, tolerance: 1e-9 })
  // all of the energy of the motion is lost: of one degree of freedom with J = 1 + 0.09 + 2/2²
  const [{ lostEnergy }] = result.attributes.actions as readonly { lostEnergy?: number }[]
  const before = result.at('ra.phi', 0.6)
  expect(lostEnergy).toBeCloseTo(-9.81 * 0.3 * Math.sin(before), 7)
  for (const t of [0.6, 0.79]) {
    expect(result.at('ra.phi', t)).toBe(before)
    expect(result.at('rb.w', t)).toBeCloseTo(0, 14)
  }
  // from rest, half a second later than it had begun
  expect(result.final('rb.w')).toBeGreaterThan(0.3)
  for (const t of [0.3, 0.7, 1.5])
    expect(result.at('ra.phi', t) + 2 * result.at('rb.phi', t)).toBeCloseTo(0, 12)
  const energy = 0.5 * (1 + 0.09 + 0.5) * result.final('ra.w') ** 2
  expect(energy).toBeCloseTo(9.81 * 0.3 * (Math.sin(before) - Math.sin(result.final('ra.phi'))), 7)
})

test('a rod is gone with the object at its end, and others keep their lengths', () => {
  const free = { parent: 'world', fixedToParent: false, assemblyRoot: true, feature: solid(1, 0.1) }
  const model = Model3D({
    world,
    b: Object3D({ ...free, translation: [1, 0, 0] }),
    c: Object3D({ ...free, translation: [2, 0, 0] }),
    inner: Rod({ obj1: 'world', obj2: 'b' }),
    outer: Rod({ obj1: 'b', obj2: 'c' }),
    actions: function* (act: Actions) {
      yield act.eventAfterPeriod(0.5)
      yield act.delete('c')
    },
  })
  const result = simulate(model, { stopTime: 1, tolerance: 1e-9 })
  expect(result.segments.map(({ dof }) => dof)).toEqual([10, 5])
  const length = (t: number): number => Math.hypot(...[1, 2, 3].map((i) => result.at(`b.r_abs[${i}]`, t)))
  for (const t of [0.25, 0.75, 1]) expect(length(t)).toBeCloseTo(1, 9)
})
