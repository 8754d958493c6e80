import { VarioError } from '../base/index.ts'
import { type EvaluatedModel, type FlatModel, isModelInput } from '../model/index.ts'
import { collectNames, type Expr, expandDerivatives, sub } from '../symbolic/index.ts'
import {
  type ExpandedEquation,
  expandResults,
  gatherElements,
  inferRanks,
  type RankOf,
  rankOfName,
  shareCalls,
  unrollComprehensions,
} from './arrays/index.ts'
import {
  BlockEmitter,
  createEmitContext,
  ExpressionRanks,
  type GeneratedCode,
  type Rank,
  type Slot,
} from './code/index.ts'
import {
  addSlopes,
  differentiateSystem,
  emitResidualTangent,
  listInputDerivatives,
} from './derivatives/index.ts'
import { type Condition, preName, type RewrittenModel, rewriteEvents } from './events/index.ts'
import { type Alias, eliminateAliases, reduceSystem, replace, sortIntoAssignments } from './solve/index.ts'
import {
  type Assignment,
  type Block,
  blockExpressions,
  blockTargets,
  callsMemory,
  createConstantNames,
  createKnownNames,
  derivativeName,
  describeConflicts,
  mapTexts,
  printSystemEquation,
  System,
  type SystemEquation,
} from './system/index.ts'
import type { StateInfo, Translation } from './translation/index.ts'
import { findLostStates, findStartSources, ZeroTerms } from './translation/index.ts'
import { assertNumericSystems, checkTypes } from './types/index.ts'

/** Names of the values that invariants have; zero along the solution. */
const INVARIANT = '$invariant'

/** Problems that an array has whose elements have equations of their own. */
const CURED_BY_GATHERING: ReadonlySet<string> = new Set(['STRUCTURE', 'SHAPE', 'TYPE', 'UNSUPPORTED'])

/** Translates a flat model. `values` tell the ranks of parameters and start values; their sizes may change later. */
export function compile(model: FlatModel, values: EvaluatedModel): Translation {
  // Events and multiple results out of the equations
  const unrolled = unrollComprehensions(model, values)
  const rewritten = expandResults(
    rewriteEvents(unrolled.model, createIsScalar(model, values)),
    model.functions,
  )
  const all = listEquations(model, rewritten)
  const { ranges: unrolledRanges } = unrolled
  try {
    return { ...translateReduced(model, values, rewritten, all), unrolledRanges }
  } catch (error) {
    // Equations may say what the elements of an array are, one by one.
    const mayBeCured = error instanceof VarioError && CURED_BY_GATHERING.has(error.code)
    const gathered = mayBeCured ? gatherElements(all, values, createKnownNames(model)) : null
    if (!gathered) throw error
    return { ...translateReduced(model, values, rewritten, gathered), unrolledRanges }
  }
}

/** Tells whether expressions of the model are scalars, from the ranks of its names, which are looked for when they are needed. */
function createIsScalar(model: FlatModel, values: EvaluatedModel): (expr: Expr) => boolean {
  let expressions: ExpressionRanks | null = null
  return (expr) => {
    if (expressions === null) {
      const system = new System(createKnownNames(model))
      for (const equation of model.equations) system.add(equation.left, equation.right, equation, 0)
      const ranks = inferRanks(model, values, system)
      expressions = new ExpressionRanks(model.functions, (name) => ({
        rank: rankOfName(ranks, name),
        index: 0,
      }))
    }
    return isScalarRank(expressions.rank(expr))
  }
}

