/** Closed loops are closed where a run starts: given values are kept, the others begin at guesses. */
import { equations, Par, simulate, VarioError } from 'vario'
import { Damper, Fixed, Position } from 'vario/library/rotational'
import {
  assemble,
  MassProperties,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  Spherical,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { Bar, createFourBar, type Lengths, locateTip } from './four-bars.ts'

/** Rounding errors of a projection that ends at 1e-13, plus a few ulps of lengths of 1 m. */
const CLOSED = 1e-12

const LENGTHS: Lengths = [0.5, 1.1, 0.9, 1.2]

function tipOf(model: ReturnType<typeof createFourBar>, name = 'bar2.end2'): Float64Array {
  return simulate(model, { stopTime: 0 }).finalVector(`${name}.r_abs`)
}

function errorOf(run: () => unknown): VarioError {
  try {
    run()
  } catch (error) {
    if (error instanceof VarioError) return error
    throw error
  }
  throw new Error('no error')
}

describe('branches', () => {
  it.each([
    ['above', 1, { coupler: { phi: { start: 0 } }, rocker: { phi: { start: 1.5 } } }],
    ['below', -1, { coupler: { phi: { start: -2 } }, rocker: { phi: { start: -1.5 } } }],
  ])('are selected by the guesses: the tip is %s', (_, sign, guesses) => {
    const model = createFourBar(LENGTHS, { crank: { phi: 1 }, ...guesses })
    const expected = locateTip(LENGTHS, 1, sign)
    for (const bar of ['bar2', 'bar3']) {
      const tip = tipOf(model, `${bar}.end2`)
      for (const i of [0, 1]) expect(Math.abs(tip[i] - expected[i])).toBeLessThan(CLOSED)
    }
    expect(simulate(model, { stopTime: 0 }).final('crank.phi')).toBe(1)
  })

  it('exist for every crank angle without a guess', () => {
    for (let phi = -3; phi <= 3; phi += 0.5) {
      const tip = tipOf(createFourBar(LENGTHS, { crank: { phi } }))
      const candidates = [1, -1].map((sign) => locateTip(LENGTHS, phi, sign))
      const distances = candidates.map(([x, y]) => Math.hypot(tip[0] - x, tip[1] - y))
      expect(Math.min(...distances)).toBeLessThan(CLOSED)
    }
  })

  it('are found from a dead center, where no motion closes the loop to first order', () => {
    // all bars along x, 0.3 m too long in total
    const lengths: Lengths = [0.5, 0.8, 0.9, 1.6]
    const tip = tipOf(createFourBar(lengths, { crank: { phi: 0.7 }, rocker: { phi: { start: Math.PI } } }))
    const candidates = [1, -1].map((sign) => locateTip(lengths, 0.7, sign))
    expect(Math.min(...candidates.map(([x, y]) => Math.hypot(tip[0] - x, tip[1] - y)))).toBeLessThan(CLOSED)
  })
})

describe('NaN as a start value', () => {
  it('leaves the angle to the other joints', () => {
    const half = Math.PI / 2
    const model = createFourBar([1, 1, 1, 1], {
      ...{ crank: { phi: half }, coupler: { phi: -half } },
      ...{ tip: { phi: Number.NaN }, rocker: { phi: Number.NaN } },
    })
    const tip = tipOf(model)
    expect(Math.abs(tip[0] - 1)).toBeLessThan(CLOSED)
    expect(Math.abs(tip[1] - 1)).toBeLessThan(CLOSED)
  })

  it('is an error if no loop determines the joint', () => {
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      bar: Bar(1)(),
      rev: Revolute({ obj1: 'world', obj2: 'bar.end1', phi: Number.NaN }),
    })
    expect(() => simulate(model, { stopTime: 1 })).toThrow(
      'rev.phi: expected a start value, because the joint is in no closed loop that would determine it, got NaN',
    )
  })

  it('is possible for a joint with a flange, too', () => {
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      bar: Bar(1)(),
      drive: Position({ exact: true }),
      rev: RevoluteWithFlange({ obj1: 'world', obj2: 'bar.end1', phi: Number.NaN, w: Number.NaN }),
      omega: Par(2, 'rad/s'),
      equations: equations`drive.phi_ref = 0.5 + omega*time`,
      connect: [['drive.flange', 'rev.flange']],
    })
    const result = simulate(model, { stopTime: 1 })
    expect(result.at('rev.phi', 0)).toBe(0.5)
    expect(result.final('rev.w')).toBe(2)
  })
})

