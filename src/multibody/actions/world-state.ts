/** The view that action programs and conditions have of a simulation. */
import { InputError, listScopes, suggestName, VarioError } from '../../base/index.ts'
import { cardan123FromRotation, vec3Dot, vec3Norm } from '../../math/index.ts'
import { CONTACT_RESULT_SIZE, NORMAL_FORCE, readContact } from '../../mechanics/index.ts'
import type { PartPath } from '../parts/index.ts'
import { isAxisElement } from '../parts/joints/index.ts'
import type { Frame } from '../records/index.ts'
import {
  findAssembly,
  findInScopes,
  findPart,
  type JointNode,
  type ObjectNode,
  type Structure,
} from '../structure/index.ts'
import { RelativeMotion, type World } from '../world/index.ts'

/**
 * The state of a simulation at the time of the query. Paths are resolved where the program is declared, and then in the
 * enclosing models. Vectors are in the axes of the world unless stated otherwise.
 */
export interface WorldState {
  /** [s] */
  readonly time: number
  /** Position of the origin of an object [m], relative to the world, or to another object and in its axes. */
  position(object: string, relativeTo?: string): number[]
  /** Velocity of the origin of an object [m/s]. */
  velocity(object: string): number[]
  /** Cardan angles about x, y, z of an object [rad], relative to the world. */
  rotation(object: string): number[]
  /** Angular velocity of an object [rad/s]. */
  angularVelocity(object: string): number[]
  /** Distance of the origins of two objects [m]. */
  distance(a: string, b: string): number
  /** Magnitude of the velocity of the origin of `b` relative to `a` [m/s]. */
  relativeSpeed(a: string, b: string): number
  /** Position [m, rad] of a joint, or of one of its axes, counted from 1 (default 1). */
  jointPosition(joint: string, axis?: number): number
  /** Velocity of a joint [m/s, rad/s], or of one of its axes. */
  jointVelocity(joint: string, axis?: number): number
  /** Force [N] and torque [N.m] that obj1 exerts on obj2 through a joint, at the origin of obj2. */
  jointForce(joint: string): { readonly force: number[]; readonly torque: number[] }
  /** True if an object touches another one, or anything; with impulses, at the instant of an impact. */
  touches(a: string, b?: string): boolean
  /** Normal force of the contacts of an object with another one, or with all others: the sum of the magnitudes [N]. */
  contactForce(a: string, b?: string): number
  /** Path of the object that the assembly of `part` is attached to; null: it moves freely. */
  attachedTo(part: string): string | null
  /** True if an object or a joint exists: it has not been deleted, or has been added. */
  exists(path: string): boolean
  /** Value of a variable of the equations, by its name in the 3D model; Booleans are 1 and 0. */
  value(name: string): number
  /** Name of the last instance that the program has added before `yield` returned this state: 'crates[3]'. */
  readonly added: string
}

/** Thrown by a condition on an object or a joint that an action has removed. */
export class GoneError extends VarioError {}

/** Data of the state: replaced in every segment. */
export interface StateSource {
  readonly world: World
  readonly structure: Structure
  /** Joints of the structure, by their paths. */
  readonly joints: ReadonlyMap<string, JointNode>
  readonly time: number
  /** Relative tolerance of the run. */
  readonly tolerance: number
  /** Reader of a variable of the equations; undefined: the name is unknown. */
  variable(name: string): (() => unknown) | undefined
  /** Position and velocity of an axis of a cut joint; null: it is not cut. */
  readCutAxis(joint: JointNode, name: string, index: number): readonly [number, number] | null
  /** Names of all variables of the equations. */
  variableNames(): string[]
  /** Paths of the objects that collide at the present instant, with impulses. */
  listImpacts(): readonly { readonly obj1: string; readonly obj2: string }[]
  /** True if a reference from `from` has ever named an object or a joint. */
  wasThere(from: string, reference: string): boolean
}

/** The state as seen by programs that are declared at `from`. */
export class LiveState implements WorldState {
  /**
   * Collects the rates of the queried positions, distances and angles, by query, relative to the size of the scene
   * [1/s]; null: they are not needed.
   */
  rates: Map<string, number> | null = null
  private readonly contact = new Float64Array(CONTACT_RESULT_SIZE)
  private readonly vector = new Float64Array(3)
  private readonly R = new Float64Array(9)

  constructor(
    private readonly source: StateSource,
    readonly from: PartPath,
    private readonly lastAdded: string | null = null,
  ) {}

  get time(): number {
    return this.source.time
  }

  get added(): string {
    if (this.lastAdded !== null) return this.lastAdded
    throw new VarioError(
      'ACTION',
      `${this.key('added')}: expected an instance that the program has added, found none. Yield act.add(…) first.`,
    )
  }

