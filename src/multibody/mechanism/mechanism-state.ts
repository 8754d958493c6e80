import {
  cardan123ToRotation,
  mat3Mul,
  mat3MulTransposeA,
  mat3MulVec,
  mat3Transpose,
  mat3TransposeMulVec,
  rotationExp,
  rotationLog,
} from '../../math/index.ts'
import {
  computePositions,
  createTree,
  createTreeData,
  FREE,
  type GuessProblem,
  measureReach,
  PRISMATIC,
  type Tree,
  type TreeData,
} from '../../mechanics/index.ts'
import { WorldLoops } from '../loops/index.ts'
import { type AxisElement, isAxisElement } from '../parts/joints/index.ts'
import { WorldMotion } from '../world/index.ts'
import type { Mechanism } from './read-mechanism.ts'
import type { Target } from './target.ts'

/** Options for one joint with an axis, besides its start value. */
export interface AxisChoice {
  /** Position at which the search starts [rad, m]; undefined: the start value. */
  readonly guess: number | undefined
  readonly isHeld: boolean
  readonly min: number
  readonly max: number
}

/** Joints that may move besides those with guesses or without start values: flanges, or all. */
export type Moving = 'guesses' | 'flanges' | 'all'

/** Positions at which a search starts. */
export interface MechanismBegin {
  /** Positions of the tree (nq). */
  readonly q: Float64Array
  /** Lengths of rods, and offsets of gears, that are not given, by groups of loops. */
  readonly offsets: readonly Float64Array[]
}

/** Name of the position of an axis: `rev.phi`, `universal.phi[2]`. */
export function nameAxis(joint: string, { position, index }: AxisElement): string {
  return `${joint}.${position}${index < 0 ? '' : `[${index + 1}]`}`
}

/** A mechanism in a configuration that moves until loops are closed and objects are at their targets. */
export class MechanismState implements GuessProblem {
  readonly tree: Tree
  readonly data: TreeData
  readonly q: Float64Array
  readonly motion: WorldMotion
  readonly loops: WorldLoops | null
  /** Size of the mechanism [m]. */
  readonly length: number
  readonly nMove: number
  readonly sizes: Float64Array
  readonly lower: Float64Array
  readonly upper: Float64Array
  /** Weight of the gaps of targets relative to those of loops; 0: ignored. */
  targetWeight = 1
  private readonly min: Float64Array
  private readonly max: Float64Array
  private readonly guess: Float64Array

  /**
   * @param choiceOf options for an axis
   * @param begin positions at which the search starts; null: the start values
   */
  constructor(
    readonly mechanism: Mechanism,
    private readonly targets: readonly Target[],
    choiceOf: (name: string) => AxisChoice,
    moving: Moving,
    private readonly begin: MechanismBegin | null = null,
  ) {
    const { grouping, structure, constraints } = mechanism
    this.tree = createTree(grouping.bodies)
    this.length = measureReach(this.tree, structure.scene.nominalLength)
    this.data = createTreeData(this.tree)
    const { nv, nq, nBody } = this.tree
    this.q = new Float64Array(nq)
    this.nMove = nv
    this.sizes = new Float64Array(nv)
    this.lower = new Float64Array(nv).fill(Number.NEGATIVE_INFINITY)
    this.upper = new Float64Array(nv).fill(Number.POSITIVE_INFINITY)
    this.min = new Float64Array(nBody).fill(Number.NEGATIVE_INFINITY)
    this.max = new Float64Array(nBody).fill(Number.POSITIVE_INFINITY)
    this.enterStarts(choiceOf, moving)
    this.guess = this.q.slice()
    this.motion = new WorldMotion(this.tree, this.data)
    computePositions(this.tree, this.data, this.q)
    const hasLoops = grouping.cuts.length > 0 || constraints.length > 0
    this.loops = hasLoops
      ? new WorldLoops(grouping.cuts, constraints, grouping, this, this.length, false)
      : null
    begin?.offsets.forEach((offsets, k) => {
      this.loops?.groups[k].data.offset.set(offsets)
    })
    this.loops?.keepOffsets()
  }

  /** Lengths and offsets of the constraints, by groups of loops. */
  get offsets(): Float64Array[] {
    return this.loops?.groups.map(({ data }) => data.offset) ?? []
  }

  get nLoopGap(): number {
    return this.loops?.nRow ?? 0
  }

  get nError(): number {
    return this.nLoopGap + (this.targetWeight === 0 ? 0 : this.targets.reduce((n, { nGap }) => n + nGap, 0))
  }

  evaluate(g: Float64Array, J: Float64Array): void {
    const { nLoopGap: n, nMove } = this
    computePositions(this.tree, this.data, this.q)
    this.updateLimits()
    if (this.loops !== null) this.loops.computeGaps(g.subarray(0, n), J.subarray(0, n * nMove))
    if (this.targetWeight === 0) return
    let row = n
    for (const target of this.targets) {
      target.evaluate(this.motion, this.length, g, J, row)
      row += target.nGap
    }
    for (let k = n; k < g.length; k++) g[k] *= this.targetWeight
    for (let k = n * nMove; k < J.length; k++) J[k] *= this.targetWeight
  }