describe('errors', () => {
  it('name contradictory start values with the gap', () => {
    const model = createFourBar([1, 1, 1, 1], {
      ...{ crank: { phi: Math.PI / 2 }, coupler: { phi: -Math.PI / 2 }, rocker: { phi: Math.PI } },
    })
    const error = errorOf(() => simulate(model, { stopTime: 1 }))
    expect(error.code).toBe('LOOPS')
    // the tips are at (1, 1) and (0, 0)
    expect(error.message).toContain('tip 1.41 m, ')
    expect(error.message).toContain('given start values of crank, coupler, rocker')
    expect(error.fields.time).toBe(0)
  })

  it('report the smallest possible gap of bars that are too short', () => {
    const model = createFourBar([1, 1, 0.1, 1], { crank: { phi: Math.PI / 2 } })
    const error = errorOf(() => simulate(model, { stopTime: 1 }))
    const [{ joint, length }] = error.fields.gaps as { joint: string; length: number }[]
    expect(joint).toBe('tip')
    // the ends that must meet are √2 m apart, the bars are 1.1 m long; the search ends when a step gains less than 1e-9
    expect(Math.abs(length - (Math.SQRT2 - 1.1))).toBeLessThan(1e-6)
  })

  it('name a joint with both init and start', () => {
    const model = createFourBar([1, 1, 1, 1], { tip: { phi: { init: 1, start: 2 } } })
    expect(() => simulate(model, { stopTime: 1 })).toThrow(
      'tip.phi: expected either init, which is kept, or start, a guess',
    )
  })
})

describe('a prescribed motion', () => {
  const createDriven = (lengths: Lengths, more: Record<string, unknown>) =>
    createFourBar(lengths, {
      coupler: { phi: { start: -1 } },
      rocker: { phi: { start: 1 } },
      more: {
        omega: Par(1, 'rad/s'),
        drive: Position({ exact: true }),
        crank: RevoluteWithFlange({ obj1: 'world', obj2: 'bar1.end1', phi: Number.NaN, w: Number.NaN }),
        equations: equations`drive.phi_ref = 1.5 + omega*time`,
        connect: [['drive.flange', 'crank.flange']],
        ...more,
      } as never,
    })

  it('is an error at the time when it leaves the reach', () => {
    const error = errorOf(() => simulate(createDriven([1, 1, 1.2, 1], {}), { stopTime: 6 }))
    expect(error.message).toContain('the prescribed motion of crank goes out of reach')
    // coupler and rocker are collinear where the ends are 0.2 m apart: 2 sin(θ/2) = 0.2, θ = 2π − 1.5 − t
    const expected = 2 * Math.PI - 2 * Math.asin(0.1) - 1.5
    // the rank drops there: the last hundredths of a radian, in which the angle grows as the root of the remaining
    // time, are passed with extrapolated accelerations before the end of the motion is certain
    expect(Math.abs((error.fields.t as number) - expected)).toBeLessThan(2e-3)
  })

  it('is an error at the start if it is out of reach', () => {
    const model = createDriven([1, 1, 2.5, 1], { equations: equations`drive.phi_ref = 0.1 + 0*omega*time` })
    const error = errorOf(() => simulate(model, { stopTime: 1 }))
    expect(error.message).toContain('the prescribed motion of crank')
    // 2.5 m is longer than the path on the other side, from the base over crank and coupler
    const reach = 1 + 2 * Math.sin(0.05)
    const [{ length }] = error.fields.gaps as { length: number }[]
    expect(Math.abs(length - (2.5 - reach))).toBeLessThan(1e-6)
  })

  it('is an error if it contradicts another one', () => {
    const createTwo = (rate: number) =>
      createDriven([1, 1, 1, 1], {
        rate: Par(rate, 'rad/s'),
        drive2: Position({ exact: true }),
        rocker: RevoluteWithFlange({ obj1: 'base', obj2: 'bar3.end1', phi: Number.NaN, w: Number.NaN }),
        equations: equations`
          drive.phi_ref = 1.5 + omega*time
          drive2.phi_ref = 1.5 + rate*time
        `,
        connect: [
          ['drive.flange', 'crank.flange'],
          ['drive2.flange', 'rocker.flange'],
        ],
      })
    // a parallelogram moves both alike
    expect(simulate(createTwo(1), { stopTime: 1 }).final('crank.phi')).toBe(2.5)
    const error = errorOf(() => simulate(createTwo(2), { stopTime: 1 }))
    expect(error.message).toContain('expected velocities that keep them closed at t = 0 s')
    // the ends of the coupler differ by 1 m/s across the cranks; its rotation removes the component across itself: sin
    // 1.5 remains
    expect(error.message).toContain('tip 0.997 m/s')
    expect(error.message).toContain('the prescribed motion of crank, rocker')
  })
})

it('a bar on a base that is too far away is named with the joint at its end', () => {
  const model = Model3D({
    world: Object3D({ feature: Scene() }),
    far: Object3D({ parent: 'world', translation: [3, 4, 0] }),
    arm: Bar(2)(),
    left: Revolute({ obj1: 'world', obj2: 'arm.end1' }),
    right: Revolute({ obj1: 'far', obj2: 'arm.end2' }),
  })
  const error = errorOf(() => simulate(model, { stopTime: 1 }))
  // 5 m apart, 2 m long
  expect(error.message).toMatch(/(left|right) 3\.00 m, /)
})

