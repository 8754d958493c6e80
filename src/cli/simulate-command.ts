/** `vario simulate`. */
import { basename } from 'node:path'
import { type Attributes, type PlotLayout, parseLayout, type SignalTable } from '../results/index.ts'
import type { Experiment } from '../simulation/index.ts'
import {
  describeSource,
  loadModel,
  type ModelRun,
  parseReference,
  type Reference,
  RUN_OPTIONS,
  readRunOptions,
  runModel,
  stampFile,
  waitForChange,
} from './models/index.ts'
import { repeatRun } from './repeat-run-command.ts'
import {
  checkPictureName,
  checkResultName,
  checkWritable,
  describeRun,
  drawDiagrams,
  isModelReference,
  printDiagrams,
  printRun,
  RUN_EXTENSIONS,
  readLayout,
  StreamFile,
  type WrittenFile,
  writeTable,
} from './result-files/index.ts'
import {
  type Call,
  type Command,
  createPaint,
  EXIT,
  type OptionDefinition,
  reportError,
  usageError,
} from './terminal/index.ts'

/** Options of commands that plot curves in addition to their output. */
export const PLOT_OPTIONS: readonly OptionDefinition[] = [
  {
    flags: '--plot <signals>',
    info: 'plot signals in one diagram, separated by commas: rev.phi,rev.w',
    isList: true,
  },
  { flags: '--plot-file <file>', info: 'plot the diagrams to a file instead: .svg or .png' },
]

export const simulate: Command = {
  name: 'simulate',
  description: `Simulates a model and writes its result, by default to <name of the model file>.vario in the
working folder. The model is the default export of the file, or its only exported model; file.ts#Name
chooses one. The file gives the defaults of the options, if it has
  export const experiment = { stopTime: 3, tolerance: 1e-8, plot: ['rev.phi'] }
Ctrl-C stops a run and keeps the result computed so far; a second Ctrl-C ends at once.`,
  arguments: [{ name: '<model>', info: 'a file with a model (.ts, .js, .json), or a result with --again' }],
  groups: [
    RUN_OPTIONS,
    {
      title: 'Output',
      options: [
        {
          flags: '--output <file>',
          info: 'result file: .vario .json .csv .parquet .h5 .vstream',
          isList: true,
        },
        { flags: '--no-output', info: 'do not write a result' },
        ...PLOT_OPTIONS,
        { flags: '--log', info: 'show segments, events and actions during the run' },
        { flags: '--quiet', info: 'print only warnings and errors' },
        { flags: '--json', info: 'print the summary as JSON' },
      ],
    },
    {
      title: 'Repeat',
      options: [
        { flags: '--watch', info: 'run again after each change of a file of the model' },
        {
          flags: '--again',
          info: 'repeat the run of a result: gives the same bytes, or lists the changes',
        },
      ],
    },
  ],
  examples: [
    ['simulate pendulum.ts --stop 3 --plot rev.phi', 'run for 3 s, show the angle, write pendulum.vario'],
    ['simulate circuit.ts#Filter --set R.R=0.5kOhm --set C.v.init=2V', 'with other parameters'],
    [
      'simulate robot.ts --output robot.parquet --record "arm.*,world.totalEnergy"',
      'keep some signals, for pandas',
    ],
    ['simulate pendulum.ts --plot rev.phi,rev.w --plot-file pendulum.png', 'two curves in a picture'],
    ['simulate pendulum.ts --watch', 'run again after each edit'],
    ['simulate pendulum.vario --again', 'check that a result can be reproduced'],
  ],
  run: simulateModel,
}

async function simulateModel(call: Call): Promise<number> {
  const { args, values, io } = call
  const reference = parseReference(args[0], io.cwd)
  if (values.isOn('again')) return repeatRun(reference, call)
  if (/\.(?:vario|csv|parquet|h5|hdf5|vstream)$/i.test(reference.path) || !isLikelyModel(reference)) {
    throw usageError(
      `${reference.name} is a result, not a model.`,
      `To repeat its run: vario simulate ${reference.name} --again. To show it: vario plot ${reference.name}`,
    )
  }
  return values.isOn('watch') ? watchModel(reference, call) : simulateOnce(reference, call)
}

function isLikelyModel(reference: Reference): boolean {
  return !reference.path.toLowerCase().endsWith('.json') || isModelReference(reference)
}

/** `--watch`: repeats the run after each change of a file of the model. */
async function watchModel(reference: Reference, call: Call): Promise<number> {
  const { io, subject, values } = call
  const paint = createPaint(io.stderr, io)
  subject.watched = [stampFile(reference.path)]
  for (;;) {
    // a model that does not load is watched in its present state
    subject.watched = subject.watched.map(({ path }) => stampFile(path))
    try {
      const code = await simulateOnce(reference, call)
      if (code === EXIT.interrupted) return code
    } catch (error) {
      // wrong options stay wrong
      if (subject.stage === 'call') throw error
      reportError(error, subject, values.isOn('debug'), io)
    }
    io.stderr.write(paint.dim('Waiting for changes; press Ctrl-C to stop.\n'))
    const end = new AbortController()
    const stopListening = io.onInterrupt(() => end.abort())
    const isChanged = await waitForChange(subject.watched, end.signal)
    stopListening()
    if (!isChanged) return EXIT.ok
    io.stderr.write('\n')
  }
}

