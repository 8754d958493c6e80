/** `analysis: 'kinematic'`: the motion of massless mechanisms from the motion of their drives. */
import { equations, Model, Par, simulate, Var, type VarioError } from 'vario'
import { ConstantSpeed, Inertia, Position } from 'vario/library/rotational'
import { Position as TranslationalPosition } from 'vario/library/translational'
import {
  Model3D,
  Object3D,
  Prismatic,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Rod,
  Scene,
  SensorResult,
  SpringDamperPtP,
  WorldForce,
} from 'vario/multibody'
import { describe, expect, it, vi } from 'vitest'

const FREE = { phi: Number.NaN, w: Number.NaN }

/**
 * Joints of the four-bar of the 2018 paper with different lengths: bar1 upright, bar2 along x, in the plane z = 0.5.
 */
const POINTS = [
  [0.5, 0, 0.5],
  [0.5, 1, 0.5],
  [1.5, 1, 0.5],
  [2.5, 0, 0.5],
]

const between = (a: readonly number[], b: readonly number[]): number[] => a.map((x, i) => b[i] - x)

/** Two ends of a massless bar; `end2` is given in the declared pose of the mechanism. */
const Link = (a: readonly number[], b: readonly number[]) =>
  Model({ end1: Object3D(), end2: Object3D({ parent: 'end1', translation: between(a, b) }) })

const FourBar = Model3D({
  world: Object3D({ feature: Scene() }),
  left: Object3D({ parent: 'world', translation: POINTS[0] }),
  right: Object3D({ parent: 'world', translation: POINTS[3] }),
  bar1: Link(POINTS[0], POINTS[1])(),
  bar2: Link(POINTS[1], POINTS[2])(),
  bar3: Link(POINTS[3], POINTS[2])(),
  rev1: RevoluteWithFlange({ obj1: 'left', obj2: 'bar1.end1', ...FREE }),
  rev2: Revolute({ obj1: 'bar1.end2', obj2: 'bar2.end1', phi: { start: 0 } }),
  rev3: Revolute({ obj1: 'bar3.end2', obj2: 'bar2.end2' }),
  rev4: Revolute({ obj1: 'right', obj2: 'bar3.end1', phi: { start: 0 } }),
  drive: Position({ exact: true }),
  omega: Par(1, 'rad/s'),
  equations: equations`drive.phi_ref = omega*time`,
  connect: [['drive.flange', 'rev1.flange']],
})

describe('a four-bar', () => {
  // angles of bar2 and bar3 for angles of rev1, and first and second derivatives: closed form, 14 digits
  it.each([
    [0.1, -0.1143715853964756, 0.112982697359951, -1.352576800464721, 1.304787460155916, -6.159657136463917],
    [0.2, -0.3287082475894597, 0.3020538089985505, -5.034817919802293, 3.964133004183771, -302.8100376202497],
    [
      -0.5, 0.4125412502009042, -0.3437561236631989, -0.8088679397793768, 0.4327469187135519,
      0.3047135678237231,
    ],
    [
      -1.5, 1.495367498845387, -0.07043126813087801, -1.125193394314887, -0.9844207498254137,
      -1.520158532369883,
    ],
    [-3, 1.106355279038569, 0.853276257437316, 1.157436016018059, -0.4674575002474995, -1.233237686424851],
  ])(
    'has the closed form of positions, velocities and accelerations at a crank angle of %f rad',
    (phi, bar2, bar3, slope2, slope3, curvature2) => {
      const omega = Math.sign(phi)
      const stopTime = Math.abs(phi)
      const result = simulate(FourBar, { stopTime, analysis: 'kinematic', merge: { omega } })
      // the projection has an error of 1e-13, multipliers 1e-11; derivatives grow towards the dead center at 0.2 rad, as
      // in the table
      const size = Math.max(1, Math.abs(curvature2))
      expect(Math.abs(result.final('rev2.phi') + phi - bar2)).toBeLessThan(1e-12)
      expect(Math.abs(result.final('rev4.phi') - bar3)).toBeLessThan(1e-12)
      expect(Math.abs(result.final('rev2.w') * omega + 1 - slope2)).toBeLessThan(1e-12 * size)
      expect(Math.abs(result.final('rev4.w') * omega - slope3)).toBeLessThan(1e-12 * size)
      expect(Math.abs(result.final('rev2.der(w)') - curvature2)).toBeLessThan(1e-10 * size * size)
      expect(result.final('rev1.tau')).toBe(0)
      expect(result.has('world.kineticEnergy')).toBe(false)
      expect(result.warnings).toEqual([])
    },
  )

  it('has the same result at any tolerance', () => {
    const final = (tolerance: number): number =>
      simulate(FourBar, { stopTime: 3, tolerance, analysis: 'kinematic', merge: { omega: -1 } }).final(
        'rev2.phi',
      )
    for (const tolerance of [1e-3, 1e-10])
      expect(Math.abs(final(tolerance) - 4.106355279038569)).toBeLessThan(1e-12)
  })
})

