/** `vario simulate result.json --again`. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import { VERSION } from '../base/index.ts'
import { printBinaryPieces } from '../files/index.ts'
import type { Attributes, SignalTable } from '../results/index.ts'
import {
  hashText,
  loadModel,
  packageFolder,
  type Reference,
  type RunSource,
  readRunOptions,
  readSource,
  runModel,
} from './models/index.ts'
import {
  encodeTable,
  isModelReference,
  isStream,
  readTable,
  StreamFile,
  writeTable,
} from './result-files/index.ts'
import { type Call, CliError, EXIT, formatSize, OptionValues, usageError } from './terminal/index.ts'

/** Repeats the run of a result, and compares the bytes. */
export async function repeatRun(reference: Reference, { values, io, subject }: Call): Promise<number> {
  if (isModelReference(reference))
    throw usageError(`--again: expected the result of a run, got the model ${reference.name}.`)
  const before = await readTable(reference.path, reference.name)
  const source = readSource(before)
  if (source === undefined)
    throw new CliError(
      EXIT.failed,
      `${reference.name} does not contain the name of its model, so that its run cannot be repeated.`,
    )
  if (before.attributes['interrupted'] !== undefined)
    throw new CliError(
      EXIT.failed,
      `${reference.name} comes from an interrupted run, which cannot be repeated.`,
    )
  const model = findModel(source, reference, io.cwd)
  const loaded = await loadModel(model, subject)
  const { model: node, name, experiment, files } = loaded
  checkHashes(source, files, model.path)
  const given = new OptionValues(source.options ?? {})
  const options = readRunOptions(given, experiment, model.name)
  const isQuiet = values.isOn('quiet') || values.isOn('json')
  const attributes = { source: source as unknown as Attributes }
  const showsLog = values.isOn('log')
  const request = { model: node, name, options, values: given, showsLog, isQuiet, attributes }
  // the result of a stream may exceed the memory: write it to disk again, and remove it at the end
  const again = isStream(reference.path) ? StreamFile.create(`${reference.name}.again.vstream`, io.cwd) : null
  let isSame: boolean
  try {
    const streamed = again === null ? options : { ...options, stream: again.write }
    const run = await runModel({ ...request, options: streamed }, subject, io)
    if (run.isInterrupted) return EXIT.interrupted
    const result = again === null ? run.result : (await again.finish()).table
    for (const output of values.list('output')) {
      const written = await writeTable(result, output, io)
      if (!isQuiet) io.stdout.write(`${written.file} (${formatSize(written.size)})\n`)
    }
    isSame =
      again === null
        ? Buffer.compare(await encodeTable(result, reference.path), readFileSync(reference.path)) === 0
        : areSameTables(result, before)
  } finally {
    again?.remove()
  }
  const what = again === null ? 'bytes' : 'values'
  if (values.isOn('json')) io.stdout.write(`${JSON.stringify({ file: reference.name, same: isSame })}\n`)
  else if (isSame && !isQuiet)
    io.stdout.write(`✓ A repetition of the run of ${reference.name} gives the same ${what}.\n`)
  if (isSame) return EXIT.ok
  throw new CliError(
    EXIT.failed,
    `A repetition of the run of ${reference.name} does not give the same ${what}.`,
    differenceHint(before.attributes['version'], extname(reference.path)),
  )
}

/**
 * Frames of a stream depend on timing, so that its bytes are not comparable: compare those of the same table as a
 * `.vario` file.
 */
function areSameTables(a: SignalTable, b: SignalTable): boolean {
  const pieces = printBinaryPieces(b)
  for (const piece of printBinaryPieces(a)) {
    const { value, done } = pieces.next()
    if (done === true || Buffer.compare(piece, value) !== 0) return false
  }
  return pieces.next().done === true
}

function differenceHint(version: unknown, extension: string): string {
  const now = VERSION
  if (typeof version === 'string' && version !== now) return `Vario ${version} wrote it; this is ${now}.`
  return `Write the new result with --output again${extension}, and compare both with \`vario compare\`.`
}

/** The model file: from the working folder, from the folder of the result, or an example. */
function findModel(source: RunSource, reference: Reference, cwd: string): Reference {
  const inPackage = source.file.startsWith('examples/') ? [packageFolder(source.file)] : []
  const candidates = [resolve(cwd, source.file), resolve(dirname(reference.path), source.file), ...inPackage]
  const path = candidates.find((candidate) => existsSync(candidate))
  if (path === undefined) {
    throw new CliError(
      EXIT.failed,
      `${reference.name} comes from ${source.file}, which does not exist here.`,
      'Run the command in the folder of the model.',
    )
  }
  return { name: source.file, path, exportName: source.export === 'default' ? undefined : source.export }
}

function checkHashes(
  source: RunSource,
  files: readonly { path: string; name: string; text: string }[],
  main: string,
): void {
  const expected = new Map([[main, source.hash]])
  for (const [file, hash] of Object.entries(source.imports ?? {}))
    expected.set(resolve(dirname(main), file), hash)
  const changed = files.filter(({ path, text }) => expected.get(path) !== hashText(text))
  if (changed.length === 0) return
  throw new CliError(
    EXIT.failed,
    `${changed.map(({ name }) => name).join(', ')} ${changed.length === 1 ? 'has' : 'have'} changed since the run.`,
    'Restore the old file to repeat the run, or simulate the new one without --again.',
  )
}
