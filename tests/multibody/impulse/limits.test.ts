/** Impulses at their limits: as the limit of hard elastic bodies, at all sizes, many at once, and on flat faces. */
import { type SignalTable, simulate } from 'vario'
import {
  Box,
  Model3D,
  NoGravityField,
  Object3D,
  Scene,
  type SceneArguments,
  Solid,
  Sphere,
  UniformGravityField,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { type bouncingBall, floor, impulseScene } from './scenes.ts'

interface Impact {
  readonly time: number
  readonly velocity: number
  readonly obj1: string
  readonly obj2: string
  readonly lostEnergy: number
}

const impactsOf = (result: SignalTable): readonly Impact[] =>
  (result.attributes['impacts'] ?? []) as unknown as readonly Impact[]

const last = (result: SignalTable, name: string): number => {
  const values = result.values(name)
  return values[values.length - 1]
}

describe('elastic bodies that get harder', () => {
  /** A rod of two balls falls on the floor, and turns. */
  const rod = (feature: ReturnType<typeof Scene>) =>
    Model3D({
      world: Object3D({ feature }),
      floor,
      rod: Object3D({
        ...{ parent: 'world', fixedToParent: false, translation: [0, 0.6, 0], rotation: [0, 0, 0.5] },
        ...{ velocity: [0, -3, 0], angularVelocity: [0, 0, 0] },
        feature: Solid({ shape: Sphere({ diameter: 0.1 }), solidMaterial: 'Steel', collision: true }),
      }),
      tail: Object3D({
        ...{ parent: 'rod', translation: [-0.5, 0, 0] },
        feature: Solid({ shape: Sphere({ diameter: 0.1 }), solidMaterial: 'Steel', collision: true }),
      }),
    })
  const scene = (contactResponse: 'elastic' | 'impulse', YoungsModulus: number) =>
    Scene({
      ...{ gravityField: NoGravityField(), contactResponse },
      solidMaterials: { Steel: { density: 8000, YoungsModulus, PoissonsRatio: 0.3 } },
      contactPairs: {
        'Steel-Steel': {
          ...{ coefficientOfRestitution: 1, slidingFrictionCoefficient: 0 },
          rotationalResistanceCoefficient: 0,
        },
      },
    })
  test('have the velocities of an impulse in the limit', () => {
    const finalVelocities = (feature: ReturnType<typeof Scene>): number[] => {
      const result = simulate(rod(feature), { stopTime: 0.15, tolerance: 1e-9 })
      return [last(result, 'rod.velocity[2]'), last(result, 'rod.angularVelocity[3]')]
    }
    const exact = finalVelocities(scene('impulse', 2e11))
    const errors = [2e8, 2e10, 2e12].map((modulus) => {
      const found = finalVelocities(scene('elastic', modulus))
      return Math.hypot(...found.map((x, i) => x - exact[i]))
    })
    // the impact takes a time ~ E^(-2/5), in which the rod turns: a factor of 100 in E is 6.3 in the error
    for (const k of [1, 2]) {
      expect(errors[k - 1] / errors[k]).toBeGreaterThan(4)
      expect(errors[k - 1] / errors[k]).toBeLessThan(10)
    }
    expect(errors[2]).toBeLessThan(2e-3)
  })
})

describe.each([1e-6, 1e-3, 1e3, 1e6])('at the scale %d', (scale) => {
  // lengths times the scale, times times its root: the same motion
  const time = Math.sqrt(scale)
  const gravity = { g: 9.8 }
  test('a ball bounces as it does at 1', () => {
    const scene = impulseScene({ e: 0.5, g: 9.8, threshold: 0.01 * time }, { nominalLength: scale })
    const result = simulate(bouncingBallOf(scene, scale), { stopTime: 4.26 * time, interval: 0.1 * time })
    const fall = Math.sqrt(20 / gravity.g)
    let t = fall
    impactsOf(result)
      .filter(({ obj2 }) => obj2 === 'ball')
      .slice(0, 5)
      .forEach((impact, k) => {
        // 1e-13 of the length, as at 1
        expect(Math.abs(impact.time / time - t)).toBeLessThan(2e-12)
        expect(Math.abs(impact.velocity / (gravity.g * fall * time * 0.5 ** k) - 1)).toBeLessThan(1e-11)
        t += 2 * fall * 0.5 ** (k + 1)
      })
    expect(impactsOf(result).length).toBeGreaterThan(5)
  })
})

function bouncingBallOf(scene: ReturnType<typeof Scene>, scale: number): ReturnType<typeof bouncingBall> {
  return Model3D({
    world: Object3D({ feature: scene }),
    floor: Object3D({
      ...{ parent: 'world', translation: [0, -0.5 * scale, 0] },
      feature: Solid({
        shape: Box({ lengthX: 10 * scale, lengthY: scale, lengthZ: 10 * scale }),
        ...{ solidMaterial: 'Steel', collision: true },
      }),
    }),
    ball: Object3D({
      ...{ parent: 'world', fixedToParent: false, translation: [0, 10.1 * scale, 0] },
      feature: Solid({
        ...{ shape: Sphere({ diameter: 0.2 * scale }), solidMaterial: 'Steel', collision: true },
      }),
    }),
    // an island of its own; it comes to rest shortly before the end (a ball of 1e-6 m vibrates long)
    other: Object3D({
      ...{ parent: 'world', fixedToParent: false, translation: [scale, 9.5 * scale, 0] },
      feature: Solid({
        ...{ shape: Sphere({ diameter: 0.2 * scale }), solidMaterial: 'Steel', collision: true },
      }),
    }),
  })
}

describe('many balls', () => {
  /** Balls that fall on a floor from different heights, some on others. */
  const balls = (n: number, more: SceneArguments = {}) => {
    const members: Record<string, unknown> = {
      world: Object3D({ feature: impulseScene({ e: 0.6 }, more) }),
      floor,
    }
    for (let k = 0; k < n; k++)
      members[`ball${k}`] = Object3D({
        ...{ parent: 'world', fixedToParent: false, translation: [0.3 * k, 0.5 + 0.07 * k, 0] },
        feature: Solid({ shape: Sphere({ diameter: 0.2 }), solidMaterial: 'Steel', collision: true }),
      })
    return Model3D(members as Parameters<typeof Model3D>[0])
  }

  test('are islands, with the impacts that each has alone', () => {
    const run = (solver: 'auto' | 'dop853'): readonly Impact[] =>
      impactsOf(simulate(balls(6), { stopTime: 1.2, tolerance: 1e-9, solver }))
    const [islands, together] = [run('auto'), run('dop853')]
    expect(islands.length).toBe(together.length)
    for (let k = 0; k < 6; k++) {
      const name = `ball${k}`
      const of = (impacts: readonly Impact[]) => impacts.filter(({ obj2 }) => obj2 === name)
      let t = Math.sqrt((2 * (0.4 + 0.07 * k)) / 9.81)
      let v = 9.81 * t
      for (const impacts of [of(islands), of(together)]) expect(impacts.length).toBeGreaterThan(2)
      of(islands).forEach((impact, i) => {
        expect(Math.abs(impact.time - t)).toBeLessThan(1e-11)
        expect(Math.abs(of(together)[i].time - t)).toBeLessThan(1e-11)
        v *= 0.6
        t += (2 * v) / 9.81
      })
    }
  })

  test('the books of energy are kept', () => {
    const result = simulate(balls(4), { stopTime: 3, tolerance: 1e-7 })
    const total = result.values('world.totalEnergy')
    const dissipated = result.values('world.dissipatedEnergy')
    const balance = Array.from(total, (energy, i) => energy + dissipated[i])
    expect((Math.max(...balance) - Math.min(...balance)) / total[0]).toBeLessThan(1e-6)
    // all are at rest at last
    for (let k = 0; k < 4; k++) expect(Math.abs(last(result, `ball${k}.velocity[2]`))).toBeLessThan(1e-4)
  })
})

describe('a box', () => {
  const box = (rotation: readonly number[], e: number, velocity = [0, 0, 0], mu = 0) =>
    Model3D({
      world: Object3D({ feature: impulseScene({ e, mu }, { gravityField: UniformGravityField() }) }),
      floor,
      box: Object3D({
        ...{
          parent: 'world',
          fixedToParent: false,
          translation: [0, 0.6, 0],
          rotation: [...rotation],
          velocity,
        },
        feature: Solid({
          ...{
            shape: Box({ lengthX: 0.4, lengthY: 0.2, lengthZ: 0.3 }),
            solidMaterial: 'Steel',
            collision: true,
          },
        }),
      }),
    })

  test('that falls flat bounces without turning, and rests', () => {
    const result = simulate(box([0, 0, 0], 0.5), { stopTime: 1.5 })
    const [first] = impactsOf(result)
    expect(Math.abs(first.time - Math.sqrt(1 / 9.81))).toBeLessThan(1e-9)
    expect(Math.abs(last(result, 'box.velocity[2]'))).toBeLessThan(1e-4)
    expect(Math.abs(last(result, 'box.r_abs[2]') - 0.1)).toBeLessThan(1e-5)
    for (const axis of [1, 2, 3]) {
      const turning = Math.max(...result.values(`box.angularVelocity[${axis}]`).map(Math.abs))
      expect(turning).toBeLessThan(1e-6)
    }
  })

  test('that falls on an edge comes to rest on a face', () => {
    const result = simulate(box([0, 0, 0.6], 0.3, [0.5, 0, 0], 0.4), { stopTime: 3 })
    expect(Math.abs(last(result, 'box.r_abs[2]') - 0.1)).toBeLessThan(1e-4)
    const total = result.values('world.totalEnergy')
    for (let i = 1; i < total.length; i++) expect(total[i] - total[i - 1]).toBeLessThan(1e-5 * total[0])
  })
})

describe.each(['auto', 'bdf', 'radau5'] as const)('the end of a sequence of impacts, %s', (solver) => {
  test('a ball that is thrown bounces, slides and rolls', () => {
    const [v0, r, mu] = [1, 0.1, 0.2]
    const model = Model3D({
      world: Object3D({ feature: impulseScene({ e: 0.5, mu }) }),
      floor,
      ball: Object3D({
        ...{ parent: 'world', fixedToParent: false, translation: [0, 0.15, 0], velocity: [v0, 0, 0] },
        feature: Solid({ shape: Sphere({ diameter: 2 * r }), solidMaterial: 'Steel', collision: true }),
      }),
    })
    const result = simulate(model, { stopTime: 0.8, solver })
    expect(impactsOf(result).length).toBeGreaterThan(3)
    // all forces and impulses act at the floor: the angular momentum about a line there is kept, m r v + 2/5 m r² w/r
    const [v, w] = [last(result, 'ball.velocity[1]'), last(result, 'ball.angularVelocity[3]')]
    expect(Math.abs(v + 0.4 * r * -w - v0)).toBeLessThan(1e-5)
    // it rolls: what is left of sliding is less than the 1e-4 m/s below which friction is regularized
    expect(Math.abs(v + r * w)).toBeLessThan(1e-4)
    expect(Math.abs(v - (5 / 7) * v0)).toBeLessThan(1e-4)
  })
})
