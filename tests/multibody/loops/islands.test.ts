/** Mechanisms with closed loops beside free bodies: both have separate steps. */
import { type SignalTable, simulate } from 'vario'
import {
  type ActionProgram,
  Box,
  Free,
  MassProperties,
  Model3D,
  Object3D,
  Revolute,
  Rod,
  Scene,
  Solid,
  Spherical,
  UniformGravityField,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { energyBalance, statisticsOf } from '../contact/measures.ts'
import { fixedBox, freeSphere } from '../contact/scenes.ts'

type Members = Record<string, unknown>
type Vector = readonly [number, number, number]

/** Four-bar with cranks 1 m high and a coupler of 1.2 m on feet 1 m apart, in the plane x, z, at y. */
function createFourBar(name: string, x: number, y: number, w: number): Members {
  const bar = (length: number): ReturnType<typeof Object3D> => {
    const I = length ** 2 / 12
    const massProperties = MassProperties({ mass: 1, Ixx: I, Iyy: I, Izz: I })
    return Object3D({ feature: Solid({ massProperties }) })
  }
  const at = (parent: string, translation: Vector): ReturnType<typeof Object3D> =>
    Object3D({ parent, translation: [...translation] })
  // the coupler is horizontal: its ends are 0.1 m outside the feet
  const lean = Math.asin(0.1)
  return {
    ...{ [`${name}A`]: bar(1), [`${name}B`]: bar(1), [`${name}C`]: bar(1.2) },
    [`${name}Left`]: at('world', [x, y, 0]),
    [`${name}Right`]: at('world', [x + 1, y, 0]),
    ...{ [`${name}A1`]: at(`${name}A`, [0, 0, -0.5]), [`${name}A2`]: at(`${name}A`, [0, 0, 0.5]) },
    ...{ [`${name}B1`]: at(`${name}B`, [0, 0, -0.5]), [`${name}B2`]: at(`${name}B`, [0, 0, 0.5]) },
    ...{ [`${name}C1`]: at(`${name}C`, [-0.6, 0, 0]), [`${name}C2`]: at(`${name}C`, [0.6, 0, 0]) },
    [`${name}J1`]: Revolute({
      obj1: `${name}Left`,
      obj2: `${name}A1`,
      axis: 'y',
      phi: { init: -lean },
      w: { init: w },
    }),
    [`${name}J2`]: Revolute({ obj1: `${name}A2`, obj2: `${name}C1`, axis: 'y', phi: { start: lean } }),
    [`${name}J3`]: Revolute({ obj1: `${name}Right`, obj2: `${name}B1`, axis: 'y', phi: { start: lean } }),
    [`${name}J4`]: Revolute({ obj1: `${name}C2`, obj2: `${name}B2`, axis: 'y', phi: { start: lean } }),
  }
}

const world = Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }) }) })
const floor = fixedBox([20, 10, 0.2], [0, 0, -3], 'DryWood')
const ball = (x: number, height: number): ReturnType<typeof freeSphere> =>
  freeSphere(0.1, 'Steel', { translation: [x, 2, height] })

const run = (
  members: Members,
  solver: 'auto' | 'tsit5' | 'dop853' | 'radau5' | 'bdf',
  options: { readonly tolerance: number; readonly stopTime: number },
): SignalTable =>
  simulate(Model3D(members as Parameters<typeof Model3D>[0]), { ...options, solver, interval: 0.02 })

/** Distance of the two points that a joint of the four-bar connects, at all times [m]. */
function measureGap(result: SignalTable, name: string): number {
  let gap = 0
  for (const [a, b] of [
    ['A2', 'C1'],
    ['C2', 'B2'],
  ]) {
    const [p, q] = [result.values(`${name}${a}.r_abs`), result.values(`${name}${b}.r_abs`)]
    for (let i = 0; i < p.length; i++) gap = Math.max(gap, Math.abs(p[i] - q[i]))
  }
  return gap
}

describe('two mechanisms among bouncing balls', () => {
  const mechanisms = { ...createFourBar('m', -3, 0, 1), ...createFourBar('n', 3, 0, -2) }
  const balls = { a: ball(-1, -2.3), b: ball(0, -2.2), c: ball(1, -1.9) }
  const options = { tolerance: 1e-8, stopTime: 1.5 }
  const alone = run({ world, floor, ...mechanisms }, 'auto', options)
  const parts = run({ world, floor, ...mechanisms, ...balls }, 'auto', options)

  test('move as they do alone', () => {
    // their motion amplifies errors of 1e-8 about ten times; steps end at other times
    for (const name of ['mJ1.phi', 'nJ1.phi', 'mJ4.phi', 'nJ4.phi'])
      expect(Math.abs(parts.final(name) - alone.final(name)), name).toBeLessThan(1e-6)
  })

  test('do not change the motion of the balls', () => {
    const free = run({ world, floor, ...balls }, 'auto', options)
    for (const name of ['a', 'b', 'c'])
      expect(
        Math.abs(parts.final(`${name}.translation[3]`) - free.final(`${name}.translation[3]`)),
      ).toBeLessThan(1e-6)
  })

  test('keep their loops closed', () => {
    // at output points between steps too
    for (const name of ['m', 'n']) expect(measureGap(parts, name)).toBeLessThan(1e-10)
  })

  test('need fewer evaluations than with common steps: balls need thousands of steps, the mechanisms few', () => {
    const whole = run({ world, floor, ...mechanisms, ...balls }, 'radau5', options)
    for (const name of ['mJ1.phi', 'nJ1.phi', 'a.translation[3]', 'c.translation[3]'])
      expect(Math.abs(parts.final(name) - whole.final(name)), name).toBeLessThan(1e-5)
    const free = run({ world, floor, ...balls }, 'auto', options)
    const nSteps = statisticsOf(parts).steps
    // an event of a ball restarts the mechanisms: one step for each of about ten bounces
    expect(nSteps).toBeLessThan(statisticsOf(free).steps + 3 * statisticsOf(alone).steps)
  })
})

