/** Models that contain themselves, and arrays of objects and models. */
import { expr, Model, Par, simulate } from 'vario'
import { Box, Cylinder, MassProperties, Model3D, Object3D, Revolute, Scene, Solid } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../support/random.ts'

type Mobile = ReturnType<typeof Model>

/**
 * A rod that hangs `drop` below its pivot [m], with a mobile at each end, and balls at the lowest level. `rate` gives
 * the angular velocity of its joints in the order of the calls, left before right.
 */
function createMobile(depth: number, drop: number, rate: () => number): Mobile {
  const length = 0.1 * 2 ** depth
  const members: Record<string, unknown> = {
    pivot: Object3D(),
    rod: Object3D({
      parent: 'pivot',
      translation: [0, -drop, 0],
      feature: Solid({ shape: Cylinder({ axis: 'x', diameter: 0.01, length }), solidMaterial: 'Aluminium' }),
    }),
    left: Object3D({ parent: 'rod', translation: [-length / 2, 0, 0] }),
    right: Object3D({ parent: 'rod', translation: [length / 2, 0, 0] }),
  }
  for (const side of ['left', 'right']) {
    if (depth === 1) {
      const massProperties = MassProperties({ mass: 0.02 })
      members[`${side}Ball`] = Object3D({ parent: side, feature: Solid({ massProperties }) })
    } else {
      members[`${side}Joint`] = Revolute({ obj1: side, obj2: `${side}Mobile.pivot`, axis: 'z', w: rate() })
      members[`${side}Mobile`] = createMobile(depth - 1, drop, rate)
    }
  }
  return Model(members)
}

const hang = (mobile: Mobile, w: number) =>
  Model3D({
    world: Object3D({ feature: Scene() }),
    mobile,
    joint: Revolute({ obj1: 'world', obj2: 'mobile.pivot', axis: 'z', w }),
  })

/** Paths of the mobiles inside a mobile, with those of their joints, outermost first. */
function pathsOf(depth: number, path = 'mobile', joint = 'joint'): { path: string; joint: string }[] {
  if (depth === 0) return []
  const sides = ['left', 'right'].flatMap((side) =>
    pathsOf(depth - 1, `${path}.${side}Mobile`, `${path}.${side}Joint`),
  )
  return [{ path, joint }, ...sides]
}

describe('a mobile of depth 6', () => {
  const DEPTH = 6

  it('keeps the angular velocity of every rod if all pivots are in the middle of the rods', () => {
    // Each mobile is balanced about its pivot: neither gravity nor the motion of the rod above rotates it, because both
    // act at its center of mass. All absolute angular velocities are constant, for any values.
    const random = createRandom(7)
    const rate = (): number => 4 * random() - 2
    const model = hang(createMobile(DEPTH, 0, rate), 1)
    const stopTime = 3
    const tolerance = 1e-9
    const result = simulate(model, { stopTime, tolerance })
    const mobiles = pathsOf(DEPTH)
    expect(mobiles).toHaveLength(2 ** DEPTH - 1)
    for (const { path, joint } of mobiles) {
      const w = result.values(`${joint}.w`)[0]
      expect(w).not.toBe(0)
      // the joint is between two rods with constant rates, so its own rate is constant; errors add up along six joints
      expect(Math.abs(result.final(`${joint}.w`) - w)).toBeLessThan(100 * tolerance)
      expect(Math.abs(result.final(`${joint}.phi`) - w * stopTime)).toBeLessThan(100 * tolerance * stopTime)
      expect(result.signal(`${path}.rod.r_abs`).unit).toBe('m')
    }
  })

  it('swings and keeps its energy if the pivots are above the rods', () => {
    const model = hang(
      createMobile(DEPTH, 0.1, () => 0.5),
      2,
    )
    const tolerance = 1e-7
    const result = simulate(model, { stopTime: 3, tolerance })
    const E = result.values('world.totalEnergy')
    const T = Math.max(...result.values('world.kineticEnergy'))
    // a hundred times the tolerance, as for chains of rods
    for (const value of E) expect(Math.abs(value - E[0])).toBeLessThan(100 * tolerance * T)
    // the smallest rods, which have a hundredth of the inertia of the largest, swing back and forth
    const rates = result.values(`${pathsOf(DEPTH).at(-1)!.joint}.w`)
    expect(Math.min(...rates)).toBeLessThan(-1)
    expect(Math.max(...rates)).toBeGreaterThan(1)
  })

  it('stays at rest where it is balanced', () => {
    const model = hang(
      createMobile(DEPTH, 0.1, () => 0),
      0,
    )
    const result = simulate(model, { stopTime: 1, tolerance: 1e-6 })
    // only rounding errors move it
    for (const { joint } of pathsOf(DEPTH)) expect(Math.abs(result.final(`${joint}.phi`))).toBeLessThan(1e-12)
  })
})

