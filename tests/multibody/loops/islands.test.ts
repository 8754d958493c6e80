/** Mechanisms with closed loops beside free bodies: both have steps of their own. */
import { type SignalTable, simulate } from 'vario'
import {
  Box,
  MassProperties,
  Model3D,
  Object3D,
  Revolute,
  Scene,
  Solid,
  UniformGravityField,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { energyBalance, statisticsOf } from '../contact/measures.ts'
import { fixedBox, freeSphere } from '../contact/scenes.ts'

type Members = Record<string, unknown>
type Vector = readonly [number, number, number]

/** Four-bar of 1 m high cranks and a coupler of 1.2 m on feet that are 1 m apart, in the plane x, z, at y. */
function createFourBar(name: string, x: number, y: number, w: number): Members {
  const bar = (length: number): ReturnType<typeof Object3D> => {
    const I = length ** 2 / 12
    const massProperties = MassProperties({ mass: 1, Ixx: I, Iyy: I, Izz: I })
    return Object3D({ feature: Solid({ massProperties }) })
  }
  const at = (parent: string, translation: Vector): ReturnType<typeof Object3D> =>
    Object3D({ parent, translation: [...translation] })
  // the coupler is horizontal: its ends are 0.1 m outside of the feet
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
  solver: 'auto' | 'radau5',
  options: { readonly tolerance: number; readonly stopTime: number },
): SignalTable =>
  simulate(Model3D(members as Parameters<typeof Model3D>[0]), { ...options, solver, interval: 0.02 })

/** Distance of the two points that a joint of the four-bar holds together, at all times [m]. */
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

describe('two mechanisms among balls that bounce', () => {
  const mechanisms = { ...createFourBar('m', -3, 0, 1), ...createFourBar('n', 3, 0, -2) }
  const balls = { a: ball(-1, -2.3), b: ball(0, -2.2), c: ball(1, -1.9) }
  const options = { tolerance: 1e-8, stopTime: 1.5 }
  const alone = run({ world, floor, ...mechanisms }, 'auto', options)
  const parts = run({ world, floor, ...mechanisms, ...balls }, 'auto', options)

  test('move as if there were none', () => {
    // their motion enlarges errors of 1e-8 some ten times; steps end at other times
    for (const name of ['mJ1.phi', 'nJ1.phi', 'mJ4.phi', 'nJ4.phi'])
      expect(Math.abs(parts.final(name) - alone.final(name)), name).toBeLessThan(1e-6)
  })

  test('and so do the balls', () => {
    const free = run({ world, floor, ...balls }, 'auto', options)
    for (const name of ['a', 'b', 'c'])
      expect(
        Math.abs(parts.final(`${name}.translation[3]`) - free.final(`${name}.translation[3]`)),
      ).toBeLessThan(1e-6)
  })

  test('with loops that stay closed', () => {
    // at output points between steps too
    for (const name of ['m', 'n']) expect(measureGap(parts, name)).toBeLessThan(1e-10)
  })

  test('in fewer evaluations than together: balls need thousands of steps, the mechanisms few', () => {
    const whole = run({ world, floor, ...mechanisms, ...balls }, 'radau5', options)
    for (const name of ['mJ1.phi', 'nJ1.phi', 'a.translation[3]', 'c.translation[3]'])
      expect(Math.abs(parts.final(name) - whole.final(name)), name).toBeLessThan(1e-5)
    const free = run({ world, floor, ...balls }, 'auto', options)
    const nSteps = statisticsOf(parts).steps
    // an event of a ball makes the mechanisms begin anew: one step for each of some ten bounces
    expect(nSteps).toBeLessThan(statisticsOf(free).steps + 3 * statisticsOf(alone).steps)
  })
})

test('a ball that hits a mechanism moves it, as a method finds that takes everything together', () => {
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
  // an impact enlarges errors of 1e-8 by some hundreds
  for (const name of ['mJ1.phi', 'hitting.translation[3]', 'other.translation[3]'])
    expect(Math.abs(parts.final(name) - whole.final(name)), name).toBeLessThan(1e-5)
  expect(measureGap(parts, 'm')).toBeLessThan(1e-10)
  expect(energyBalance(parts)).toBeLessThan(1e-5)
})
