import { it } from 'vitest'
import { equations, expr, simulate, instantiate, Var } from '../../src/entries/vario.ts'
import * as M from '../../src/entries/multibody.ts'
import { Position } from '../../src/entries/library/rotational.ts'
const { Model3D, Object3D, Scene, Solid, MassProperties, Revolute, RevoluteWithFlange, Universal, Planar, Box, Sphere, NoGravityField, UniformGravityField, PointGravityField } = M
const body = Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 2, Izz: 3 }) })
const run = (name: string, f: () => unknown) => it(name, () => { try { console.log(name, f()) } catch (e) { console.log(name, 'ERR', (e as Error).message) } })
run('elevator', () => {
  const m = Model3D({ world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: expr`9.81 + 2*sin(time)` }) }) }),
    ball: Object3D({ parent: 'world', fixedToParent: false, feature: body }) })
  const r = simulate(m, { stopTime: 2, tolerance: 1e-9 })
  return [r.final('ball.r_abs[2]'), -(9.81 * 2 + 2 * (2 - Math.sin(2))), r.names.join(' ')]
})
run('direction', () => {
  const m = Model3D({ world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 3, n: expr`[sin(time), -cos(time), 0]` }) }) }),
    ball: Object3D({ parent: 'world', fixedToParent: false, feature: body }) })
  const r = simulate(m, { stopTime: 2, tolerance: 1e-9 })
  return [r.final('ball.r_abs[2]'), 3 * (Math.cos(2) - 1), r.final('ball.r_abs[1]'), 3 * (2 - Math.sin(2))]
})
run('point', () => {
  const m = Model3D({ world: Object3D({ feature: Scene({ gravityField: PointGravityField({ mue: expr`if time < 1 then 8 else 0` }) }) }),
    ball: Object3D({ parent: 'world', fixedToParent: false, translation: [2, 0, 0], velocity: [0, 2, 0], feature: body }) })
  const r = simulate(m, { stopTime: 2, tolerance: 1e-9 })
  return [r.final('ball.r_abs[1]'), 2 * Math.cos(1) - 2 * Math.sin(1), r.final('ball.r_abs[2]')]
})
run('param merge', () => {
  const m = Model3D({ world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: expr`9 + 0*time` }) }) }),
    ball: Object3D({ parent: 'world', fixedToParent: false, feature: body }) })
  return instantiate(m).simulate({ stopTime: 1, merge: { world: { feature: { gravityField: { g: 1 } } } } }).final('ball.r_abs[2]')
})
const bar = (L: number) => ({})
const fourBar = (drive: 'motion' | 'flange') => {
  const link = (L: number) => Object3D({ feature: Solid({ shape: Box({ lengthX: L, lengthY: 0.02, lengthZ: 0.02 }), solidMaterial: 'Steel' }) })
  const common = {
    world: Object3D({ feature: Scene() }), o2: Object3D({ parent: 'world', translation: [1, 0, 0] }),
    crank: link(0.3), c1: Object3D({ parent: 'crank', translation: [-0.15, 0, 0] }), c2: Object3D({ parent: 'crank', translation: [0.15, 0, 0] }),
    coupler: link(0.9), k1: Object3D({ parent: 'coupler', translation: [-0.45, 0, 0] }), k2: Object3D({ parent: 'coupler', translation: [0.45, 0, 0] }),
    rocker: link(0.7), r1: Object3D({ parent: 'rocker', translation: [-0.35, 0, 0] }), r2: Object3D({ parent: 'rocker', translation: [0.35, 0, 0] }),
    j2: Revolute({ obj1: 'c2', obj2: 'k1' , phi: {start: 0.5}}), j3: Revolute({ obj1: 'k2', obj2: 'r2' }), j4: Revolute({ obj1: 'o2', obj2: 'r1', phi: {start: 1.8} }),
  }
  return drive === 'motion' ? Model3D({ ...common, j1: Revolute({ obj1: 'world', obj2: 'c1', motion: expr`0.3 + 4*time` }) })
    : Model3D({ ...common, j1: RevoluteWithFlange({ obj1: 'world', obj2: 'c1' }), p: Position({ exact: true }), equations: equations`p.phi_ref = 0.3 + 4*time`, connect: [['p.flange', 'j1.flange']] })
}
for (const method of ['auto', 'bdf', 'radau5', 'dop853'] as const) for (const drive of ['motion', 'flange'] as const)
  run(`four-bar ${method} ${drive}`, () => { const r = simulate(fourBar(drive), { stopTime: 2, solver: method, tolerance: 1e-8 }); return [r.final('j1.phi'), r.final('j1.tau'), r.final('j4.phi'), r.final('j3.phi')] })
for (const analysis of ['kinematic', 'inverse'] as const)
run(analysis, () => { const r = simulate(fourBar('motion'), { stopTime: 2, analysis } as never); return [r.final('j1.phi'), r.final('j4.phi'), r.final('j1.tau')] })
run('jump', () => simulate(Model3D({ world: Object3D({ feature: Scene() }), a: Object3D({ feature: body }), rev: Revolute({ obj1: 'world', obj2: 'a', motion: expr`if time < 1 then 0 else 1` }) }), { stopTime: 2 }).final('rev.phi'))
run('jump object', () => simulate(Model3D({ world: Object3D({ feature: Scene() }), a: Object3D({ parent: 'world', motion: { translation: expr`[if time < 1 then 0 else 1, 0, 0]` }, feature: body }) }), { stopTime: 2 }).final('a.s1'))
run('kink', () => {
  const m = Model3D({ world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }), a: Object3D({ feature: body }), b: Object3D({ parent: 'a', translation: [1, 0, 0] }), c: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1, centerOfMass: [1, 0, 0], Izz: 0.5 }) }) }),
    rev: Revolute({ obj1: 'world', obj2: 'a', motion: expr`if time < 1 then 0 else time - 1` }), r2: Revolute({ obj1: 'b', obj2: 'c' }) })
  const r = simulate(m, { stopTime: 1.5 }); return [r.final('rev.phi'), r.final('r2.w'), r.at('r2.w', 1.0001)]
})
run('not differentiable', () => simulate(Model3D({ world: Object3D({ feature: Scene() }), a: Object3D({ feature: body }), u: Var({ input: true } as never), rev: Revolute({ obj1: 'world', obj2: 'a', motion: expr`delayed` }), delayed: Var({ init: 0 }), equations: equations`when sample(0, 0.1) then
 delayed = time
end when` }), { stopTime: 1 }).final('rev.phi'))
