import { expect, it } from 'vitest'
import { equations, expr, simulate, Var, Model } from '../../src/entries/vario.ts'
import * as M from '../../src/entries/multibody.ts'
const { Model3D, Object3D, Scene, Solid, MassProperties, Revolute, Prismatic, Universal, Cylindrical, Planar, JointForce, NoGravityField } = M
const body = Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 2, Izz: 3 }) })
it('revolute', () => {
  const m = Model3D({ world: Object3D({ feature: Scene() }), rod: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1, centerOfMass: [1, 0, 0] }) }) }),
    rev: Revolute({ obj1: 'world', obj2: 'rod', motion: expr`1 - cos(2*time)` }) })
  const r = simulate(m, { stopTime: 1 })
  console.log(r.names.join(' '))
  expect(r.at('rev.tau', 0)).toBeCloseTo(13.81, 9)
  const t = 1, phi = 1 - Math.cos(2)
  expect(r.final('rev.tau')).toBeCloseTo(4 * Math.cos(2) + 9.81 * Math.cos(phi), 9)
  expect(r.final('rod.r_abs[1]')).toBeCloseTo(Math.cos(phi), 12)
})
it('partial universal', () => {
  const m = Model3D({ world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }), rod: Object3D({ feature: body }),
    u: Universal({ obj1: 'world', obj2: 'rod', motion: [expr`3*time`, null], phi: [0, 0.1] }), y: Var(), equations: equations`y = u.phi2 + u.w2 + u.phi1` })
  const r = simulate(m, { stopTime: 1 })
  console.log(r.names.join(' '), r.final('u.phi1'), r.final('u.phi2'), r.final('y'))
})
it('object', () => {
  const m = Model3D({ world: Object3D({ feature: Scene() }), 
    table: Object3D({ parent: 'world', translation: [0, 1, 0], motion: { rotation: expr`[0, 3*time, 0]` } }),
    rod: Object3D({ parent: 'table', translation: [1, 0, 0], feature: body }), cut: JointForce({ joint: 'table' }), y: Var({unit: 'm'}), equations: equations`y = table.r_abs[2]` })
  const r = simulate(m, { stopTime: 1 })
  console.log(r.names.join(' '), r.final('rod.r_abs[1]'), Math.cos(3), r.final('table.f1'), r.final('table.f2'), r.final('table.f3'), r.final('cut.forceVector[1]'), r.final('y'))
})
