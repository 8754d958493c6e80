/** Random assemblies, and what changes of their structure leave of them, without the code that is tested. */
import { Fixed, SpringDamper } from 'vario/library/rotational'
import { FixedPosition, SpringDamper as TranslationalSpringDamper } from 'vario/library/translational'
import {
  Cylindrical,
  MassProperties,
  NoGravityField,
  Object3D,
  Planar,
  Prismatic,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Scene,
  SensorResult,
  Solid,
  Spherical,
  UniformGravityField,
  Universal,
} from 'vario/multibody'
import { createRandom } from '../../../support/random.ts'

export interface RandomBody {
  readonly name: string
  readonly mass: number
  readonly center: readonly number[]
  /** Ixx, Iyy, Izz, Ixy, Ixz, Iyz about the centre of mass. */
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
  /** Of obj1; the second one of a universal joint in obj1 before the first rotation. */
  readonly axes: readonly (readonly number[])[]
  isLocked: boolean
}

/** What holds a mechanism: `inner` is one of its bodies, `outer` a body or the world. */
export interface Holder {
  readonly inner: string
  readonly outer: string
  readonly isFree: boolean
}

const KINDS: readonly JointKind[] = [
  ...(['Revolute', 'Prismatic', 'Universal', 'Spherical', 'Cylindrical', 'Planar'] as const),
  ...(['RevoluteWithFlange', 'PrismaticWithFlange'] as const),
]

export class RandomStructure {
  readonly members: Record<string, unknown> = {}
  readonly bodies: RandomBody[] = []
  joints: RandomJoint[] = []
  holders: Holder[] = []
  readonly random: () => number
  /** Sizes of lengths [m] and masses [kg]. */
  readonly length: number
  readonly mass: number
  private readonly connect: string[][] = []

  constructor(
    seed: number,
    /** Nothing moves at the start. */
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

  /** Bodies that joints connect with one; the world has the name 'world'. */
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

  /** What holds the mechanism of a body; undefined: joints connect it with the world. */
  holderOf(name: string): Holder | undefined {
    const mechanism = this.mechanismOf(name)
    return this.holders.find(({ inner, outer }) => mechanism.has(inner) && !mechanism.has(outer))
  }

  /** Everything that is connected with a body, also by locks. */
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

  /** Whether a body is carried by the mechanism of another one. */
  hangsOn(name: string, other: string): boolean {
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

  private addBody(name: string, more: object): void {
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
    this.bodies.push({ name, mass, center, inertia })
    this.members[name] = Object3D({ ...more, feature: Solid({ massProperties }) })
    this.members[`${name}Lock`] = Object3D({ parent: name, lockable: true, ...this.place() })
    this.members[`${name}Motion`] = SensorResult({ object: name })
  }

  private addJoint(name: string, body1: string, body2: string): void {
    const { members, length, mass, speed } = this
    const [obj1, obj2] = [`${name}Frame1`, `${name}Frame2`]
    members[obj1] = Object3D({ parent: body1, ...this.place() })
    members[obj2] = Object3D({ parent: body2, ...this.place() })
    const kind = this.pick(KINDS)
    const axis = this.unit()
    const axis2 = this.unitAcross(axis)
    const phi = () => ({ init: this.between(-0.5, 0.5) })
    const w = () => ({ init: speed * this.between(-1, 1) })
    const s = () => ({ init: length * this.between(-0.5, 0.5) })
    const v = () => ({ init: speed * length * this.between(-0.5, 0.5) })
    const pair = (size: number) => ({ init: [size * this.between(-1, 1), size * this.between(-1, 1)] })
    const ends = { obj1, obj2 }
    const make = {
      Revolute: () => Revolute({ ...ends, axis, phi: phi(), w: w() }),
      Prismatic: () => Prismatic({ ...ends, axis, s: s(), v: v() }),
      Universal: () => Universal({ ...ends, axis1: axis, axis2, phi: pair(0.5), w: pair(speed) }),
      Spherical: () =>
        Spherical({
          ...ends,
          rotation: { init: this.vector(0.5) },
          angularVelocity: { init: this.vector(speed) },
        }),
      Cylindrical: () => Cylindrical({ ...ends, axis, phi: phi(), w: w(), s: s(), v: v() }),
      Planar: () =>
        Planar({ ...ends, axis, s: pair(0.5 * length), v: pair(speed * length), phi: phi(), w: w() }),
      RevoluteWithFlange: () => RevoluteWithFlange({ ...ends, axis, phi: phi(), w: w() }),
      PrismaticWithFlange: () => PrismaticWithFlange({ ...ends, axis, s: s(), v: v() }),
    }
    members[name] = make[kind]()
    if (kind === 'RevoluteWithFlange') {
      members[`${name}Spring`] = SpringDamper({ c: 20 * mass * length ** 2, d: mass * length ** 2 })
      members[`${name}Base`] = Fixed()
    }
    if (kind === 'PrismaticWithFlange') {
      members[`${name}Spring`] = TranslationalSpringDamper({ c: 20 * mass, d: mass })
      members[`${name}Base`] = FixedPosition()
    }
    if (isDriven(kind))
      this.connect.push(
        [`${name}Base.flange`, `${name}Spring.flange_a`],
        [`${name}Spring.flange_b`, `${name}.flange`],
      )
    this.joints.push({ name, kind, body1, body2, axes: [axis, axis2], isLocked: false })
  }

  private place() {
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

/** Whether equations move a joint. */
export const isDriven = (kind: JointKind): boolean => kind.endsWith('WithFlange')
