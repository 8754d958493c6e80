/** Mechanisms modeled as in other environments: the same motion for any choice of joints. */
import { equations, Model, simulate, Var } from 'vario'
import { Flange } from 'vario/library/rotational'
import {
  MassProperties,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  Spherical,
  Universal,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'

const world = Object3D({ feature: Scene({ enableContactDetection: false }) })

/** A steel cylinder of 50 mm diameter from the origin to `r`, with the axes of the world. */
function cylinder(r: readonly number[]) {
  const length = Math.hypot(...r)
  const mass = (7700 * Math.PI * 0.05 ** 2 * length) / 4
  const [own, across] = [(mass * 0.025 ** 2) / 2, mass * ((3 * 0.025 ** 2 + length ** 2) / 12)]
  const I = (i: number, j: number): number =>
    (i === j ? across : 0) + ((own - across) * r[i] * r[j]) / length ** 2
  return Object3D({
    feature: Solid({
      massProperties: MassProperties({
        ...{ mass, centerOfMass: r.map((x) => x / 2) },
        ...{ Ixx: I(0, 0), Iyy: I(1, 1), Izz: I(2, 2), Ixy: I(0, 1), Ixz: I(0, 2), Iyz: I(1, 2) },
      }),
    }),
  })
}

describe('a spatial four-bar', () => {
  const bars = {
    world,
    b1: cylinder([0, 0.5, 0.1]),
    top: Object3D({ parent: 'b1', translation: [0, 0.5, 0.1] }),
    b0: Object3D({ parent: 'world', translation: [1.2, 0, 0] }),
    b2: cylinder([0, 0.2, 0]),
    post: Object3D({ parent: 'b2', translation: [0, 0.2, 0] }),
    b3: cylinder([-1, 0.3, 0.1]),
    tip: Object3D({ parent: 'b3', translation: [-1, 0.3, 0.1] }),
    j1: Revolute({ obj1: 'world', obj2: 'b1', axis: 'x', phi: 0, w: (300 * Math.PI) / 180 }),
    j2: Prismatic({ obj1: 'b0', obj2: 'b2', axis: 'x', s: -0.2 }),
  }
  const run = (joints: object) => {
    const result = simulate(Model3D({ ...bars, ...joints }), { stopTime: 2, tolerance: 1e-9 })
    const energy = result.values('world.totalEnergy')
    // 1e-9 for each of a thousand steps, of 20 J
    expect(Math.max(...energy) - Math.min(...energy)).toBeLessThan(1e-4)
    return ['j1.phi', 'j1.w', 'j2.s', 'j2.v'].map((name) => result.final(name))
  }

  test('has the same motion with revolute joints as with a universal and a spherical one', () => {
    // three axes at the first bar, with massless frames between
    const byRevolutes = run({
      ...{ k1: Object3D({}), k2: Object3D({}), k3: Object3D({}) },
      rev: Revolute({ obj1: 'post', obj2: 'k3', axis: 'y', phi: 0 }),
      rev1: Revolute({ obj1: 'k3', obj2: 'b3', axis: 'z', phi: 0 }),
      j3: Revolute({ obj1: 'top', obj2: 'k1', axis: 'x' }),
      j4: Revolute({ obj1: 'k1', obj2: 'k2', axis: 'y' }),
      j5: Revolute({ obj1: 'k2', obj2: 'tip', axis: 'z' }),
    })
    const byBall = run({
      uni: Universal({ obj1: 'post', obj2: 'b3', axis1: 'y', axis2: 'z', phi: [0, 0] }),
      ball: Spherical({ obj1: 'top', obj2: 'tip' }),
    })
    // both with 1e-9 for each of a thousand steps
    byRevolutes.forEach((x, i) => {
      expect(x).toBeCloseTo(byBall[i], 5)
    })
    expect(Math.abs(byBall[0])).toBeGreaterThan(1)
  })
})

describe('three planar loops with massless rods', () => {
  /** Moves its flange as a function of time. */
  const Position = Model({
    flange: Flange(),
    w: Var({ unit: 'rad/s' }),
    equations: equations`
      flange.phi = 0.7*sin(6.283185307179586*time)
      w = der(flange.phi)
    `,
  })
  const rh = [0.5, 0, 0]
  /** Upper joint of each right bar, from its lower one. */
  const right = [
    [0.1, 0.5, 0],
    [0.1, 0.6, 0],
    [0, 0.55, 0],
  ]
  const left = [[0, 0.5, 0], right[0], right[1]]
  const couplers = right.map((b, k) => b.map((x, i) => x + rh[i] - left[k][i]))
  const members: Record<string, unknown> = {
    world,
    bar0: Object3D({}),
    rev: RevoluteWithFlange({ obj1: 'world', obj2: 'bar0', axis: 'z', phi: { init: 0 }, w: { init: null } }),
    drive: Position(),
    connect: [['drive.flange', 'rev.flange']],
  }
  couplers.forEach((r, k) => {
    const centerOfMass = r.map((x) => x / 2)
    const massProperties = MassProperties({ mass: 1, centerOfMass, Ixx: 1e-3, Iyy: 1e-3, Izz: 1e-3 })
    Object.assign(members, {
      [`foot${k + 1}`]: Object3D({ parent: 'world', translation: [0.5 * (k + 1), 0, 0] }),
      [`bar${k + 1}`]: Object3D({}),
      [`top${k}`]: Object3D({ parent: `bar${k}`, translation: left[k] }),
      [`end${k + 1}`]: Object3D({ parent: `bar${k + 1}`, translation: right[k] }),
      [`coupler${k + 1}`]: Object3D({ feature: Solid({ massProperties }) }),
      [`tip${k + 1}`]: Object3D({ parent: `coupler${k + 1}`, translation: r }),
      [`ra${k + 1}`]: Revolute({ obj1: `top${k}`, obj2: `coupler${k + 1}`, phi: 0 }),
      [`rb${k + 1}`]: Revolute({ obj1: `foot${k + 1}`, obj2: `bar${k + 1}`, phi: 0 }),
      [`rc${k + 1}`]: Revolute({ obj1: `tip${k + 1}`, obj2: `end${k + 1}` }),
    })
  })

  /** The upper right joint of a loop: the intersection of two circles on the initial side. */
  const meet = (a: number[], b: number[], ra: number, rb: number): number[] => {
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
    const d = Math.hypot(dx, dy)
    const along = (ra * ra - rb * rb + d * d) / (2 * d)
    const across = Math.sqrt(ra * ra - along * along)
    return [a[0] + (along * dx - across * dy) / d, a[1] + (along * dy + across * dx) / d]
  }
  /** Angles of the couplers and their upper joints for an angle of the drive. */
  const locate = (phi: number): { tops: number[][] } => {
    const tops = [[-0.5 * Math.sin(phi), 0.5 * Math.cos(phi)]]
    couplers.forEach((r, k) => {
      tops.push(meet(tops[k], [0.5 * (k + 1), 0], Math.hypot(...r), Math.hypot(...right[k])))
    })
    return { tops }
  }

  test('follow the prescribed motion, and the drive supplies the power', () => {
    const result = simulate(Model3D(members as Parameters<typeof Model3D>[0]), {
      stopTime: 0.8,
      tolerance: 1e-9,
    })
    const { tops } = locate(0.7 * Math.sin(1.6 * Math.PI))
    tops.slice(1).forEach(([x, y], k) => {
      expect(result.final(`end${k + 1}.r_abs[1]`)).toBeCloseTo(x, 9)
      expect(result.final(`end${k + 1}.r_abs[2]`)).toBeCloseTo(y, 9)
    })
    // torque·w is the rate of the energy, a function of the angle and its rate: by differences of the closed form
    const energy = (t: number): number => {
      const h = 1e-4
      const at = (time: number) => locate(0.7 * Math.sin(2 * Math.PI * time)).tops
      const [before, now, after] = [at(t - h), at(t), at(t + h)]
      let sum = 0
      couplers.forEach((_, k) => {
        const rate = (i: number, j: number): number => (after[i][j] - before[i][j]) / (2 * h)
        const v = [0, 1].map((j) => (rate(k, j) + rate(k + 1, j)) / 2)
        const [ux, uy] = [now[k + 1][0] - now[k][0], now[k + 1][1] - now[k][1]]
        const turn =
          (ux * (rate(k + 1, 1) - rate(k, 1)) - uy * (rate(k + 1, 0) - rate(k, 0))) / (ux * ux + uy * uy)
        sum += 0.5 * (v[0] ** 2 + v[1] ** 2 + 1e-3 * turn ** 2) + (9.81 * (now[k][1] + now[k + 1][1])) / 2
      })
      return sum
    }
    const power = (energy(0.8 + 1e-4) - energy(0.8 - 1e-4)) / 2e-4
    const w = 0.7 * 2 * Math.PI * Math.cos(1.6 * Math.PI)
    // differences of second order with steps of 1e-4 s, twice: 1e-8 · (2π)³·10
    expect(result.final('rev.tau') * w).toBeCloseTo(power, 3)
  })
})
