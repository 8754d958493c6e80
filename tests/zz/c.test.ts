import { it } from 'vitest'
import { equations, expr, simulate, instantiate, Model, Var, Par, toJson, fromJson } from '../../src/entries/vario.ts'
import * as V from '../../src/entries/vario.ts'
import * as M from '../../src/entries/multibody.ts'
const { Model3D, Object3D, Scene, Solid, MassProperties, Revolute, Prismatic, Universal, Spherical, Cylindrical, Planar, Box, Sphere, NoGravityField, UniformGravityField, ContactResult, JointForce, Free } = M
const body = Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 2, Izz: 3 }) })
const run = (name: string, f: () => unknown) => it(name, () => { try { console.log(name, f()) } catch (e) { console.log(name, 'ERR', (e as Error).message, name.includes('STACK') ? (e as Error).stack : '') } })
console.log(Object.keys(V).filter((k) => /json|JSON/i.test(k)))
const shaker = (amp: number, solver = 'auto', dt = 0.001) => {
  const steel = { collision: true, solidMaterial: 'Steel', contactMaterial: 'Steel' }
  return Model3D({
    world: Object3D({ feature: Scene({}) }),
    table: Object3D({ parent: 'world', motion: { translation: expr`[0, ${amp}*sin(20*time)*(if time < 0.5 then (time/0.5)^3*(10 - 15*time/0.5 + 6*(time/0.5)^2) else 1), 0]` }, feature: Solid({ shape: Box({ lengthX: 1, lengthY: 0.1, lengthZ: 1 }), ...steel }) }),
    box: Object3D({ parent: 'world', fixedToParent: false, translation: [0, 0.1, 0], feature: Solid({ shape: Box({ lengthX: 0.1, lengthY: 0.1, lengthZ: 0.1 }), ...steel }) }),
    c: ContactResult({ obj1: 'table', obj2: 'box' }), q: JointForce({ joint: 'table' }),
  })
}
for (const amp of [0.9, 1.05]) run('shaker ' + amp, () => { const r = simulate(shaker(amp * 9.81 / 400), { stopTime: 1.2 }); const v = r.values('c.force') as unknown as number[]; return [r.names.filter(n => n.startsWith('c.')), r.final('box.r_abs[2]'), r.final('table.s2') + 0.1, r.warnings.map(w => w.message)] })
run('conveyor', () => {
  const steel = { collision: true, solidMaterial: 'Steel' }
  const m = Model3D({
    world: Object3D({ feature: Scene({}) }),
    plate: Object3D({ parent: 'world', motion: { translation: expr`[2*time, 0, 0]` }, feature: Solid({ shape: Box({ lengthX: 9, lengthY: 0.1, lengthZ: 1 }), ...steel }) }),
    box: Object3D({ parent: 'world', fixedToParent: false, translation: [0, 0.1, 0], feature: Solid({ shape: Box({ lengthX: 0.2, lengthY: 0.1, lengthZ: 0.2 }), ...steel }) }),
  })
  const r = simulate(m, { stopTime: 0.4 }); return [r.final('box.velocity[1]'), r.final('plate.f1'), r.final('plate.f2'), r.at('plate.f1', 0.2), r.names.join(' ')]
})
run('impact', () => {
  const ball = { collision: true, solidMaterial: 'BilliardBall' }
  const m = Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    plate: Object3D({ parent: 'world', motion: { translation: expr`[time, 0, 0]` }, feature: Solid({ shape: Box({ lengthX: 0.1, lengthY: 1, lengthZ: 1 }), ...ball }) }),
    ball: Object3D({ parent: 'world', fixedToParent: false, translation: [0.2, 0, 0], feature: Solid({ shape: Sphere({ diameter: 0.1 }), ...ball }) }),
  })
  const r = simulate(m, { stopTime: 0.4 }); return [r.final('ball.velocity[1]'), r.final('plate.s1')]
})
run('hierarchy', () => {
  const Leg = Model({ A: Par(0.3), u: Var(), foot: Object3D({ parent: 'world', motion: { translation: [expr`A*sin(time)`, expr`u`, 0.5] } }), arm: Object3D({ feature: body }), j: Cylindrical({ obj1: 'foot', obj2: 'arm', motion: [expr`A*u`, null], phi: 0.2 }), y: Var(), equations: equations`u = time^2
y = j.f/N + foot.f1` .blocks ? equations`u = time^2
y = j.s` : equations`` })
  const m = Model3D({ world: Object3D({ feature: Scene({}) }), legs: [Leg(), Leg({ A: 0.5 })] })
  const r = simulate(m, { stopTime: 1 }); return [r.final('legs[2].foot.s1'), 0.5 * Math.sin(1), r.final('legs[2].foot.s2'), r.final('legs[2].j.s'), r.final('legs[2].y'), r.final('legs[2].j.phi'), r.final('legs[2].foot.f1'), r.final('legs[2].j.f')]
})
run('spherical', () => { const m = Model3D({ world: Object3D({ feature: Scene({}) }), a: Object3D({ feature: body }), s: Spherical({ obj1: 'world', obj2: 'a', motion: { rotation: expr`[time, 2*time, 0]` } }) }); const r = simulate(m, { stopTime: 1 }); return [r.final('s.phi1'), r.final('s.tau1'), r.at('a.rot123_abs', 0.5), r.final('a.rot123_abs')] })
run('free', () => { const m = Model3D({ world: Object3D({ feature: Scene({}) }), a: Object3D({ feature: body }), s: Free({ obj1: 'world', obj2: 'a', motion: { translation: [0, expr`time`, 1], rotation: expr`[time, 2*time, 0]` } }) }); const r = simulate(m, { stopTime: 1 }); return [r.final('s.s2'), r.final('s.f2')] })
run('partial planar', () => { const m = Model3D({ world: Object3D({ feature: Scene({}) }), a: Object3D({ feature: body }), s: Planar({ obj1: 'world', obj2: 'a', motion: [expr`sin(time)`, null, null], s: [0, 0.5], w: 3, damping: [0, 0, 0.3] }) }); const r = simulate(m, { stopTime: 1, tolerance: 1e-9 }); return [r.final('s.s1'), r.final('s.s2'), 0.5 - 9.81 / 2, r.final('s.phi'), 3 / 0.1 * (1 - Math.exp(-0.1)), r.final('s.f1'), -2 * Math.sin(1)] })
run('bad damping', () => simulate(Model3D({ world: Object3D({ feature: Scene({}) }), a: Object3D({ feature: body }), s: Planar({ obj1: 'world', obj2: 'a', motion: [expr`sin(time)`, null, null], damping: [1, 0, 0.3] }) }), { stopTime: 1 }))
run('bad start', () => simulate(Model3D({ world: Object3D({ feature: Scene({}) }), a: Object3D({ feature: body }), s: Planar({ obj1: 'world', obj2: 'a', motion: [expr`sin(time)`, null, null], s: [1, 2] }) }), { stopTime: 1 }))
run('bad tau', () => simulate(Model3D({ world: Object3D({ feature: Scene({}) }), a: Object3D({ feature: body }), s: Revolute({ obj1: 'world', obj2: 'a', motion: expr`time`, tau: 1 }) }), { stopTime: 1 }))
run('bad phi', () => simulate(Model3D({ world: Object3D({ feature: Scene({}) }), a: Object3D({ feature: body }), s: Revolute({ obj1: 'world', obj2: 'a', motion: expr`time`, phi: 1 }) }), { stopTime: 1 }))
run('bad list', () => simulate(Model3D({ world: Object3D({ feature: Scene({}) }), a: Object3D({ feature: body }), s: Universal({ obj1: 'world', obj2: 'a', motion: [expr`time`] }) }), { stopTime: 1 }))
run('bad string', () => simulate(Model3D({ world: Object3D({ feature: Scene({}) }), a: Object3D({ feature: body }), s: Revolute({ obj1: 'world', obj2: 'a', motion: 'time' as never }) }), { stopTime: 1 }))
run('bad object', () => simulate(Model3D({ world: Object3D({ feature: Scene({}) }), a: Object3D({ parent: 'world', fixedToParent: false, motion: { translation: expr`[time,0,0]` }, feature: body }) }), { stopTime: 1 }))
run('bad object 2', () => simulate(Model3D({ world: Object3D({ feature: Scene({}) }), a: Object3D({ motion: { translation: expr`[time,0,0]` }, feature: body }) }), { stopTime: 1 }))
run('bad object 3', () => simulate(Model3D({ world: Object3D({ feature: Scene({}) }), a: Object3D({ parent: 'world', motion: { position: expr`[time,0,0]` } as never, feature: body }) }), { stopTime: 1 }))
run('bad object 4', () => simulate(Model3D({ world: Object3D({ feature: Scene({}) }), a: Object3D({ parent: 'world', motion: { translation: expr`[time,0]` } as never, feature: body }) }), { stopTime: 1 }))
run('bad object 5', () => simulate(Model3D({ world: Object3D({ feature: Scene({}) }), a: Object3D({ parent: 'world', motion: expr`[time,0]` as never, feature: body }) }), { stopTime: 1 }))
run('merge motion', () => instantiate(Model3D({ world: Object3D({ feature: Scene({}) }), a: Object3D({ feature: body }), s: Revolute({ obj1: 'world', obj2: 'a', motion: expr`time` }) })).simulate({ stopTime: 1, merge: { s: { motion: 3 } } }).final('s.phi'))
run('merge new motion', () => instantiate(Model3D({ world: Object3D({ feature: Scene({}) }), a: Object3D({ feature: body }), s: Revolute({ obj1: 'world', obj2: 'a' }) })).simulate({ stopTime: 1, merge: { s: { motion: 3 } } }).final('s.phi'))
run('merge gravity', () => instantiate(Model3D({ world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: expr`9 + 0*time` }) }) }), ball: Object3D({ parent: 'world', fixedToParent: false, feature: body }) })).simulate({ stopTime: 1, merge: { world: { feature: { gravityField: { g: 1 } } } } }).final('ball.r_abs[2]'))
run('zero n', () => simulate(Model3D({ world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: expr`[0, 0, time*0]` }) }) }), ball: Object3D({ parent: 'world', fixedToParent: false, feature: body }) }), { stopTime: 1 }))
run('const object', () => simulate(Model3D({ world: Object3D({ feature: Scene({}) }), a: Object3D({ parent: 'world', translation: V.quantity([0, 0, 20], 'cm'), motion: { rotation: [0, V.quantity(90, 'deg'), expr`time`] } , feature: body }) }), { stopTime: 1 }).final('a.rot123_abs'))