/** Translates again without the terms whose factors are zero where the order of evaluation would divide by them. */
function translateReduced(
  model: FlatModel,
  values: EvaluatedModel,
  rewritten: RewrittenModel,
  equations: readonly ExpandedEquation[],
): Omit<Translation, 'unrolledRanges'> {
  let zeroTerms = new ZeroTerms(values)
  const first = translate(model, values, rewritten, equations, zeroTerms)
  let translation = first
  for (let next = zeroTerms.next(); next !== null; next = zeroTerms.next()) {
    zeroTerms = next
    try {
      translation = translate(model, values, rewritten, equations, zeroTerms)
    } catch (error) {
      throw zeroTerms.explain(error)
    }
  }
  return translation === first ? first : { ...translation, lostStates: findLostStates(first, translation) }
}

function translate(
  model: FlatModel,
  values: EvaluatedModel,
  rewritten: RewrittenModel,
  complete: readonly ExpandedEquation[],
  zeroTerms: ZeroTerms,
): Omit<Translation, 'unrolledRanges'> {
  const isKnown = createKnownNames(model)
  const all = new System(isKnown)
  for (const { left, right, source } of zeroTerms.leaveOut(complete, isKnown)) all.add(left, right, source, 0)
  const withSlopes = addSlopes(model, rewritten.conditions, all)
  const ranks = inferRanks(model, values, all)
  checkTypes(model, (name) => rankOfName(ranks, name))

  // Aliases, index reduction, states
  const shape = {
    functions: model.functions,
    isScalar: (name: string) => isScalarRank(rankOfName(ranks, name)),
    isMatrix: (name: string) => rankOfName(ranks, name) === 'matrix',
  }
  const rankOf = createRankOf(model, ranks)
  const isArray = (name: string): boolean => !isScalarRank(rankOfName(ranks, name))
  const readable = (text: string): string =>
    text.replace(/\$condition\((\d+)\)/g, (_, k) => rewritten.conditions[k].text)
  const describe = (part: System, removed: readonly string[] = []) =>
    describeConflicts(part, values, removed).map(readable)
  const { system, aliases, arbitrary, redundant, equalities } = eliminateAliases(
    model,
    rewritten,
    all,
    describe,
    isArray,
  )
  const reduced = reduceSystem(
    model,
    system,
    shape,
    rankOf,
    (part) => describe(part, redundant),
    zeroTerms.mayDivideBy,
  )
  const states = listStates(reduced.system, reduced.isState, ranks)

  // Order of evaluation
  const isParameter = (name: string) => model.parameters.has(name)
  const sorted = sortIntoAssignments(
    reduced.system,
    reduced.isState,
    isParameter,
    model.functions,
    rankOf,
    zeroTerms.noteDivision,
  )
  assertNumericSystems(sorted, rankOf)
  const invariants = reduced.invariants.map(createInvariant)
  const shared = shareCalls([...sorted, ...invariants], model.functions)
  for (const [name, rank] of shared.ranks) ranks.set(name, rank)
  const blocks = shared.blocks.map((block) => mapTexts(block, readable))
  const conditions = withSlopes.map((condition) => replaceInCondition(condition, aliases))
  const { dynamics, rest } = splitBlocks(blocks, states, conditions, model.functions)

  // Places and code
  const names = [...reduced.system.names, ...shared.ranks.keys()]
  const inputDerivatives = listInputDerivatives(model, blocks, conditions)
  for (const { name } of inputDerivatives) names.push(name)
  const places = assignSlots(model, rewritten, names, states, invariants, ranks)
  const table: unknown[] = []
  const emitter = new BlockEmitter(
    createEmitContext(model.functions, (name) => places.slots.get(name), table),
  )
  const code = generate(model, places.slots, emitter, dynamics, rest, conditions, table)
  return {
    model,
    states,
    invariants,
    ...places,
    aliases,
    dynamics,
    rest,
    systems: emitter.systems.map((entry) => entry.block),
    conditions,
    inputDerivatives,
    clocks: rewritten.clocks,
    clockAgreements: rewritten.clockAgreements,
    memories: rewritten.memories,
    preNames: [...rewritten.preNames],
    whens: rewritten.whens,
    startRequirements: rewritten.startRequirements,
    startSources: findStartSources(namesWithStart(states, blocks, rewritten), aliases, equalities),
    discrete: rewritten.discrete,
    usesTerminal: rewritten.usesTerminal,
    nonZeroFactors: zeroTerms.nonZeroFactors,
    zeroFactors: zeroTerms.zeroFactors,
    lostStates: new Map(),
    code,
    notes: [
      ...model.notes,
      ...arbitrary.map((name) => `${name} is determined by nothing and set to zero.`),
      ...(redundant.length > 0
        ? [`${redundant.length} equation(s) follow from the others and were removed.`]
        : []),
      ...reduced.differentiated.map((equation) => `Differentiated: ${equation}`),
      ...invariants.map(({ text }) => `Nonlinear constraint between states, kept by the solver: ${text}`),
    ],
  }
}

