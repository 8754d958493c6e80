import { it } from 'vitest'
import { equations, expr, simulate, instantiate, Model, Var } from '../../src/entries/vario.ts'
import * as V from '../../src/entries/vario.ts'
import * as M from '../../src/entries/multibody.ts'
import * as R from '../../src/entries/library/rotational.ts'
import * as T from '../../src/entries/library/translational.ts'
const { Model3D, Object3D, Scene, Solid, MassProperties, Revolute, RevoluteWithFlange, Prismatic, Universal, Spherical, Cylindrical, Planar, Box, Sphere, NoGravityField, UniformGravityField, UniversalWithFlanges, CylindricalWithFlanges, PlanarWithFlanges } = M
const body = Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 2, Izz: 3 }) })
const run = (name: string, f: () => unknown) => it(name, () => { try { console.log(name, f()) } catch (e) { console.log(name, 'ERR', (e as Error).message, (e as Error).name === 'Error' || (e as Error) instanceof TypeError ? (e as Error).stack : '') } })
const world = Object3D({ feature: Scene({ gravityField: NoGravityField() }) })
console.log(Object.keys(R), Object.keys(T))
run('univ free', () => { 
  const a = simulate(Model3D({ world: Object3D({ feature: Scene() }), a: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 2, centerOfMass: [0.1, 0.2, 0.3], Ixx: 1, Iyy: 2, Izz: 3 }) }) }), u: UniversalWithFlanges({ obj1: 'world', obj2: 'a', phi1: { init: 0.2 }, w1: { init: 1 }, w2: { init: 2 } }) }), { stopTime: 2, tolerance: 1e-10 })
  const b = simulate(Model3D({ world: Object3D({ feature: Scene() }), a: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 2, centerOfMass: [0.1, 0.2, 0.3], Ixx: 1, Iyy: 2, Izz: 3 }) }) }), u: Universal({ obj1: 'world', obj2: 'a', phi: [0.2, 0], w: [1, 2] }) }), { stopTime: 2, tolerance: 1e-10 })
  return [a.final('u.phi1'), b.final('u.phi[1]'), a.final('u.phi2'), b.final('u.phi[2]')] })
run('univ reversed', () => { 
  const mk = (f: boolean) => simulate(Model3D({ world: Object3D({ feature: Scene() }), a: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 2, centerOfMass: [0.1, 0.2, 0.3], Ixx: 1, Iyy: 2, Izz: 3 }) }) }), u: f ? UniversalWithFlanges({ obj1: 'a', obj2: 'world', phi1: { init: 0.2 }, w1: { init: 1 }, w2: { init: 2 } }) : Universal({ obj1: 'a', obj2: 'world', phi: [0.2, 0], w: [1, 2] }) } as never), { stopTime: 2, tolerance: 1e-10 })
  const [a, b] = [mk(true), mk(false)]
  return [a.final('u.phi1'), b.final('u.phi[1]'), a.final('u.phi2'), b.final('u.phi[2]')] })
run('univ partial reversed', () => { 
  const mk = (r: boolean) => simulate(Model3D({ world: Object3D({ feature: Scene() }), a: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 2, centerOfMass: [0.1, 0.2, 0.3], Ixx: 1, Iyy: 2, Izz: 3 }) }) }), u: r ? Universal({ obj1: 'a', obj2: 'world', axis1: 'y', axis2: 'x', motion: [null, expr`-sin(time)`], phi: [-0.2, 0], damping: [0.1, 0] }) : Universal({ obj1: 'world', obj2: 'a', phi: [0, 0.2], motion: [expr`sin(time)`, null], damping: [0, 0.1] }) } as never), { stopTime: 2, tolerance: 1e-10 })
  const [a, b] = [mk(true), mk(false)]
  return [a.final('u.phi1'), b.final('u.phi2'), a.final('u.phi2'), b.final('u.phi1'), a.final('u.tau2'), b.final('u.tau1'), a.final('a.rot123_abs[1]'), b.final('a.rot123_abs[1]')] })
run('planar', () => { 
  const mk = (f: boolean) => simulate(Model3D({ world: Object3D({ feature: Scene() }), a: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 2, centerOfMass: [0.1, 0.2, 0.3], Ixx: 1, Iyy: 2, Izz: 3 }) }) }), u: f ? PlanarWithFlanges({ obj1: 'world', obj2: 'a', axis: 'x', s1: { init: 0.2 }, v2: { init: 1 }, w: { init: 2 } }) : Planar({ obj1: 'world', obj2: 'a', axis: 'x', s: [0.2, 0], v: [0, 1], w: 2 }) } as never), { stopTime: 2, tolerance: 1e-10 })
  const [a, b] = [mk(true), mk(false)]
  return [a.final('u.s1'), b.final('u.s[1]'), a.final('u.s2'), b.final('u.s[2]'), a.final('u.phi'), b.final('u.phi')] })
