/** Handmade translations: the inputs of passes, written as texts. */

import type { Block, SystemBlock } from '../../src/compiler/equations/index.ts'
import type { StateCondition, TimeCondition } from '../../src/compiler/events-and-clocks/event-definitions.ts'
import type { Translation } from '../../src/compiler/index.ts'
import type { Rank, Slot } from '../../src/compiler/value-store/index.ts'
import type { FlatModel } from '../../src/model/index.ts'
import { type EvaluatedValue, type Expr, evaluate, parseExpression } from '../../src/symbolic/index.ts'
import { assignment } from './support.ts'

/** A model without content. */
export const EMPTY_MODEL: FlatModel = {
  name: 'Handmade',
  variables: new Map(),
  unused: new Map(),
  parameters: new Map(),
  equations: [],
  initialEquations: [],
  steady: [],
  whens: [],
  asserts: [],
  functions: new Map(),
  memories: [],
  decisions: [],
  notes: [],
}

/** A model with only these functions and inputs. */
export function modelWith(functions: FlatModel['functions'], inputs: readonly string[] = []): FlatModel {
  const variable = { component: '', isInput: true, isOutput: false, isPotential: false, hideResult: false }
  return {
    ...EMPTY_MODEL,
    functions,
    variables: new Map(inputs.map((name) => [name, { name, ...variable }])),
  }
}

/** A user function; with `isMemory` one of the memory of a component. */
export function func(
  name: string,
  isMemory = false,
): [string, FlatModel['functions'] extends ReadonlyMap<string, infer F> ? F : never] {
  return [name, { name, evaluate: (value: number) => value, ...(isMemory && { hasMemory: true }) }]
}

/** A system with its unknowns, inner assignments `x = value` and residuals that are zero. */
export function system(
  unknowns: readonly string[],
  inner: readonly string[],
  residuals: readonly string[],
): SystemBlock {
  return {
    kind: 'nonlinear',
    unknowns,
    inner: inner.map(assignment),
    residuals: residuals.map((text) => ({ value: parseExpression(text), text })),
    isConstant: false,
  }
}

/** `left op right` as a condition that is located by the solver. */
export function stateCondition(left: string, op: string, right: string): StateCondition {
  return {
    kind: 'state',
    op,
    left: parseExpression(left),
    right: parseExpression(right),
    text: `${left} ${op} ${right}`,
  }
}

/** `time op right` as a scheduled condition. */
export function timeCondition(op: string, right: string): TimeCondition {
  return { kind: 'time', op, right: parseExpression(right), text: `time ${op} ${right}` }
}

/** Parts of a handmade translation; states are names, assignments texts. */
interface Parts extends Partial<Omit<Translation, 'states' | 'dynamics' | 'rest' | 'slots' | 'systems'>> {
  readonly states?: readonly string[]
  readonly dynamics?: readonly (string | SystemBlock)[]
  readonly rest?: readonly (string | SystemBlock)[]
  /** Ranks of names other than scalars. */
  readonly ranks?: Readonly<Record<string, Rank>>
}

/** A translation with only these parts. */
export function handmade({
  states = [],
  dynamics = [],
  rest = [],
  ranks = {},
  ...others
}: Parts): Translation {
  const blockOf = (part: string | SystemBlock): Block => (typeof part === 'string' ? assignment(part) : part)
  const blocks = [...dynamics, ...rest]
  return {
    model: EMPTY_MODEL,
    states: states.map((name) => ({ name, derivative: `der(${name})`, rank: ranks[name] ?? 'scalar' })),
    constraints: [],
    core: [],
    omitted: [],
    jumps: { equations: [], followers: [], hidden: [] },
    slots: slotsOf(ranks, states),
    nScalar: 0,
    nArray: 0,
    nObject: 0,
    aliases: new Map(),
    dynamics: dynamics.map(blockOf),
    rest: rest.map(blockOf),
    systems: blocks.filter((part) => typeof part !== 'string'),
    conditions: [],
    inputDerivatives: [],
    clocks: [],
    clockAgreements: [],
    sampledValues: [],
    preNames: [],
    whens: [],
    startRequirements: [],
    startSources: new Map(),
    discrete: new Map(),
    usesTerminal: false,
    code: { dynamics: [], rest: [], eventIndicators: '', residuals: [], residualTangents: [], table: [] },
    nonZeroFactors: [],
    zeroFactors: [],
    ranked: [],
    fixed: new Map(),
    redundancies: [],
    lostStates: new Map(),
    unrolledRanges: [],
    notes: [],
    ...others,
  }
}

function slotsOf(ranks: Readonly<Record<string, Rank>>, states: readonly string[]): Map<string, Slot> {
  const slots = new Map<string, Slot>([['time', { rank: 'scalar', index: 0 }]])
  for (const name of [...states, ...Object.keys(ranks)])
    slots.set(name, { rank: ranks[name] ?? 'scalar', index: slots.size })
  return slots
}

/** The value of an expression at a point. */
export function valueAt(expr: Expr, point: Readonly<Record<string, EvaluatedValue>>): EvaluatedValue {
  return evaluate(expr, (name) => point[name])
}
