/**
 * A study on disk. `study.json` describes it; journals hold the outcomes of chunks of runs, one line of JSON each, with a
 * checksum; when all runs are done, `runs.parquet` has the table. Every program writes a journal of its own, and only
 * appends to it: whatever happens to the program, chunks that are on disk stay, and a line that was cut off is ignored.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { VarioError } from '../base/index.ts'
import type { Json } from '../model/index.ts'
import type { ChunkOutcome, StudyData } from '../studies/index.ts'

/** Version of the format. */
const FORMAT = 1
const DESCRIPTION = 'study.json'
const JOURNAL = /^journal-.*\.jsonl$/

/** The content of `study.json`. */
export interface StudyDescription {
  readonly format: number
  /** Version of Vario. */
  readonly version: string
  /** SHA-256 of everything that determines the runs: the model with its imports, and the definition. */
  readonly hash: string
  /** The question as data. */
  readonly study: Json
  readonly nRun: number
  readonly factors: readonly string[]
  readonly measures: readonly string[]
  /** Data from which the program loads the study again. */
  readonly source: Json
}

/** A line of a journal. */
interface Line {
  readonly from: number
  readonly to: number
  /** Base64 of doubles, little-endian, row-major (nRun × nMeasure). */
  readonly measures: string
  readonly problems: ChunkOutcome['problems']
  /** FNV-1a of the text of the fields above. */
  readonly sum: number
}

/** An open journal. */
interface Journal {
  append(chunk: ChunkOutcome): void
  close(): void
}

/** Outcomes that the journals of a directory have. */
export interface ReadJournals {
  readonly nLine: number
  /** Lines that are incomplete or damaged: their runs are made again. */
  readonly nDamaged: number
}

/** The directory of a study. */
export class StudyDirectory {
  private constructor(
    readonly path: string,
    readonly description: StudyDescription,
  ) {}

  /** The directory of a description: created, or opened if it is there with the same study. */
  static open(path: string, description: Omit<StudyDescription, 'format'>): StudyDirectory {
    const file = join(path, DESCRIPTION)
    if (existsSync(file)) {
      const directory = StudyDirectory.read(path)
      if (directory.description.hash !== description.hash) throw describeOther(path, directory, description)
      return directory
    }
    const whole = { format: FORMAT, ...description }
    const temporary = `${file}.${process.pid}.part`
    describing(path, () => {
      mkdirSync(path, { recursive: true })
      writeFileSync(temporary, `${JSON.stringify(whole, null, 2)}\n`)
      renameSync(temporary, file)
    })
    return new StudyDirectory(path, whole)
  }

  /** An existing directory. */
  static read(path: string): StudyDirectory {
    const file = join(path, DESCRIPTION)
    if (!existsSync(file))
      throw new VarioError(
        'STUDY',
        `${path}: expected the directory of a study, got one without ${DESCRIPTION}.`,
        { path },
      )
    const text = describing(path, () => readFileSync(file, 'utf8'))
    let description: StudyDescription
    try {
      description = JSON.parse(text) as StudyDescription
    } catch {
      throw new VarioError('STUDY', `${file}: expected JSON, got a damaged file.`, { path })
    }
    if (description.format !== FORMAT)
      throw new VarioError(
        'STUDY',
        `${file}: expected format ${FORMAT}, got ${String(description.format)}. Use the version of Vario that wrote it.`,
        { path },
      )
    return new StudyDirectory(path, description)
  }

  /** Adds the outcomes of all journals to data. */
  load(data: StudyData): ReadJournals {
    let nLine = 0
    let nDamaged = 0
    for (const name of this.listJournals()) {
      const text = describing(this.path, () => readFileSync(join(this.path, name), 'utf8'))
      for (const line of text.split('\n')) {
        if (line === '') continue
        const chunk = parseLine(line, data)
        if (chunk === undefined) nDamaged++
        else {
          nLine++
          data.add(chunk)
        }
      }
    }
    return { nLine, nDamaged }
  }

  /** Starts a journal of this program. */
  startJournal(): Journal {
    const host = hostname().replace(/[^\w-]/g, '_')
    for (let k = 1; ; k++) {
      const file = join(this.path, `journal-${host}-${process.pid}-${k}.jsonl`)
      if (existsSync(file)) continue
      let handle = -1
      const open = (): number => (handle < 0 ? openSync(file, 'ax') : handle)
      return {
        append: (chunk) =>
          describing(this.path, () => {
            handle = open()
            writeAll(handle, printLine(chunk))
            fsyncSync(handle)
          }),
        close: () => {
          if (handle >= 0) closeSync(handle)
        },
      }
    }
  }

  private listJournals(): string[] {
    return describing(this.path, () => readdirSync(this.path))
      .filter((name) => JOURNAL.test(name))
      .sort()
  }
}

function writeAll(handle: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let n = 0; n < bytes.length; ) n += writeSync(handle, bytes, n)
}

function printLine({ from, to, measures, problems }: ChunkOutcome): string {
  const bytes = Buffer.from(measures.buffer, measures.byteOffset, measures.byteLength)
  const fields = { from, to, measures: bytes.toString('base64'), problems }
  return `${JSON.stringify({ ...fields, sum: checksum(JSON.stringify(fields)) })}\n`
}

/** The chunk of a line; undefined if the line is incomplete or damaged. */
function parseLine(line: string, { nRun, nMeasure }: StudyData): Omit<ChunkOutcome, 'seconds'> | undefined {
  try {
    const { sum, ...fields } = JSON.parse(line) as Line
    if (checksum(JSON.stringify(fields)) !== sum) return undefined
    const { from, to, problems } = fields
    const bytes = Buffer.from(fields.measures, 'base64')
    const isInside = Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from < to && to <= nRun
    if (!isInside || bytes.length !== 8 * (to - from) * nMeasure) return undefined
    const measures = new Float64Array((to - from) * nMeasure)
    for (let k = 0; k < measures.length; k++) measures[k] = bytes.readDoubleLE(8 * k)
    return { from, to, measures, problems }
  } catch {
    return undefined
  }
}

/** FNV-1a of the code units of a text. */
function checksum(text: string): number {
  let hash = 0x811c9dc5
  for (let k = 0; k < text.length; k++) hash = Math.imul(hash ^ text.charCodeAt(k), 0x01000193)
  return hash >>> 0
}

function describeOther(
  path: string,
  { description }: StudyDirectory,
  wanted: Omit<StudyDescription, 'format'>,
): VarioError {
  const isSame = JSON.stringify(description.study) === JSON.stringify(wanted.study)
  const difference = isSame
    ? description.version === wanted.version
      ? 'the model has changed since then'
      : `it was made by version ${description.version} of Vario`
    : 'another study is there'
  return new VarioError(
    'STUDY',
    `${path}: expected an empty directory or this study, but ${difference}. Use another directory, or delete this one.`,
    { path },
  )
}

/** Errors of the system name the directory. */
function describing<T>(path: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    if (!(error instanceof Error) || error instanceof VarioError || !('code' in error)) throw error
    const reason = error.code === 'ENOSPC' ? 'the disk is full' : error.message
    throw new VarioError('STUDY', `${path}: cannot be used: ${reason}. The runs on disk are kept.`, { path })
  }
}