run('screw', () => {
  // gear between rotation and translation: lead p per turn
  const m = Model3D({ world, a: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 2, Izz: 0.03 }) }) }), c: CylindricalWithFlanges({ obj1: 'world', obj2: 'a', s: { init: null }, v: { init: null } }), rack: R.IdealGearR2T ? (R as any).IdealGearR2T({ ratio: 50 }) : (T as any).IdealGearR2T?.({ ratio: 50 }), torque: R.Torque?.({}) , equations: equations`torque.tau = 0.5`, connect: [['torque.flange', 'c.flange_phi', 'rack.flangeR'], ['rack.flangeT', 'c.flange_s']] } as never)
  const r = simulate(m, { stopTime: 1, tolerance: 1e-9 })
  return [r.final('c.phi'), 0.5 * 0.5 / (0.03 + 2 / 2500), r.final('c.s'), r.final('c.phi') / 50]
})
run('gear train', () => {
  const m = Model3D({ world, a: Object3D({ feature: body }), u: UniversalWithFlanges({ obj1: 'world', obj2: 'a' }), motor: R.Inertia({ J: 0.01, phi: { init: null }, w: { init: null } }), gear: R.IdealGear({ ratio: 10 }), torque: R.Torque({}), equations: equations`torque.tau = 0.5`, connect: [['torque.flange', 'motor.flange_a'], ['motor.flange_b', 'gear.flange_a'], ['gear.flange_b', 'u.flange_phi1']] } as never)
  const r = simulate(m, { stopTime: 1, tolerance: 1e-9 })
  return [r.final('u.phi1'), 0.5 * 5 / (1 + 0.01 * 100), r.final('u.phi2')]
})
run('gear train 2nd', () => {
  const m = Model3D({ world, a: Object3D({ feature: body }), u: UniversalWithFlanges({ obj1: 'world', obj2: 'a' }), motor: R.Inertia({ J: 0.01, phi: { init: null }, w: { init: null } }), gear: R.IdealGear({ ratio: 10 }), torque: R.Torque({}), equations: equations`torque.tau = 0.5`, connect: [['torque.flange', 'motor.flange_a'], ['motor.flange_b', 'gear.flange_a'], ['gear.flange_b', 'u.flange_phi2']] } as never)
  const r = simulate(m, { stopTime: 1, tolerance: 1e-9 })
  return [r.final('u.phi2'), 0.5 * 5 / (2 + 0.01 * 100), r.final('u.phi1')]
})
run('lock', () => {
  const m = Model3D({ world, a: Object3D({ feature: body }), rev: Revolute({ obj1: 'world', obj2: 'a', motion: expr`if time < 2 then 0 else (time - 2)^3` }),
   actions: function* (act: any): any { yield act.waitUntil((st: any) => st.time >= 1); yield act.lock('rev') } as never })
  const r = simulate(m, { stopTime: 3 })
  return [r.final('rev.phi'), r.final('rev.w'), r.final('a.rot123_abs[3]')]
})
run('lock flange', () => {
  const m = Model3D({ world, a: Object3D({ feature: body }), rev: RevoluteWithFlange({ obj1: 'world', obj2: 'a', phi: { init: null }, w: { init: null } }), p: R.Position({ exact: true }), equations: equations`p.phi_ref = if time < 2 then 0 else (time - 2)^3`, connect: [['p.flange', 'rev.flange']],
   actions: function* (act: any): any { yield act.waitUntil((st: any) => st.time >= 1); yield act.lock('rev') } as never } as never)
  const r = simulate(m, { stopTime: 3 })
  return [r.final('rev.phi'), r.final('rev.w'), r.final('a.rot123_abs[3]'), r.final('rev.tau')]
})
run('input motion', () => { const m = Model3D({ world: Object3D({ feature: Scene({}) }), u: Var({ input: true, unit: 'rad' } as never), a: Object3D({ feature: body }), rev: Revolute({ obj1: 'world', obj2: 'a', motion: expr`u` }) }); return simulate(m, { stopTime: 1, inputs: { u: { value: (t: number) => t * t, derivative: { value: (t: number) => 2 * t, derivative: { value: () => 2 } } } } as never }).final('rev.tau') })
run('partial planar merge', () => { const m = Model3D({ world: Object3D({ feature: Scene({}) }), a: Object3D({ feature: body }), s: Planar({ obj1: 'world', obj2: 'a', motion: [null, null, expr`1 + time`], stiffness: [100, 100, 0], damping: [20, 20, 0] }) }); const c = M.assemble(m); const eq = (V as any).equilibrium?.(m); return [JSON.stringify(c.merge), eq?.merge && JSON.stringify(eq.merge), simulate(m, { stopTime: 1, merge: c.merge as never }).final('s.s2')] })
run('kinematic loop partial', () => 0)
