import { it } from 'vitest'
import { equations, expr, simulate, instantiate, Model, Var, modelToJson, modelFromJson } from '../../src/entries/vario.ts'
import * as V from '../../src/entries/vario.ts'
import * as M from '../../src/entries/multibody.ts'
const { Model3D, Object3D, Scene, Solid, MassProperties, Revolute, RevoluteWithFlange, Prismatic, Universal, Spherical, Cylindrical, Planar, Box, Sphere, NoGravityField, UniformGravityField, ContactResult, JointForce, Free, createDynamics } = M
const body = Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 2, Izz: 3 }) })
const run = (name: string, f: () => unknown) => it(name, () => { try { console.log(name, f()) } catch (e) { console.log(name, 'ERR', (e as Error).message, (e as Error).name === 'Error' || (e as Error) instanceof TypeError ? (e as Error).stack : '') } })
const arm = (extra: object, program?: unknown) => Model3D({ world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
  a: Object3D({ feature: body }), tip: Object3D({ parent: 'a', translation: [1, 0, 0], lockable: true }),
  rev: Revolute({ obj1: 'world', obj2: 'a', motion: expr`2*time` }),
  cargo: Object3D({ parent: 'world', fixedToParent: false, translation: [Math.cos(2), Math.sin(2), 0], rotation: [0, 0, 2], assemblyRoot: true, lockable: true, feature: body }), ...extra,
  actions: program as never })
