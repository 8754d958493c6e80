/** `vario simulate`. */
import { basename } from 'node:path'
import { type Attributes, type PlotLayout, parseLayout, type SignalTable } from '../../results/index.ts'
import type { Experiment } from '../../simulation/index.ts'
import type { Call } from '../command/index.ts'
import { EXIT, usageError } from '../failures/index.ts'
import {
  checkResultName,
  checkWritable,
  RUN_EXTENSIONS,
  StreamFile,
  type WrittenFile,
  writeTable,
} from '../files/index.ts'
import { loadModel, parseReference, type Reference } from '../load/index.ts'
import { describeRun, type ModelRun, printRun, readRunOptions, runModel } from '../run/index.ts'
import {
  checkPictureName,
  describeSource,
  drawDiagrams,
  isModelReference,
  printDiagrams,
  readLayout,
} from '../tables/index.ts'
import { createPaint } from '../terminal/index.ts'
import { repeatRun } from './repeat-run.ts'
import { watchModel } from './watch.ts'

export async function simulateModel(call: Call): Promise<number> {
  const { args, values, io } = call
  const reference = parseReference(args[0], io.cwd)
  if (values.isOn('again')) return repeatRun(reference, call)
  if (/\.(?:vario|csv|parquet|h5|hdf5|vstream)$/i.test(reference.path) || !isLikelyModel(reference)) {
    throw usageError(
      `${reference.name} is a result, not a model.`,
      `To repeat its run: vario simulate ${reference.name} --again. To show it: vario plot ${reference.name}`,
    )
  }
  return values.isOn('watch') ? watchModel(reference, call, simulateOnce) : simulateOnce(reference, call)
}

function isLikelyModel(reference: Reference): boolean {
  return !reference.path.toLowerCase().endsWith('.json') || isModelReference(reference)
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
