/** Random assemblies, and the effect of structural changes on them, without the tested code. */
import { Fixed, SpringDamper } from 'vario/library/rotational'
import { Fixed as FixedRail, SpringDamper as TranslationalSpringDamper } from 'vario/library/translational'
import {
  MassProperties,
  NoGravityField,
  Object3D,
  Pool,
  Scene,
  SensorResult,
  Solid,
  UniformGravityField,
} from 'vario/multibody'
import { createRandom } from '../../../support/random.ts'
import { createJoint } from './create-joint.ts'

export interface RandomBody {
  readonly name: string
  readonly mass: number
  readonly center: readonly number[]
  /** Ixx, Iyy, Izz, Ixy, Ixz, Iyz about the center of mass. */
  readonly inertia: readonly number[]
}

export type JointKind =
  | 'Revolute'
  | 'Prismatic'
  | 'Universal'
  | 'Spherical'
  | 'Cylindrical'
  | 'Planar'
  | 'RevoluteWithFlange'
  | 'PrismaticWithFlange'

export interface RandomJoint {
  readonly name: string
  readonly kind: JointKind
  readonly body1: string
  readonly body2: string
  /** Paths of obj1 and obj2. */
  readonly frames: readonly [string, string]
  /** Axes of obj1; the second one of a universal joint in obj1 before the first rotation. */
  readonly axes: readonly (readonly number[])[]
  isLocked: boolean
}

/** Connection that holds a mechanism: `inner` is one of its bodies, `outer` a body or the world. */
export interface Holder {
  readonly inner: string
  readonly outer: string
  readonly isFree: boolean
}

/** Kinds without flange. */
export const FREE_KINDS = [
  ...(['Revolute', 'Prismatic', 'Universal', 'Spherical', 'Cylindrical', 'Planar'] as const),
]
const KINDS: readonly JointKind[] = [...FREE_KINDS, 'RevoluteWithFlange', 'PrismaticWithFlange']

/** Parts with their names in a scope. */
interface Parts {
  readonly members: Record<string, unknown>
  readonly bodies: RandomBody[]
  readonly joints: RandomJoint[]
}

export class RandomStructure implements Parts {
  readonly members: Record<string, unknown> = {}
  readonly bodies: RandomBody[] = []
  /** All bodies, including deleted ones. */
  readonly allBodies: RandomBody[] = []
  joints: RandomJoint[] = []
  holders: Holder[] = []
  readonly random: () => number
  /** Sizes of lengths [m] and masses [kg]. */
  readonly length: number
  readonly mass: number
  private readonly connect: string[][] = []
  /** Template of the pool: two bodies and a joint. */
  private readonly template: Parts = { members: {}, bodies: [], joints: [] }
  private nAdded = 0

  constructor(
    seed: number,
    /** True if nothing moves at the start. */
    private readonly isAtRest = false,
  ) {
    this.random = createRandom(seed)
    const isScaled = this.random() < 0.4
    this.length = isScaled ? 10 ** this.between(-3, 3) : 1
    this.mass = isScaled ? 10 ** this.between(-3, 3) : 1
    const hasGravity = this.random() < 0.5
    const gravityField = hasGravity
      ? UniformGravityField({ g: 9.81 * this.length, n: this.vector(1) })
      : NoGravityField()
    const { length } = this
    const scene = Scene({
      gravityField,
      nominalLength: length,
      gap: 100 * length,
      enableContactDetection: false,
    })
    this.members.world = Object3D({ feature: scene })
    for (const name of ['depot1', 'depot2'])
      this.members[name] = Object3D({ parent: 'world', lockable: true, ...this.place() })
    const n = 2 + this.count(2)
    for (let k = 1; k <= n; k++) this.addAssembly(`a${k}`)
    if (this.random() < 0.5) this.addCarried()
    if (this.random() < 0.4) this.addArm()
    this.addPool()
    this.allBodies.push(...this.bodies)
    if (this.connect.length > 0) this.members.connect = this.connect
  }

  private get speed(): number {
    return this.isAtRest ? 0 : 1
  }