/** The equations with `der` before names only. */
function listEquations(model: FlatModel, rewritten: RewrittenModel): ExpandedEquation[] {
  const context = { functions: model.functions, isConstant: createConstantNames(model) }
  return rewritten.equations.map((source) => ({
    left: expandDerivatives(source.left, context),
    right: expandDerivatives(source.right, context),
    source,
  }))
}

/** An invariant as the assignment of what must be zero. */
function createInvariant(equation: SystemEquation, k: number): Assignment {
  const target = `${INVARIANT}[${k + 1}]`
  return {
    kind: 'assign',
    target,
    value: sub(equation.left, equation.right),
    text: printSystemEquation(equation),
  }
}

function isInvariant(name: string): boolean {
  return name.startsWith(INVARIANT)
}

/** Ranks of expressions; where there are no arrays, only names are looked at. */
function createRankOf(model: FlatModel, ranks: ReadonlyMap<string, Rank>): RankOf {
  const hasArrays = [...ranks.values()].some((rank) => rank === 'vector' || rank === 'matrix')
  const slotOf = (name: string): Slot => ({ rank: rankOfName(ranks, name), index: 0 })
  const expressions = new ExpressionRanks(model.functions, slotOf)
  return (expr) => {
    if (expr.kind === 'name') return slotOf(expr.name).rank
    return hasArrays ? expressions.rank(expr) : 'scalar'
  }
}

function isScalarRank(rank: Rank | undefined): boolean {
  return rank === undefined || rank === 'scalar' || rank === 'boolean'
}

function listStates(system: System, isState: Uint8Array, ranks: ReadonlyMap<string, Rank>): StateInfo[] {
  const states: StateInfo[] = []
  system.names.forEach((name, v) => {
    if (!isState[v]) return
    states.push({ name, derivative: derivativeName(name), rank: rankOfName(ranks, name) })
  })
  return states
}

/** Variables whose start values mean something: states, iteration variables, and those with a memory. */
function namesWithStart(
  states: readonly StateInfo[],
  blocks: readonly Block[],
  rewritten: RewrittenModel,
): Set<string> {
  const names = new Set<string>(rewritten.preNames)
  for (const { name } of states) names.add(name)
  for (const { variable } of rewritten.memories) if (variable !== null) names.add(variable)
  // What follows from a nonlinear system may have the start value that decides on its solution.
  const hasSolutions = blocks.some((block) => block.kind === 'nonlinear')
  for (const block of blocks) {
    if (hasSolutions) for (const name of blockTargets(block)) names.add(name)
    else if (block.kind !== 'assign') for (const name of block.unknowns) names.add(name)
  }
  return names
}

function replaceInCondition(condition: Condition, aliases: ReadonlyMap<string, Alias>): Condition {
  if (condition.kind === 'time') {
    const { factor } = condition
    return {
      ...condition,
      right: replace(condition.right, aliases),
      ...(factor && { factor: replace(factor, aliases) }),
    }
  }
  return { ...condition, left: replace(condition.left, aliases), right: replace(condition.right, aliases) }
}

