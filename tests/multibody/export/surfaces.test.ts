import {
  Beam,
  Box,
  Capsule,
  Cone,
  Cylinder,
  computeMassProperties,
  Mesh,
  type SolidShape,
  Sphere,
} from 'vario/collision'
import { GearWheel, Spring, TextShape, toObj, toStl } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { createPrimitives } from '../../../src/animation/primitives.ts'
import { parseObj, parseStl } from '../../../src/collision/index.ts'
import { createSampleScene, fixedPart, look, movingPart, TIMES } from './sample-scene.ts'

/** Volume inside a closed surface: the sum of tetrahedra to the origin. */
function computeVolume(vertices: ArrayLike<number>, triangles: ArrayLike<number>): number {
  let volume = 0
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => [0, 1, 2].map((d) => vertices[3 * triangles[i + k] + d]))
    volume +=
      a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0])
  }
  return volume / 6
}

describe('the frame of a text', () => {
  const offset: [number, number, number] = [1, 2, 3]
  // characters are 0.2 m high, and 0.55 times as wide on average: four of them
  const [width, height] = [4 * 0.55 * 0.2, 0.2]
  // axes of reading direction and of the height of characters
  const PLANES = [
    ['XY', 0, 1],
    ['XZ', 0, 2],
    ['YZ', 1, 2],
    ['Screen', 0, 1],
  ] as const
  const STARTS = [
    ['Left', 0],
    ['Center', -0.5],
    ['Right', -1],
  ] as const

  it.each(PLANES.flatMap((plane) => STARTS.map((start) => [...plane, ...start] as const)))(
    'lies in %s (axes %d and %d), aligned %s',
    (axisAlignment, u, v, alignment, start) => {
      const text = TextShape({ text: 'four', font: { charSize: height }, axisAlignment, alignment, offset })
      const [{ mode, positions, indices }] = createPrimitives(text, false, 32)
      const low = [...offset]
      low[u] += start * width
      const high = [...low]
      high[u] += width
      high[v] += height
      const corners = [0, 1, 2].map((axis) => [...positions].filter((_, k) => k % 3 === axis))
      for (const axis of [0, 1, 2]) {
        expect(Math.min(...corners[axis])).toBeCloseTo(low[axis], 14)
        expect(Math.max(...corners[axis])).toBeCloseTo(high[axis], 14)
      }
      // four lines around it
      expect(mode).toBe('lines')
      let length = 0
      for (let k = 0; k < indices.length; k += 2) {
        const [a, b] = [indices[k], indices[k + 1]].map((i) => positions.subarray(3 * i, 3 * i + 3))
        length += Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2])
      }
      expect(length).toBeCloseTo(2 * (width + height), 13)
    },
  )
})

