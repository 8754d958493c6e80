/** Impulses of faces and edges, simultaneous at all corners of their common area. Closed forms. */
import { type SignalTable, simulate } from 'vario'
import { Box, Cylinder, Model3D, Object3D, Solid } from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { floor, impulseScene } from './scenes.ts'

type Shape = ReturnType<typeof Box> | ReturnType<typeof Cylinder>

interface Impact {
  readonly velocity: number
  readonly normalImpulse: number
  readonly position: readonly number[]
}

const impactsOf = (result: SignalTable): readonly Impact[] =>
  result.attributes['impacts'] as unknown as readonly Impact[]

const solid = (shape: Shape) =>
  Solid({ ...{ shape, massProperties: 1, contactMaterial: 'Steel', collision: true } })

const body = (shape: Shape, translation: number[], more: Parameters<typeof Object3D>[0] = {}) =>
  Object3D({ ...{ parent: 'world', fixedToParent: false, translation, ...more }, feature: solid(shape) })

/**
 * The energy plus the dissipated sum is constant; the energy never grows, except for the tolerance of elastic contacts.
 */
function expectBalance(result: SignalTable, limit: number): void {
  const energy = result.values('world.totalEnergy')
  const lost = result.values('world.dissipatedEnergy')
  for (let i = 1; i < energy.length; i++) {
    expect(energy[i] - energy[i - 1]).toBeLessThan(limit)
    expect(Math.abs(energy[i] + lost[i] - energy[0])).toBeLessThan(limit)
  }
}

/** Sides of a box, and its inertia about z for 1 kg. */
const [LX, LY, LZ] = [0.3, 0.2, 0.4]
const INERTIA = (LX ** 2 + LY ** 2) / 12
/** Edges are rounded: faces end this far before them. */
const ROUNDING = 0.001
const SPEED = Math.sqrt(2 * 9.81 * 0.5)

/** A box that falls from 0.5 m onto a table whose edge is at x = 0; its center is at x. */
const overhang = (x: number, e: number, simultaneousImpacts: 'sequential' | 'together') =>
  Model3D({
    world: Object3D({ feature: impulseScene({ e }, { simultaneousImpacts }) }),
    table: Object3D({
      ...{ parent: 'world', translation: [-2.25, -0.5, 0] },
      feature: Solid({
        shape: Box({ lengthX: 4.5, lengthY: 1, lengthZ: 9 }),
        ...{ contactMaterial: 'Steel', collision: true, collisionSmoothingRadius: ROUNDING },
      }),
    }),
    box: Object3D({
      ...{ parent: 'world', fixedToParent: false, translation: [x, 0.5 + LY / 2, 0] },
      feature: Solid({
        ...{ shape: Box({ lengthX: LX, lengthY: LY, lengthZ: LZ }), massProperties: 1 },
        ...{ contactMaterial: 'Steel', collision: true, collisionSmoothingRadius: ROUNDING },
      }),
    }),
  })

describe.each(['sequential', 'together'] as const)('impulses of faces, %s', (mode) => {
  test('do not rotate a box that overhangs if its center is on the table', () => {
    const e = 0.5
    const result = simulate(overhang(-0.05, e, mode), { stopTime: 0.33 })
    const [impact] = impactsOf(result)
    expect(impactsOf(result)).toHaveLength(1)
    // all points have u⁺ = -e u: the whole mass, at its center
    expect(Math.abs(impact.normalImpulse - (1 + e) * SPEED)).toBeLessThan(1e-10)
    expect(Math.abs(impact.velocity - SPEED)).toBeLessThan(1e-10)
    expect(Math.abs(impact.position[0] + 0.05)).toBeLessThan(1e-10)
    for (const i of [1, 2, 3])
      for (const w of result.values(`box.angularVelocity[${i}]`)) expect(Math.abs(w)).toBeLessThan(1e-10)
    expectBalance(result, 1e-10)
  })

  test('rotate a box about the edge if its center is beyond the edge', () => {
    const [e, x] = [0.5, 0.05]
    const result = simulate(overhang(x, e, mode), { stopTime: 0.33 })
    const [impact] = impactsOf(result)
    const arm = x + ROUNDING
    const impulse = ((1 + e) * SPEED) / (1 + arm ** 2 / INERTIA)
    expect(Math.abs(impact.normalImpulse - impulse)).toBeLessThan(1e-10)
    expect(Math.abs(result.final('box.angularVelocity[3]') + (arm * impulse) / INERTIA)).toBeLessThan(1e-9)
    expectBalance(result, 1e-10)
  })
})