describe('axes that could be closed in the opposite direction', () => {
  /** Three axes through one point, and a fourth joint that closes them: it requires z along z. */
  const createWrist = (phi: Record<string, unknown>) =>
    Model3D({
      world: Object3D({ feature: Scene({ enableContactDetection: false }) }),
      ...{ a: Object3D(), b: Object3D(), c: Bar(0.2)() },
      x: Revolute({ obj1: 'world', obj2: 'a', axis: 'x', phi: phi as never }),
      y: Revolute({ obj1: 'a', obj2: 'b', axis: 'y', phi: { start: 0.1 } }),
      z: Revolute({ obj1: 'b', obj2: 'c.end1', axis: 'z', phi: { start: 0.1 } }),
      closing: Revolute({ obj1: 'world', obj2: 'c.end1', axis: 'z' }),
    })

  it('lead to the correct direction from a guess near the opposite one', () => {
    const found = assemble(createWrist({ start: 2.8 }))
    const { rotation } = found.pose('c.end1')
    // z is along z: only the third angle remains; half a revolution about x would be 3.14 in the first
    expect(Math.abs(rotation[0])).toBeLessThan(CLOSED)
    expect(Math.abs(rotation[1])).toBeLessThan(CLOSED)
  })

  it('are an error if only the opposite direction exists', () => {
    const model = createWrist({ init: Math.PI }).extend({ y: { phi: 0 } as never })
    expect(() => assemble(model)).toThrow(
      /closing: expected the same directions of the axes of both objects, got opposite ones/,
    )
  })
})

describe('joints with flanges in a loop', () => {
  /** Crank and rocker have flanges with dampers. */
  const createTwo = (crank: object) =>
    createFourBar(LENGTHS, {
      coupler: { phi: { start: -0.5 } },
      more: {
        crank: RevoluteWithFlange({ obj1: 'world', obj2: 'bar1.end1', ...crank }),
        rocker: RevoluteWithFlange({ obj1: 'base', obj2: 'bar3.end1' }),
        ...{ damper1: Damper({ d: 0.1 }), damper2: Damper({ d: 0.1 }), fixed1: Fixed(), fixed2: Fixed() },
        connect: [
          ['fixed1.flange', 'damper1.flange_a'],
          ['damper1.flange_b', 'crank.flange'],
          ['fixed2.flange', 'damper2.flange_a'],
          ['damper2.flange_b', 'rocker.flange'],
        ],
      } as never,
    })

  it('keep a given start value, and move where none is given', () => {
    const result = simulate(createTwo({ phi: 0.7, w: 2 }), { stopTime: 1e-3 })
    expect(result.at('crank.phi', 0)).toBe(0.7)
    expect(result.at('crank.w', 0)).toBe(2)
    const tip = result.vectorAt('bar3.end2.r_abs', 0)
    const distances = [1, -1].map((sign) => {
      const [x, y] = locateTip(LENGTHS, 0.7, sign)
      return Math.hypot(tip[0] - x, tip[1] - y)
    })
    expect(Math.min(...distances)).toBeLessThan(CLOSED)
    // the tip moves across the rocker, as fast along the coupler as the end of the crank
    const [px, py] = [0.5 * Math.cos(0.7), 0.5 * Math.sin(0.7)]
    const along = [tip[0] - px, tip[1] - py]
    const w = (2 * (px * along[1] - py * along[0])) / ((tip[0] - 1.2) * along[1] - tip[1] * along[0])
    expect(result.at('rocker.w', 0)).toBeCloseTo(w, 10)
  })
})

describe('joints that rotate far until the loops are closed', () => {
  // the end of the crank is at (0, 1), that of the coupler of √2 m at (1, 0): it rotates by 3π/4 from its guess
  const lines = (start: number): string[] => {
    const texts: string[] = []
    const I = { Ixx: 0.1, Iyy: 0.1, Izz: 0.1 }
    const bar = Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1, ...I }) }) })
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      ...{ crank: bar, coupler: bar, slide: bar },
      crankEnd: Object3D({ parent: 'crank', translation: [1, 0, 0] }),
      couplerEnd: Object3D({ parent: 'coupler', translation: [Math.SQRT2, 0, 0] }),
      axis: Revolute({ obj1: 'world', obj2: 'crank', phi: Math.PI / 2 }),
      pin: Revolute({ obj1: 'crankEnd', obj2: 'coupler', phi: { start } }),
      slider: Prismatic({ obj1: 'world', obj2: 'slide', axis: 'x', s: 1 }),
      tip: Spherical({ obj1: 'slide', obj2: 'couplerEnd' }),
    })
    simulate(model, { stopTime: 0, log: (line) => texts.push(line) })
    return texts.filter((line) => line.includes('closed by turning'))
  }

  it('are named in the log', () => {
    expect(lines(0)).toEqual([expect.stringContaining('closed by turning pin by 2.4 rad; of several ways')])
  })

  it('are not named if a guess is near', () => {
    expect(lines(-2)).toEqual([])
  })
})