test('a ball that hits a mechanism moves it as in a run with common steps', () => {
  const hit = (solver: 'auto' | 'radau5'): SignalTable => {
    const members = createFourBar('m', -0.5, 0, 0)
    const coupler = Object3D({
      parent: 'mC',
      feature: Solid({
        shape: Box({ lengthX: 1, lengthY: 0.1, lengthZ: 0.05 }),
        solidMaterial: 'Steel',
        collision: true,
      }),
    })
    const hitting = freeSphere(0.1, 'Steel', { translation: [0.2, 0, 1.25], velocity: [0, 0, -1] })
    const other = freeSphere(0.1, 'Steel', { translation: [3, 0, -2.5] })
    return run({ world, floor, ...members, plate: coupler, hitting, other }, solver, {
      tolerance: 1e-8,
      stopTime: 0.4,
    })
  }
  const [parts, whole] = [hit('auto'), hit('radau5')]
  expect(Math.max(...parts.values('world.nContact'))).toBeGreaterThan(0)
  // an impact amplifies errors of 1e-8 by some hundreds
  for (const name of ['mJ1.phi', 'hitting.translation[3]', 'other.translation[3]'])
    expect(Math.abs(parts.final(name) - whole.final(name)), name).toBeLessThan(1e-5)
  expect(measureGap(parts, 'm')).toBeLessThan(1e-10)
  expect(energyBalance(parts)).toBeLessThan(1e-5)
})

const still = Object3D({
  feature: Scene({
    enableContactDetection: false,
    gravityField: UniformGravityField({ n: [0, 0, -1] }),
  }),
})

describe('mechanisms of different speeds beside each other', () => {
  const speeds = [1, 6, 30]
  const options = { tolerance: 1e-8, stopTime: 0.5 }
  const nameOf = (k: number): string => `m${k}`
  const create = (k: number): Members => createFourBar(nameOf(k), 3 * k, 0, speeds[k])
  const all = { world: still, ...create(0), ...create(1), ...create(2) }
  const anglesOf = (result: SignalTable, k: number): Float64Array[] =>
    [1, 2, 3, 4].map((i) => result.values(`${nameOf(k)}J${i}.phi`) as Float64Array)
  const difference = (a: SignalTable, b: SignalTable, k: number): number => {
    const others = anglesOf(b, k)
    return Math.max(
      ...anglesOf(a, k).map((angles, i) => Math.max(...angles.map((x, t) => Math.abs(x - others[i][t])))),
    )
  }

  test.each([0, 1, 2])('take the same steps as alone: number %d', (k) => {
    const alone = run({ world: still, ...create(k) }, 'auto', options)
    // the same steps: rounding errors of 1e-16 grow with the revolutions of the fastest one
    expect(difference(run(all, 'auto', options), alone, k)).toBeLessThan(1e-11)
  })

  test('take in total as many steps as alone', () => {
    const alone = speeds.map((_, k) => statisticsOf(run({ world: still, ...create(k) }, 'auto', options)))
    const together = statisticsOf(run(all, 'auto', options))
    expect(together.steps).toBe(alone.reduce((n, { steps }) => n + steps, 0))
  })

  test.each([
    // errors of 1e-8 rad grow with the angle: those of 5 revolutions
    ['tsit5', 1e-6],
    ['dop853', 1e-6],
    ['radau5', 1e-6],
    ['bdf', 1e-5],
  ] as const)('have the same motion with %s, which has common steps', (solver, allowed) => {
    const [whole, parts] = [run(all, solver, options), run(all, 'auto', options)]
    for (const k of speeds.keys()) expect(difference(whole, parts, k)).toBeLessThan(allowed)
  })

  test('are an error if one is at rest in a collinear pose', () => {
    const bar = (name: string, x: number, length: number): Members => ({
      [name]: Object3D({
        feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) }),
      }),
      [`${name}_1`]: Object3D({ parent: name, translation: [-length / 2, 0, 0] }),
      [`${name}_2`]: Object3D({ parent: name, translation: [length / 2, 0, 0] }),
      [`${name}_0`]: Object3D({ parent: 'world', translation: [x, 0, 5] }),
    })
    // a parallelogram with all bars collinear: it may continue as a parallelogram or as an antiparallelogram
    const flat = {
      ...bar('p', 0, 1),
      ...bar('q', 2, 1),
      ...bar('r', 0, 2),
      pJ: Revolute({ obj1: 'p_0', obj2: 'p_1', axis: 'y', phi: 0 }),
      qJ: Revolute({ obj1: 'q_0', obj2: 'q_1', axis: 'y', phi: 0 }),
      rP: Revolute({ obj1: 'p_2', obj2: 'r_1', axis: 'y' }),
      rQ: Revolute({ obj1: 'q_2', obj2: 'r_2', axis: 'y' }),
    }
    expect(() => run({ world: still, ...flat }, 'auto', options)).toThrow(
      /closed loops with rQ: expected a motion or a pose with one way to go on/,
    )
    expect(() => run({ ...all, ...flat }, 'auto', options)).toThrow(
      /closed loops with r[PQ]: expected a motion or a pose/,
    )
  })
})