describe('arrays', () => {
  it('create one ball per element, each with its own parabola', () => {
    const speeds = [1, 2, 3, 4, 5]
    const ball = (v: number) =>
      Object3D({
        parent: 'world',
        fixedToParent: false,
        velocity: [v, 2 * v, 0],
        feature: Solid({ shape: Box({ lengthX: 0.1, lengthY: 0.1, lengthZ: 0.1 }), solidMaterial: 'Steel' }),
      })
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      balls: speeds.map(ball),
      sticker: Object3D({ parent: 'balls[3]', translation: [0, 0, 0.05] }),
    })
    const result = simulate(model, { stopTime: 0.7 })
    speeds.forEach((v, i) => {
      const [x, y, z] = result.finalVector(`balls[${i + 1}].translation`)
      // a solver of order 5 reproduces a parabola
      expect(Math.abs(x - v * 0.7)).toBeLessThan(1e-12)
      expect(Math.abs(y - (2 * v * 0.7 - 0.5 * 9.81 * 0.49))).toBeLessThan(1e-12)
      expect(z).toBe(0)
    })
    const [x, , z] = result.finalVector('sticker.r_abs')
    expect(Math.abs(x - 3 * 0.7)).toBeLessThan(1e-12)
    expect(z).toBe(0.05)
  })

  it('create pendulums of different lengths, with shapes and periods that depend on them', () => {
    const Pendulum = Model({
      L: Par(1, 'm'),
      x: Par(0, 'm'),
      hook: Object3D({ parent: 'world', translation: expr`[x, 0, 0]` }),
      rod: Object3D({
        feature: Solid({
          shape: Box({ lengthX: expr`L`, lengthY: expr`L/10`, lengthZ: 0.1 } as never),
          solidMaterial: 'Steel',
        }),
      }),
      top: Object3D({ parent: 'rod', translation: expr`[-L/2, 0, 0]` }),
      rev: Revolute({ obj1: 'hook', obj2: 'top', axis: 'z', phi: expr`-pi/2 + 0.01` }),
    })
    const lengths = [0.5, 1, 2]
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      pendulums: lengths.map((L, i) => Pendulum({ L, x: i })),
    })
    const result = simulate(model, { stopTime: 2, tolerance: 1e-9 })
    lengths.forEach((L, i) => {
      // Box about its end: I/m = (L² + L²/100)/12 + L²/4. Small oscillations; the period grows by (amplitude)²/16,
      // which is 6e-6.
      const w = Math.sqrt((9.81 * L) / 2 / ((L * L * 1.01) / 12 + (L * L) / 4))
      const exact = 0.01 * Math.cos(w * (1 - 1e-4 / 16) * 2)
      expect(Math.abs(result.final(`pendulums[${i + 1}].rev.phi`) + Math.PI / 2 - exact)).toBeLessThan(1e-7)
      const [x] = result.finalVector(`pendulums[${i + 1}].hook.r_abs`)
      expect(x).toBe(i)
    })
  })
})
