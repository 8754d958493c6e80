import { computeMassProperties } from 'vario/collision'
import { GearWheel, Grid, Spring } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import {
  createArrow,
  createGridLines,
  tessellateGearWheel,
  tessellateSpring,
} from '../../../src/animation/index.ts'
import type { MeshShape } from '../../../src/collision/index.ts'

/** Checks that every edge occurs once in each direction: closed, and all triangles oriented alike. */
function expectClosed({ triangles }: MeshShape): void {
  const edges = new Map<string, number>()
  for (let i = 0; i < triangles.length; i++) {
    const a = triangles[i]
    const b = triangles[i % 3 === 2 ? i - 2 : i + 1]
    const key = a < b ? `${a} ${b}` : `${b} ${a}`
    edges.set(key, (edges.get(key) ?? 0) + (a < b ? 1 : 1e6))
  }
  expect(new Set(edges.values())).toEqual(new Set([1e6 + 1]))
}

/** Sum of tetrahedra to the origin: positive if triangles are counterclockwise seen from outside. */
function computeVolume({ vertices: p, triangles }: MeshShape): number {
  let volume = 0
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [3 * triangles[i], 3 * triangles[i + 1], 3 * triangles[i + 2]]
    volume +=
      p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) +
      p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]) +
      p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c])
  }
  return volume / 6
}

/** Area of a regular polygon of n corners with radius 1. */
const polygonArea = (n: number) => (n / 2) * Math.sin((2 * Math.PI) / n)

describe('createArrow', () => {
  it('is closed, points along its axis, and has the volume of its parts', () => {
    for (const [i, axis] of (['x', 'y', 'z'] as const).entries()) {
      const arrow = createArrow(axis, 2)
      expectClosed(arrow)
      // shaft: radius 0.03 m, 1.68 m long; head: radius 0.09 m, 0.32 m long; circles of 12 corners
      const volume = polygonArea(12) * (0.03 ** 2 * 1.68 + (0.09 ** 2 * 0.32) / 3)
      expect(computeVolume(arrow)).toBeCloseTo(volume, 14)
      const along = arrow.vertices.filter((_, k) => k % 3 === i)
      expect([Math.min(...along), Math.max(...along)]).toEqual([0, 2])
    }
  })
})

describe('tessellateSpring', () => {
  it('is a closed tube with the volume of the wire, around the helix', () => {
    const spring = Spring({ length: 1, diameter: 0.8, wireDiameter: 0.06, windings: 4.5 })
    const mesh = tessellateSpring(spring, 64)
    expectClosed(mesh)
    const wireLength = Math.hypot(1, 4.5 * Math.PI * 0.8)
    // polygon of 8 corners along the wire; chords of 64 per turn are shorter by 1 - sinc(π/64) = 4e-4, inner and outer
    // side balance
    expect(computeVolume(mesh) / (polygonArea(8) * 0.03 ** 2 * wireLength)).toBeCloseTo(1, 2)
    for (let i = 0; i < mesh.vertices.length; i += 3) {
      const radius = Math.hypot(mesh.vertices[i], mesh.vertices[i + 1])
      expect(Math.abs(radius - 0.4)).toBeLessThan(0.03 * (1 + 1e-2))
    }
    // ends: half a wire beyond the center line, times the cosine of the slope
    const heights = mesh.vertices.filter((_, k) => k % 3 === 2)
    const cosine = (4.5 * Math.PI * 0.8) / wireLength
    expect(Math.min(...heights)).toBeCloseTo(-0.03 * cosine, 12)
    expect(Math.max(...heights)).toBeCloseTo(1 + 0.03 * cosine, 12)
  })

  it('runs along its axis', () => {
    const z = tessellateSpring(Spring(), 16)
    const x = tessellateSpring(Spring({ axis: 'x' }), 16)
    // z of one is x of the other, and the rest follows cyclically
    expect([...x.vertices.subarray(3, 6)]).toEqual([z.vertices[5], z.vertices[3], z.vertices[4]])
    expect(computeVolume(x)).toBeCloseTo(computeVolume(z), 14)
  })
})

