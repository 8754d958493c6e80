/** Generalized forces of joints without flange. */
import { mat3MulVec, vec3Scale } from '../../math/index.ts'
import { type JointAxes, listForceKeys, readDrives } from '../parts/joints/index.ts'
import { type Frame, readNumber, readVector, type TaggedRecord } from '../records/index.ts'
import type { ElementContext, WorldElement, WorldMotion } from '../world/index.ts'

/** Positions, velocities and forces of the joints of the tree. */
export interface DrivenTree {
  readonly q: Float64Array
  readonly v: Float64Array
  readonly tau: Float64Array
}

/** Place of an axis in the arrays of the tree. */
export interface AxisPlace {
  readonly iq: number
  readonly iv: number
}

/** A number of every axis, updated in place: element `index` of `values`. */
interface AxisValue {
  readonly values: Float64Array
  readonly index: number
}

/** `u = gear*force - damping*velocity - stiffness*(position - rest)` of one axis. */
interface DrivenAxis extends AxisPlace {
  readonly gear: number
  readonly force: AxisValue
  readonly damping: AxisValue
  readonly stiffness: AxisValue
  readonly rest: AxisValue
}

type Keys = Readonly<Record<string, unknown>>

/** Forces along and about the axes of a joint of the tree. */
export class AxisDrive implements WorldElement {
  private readonly axes: readonly DrivenAxis[]

  /** @param places of the axes, translations first */
  constructor(
    context: ElementContext,
    record: TaggedRecord,
    kinds: JointAxes,
    private readonly tree: DrivenTree,
    places: readonly AxisPlace[],
    readonly frames: readonly [Frame, Frame],
  ) {
    const { translations } = kinds
    const read = createReader(context, record, kinds)
    const [f, tau, damping, stiffness, rest] = ['f', 'tau', 'damping', 'stiffness', 'rest'].map(read)
    const { gear } = readDrives(context.path, record, kinds)
    this.axes = places.map((place, index) => ({
      ...place,
      gear: gear[index],
      force: index < translations ? { values: f, index } : { values: tau, index: index - translations },
      damping: { values: damping, index },
      stiffness: { values: stiffness, index },
      rest: { values: rest, index },
    }))
  }

  addForces(): void {
    const { q, v, tau } = this.tree
    for (const { iq, iv, gear, force, damping, stiffness, rest } of this.axes)
      tau[iv] =
        gear * numberOf(force) - numberOf(damping) * v[iv] - numberOf(stiffness) * (q[iq] - numberOf(rest))
  }

  potentialEnergy(): number {
    let energy = 0
    for (const { iq, stiffness, rest } of this.axes)
      energy += 0.5 * numberOf(stiffness) * (this.tree.q[iq] - numberOf(rest)) ** 2
    return energy
  }
}

function numberOf({ values, index }: AxisValue): number {
  return values[index]
}

/** Reads the values of a key: a signal, or numbers of the record; zeros if they are missing. */
function createReader(
  context: ElementContext,
  record: TaggedRecord,
  axes: JointAxes,
): (key: string) => Float64Array {
  const keys = listForceKeys(axes)
  return (key) => {
    if (keys[key] === undefined) return new Float64Array(0)
    const [n] = keys[key].size
    const value = ({ ...record } as Keys)[key]
    const path = `${context.path}.${key}`
    const signal = context.signal(key)
    if (signal !== null) return signal
    return n === undefined ? Float64Array.of(readNumber(path, value, 0)) : readVector(path, value, n)
  }
}

/** Force and torque of obj1 on obj2 of a joint, at the origin of obj2, in the frame of obj1. */
export class WrenchDrive implements WorldElement {
  private readonly force: Float64Array
  private readonly torque: Float64Array
  private readonly R_W1 = new Float64Array(9)
  private readonly p_W2 = new Float64Array(3)
  private readonly f_W = new Float64Array(3)
  private readonly t_W = new Float64Array(3)

  constructor(
    context: ElementContext,
    record: TaggedRecord,
    readonly frames: readonly [Frame, Frame],
  ) {
    const read = (key: string): Float64Array =>
      context.signal(key) ?? readVector(`${context.path}.${key}`, ({ ...record } as Keys)[key], 3)
    this.force = read('force')
    this.torque = read('torque')
  }

  addForces(motion: WorldMotion): void {
    const { frames, force, torque, R_W1, p_W2, f_W, t_W } = this
    const [obj1, obj2] = frames
    motion.rotation(obj1, R_W1)
    motion.position(obj2, p_W2)
    mat3MulVec(f_W, 0, R_W1, 0, force, 0)
    mat3MulVec(t_W, 0, R_W1, 0, torque, 0)
    motion.applyWrenchAt(obj2, p_W2, f_W, t_W)
    vec3Scale(f_W, 0, f_W, 0, -1)
    vec3Scale(t_W, 0, t_W, 0, -1)
    motion.applyWrenchAt(obj1, p_W2, f_W, t_W)
  }
}