  /** The state for a program that has added an instance. */
  withAdded(name: string): LiveState {
    return new LiveState(this.source, this.from, name)
  }

  position(object: string, relativeTo?: string): number[] {
    const { motion } = this.source.world
    const frame = this.frame('position', object)
    if (relativeTo !== undefined) {
      const relative = new RelativeMotion(this.frame('position', relativeTo), frame)
      relative.update(motion)
      this.noteRates(`position ${object} ${relativeTo}`, relative.v_12)
      return Array.from(relative.p_12)
    }
    motion.velocity(frame, this.vector)
    this.noteRates(`position ${object}`, this.vector)
    motion.position(frame, this.vector)
    return Array.from(this.vector)
  }

  velocity(object: string): number[] {
    this.source.world.motion.velocity(this.frame('velocity', object), this.vector)
    return Array.from(this.vector)
  }

  rotation(object: string): number[] {
    this.source.world.motion.rotation(this.frame('rotation', object), this.R)
    cardan123FromRotation(this.vector, 0, this.R, 0)
    return Array.from(this.vector)
  }

  angularVelocity(object: string): number[] {
    this.source.world.motion.angularVelocity(this.frame('angularVelocity', object), this.vector)
    return Array.from(this.vector)
  }

  distance(a: string, b: string): number {
    const relative = new RelativeMotion(this.frame('distance', a), this.frame('distance', b))
    relative.update(this.source.world.motion)
    const { p_12, v_12 } = relative
    const distance = vec3Norm(p_12, 0)
    if (distance > 0) this.noteRate(`distance ${a} ${b}`, vec3Dot(p_12, 0, v_12, 0) / distance)
    return distance
  }

  relativeSpeed(a: string, b: string): number {
    const relative = new RelativeMotion(this.frame('relativeSpeed', a), this.frame('relativeSpeed', b))
    relative.update(this.source.world.motion)
    return vec3Norm(relative.v_12, 0)
  }

  jointPosition(joint: string, axis = 1): number {
    const node = this.joint('jointPosition', joint)
    const value = node.locked && elementOf(node.locked, axis)?.positionStart.value
    if (value != null) return value
    this.noteRate(`joint ${joint} ${axis}`, this.axisValue('jointPosition', node, axis, 'v'))
    return this.axisValue('jointPosition', node, axis, 'q')
  }

  jointVelocity(joint: string, axis = 1): number {
    const node = this.joint('jointVelocity', joint)
    return node.locked !== null ? 0 : this.axisValue('jointVelocity', node, axis, 'v')
  }

  jointForce(joint: string): { force: number[]; torque: number[] } {
    const { world, time } = this.source
    const node = this.joint('jointForce', joint)
    const { motion, fullPath, locked } = node
    if (locked !== null)
      throw new GoneError(
        'ACTION',
        `${this.key('jointForce')}: ${fullPath} is locked at t = ${this.time} s: its force is undetermined.`,
      )
    if (motion === null)
      throw new InputError(
        this.key('jointForce'),
        'a joint that moves. A rigid joint has no force, because both sides of it are one body: use a Bushing, ' +
          'which has a stiffness, or a joint whose position is prescribed by equations',
        fullPath,
      )
    world.updateJointForces(time)
    const wrench = world.createWrench(node)
    wrench.update(world.motion)
    return { force: Array.from(wrench.force), torque: Array.from(wrench.torque) }
  }

  touches(a: string, b?: string): boolean {
    return this.sumContacts('touches', a, b) !== null || this.haveHit(a, b)
  }

  contactForce(a: string, b?: string): number {
    return this.sumContacts('contactForce', a, b) ?? 0
  }

  attachedTo(part: string): string | null {
    const { structure } = this.source
    const assembly = findAssembly(structure, this.object('attachedTo', part))
    return assembly === null || assembly.holder.role === 'free' ? null : assembly.holder.object1.path
  }

  exists(path: string): boolean {
    const { structure } = this.source
    return (
      findPart(structure, this.from.path, path) !== undefined ||
      findInScopes(this.source.joints, this.from.path, path) !== undefined
    )
  }

  value(name: string): number {
    const value = this.read('value', name)
    if (typeof value === 'boolean') return value ? 1 : 0
    if (typeof value !== 'number')
      throw new InputError(this.key('value'), 'the name of a scalar variable', name)
    return value
  }

  /** Value of a Boolean variable of the equations. */
  isTrue(name: string): boolean {
    const value = this.read('condition', name)
    if (typeof value !== 'boolean')
      throw new InputError(this.key('condition'), 'the name of a Boolean variable, or a function', name)
    return value
  }