/** Crank of 0.3 m, rod of 1 m, slider along x; either crank or slider is driven. */
const [R, L] = [0.3, 1]
const sliderCrank = (joints: Record<string, unknown>) =>
  Model3D({
    world: Object3D({ feature: Scene() }),
    crank: Object3D(),
    pin: Object3D({ parent: 'crank', translation: [R, 0, 0] }),
    rod: Object3D(),
    wrist: Object3D({ parent: 'rod', translation: [L, 0, 0] }),
    piston: Object3D(),
    rev1: Revolute({ obj1: 'world', obj2: 'crank' }),
    rev2: Revolute({ obj1: 'pin', obj2: 'rod' }),
    rev3: Revolute({ obj1: 'piston', obj2: 'wrist' }),
    slider: Prismatic({ obj1: 'world', obj2: 'piston', axis: 'x' }),
    ...joints,
  })

/** Position of the slider [m], velocity and acceleration for a constant speed of 1 rad/s of the crank. */
function locateSlider(phi: number): readonly [number, number, number] {
  const [s, c] = [Math.sin(phi), Math.cos(phi)]
  const root = Math.sqrt(L * L - R * R * s * s)
  const slope = (-R * R * s * c) / root
  const curvature = (-R * R * (c * c - s * s) - slope * slope) / root
  return [R * c + root, -R * s + slope, -R * c + curvature]
}

describe('a slider-crank', () => {
  it('follows a crank driven at constant speed by a component with a state', () => {
    const model = sliderCrank({
      rev1: RevoluteWithFlange({ obj1: 'world', obj2: 'crank', phi: 0.3, w: 1 }),
      speed: ConstantSpeed({ w_fixed: 1, phi: { init: null } }),
      slider: Prismatic({ obj1: 'world', obj2: 'piston', axis: 'x', s: { start: 1 } }),
      connect: [['speed.flange', 'rev1.flange']],
    })
    const result = simulate(model, { stopTime: 7, interval: 0.5, analysis: 'kinematic' })
    for (const t of result.values('time')) {
      const expected = locateSlider(0.3 + t)
      const found = ['s', 'v', 'der(v)'].map((name) => result.at(`slider.${name}`, t))
      // the angle of the drive is a state, integrated exactly except for rounding errors
      found.forEach((value, k) => {
        expect(Math.abs(value - expected[k])).toBeLessThan(1e-12)
      })
    }
  })

  it('follows its slider', () => {
    const model = sliderCrank({
      rev1: Revolute({ obj1: 'world', obj2: 'crank', phi: { start: 1 } }),
      slider: PrismaticWithFlange({ obj1: 'world', obj2: 'piston', axis: 'x', s: Number.NaN, v: Number.NaN }),
      stroke: TranslationalPosition({ exact: true }),
      v: Par(0.2, 'm/s'),
      equations: equations`stroke.s_ref = 0.9 + v*time`,
      connect: [['stroke.flange', 'slider.flange']],
    })
    const result = simulate(model, { stopTime: 1, analysis: 'kinematic' })
    for (const t of [0, 0.5, 1]) {
      const s = 0.9 + 0.2 * t
      // law of cosines
      const phi = Math.acos((R * R + s * s - L * L) / (2 * R * s))
      expect(Math.abs(result.at('rev1.phi', t) - phi)).toBeLessThan(1e-12)
      expect(Math.abs(result.at('rev1.w', t) - 0.2 / locateSlider(phi)[1])).toBeLessThan(1e-11)
    }
  })
})

