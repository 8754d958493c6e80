/** Every kind of joint as the cut joint: the motion does not depend on the choice. */
import { simulate } from 'vario'
import {
  Cylindrical,
  Fix,
  Free,
  MassProperties,
  Model3D,
  Object3D,
  Planar,
  Prismatic,
  printTree,
  Revolute,
  Scene,
  Solid,
  Spherical,
  Universal,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'

/** A joint of a loop. If its start values are given, another joint is cut. */
type Create = (obj1: string, obj2: string, isGiven: boolean) => ReturnType<typeof Revolute>

const revolute =
  (axis: number[], w?: number): Create =>
  (obj1, obj2, isGiven) =>
    Revolute({ obj1, obj2, axis, ...(isGiven && { phi: 0 }), ...(w !== undefined && { w }) })
const universal =
  (axis1: number[], axis2: number[]): Create =>
  (obj1, obj2, isGiven) =>
    Universal({ obj1, obj2, axis1, axis2, ...(isGiven && { phi: [0, 0] }) }) as never
const prismatic =
  (axis: number[]): Create =>
  (obj1, obj2, isGiven) =>
    Prismatic({ obj1, obj2, axis, ...(isGiven && { s: 0 }) }) as never
const cylindrical =
  (axis: number[]): Create =>
  (obj1, obj2, isGiven) =>
    Cylindrical({ obj1, obj2, axis, ...(isGiven && { s: 0 }) }) as never
const planar =
  (axis: number[]): Create =>
  (obj1, obj2, isGiven) =>
    Planar({ obj1, obj2, axis, ...(isGiven && { phi: 0 }) }) as never
const spherical: Create = (obj1, obj2) => Spherical({ obj1, obj2 }) as never

/** Corners of the loops [m]: no four of them in a plane, and bodies parallel to the world at the start. */
const CORNERS = [
  [0, 0, 0],
  [0.4, 0.7, 0.1],
  [1.3, 0.9, -0.3],
  [1.8, 0.2, 0.2],
  [1.2, -0.4, 0.5],
  [0.5, -0.5, 0.1],
]

/** A loop of bodies from the world to the world. Joint k, from 0 on, is named jk; those in `given` are not cut. */
function createLoop(creates: readonly (Create | null)[], given: (k: number) => boolean, isReversed = false) {
  const n = creates.length
  const members: Record<string, unknown> = {
    world: Object3D({ feature: Scene({ enableContactDetection: false }) }),
  }
  const middle = (k: number): number[] => CORNERS[k].map((x, i) => (x + CORNERS[k + 1][i]) / 2)
  for (let k = 0; k + 1 < n; k++) {
    const massProperties = MassProperties({ mass: 1 + 0.3 * k, Ixx: 0.06, Iyy: 0.05, Izz: 0.08, Ixy: 0.01 })
    members[`b${k}`] = Object3D({ feature: Solid({ massProperties }) })
  }
  const ends = creates.map((_, k) => {
    const before = k === 0 ? CORNERS[k] : CORNERS[k].map((x, i) => x - middle(k - 1)[i])
    const after = k + 1 === n ? CORNERS[k] : CORNERS[k].map((x, i) => x - middle(k)[i])
    members[`p${k}`] = Object3D({ parent: k === 0 ? 'world' : `b${k - 1}`, translation: before })
    members[`q${k}`] = Object3D({ parent: k + 1 === n ? 'world' : `b${k}`, translation: after })
    return [`p${k}`, `q${k}`] as const
  })
  // among equal joints, the last one is cut
  const order = creates.map((_, k) => (isReversed ? n - 1 - k : k))
  for (const k of order) {
    const joint = creates[k]?.(ends[k][0], ends[k][1], given(k))
    if (joint !== undefined) members[`j${k}`] = joint
  }
  return Model3D(members as Parameters<typeof Model3D>[0])
}

/** Final positions of all bodies, and the path of the joint that is not in the tree. */
function run(model: ReturnType<typeof createLoop>, n: number): { positions: number[]; cut: string } {
  const result = simulate(model, { stopTime: 0.6, tolerance: 1e-10 })
  const positions: number[] = []
  for (let k = 0; k + 1 < n; k++)
    for (let i = 1; i <= 3; i++) positions.push(result.final(`b${k}.r_abs[${i}]`))
  const [{ tree }] = result.segments as unknown as readonly { tree: Parameters<typeof printTree>[0] }[]
  const lines = printTree(tree)
  const cut = Array.from({ length: n }, (_, k) => `j${k}`).filter((name) => !lines.includes(` ${name} `))
  return { positions, cut: cut.join() }
}

/** Two runs whose steps have errors of 1e-10, a few hundred of them. */
const DIGITS = 7

const driver = revolute([0.1, 0.2, 1], 1.5)
const first = universal([0, 0, 1], [1, 0.2, 0])
const second = universal([0.2, 1, 0], [1, 0, 0.3])

describe('the cut joint, on which the motion does not depend,', () => {
  // mobility: degrees of freedom of the joints − 6 = 1
  test.each<[string, Create[]]>([
    ['Revolute', [driver, first, second, revolute([1, 0, 0.2]), revolute([0, 1, 0.4])]],
    ['Prismatic', [driver, first, second, revolute([1, 0, 0.2]), prismatic([1, 0.2, 0.1])]],
    ['Cylindrical', [driver, first, second, cylindrical([0.2, 1, 0.1])]],
    ['Universal', [driver, first, cylindrical([0.3, 0.1, 1]), universal([1, 0.1, 0], [0, 0.1, 1])]],
    [
      'Universal with oblique axes',
      [driver, first, cylindrical([0.3, 0.1, 1]), universal([1, 0.1, 0], [0.7, 1, 0])],
    ],
    ['Planar', [driver, first, revolute([0.1, 1, 0]), planar([0.1, 0.3, 1])]],
  ])('can be %s', (_kind, creates) => {
    const n = creates.length
    const last = run(
      createLoop(creates, (k) => k < n - 1),
      n,
    )
    expect(last.cut).toBe(`j${n - 1}`)
    const other = run(
      createLoop(creates, (k) => k !== 2),
      n,
    )
    expect(other.cut).toBe('j2')
    // the loop has moved
    expect(Math.abs(last.positions[0] - 0.2)).toBeGreaterThan(0.01)
    last.positions.forEach((x, i) => {
      expect(x).toBeCloseTo(other.positions[i], DIGITS)
    })
  })

  test('can be Spherical', () => {
    // at rest: the spin of a body between two spherical joints is not determined by the velocity of the driver
    const creates = [revolute([0.1, 0.2, 1], 0), spherical, spherical, revolute([0.2, 1, 0.1])]
    const one = run(
      createLoop(creates, () => true),
      4,
    )
    const other = run(
      createLoop(creates, () => true, true),
      4,
    )
    expect([one.cut, other.cut]).toEqual(['j2', 'j1'])
    one.positions.forEach((x, i) => {
      expect(x).toBeCloseTo(other.positions[i], DIGITS)
    })
  })

  test('can be Fix', () => {
    const fix: Create = (obj1, obj2) => Fix({ obj1, obj2 }) as never
    const creates = [driver, first, second, revolute([1, 0, 0.2]), revolute([0, 1, 0.4]), fix]
    const fixed = run(
      createLoop(creates, (k) => k < 5),
      6,
    )
    expect(fixed.cut).toBe('j5')
    const other = run(
      createLoop(creates, (k) => k !== 3),
      6,
    )
    // a rigid connection is not listed as a joint of the tree
    expect(other.cut).toBe('j3,j5')
    fixed.positions.forEach((x, i) => {
      expect(x).toBeCloseTo(other.positions[i], DIGITS)
    })
  })

  test('can be Free, which has no constraint', () => {
    const free: Create = (obj1, obj2) => Free({ obj1, obj2 }) as never
    const creates = [driver, first, cylindrical([0.3, 0.1, 1])]
    const closed = run(
      createLoop([...creates, free], (k) => k < 3),
      4,
    )
    expect(closed.cut).toBe('j3')
    // without it
    const open = run(
      createLoop([...creates, null], (k) => k < 3),
      4,
    )
    closed.positions.forEach((x, i) => {
      expect(x).toBeCloseTo(open.positions[i], DIGITS)
    })
  })
})
