import type { Call } from '../command/index.ts'
import { EXIT, usageError } from '../failures/index.ts'
import { checkWritable } from '../files/index.ts'
import {
  assertSignal,
  checkPictureName,
  type DiagramOptions,
  drawDiagrams,
  openTable,
  printDiagrams,
  readLayout,
} from '../tables/index.ts'
import { formatSize } from '../terminal/index.ts'

/** `vario plot`. */
export async function plotResult(call: Call): Promise<number> {
  const { args, values, io } = call
  const [file, ...diagrams] = args
  const output = values.text('output')
  if (output !== undefined) {
    checkPictureName(output)
    checkWritable(output, io.cwd)
  }
  const { table, experiment } = await openTable(file, call)
  const options = readOptions(call, experiment.title)
  if (options.xAxis !== undefined) assertSignal(options.xAxis, table)
  if (diagrams.length === 0 && experiment.plot === undefined) {
    throw usageError(
      'Expected one or more signals after the file.',
      `Available: ${table.names.slice(0, 30).join(', ')}${table.names.length > 30 ? `, … ${table.names.length} in all: \`vario info ${file}\`` : ''}.`,
    )
  }
  const layout =
    diagrams.length === 0 ? experiment.plot! : readLayout(diagrams, table, values.number('columns'))
  if (output === undefined) printDiagrams(table, layout, options, io)
  else {
    const written = await drawDiagrams(table, layout, options, output, io)
    io.stdout.write(`${written.file} (${formatSize(written.size)})\n`)
  }
  return EXIT.ok
}

function readOptions({ values }: Call, title: string | undefined): DiagramOptions {
  const options = {
    heading: values.text('title') ?? title,
    xAxis: values.text('x'),
    logX: values.isOn('logX') || undefined,
    logY: values.isOn('logY') || undefined,
    width: values.number('width'),
    height: values.number('height'),
  }
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as DiagramOptions
}
