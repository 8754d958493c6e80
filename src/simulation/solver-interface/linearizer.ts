import { VarioError } from '../../base/index.ts'
import { createResponseProgram } from '../../compiler/index.ts'
import { type Inputs, type ModelRuntime, ModelTangents } from '../runtime/index.ts'
import { chooseIndependentStates, type IndependentStates } from './independent-states.ts'
import {
  type ChannelNames,
  describeVariables,
  findInputs,
  findOutputs,
  nameElements,
  type OutputReader,
  unitInSI,
} from './linear-channels.ts'

import type { StateConstraints } from './state-constraints.ts'

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
  /** Nonlinear constraints between states; null: there are none. */
  readonly constraints: StateConstraints | null
}

/** Relative remainder below which a constraint between states follows from others; of differences. */
const FOLLOWS = 1e-9
const FOLLOWS_ROUGHLY = 1e-6
/** Relative change of an input at which constraints that do not depend on it change by rounding errors only. */
const INPUT_STEP = 1e-3
const UNCHANGED = 1e-10

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
    const { haveInvariants } = runtime.memories
    // (A B; C D), and the derivatives of states that fulfill invariants of components, row by row
    const nAll = nRows + (haveInvariants ? n : 0)
    const matrix = new Float64Array(nAll * size)
    const nominals = [...runtime.stateNominals(), ...inputNames.flatMap((name) => this.nominalsOf(name))]
    const isExact = this.fillExact(matrix, inputNames, output, size)
    if (!isExact) {
      const respond = (values: Float64Array, out: Float64Array): void => {
        const at = values.slice(0, n)
        this.model.problem.project(t, at, false)
        if (haveInvariants) out.set(at, nRows)
        inputs.set(t)
        vector.write(values.subarray(n))
        runtime.enter(t, at)
        runtime.evaluateAll()
        runtime.memories.writeResults(t)
        runtime.readDerivatives(out)
        output.read(out.subarray(n, nRows))
      }
      computeDifferences(respond, Float64Array.of(...x, ...u), nominals, nAll, matrix)
      inputs.set(t)
      vector.write(u)
    }
    // integrals, such as energies lost in contacts, act on nothing
    const free = Array.from(x.keys()).filter((i) => states.isKept[i])
    this.assertFixedConstraints(t, x, u, { vector, names: input.names, sizes: nominals.slice(n) })
    const { places, T } = this.chooseStates(t, x, {
      free,
      sizes: free.map((i) => Math.max(Math.abs(x[i]), nominals[i])),
      matrix: haveInvariants ? matrix.subarray(nRows * size) : null,
      size,
    })
    runtime.restoreGuesses()
    evaluate()
    const kept = places.map((k) => free[k])
    const rowsOf = (isOutput: boolean): number[] =>
      isOutput ? Array.from(y.keys(), (i) => n + i) : [...kept]
    // A T of all motions that fulfill constraints
    const ofStates = (isOutput: boolean): number[][] =>
      rowsOf(isOutput).map((i) =>
        kept.map((_, k) => {
          let sum = 0
          for (let j = 0; j < free.length; j++) sum += matrix[i * size + free[j]] * T[kept.length * j + k]
          return sum + 0
        }),
      )
    // where inputs move the states that fulfill invariants, at the same independent states
    const moveOf = (i: number, j: number): number =>
      haveInvariants && !isExact ? matrix[(nRows + i) * size + n + j] : 0
    const ofInputs = (isOutput: boolean): number[][] =>
      ofStates(isOutput).map((row, k) =>
        Array.from(u, (_, j) => {
          const i = rowsOf(isOutput)[k]
          return row.reduce((sum, a, s) => sum - a * moveOf(kept[s], j), matrix[i * size + n + j]) + 0
        }),
      )
    const pick = <V>(list: readonly V[]): V[] => kept.map((i) => list[i])
    return {
      ...{ A: ofStates(false), B: ofInputs(false), C: ofStates(true), D: ofInputs(true) },
      ...{ states: pick(states.names), inputs: input.names, outputs: output.names },
      units: { states: pick(states.units), inputs: input.units, outputs: output.units },
      ...{ t, x: pick(Array.from(x)), u: Array.from(u), y: Array.from(y), isExact },
    }
  }

  /** Throws an error if constraints between states depend on inputs: states would have to follow these. */
  private assertFixedConstraints(t: number, x: Float64Array, u: Float64Array, inputs: InputVector): void {
    const { runtime, constraints } = this.model
    if (constraints === null) return
    const { vector, names, sizes } = inputs
    const valuesAt = (values: Float64Array): Float64Array => {
      vector.write(values)
      runtime.enter(t, x)
      runtime.evaluateAll()
      const g = new Float64Array(constraints.m)
      constraints.read(g)
      return g
    }
    const before = valuesAt(u)
    names.forEach((name, j) => {
      const moved = u.slice()
      moved[j] += INPUT_STEP * Math.max(Math.abs(u[j]), sizes[j])
      const k = valuesAt(moved).findIndex((g, i) => !(Math.abs(g - before[i]) <= UNCHANGED))
      if (k < 0) return
      throw new VarioError(
        'LINEARIZE',
        `linearize: expected inputs on which constraints between states do not depend, got ${name} in ` +
          `'${constraints.describe(k)}'. Make it a parameter, or a state: der(${name}) = rate.`,
        { input: name },
      )
    })
    valuesAt(u)
  }

  /** Chooses the states of the linear system among the `free` ones: constraints leave fewer independent. */
  private chooseStates(
    t: number,
    x: Float64Array,
    { free, sizes, matrix, size }: ChoiceOfStates,
  ): IndependentStates {
    const { constraints, runtime } = this.model
    const n = free.length
    const rows: Float64Array[] = []
    if (constraints !== null) {
      runtime.enter(t, x)
      runtime.evaluateAll()
      for (const row of constraints.computeRows(t, x))
        rows.push(Float64Array.from(free, (j, i) => row[j] * sizes[i]))
    }
    // invariants of components: the difference to the states that fulfill them
    if (matrix !== null)
      free.forEach((i, place) => {
        const row = Float64Array.from(free, (j, k) => ((i === j ? 1 : 0) - matrix[i * size + j]) * sizes[k])
        rows.push(row.map((value) => value / sizes[place]))
      })
    if (rows.length === 0) return keepAll(n)
    // rows of the same size
    const K = new Float64Array(rows.length * n)
    rows.forEach((row, k) => {
      const largest = matrix === null ? row.reduce((max, value) => Math.max(max, Math.abs(value)), 0) : 1
      for (let j = 0; j < n; j++) K[n * k + j] = row[j] / (largest || 1) / sizes[j]
    })
    return chooseIndependentStates(K, sizes, matrix === null ? FOLLOWS : FOLLOWS_ROUGHLY)
  }

  /** Names and units of all states; those that are integrals are not kept. */
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

/** Inputs, their names, and nominal values. */
interface InputVector {
  readonly vector: ReturnType<ModelRuntime['createVector']>
  readonly names: readonly string[]
  readonly sizes: readonly number[]
}

/** States among which those of the linear system are chosen. */
interface ChoiceOfStates {
  /** Their numbers. */
  readonly free: readonly number[]
  readonly sizes: readonly number[]
  /** Derivatives of states that fulfill invariants of components, row-major (n × size); null: there are no invariants. */
  readonly matrix: Float64Array | null
  readonly size: number
}

function keepAll(n: number): IndependentStates {
  const T = new Float64Array(n * n)
  for (let i = 0; i < n; i++) T[n * i + i] = 1
  return { places: Array.from({ length: n }, (_, i) => i), T }
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
