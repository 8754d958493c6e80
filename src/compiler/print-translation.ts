import { assertOneOf } from '../base/index.ts'
import type {
  ReportedBlock,
  ReportedSystem,
  ReportedVariable,
  TranslationReport,
} from './translation-report.ts'

/** A part of the text of `printTranslation`. */
export type LogSection =
  | ('notes' | 'variables' | 'equations' | 'aliases' | 'states')
  | ('events' | 'blocks' | 'code' | 'tangents')

/** Parts of the text, in their order. */
const LOG_SECTIONS: readonly LogSection[] = [
  'notes',
  'variables',
  'equations',
  'aliases',
  'states',
  'events',
  'blocks',
  'code',
  'tangents',
]

/**
 * Prints the results of `translate` as text.
 *
 * @param log sections to print, as a list or separated by commas: notes, variables, equations, aliases, states, events,
 *   blocks, code, tangents (default: all)
 */
export function printTranslation(
  translation: TranslationReport,
  log: readonly LogSection[] | string = LOG_SECTIONS,
): string {
  const wanted = typeof log === 'string' ? log.split(',').map((part) => part.trim()) : log
  for (const section of wanted) assertOneOf('printTranslation: log', section, LOG_SECTIONS)
  const parts = LOG_SECTIONS.filter((section) => wanted.includes(section)).map((section) => {
    const lines = PRINTERS[section](translation)
    return [TITLES[section], ...(lines.length > 0 ? lines : ['(none)']).map((line) => `  ${line}`)].join('\n')
  })
  return `Model ${translation.name}\n\n${parts.join('\n\n')}\n`
}

const TITLES: Readonly<Record<LogSection, string>> = {
  notes: 'Remarks',
  variables: 'Variables and parameters (slot, unit)',
  equations: 'Equations',
  aliases: 'Eliminated variables',
  states: 'States and constraints',
  events: 'Conditions and clocks',
  blocks: 'Order of evaluation',
  code: 'Generated code',
  tangents: 'Generated code of the derivatives along a direction of the states',
}

const PRINTERS: Readonly<Record<LogSection, (translation: TranslationReport) => string[]>> = {
  notes: ({ notes }) => [...notes],
  variables: ({ variables }) => variables.map(printVariable),
  equations: ({ equations }) =>
    equations.map(({ text, component, origin }) => {
      const from = [component, origin === 'equation' ? '' : origin].filter(Boolean).join(', ')
      return `${text}${from === '' ? '' : `   (${from})`}`
    }),
  aliases: ({ aliases }) =>
    aliases.map(({ name, of, sign }) => `${name} = ${of === null ? '0' : sign > 0 ? of : `-${of}`}`),
  states: ({ states, constraints }) => [
    ...states.map(
      ({ name, derivative, rank }) =>
        `${name}, derivative ${derivative}${rank === 'scalar' ? '' : `, ${rank}`}`,
    ),
    ...constraints.map((text) => `constraint: ${text}`),
  ],
  events: ({ events }) => [
    ...events.conditions.map(({ kind, text }, k) => `condition ${k + 1}: ${text}   (${kind} event)`),
    ...events.clocks.map((text, k) => `clock ${k + 1}: ${text}`),
  ],
  blocks: ({ blocks: { dynamics, rest } }) => [
    'for the derivatives of the states and for events:',
    ...dynamics.flatMap((block, k) => printBlock(block, k + 1)),
    'for the results only:',
    ...rest.flatMap((block, k) => printBlock(block, dynamics.length + k + 1)),
  ],
  code: ({ code }) => [
    ...code.dynamics.flatMap((source, k) => printFunction(`dynamics ${k + 1}`, source)),
    ...code.rest.flatMap((source, k) => printFunction(`rest ${k + 1}`, source)),
    ...code.residuals.flatMap((source, k) => printFunction(`residuals of system ${k + 1}`, source)),
    ...code.residualTangents.flatMap((source, k) =>
      source === null ? [] : printFunction(`derivatives of the residuals of system ${k + 1}`, source),
    ),
    ...printFunction('event indicators', code.eventIndicators),
  ],
  tangents: ({ code: { tangents } }) => {
    if (!tangents) return ['(none: a function has no derivative, or a component has states of its own)']
    return tangents.flatMap((functions, k) =>
      functions.flatMap((source) => printFunction(`step ${k + 1}`, source)),
    )
  },
}

function printVariable({ name, kind, rank, unit, slot }: ReportedVariable): string {
  const where = `${slot}${rank === 'scalar' ? '' : ` (${rank})`}`
  return `${where}  ${kind} ${name}${unit === '' ? '' : ` [${unit}]`}`
}

function printBlock(block: ReportedBlock, number: number): string[] {
  if (block.kind === 'assign') return [`${number}. ${block.target} from ${block.equation}`]
  return [`${number}. ${describeSystem(block)}`, ...printSystem(block).map((line) => `     ${line}`)]
}

function describeSystem({ kind, unknowns, inner, isTorn, isConstant }: ReportedSystem): string {
  const size = unknowns.length + inner.length
  const how = isTorn ? `torn to ${unknowns.length}` : 'not torn'
  return `${kind} system of ${size} equation(s), ${how}${isConstant ? ', constant matrix' : ''}`
}

function printSystem({ unknowns, inner, residuals, isTorn }: ReportedSystem): string[] {
  return [
    `${isTorn ? 'tearing variables' : 'unknowns'}: ${unknowns.join(', ')}`,
    ...inner.map(({ target, equation }) => `${target} from ${equation}`),
    ...residuals.map((text) => `residual of ${text}`),
  ]
}

function printFunction(title: string, source: string): string[] {
  return [`// ${title}`, ...source.split('\n')]
}
