import { FREE, PRISMATIC } from 'vario/mechanics'
import { SpringDamperPtP } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { distanceOf, TestWorld } from './test-world.ts'

const BOX = { mass: 1, I_C: [0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1] }

/** A free box under its weight, and its corner. */
function createBox(): TestWorld {
  return new TestWorld({
    bodies: [{ parent: -1, kind: FREE, ...BOX }],
    frames: { corner: { body: 0, p_BO: [0.05, 0.05, 0.05] }, box: { body: 0 } },
    gravity: [0, 0, -9.81],
  })
}

/** Width of the grids of the interpolated laws. */
const H = 0.1

/** Values of `f` on the grid from -end to end. */
const onGrid = (f: (x: number) => number, end: number): number[] =>
  Array.from({ length: Math.round((2 * end) / H) + 1 }, (_, i) => f(-end + i * H))

function interpolateLinear(f: (x: number) => number, end: number): (x: number) => number {
  const y = onGrid(f, end)
  return (x) => {
    const i = Math.max(0, Math.min(y.length - 2, Math.floor((x + end) / H)))
    return y[i] + ((x + end) / H - i) * (y[i + 1] - y[i])
  }
}

/** Cubic spline whose second derivatives are zero at both ends. */
function interpolateCubic(f: (x: number) => number, end: number): (x: number) => number {
  const y = onGrid(f, end)
  const n = y.length
  // second derivatives times h²/6: m[i-1] + 4 m[i] + m[i+1] = y[i-1] - 2 y[i] + y[i+1], by elimination
  const m = new Array<number>(n).fill(0)
  const pivot = new Array<number>(n).fill(4)
  const right = y.map((value, i) => (i === 0 || i === n - 1 ? 0 : y[i - 1] - 2 * value + y[i + 1]))
  for (let i = 2; i < n - 1; i++) {
    pivot[i] = 4 - 1 / pivot[i - 1]
    right[i] -= right[i - 1] / pivot[i - 1]
  }
  for (let i = n - 2; i > 0; i--) m[i] = (right[i] - m[i + 1]) / pivot[i]
  return (x) => {
    const i = Math.max(0, Math.min(n - 2, Math.floor((x + end) / H)))
    const b = (x + end) / H - i
    const a = 1 - b
    return a * y[i] + b * y[i + 1] + (a ** 3 - a) * m[i] + (b ** 3 - b) * m[i + 1]
  }
}

