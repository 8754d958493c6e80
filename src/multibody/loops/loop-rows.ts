/** Constraints of a cut joint between its two objects. */
import {
  FREE,
  type LoopRow,
  PERPENDICULAR,
  PRISMATIC,
  REVOLUTE,
  SPHERICAL,
  TRANSLATION,
} from '../../mechanics/index.ts'
import { isAxisElement } from '../parts/joints/index.ts'
import type { JointNode } from '../structure/index.ts'

const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

/** No translation. */
const POINT: readonly LoopRow[] = AXES.map((u) => ({ kind: TRANSLATION, u }))

/** No rotation: x of one is perpendicular to y of the other, and so on. */
const PARALLEL: readonly LoopRow[] = AXES.map((e, k) => ({ kind: PERPENDICULAR, e, d: AXES[(k + 1) % 3] }))

/** The constraints between obj1 and obj2 of a joint, in the frames of both. */
export function createLoopRows({ fixed, motion }: JointNode): readonly LoopRow[] {
  if (fixed !== null || motion === null) return [...POINT, ...PARALLEL]
  const { elements } = motion
  const axes = elements.filter(isAxisElement)
  if (elements[0].kind === FREE) return []
  if (elements[0].kind === SPHERICAL) return POINT
  const translations = axes.filter(({ kind }) => kind === PRISMATIC).map(({ axis }) => axis)
  const rotations = axes.filter(({ kind }) => kind === REVOLUTE).map(({ axis }) => axis)
  return [...holdTranslation(translations), ...holdRotation(rotations)]
}

/** Permits translation only along some directions of F. */
function holdTranslation(free: readonly Float64Array[]): LoopRow[] {
  if (free.length === 0) return [...POINT]
  if (free.length === 1) return perpendicularTo(free[0]).map((u) => ({ kind: TRANSLATION, u }))
  if (free.length === 2) return [{ kind: TRANSLATION, u: cross(free[0], free[1]) }]
  return []
}

/** Permits rotation only about an axis, or about one of F and one of G, which keep their angle. */
function holdRotation(free: readonly Float64Array[]): LoopRow[] {
  if (free.length === 0) return [...PARALLEL]
  if (free.length > 2) return []
  const [n, m] = free
  if (free.length === 1) return perpendicularTo(n).map((e) => ({ kind: PERPENDICULAR, e, d: n }))
  return [{ kind: PERPENDICULAR, e: n, d: m, cosine: n[0] * m[0] + n[1] * m[1] + n[2] * m[2] }]
}

/** Two unit vectors perpendicular to an axis and to each other. */
export function perpendicularTo(n: Float64Array): Float64Array[] {
  const sizes = Array.from(n, Math.abs)
  const other = new Float64Array(3)
  other[sizes.indexOf(Math.min(...sizes))] = 1
  const first = cross(n, other)
  return [first, cross(n, first)]
}

/** Unit vector along a × b. */
function cross(a: Float64Array, b: Float64Array): Float64Array {
  const c = Float64Array.of(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
  const length = Math.hypot(...c)
  return c.map((x) => x / length)
}
