import type { EvaluatedModel, FlatEquation, FlatModel } from '../model/index.ts'
import { type Expr, printEquation } from '../symbolic/index.ts'
import { assertClockOrder } from './assert-clock-order.ts'
import { assertStateSelect } from './assert-state-select.ts'
import { assignSlots } from './assign-slots.ts'
import { generateCode } from './code-generation/index.ts'
import {
  type Alias,
  addSlopes,
  assertUsedDetermined,
  createConstraints,
  createEquationSet,
  createKnownNames,
  describeConflicts,
  type EquationSet,
  type ExpandedEquation,
  eliminateAliases,
  expandEquations,
  isNonZeroFactor,
  type Jumps,
  mapTexts,
  type OmittedConstraint,
  omitConstraints,
  reduceIndex,
  removeRedundant,
  replaceInCondition,
  type SourcedJumps,
  shareCommonCalls,
  sortIntoBlocks,
  type UnknownFacts,
  type WithoutRedundant,
} from './equations/index.ts'
import {
  branchKinks,
  createIsDiscrete,
  createReadableText,
  findHiddenJumps,
  hasKinks,
  type RewrittenModel,
  rewriteEvents,
  withLoudBranches,
} from './events-and-clocks/index.ts'
import { withActual } from './homotopy.ts'
import { splitBlocks } from './split-blocks.ts'
import { findStartSources, listNamesWithStart } from './start-values.ts'
import { differentiateSystem } from './tangent-program.ts'
import {
  checkDivisions,
  translateWithoutZeroTerms,
  type WithoutZeroTerms,
} from './translate-without-zero-terms.ts'
import type { Translation } from './translation.ts'
import { listInputDerivatives, listNotes, listStates } from './translation-lists.ts'
import {
  assertNumericSystems,
  checkDeclaredTypes,
  checkTypes,
  createIsScalar,
  createLengths,
  createModelRanks,
  expandClocks,
  expandExtremes,
  expandResults,
  expandSteps,
  gatherElements,
  inferRanks,
  lowerBooleans,
  splitComponentArrays,
  splitElements,
  type UnrolledRange,
  unrollComprehensions,
} from './types-and-arrays/index.ts'

/**
 * Translates a flat model. `values` give the ranks of parameters and start values; their sizes may change later.
 *
 * @param redundant constraints that follow from others, see `Translation.core`
 */
export function compile(
  given: FlatModel,
  givenValues: EvaluatedModel,
  redundant: readonly OmittedConstraint[] = [],
): Translation {
  checkDeclaredTypes(given)
  const clocked = expandClocks(splitComponentArrays(withActual(given), givenValues), givenValues)
  const { model, values } = lowerBooleans(clocked.model, givenValues)
  const isScalar = createIsScalar(model, values)
  const { translation: translated, orders } = translateModel(model, values, model, isScalar, redundant)
  const translation = withRanges(translated, clocked.ranges)
  const hidden = new Set(findHiddenJumps(model.equations, orders))
  const hasKink = ({ left, right }: FlatEquation): boolean => hasKinks(left) || hasKinks(right)
  const kinked = new Set(model.equations.filter((equation, k) => orders[k] > 1 && hasKink(equation)))
  if (kinked.size === 0 && hidden.size === 0) return translation
  const lengths = createLengths(model, values, isScalar)
  const ranges: UnrolledRange[] = []
  const equations = model.equations.map((equation, k) => {
    const change = (side: Expr): Expr => {
      const loud = hidden.has(k) ? withLoudBranches(side, orders[k]) : side
      if (!kinked.has(equation)) return loud
      return branchKinks(expandExtremes(loud, lengths, isScalar, ranges), isScalar)
    }
    return { ...equation, left: change(equation.left), right: change(equation.right) }
  })
  const branched = translateModel(model, values, { ...model, equations }, isScalar, redundant).translation
  const notes = [...hidden].map(
    (k) => `Events in spite of noEvent, because of derivatives: ${printEquation(model.equations[k])}`,
  )
  const all = { ...branched, notes: [...branched.notes, ...notes] }
  return withRanges(all, [...clocked.ranges, ...ranges])
}

/** Other values of these ranges need a new translation, too. */
function withRanges(translation: Translation, ranges: readonly UnrolledRange[]): Translation {
  if (ranges.length === 0) return translation
  return { ...translation, unrolledRanges: [...translation.unrolledRanges, ...ranges] }
}