test('a slightly tilted box lands on alternate edges', () => {
  const e = 0.5
  const tilt = 1e-5
  const model = Model3D({
    world: Object3D({ feature: impulseScene({ e }) }),
    floor,
    box: body(Box({ lengthX: LX, lengthY: LY, lengthZ: LZ }), [0, 0.5 + LY / 2, 0], {
      rotation: [0, 0, tilt],
    }),
  })
  const result = simulate(model, { stopTime: 0.4 })
  // the limit of a tilt of 0: edges at ±a with the mobility 1 + a²/I
  const a = LX / 2 - ROUNDING
  const [left, right] = [1, -1]
  let [v, w] = [-SPEED, 0]
  const impulses = [left, right, left].map((side) => {
    const lambda = (-(1 + e) * (v - side * a * w)) / (1 + a ** 2 / INERTIA)
    v += lambda
    w -= (side * a * lambda) / INERTIA
    return lambda
  })
  expect(impactsOf(result)).toHaveLength(3)
  // lever arms, heights and times change with the tilt
  impactsOf(result).forEach(({ normalImpulse }, k) => {
    expect(Math.abs(normalImpulse / impulses[k] - 1)).toBeLessThan(100 * tilt)
  })
  expect(Math.abs(result.final('box.angularVelocity[3]') / w - 1)).toBeLessThan(100 * tilt)
  expectBalance(result, 1e-10)
})

test('a fifth cube hits a row of four: the last one moves on', () => {
  const cube = Box({ lengthX: 0.2, lengthY: 0.2, lengthZ: 0.2 })
  const names = ['a', 'b', 'c', 'd', 'e']
  for (const mode of ['sequential', 'together'] as const) {
    const cubes = names.map((name, i) => [
      name,
      body(cube, [i === 0 ? -0.5 : 0.2 * i, 0, 0], { velocity: [i === 0 ? 2 : 0, 0, 0] }),
    ])
    const scene = impulseScene({ e: 1, g: 0 }, { simultaneousImpacts: mode })
    const model = Model3D({ world: Object3D({ feature: scene }), ...Object.fromEntries(cubes) })
    const result = simulate(model, { stopTime: 0.3, tolerance: 1e-8 })
    // together: u + 4 v = 2 and v - u = 2; cubes that stay in contact are elastic, within the tolerance
    const expected = mode === 'sequential' ? [0, 0, 0, 0, 2] : [-1.2, 0.8, 0.8, 0.8, 0.8]
    names.forEach((name, i) => {
      expect(Math.abs(result.final(`${name}.velocity[1]`) - expected[i])).toBeLessThan(1e-9)
      for (const k of [1, 2, 3])
        expect(Math.abs(result.final(`${name}.angularVelocity[${k}]`))).toBeLessThan(1e-9)
    })
    for (const momentum of result.values('world.momentum[1]'))
      expect(Math.abs(momentum - 2)).toBeLessThan(2e-12)
    expectBalance(result, 1e-12)
  }
})

test.each(['sequential', 'together'] as const)('two stacked cubes fall, bounce and rest, %s', (mode) => {
  const cube = Box({ lengthX: 0.2, lengthY: 0.2, lengthZ: 0.2 })
  const model = Model3D({
    world: Object3D({ feature: impulseScene({ e: 0.5, mu: 0.3 }, { simultaneousImpacts: mode }) }),
    floor,
    low: body(cube, [0, 0.3, 0]),
    high: body(cube, [0, 0.5, 0]),
  })
  const result = simulate(model, { stopTime: 1.6 })
  // the tolerance of 1e-6 in elastic contacts, of 7.8 J
  expectBalance(result, 1e-5)
  for (const [name, height] of [
    ['low', 0.1],
    ['high', 0.3],
  ] as const) {
    // elastic contacts of 1 kg on steel are less than a micrometer deep
    expect(Math.abs(result.final(`${name}.r_abs[2]`) - height)).toBeLessThan(1e-6)
    for (const k of [1, 3]) expect(Math.abs(result.final(`${name}.r_abs[${k}]`))).toBeLessThan(1e-9)
    for (const k of [1, 2, 3]) {
      expect(Math.abs(result.final(`${name}.velocity[${k}]`))).toBeLessThan(1e-9)
      for (const w of result.values(`${name}.angularVelocity[${k}]`)) expect(Math.abs(w)).toBeLessThan(1e-7)
    }
  }
})

test('friction at the rim of a disc that lands flat and slides does not rotate it', () => {
  const [e, mu] = [0.5, 0.3]
  const model = Model3D({
    world: Object3D({ feature: impulseScene({ e, mu }) }),
    floor,
    disc: body(Cylinder({ diameter: 0.3, length: 0.2, axis: 'y' }), [0, 0.6, 0], { velocity: [3, 0, 0] }),
  })
  const result = simulate(model, { stopTime: 0.33 })
  expect(Math.abs(impactsOf(result)[0].normalImpulse - (1 + e) * SPEED)).toBeLessThan(1e-9)
  expect(Math.abs(result.final('disc.velocity[1]') - 3 + mu * (1 + e) * SPEED)).toBeLessThan(1e-9)
  // friction acts below the center, but the pressure at the front balances it
  for (const k of [1, 2, 3]) expect(Math.abs(result.final(`disc.angularVelocity[${k}]`))).toBeLessThan(1e-8)
})
