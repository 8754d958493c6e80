/** The context in which a component makes its declarations: everything is checked here, and named in errors. */
import {
  assertInteger,
  assertLength,
  assertPositive,
  InputError,
  listScopes,
  parseUnit,
  suggestName,
} from '../../base/index.ts'
import type { EvaluatedModel } from '../../model/index.ts'
import type { Warn } from '../../results/index.ts'
import type {
  ComponentMemory,
  CouplingGroup,
  EventIndicators,
  ParameterMatrix,
  ParameterValue,
  ResultDeclaration,
  SegmentContext,
  StateDeclaration,
  VariantResult,
  VariantState,
} from './memory-component.ts'
import type { SegmentDeclarations } from './segment-declarations.ts'
import type { Analysis } from './simulate-options.ts'
import type { DeclaredState } from './variable-bundle.ts'

/** Variables of the equations, by full names. */
export interface VariableSource {
  /** Returns a function that evaluates the equations and reads a variable; undefined: no variable of this name. */
  reader(name: string): (() => ParameterValue) | undefined
}

/** Access of a component to its run. */
export interface RunAccess {
  readonly variables: VariableSource
  /** Memories by the paths of their components. */
  readonly memories: ReadonlyMap<string, ComponentMemory>
  /** Declarations for the segment before. */
  readonly before: SegmentDeclarations
  readonly settings: RunSettings
}

/** Options of a run for components. */
export interface RunSettings {
  readonly tolerance: number
  readonly analysis: Analysis
}

/** The context of one component, which checks its declarations and names the component in errors. */
export class SegmentDeclarer implements SegmentContext {
  constructor(
    readonly path: string,
    readonly time: number,
    readonly isFirst: boolean,
    private readonly parameters: EvaluatedModel['parameters'],
    private readonly declarations: SegmentDeclarations,
    readonly warn: Warn,
    private readonly run: RunAccess,
  ) {}

  get tolerance(): number {
    return this.run.settings.tolerance
  }

  get analysis(): Analysis {
    return this.run.settings.analysis
  }

  keep(variables: VariantState | VariantResult | readonly (VariantState | VariantResult)[]): void {
    const list = Array.isArray(variables) ? variables : [variables]
    if (this.declarations.keep(list, this.run.before)) return
    throw new InputError(`${this.path}: keep`, 'a state or result of the segment before, once', variables)
  }

  variable(name: string): (() => ParameterValue) | undefined {
    return this.run.variables.reader(this.full(name))
  }

  variableNames(): string[] {
    return this.declarations.variableNames(this.path)
  }

  number(name: string): number {
    const value = this.value(name)
    if (typeof value !== 'number') throw new InputError(this.full(name), 'a number', value)
    return value
  }

  vector(name: string): Float64Array {
    const value = this.value(name)
    if (!(value instanceof Float64Array)) throw new InputError(this.full(name), 'a vector', value)
    return value
  }

  matrix(name: string): ParameterMatrix {
    const value = this.value(name)
    const isMatrix = typeof value === 'object' && value !== null && 'rows' in value && 'data' in value
    if (!isMatrix) throw new InputError(this.full(name), 'a matrix', value)
    return value as ParameterMatrix
  }

  value(name: string): ParameterValue {
    const value = this.parameters.get(this.full(name))
    if (value !== undefined) return value
    const prefix = this.full('')
    const names = [...this.parameters.keys()]
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length))
    const hint = suggestName(name, names)
    throw new InputError(
      this.full(name),
      `one of the parameters ${names.join(', ') || '(none)'}${hint}`,
      name,
    )
  }

  component(path: string, from = ''): ComponentMemory {
    for (const name of path === '' ? [] : listScopes(from, path)) {
      const memory = this.run.memories.get(this.full(name))
      if (memory !== undefined) return memory
    }
    const prefix = this.full('')
    const names = [...this.run.memories.keys()]
      .filter((key) => key.startsWith(prefix) && key !== this.path)
      .map((key) => key.slice(prefix.length))
    const hint = suggestName(path, names)
    const expected = `one of the components with memory ${names.join(', ') || '(none)'}${hint}`
    throw new InputError(this.full(path), expected, path)
  }

  state(name: string, declaration: StateDeclaration): VariantState {
    const { start, unit = '', nominal = 1, isAbsolute = false, isIntegral = false, info } = declaration
    const full = this.declarations.claim(this.path, name)
    const values = toNumbers(`${full}.start`, start)
    parseUnit(unit)
    const nominals = toNominals(`${full}.nominal`, nominal, values.length)
    return this.declarations.addState(
      {
        path: this.path,
        name: full,
        size: typeof start === 'number' ? [] : [values.length],
        unit,
        isAbsolute,
        isIntegral,
        dependsOn: null,
        ...(info !== undefined && { info }),
      },
      values,
      nominals,
    )
  }

  declared(name: string): VariantState | VariantResult | undefined {
    return this.declarations.find(this.full(name))
  }

  coupling(groups: readonly CouplingGroup[]): void {
    this.declarations.couple(this.path, groups)
  }

  dependsOn(state: VariantState, states: readonly VariantState[]): void {
    for (const one of [state, ...states])
      if (!this.declarations.hasState(one))
        throw new InputError(`${this.path}: dependsOn`, 'states of this segment', one)
    ;(state as DeclaredState).dependsOn = states as readonly DeclaredState[]
  }

  resize(name: string, n: number): void {
    assertInteger(`${this.full(name)}: number of elements`, n, 0)
    this.declarations.sizes.set(this.full(name), n)
  }

  indicators(n: number, isRenewed = false): EventIndicators {
    assertInteger(`${this.path}: number of event indicators`, n, 0)
    const indicators = { path: this.path, isRenewed, values: new Float64Array(n), crossing: new Int8Array(n) }
    this.declarations.indicators.push(indicators)
    return indicators
  }

  result(name: string, declaration: ResultDeclaration = {}): VariantResult {
    const { unit = '', size = [], type = 'real', info } = declaration
    const full = this.declarations.claim(this.path, name)
    size.forEach((length, k) => {
      assertInteger(`${full}.size[${k}]`, length, 0)
    })
    parseUnit(unit)
    const values = new Float64Array(size.reduce((product, length) => product * length, 1)).fill(Number.NaN)
    return this.declarations.addResult({
      ...{ name: full, type, size: [...size], unit, values, ...(info !== undefined && { info }) },
    })
  }

  private full(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`
  }
}

/** Typical magnitudes, one per element. */
function toNominals(path: string, nominal: number | ArrayLike<number>, n: number): Float64Array {
  if (typeof nominal === 'number') {
    assertPositive(path, nominal)
    return new Float64Array(n).fill(nominal)
  }
  const values = toNumbers(path, nominal)
  assertLength(path, values, n)
  values.forEach((value, i) => {
    assertPositive(`${path}[${i + 1}]`, value)
  })
  return values
}

/** A copy of start values, which must be finite. */
function toNumbers(path: string, value: number | ArrayLike<number>): Float64Array {
  const isArray = Array.isArray(value) || ArrayBuffer.isView(value)
  if (typeof value !== 'number' && !isArray)
    throw new InputError(path, 'a number or an array of numbers', value)
  const numbers = Float64Array.from(typeof value === 'number' ? [value] : (value as ArrayLike<number>))
  const wrong = numbers.findIndex((x) => !Number.isFinite(x))
  if (wrong < 0) return numbers
  throw new InputError(
    typeof value === 'number' ? path : `${path}[${wrong + 1}]`,
    'a finite number',
    numbers[wrong],
  )
}
