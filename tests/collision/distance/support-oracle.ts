/**
 * Signed distances by brute force, independent of the implementation: support functions h of whole shapes, smoothing included, written
 * from their definition, and a search for the maximum of n·p - hA(n) - hB(-n) over all directions: a dense sample of the sphere, then a
 * pattern search from the best ones.
 */

import type { SolidShape } from 'vario/collision'
import type { SignedAxis } from '../../../src/collision/index.ts'
import { mulRotation, type Pose, rotateBack, type Vector } from './poses.ts'

export type SupportFunction = (x: number, y: number, z: number) => number

const AXES = { x: 0, y: 1, z: 2 } as const

/** h(d) = max d·x over the shape, in its own frame, for unit vectors d. */
export function supportFunction(shape: SolidShape, smoothingRadius = 0): SupportFunction {
  const r = smoothingRadius
  switch (shape.shape) {
    case 'Sphere':
      return () => shape.diameter / 2
    case 'Ellipsoid': {
      const [a, b, c] = [shape.lengthX / 2, shape.lengthY / 2, shape.lengthZ / 2]
      return (x, y, z) => Math.hypot(a * x, b * y, c * z)
    }
    case 'Box': {
      const [a, b, c] = [shape.lengthX / 2 - r, shape.lengthY / 2 - r, shape.lengthZ / 2 - r]
      return (x, y, z) => a * Math.abs(x) + b * Math.abs(y) + c * Math.abs(z) + r
    }
    case 'Capsule':
      return alongAxis(shape.axis, (_x, _y, z) => (shape.length / 2) * Math.abs(z) + shape.diameter / 2)
    case 'Cylinder': {
      const [radius, half] = [shape.diameter / 2 - r, shape.length / 2 - r]
      return alongAxis(shape.axis, (x, y, z) => radius * Math.hypot(x, y) + half * Math.abs(z) + r)
    }
    case 'Beam': {
      const [half, width, thickness] = [shape.length / 2, shape.width / 2 - r, shape.thickness / 2 - r]
      return alongAxis(
        shape.axis,
        (x, y, z) => half * Math.abs(z) + width * Math.hypot(x, z) + thickness * Math.abs(y) + r,
      )
    }
    case 'Cone': {
      if (r > 0) throw new Error('the oracle knows cones without smoothing only')
      const [base, top] = [shape.diameter / 2, shape.topDiameter / 2]
      return alongAxis(shape.axis, (x, y, z) => {
        const across = Math.hypot(x, y)
        return Math.max(base * across, top * across + shape.length * z)
      })
    }
    case 'Mesh': {
      const v = shape.vertices
      return (x, y, z) => {
        let best = -Infinity
        for (let i = 0; i < v.length; i += 3) best = Math.max(best, v[i] * x + v[i + 1] * y + v[i + 2] * z)
        return best
      }
    }
  }
}

/** Converts a function in a frame whose z axis is the axis of the shape; the other axes follow cyclically. */
function alongAxis(axis: SignedAxis, h: SupportFunction): SupportFunction {
  const sign = axis.startsWith('-') ? -1 : 1
  const k = AXES[axis.slice(-1) as keyof typeof AXES]
  return (x, y, z) => {
    const d = [x, y, z]
    return h(d[(k + 1) % 3], d[(k + 2) % 3], sign * d[k])
  }
}

/** g(n) for n in the frame of the first pose: a lower bound of the signed distance. */
export function createGap(
  hA: SupportFunction,
  poseA: Pose,
  hB: SupportFunction,
  poseB: Pose,
): (n: Vector) => number {
  const offset: Vector = [poseB.p[0] - poseA.p[0], poseB.p[1] - poseA.p[1], poseB.p[2] - poseA.p[2]]
  const p = rotateBack(poseA.R, offset)
  const R = mulRotation(poseA.R, poseB.R)
  return (n) => {
    const d = rotateBack(R, n)
    return n[0] * p[0] + n[1] * p[1] + n[2] * p[2] - hA(n[0], n[1], n[2]) - hB(-d[0], -d[1], -d[2])
  }
}

const SAMPLES = createSamples(600)

function createSamples(n: number): Vector[] {
  const golden = Math.PI * (3 - Math.sqrt(5))
  return Array.from({ length: n }, (_, i) => {
    const z = 1 - (2 * i + 1) / n
    const r = Math.sqrt(1 - z * z)
    return [r * Math.cos(golden * i), r * Math.sin(golden * i), z]
  })
}

/** The maximum of g over the sphere, with its direction; a lower bound of the signed distance in any case. */
export function maximizeGap(gap: (n: Vector) => number, nStart = 12): { distance: number; n: Vector } {
  const values = SAMPLES.map(gap)
  const order = values.map((_, i) => i).sort((i, j) => values[j] - values[i])
  let best = { distance: -Infinity, n: SAMPLES[0] }
  const starts: Vector[] = []
  for (const i of order) {
    if (starts.length >= nStart) break
    const n = SAMPLES[i]
    if (starts.some((s) => s[0] * n[0] + s[1] * n[1] + s[2] * n[2] > 0.97)) continue
    starts.push(n)
    const found = searchPattern(gap, n, values[i])
    if (found.distance > best.distance) best = found
  }
  return best
}

/** Pattern search on the sphere with eight rotating directions, until the step is 1e-10. */
function searchPattern(
  gap: (n: Vector) => number,
  start: Vector,
  value: number,
): { distance: number; n: Vector } {
  let n = start
  let distance = value
  let step = 0.1
  let turn = 0
  while (step > 1e-10) {
    const [u, v] = tangents(n)
    let improved = false
    turn += 0.7
    for (let k = 0; k < 8; k++) {
      const c = step * Math.cos(turn + (k * Math.PI) / 4)
      const s = step * Math.sin(turn + (k * Math.PI) / 4)
      const m: Vector = [n[0] + c * u[0] + s * v[0], n[1] + c * u[1] + s * v[1], n[2] + c * u[2] + s * v[2]]
      const norm = Math.hypot(m[0], m[1], m[2])
      const unit: Vector = [m[0] / norm, m[1] / norm, m[2] / norm]
      const candidate = gap(unit)
      if (candidate > distance) {
        distance = candidate
        n = unit
        improved = true
      }
    }
    if (!improved) step *= 0.6
  }
  return { distance, n }
}

function tangents(n: Vector): [Vector, Vector] {
  const other: Vector = Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]
  const u: Vector = [
    n[1] * other[2] - n[2] * other[1],
    n[2] * other[0] - n[0] * other[2],
    n[0] * other[1] - n[1] * other[0],
  ]
  const norm = Math.hypot(u[0], u[1], u[2])
  u[0] /= norm
  u[1] /= norm
  u[2] /= norm
  return [u, [n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]]]
}
