/** Declarations of components for a segment, and for the one before. */
import { InputError } from '../../base/index.ts'
import type { FlatModel } from '../../model/index.ts'
import type { CouplingGroup, EventIndicators, VariantResult, VariantState } from './memory-component.ts'
import { numbersAt, StateMemory } from './state-memory.ts'
import {
  type DeclaredResult,
  type DeclaredState,
  type DeclaredVariable,
  VariableBundle,
} from './variable-bundle.ts'

export interface DeclaredIndicators extends EventIndicators {
  readonly path: string
  readonly isRenewed: boolean
}

/** A group of states that depend on each other. */
export interface CoupledStates {
  readonly hidden: readonly DeclaredState[]
  /** Variables of the equations, by full name. */
  readonly variables: readonly string[]
}

/** Segment of variables that have lost their name to another one. */
const NONE = -1

/** Data that outlives segments. */
interface Registry {
  /** The last variable of each name. */
  readonly named: Map<string, DeclaredVariable>
  /** Bundles by the lists of their members that a component has kept. */
  readonly bundles: WeakMap<readonly object[], VariableBundle>
  /** Bundles by groups of coupled states that all belong to one bundle: they need not be checked again. */
  readonly groups: WeakMap<CouplingGroup, VariableBundle>
  readonly memory: StateMemory
  /** Numbers of states and segments declared so far. */
  nState: number
  nSegment: number
}

/** Declarations of all components for a segment, in their order. */
export class SegmentDeclarations {
  readonly indicators: DeclaredIndicators[] = []
  /** All states and results. */
  readonly bundles: VariableBundle[] = []
  /** Vectors of the equations with their numbers of elements in this segment, by full name. */
  readonly sizes = new Map<string, number>()
  /** Coupling of the states by the paths of their components. */
  private readonly groups = new Map<string, readonly CouplingGroup[]>()
  /** States and results of the run, of this segment and the one before. */
  private readonly registry: Registry
  /** Number of the segment. */
  private readonly number: number

  /** @param registry declarations of the segments before */
  constructor(
    private readonly flat: FlatModel,
    registry: Registry | null = null,
  ) {
    this.registry = registry ?? {
      ...{ named: new Map(), bundles: new WeakMap(), groups: new WeakMap() },
      ...{ memory: new StateMemory(), nState: 0, nSegment: 0 },
    }
    this.number = ++this.registry.nSegment
  }

  /** Creates the declarations of the next segment. */
  createNext(): SegmentDeclarations {
    return new SegmentDeclarations(this.flat, this.registry)
  }

  get states(): DeclaredState[] {
    return this.bundles.flatMap(({ states }) => states)
  }

  /** Forgets what the segment before had and this one has not. */
  forgetOthers(before: SegmentDeclarations): void {
    const { named } = this.registry
    for (const { segment, members } of before.bundles) {
      if (segment === this.number) continue
      for (const member of members)
        if (!this.has(member) && named.get(member.name) === member) named.delete(member.name)
    }
  }

  private has(variable: DeclaredVariable): boolean {
    return variable.bundle?.segment === this.number
  }

  addState(
    state: Omit<DeclaredState, keyof VariantState | 'serial' | 'offset' | 'place' | 'nominal'>,
    start: Float64Array,
    nominal: Float64Array,
  ): DeclaredState {
    const place = this.registry.memory.allocate(start.length)
    const { values, derivatives, nominals, isAbsolute } = numbersAt(place)
    values.set(start)
    nominals.set(nominal)
    isAbsolute.fill(Number(state.isAbsolute))
    // NaN reveals a derivative that is never written
    derivatives.fill(Number.NaN)
    const added: DeclaredState = {
      ...{ values, derivatives, nominal: nominals, place, offset: 0, serial: this.registry.nState++ },
      ...state,
    }
    this.enterVariable(added)
    return added
  }

  addResult(result: Omit<DeclaredResult, 'bundle'>): DeclaredResult {
    const added: DeclaredResult = { ...result }
    this.enterVariable(added)
    return added
  }