/** Translation of `changed`, which replaces `model`, and the number of differentiations of each of its equations. */
function translateModel(
  model: FlatModel,
  values: EvaluatedModel,
  changed: FlatModel,
  isScalar: (expr: Expr) => boolean,
  redundant: readonly OmittedConstraint[],
): { readonly translation: Translation; readonly orders: readonly number[] } {
  const expandedSteps = expandSteps(changed, values, isScalar)
  const { model: unrolled, ranges } = unrollComprehensions(expandedSteps.model, values)
  const isKnown = createKnownNames(model)
  const withoutEvents = rewriteEvents(unrolled, isScalar)
  const rewritten = expandResults(withoutEvents, model.functions)
  const expanded = expandEquations(model, rewritten.equations)
  const gathered = gatherElements(expanded, values, isKnown, isScalar)
  const separate = splitElements(gathered.equations, values, isKnown, isScalar)
  const numberOf = new Map(withoutEvents.equations.map((equation, k) => [equation, k]))
  const orders = unrolled.equations.map(() => 0)
  const readable = createReadableText(rewritten.conditions)
  const textOf = (source: FlatEquation): string => {
    const written = model.equations[numberOf.get(source) ?? orders.length]
    return written ? printEquation(written) : readable(printEquation(source))
  }
  const { translation, lostStates } = translateWithoutZeroTerms(separate, values, isKnown, (left) => {
    const { sources, ...translated } = translate(model, values, rewritten, left, redundant, textOf)
    for (const { source, order } of sources) {
      const k = numberOf.get(source) ?? orders.length
      if (k < orders.length) orders[k] = Math.max(orders[k], order)
    }
    return translated
  })
  return {
    translation: {
      ...translation,
      lostStates,
      unrolledRanges: [...expandedSteps.ranges, ...ranges, ...gathered.ranges],
    },
    orders,
  }
}

/**
 * Translates the equations unchanged, and returns with the translation the equations that it divides by zero and the
 * sources of the differentiated equations.
 */
function translate(
  model: FlatModel,
  values: EvaluatedModel,
  rewritten: RewrittenModel,
  { equations, terms }: WithoutZeroTerms,
  redundant: readonly OmittedConstraint[],
  textOf: (source: FlatEquation) => string,
) {
  const analyzed = analyze(model, values, rewritten, equations, redundant)
  const { states, reduced, eliminated, regular, without, nameRanks } = analyzed
  const ordered = order(model, rewritten, analyzed)
  const { blocks, dynamics, rest, conditions, constraints, resultRanks } = ordered
  const divisions = checkDivisions(ordered.divisions, values)

  // Slots and code
  const inputDerivatives = listInputDerivatives(model, blocks, conditions)
  const derivatives = inputDerivatives.map(({ name }) => name)
  const impulses = reduced.jumps.equations.map(({ impulse }) => impulse)
  const unknowns = [...reduced.equationSet.names, ...resultRanks.keys(), ...derivatives, ...impulses]
  const { rankOfName } = createModelRanks(model, new Map([...nameRanks, ...resultRanks]))
  const { preNames } = rewritten
  const assigned = assignSlots(model, { states, unknowns, constraints, preNames }, rankOfName)
  const slotOf = (name: string) => assigned.slots.get(name)
  const generated = generateCode({ dynamics, rest, conditions }, model.functions, slotOf, (block) =>
    differentiateSystem(block, model.functions, slotOf),
  )

  const withStart = listNamesWithStart(states, blocks, rewritten)
  const { clocks, clockAgreements, sampledValues, whens, startRequirements, discrete, usesTerminal } =
    rewritten
  const translation = {
    model,
    states,
    constraints,
    jumps: readableJumps(reduced.jumps, textOf),
    ...assigned,
    aliases: eliminated.aliases,
    dynamics,
    rest,
    ...generated,
    conditions,
    inputDerivatives,
    clocks,
    clockAgreements,
    sampledValues,
    preNames: [...preNames],
    whens,
    startRequirements,
    startSources: findStartSources(withStart, eliminated.aliases, eliminated.equalities),
    discrete,
    usesTerminal,
    nonZeroFactors: [...reduced.nonZeroFactors, ...divisions.nonZero],
    zeroFactors: terms.map(({ factor }) => factor),
    ranked: regular.flatMap(({ ranked }) => ranked ?? []),
    fixed: new Map(regular.flatMap(({ fixed }) => [...fixed])),
    redundancies: [...regular, without].flatMap(({ redundancy }) => redundancy ?? []),
    core: reduced.core,
    omitted: redundant,
    notes: listNotes(model, { ...eliminated, differentiated: reduced.differentiated, constraints }),
  }
  const sources = reduced.equationSet.equations.filter(({ order }) => order > 0)
  return { translation, byZero: divisions.byZero, sources }
}

