/** Random trees of bodies with all kinds of joints, in both directions. */
import {
  Cylindrical,
  type Dynamics,
  Free,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Planar,
  Prismatic,
  Revolute,
  Scene,
  Solid,
  Spherical,
  UniformGravityField,
  Universal,
} from 'vario/multibody'
import { createRandom } from '../../support/random.ts'

/** Mass properties of one body. */
export interface BodyData {
  readonly path: string
  readonly mass: number
  /** In the frame of the object [m] (3). */
  readonly center: readonly number[]
  /** About the center, in the frame of the object [kg.m2] (3 × 3). */
  readonly inertia: readonly (readonly number[])[]
}

export interface RandomTree {
  readonly model: ReturnType<typeof Model3D>
  readonly bodies: readonly BodyData[]
  readonly random: () => number
}

/** A tree of `n` bodies; every joint has start values. */
export function createRandomTree(seed: number, n: number, hasGravity = true): RandomTree {
  const unit = createRandom(seed)
  const random = (): number => 2 * unit() - 1
  const vector = (length: number, size = 1): number[] => Array.from({ length }, () => size * random())
  const gravityField = hasGravity ? UniformGravityField({ g: 9.81, n: vector(3) }) : NoGravityField()
  const members: Record<string, unknown> = { world: Object3D({ feature: Scene({ gravityField }) }) }
  const bodies: BodyData[] = []
  for (let i = 0; i < n; i++) {
    const mass = 1.5 + random()
    const center = vector(3, 0.3)
    const [Ixx, Iyy, Izz] = [1 + 0.3 * random(), 1 + 0.3 * random(), 1 + 0.3 * random()]
    const [Ixy, Ixz, Iyz] = vector(3, 0.2)
    const massProperties = MassProperties({ mass, centerOfMass: center, Ixx, Iyy, Izz, Ixy, Ixz, Iyz })
    bodies.push({
      ...{ path: `b${i}`, mass, center },
      inertia: [
        [Ixx, Ixy, Ixz],
        [Ixy, Iyy, Iyz],
        [Ixz, Iyz, Izz],
      ],
    })
    const parent = Math.floor(unit() * (i + 1)) - 1
    members[`b${i}`] = Object3D({ feature: Solid({ massProperties }) })
    members[`f${i}`] = Object3D({ parent: `b${i}`, translation: vector(3), rotation: vector(3) })
    const ends = [parent < 0 ? 'world' : `f${parent}`, `b${i}`]
    if (unit() < 0.5) ends.reverse()
    const objects = { obj1: ends[0], obj2: ends[1] }
    const turn = { rotation: vector(3), angularVelocity: vector(3, 2) }
    const orientation = unit() < 0.5 ? ('cardan' as const) : ('quaternion' as const)
    const kinds = [
      () => Revolute({ ...objects, axis: vector(3), phi: random(), w: random() }),
      () => Prismatic({ ...objects, axis: vector(3), s: random(), v: random() }),
      () => Cylindrical({ ...objects, s: random(), v: random(), phi: random(), w: random() }),
      () => Universal({ ...objects, phi: vector(2), w: vector(2) }),
      () => Planar({ ...objects, s: vector(2), v: vector(2), phi: random(), w: random() }),
      () => Spherical({ ...objects, ...turn, orientation }),
      () => Free({ ...objects, ...turn, translation: vector(3), velocity: vector(3), orientation }),
    ]
    members[`j${i}`] = kinds[Math.floor(unit() * kinds.length)]()
  }
  return { model: Model3D(members as Parameters<typeof Model3D>[0]), bodies, random }
}

/** The numbers `a + factor b`. */
export function shifted(a: ArrayLike<number>, b: ArrayLike<number>, factor: number): Float64Array {
  return Float64Array.from(a, (x, i) => x + factor * b[i])
}

/** Derivative along the motion (q' = rates, v' = a) by central differences, error O(h²). */
export function differentiate(
  robot: Dynamics,
  q: Float64Array,
  v: Float64Array,
  a: Float64Array,
  f: (q: Float64Array, v: Float64Array) => ArrayLike<number>,
  h = 1e-5,
): number[] {
  const rates = robot.positionRates(q, v)
  // of second order: positions have second derivatives too
  const at = (t: number): ArrayLike<number> => f(shifted(q, rates, t), shifted(v, a, t))
  const [after, before] = [at(h), at(-h)]
  return Array.from(after, (x, i) => (x - before[i]) / (2 * h))
}

/** Product of a matrix and a vector. */
export function times(
  { rows, cols, data }: { readonly rows: number; readonly cols: number; readonly data: Float64Array },
  x: ArrayLike<number>,
): number[] {
  return Array.from({ length: rows }, (_, i) => {
    let sum = 0
    for (let k = 0; k < cols; k++) sum += data[cols * i + k] * x[k]
    return sum
  })
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}