describe('a point-to-point spring-damper', () => {
  it('agrees with the case force.BoxSpringDamperPtP', () => {
    const world = createBox()
    const laws = { springForceLaw: 100, damperForceLaw: 2 }
    world.add('force', SpringDamperPtP({ obj1: 'world', obj2: 'corner', ...laws }))
    world.integrate(5, 1e-9)
    const expected = [
      ...[-0.0317899616936806, -0.031789987944650766, -0.13960438446373588],
      ...[-0.22639392571053196, -0.22639355519359725, -0.09585537982617036],
      ...[-0.04370174242082521, 0.04366049248771943, 0.0009545457607853683],
      ...[0.8435417114212301, -0.8435409897813606, 1.1525522669027586e-7],
    ]
    // the tolerance of the case: 1e-3 of the norm
    expect(distanceOf(world.stateOf('box'), expected)).toBeLessThan(1e-3 * Math.hypot(...expected))
  })

  it('agrees with the case force.BoxNonLinearSpringDamperPtP_interpolated', () => {
    const world = createBox()
    const part = SpringDamperPtP({
      obj1: 'world',
      obj2: 'corner',
      nominalLength: 0.1,
      nominalForce: 5,
      springForceLaw: interpolateCubic((x) => Math.sign(x) * 100 * Math.abs(x) ** 1.2, 1),
      damperForceLaw: interpolateLinear((v) => Math.sign(v) * 2 * Math.abs(v) ** 0.8, 10),
    })
    world.add('force', part)
    world.integrate(5, 1e-8)
    const expected = [
      ...[-0.01861362451515635, -0.018612527471268413, -0.2212831534294033],
      ...[0.30914769013412663, 0.30913587421631183, 0.019507890185417143],
      ...[-0.012936800467167768, 0.012897922660753593, 5.844891074857425e-5],
      ...[-0.24887603798947114, 0.2488565430584932, 8.534690880892765e-7],
    ]
    expect(distanceOf(world.stateOf('box'), expected)).toBeLessThan(1e-3 * Math.hypot(...expected))
  })

  it('agrees with the case force.BoxForceSensorResult, the box on a spring', () => {
    const world = createBox()
    world.add(
      'force2',
      SpringDamperPtP({ obj1: 'world', obj2: 'corner', springForceLaw: 100, damperForceLaw: 2 }),
    )
    world.integrate(6, 1e-9)
    const expected = [
      ...[0.05646126021462138, 0.0564613884676648, -0.12716607892200024],
      ...[0.2920400985011993, 0.2920398970084984, 0.04549365682408229],
      ...[2.1980798016988854, -0.6805794882560942, 1.213379900814701],
      ...[0.29439337230022455, -0.29439394783827416, 5.036863759629742e-7],
    ]
    expect(distanceOf(world.stateOf('box'), expected)).toBeLessThan(1e-3 * Math.hypot(...expected))
  })

  it('gives two free masses the frequency sqrt(c/m), m the reduced mass', () => {
    const world = new TestWorld({
      bodies: [
        { parent: -1, kind: PRISMATIC, mass: 2 },
        { parent: -1, kind: PRISMATIC, mass: 3 },
      ],
      frames: { a: { body: 0 }, b: { body: 1 } },
    })
    world.q.set([0, 1.5])
    world.add('spring', SpringDamperPtP({ obj1: 'a', obj2: 'b', nominalLength: 1, springForceLaw: 30 }))
    const w = Math.sqrt(30 / ((2 * 3) / (2 + 3)))
    world.integrate(2, 1e-11)
    // deflection 0.5 at rest; the center of mass stays at 1.5*3/5
    expect(world.q[1] - world.q[0]).toBeCloseTo(1 + 0.5 * Math.cos(2 * w), 9)
    expect((2 * world.q[0] + 3 * world.q[1]) / 5).toBeCloseTo(0.9, 12)
  })

  it('has results of function laws and a nominal force', () => {
    const world = new TestWorld({
      bodies: [{ parent: -1, kind: FREE, ...BOX }],
      frames: { box: { body: 0 }, anchor: { body: -1, p_BO: [1, 0, 0] } },
    })
    world.setPose(0, [1, 0, 0, 0, 1, 0, 0, 0, 1], [4, 4, 0])
    world.setVelocity(0, [0, 0, 0, 2, 1, 7])
    const part = SpringDamperPtP({
      obj1: 'anchor',
      obj2: 'box',
      nominalLength: 3,
      nominalForce: 5,
      springForceLaw: (x) => 10 * x * x,
      damperForceLaw: (v) => 3 * v,
    })
    world.add('s', part)
    // 3-4-5 triangle: n = (0.6, 0.8, 0), rate 2, deflection 2
    const scalar = (name: string): number => world.result(`s.${name}`)[0]
    expect(scalar('distance')).toBeCloseTo(5, 14)
    expect(scalar('deflection')).toBeCloseTo(2, 14)
    expect(scalar('velocity')).toBeCloseTo(2, 14)
    expect(scalar('springForce')).toBeCloseTo(45, 12)
    expect(scalar('damperForce')).toBeCloseTo(6, 13)
    expect(scalar('force')).toBeCloseTo(51, 12)
    const vector = world.result('s.forceVector')
    for (const [k, value] of [-51 * 0.6, -51 * 0.8, 0].entries()) expect(vector[k]).toBeCloseTo(value, 12)
    expect(world.units.get('s.force')).toBe('N')
    // 5*2 + 10*2³/3; the quadrature is exact for polynomials of degree 5
    expect(world.potentialEnergy()).toBeCloseTo(10 + 80 / 3, 12)
  })

  it('has no direction, no force, and no NaN at coinciding points', () => {
    const world = new TestWorld({
      bodies: [{ parent: -1, kind: FREE, ...BOX }],
      frames: { box: { body: 0 } },
    })
    world.setVelocity(0, [0, 0, 0, 1, 2, 3])
    const laws = { nominalLength: 0.5, nominalForce: 3, springForceLaw: 100, damperForceLaw: 2 }
    world.add('s', SpringDamperPtP({ obj1: 'world', obj2: 'box', ...laws }))
    expect(world.result('s.forceVector').map(Math.abs)).toEqual([0, 0, 0])
    expect(world.result('s.distance')).toEqual([0])
    expect(Array.from(world.vdot).map(Math.abs)).toEqual([0, 0, 0, 0, 0, 0])
  })
})