describe('kinematic analysis of other parts', () => {
  it('ignores forces, and evaluates sensors of motions', () => {
    const force = vi.fn(() => [1, 0, 0])
    const model = FourBar.extend({
      push: WorldForce({ objectApply: 'bar1.end2', forceFunction: force }),
      spring: SpringDamperPtP({ obj1: 'left', obj2: 'bar2.end2', springForceLaw: 100 }),
      sensor: SensorResult({ object: 'bar1.end2', objectOrigin: 'left' }),
    })
    const result = simulate(model, { stopTime: 0.1, analysis: 'kinematic' })
    expect(force).not.toHaveBeenCalled()
    expect(result.names.filter((name) => name.startsWith('spring.'))).toEqual([])
    // 1 m upright at 1 rad/s: velocity 1 m/s to the left
    expect(Math.abs(result.vectorAt('sensor.velocity', 0)[0] + 1)).toBeLessThan(1e-12)
  })
})

describe('dead centers of a slider-crank with a crank of 1 m', () => {
  /** Final value, or the error; the rod has the given length [m]. */
  const run = (length: number, tolerance: number, solver: 'auto'): number | VarioError => {
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      crank: Object3D(),
      pin: Object3D({ parent: 'crank', translation: [1, 0, 0] }),
      rod: Object3D(),
      wrist: Object3D({ parent: 'rod', translation: [length, 0, 0] }),
      piston: Object3D(),
      rev: RevoluteWithFlange({ obj1: 'world', obj2: 'crank', ...FREE }),
      big: Revolute({ obj1: 'pin', obj2: 'rod' }),
      small: Revolute({ obj1: 'piston', obj2: 'wrist' }),
      slider: Prismatic({ obj1: 'world', obj2: 'piston', axis: 'x', s: { start: 2 } }),
      drive: Position({ exact: true }),
      omega: Par(1, 'rad/s'),
      equations: equations`drive.phi_ref = 0.3 + omega*time`,
      connect: [['drive.flange', 'rev.flange']],
    })
    try {
      return simulate(model, { stopTime: 3, interval: 0.05, analysis: 'kinematic', tolerance, solver }).final(
        'slider.s',
      )
    } catch (error) {
      return error as VarioError
    }
  }
  const SOLVERS = ['auto', 'tsit5', 'dop853', 'bdf', 'radau5'] as unknown as 'auto'[]

  it.each([1e-3, 1e-6])('are passed or rejected by all solvers alike at tolerance %d', (tolerance) => {
    for (const solver of SOLVERS) {
      // long enough: s = cos φ + √(L² − sin² φ), which reverses beside the dead center without passing it
      const long = run(1.00001, tolerance, solver)
      expect(
        Math.abs(Number(long) - (Math.cos(3.3) + Math.sqrt(1.00001 ** 2 - Math.sin(3.3) ** 2))),
      ).toBeLessThan(1e-11)
      // equal: the piston continues through the axis, s = 2 cos φ
      expect(Math.abs(Number(run(1, tolerance, solver)) - 2 * Math.cos(3.3))).toBeLessThan(1e-11)
      // too short: sin φ = L ends the motion
      for (const length of [0.99999, 0.9]) {
        const error = run(length, tolerance, solver) as VarioError
        expect(error.code, `${length} ${solver}`).toBe('OBSTACLE')
        // errors of the steps beside the limit, where angles grow as roots of lengths
        expect(Math.abs(Number(error.fields.t) - (Math.asin(length) - 0.3))).toBeLessThan(1e-2)
        const phi = Number(/They stand at rev\.phi = ([\d.]+) rad/.exec(error.message)?.[1])
        expect(Math.abs(phi - 0.3 - Number(error.fields.t))).toBeLessThan(1e-4)
      }
    }
  })
})

