import {
  copyValue,
  findRemembered,
  type StateCondition,
  type Translation,
  type ValueStore,
} from '../../compiler/index.ts'
import { createDenseLu, factorDenseLu, solveDenseLu } from '../../math/index.ts'
import type { MeanOfBranches, ModelRuntime } from '../runtime/index.ts'
import { elementsOf } from '../systems/index.ts'
import type { ConditionSlopes } from './condition-slopes.ts'
import { listAssigned } from './left-limits.ts'

/** Rate of the return to a surface after integration errors, as a multiple of 1/(length of the run). */
const RETURN_RATE = 10
/** Jumps of derivatives add up if the remainder is this small, relative to them. */
const ADDITIVITY = 1e-9

/** A surface left = right along which the solution slides, between two branches of the equations. */
export interface Surface {
  /** The condition whose indicator determines the slopes, and all that change at the same surface. */
  readonly leader: number
  readonly members: readonly number[]
  /** Values of the members on the side from which the solution has come, and on the other one. */
  readonly here: readonly number[]
  readonly there: readonly number[]
  /** Members with other limits whose values differ on the two sides because the compared quantities jump there. */
  readonly followers: readonly number[]
}

/** The values of one branch of the equations. */
interface Branch {
  /** Derivatives of all states, and of the indicators of the leaders. */
  readonly dx: Float64Array
  readonly slopes: Float64Array
  /** Indicators of all conditions. */
  readonly differences: Float64Array
  /** Unknowns of systems: the guess of the next evaluation. */
  guess: Value[]
  scalars: Float64Array
  arrays: Float64Array[]
}

type Value = ReturnType<ValueStore['read']>

/**
 * The equations on surfaces that attract from both sides [Filippov 1988, Differential equations with discontinuous
 * righthand sides, § 4]: with f₀ on the side from which the solution has come and f_j behind surface j, the mean
 *
 *   f = f₀ + Σ w_j (f_j - f₀)                                               (1)
 *
 * that stays on all surfaces z_i = 0, which gives a linear system for the weights,
 *
 *   Σ_j (ż_i(f_j) - ż_i(f₀)) w_j = -ż_i(f₀) - κ z_i.                         (2)
 *
 * κ leads back to the surfaces after integration errors. All variables are means with the same weights: their averages
 * if the equations switched infinitely fast, also those that a `when` samples. Variables that remember their own past, and
 * Booleans, have no mean: they keep the value of f₀, and are `ambiguous` where the branches give different ones. Equation (1) assumes that the surfaces do not influence each other's
 * jumps, which is checked when they are added.
 */
export class SlidingField implements MeanOfBranches {
  surfaces: readonly Surface[] = []
  /** Changes with the surfaces. */
  version = 0
  /** w_j: 0 on the side from which the solution has come, 1 on the other one. */
  weights = new Float64Array(0)
  derivatives = new Float64Array(0)
  private branches: Branch[] = []
  private leaders: readonly number[] = []
  private x = new Float64Array(0)
  /** Slots of the scalars that are means: all but Booleans and variables that remember. */
  private readonly places: Int32Array
  /** Variables that remember, and Booleans whose left limits are used; arrays of Booleans in any case. */
  private readonly held: readonly Held[]
  private readonly heldArrays: ReadonlyMap<number, Held>
  readonly ambiguous = new Set<string>()
  private readonly unknowns: readonly string[]
  private readonly memory: ValueStore
  private readonly returnRate: number

  /** @param span length of the run [s] */
  constructor(
    private readonly runtime: ModelRuntime,
    private readonly slopes: ConditionSlopes,
    span: number,
  ) {
    const { slots, systems } = runtime.translation
    this.held = listHeld(runtime.translation)
    const isHeld = new Set(this.held.map(({ name }) => name))
    const arrays = this.held.filter(({ isArray }) => isArray)
    this.heldArrays = new Map(arrays.map((each) => [each.place, each]))
    this.returnRate = span > 0 ? RETURN_RATE / span : 0
    this.memory = runtime.tangentHost.memory
    this.places = Int32Array.from(
      [...slots].flatMap(([name, { rank, index }]) =>
        rank === 'scalar' && !isHeld.has(name) ? [index] : [],
      ),
    )
    this.unknowns = systems.flatMap((system) => system.unknowns)
  }

