/** Closed loops all of whose joints have friction, stops or rotors. */
import { equations, expr, simulate, Var } from 'vario'
import {
  JointForce,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  printTree,
  Revolute,
  Scene,
  Solid,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { RUNS_ALL } from '../../support/campaign-seeds.ts'

const OPTIONS = { stopTime: 5, tolerance: 1e-9 }
const crank = Solid({ massProperties: MassProperties({ mass: 0.5, Ixx: 1, Iyy: 1, Izz: 0.25 }) })

/** A parallelogram without gravity, 1 kg.m2 about r1; r1 and r3 turn by phi, r2 and r4 by -phi. */
const parallelogram = (r: readonly object[], others: object = {}) =>
  Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    base: Object3D({ parent: 'world', translation: [1, 0, 0] }),
    a: Object3D({ feature: crank }),
    a1: Object3D({ parent: 'a', translation: [0, 0.5, 0] }),
    c: Object3D({ feature: crank }),
    c1: Object3D({ parent: 'c', translation: [0, 0.5, 0] }),
    bar: Object3D({
      feature: Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 1, Izz: 1 }) }),
    }),
    bar1: Object3D({ parent: 'bar', translation: [1, 0, 0] }),
    r1: Revolute({ obj1: 'world', obj2: 'a', ...r[0] }),
    r2: Revolute({ obj1: 'a1', obj2: 'bar', ...r[1] }),
    r3: Revolute({ obj1: 'base', obj2: 'c', ...r[2] }),
    r4: Revolute({ obj1: 'c1', obj2: 'bar1', ...r[3] }),
    ...others,
  })

describe.each(['tsit5', 'dop853', 'bdf', 'radau5', 'auto'] as const)('solver %s', (solver) => {
  it('friction of all four joints adds up, and holds without creep', () => {
    const friction = [1, 0.4, 0.2, 0.1]
    const model = parallelogram(
      friction.map((f, k) => ({ friction: f, ...(k === 0 && { tau: expr`0.5*time` }) })),
    )
    const run = simulate(model, { ...OPTIONS, solver })
    // loose at 3.4 s
    expect(Math.abs(run.at('r1.phi', 3.39))).toBeLessThan(1e-13)
    for (const [name, sign] of [
      ['r1', 1],
      ['r2', -1],
      ['r3', 1],
      ['r4', -1],
    ] as const)
      expect(run.final(`${name}.phi`)).toBeCloseTo((sign * 0.5 * 1.6 ** 3) / 6, 6)
  })
})

it('rotors of all four joints are one inertia', () => {
  const model = parallelogram([1, 2, 3, 4].map((armature, k) => ({ armature, ...(k === 0 && { tau: 11 }) })))
  // 1 + 10 kg.m2
  expect(simulate(model, { ...OPTIONS, stopTime: 1 }).final('r1.w')).toBeCloseTo(1, 8)
  const geared = parallelogram(
    [1, 1, 1, 2].map((gear, k) => ({ gear, armature: 1, ...(k === 3 && { tau: -4 }) })),
  )
  // 1 + 3 + 4 kg.m2, 8 N.m
  expect(simulate(geared, { ...OPTIONS, stopTime: 1 }).final('r1.w')).toBeCloseTo(1, 8)
})

it('stops of all four joints hold it, whichever comes first', () => {
  const limits = (k: number) =>
    parallelogram(
      [0, 1, 2, 3].map((i) => ({ limits: i === k ? [-0.5, 0.5] : [-2, 2], ...(i === 0 && { tau: 1 }) })),
    )
  for (const k of [0, 1, 2, 3]) {
    const run = simulate(limits(k), { ...OPTIONS, stopTime: 3 })
    // phi = t²/2
    expect(run.at('r1.phi', 0.9)).toBeCloseTo(0.405, 7)
    expect(run.final('r1.phi')).toBeCloseTo(0.5, 9)
    expect(run.final(`r${k + 1}.stop`)).toBe(k % 2 === 0 ? 1 : -1)
    expect(Math.abs(run.final(`r${k + 1}.reaction`))).toBeCloseTo(1, 8)
    expect(run.final('world.dissipatedEnergy')).toBeCloseTo(0.5, 7)
  }
})