/** Loads, runs, writes, shows. */
export async function simulateOnce(reference: Reference, call: Call): Promise<number> {
  const { values, io, subject } = call
  const outputs = listOutputs(reference, call)
  const picture = values.text('plotFile')
  if (picture !== undefined) {
    checkPictureName(picture)
    checkWritable(picture, io.cwd)
  }
  const loaded = await loadModel(reference, subject)
  const { model, name, experiment } = loaded
  const options = readRunOptions(values, experiment, reference.name)
  const isQuiet = values.isOn('quiet') || values.isOn('json')
  const showsLog = values.isOn('log')
  const source = describeSource(reference, loaded, values)
  const file = StreamFile.open(outputs, io.cwd)
  const attributes = { source: source as unknown as Attributes }
  const request = { model, name, values, showsLog, isQuiet, attributes }
  const files: WrittenFile[] = []
  let run: ModelRun
  if (file !== null) {
    const streamed = { ...options, stream: file.write }
    run = await runModel({ ...request, options: streamed }, subject, io)
    const { written, table } = await file.finish()
    run = { ...run, result: table }
    files.push(written)
  } else {
    run = await runModel({ ...request, options }, subject, io)
    for (const output of outputs) files.push(await writeTable(run.result, output, io))
  }
  try {
    files.push(...(await showCurves(run.result, experiment, picture, isQuiet, call)))
  } finally {
    report(name, run, files, options.solver ?? 'auto', call)
  }
  return run.isInterrupted ? EXIT.interrupted : EXIT.ok
}

/** Plots the diagrams that the command line requests, otherwise those of the model file. */
async function showCurves(
  result: SignalTable,
  experiment: Experiment,
  picture: string | undefined,
  isQuiet: boolean,
  { values, io }: Call,
): Promise<WrittenFile[]> {
  const diagrams = values.list('plot')
  const layout =
    diagrams.length > 0
      ? readLayout(diagrams, result)
      : recordedPart(experiment.plot, result, values.has('record'))
  const heading = experiment.title === undefined ? {} : { heading: experiment.title }
  if (picture !== undefined) {
    if (layout === undefined) throw usageError('--plot-file: expected signals. Add --plot with their names.')
    return [await drawDiagrams(result, layout, heading, picture, io)]
  }
  if (layout !== undefined && !isQuiet && result.time.length > 1) printDiagrams(result, layout, heading, io)
  return []
}

/** The diagrams of a model file, without those whose signals `--record` excludes. */
function recordedPart(
  layout: PlotLayout | undefined,
  result: SignalTable,
  isPart: boolean,
): PlotLayout | undefined {
  if (layout === undefined) return undefined
  const names = parseLayout(layout, {})
    .flat()
    .flatMap(({ curves }) => curves)
  return isPart && !names.every((name) => result.has(name)) ? undefined : layout
}

/** The output files; checks before the run that they can be written. */
function listOutputs(reference: Reference, { values, io }: Call): readonly string[] {
  const outputs = readOutputs(reference, values.raw('output'))
  for (const output of outputs) {
    checkResultName(output, RUN_EXTENSIONS)
    if (parseReferencePath(output, io.cwd) === reference.path)
      throw usageError(`--output ${output}: expected a result file, got the model itself.`)
    checkWritable(output, io.cwd)
  }
  return outputs
}

/** `--no-output` gives false, no option gives true, files give a list. */
function readOutputs(reference: Reference, value: unknown): readonly string[] {
  if (value === false) return []
  if (Array.isArray(value)) return value as string[]
  return [`${basename(reference.path).replace(/\.\w+$/, '')}.vario`]
}

function parseReferencePath(file: string, cwd: string): string {
  try {
    return parseReference(file, cwd).path
  } catch {
    return ''
  }
}

function report(
  name: string,
  run: ModelRun,
  files: readonly WrittenFile[],
  solver: string,
  { values, io }: Call,
): void {
  const description = describeRun(name, run, files)
  if (values.isOn('json')) {
    io.stdout.write(`${JSON.stringify(description, null, 2)}\n`)
    return
  }
  const isQuiet = values.isOn('quiet') && !run.isInterrupted
  if (!isQuiet) io.stdout.write(printRun(description, solver, createPaint(io.stdout, io)))
  else printQuietWarnings(run.result, (text) => io.stderr.write(text))
}

function printQuietWarnings({ warnings }: SignalTable, write: (text: string) => void): void {
  for (const { message } of warnings) write(`warning: ${message}\n`)
}