  between(a: number, b: number): number {
    return a + (b - a) * this.random()
  }

  count(n: number): number {
    return Math.floor(n * this.random())
  }

  pick<T>(list: readonly T[]): T {
    return list[this.count(list.length)]
  }

  vector(size: number): number[] {
    return [0, 1, 2].map(() => size * this.between(-1, 1))
  }

  bodyOf(name: string): RandomBody {
    return this.bodies.find((body) => body.name === name)!
  }

  /** Bodies that joints connect with a body; the name of the world is 'world'. */
  mechanismOf(name: string, joints: readonly RandomJoint[] = this.joints): Set<string> {
    const found = new Set([name])
    for (const body of found) {
      for (const { body1, body2 } of joints) {
        if (body1 === body) found.add(body2)
        if (body2 === body) found.add(body1)
      }
    }
    return found
  }

  /** Holder of the mechanism of a body; undefined: joints connect it with the world. */
  holderOf(name: string): Holder | undefined {
    const mechanism = this.mechanismOf(name)
    return this.holders.find(({ inner, outer }) => mechanism.has(inner) && !mechanism.has(outer))
  }

  /** Names of all bodies connected with a body, also by locks. */
  componentOf(name: string): Set<string> {
    const found = new Set([name])
    for (const body of found) {
      for (const other of this.mechanismOf(body)) found.add(other)
      for (const { inner, outer, isFree } of this.holders) {
        if (isFree) continue
        if (found.has(inner)) found.add(outer)
        if (found.has(outer)) found.add(inner)
      }
    }
    return found
  }

  /** True if a body is carried by the mechanism of another one. */
  isCarriedBy(name: string, other: string): boolean {
    const mechanism = this.mechanismOf(other)
    for (let at = name; ; ) {
      if (mechanism.has(at)) return true
      const holder = this.holderOf(at)
      if (holder === undefined || holder.isFree) return false
      at = holder.outer
    }
  }

  private addAssembly(name: string): void {
    const { length, speed } = this
    const way = this.random()
    const root = `${name}b1`
    const held = way < 0.6 ? 'world' : 'depot1'
    this.addBody(root, {
      parent: held,
      assemblyRoot: true,
      ...this.place(),
      ...(held === 'world' && {
        fixedToParent: false,
        velocity: this.vector(speed * length),
        angularVelocity: this.vector(speed),
        orientation: this.random() < 0.5 ? 'quaternion' : 'cardan',
      }),
    })
    this.holders.push({ inner: root, outer: 'world', isFree: held === 'world' })
    const n = this.random() < 0.4 ? 1 : 2 + this.count(2)
    for (let k = 2; k <= n; k++) {
      this.addBody(`${name}b${k}`, {})
      // also joints that point to the root
      const ends = [`${name}b${k - 1}`, `${name}b${k}`]
      if (this.random() < 0.3) ends.reverse()
      this.addJoint(`${name}j${k}`, ends[0], ends[1])
    }
  }

  /** An assembly that is attached to a body. */
  private addCarried(): void {
    const outer = this.pick(this.bodies).name
    this.addBody('carried', { parent: outer, assemblyRoot: true, ...this.place() })
    this.holders.push({ inner: 'carried', outer, isFree: false })
  }

  /** A mechanism that joints connect with the world. */
  private addArm(): void {
    this.addBody('arm1', {})
    this.addBody('arm2', {})
    this.addJoint('armj1', 'world', 'arm1')
    this.addJoint('armj2', 'arm1', 'arm2')
  }

  private addPool(): void {
    const { template } = this
    this.addBody('b1', {}, template)
    this.addBody('b2', {}, template)
    this.addJoint('j2', 'b1', 'b2', template, FREE_KINDS)
    this.members.parts = Pool(template.members as Parameters<typeof Pool>[0])
  }

