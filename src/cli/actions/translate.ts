import { suggestName } from '../../base/index.ts'
import { printTranslation, type TranslationReport, translate } from '../../simulation/index.ts'
import type { Call } from '../command/index.ts'
import { EXIT, usageError } from '../failures/index.ts'
import { loadModel, parseReference } from '../load/index.ts'
import { splitNames } from '../run/index.ts'
import { formatColumns } from '../terminal/index.ts'

const PARTS = ['notes', 'variables', 'equations', 'aliases', 'states', 'events', 'blocks', 'code', 'tangents']

/** `vario translate`. */
export async function translateModel({ args, values, io, subject }: Call): Promise<number> {
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