it('bearing forces are those of the loop that is cut elsewhere', () => {
  const cut = { cut: JointForce({ joint: 'r4' }) }
  const tau = { tau: expr`sin(3*time)` }
  const all = parallelogram([{ ...tau, damping: 0 }, ...[1, 2, 3].map(() => ({ damping: 0 }))], cut)
  const some = parallelogram([{ ...tau, damping: 0 }, {}, {}, {}], cut)
  const [a, b] = [all, some].map((model) => simulate(model, OPTIONS))
  for (const k of [1, 2])
    expect(a.final(`cut.forceVector[${k}]`)).toBeCloseTo(b.final(`cut.forceVector[${k}]`), 6)
  expect(a.final('r4.phi')).toBeCloseTo(b.final('r4.phi'), 7)
  expect(a.segments[0]).toMatchObject({ dof: 1, redundant: 3 })
  expect(
    printTree((a.segments[0] as unknown as { readonly tree: Parameters<typeof printTree>[0] }).tree),
  ).toContain('r4.end')
})

/** A crank that turns and a rocker that turns back, in the gravity of -y, with friction f in all joints. */
const rocker = (f: readonly number[], last: object) => {
  const bar = (L: number, mass: number) => {
    const I = (mass * L * L) / 12
    const massProperties = MassProperties({ mass, centerOfMass: [L / 2, 0, 0], Ixx: 0.01, Iyy: I, Izz: I })
    return Object3D({ feature: Solid({ massProperties }) })
  }
  return Model3D({
    world: Object3D({ feature: Scene() }),
    base: Object3D({ parent: 'world', translation: [1, 0, 0] }),
    ...{ a: bar(0.4, 1), b: bar(1.1, 2), c: bar(0.8, 1.5) },
    a1: Object3D({ parent: 'a', translation: [0.4, 0, 0] }),
    b1: Object3D({ parent: 'b', translation: [1.1, 0, 0] }),
    c1: Object3D({ parent: 'c', translation: [0.8, 0, 0] }),
    r1: Revolute({ obj1: 'world', obj2: 'a', phi: 1, w: 8, friction: f[0] }),
    r2: Revolute({ obj1: 'a1', obj2: 'b', friction: f[1] }),
    r3: Revolute({ obj1: 'base', obj2: 'c', friction: f[2] }),
    r4: Revolute({ obj1: 'c1', obj2: 'b1', ...last }),
    lost: Var({ init: 0 }),
    equations: equations`
      der(lost) = ${f[0]}*abs(r1.w) + ${f[1]}*abs(r2.w) + ${f[2]}*abs(r3.w) + ${f[3]}*abs(r4.w)
    `,
  })
}

it('joints that the loop turns back while the others slide go on', () => {
  const solvers = RUNS_ALL ? (['auto', 'radau5', 'dop853'] as const) : (['auto', 'radau5'] as const)
  for (const [f, last] of [
    [[0.3, 0.1, 0.2, 0.2], { friction: 0.2 }],
    [[1, 1, 1, 5], { friction: 5 }],
  ] as const) {
    const runs = solvers.map((solver) => simulate(rocker(f, last), { stopTime: 3, tolerance: 1e-9, solver }))
    for (const run of runs) {
      // one degree of freedom: the balance of energies determines the motion; 30 J with the errors of 1e-9
      const [energy, lost] = ['world.totalEnergy', 'lost'].map((name) => run.values(name))
      energy.forEach((e, i) => {
        expect(Math.abs(e + lost[i] - energy[0])).toBeLessThan(1e-5)
      })
      expect(run.final('r1.phi')).toBeCloseTo(runs[1].final('r1.phi'), 5)
    }
  }
  // a joint of friction 0, which is not cut, is like one without, which is
  const [cut, split] = [{}, { friction: 0 }].map((last) =>
    simulate(rocker([0.3, 0.1, 0.2, 0], last), { stopTime: 3, tolerance: 1e-9, solver: 'radau5' }),
  )
  expect(split.final('r1.phi')).toBeCloseTo(cut.final('r1.phi'), 6)
})