  /** Sets the surfaces of the sliding. */
  setSurfaces(surfaces: readonly Surface[]): void {
    const { runtime } = this
    this.surfaces = surfaces
    this.leaders = surfaces.map((surface) => surface.leader)
    this.version++
    this.weights = new Float64Array(surfaces.length)
    this.derivatives = new Float64Array(runtime.nState)
    this.x = new Float64Array(runtime.nState)
    this.branches = Array.from({ length: surfaces.length + 1 }, () => ({
      dx: new Float64Array(runtime.nState),
      slopes: new Float64Array(surfaces.length),
      differences: new Float64Array(runtime.conditions.length),
      guess: this.readUnknowns(),
      scalars: new Float64Array(0),
      arrays: [],
    }))
    for (const surface of surfaces) this.enterSide(surface, surface.here)
  }

  /** Adapts to the states of a new segment; the surfaces are checked as at any event. */
  resize(): void {
    if (this.surfaces.length > 0) this.setSurfaces(this.surfaces)
  }

  /** Distance of the weight of a surface from leaving [0, 1]; negative: the surface is left. */
  margin(j: number): number {
    return Math.min(this.weights[j], 1 - this.weights[j])
  }

  /**
   * Indicator of a follower of surface j on the side where it is nearest to its limit: negative if its value no longer
   * agrees with a side.
   */
  followerMargin(j: number, k: number): number {
    const { surfaces, branches, runtime } = this
    const { members, here, there } = surfaces[j]
    const i = members.indexOf(k)
    const isAbove = runtime.translation.conditions[k].op[0] === '>'
    const margin = (value: number, branch: Branch): number =>
      isAbove === (value !== 0) ? branch.differences[k] : -branch.differences[k]
    return Math.min(margin(here[i], branches[surfaces.length]), margin(there[i], branches[j]))
  }

  /** Evaluates the mean (1) at the current time and states: the dynamics, or everything. */
  evaluate(isAll: boolean): void {
    const { surfaces, branches, runtime } = this
    const m = surfaces.length
    const t = runtime.read('time') as number
    runtime.readStates(this.x)
    for (let j = 0; j < m; j++) {
      this.enterSide(surfaces[j], surfaces[j].there)
      this.evaluateBranch(branches[j], t, isAll)
      this.enterSide(surfaces[j], surfaces[j].here)
    }
    // Last, so that Booleans and the memories of components are those of the side from which the solution has come
    this.evaluateBranch(branches[m], t, isAll)
    this.computeWeights()
    this.mix()
  }

  /**
   * True if the jumps of the derivatives at the surfaces add up, so that (1) holds where several meet. The model has
   * been evaluated.
   */
  isAdditive(): boolean {
    const { surfaces, branches, runtime } = this
    const m = surfaces.length
    if (m < 2) return true
    const base = branches[m].dx
    const all = new Float64Array(base.length)
    for (const surface of surfaces) this.enterSide(surface, surface.there)
    runtime.evaluateBranch(false)
    runtime.readBranchDerivatives(all)
    for (const surface of surfaces) this.enterSide(surface, surface.here)
    return all.every((value, i) => {
      let sum = base[i]
      let size = Math.abs(base[i])
      for (let j = 0; j < m; j++) {
        const jump = branches[j].dx[i] - base[i]
        sum += jump
        size += Math.abs(jump)
      }
      return Math.abs(value - sum) <= ADDITIVITY * size
    })
  }

  /** Sets the conditions of a surface. */
  enterSide({ members }: Surface, values: readonly number[]): void {
    const { conditions } = this.runtime
    members.forEach((k, i) => {
      conditions[k] = values[i]
    })
  }

  private evaluateBranch(branch: Branch, t: number, isAll: boolean): void {
    const { runtime, x, memory } = this
    this.unknowns.forEach((name, i) => {
      runtime.write(name, branch.guess[i])
    })
    runtime.evaluateBranch(isAll)
    branch.guess = this.readUnknowns()
    branch.scalars = memory.v.slice()
    branch.arrays = memory.a.map((value) => elementsOf(value).slice())
    runtime.readBranchDerivatives(branch.dx)
    runtime.differences(branch.differences)
    this.slopes.compute(this.leaders, t, x, 1, branch.dx, branch.slopes)
  }