describe('errors', () => {
  it('name the only joint that could follow a drive, if the rod is too short for the crank', () => {
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      crank: Object3D(),
      pin: Object3D({ parent: 'crank', translation: [0.3, 0, 0] }),
      piston: Object3D(),
      rev: RevoluteWithFlange({ obj1: 'world', obj2: 'crank', phi: NaN, w: NaN }),
      slider: Prismatic({ obj1: 'world', obj2: 'piston', axis: 'x', s: { start: 0.6 } }),
      rod: Rod({ obj1: 'pin', obj2: 'piston', length: 0.25 }),
      drive: Position({ exact: true }),
      equations: equations`drive.phi_ref = 2*time`,
      connect: [['drive.flange', 'rev.flange']],
    })
    let error: VarioError | undefined
    try {
      simulate(model, { stopTime: 1, analysis: 'kinematic' })
    } catch (thrown) {
      error = thrown as VarioError
    }
    expect(error?.code).toBe('OBSTACLE')
    expect(error?.message).toMatch(/the prescribed motion of rev goes out of reach/)
    // 0.3 sin 2t = 0.25
    expect(Math.abs((error?.fields.t as number) - 0.5 * Math.asin(0.25 / 0.3))).toBeLessThan(1e-4)
  })

  it('name joints without a drive', () => {
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      arm: Object3D(),
      hand: Object3D(),
      box: Object3D({ parent: 'world', fixedToParent: false }),
      rev1: Revolute({ obj1: 'world', obj2: 'arm' }),
      rev2: Revolute({ obj1: 'arm', obj2: 'hand' }),
    })
    expect(() => simulate(model, { stopTime: 1, analysis: 'kinematic' })).toThrow(
      /got none for rev1, rev2, box, at t = 0 s: 8 degrees of freedom are left/,
    )
  })

  it('count the degrees of freedom of a loop with two and one drive', () => {
    const model = FourBar.extend({
      tip: Object3D(),
      rev3: { obj1: 'tip' } as never,
      rev5: Revolute({ obj1: 'bar3.end2', obj2: 'tip' }),
    })
    // two joints at the same place rotate relative to each other: tip moves, the bars do not
    expect(() => simulate(model, { stopTime: 0.1, analysis: 'kinematic' })).toThrow(
      /got none for .*1 degree of freedom is left/,
    )
  })

  it('name a flange driven by a torque', () => {
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      arm: Object3D(),
      rev: RevoluteWithFlange({ obj1: 'world', obj2: 'arm' }),
      rotor: Inertia({ J: 1 }),
      connect: [['rotor.flange_a', 'rev.flange']],
    })
    expect(() => simulate(model, { stopTime: 1, analysis: 'kinematic' })).toThrow(
      /got none for rev, at t = 0 s/,
    )
  })

  it('name an unknown analysis, and an analysis of a model without mechanics', () => {
    const model = Model({ x: Var({ init: 1 }), equations: equations`der(x) = -x` })
    expect(() => simulate(model, { stopTime: 1, analysis: 'kinematic' })).toThrow(
      "analysis: expected 'dynamic', because the model has no 3D mechanics, got 'kinematic'.",
    )
    expect(() => simulate(model, { stopTime: 1, analysis: 'static' as never })).toThrow(/analysis: expected/)
  })
})
