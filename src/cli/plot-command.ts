import { RUN_OPTIONS } from './models/index.ts'
import {
  assertSignal,
  checkPictureName,
  checkWritable,
  type DiagramOptions,
  drawDiagrams,
  openTable,
  printDiagrams,
  readLayout,
} from './result-files/index.ts'
import { type Call, type Command, EXIT, formatSize, usageError } from './terminal/index.ts'

export const plot: Command = {
  name: 'plot',
  description: `Draws one diagram for each argument after the first; signals of one diagram are separated by commas,
and * matches any text. Vectors give one curve per element, r[2] or r[2:3] some of them. Without
signals, draws the diagrams of the model file (experiment.plot), or lists the names of all signals.
A model is simulated first.`,
  arguments: [
    { name: '<file>', info: 'a result (.vario, .json, .csv, .parquet, .h5, .vstream) or a model' },
    { name: '[signals...]', info: 'one diagram each: rev.phi,rev.w' },
  ],
  groups: [
    {
      title: 'Diagrams',
      options: [
        { flags: '--output <file>', info: 'plot to a file: .svg or .png (default: on the terminal)' },
        { flags: '--x <signal>', info: 'signal on the horizontal axis instead of the time' },
        { flags: '--columns <number>', info: 'diagrams side by side (default: 1)' },
        { flags: '--log-x', info: 'logarithmic horizontal axis' },
        { flags: '--log-y', info: 'logarithmic vertical axis' },
        { flags: '--title <text>', info: 'heading (default: name of the model)' },
        { flags: '--width <number>', info: 'width in pixels, or in characters on the terminal' },
        { flags: '--height <number>', info: 'height in pixels, or in lines on the terminal' },
      ],
    },
    { ...RUN_OPTIONS, title: 'Run (of a model)' },
  ],
  examples: [
    ['plot pendulum.vario rev.phi', 'a diagram on the terminal'],
    ['plot pendulum.vario rev.phi rev.w --output pendulum.png', 'two diagrams, one below the other'],
    ['plot pendulum.vario rev.w --x rev.phi', 'a phase plot'],
    ['plot rocket.ts "stage*.body.r_abs[2]"', 'simulate, then plot the heights of all stages'],
  ],
  run: plotResult,
}

async function plotResult(call: Call): Promise<number> {
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
      `Available: ${table.names.slice(0, 30).join(', ')}` +
        `${table.names.length > 30 ? `, … ${table.names.length} in all: \`vario info ${file}\`` : ''}.`,
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
