import { createResponseProgram } from '../../compiler/index.ts'
import { type Inputs, type ModelRuntime, ModelTangents } from '../runtime/index.ts'
import {
  type ChannelNames,
  describeVariables,
  findInputs,
  findOutputs,
  nameElements,
  type OutputReader,
  unitInSI,
} from './linear-channels.ts'

export type { ChannelNames } from './linear-channels.ts'

/**
 * A model linearized at its operating point, in deviations from it: der(Δx) = A Δx + B Δu, Δy = C Δx + D Δu. All values
 * are in SI units. `vario/control` works with it.
 */
export interface Linearization {
  readonly A: number[][]
  readonly B: number[][]
  readonly C: number[][]
  readonly D: number[][]
  /** Names of states, inputs and outputs; elements of vectors with their index. */
  readonly states: readonly string[]
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  /** Their units. */
  readonly units: {
    readonly states: readonly string[]
    readonly inputs: readonly string[]
    readonly outputs: readonly string[]
  }
  /** Operating point: time [s], values of states, inputs and outputs. */
  readonly t: number
  readonly x: number[]
  readonly u: number[]
  readonly y: number[]
  /** False: a function has no derivative, the matrices are computed by differences. */
  readonly isExact: boolean
}

/** The running model. */
interface LinearizedModel {
  readonly runtime: ModelRuntime
  readonly inputs: Inputs
  readonly problem: { project(t: number, x: Float64Array, isEnd: boolean): unknown }
}

/** Steps of differences, relative to the sizes of the variables: each pair of neighbors estimates its own error. */
const STEPS = [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8]

/** Linearizes a running model at one or several points. */
export class Linearizer {
  private tangents: ModelTangents | null | undefined
  private names: readonly string[] = []

  constructor(
    private readonly model: LinearizedModel,
    private readonly channels: ChannelNames,
  ) {}

  /** The linear system at the time `t` [s] and the states `x`. Conditions keep their values. */
  at(t: number, x: Float64Array): Linearization {
    const { runtime, inputs } = this.model
    const inputNames = findInputs(runtime, this.channels.from)
    const evaluate = (): void => {
      runtime.enter(t, x)
      runtime.evaluateAll()
      runtime.memories.writeResults(t)
    }
    inputs.set(t)
    evaluate()
    const output = findOutputs(runtime, this.channels.to)
    const vector = runtime.createVector(inputNames)
    const input = describeVariables(runtime, inputNames)
    const states = this.describeStates()
    const u = new Float64Array(input.names.length)
    vector.read(u)
    const y = new Float64Array(output.names.length)
    output.read(y)
    const n = x.length
    const size = n + u.length
    const nRows = n + y.length
    // (A B; C D), row by row
    const matrix = new Float64Array(nRows * size)
    const isExact = this.fillExact(matrix, inputNames, output, size)
    if (!isExact) {
      const respond = (values: Float64Array, out: Float64Array): void => {
        const at = values.slice(0, n)
        this.model.problem.project(t, at, false)
        inputs.set(t)
        vector.write(values.subarray(n))
        runtime.enter(t, at)
        runtime.evaluateAll()
        runtime.memories.writeResults(t)
        runtime.readDerivatives(out)
        output.read(out.subarray(n))
      }
      const nominals = [...runtime.stateNominals(), ...inputNames.flatMap((name) => this.nominalsOf(name))]
      computeDifferences(respond, Float64Array.of(...x, ...u), nominals, nRows, matrix)
      inputs.set(t)
      vector.write(u)
    }
    runtime.restoreGuesses()
    evaluate()
    // integrals, such as energies lost in contacts, act on nothing
    const kept = states.isKept
    const columns = Array.from({ length: size }, (_, j) => j).filter((j) => j >= n || kept[j])
    const part = (isOutput: boolean, isInput: boolean): number[][] => {
      const rows: number[][] = []
      for (let i = isOutput ? n : 0; i < (isOutput ? nRows : n); i++) {
        if (i < n && !kept[i]) continue
        rows.push(columns.filter((j) => j >= n === isInput).map((j) => matrix[i * size + j] + 0))
      }
      return rows
    }
    return {
      ...{ A: part(false, false), B: part(false, true), C: part(true, false), D: part(true, true) },
      ...{ states: states.names, inputs: input.names, outputs: output.names },
      units: { states: states.units, inputs: input.units, outputs: output.units },
      ...{ t, x: Array.from(x).filter((_, k) => kept[k]), u: Array.from(u), y: Array.from(y), isExact },
    }
  }

