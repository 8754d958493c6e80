/**
 * Random mechanisms with closed loops. All bodies are parallel to the world at the start, and all joints at zero, so a
 * joint fits between any two of them: joints between existing bodies close a random tree.
 */
import {
  Box,
  Cylindrical,
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
  Sphere,
  Spherical,
  UniformGravityField,
  Universal,
} from 'vario/multibody'
import { createRandom } from '../../../support/random.ts'

export type MechanismKind = 'planar' | 'spatial' | 'several loops' | 'free' | 'contact'

interface RandomJoint {
  readonly name: string
  readonly kind: string
  readonly body1: string
  readonly body2: string
  readonly point: readonly number[]
  readonly axis: readonly number[]
  readonly axis2: readonly number[]
}

export interface RandomMechanism {
  readonly kind: MechanismKind
  readonly bodies: readonly {
    readonly name: string
    readonly com: readonly number[]
    readonly mass: number
  }[]
  readonly inertias: readonly (readonly number[])[]
  readonly joints: readonly RandomJoint[]
  readonly gravity: readonly number[]
  /** Motion of the first body, if it is free. */
  readonly velocity: readonly number[]
  readonly angularVelocity: readonly number[]
}

const FREEDOM: Readonly<Record<string, number>> = {
  ...{ Revolute: 1, Prismatic: 1, Cylindrical: 2, Universal: 2, Spherical: 3, Planar: 3 },
}

/** True if a joint keeps its two points together. */
export function holdsPoint({ kind }: RandomJoint): boolean {
  return kind === 'Revolute' || kind === 'Universal' || kind === 'Spherical'
}

export function createRandomMechanism(kind: MechanismKind, seed: number): RandomMechanism {
  const next = createRandom(seed)
  const between = (low: number, high: number): number => low + (high - low) * next()
  const isPlanar = kind === 'planar'
  const isFree = kind === 'free' || kind === 'contact'
  const vector = (size: number): number[] => [0, 1, 2].map(() => between(-size, size))
  const direction = (): number[] => {
    const v = vector(1)
    const length = Math.hypot(...v)
    return length > 0.1 ? v.map((x) => x / length) : [0, 0, 1]
  }
  const pick = <T>(list: readonly T[]): T => list[Math.floor(between(0, list.length))]
  const n = 4 + Math.floor(between(0, kind === 'several loops' ? 5 : 3))
  const bodies: RandomMechanism['bodies'][number][] = []
  while (bodies.length < n) {
    const com = isPlanar ? [...vector(1).slice(0, 2), 0] : vector(1)
    // bodies must not overlap if they collide
    const isNear = bodies.some((other) => Math.hypot(...other.com.map((x, i) => x - com[i])) < 0.3)
    if (!isNear) bodies.push({ name: `body${bodies.length}`, com, mass: between(0.5, 3) })
  }
  // of three masses on three axes
  const inertias = bodies.map(({ mass }) => {
    const [a, b, c] = vector(0.3).map((x) => mass * (0.02 + x * x))
    return [b + c, a + c, a + b]
  })
  const joints: RandomJoint[] = []
  const add = (body1: string, body2: string, jointKind: string): void => {
    const [a, b] = [body1, body2].map((name) => bodies.find((body) => body.name === name)?.com ?? [0, 0, 0])
    const noise = vector(0.3)
    const point = a.map((x, i) => (x + b[i]) / 2 + noise[i])
    const axis = direction()
    const across = direction()
    const along = across.reduce((sum, x, i) => sum + x * axis[i], 0)
    const turned = across.map((x, i) => x - along * axis[i])
    const length = Math.hypot(...turned)
    const angle = between(0, 2 * Math.PI)
    const inPlane = jointKind === 'Prismatic' ? [Math.cos(angle), Math.sin(angle), 0] : [0, 0, 1]
    joints.push({
      ...{ name: `joint${joints.length}`, kind: jointKind, body1, body2 },
      ...{ point: isPlanar ? [point[0], point[1], 0] : point, axis: isPlanar ? inPlane : axis },
      axis2: turned.map((x) => x / length),
    })
  }
  let freedom = isFree ? 6 : 0
  const kinds = isPlanar
    ? ['Revolute', 'Revolute', 'Revolute', 'Prismatic']
    : ['Revolute', 'Revolute', 'Prismatic', 'Universal', 'Spherical', 'Cylindrical', 'Planar']
  bodies.forEach(({ name }, i) => {
    if (i === 0 && isFree) return
    const parent = i === 0 ? 'world' : i < 3 && !isFree ? pick(['world', 'body0']) : bodies[i - 1].name
    const jointKind = pick(kinds)
    add(parent, name, jointKind)
    freedom += FREEDOM[jointKind]
  })
  const wanted = kind === 'several loops' ? 3 : 1
  const least = isFree ? 7 : 1
  for (let k = 0; k < wanted; k++) {
    const [i, j] = [n - 1 - k, Math.floor(between(-1, n - 2 - k))]
    const first = j < 0 ? (isFree ? 'body0' : 'world') : bodies[j].name
    if (i <= 0 || first === bodies[i].name) continue
    // kinds that leave the mechanism at least one degree of freedom
    const closing = kinds.filter(
      (name) => freedom - (isPlanar ? 3 : 6) + FREEDOM[name] >= least && name !== 'Planar',
    )
    if (closing.length === 0) continue
    const jointKind = pick(closing)
    add(first, bodies[i].name, jointKind)
    freedom += FREEDOM[jointKind] - (isPlanar ? 3 : 6)
  }
  return {
    ...{ kind, bodies, inertias, joints },
    gravity:
      kind === 'free' ? [0, 0, 0] : kind === 'contact' ? [0, 0, -9.81] : direction().map((x) => 9.81 * x),
    velocity: vector(1),
    angularVelocity: vector(3),
  }
}

