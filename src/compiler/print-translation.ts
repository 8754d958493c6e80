/** What the compiler has made of a model, as text. */
import { printExpr } from '../symbolic/index.ts'
import { createTangentProgram, emitTangents } from './derivatives/index.ts'
import type { Alias } from './solve/index.ts'
import type { Block, SystemBlock } from './system/index.ts'
import type { Translation } from './translation/index.ts'
import type { Slot } from './values/index.ts'

/** Parts of the log, in their order. */
export const LOG_SECTIONS = [
  'notes',
  'variables',
  'equations',
  'aliases',
  'states',
  'events',
  'blocks',
  'code',
  'tangents',
] as const

/** A part of the log. */
export type LogSection = (typeof LOG_SECTIONS)[number]

/** Prints the given parts of a translation. */
export function printTranslation(
  translation: Translation,
  sections: Iterable<LogSection> = LOG_SECTIONS,
): string {
  const wanted = new Set(sections)
  const parts = LOG_SECTIONS.filter((section) => wanted.has(section)).map((section) => {
    const lines = PRINTERS[section](translation)
    return [TITLES[section], ...(lines.length > 0 ? lines : ['(none)']).map((line) => `  ${line}`)].join('\n')
  })
  return `Model ${translation.model.name}\n\n${parts.join('\n\n')}\n`
}

const TITLES: Readonly<Record<LogSection, string>> = {
  notes: 'Remarks',
  variables: 'Variables and parameters (place in memory, unit)',
  equations: 'Equations',
  aliases: 'Eliminated variables',
  states: 'States and constraints',
  events: 'Conditions and clocks',
  blocks: 'Order of evaluation',
  code: 'Generated code',
  tangents: 'Generated code of the derivatives along a direction of the states',
}

const PRINTERS: Readonly<Record<LogSection, (translation: Translation) => string[]>> = {
  notes: ({ notes }) => [...notes],
  variables: printVariables,
  equations: ({ model }) =>
    model.equations.map(({ left, right, component, origin }) => {
      const place = component === '' ? '' : component
      const from = [place, origin === 'equation' ? '' : origin].filter(Boolean).join(', ')
      return `${printExpr(left)} = ${printExpr(right)}${from === '' ? '' : `   (${from})`}`
    }),
  aliases: ({ aliases }) => [...aliases].map(([name, alias]) => `${name} = ${printAlias(alias)}`),
  states: ({ states, constraints }) => [
    ...states.map(
      ({ name, derivative, rank }) =>
        `${name}, derivative ${derivative}${rank === 'scalar' ? '' : `, ${rank}`}`,
    ),
    ...constraints.map(({ text }) => `constraint: ${text}`),
  ],
  events: ({ conditions, clocks }) => [
    ...conditions.map(({ kind, text }, k) => `condition ${k + 1}: ${text}   (${kind} event)`),
    ...clocks.map(({ interval }, k) => `clock ${k + 1}: every ${printExpr(interval)} s`),
  ],
  blocks: ({ dynamics, rest }) => [
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
    ...printFunction('crossing functions', code.crossings),
  ],
  tangents: (translation) => {
    const program = createTangentProgram(translation)
    if (!program) return ['(none: a function has no derivative, or a component has states of its own)']
    return emitTangents(program, translation).steps.flatMap((functions, k) =>
      functions.flatMap((source) => printFunction(`step ${k + 1}`, source)),
    )
  },
}

function printVariables({ model, slots }: Translation): string[] {
  const lines: string[] = []
  for (const [name, slot] of slots) {
    if (name.startsWith('$')) continue
    const declared = model.parameters.get(name) ?? model.variables.get(name)
    const kind = model.parameters.has(name) ? 'parameter' : 'variable'
    lines.push(`${printSlot(slot)}  ${kind} ${name}${declared?.unit ? ` [${declared.unit}]` : ''}`)
  }
  return lines
}

function printSlot({ rank, index }: Slot): string {
  const store = rank === 'object' ? 'o' : rank === 'vector' || rank === 'matrix' ? 'a' : 'v'
  return `${store}[${index}]${rank === 'scalar' ? '' : ` (${rank})`}`
}

function printAlias({ name, sign }: Alias): string {
  if (name === null) return '0'
  return sign > 0 ? name : `-${name}`
}

function printBlock(block: Block, number: number): string[] {
  if (block.kind === 'assign') return [`${number}. ${block.target} from ${block.text}`]
  return [`${number}. ${describeSystem(block)}`, ...printSystem(block).map((line) => `     ${line}`)]
}

function describeSystem({ kind, unknowns, inner, rows, isConstant }: SystemBlock): string {
  const size = unknowns.length + inner.length
  const how = rows ? 'not torn' : `torn to ${unknowns.length}`
  return `${kind} system of ${size} equation(s), ${how}${isConstant ? ', constant matrix' : ''}`
}

function printSystem({ unknowns, inner, residuals, rows }: SystemBlock): string[] {
  return [
    `${rows ? 'unknowns' : 'tearing variables'}: ${unknowns.join(', ')}`,
    ...inner.map(({ target, text }) => `${target} from ${text}`),
    ...residuals.map(({ text }) => `residual of ${text}`),
  ]
}

function printFunction(title: string, source: string): string[] {
  return [`// ${title}`, ...source.split('\n')]
}