  /** Names and units of all states but integrals. */
  private describeStates(): { names: string[]; units: string[]; isKept: boolean[] } {
    const { runtime } = this.model
    const ofEquations = describeVariables(
      runtime,
      runtime.translation.states.map(({ name }) => name),
    )
    const names = [...ofEquations.names]
    const units = [...ofEquations.units]
    const isKept = names.map(() => true)
    for (const { name, size, values, unit, isIntegral } of runtime.memories.states) {
      for (const element of nameElements(name, size.length === 0, values.length)) {
        isKept.push(!isIntegral)
        if (isIntegral) continue
        names.push(element)
        units.push(unitInSI(unit))
      }
    }
    return { names, units, isKept }
  }

  private nominalsOf(name: string): number[] {
    const { runtime } = this.model
    return new Array<number>(runtime.lengthOf(runtime.slot(name))).fill(runtime.nominal(name))
  }

  /** Writes the exact matrix; false: something cannot be differentiated. */
  private fillExact(
    matrix: Float64Array,
    inputNames: readonly string[],
    { variables }: OutputReader,
    size: number,
  ): boolean {
    const { runtime } = this.model
    if (runtime.isSliding || runtime.nEquationState !== runtime.nState || variables === null) return false
    const { states } = runtime.translation
    const targets = [...new Set(variables.map(({ name }) => name))]
    const seeds = [...states.map((state) => state.name), ...inputNames]
    if (this.tangents === undefined || this.names.join() !== seeds.join()) {
      this.names = seeds
      const program = createResponseProgram(runtime.translation, inputNames, targets)
      this.tangents = program && new ModelTangents(program, runtime.tangentHost, seeds)
    }
    const { tangents } = this
    if (!tangents) return false
    const read = tangents.createReader([...states.map((state) => state.derivative), ...targets])
    // places of the outputs among the targets
    const first = new Map<string, number>()
    let count = runtime.nEquationState
    for (const name of targets) {
      first.set(name, count)
      count += runtime.lengthOf(runtime.slot(name))
    }
    const n = runtime.nEquationState
    const column = new Float64Array(count)
    const seed = new Float64Array(size)
    tangents.prepare()
    for (let j = 0; j < size; j++) {
      seed[j] = 1
      tangents.run(seed)
      seed[j] = 0
      read(column)
      for (let i = 0; i < n; i++) matrix[i * size + j] = column[i]
      variables.forEach(({ name, sign, element }, k) => {
        matrix[(n + k) * size + j] = sign * column[first.get(name)! + element]
      })
    }
    return true
  }
}

/**
 * Derivatives of `respond` by central differences with several steps: of every entry, the extrapolated value of the pair of
 * steps that agree best.
 */
function computeDifferences(
  respond: (values: Float64Array, out: Float64Array) => void,
  at: Float64Array,
  nominals: readonly number[],
  nRows: number,
  matrix: Float64Array,
): void {
  const size = at.length
  const [above, below] = [new Float64Array(nRows), new Float64Array(nRows)]
  const shifted = at.slice()
  for (let j = 0; j < size; j++) {
    const scale = Math.max(Math.abs(at[j]), nominals[j])
    const slopes = STEPS.map((step) => {
      shifted[j] = at[j] + step * scale
      const plus = shifted[j]
      respond(shifted, above)
      shifted[j] = at[j] - step * scale
      const width = plus - shifted[j]
      respond(shifted, below)
      shifted[j] = at[j]
      return above.map((value, i) => (value - below[i]) / width)
    })
    for (let i = 0; i < nRows; i++) {
      let best = Infinity
      for (let k = 0; k + 1 < slopes.length; k++) {
        const [coarse, fine] = [slopes[k][i], slopes[k + 1][i]]
        const difference = Math.abs(coarse - fine)
        if (!(difference < best)) continue
        best = difference
        // errors of second order
        matrix[i * size + j] = fine + (fine - coarse) / 99
      }
    }
  }
}

/** Points of a run at which the model is linearized, after their events. */
export class LinearizationPoints {
  readonly found: Linearization[] = []

  /** @param times [s], ascending */
  constructor(
    private readonly times: readonly number[],
    private readonly linearizer: Linearizer,
  ) {}

  /** Time of the next linearization [s]. */
  get next(): number {
    return this.times[this.found.length] ?? Infinity
  }

  /** Linearizes at the states `x` for all points up to `t` [s]; `tPresent`: time of the states [s]. */
  take(t: number, x: Float64Array, tPresent: number): void {
    while (this.found.length < this.times.length && this.next <= t)
      this.found.push(this.linearizer.at(tPresent, x))
  }
}