describe('createPrimitives', () => {
  const shapes: SolidShape[] = [
    Sphere(),
    Box(),
    Cylinder({ axis: 'x' }),
    Cylinder({ innerDiameter: 0.5 }),
    Cone({ axis: 'y' }),
    Cone({ topDiameter: 0.4 }),
    Capsule(),
    Beam(),
  ]
  it.each([...shapes, Spring(), GearWheel(), GearWheel({ angle: -0.4, innerDiameter: 0.2, axis: 'y' })])(
    'gives unit normals on the outer side of the triangles: %j',
    (shape) => {
      const [{ positions, normals, indices }] = createPrimitives(shape, false, 32)
      let unitError = 0
      let smallestCosine = 1
      for (let i = 0; i < indices.length; i += 3) {
        const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * indices[i + k], 3 * indices[i + k] + 3))
        const u = b.map((x, k) => x - a[k])
        const v = c.map((x, k) => x - a[k])
        const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
        const norm = Math.hypot(...n)
        for (let k = 0; k < 3; k++) {
          const normal = normals.subarray(3 * indices[i + k], 3 * indices[i + k] + 3)
          unitError = Math.max(unitError, Math.abs(Math.hypot(...normal) - 1))
          const cosine = (normal[0] * n[0] + normal[1] * n[1] + normal[2] * n[2]) / norm
          smallestCosine = Math.min(smallestCosine, cosine)
        }
      }
      expect(unitError).toBeLessThan(1e-15 * 4)
      // smoothed over faces that meet at less than 40 degrees
      expect(smallestCosine).toBeGreaterThan(Math.cos((40 * Math.PI) / 180))
      // the sum of tetrahedra is positive only if triangles are counterclockwise seen from outside
      expect(computeVolume(positions, indices)).toBeGreaterThan(0)
    },
  )

  it('keeps edges sharp and curved surfaces smooth: vertices of a box, a cylinder and a sphere', () => {
    const count = (shape: SolidShape) => createPrimitives(shape, false, 32)[0].positions.length / 3
    expect(count(Box())).toBe(24)
    // both circles once for the side and once for the end, and both centers
    expect(count(Cylinder())).toBe(4 * 32 + 2)
    expect(count(Sphere())).toBe(15 * 32 + 2)
  })

  it('draws every edge of a wire frame once', () => {
    // a box of triangles has 12 edges and 6 diagonals
    const [{ mode, indices }] = createPrimitives(Box(), true, 32)
    expect([mode, indices.length / 2]).toEqual(['lines', 18])
  })

  it('draws a rod as a line, and no point', () => {
    const rod = createPrimitives(Box({ lengthX: 2, lengthY: 0, lengthZ: 0 }), false, 32)
    expect(rod.map(({ mode }) => mode)).toEqual(['lines'])
    expect(createPrimitives(Box({ lengthX: 0, lengthY: 0, lengthZ: 0 }), false, 32)).toEqual([])
  })
})

describe('toObj and toStl', () => {
  const times = TIMES
  const box = Box({ lengthX: 1, lengthY: 2, lengthZ: 3 })

  it('write the pose of parts between two samples', () => {
    const scene = { name: 'box', times, parts: [movingPart('box', box, look(), 5)], up: [0, 1, 0] } as const
    const time = 2.1
    // 0.1 m/s from t = 2, rotated by 4t about y; corner of a box
    const angle = 4 * time
    const expected = [0.5, 1, 1.5]
    const x = 0.01 + expected[0] * Math.cos(angle) + expected[2] * Math.sin(angle)
    const z = 5 - expected[0] * Math.sin(angle) + expected[2] * Math.cos(angle)
    for (const [mesh, tolerance] of [
      [parseObj(toObj(scene, time)), 1e-14],
      // 32 bit floats of numbers below 8
      [parseStl(toStl(scene, time)), 4 * 2 ** -23],
    ] as const) {
      expect(mesh.triangles.length / 3).toBe(12)
      const found = Array.from({ length: 8 }, (_, i) =>
        Math.hypot(mesh.vertices[3 * i] - x, mesh.vertices[3 * i + 1] - 1, mesh.vertices[3 * i + 2] - z),
      )
      expect(Math.min(...found)).toBeLessThan(tolerance)
      const solid = Mesh({ vertices: mesh.vertices, triangles: mesh.triangles })
      expect(computeMassProperties(solid).volume).toBeCloseTo(6, 5)
    }
  })

  it('write all surfaces of all existing parts', () => {
    const scene = createSampleScene()
    const early = toObj(scene, 2)
    const names = [...early.matchAll(/^o (.*)$/gm)].map(([, name]) => name)
    expect(new Set(names)).toEqual(
      new Set(
        scene.parts.map(({ path }) => path).filter((path) => !['floor', 'label', 'never'].includes(path)),
      ),
    )
    expect(toObj(scene, 4)).not.toContain('o deleted')
    const nFace = [...early.matchAll(/^f /gm)].length
    const bytes = toStl(scene, 2)
    expect(new DataView(bytes.buffer).getUint32(80, true)).toBe(nFace)
    expect(bytes.length).toBe(84 + 50 * nFace)
  })

  it('name the range of times', () => {
    const scene = {
      name: 's',
      times,
      parts: [fixedPart('box', box, look(), [0, 0, 0])],
      up: [0, 1, 0],
    } as const
    expect(() => toObj(scene, 1.9)).toThrow('time: expected a number between 2 and 4, got 1.9.')
    expect(() => toStl(scene, Number.NaN)).toThrow('time: expected a number between 2 and 4')
  })
})