  private enterVariable(variable: DeclaredVariable): void {
    const { named } = this.registry
    const before = named.get(variable.name)?.bundle
    if (before !== undefined) before.segment = NONE
    named.set(variable.name, variable)
    this.bundles.push(new VariableBundle([variable], this.number))
  }

  /**
   * Takes over states and results of the segment `before`; false: one of them is not in it, or a name is taken. A list
   * that is kept again is not checked again.
   */
  keep(list: readonly (VariantState | VariantResult)[], before: SegmentDeclarations): boolean {
    const { bundles } = this.registry
    let bundle = bundles.get(list)
    if (bundle?.isWhole !== true) {
      const members = list as readonly DeclaredVariable[]
      const areKnown = members.every((member) => Object(member).bundle?.segment === before.number)
      if (!areKnown || new Set(members).size < members.length) return false
      bundle = new VariableBundle(members, before.number)
      bundles.set(list, bundle)
    }
    if (bundle.segment !== before.number) return false
    bundle.segment = this.number
    this.bundles.push(bundle)
    return true
  }

  /** True for a state of this segment. */
  hasState(member: VariantState | string): member is DeclaredState {
    const { bundle, derivatives } = member as Partial<DeclaredState>
    return bundle?.segment === this.number && derivatives !== undefined
  }

  /** The state or result of this segment with this full name; undefined: there is none. */
  find(full: string): DeclaredVariable | undefined {
    const found = this.registry.named.get(full)
    return found !== undefined && this.has(found) ? found : undefined
  }

  /** Names of the variables of the equations, relative to the component at this path. */
  variableNames(path: string): string[] {
    const prefix = path === '' ? '' : `${path}.`
    return Array.from(this.flat.variables.keys()).flatMap((name) =>
      name.startsWith(prefix) ? [name.slice(prefix.length)] : [],
    )
  }

  /** Stores the coupling of the states of a component. */
  couple(path: string, groups: readonly CouplingGroup[]): void {
    const prefix = path === '' ? '' : `${path}.`
    groups.forEach((group, k) => {
      const known = this.registry.groups.get(group)
      if (known?.isWhole && known.segment === this.number) return
      for (const member of group) {
        if (this.hasState(member)) continue
        if (typeof member === 'string' && this.flat.variables.has(`${prefix}${member}`)) continue
        const expected = 'states of this segment, or names of variables of the component'
        const found = typeof member === 'string' ? `${prefix}${member}` : member
        throw new InputError(`${path}: coupling[${k}]`, expected, found)
      }
      const bundle = (group[0] as Partial<DeclaredState> | undefined)?.bundle
      const isOfOne = group.every((member) => bundle && (member as DeclaredState).bundle === bundle)
      if (bundle && isOfOne) this.registry.groups.set(group, bundle)
    })
    this.groups.set(path, groups)
  }

  /** True if a component has declared the coupling of its states. */
  isCoupled(path: string): boolean {
    return this.groups.has(path)
  }

  /** The groups of all components. */
  listGroups(): CoupledStates[] {
    return [...this.groups].flatMap(([path, groups]) => {
      const prefix = path === '' ? '' : `${path}.`
      return groups.map((group) => ({
        hidden: group.filter((member) => this.hasState(member)),
        variables: group.filter((member) => typeof member === 'string').map((name) => `${prefix}${name}`),
      }))
    })
  }

  /** Returns the full name, which must be unique in the model. */
  claim(path: string, name: string): string {
    if (typeof name !== 'string' || name === '') throw new InputError(`${path}: initSegment`, 'a name', name)
    const full = path === '' ? name : `${path}.${name}`
    const { variables, unused, parameters } = this.flat
    if (
      this.registry.named.get(full)?.bundle?.segment === this.number ||
      (variables.has(full) && variables.get(full)!.isInRecord !== true) ||
      unused.has(full) ||
      parameters.has(full)
    ) {
      throw new InputError(full, 'a name that neither the model nor another hidden variable has', name)
    }
    return full
  }
}