describe('two mechanisms', () => {
  const options = { tolerance: 1e-9, stopTime: 0.8 }
  const plateOf = (parent: string): ReturnType<typeof Object3D> =>
    Object3D({
      parent,
      feature: Solid({
        shape: Box({ lengthX: 1.2, lengthY: 0.1, lengthZ: 0.1 }),
        solidMaterial: 'Steel',
        collision: true,
      }),
    })
  const pair = { ...createFourBar('m', -2, 0, 1.5), ...createFourBar('n', 0.5, 0, -1.5) }

  test('whose couplers collide are one island until they separate', () => {
    const members = { world, ...pair, mPlate: plateOf('mC'), nPlate: plateOf('nC') }
    const [parts, whole] = [run(members, 'auto', options), run(members, 'radau5', options)]
    const contacts = parts.values('world.nContact')
    expect(Math.max(...contacts)).toBeGreaterThan(0)
    expect(contacts.at(-1)).toBe(0)
    // an impact of steel amplifies errors of 1e-9 by some thousands
    for (const name of ['mJ1.phi', 'nJ1.phi', 'mJ4.phi', 'nJ4.phi'])
      expect(Math.abs(parts.final(name) - whole.final(name)), name).toBeLessThan(1e-5)
    for (const name of ['m', 'n']) expect(measureGap(parts, name)).toBeLessThan(1e-10)
    expect(energyBalance(parts)).toBeLessThan(1e-4)
  })

  test('are one island if a rod connects them', () => {
    const resting = { ...createFourBar('m', -2, 0, 0), ...createFourBar('n', 0.5, 0, 0) }
    const members = { world: still, ...resting, rod: Rod({ obj1: 'mA', obj2: 'nC' }) }
    const [parts, whole] = [run(members, 'auto', options), run(members, 'dop853', options)]
    for (const name of ['mJ1.phi', 'nJ1.phi', 'rod.force'])
      expect(Math.abs(parts.final(name) - whole.final(name)), name).toBeLessThan(1e-6)
    expect(parts.segments[0].dof).toBe(1)
  })

  test('have the motion of common steps if actions connect and separate them', () => {
    const actions: ActionProgram = function* (act) {
      yield act.wait(0.2)
      yield act.changeJoint('link', Spherical({ obj1: 'mC', obj2: 'hook' }))
      yield act.wait(0.1)
      yield act.lock('nJ1', { impulse: true })
      yield act.wait(0.05)
      yield act.unlock('nJ1')
      yield act.wait(0.2)
      yield act.changeJoint('link', Free({ obj1: 'mC', obj2: 'hook' }))
      yield act.lock('mJ1', { impulse: true })
    }
    // in two planes, where they move alike: the hook of one stays at the same position of the other
    const members = {
      ...{ world: still, ...createFourBar('m', 0, 0, 1), ...createFourBar('n', 0, 0.3, 1) },
      hook: Object3D({ parent: 'nC', translation: [0, -0.3, 0] }),
      link: Free({ obj1: 'mC', obj2: 'hook' }),
      actions,
    }
    const [parts, whole] = [run(members, 'auto', options), run(members, 'dop853', options)]
    for (const name of ['mJ1.phi', 'nJ1.phi', 'mJ4.phi', 'nJ4.phi'])
      expect(Math.abs(parts.final(name) - whole.final(name)), name).toBeLessThan(1e-7)
    expect(parts.segments.map(({ dof }) => dof)).toEqual([2, 1, 0, 1, 1])
    const moved = (name: string): number => Math.abs(parts.final(name) - parts.at(name, 0.56))
    expect(moved('mJ4.phi')).toBeLessThan(1e-12)
    expect(moved('nJ4.phi')).toBeGreaterThan(0.1)
    for (const name of ['m', 'n']) expect(measureGap(parts, name)).toBeLessThan(1e-10)
    expect(parts.final('link.translation[1]')).toBeCloseTo(whole.final('link.translation[1]'), 6)
  })
})