  /** A variable of the equations, resolved as all names. */
  private read(what: string, name: string): unknown {
    for (const fullName of typeof name === 'string' ? listScopes(this.from.path, name) : []) {
      const read = this.source.variable(fullName)
      if (read !== undefined) return read()
    }
    const hint = typeof name === 'string' ? suggestName(name, this.source.variableNames()) : ''
    throw new InputError(this.key(what), `the name of a variable of the equations${hint}`, name)
  }

  private noteRates(key: string, rates: Float64Array): void {
    rates.forEach((rate, i) => {
      this.noteRate(`${key} ${i}`, rate)
    })
  }

  private noteRate(key: string, rate: number): void {
    this.rates?.set(key, rate / this.source.world.length)
  }

  /** Sum of the normal forces of contacts [N]; null: no contact. */
  private sumContacts(what: string, a: string, b: string | undefined): number | null {
    const { world, time } = this.source
    const { contacts } = world
    const first = this.shapes(what, a)
    const second = b === undefined ? null : new Set(this.shapes(what, b))
    if (contacts === null) return null
    world.updateForces(time)
    let sum: number | null = null
    for (const i of first) {
      for (let j = 0; j < contacts.model.shapes.n; j++) {
        if (second !== null && !second.has(j)) continue
        if (readContact(contacts.data, i, j, this.contact, 0)) sum = (sum ?? 0) + this.contact[NORMAL_FORCE]
      }
    }
    return sum
  }

  /** Impacts are instantaneous: the objects separate before their contact could be evaluated. */
  private haveHit(a: string, b: string | undefined): boolean {
    const impacts = this.source.listImpacts()
    if (impacts.length === 0) return false
    const pathsOf = (object: string): Set<string> =>
      new Set(this.shapes('touches', object).map((i) => this.source.world.shapes[i].path))
    const first = pathsOf(a)
    const second = b === undefined ? null : pathsOf(b)
    const isPair = (one: string, other: string): boolean =>
      first.has(one) && (second === null || second.has(other))
    return impacts.some(({ obj1, obj2 }) => isPair(obj1, obj2) || isPair(obj2, obj1))
  }

  /** Indices of the shapes of an object; if it has none, of all objects of its body. */
  private shapes(what: string, object: string): number[] {
    const { world } = this.source
    const frame = this.frame(what, object)
    const shapes = world.shapes.map((shape, i) => ({ shape, i }))
    const own = shapes.filter(({ shape }) => shape.path === frame.path)
    const all = own.length > 0 ? own : shapes.filter(({ shape }) => shape.body === frame.body)
    return all.map(({ i }) => i)
  }

  private axisValue(what: string, joint: JointNode, axis: number, of: 'q' | 'v'): number {
    const { source } = this
    const element = elementOf(joint, axis)
    const value =
      element &&
      (source.world.readAxis(joint, element.position, element.index) ??
        source.readCutAxis(joint, element.position, element.index))
    if (value == null)
      throw new InputError(this.key(what), `a joint with an axis number ${axis}`, joint.fullPath)
    return value[of === 'q' ? 0 : 1]
  }

  private frame(what: string, reference: string): Frame {
    return this.source.world.grouping.frames.get(this.object(what, reference).path)!
  }

  private object(what: string, reference: string): ObjectNode {
    const { structure } = this.source
    const added = structure.instances.size > 0 ? findPart(structure, this.from.path, reference) : undefined
    return added ?? this.find(what, 'an Object3D', structure.objects, reference)
  }

  private joint(what: string, reference: string): JointNode {
    return this.find(what, 'a joint', this.source.joints, reference)
  }

  private find<T>(what: string, kind: string, map: ReadonlyMap<string, T>, reference: string): T {
    const found = typeof reference === 'string' ? findInScopes(map, this.from.path, reference) : undefined
    if (found !== undefined) return found
    if (typeof reference === 'string' && this.source.wasThere(this.from.path, reference))
      throw new GoneError(
        'ACTION',
        `${this.key(what)}: expected something that exists, but ${reference} is gone at t = ${this.time} s. Do not use it after it is deleted.`,
      )
    const names = [...map.keys()]
    const hint = typeof reference === 'string' ? suggestName(reference, names) : ''
    throw new InputError(this.key(what), `the path of ${kind}${hint}`, reference)
  }

  private key(what: string): string {
    return `${this.from.fullPath}: ${what}`
  }
}

/** Axis of a joint by number, counted from obj1 to obj2 independently of the direction of the tree. */
function elementOf(joint: JointNode, axis: number) {
  return joint.motion?.elements.filter(isAxisElement)[axis - 1]
}
