import { assertPositive, InputError } from '../base/index.ts'
import type { Complex } from './complex.ts'
import { type Mat, type Matrix, readMatrix, toRows } from './matrix.ts'

/**
 * A linear system as plain data, in deviations from its operating point:
 *
 *   dx/dt = A x + B u,   y = C x + D u        or, with `sampleTime`,   x_k+1 = A x_k + B u_k
 *
 * `linearize` of `vario` returns one with all names, units and values; only the matrices are required.
 */
export interface StateSpace {
  /** (n × n) */
  readonly A: Matrix
  /** (n × number of inputs) */
  readonly B: Matrix
  /** (number of outputs × n) */
  readonly C: Matrix
  /** (number of outputs × number of inputs) */
  readonly D: Matrix
  /** Period of a discrete system [s]; absent for a continuous one. */
  readonly sampleTime?: number
  /** Names; default: x1, x2, …, u or u1, u2, …, y or y1, y2, … */
  readonly states?: readonly string[]
  readonly inputs?: readonly string[]
  readonly outputs?: readonly string[]
  /** Units of states, inputs and outputs; default: none. */
  readonly units?: SignalUnits
  /** Operating point: time [s], states, inputs and outputs. */
  readonly t?: number
  readonly x?: readonly number[]
  readonly u?: readonly number[]
  readonly y?: readonly number[]
}

/** Units of the signals of a system, in the order of their names. */
export interface SignalUnits {
  readonly states: readonly string[]
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
}

/** A system that has been checked. */
export interface System {
  readonly A: Mat
  readonly B: Mat
  readonly C: Mat
  readonly D: Mat
  readonly n: number
  readonly nIn: number
  readonly nOut: number
  readonly sampleTime: number | undefined
  readonly states: readonly string[]
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly units: SignalUnits
}

/** Checks a system; `path` is its name in messages. */
export function readSystem(path: string, system: StateSpace): System {
  if (typeof system !== 'object' || system === null || !Array.isArray(system.A))
    throw new InputError(path, 'a system { A, B, C, D }', system)
  for (const name of ['B', 'C', 'D'] as const)
    if (!Array.isArray(system[name])) throw new InputError(`${path}.${name}`, 'rows of numbers', system[name])
  const n = system.A.length
  const nIn = system.B[0]?.length ?? system.D[0]?.length ?? 0
  const nOut = system.C.length
  const { sampleTime } = system
  if (sampleTime !== undefined) assertPositive(`${path}.sampleTime`, sampleTime)
  const states = readNames(`${path}.states`, system.states, n, 'x', true)
  const inputs = readNames(`${path}.inputs`, system.inputs, nIn, 'u', false)
  const outputs = readNames(`${path}.outputs`, system.outputs, nOut, 'y', false)
  const noUnits = (names: readonly string[]): string[] => names.map(() => '')
  const { units = { states: noUnits(states), inputs: noUnits(inputs), outputs: noUnits(outputs) } } = system
  return {
    A: readMatrix(`${path}.A`, system.A, n, n),
    B: readMatrix(`${path}.B`, system.B, n, nIn),
    C: readMatrix(`${path}.C`, system.C, nOut, n),
    D: readMatrix(`${path}.D`, system.D, nOut, nIn),
    ...{ n, nIn, nOut, sampleTime, states, inputs, outputs, units },
  }
}

function readNames(
  path: string,
  names: readonly string[] | undefined,
  count: number,
  letter: string,
  isNumbered: boolean,
): readonly string[] {
  if (names === undefined)
    return Array.from({ length: count }, (_, k) =>
      count === 1 && !isNumbered ? letter : `${letter}${k + 1}`,
    )
  if (names.length !== count) throw new InputError(path, `${count} names`, names)
  return names
}

/** Checks a system with one input and one output. */
export function readSingle(path: string, system: StateSpace): System {
  const out = readSystem(path, system)
  if (out.nIn !== 1 || out.nOut !== 1)
    throw new InputError(
      path,
      'a system with one input and one output; `selectChannel` picks them',
      `${out.nIn} inputs, ${out.nOut} outputs`,
    )
  return out
}

/** The system as plain data. */
export function toStateSpace(system: System): StateSpace {
  const { A, B, C, D, sampleTime, states, inputs, outputs, units } = system
  return {
    ...{ A: toRows(A), B: toRows(B), C: toRows(C), D: toRows(D), states, inputs, outputs, units },
    ...(sampleTime !== undefined && { sampleTime }),
  }
}

/** The system of one input and one output, by their names or indices (0-based). */
export function selectChannel(
  system: StateSpace,
  input: string | number,
  output: string | number,
): StateSpace {
  const read = readSystem('system', system)
  const i = findName('input', read.inputs, input)
  const o = findName('output', read.outputs, output)
  const { states, inputs, outputs } = read.units
  return {
    ...system,
    B: system.B.map((row) => [row[i]]),
    C: [system.C[o]],
    D: [[system.D[o][i]]],
    ...{ states: read.states, inputs: [read.inputs[i]], outputs: [read.outputs[o]] },
    units: { states, inputs: [inputs[i]], outputs: [outputs[o]] },
    ...(system.u && { u: [system.u[i]] }),
    ...(system.y && { y: [system.y[o]] }),
  }
}

function findName(path: string, names: readonly string[], wanted: string | number): number {
  const index = typeof wanted === 'number' ? wanted : names.indexOf(wanted)
  if (names[index] === undefined) throw new InputError(path, names.join(' | '), wanted)
  return index
}

/** Rounding errors of a pole, relative to its size. */
const ROUNDING = 1e-13

/** True if a pole decays; poles on the limit of stability do not, with either sign of their rounding errors. */
export function isDecaying(system: System, { re, im }: Complex): boolean {
  const size = Math.hypot(re, im)
  return system.sampleTime === undefined ? re < -ROUNDING * size : size < 1 - ROUNDING
}
