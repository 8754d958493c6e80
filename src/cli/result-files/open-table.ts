/** Opens a result from a file, or simulates a model. */
import { closeSync, openSync, readSync } from 'node:fs'
import { extname } from 'node:path'
import type { SignalTable } from '../../results/index.ts'
import type { Experiment } from '../../simulation/index.ts'
import {
  isModelFile,
  type LoadedModel,
  loadModel,
  parseReference,
  type Reference,
  readRunOptions,
  runModel,
} from '../models/index.ts'
import { type Call, EXIT, Stop } from '../terminal/index.ts'
import { readTable } from './read-write-table.ts'

/** A result and its known model. */
export interface OpenTable {
  readonly table: SignalTable
  readonly reference: Reference
  readonly experiment: Experiment
  /** Present if it was simulated now. */
  readonly loaded: LoadedModel | undefined
}

/** Number of bytes that identify a JSON file. */
const HEAD = 200

/** True if a file is a model and not a result: by its extension, or, for JSON, by its first bytes. */
export function isModelReference({ path }: Reference): boolean {
  if (isModelFile(path)) return true
  if (extname(path).toLowerCase() !== '.json') return false
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(HEAD)
    const length = readSync(file, head, 0, HEAD, 0)
    return !head.toString('utf8', 0, length).includes('"vario-signal-table"')
  } finally {
    closeSync(file)
  }
}

/** Opens a result, or simulates a model with the options of the call. */
export async function openTable(file: string, { values, io, subject }: Call): Promise<OpenTable> {
  const reference = parseReference(file, io.cwd)
  if (!isModelReference(reference)) {
    const table = await readTable(reference.path, reference.name)
    return { table, reference, experiment: {}, loaded: undefined }
  }
  const loaded = await loadModel(reference, subject)
  const options = readRunOptions(values, loaded.experiment, reference.name)
  const request = { model: loaded.model, name: loaded.name, options, values }
  const run = await runModel({ ...request, showsLog: false, isQuiet: false }, subject, io)
  if (run.isInterrupted) throw new Stop(EXIT.interrupted)
  return { table: run.result, reference, experiment: loaded.experiment, loaded }
}