/** The model; joints in `kept` have start values, so others are cut. */
export function buildRandomMechanism(mechanism: RandomMechanism, kept: ReadonlySet<string>) {
  const { kind, bodies, inertias, joints, gravity } = mechanism
  const g = Math.hypot(...gravity)
  const hasContacts = kind === 'contact'
  const comOf = (name: string): readonly number[] =>
    bodies.find((body) => body.name === name)?.com ?? [0, 0, 0]
  const members: Record<string, unknown> = {
    world: Object3D({
      feature: Scene({
        enableContactDetection: hasContacts,
        gravityField: g > 0 ? UniformGravityField({ g, n: gravity.map((x) => x / g) }) : NoGravityField(),
      }),
    }),
  }
  bodies.forEach(({ name, mass }, i) => {
    const [Ixx, Iyy, Izz] = inertias[i]
    const massProperties = MassProperties({ mass, Ixx, Iyy, Izz })
    const shape = hasContacts && { shape: Sphere({ diameter: 0.2 }), collision: true, solidMaterial: 'Steel' }
    members[name] = Object3D({ feature: Solid({ massProperties, ...shape } as Parameters<typeof Solid>[0]) })
  })
  if (hasContacts) {
    const lowest = Math.min(...bodies.map(({ com }) => com[2]))
    members.ground = Object3D({
      ...{ parent: 'world', translation: [0, 0, lowest - 0.65] },
      feature: Solid({
        shape: Box({ lengthX: 20, lengthY: 20, lengthZ: 1 }),
        solidMaterial: 'Steel',
        collision: true,
      }),
    })
  }
  if (kind === 'free' || hasContacts)
    members.root = Free({
      ...{ obj1: 'world', obj2: 'body0', translation: [...bodies[0].com], orientation: 'quaternion' },
      velocity: [...(hasContacts ? [0.1, 0.2, 0] : mechanism.velocity)],
      angularVelocity: [...(hasContacts ? [0, 0, 0] : mechanism.angularVelocity)],
    })
  for (const joint of joints) {
    const { name, body1, body2, point } = joint
    const place = (body: string): number[] => point.map((x, i) => x - comOf(body)[i])
    members[`${name}_1`] = Object3D({ parent: body1, translation: place(body1) })
    members[`${name}_2`] = Object3D({ parent: body2, translation: place(body2) })
    members[name] = createJoint(joint, kept.has(name))
  }
  return Model3D(members as Parameters<typeof Model3D>[0])
}

function createJoint({ name, kind, axis, axis2 }: RandomJoint, isKept: boolean): unknown {
  const ends = { obj1: `${name}_1`, obj2: `${name}_2` }
  const about = { ...ends, axis: [...axis] }
  const init = { init: 0 }
  if (kind === 'Revolute') return Revolute({ ...about, ...(isKept && { phi: init }) })
  if (kind === 'Prismatic') return Prismatic({ ...about, ...(isKept && { s: init }) })
  if (kind === 'Cylindrical') return Cylindrical({ ...about, ...(isKept && { phi: init }) })
  if (kind === 'Planar') return Planar({ ...about, ...(isKept && { phi: init }) })
  if (kind === 'Spherical') return Spherical({ ...ends, ...(isKept && { rotation: [0, 0, 0] }) })
  return Universal({ ...ends, axis1: [...axis], axis2: [...axis2], ...(isKept && { phi: [0, 0] }) })
}