  displace(move: Float64Array): void {
    const { q, tree } = this
    const turn = new Float64Array(9)
    for (let body = 0; body < tree.nBody; body++) {
      const [iq, iv] = [tree.qStart[body], tree.vStart[body]]
      if (tree.vStart[body + 1] - iv === 1) {
        q[iq] = Math.min(this.max[body], Math.max(this.min[body], q[iq] + move[iv]))
        continue
      }
      const R = q.slice(iq, iq + 9)
      if (tree.kind[body] === FREE) {
        const p = new Float64Array(3)
        mat3MulVec(p, 0, R, 0, move, iv + 3)
        for (let i = 0; i < 3; i++) q[iq + 9 + i] += p[i]
      }
      rotationExp(turn, 0, move, iv)
      mat3Mul(q, iq, R, 0, turn, 0)
    }
  }

  save(): () => void {
    const q = this.q.slice()
    return () => {
      this.q.set(q)
      computePositions(this.tree, this.data, this.q)
      this.updateLimits()
    }
  }

  isProper(): boolean {
    return this.loops?.findReversed() === undefined
  }

  measureDistance(): number {
    const back = new Float64Array(this.nMove)
    this.computeWayBack(back)
    return Math.hypot(...back.map((x, i) => (this.sizes[i] > 0 ? x / this.sizes[i] : 0)))
  }

  computeWayBack(out: Float64Array): void {
    const { q, guess, tree } = this
    const R = new Float64Array(9)
    for (let body = 0; body < tree.nBody; body++) {
      const [iq, iv] = [tree.qStart[body], tree.vStart[body]]
      if (tree.vStart[body + 1] - iv === 1) {
        out[iv] = guess[iq] - q[iq]
        continue
      }
      mat3MulTransposeA(R, 0, q, iq, guess, iq)
      rotationLog(out, iv, R, 0)
      if (tree.kind[body] !== FREE) continue
      const p = Float64Array.from([0, 1, 2], (i) => guess[iq + 9 + i] - q[iq + 9 + i])
      mat3TransposeMulVec(out, iv + 3, q, iq, p, 0)
    }
  }

  private updateLimits(): void {
    const { tree, q, lower, upper } = this
    for (let body = 0; body < tree.nBody; body++) {
      const [iq, iv] = [tree.qStart[body], tree.vStart[body]]
      if (tree.vStart[body + 1] - iv > 1) continue
      lower[iv] = this.min[body] - q[iq]
      upper[iv] = this.max[body] - q[iq]
    }
  }

  private enterStarts(choiceOf: (name: string) => AxisChoice, moving: Moving): void {
    const isFree = moving === 'all'
    const { tree, q, sizes, length } = this
    const { attributes, grouping } = this.mechanism
    for (const { body, joint, element, isReversed } of grouping.treeJoints) {
      const [iq, iv] = [tree.qStart[body], tree.vStart[body]]
      if (!isAxisElement(element)) {
        if (this.begin === null) this.enterRotation(iq, element, isReversed)
        else for (let i = iq; i < tree.qStart[body + 1]; i++) q[i] = this.begin.q[i]
        if (isFree || !element.isRotationGiven) sizes.fill(1, iv, iv + 3)
        if (element.kind === FREE && (isFree || !element.isTranslationGiven))
          sizes.fill(length, iv + 3, iv + 6)
        continue
      }
      const { guess, isHeld, min, max } = choiceOf(nameAxis(joint.fullPath, element))
      const flange = joint.motion!.hasFlange
        ? attributes.get(`${joint.fullPath}.${element.position}`)
        : undefined
      const given = flange?.init ?? flange?.start
      const start = typeof given === 'number' && !Number.isNaN(given) ? given : element.positionStart.value
      const limits = [flange?.min, flange?.max].map((x) => (typeof x === 'number' ? x : undefined))
      this.min[body] = Math.max(min, limits[0] ?? min)
      this.max[body] = Math.min(max, limits[1] ?? max)
      q[iq] = Math.min(this.max[body], Math.max(this.min[body], this.begin?.q[iq] ?? guess ?? start))
      const isKept =
        element.positionStart.isGiven || (moving === 'guesses' && typeof flange?.init === 'number')
      sizes[iv] = isHeld || (!isFree && isKept) ? 0 : element.kind === PRISMATIC ? length : 1
    }
  }

  /** The tree leads from obj1 to obj2, or back: R_BA = Rᵀ, p_BA_B = −Rᵀ p. */
  private enterRotation(
    iq: number,
    { kind, rotation, translation }: { kind: number; rotation: Float64Array; translation: Float64Array },
    isReversed: boolean,
  ): void {
    const { q } = this
    const R = new Float64Array(9)
    const p = translation.slice()
    cardan123ToRotation(R, 0, rotation, 0)
    if (isReversed) {
      mat3TransposeMulVec(p, 0, R, 0, translation, 0)
      for (let i = 0; i < 3; i++) p[i] = -p[i]
      mat3Transpose(q, iq, R, 0)
    } else for (let i = 0; i < 9; i++) q[iq + i] = R[i]
    if (kind === FREE) for (let i = 0; i < 3; i++) q[iq + 9 + i] = p[i]
  }
}
