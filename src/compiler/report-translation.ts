import { printExpr } from '../symbolic/index.ts'
import { type Assignment, type Block, blockTargets } from './equations/index.ts'
import { createTangentProgram, emitTangents } from './tangent-code.ts'
import type { Translation } from './translation.ts'
import type {
  ReportedAssignment,
  ReportedBlock,
  ReportedCode,
  ReportedEvents,
  ReportedVariable,
  TranslationReport,
  TranslationStatistics,
} from './translation-report.ts'
import type { Slot } from './value-store/index.ts'

/** The translation of a model as plain data. */
export function reportTranslation(translation: Translation): TranslationReport {
  const { model, notes, aliases, states, constraints, dynamics, rest } = translation
  return {
    name: model.name,
    statistics: countParts(translation),
    notes: [...notes],
    variables: listVariables(translation),
    equations: model.equations.map(({ left, right, component, origin }) => ({
      text: `${printExpr(left)} = ${printExpr(right)}`,
      component,
      origin,
    })),
    aliases: Array.from(aliases, ([name, alias]) => ({ name, of: alias.name, sign: alias.sign })),
    states: states.map(({ name, derivative, rank }) => ({ name, derivative, rank })),
    constraints: constraints.map(({ text }) => text),
    events: listEvents(translation),
    blocks: { dynamics: dynamics.map(reportBlock), rest: rest.map(reportBlock) },
    code: listCode(translation),
  }
}

function countParts(translation: Translation): TranslationStatistics {
  const { model, aliases, states, constraints, conditions, dynamics, rest } = translation
  const blocks = [...dynamics, ...rest]
  const systems = blocks.filter((block) => block.kind !== 'assign')
  return {
    parameters: model.parameters.size,
    variables: model.variables.size,
    equations: model.equations.length,
    aliases: aliases.size,
    states: states.length,
    constraints: constraints.length,
    conditions: conditions.length,
    assignments: blocks.length - systems.length,
    linearSystems: systems.filter(({ kind }) => kind === 'linear').length,
    nonlinearSystems: systems.filter(({ kind }) => kind === 'nonlinear').length,
    largestSystem: systems.reduce((largest, block) => Math.max(largest, blockTargets(block).length), 0),
    iterationVariables: systems.reduce((sum, { unknowns }) => sum + unknowns.length, 0),
  }
}

function listVariables({ model, slots }: Translation): ReportedVariable[] {
  const variables: ReportedVariable[] = []
  for (const [name, slot] of slots) {
    // Variables added by the compiler are not reported
    if (name.startsWith('$')) continue
    const parameter = model.parameters.get(name)
    variables.push({
      name,
      kind: parameter ? 'parameter' : 'variable',
      rank: slot.rank,
      unit: (parameter ?? model.variables.get(name))?.unit ?? '',
      slot: printSlot(slot),
    })
  }
  return variables
}

function printSlot({ rank, index }: Slot): string {
  const store = rank === 'object' ? 'o' : rank === 'vector' || rank === 'matrix' ? 'a' : 'v'
  return `${store}[${index}]`
}

function listEvents({ conditions, clocks, whens }: Translation): ReportedEvents {
  return {
    conditions: conditions.map(({ kind, text }) => ({ kind, text })),
    clocks: clocks.map(({ text }) => text),
    whens: whens.map(({ text }) => text),
  }
}

function reportBlock(block: Block): ReportedBlock {
  if (block.kind === 'assign') return reportAssignment(block)
  const { kind, unknowns, inner, residuals, rows, isConstant } = block
  return {
    kind,
    unknowns: [...unknowns],
    isTorn: rows === undefined,
    isConstant,
    inner: inner.map(reportAssignment),
    residuals: residuals.map(({ text }) => text),
  }
}

function reportAssignment({ kind, target, text }: Assignment): ReportedAssignment {
  return { kind, target, equation: text }
}

function listCode(translation: Translation): ReportedCode {
  const { dynamics, rest, residuals, residualTangents, eventIndicators } = translation.code
  const program = createTangentProgram(translation)
  const tangents = program && emitTangents(program, translation).steps.map((functions) => [...functions])
  return {
    dynamics: [...dynamics],
    rest: [...rest],
    residuals: [...residuals],
    residualTangents: [...residualTangents],
    eventIndicators,
    tangents,
  }
}