  /** Adds an instance from the pool; returns its path. */
  addInstance(): string {
    this.nAdded++
    const path = `parts[${this.nAdded}]`
    const inside = (name: string): string => `${path}.${name}`
    const bodies = this.template.bodies.map((body) => ({ ...body, name: inside(body.name) }))
    this.bodies.push(...bodies)
    this.allBodies.push(...bodies)
    for (const joint of this.template.joints) {
      const { name, body1, body2, frames } = joint
      this.joints.push({
        ...joint,
        ...{ name: inside(name), body1: inside(body1), body2: inside(body2) },
        frames: [inside(frames[0]), inside(frames[1])],
      })
    }
    this.holders.push({ inner: bodies[0].name, outer: 'world', isFree: true })
    return path
  }

  private addBody(name: string, more: object, { members, bodies }: Parts = this): void {
    const { length } = this
    const mass = this.mass * this.between(0.5, 2)
    // I = trace of a positive definite matrix, minus this matrix: moments of a real body
    const size = mass * length ** 2 * 0.1
    const [a, b, c] = [0, 1, 2].map(() => size * this.between(0.2, 1))
    const [Ixy, Ixz, Iyz] = this.vector(0.05 * size)
    const inertia = [b + c, a + c, a + b, Ixy, Ixz, Iyz]
    const center = this.vector(0.2 * length)
    const massProperties = MassProperties({
      ...{ mass, centerOfMass: center, Ixx: inertia[0], Iyy: inertia[1], Izz: inertia[2], Ixy, Ixz, Iyz },
    })
    bodies.push({ name, mass, center, inertia })
    members[name] = Object3D({ ...more, feature: Solid({ massProperties }) })
    members[`${name}Lock`] = Object3D({ parent: name, lockable: true, ...this.place() })
    members[`${name}Motion`] = SensorResult({ object: name })
  }

  private addJoint(
    name: string,
    body1: string,
    body2: string,
    { members, joints }: Parts = this,
    kinds = KINDS,
  ): void {
    const { length, mass } = this
    const frames = [`${name}Frame1`, `${name}Frame2`] as const
    members[frames[0]] = Object3D({ parent: body1, ...this.place() })
    members[frames[1]] = Object3D({ parent: body2, ...this.place() })
    const kind = this.pick(kinds)
    const axes = this.axes()
    members[name] = createJoint(kind, frames, axes, this.starts())
    if (kind === 'RevoluteWithFlange') {
      members[`${name}Spring`] = SpringDamper({ c: 20 * mass * length ** 2, d: mass * length ** 2 })
      members[`${name}Base`] = Fixed()
    }
    if (kind === 'PrismaticWithFlange') {
      members[`${name}Spring`] = TranslationalSpringDamper({ c: 20 * mass, d: mass })
      members[`${name}Base`] = FixedRail()
    }
    if (isDriven(kind))
      this.connect.push(
        [`${name}Base.flange`, `${name}Spring.flange_a`],
        [`${name}Spring.flange_b`, `${name}.flange`],
      )
    joints.push({ name, kind, body1, body2, frames, axes, isLocked: false })
  }

  /** Random positions and velocities of a joint: three angles, two distances, and their rates. */
  private starts() {
    const { length, speed } = this
    const list = (size: number): number[] => this.vector(size)
    return {
      ...{ angles: list(0.5), angularVelocities: list(speed) },
      ...{ distances: list(0.5 * length), velocities: list(0.5 * speed * length) },
    }
  }

  /** Two axes that are not parallel. */
  axes(): number[][] {
    const axis = this.unit()
    return [axis, this.unitAcross(axis)]
  }

  place() {
    return { translation: this.vector(0.5 * this.length), rotation: this.vector(1) }
  }

  private unit(): number[] {
    const v = this.vector(1)
    const size = Math.hypot(...v)
    return size > 0.1 ? v.map((x) => x / size) : this.unit()
  }

  /** A unit vector that is not parallel to another one. */
  private unitAcross(axis: readonly number[]): number[] {
    const v = this.unit()
    const cosine = v.reduce((sum, x, i) => sum + x * axis[i], 0)
    return Math.abs(cosine) < 0.7 ? v : this.unitAcross(axis)
  }
}

/** True if equations move a joint. */
export const isDriven = (kind: JointKind): boolean => kind.endsWith('WithFlange')