  private readUnknowns(): Value[] {
    return this.unknowns.map((name) => copyValue(this.runtime.read(name)))
  }

  /** Solves (2). If the slopes do not determine the weights, the surfaces are left. */
  private computeWeights(): void {
    const { surfaces, branches, weights, runtime } = this
    const m = surfaces.length
    const base = branches[m].slopes
    const lu = createDenseLu(m)
    for (let i = 0; i < m; i++) {
      const z = runtime.differenceOf(runtime.translation.conditions[surfaces[i].leader] as StateCondition)
      let size = Math.abs(base[i])
      for (let j = 0; j < m; j++) size = Math.max(size, Math.abs(branches[j].slopes[i]))
      if (size === 0) {
        // No branch moves the indicator: any weight is possible.
        lu.a[i * m + i] = 1
        weights[i] = 0.5
        continue
      }
      for (let j = 0; j < m; j++) lu.a[i * m + j] = (branches[j].slopes[i] - base[i]) / size
      weights[i] = (-base[i] - this.returnRate * z) / size
    }
    if (factorDenseLu(lu) === 0) solveDenseLu(lu, weights)
    else weights.fill(-1)
  }

  /** Mixes all variables by (1); the store holds the values of the last branch, that of f₀. */
  private mix(): void {
    const { branches, weights, derivatives, memory, places } = this
    const m = weights.length
    const base = branches[m]
    derivatives.set(base.dx)
    this.ambiguous.clear()
    for (let j = 0; j < m; j++) {
      const w = weights[j]
      const { dx, scalars, arrays } = branches[j]
      for (let i = 0; i < dx.length; i++) derivatives[i] += w * (dx[i] - base.dx[i])
      for (const p of places)
        if (scalars[p] !== base.scalars[p]) memory.v[p] += w * (scalars[p] - base.scalars[p])
      const isSampled = ({ flags }: Held): boolean =>
        flags.length > 0 && flags.every((p) => scalars[p] === base.scalars[p])
      for (const held of this.held) {
        const { name, place, isArray } = held
        if (isArray || scalars[place] === base.scalars[place]) continue
        if (isSampled(held)) memory.v[place] += w * (scalars[place] - base.scalars[place])
        else this.ambiguous.add(name)
      }
      arrays.forEach((array, p) => {
        const origin = base.arrays[p]
        if (array.length !== origin.length || array.every((value, i) => value === origin[i])) return
        const held = this.heldArrays.get(p)
        if (held !== undefined && !isSampled(held)) {
          if (held.isUsed) this.ambiguous.add(held.name)
          return
        }
        const before = memory.a[p]
        const data = elementsOf(before).map((value, i) => value + w * (array[i] - origin[i]))
        memory.a[p] = before instanceof Float64Array ? data : { ...before, data }
      })
    }
  }
}

/** A variable without a mean. */
interface Held {
  readonly name: string
  readonly isArray: boolean
  /** True if its left limit is used. */
  readonly isUsed: boolean
  /** Its slot, and those of the `when` that assign it: where these agree, their values have a mean. */
  readonly place: number
  readonly flags: readonly number[]
}

function listHeld(translation: Translation): Held[] {
  const { slots, preNames, whens, model } = translation
  const remembered = findRemembered(translation)
  const used = new Set(preNames)
  const arrays = [...model.variables.values()].flatMap(({ name, type }) =>
    type === 'Boolean' && isArrayRank(slots.get(name)?.rank) ? [name] : [],
  )
  return [...new Set([...preNames, ...arrays])].flatMap((name): Held[] => {
    const slot = slots.get(name)
    const isArray = isArrayRank(slot?.rank)
    const isBoolean = slot?.rank === 'boolean' || (isArray && model.variables.get(name)?.type === 'Boolean')
    if (slot === undefined || (slot.rank !== 'scalar' && !isBoolean && !isArray)) return []
    if (isBoolean ? !model.variables.has(name) : !remembered.has(name)) return []
    const own = isBoolean ? [] : whens.filter(({ when }) => listAssigned(when).includes(name))
    const flags = own.map(({ flag }) => slots.get(flag)!.index)
    return [{ name, isArray, isUsed: used.has(name), place: slot.index, flags }]
  })
}

function isArrayRank(rank: string | undefined): boolean {
  return rank === 'vector' || rank === 'matrix'
}
