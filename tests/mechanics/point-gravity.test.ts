/** Attraction of extended and of merged bodies by a point. */
import {
  addPointGravity,
  clearForces,
  computePositions,
  createTree,
  createTreeData,
  FREE,
} from 'vario/mechanics'
import { describe, expect, test } from 'vitest'
import { computePointPotential, type PartDeclaration } from '../../src/mechanics/index.ts'
import { rodrigues } from '../support/geometry.ts'

const MUE = 7
const R = rodrigues([2 / 3, -1 / 3, 2 / 3], 1.1)
const POSITION = [3, -4, 5]

/** Force [torque about Bo; force] on a free body of these parts, in its own axes, and its potential energy. */
function attract(
  parts: readonly PartDeclaration[] | undefined,
  position: readonly number[] = POSITION,
  rotation: ArrayLike<number> = R,
  body: Pick<PartDeclaration, 'mass' | 'p_BC' | 'I_C'> = {
    mass: 1,
    p_BC: [0, 0, 0],
    I_C: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  },
): { force: number[]; energy: number } {
  const tree = createTree([{ parent: -1, kind: FREE, ...body, ...(parts && { parts }) }])
  const data = createTreeData(tree)
  computePositions(tree, data, Float64Array.from([...Array.from(rotation), ...position]))
  clearForces(data)
  addPointGravity(tree, data, MUE)
  return { force: Array.from(data.F_ext), energy: computePointPotential(tree, data, MUE) }
}

/** Lengths of a box, as one part or as n³ points of the same mass: second route, an integral by the midpoint rule. */
const LENGTHS = [0.8, 0.4, 0.2]
const boxOf = (scale: number): PartDeclaration => {
  const [x, y, z] = LENGTHS.map((length) => (scale * length) ** 2 / 12)
  return { mass: 2, p_BC: [0, 0, 0], I_C: [2 * (y + z), 0, 0, 0, 2 * (x + z), 0, 0, 0, 2 * (x + y)] }
}
function pointsOf(scale: number, n: number): PartDeclaration[] {
  const points: PartDeclaration[] = []
  for (let i = 0; i < n ** 3; i++) {
    const cell = [i % n, Math.floor(i / n) % n, Math.floor(i / (n * n))]
    const p_BC = cell.map((k, axis) => scale * LENGTHS[axis] * ((k + 0.5) / n - 0.5))
    points.push({ mass: 2 / n ** 3, p_BC, I_C: new Array(9).fill(0) })
  }
  return points
}

describe('attraction by a point', () => {
  test('equals for a box that of its points, up to the fourth power of its size', () => {
    const deviation = (scale: number, part: (force: number[]) => number[]): number => {
      // the midpoint rule with n points misses 1/n² of the inertia
      const [coarse, fine] = [12, 24].map((n) => part(attract(pointsOf(scale, n)).force))
      const exact = fine.map((value, k) => value + (value - coarse[k]) / 3)
      const found = part(attract([boxOf(scale)]).force)
      return Math.hypot(...found.map((value, k) => value - exact[k]))
    }
    const torque = (force: number[]): number[] => force.slice(0, 3)
    const linear = (force: number[]): number[] => force.slice(3)
    for (const part of [torque, linear]) {
      const ratio = deviation(1, part) / deviation(0.5, part)
      // the remainder begins with the fourth power: a sixteenth for a box of half the size
      expect(ratio).toBeGreaterThan(14)
      expect(ratio).toBeLessThan(18)
    }
    // the gradient itself is of second order, (0.8/7)²: accurate to 1 %
    const size = Math.hypot(...torque(attract([boxOf(1)]).force))
    expect(deviation(1, torque)).toBeLessThan(0.01 * size)
  })

  test('equals the gradient of the energy, and conserves the angular momentum about the point', () => {
    const parts = [
      { ...boxOf(1), p_BC: [0.5, 0.2, -0.3] },
      { mass: 0.7, p_BC: [-1, 0.4, 0.1], I_C: [0.02, 0.001, 0, 0.001, 0.03, 0, 0, 0, 0.04] },
    ]
    const { force } = attract(parts)
    const inWorld = (o: number): number[] =>
      [0, 1, 2].map((i) => R[3 * i] * force[o] + R[3 * i + 1] * force[o + 1] + R[3 * i + 2] * force[o + 2])
    const [t, f] = [inWorld(0), inWorld(3)]
    const h = 1e-4
    for (let k = 0; k < 3; k++) {
      const moved = (x: number): number =>
        attract(
          parts,
          POSITION.map((p, i) => (i === k ? p + x : p)),
        ).energy
      const axis = [0, 1, 2].map((i) => (i === k ? 1 : 0))
      const turned = (angle: number): number => {
        const Q = rodrigues(axis, angle)
        const product = Array.from({ length: 9 }, (_, n) =>
          [0, 1, 2].reduce((sum, m) => sum + Q[3 * Math.floor(n / 3) + m] * R[3 * m + (n % 3)], 0),
        )
        return attract(parts, POSITION, product).energy
      }
      // central differences: h² = 1e-8 of values of the size of 1
      expect((moved(-h) - moved(h)) / (2 * h)).toBeCloseTo(f[k], 8)
      expect((turned(-h) - turned(h)) / (2 * h)).toBeCloseTo(t[k], 8)
    }
    const [x, y, z] = POSITION
    const moment = [y * f[2] - z * f[1], z * f[0] - x * f[2], x * f[1] - y * f[0]]
    for (let k = 0; k < 3; k++) expect(moment[k] + t[k]).toBeCloseTo(0, 13)
  })

  test('a body without parts is attracted as one part', () => {
    const body = { mass: 3, p_BC: [0.1, 0.2, 0.3], I_C: [1, 0, 0, 0, 1.5, 0, 0, 0, 2] }
    expect(attract(undefined, POSITION, R, body)).toEqual(attract([body], POSITION, R, body))
  })

  test('a part without mass is not attracted', () => {
    const inertia = { mass: 0, p_BC: [0, 0, 0], I_C: [1, 0, 0, 0, 2, 0, 0, 0, 3] }
    expect(attract([inertia])).toEqual({ force: [0, 0, 0, 0, 0, 0], energy: 0 })
  })
})