run('attach release', () => {
  const seen: unknown[] = []
  const m = arm({}, function* (act: any): any { let s: any = yield act.waitUntil((st: any) => st.time >= 1); s = yield act.attach('cargo', 'tip', { impulse: true }); s = yield act.waitUntil((st: any) => st.time >= 2); yield act.release?.('cargo') })
  const r = simulate(m, { stopTime: 3 })
  return [Object.keys((r as any).attributes ?? {}), r.final('cargo.r_abs[1]'), r.final('cargo.r_abs[2]'), r.at('rev.tau', 1.5), r.final('rev.phi')]
})
for (const cmd of ['lock', 'disconnect', 'changeJoint', 'delete']) run(cmd, () => {
  const m = arm({}, function* (act: any): any { yield act.waitUntil((st: any) => st.time >= 1); if (cmd === 'changeJoint') yield act.changeJoint('rev', 'Spherical'); else yield act[cmd](cmd === 'delete' ? 'a' : 'rev', { impulse: true }) })
  const r = simulate(m, { stopTime: 3 })
  return [r.final('rev.phi'), r.final('rev.w'), r.final('a.rot123_abs[3]')]
})
run('lock flange prescribed', () => {
  const m = Model3D({ world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }), a: Object3D({ feature: body }), rev: RevoluteWithFlange({ obj1: 'world', obj2: 'a' , phi: { init: null }, w: { init: null } }), equations: equations`rev.phi = 2*time`,
   actions: function* (act: any): any { yield act.waitUntil((st: any) => st.time >= 1); yield act.lock('rev', { impulse: true }) } as never })
  const r = simulate(m, { stopTime: 3 })
  return [r.final('rev.phi'), r.final('rev.w'), r.final('a.rot123_abs[3]')]
})
run('lock partial', () => {
  const m = Model3D({ world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }), a: Object3D({ feature: body }), rev: Universal({ obj1: 'world', obj2: 'a', motion: [null, expr`0.1*time`], w: [1, 0] }),
   actions: function* (act: any): any { yield act.waitUntil((st: any) => st.time >= 1); yield act.lock('rev', { impulse: true }) } as never })
  const r = simulate(m, { stopTime: 3 })
  return [r.final('rev.phi1'), r.final('rev.phi2')]
})
run('lock partial unlock later', () => {
  const m = Model3D({ world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }), a: Object3D({ feature: body }), rev: Universal({ obj1: 'world', obj2: 'a', motion: [null, expr`0.1*time`], w: [1, 0] }), c: Object3D({ parent: 'world', fixedToParent: false, assemblyRoot: true, lockable: true, feature: body }), f: Object3D({ parent: 'world', lockable: true }),
   actions: function* (act: any): any { yield act.waitUntil((st: any) => st.time >= 1); yield act.attach('c', 'f') } as never })
  const r = simulate(m, { stopTime: 3, tolerance: 1e-9 })
  return [r.final('rev.phi1'), r.final('rev.phi2')]
})
run('json', () => {
  const m = arm({ plate: Object3D({ parent: 'world', motion: { translation: [0, expr`sin(time)`, 0], rotation: expr`[0, time, 0]` } }) })
  const back = modelFromJson(JSON.parse(JSON.stringify(modelToJson(m as never))) as never)
  const a = simulate(m as never, { stopTime: 1 }), b = simulate(back as never, { stopTime: 1 }), c = instantiate(m as never, { interpret: true } as never).simulate({ stopTime: 1 })
  return ['rev.tau', 'plate.s2', 'plate.v2', 'cargo.rot123_abs[3]'].map((n) => [a.final(n), b.final(n), c.final(n)])
})
run('assemble', () => {
  const m = arm({})
  return [M.assemble(m as never)]
})
run('dynamics', () => {
  const d = createDynamics(arm({}) as never)
  return [d.positions, d.velocities]
})
run('dynamics gravity', () => {
  const d = createDynamics(Model3D({ world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: expr`time` }) }) }), a: Object3D({ feature: body }), rev: Revolute({ obj1: 'world', obj2: 'a' }) }) as never)
  return d.gravityForces([0])
})
run('animation', () => {
  const m = Model3D({ world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: expr`time` }) }) }), a: Object3D({ parent: 'world', motion: { translation: expr`[time, 0, 0]` }, feature: Solid({ shape: Box({}), solidMaterial: 'Steel' }) }) })
  const s = M.createAnimation(m, simulate(m, { stopTime: 1 }), { name: 'x' })
  return s.parts.length
})
run('linearize', () => { const m = Model3D({ world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: expr`9.81 + u` }) }) }), u: Var({ input: true, unit: 'm/s2' } as never), a: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1, centerOfMass: [1, 0, 0] }) }) }), rev: Revolute({ obj1: 'world', obj2: 'a', phi: -1.2 }) }); const l = (V as any).linearize(m); return [l.A, l.B, Math.cos(-1.2)] })
run('input motion', () => { const m = Model3D({ world: Object3D({ feature: Scene({}) }), u: Var({ input: true, unit: 'rad' } as never), a: Object3D({ feature: body }), rev: Revolute({ obj1: 'world', obj2: 'a', motion: expr`u` }) }); return simulate(m, { stopTime: 1, inputs: { u: (t: number) => t * t } as never }).final('rev.w') })
run('filter motion', () => { const m = Model3D({ world: Object3D({ feature: Scene({}) }), x: Var({ init: 0 , unit: 'rad' }), v: Var({ init: 0, unit: 'rad/s' }), a: Object3D({ feature: body }), rev: Revolute({ obj1: 'world', obj2: 'a', motion: expr`x` }), equations: equations`der(x) = v
der(v) = -4*(x - (if time < 0.5 then 0 else 1)) - 4*v` }); const r = simulate(m, { stopTime: 1, tolerance: 1e-9 }); return [r.final('rev.phi'), 1 - Math.exp(-1) * 2, r.final('rev.tau')] })
run('first order filter', () => { const m = Model3D({ world: Object3D({ feature: Scene({}) }), x: Var({ init: 0, unit: 'rad' }), a: Object3D({ feature: body }), rev: Revolute({ obj1: 'world', obj2: 'a', motion: expr`x` }), equations: equations`der(x) = (if time < 0.5 then 0 else 1) - x` }); const r = simulate(m, { stopTime: 1, tolerance: 1e-9 }); return [r.final('rev.phi'), 1 - Math.exp(-0.5), r.final('rev.w'), r.final('rev.tau')] })
run('follow body', () => { const m = Model3D({ world: Object3D({ feature: Scene({}) }), b: Object3D({ parent: 'world', fixedToParent: false, feature: body }), a: Object3D({ feature: body }), p: Prismatic({ obj1: 'world', obj2: 'a', motion: expr`2*b.r_abs[2]` }) }); const r = simulate(m, { stopTime: 1, tolerance: 1e-9 }); return [r.final('p.s'), r.final('p.f')] })