/** Unknowns with their ranks, aliases, index reduction, states. */
function analyze(
  model: FlatModel,
  values: EvaluatedModel,
  rewritten: RewrittenModel,
  equations: readonly ExpandedEquation[],
  redundant: readonly OmittedConstraint[],
) {
  const slopes = addSlopes(model, rewritten.conditions)
  const all = createEquationSet([...equations, ...slopes.equations], createKnownNames(model))
  assertUsedDetermined(model, rewritten, all)
  const nameRanks = inferRanks(model, values, all)
  const ranks = createModelRanks(model, nameRanks)
  checkTypes(model, ranks.rankOfName)

  const readable = createReadableText(rewritten.conditions)
  const describe = (part: EquationSet, removed: readonly string[] = []): readonly string[] =>
    describeConflicts(part, values, removed).map(readable)
  const isArray = (name: string): boolean => !ranks.isScalar(name)
  const weigh = createFlowWeights(model, values)
  const facts = { isScalar: ranks.isScalar, weigh }
  const eliminate = (part: EquationSet) => eliminateAliases(model, rewritten, part, describe, isArray)
  let eliminated = eliminate(all)
  const regular: WithoutRedundant[] = []
  if (eliminated.missing !== null || eliminated.redundant.length > eliminated.arbitrary.length) {
    const without = removeRedundant(model, all, values, facts, true)
    regular.push(without)
    if (without.redundancy !== null) eliminated = eliminate(without.equationSet)
    if (eliminated.missing !== null) throw eliminated.missing
  }
  const last = removeRedundant(model, eliminated.equationSet, values, withAliases(facts, eliminated.aliases))
  regular.push(last)
  const without = omitConstraints(last.equationSet, redundant, ranks.isScalar)
  const reduced = reduceIndex(
    model,
    without.equationSet,
    { functions: model.functions, isScalar: ranks.isScalar, isMatrix: ranks.isMatrix },
    ranks.rankOf,
    (part) => describe(part, eliminated.redundant),
    (factor) => isNonZeroFactor(factor, values),
    createIsDiscrete(rewritten.discrete),
  )
  const states = listStates(reduced.equationSet, reduced.isState, ranks.rankOfName)
  assertStateSelect(model, states, eliminated.aliases)
  return { conditions: slopes.conditions, nameRanks, ranks, eliminated, regular, without, reduced, states }
}

/** Weights of flows in the choice of open ones: 1/nominal², zero for other variables. */
function createFlowWeights(model: FlatModel, values: EvaluatedModel): (name: string) => number {
  return (name) => {
    if (model.variables.get(name)?.isFlow !== true) return 0
    const { nominal } = values.attributes.get(name) ?? {}
    return typeof nominal === 'number' && nominal !== 0 ? 1 / (nominal * nominal) : 1
  }
}

/** Facts about the variables that remain, with the flows among their aliases. */
function withAliases({ isScalar, weigh }: UnknownFacts, aliases: ReadonlyMap<string, Alias>): UnknownFacts {
  const added = new Map<string, number>()
  for (const [alias, { name }] of aliases)
    if (name !== null) added.set(name, (added.get(name) ?? 0) + weigh(alias))
  return { isScalar, weigh: (name) => weigh(name) + (added.get(name) ?? 0) }
}

/** Determines the order of evaluation. */
function order(
  model: FlatModel,
  rewritten: RewrittenModel,
  { conditions: given, ranks, eliminated, without, reduced, states }: ReturnType<typeof analyze>,
) {
  const { functions, parameters } = model
  // the start of a run computes free parameters: matrices with them are not constant
  const isParameter = (name: string): boolean =>
    parameters.get(name)?.isFree === undefined && parameters.has(name)
  const { equationSet, isState } = reduced
  const sorted = sortIntoBlocks(equationSet, isState, isParameter, functions, ranks.rankOf)
  assertNumericSystems(sorted.blocks, ranks.rankOf)
  assertClockOrder(sorted.blocks, rewritten.sampledValues)
  const constraints = createConstraints([...reduced.constraints, ...without.omitted])
  const shared = shareCommonCalls([...sorted.blocks, ...constraints], functions)
  const readable = createReadableText(rewritten.conditions)
  const blocks = shared.blocks.map((block) => mapTexts(block, readable))
  const conditions = given.map((condition) => replaceInCondition(condition, eliminated.aliases))
  const parts = splitBlocks(blocks, states, conditions, functions)
  return {
    ...parts,
    blocks,
    conditions,
    constraints,
    divisions: sorted.divisions,
    resultRanks: shared.ranks,
  }
}

function readableJumps(
  { equations, followers, hidden }: SourcedJumps,
  textOf: (source: FlatEquation) => string,
): Jumps {
  const withText = <T extends { readonly source: FlatEquation }>({ source, ...rest }: T) => ({
    ...rest,
    text: textOf(source),
  })
  return { equations: equations.map(withText), followers, hidden: hidden.map(withText) }
}