describe('tessellateGearWheel', () => {
  /** Area of the profile: triangles to the center between root and tip radius, per tooth. */
  function profileArea(r: number, R: number, teeth: number): number {
    const p = (2 * Math.PI) / teeth
    const flank = R * r * Math.sin(0.1 * p)
    return (teeth / 2) * (2 * flank + R * R * Math.sin(0.3 * p) + r * r * Math.sin(0.5 * p))
  }

  it('is closed and has the volume of its profile', () => {
    const gear = tessellateGearWheel(GearWheel({ length: 0.4 }))
    expectClosed(gear)
    expect(computeVolume(gear)).toBeCloseTo(0.4 * profileArea(0.45, 0.5, 20), 13)
    expect(computeMassProperties(gear).volume).toBeCloseTo(computeVolume(gear), 13)
  })

  it('can have a hole and helical teeth', () => {
    const straight = GearWheel({ length: 0.4, innerDiameter: 0.3, teeth: 12, rootDiameter: 0.8 })
    expectClosed(tessellateGearWheel(straight))
    // the hole has corners at the angles of the profile
    const p = (2 * Math.PI) / 12
    const hole = ((0.15 ** 2 * 12) / 2) * (2 * Math.sin(0.1 * p) + Math.sin(0.3 * p) + Math.sin(0.5 * p))
    const volume = 0.4 * (profileArea(0.4, 0.5, 12) - hole)
    expect(computeVolume(tessellateGearWheel(straight))).toBeCloseTo(volume, 13)
    const helical = tessellateGearWheel({ ...straight, angle: 0.5 })
    expectClosed(helical)
    // each face between two layers, of which there are 48 with edges up to 0.11 m, is split along a diagonal: its four
    // corners, moved by at most 0.5 m·0.05, are a tetrahedron; half of the faces bulge outwards and half inwards
    const error = Math.abs(computeVolume(helical) - volume)
    expect(error).toBeLessThan((24 * 0.4 * 0.11 * 0.5 * 0.05) / 6)
    // the teeth at the top are rotated by length·tan(angle)/radius relative to those at the bottom
    const [x0, y0] = helical.vertices
    const nCorner = 48
    const nLayer = Math.ceil(((0.4 * Math.tan(0.5)) / 0.5) * 20)
    const top = 3 * nCorner * nLayer
    const turn = Math.atan2(helical.vertices[top + 1], helical.vertices[top]) - Math.atan2(y0, x0)
    expect(turn).toBeCloseTo((0.4 * Math.tan(0.5)) / 0.5, 12)
  })
})

describe('createGridLines', () => {
  it('has lines from the center outwards and a border', () => {
    const lines = createGridLines(Grid({ length: 1, width: 0.6, distance: 0.1 }))
    // along x at y = -0.3 … 0.3, along y at x = -0.5 … 0.5
    expect(lines.length / 6).toBe(7 + 11)
    expect(lines.filter((_, i) => i % 3 === 2).every((z) => z === 0)).toBe(true)
    // border of a width that is not a multiple of the distance
    expect(createGridLines(Grid({ length: 1, width: 0.65, distance: 0.1 })).length / 6).toBe(7 + 2 + 11)
  })

  it('stands on its axis: length, width are y, z for x and z, x for y', () => {
    const extent = (axis: 'x' | 'y') => {
      const lines = createGridLines(Grid({ axis, length: 4, width: 2, distance: 1 }))
      return [0, 1, 2].map((k) => 2 * Math.max(...lines.filter((_, i) => i % 3 === k)))
    }
    expect(extent('x')).toEqual([0, 4, 2])
    expect(extent('y')).toEqual([2, 0, 4])
  })
})
