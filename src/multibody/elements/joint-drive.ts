/** Generalized forces of joints without flange. */
import { mat3MulVec, vec3Scale } from '../../math/index.ts'
import type { VariantResult } from '../../simulation/index.ts'
import {
  hasReactions,
  JOINTS,
  type JointAxes,
  listForceKeys,
  readAxisLaws,
  readDrives,
} from '../parts/joints/index.ts'
import { type Frame, readNumber, readVector, type TaggedRecord } from '../records/index.ts'
import {
  type ElementContext,
  LawfulAxis,
  type LawfulPlace,
  type ResultTable,
  type WorldElement,
  type WorldMotion,
} from '../world/index.ts'

/** Positions, velocities and forces of the joints of the tree. */
export interface DrivenTree {
  readonly q: Float64Array
  readonly v: Float64Array
  readonly vdot: Float64Array
  readonly tau: Float64Array
  /** Bodies whose accelerations are prescribed (nBody). */
  readonly data: { readonly isPrescribed: Uint8Array }
  /** Typical size of the scene [m]. */
  readonly length: number
}

/** A number of every axis, updated in place: element `index` of `values`. */
interface AxisValue {
  readonly values: Float64Array
  readonly index: number
}

/** `u = gear*force - damping*velocity - stiffness*(position - rest)` of one axis. */
interface DrivenAxis extends LawfulPlace {
  readonly gear: number
  readonly force: AxisValue
  readonly damping: AxisValue
  readonly stiffness: AxisValue
  readonly rest: AxisValue
}

type Keys = Readonly<Record<string, unknown>>

/** Forces along and about the axes of a joint of the tree. */
export class AxisDrive implements WorldElement {
  readonly lawfulAxes: readonly LawfulAxis[]
  private readonly axes: readonly DrivenAxis[]
  /** Their friction and stops; null: none. */
  private readonly laws: readonly (LawfulAxis | null)[]
  private readonly results: AxisResults | null

  /** @param places of the axes, translations first */
  constructor(
    context: ElementContext,
    record: TaggedRecord,
    kinds: JointAxes,
    private readonly tree: DrivenTree,
    places: readonly LawfulPlace[],
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
    this.laws = readAxisLaws(context.path, record, kinds, (name, at) => context.signal(name, at)).map(
      (law, k) =>
        law === null
          ? null
          : new LawfulAxis(
              nameAxis(context.path, k, kinds),
              law,
              places[k],
              gear[k],
              k < translations ? tree.length : null,
            ),
    )
    this.lawfulAxes = this.laws.filter((law) => law !== null)
    this.results = !hasReactions(record)
      ? null
      : { mode: context.result('mode'), stop: context.result('stop'), reaction: context.result('reaction') }
  }

  addForces(): void {
    const { axes, laws } = this
    const { q, v, vdot, tau } = this.tree
    for (let k = 0; k < axes.length; k++) {
      if (axes[k].isFlange) continue
      const { iq, iv, gear, force, damping, stiffness, rest } = axes[k]
      const law = laws[k]
      const demand = numberOf(force)
      const own = law === null ? demand : law.limitDrive(demand, gear * v[iv])
      const drive = gear * own - numberOf(damping) * v[iv] - numberOf(stiffness) * (q[iq] - numberOf(rest))
      tau[iv] = drive
      if (law === null) continue
      law.drive = drive
      if (!law.isHeld) tau[iv] += law.computeReaction(q[iq], v[iv])
      else if (this.tree.data.isPrescribed[axes[k].body] === 1) vdot[iv] = law.heldAcceleration
    }
  }

  potentialEnergy(): number {
    const { q } = this.tree
    let energy = 0
    for (const { iq, stiffness, rest } of this.axes)
      energy += 0.5 * numberOf(stiffness) * (q[iq] - numberOf(rest)) ** 2
    for (const law of this.lawfulAxes) energy += law.computeEnergy(q[law.place.iq])
    return energy
  }

  writeResults(): void {
    const { results, laws, tree } = this
    if (results === null) return
    laws.forEach((law, k) => {
      if (law === null) return
      const [q, v] = [tree.q[law.place.iq], tree.v[law.place.iv]]
      results.mode.values[k] = law.isHeld || law.isConstant ? 0 : law.direction || Math.sign(v)
      results.stop.values[k] = law.stop
      results.reaction.values[k] = law.isHeld ? tree.tau[law.place.iv] - law.drive : law.computeReaction(q, v)
    })
  }
}

/** Results of the friction and the stops of a joint, by its record; none without them. */
export function findAxisResults(record: TaggedRecord): ResultTable {
  const axes = JOINTS.get(record.kind)?.axes
  if (axes === undefined || !hasReactions(record)) return {}
  const n = axes.translations + axes.rotations
  const size = n === 1 ? {} : { size: [n] }
  return {
    mode: { unit: '', needs: 'velocity', ...size },
    stop: { unit: '', needs: 'velocity', ...size },
    reaction: {
      unit: axes.rotations === 0 ? 'N' : axes.translations === 0 ? 'N.m' : '',
      needs: 'acceleration',
      ...size,
    },
  }
}

/** Results of friction and stops of all axes of a joint. */
interface AxisResults {
  readonly mode: VariantResult
  readonly stop: VariantResult
  readonly reaction: VariantResult
}

/** Name of axis k for messages: that of the joint, with its position if it has several. */
function nameAxis(path: string, k: number, { translations, rotations }: JointAxes): string {
  if (translations + rotations === 1) return path
  const isTranslation = k < translations
  const n = isTranslation ? translations : rotations
  const name = `${path}.${isTranslation ? 's' : 'phi'}`
  return n === 1 ? name : `${name}[${(isTranslation ? k : k - translations) + 1}]`
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
