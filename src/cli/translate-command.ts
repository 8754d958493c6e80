import { suggestName } from '../base/index.ts'
import { printTranslation, type TranslationReport, translate } from '../simulation/index.ts'
import { loadModel, parseReference, splitNames } from './models/index.ts'
import { type Call, type Command, EXIT, formatColumns, usageError } from './terminal/index.ts'

export const translateCommand: Command = {
  name: 'translate',
  description: `Translates a model without running it, and shows the numbers of equations, states and systems.
--log shows more: notes, variables, equations, aliases, states, events, blocks, code, tangents.`,
  arguments: [{ name: '<model>', info: 'a file with a model (.ts, .js, .json); file.ts#Name chooses one' }],
  groups: [
    {
      title: 'Output',
      options: [
        {
          flags: '--log <parts>',
          info: 'parts to show, separated by commas; all: all of them',
          isList: true,
        },
        { flags: '--json', info: 'everything as JSON' },
      ],
    },
  ],
  examples: [
    ['translate filter.ts', 'the size of the model'],
    ['translate filter.ts --log equations,states', 'its equations, and its choice of states'],
    ['translate filter.ts --log code', 'the generated code'],
  ],
  run: translateModel,
}

const PARTS = ['notes', 'variables', 'equations', 'aliases', 'states', 'events', 'blocks', 'code', 'tangents']

async function translateModel({ args, values, io, subject }: Call): Promise<number> {
  const wanted = values.list('log').flatMap(splitNames)
  const parts = wanted.includes('all') ? PARTS : wanted
  for (const part of parts) {
    if (!PARTS.includes(part))
      throw usageError(
        `--log: expected some of ${PARTS.join(', ')}, or all; got '${part}'${suggestName(part, PARTS)}.`,
      )
  }
  const { model, name } = await loadModel(parseReference(args[0], io.cwd), subject)
  const report = translate(model, { name })
  if (values.isOn('json')) io.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
  else if (parts.length > 0) io.stdout.write(printTranslation(report, parts.join(',')))
  else io.stdout.write(printStatistics(report))
  return EXIT.ok
}

/** A short summary of the translation. */
function printStatistics({ name, statistics, notes }: TranslationReport): string {
  const rows = [
    ['parameters', String(statistics.parameters)],
    ['equations', String(statistics.equations)],
    ['variables', `${statistics.variables}, ${statistics.aliases} of them eliminated`],
    ['states', String(statistics.states)],
    ['conditions', `${statistics.conditions} of events`],
    [
      'systems',
      `${statistics.linearSystems} linear, ${statistics.nonlinearSystems} nonlinear${
        statistics.largestSystem > 0
          ? `; the largest has ${statistics.largestSystem} unknowns, ${statistics.iterationVariables} are left after tearing`
          : ''
      }`,
    ],
    ['assignments', String(statistics.assignments)],
    ...(statistics.constraints > 0 ? [['constraints', String(statistics.constraints)]] : []),
  ]
  const remarks = notes.length === 0 ? '' : `Remarks\n${notes.map((note) => `  ${note}\n`).join('')}`
  return `Model ${name}\n${formatColumns(rows)}${remarks}`
}