/** What derivatives, state conditions and the memories of components depend on, and the rest, each in order. */
function splitBlocks(
  blocks: readonly Block[],
  states: readonly StateInfo[],
  conditions: readonly Condition[],
  functions: FlatModel['functions'],
): { dynamics: Block[]; rest: Block[] } {
  const needed = new Set<string>(states.map((state) => state.derivative))
  for (const block of blocks)
    if (block.kind === 'assign' && isInvariant(block.target)) needed.add(block.target)
  for (const condition of conditions) {
    if (condition.kind !== 'state') continue
    for (const side of [condition.left, condition.right])
      for (const name of collectNames(side)) needed.add(name)
  }
  const isDynamic = new Array<boolean>(blocks.length).fill(false)
  for (let b = blocks.length - 1; b >= 0; b--) {
    const isNeeded = blockTargets(blocks[b]).some((target) => needed.has(target))
    if (!isNeeded && !callsMemory(blocks[b], functions)) continue
    isDynamic[b] = true
    for (const expr of blockExpressions(blocks[b])) for (const name of collectNames(expr)) needed.add(name)
  }
  return { dynamics: blocks.filter((_, b) => isDynamic[b]), rest: blocks.filter((_, b) => !isDynamic[b]) }
}

interface Places {
  readonly slots: ReadonlyMap<string, Slot>
  readonly nScalar: number
  readonly nArray: number
  readonly nObject: number
}

/** A place for everything that has a value, scalars first of all the time. */
function assignSlots(
  model: FlatModel,
  rewritten: RewrittenModel,
  names: readonly string[],
  states: readonly StateInfo[],
  invariants: readonly Assignment[],
  ranks: ReadonlyMap<string, Rank>,
): Places {
  const slots = new Map<string, Slot>()
  const counts = { v: 0, a: 0, o: 0 }
  const place = (name: string, rank: Rank): void => {
    if (slots.has(name)) return
    const store = rank === 'object' ? 'o' : rank === 'scalar' || rank === 'boolean' ? 'v' : 'a'
    slots.set(name, { rank, index: counts[store]++ })
  }
  place('time', 'scalar')
  for (const { name, derivative, rank } of states) {
    place(name, rank)
    place(derivative, rank)
  }
  for (const name of names) place(name, rankOfName(ranks, name))
  for (const name of model.parameters.keys()) place(name, ranks.get(name) ?? 'scalar')
  for (const [name, variable] of model.variables) {
    if (isModelInput(variable)) place(name, ranks.get(name) ?? 'scalar')
  }
  const expressions = new ExpressionRanks(model.functions, (name) => slots.get(name))
  for (const { target, value } of invariants) place(target, expressions.rank(value))
  for (const name of rewritten.preNames)
    place(preName(name), ranks.get(name) ?? slots.get(name)?.rank ?? 'scalar')
  return { slots, nScalar: counts.v, nArray: counts.a, nObject: counts.o }
}

function generate(
  model: FlatModel,
  slots: ReadonlyMap<string, Slot>,
  emitter: BlockEmitter,
  dynamics: readonly Block[],
  rest: readonly Block[],
  conditions: readonly Condition[],
  table: unknown[],
): GeneratedCode {
  const dynamicsCode = emitter.sequence(dynamics).functions
  const restCode = emitter.sequence(rest).functions
  const differences = conditions.map((condition): Expr => {
    if (condition.kind === 'time') return { kind: 'number', value: 1 }
    return { kind: 'call', fn: '-', args: [condition.left, condition.right] }
  })
  const crossings = emitter.vectorFunction(differences)
  const residuals = emitter.systems.map((entry) => entry.source.residual)
  const residualTangents = emitter.systems.map(({ block }) => {
    const form = differentiateSystem(block, model.functions, (name) => slots.get(name))
    return emitResidualTangent(form, { model, slots }, table)
  })
  return { dynamics: dynamicsCode, rest: restCode, crossings, residuals, residualTangents, table }
}
