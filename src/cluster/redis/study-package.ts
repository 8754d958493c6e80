/**
 * A study as it is sent to other machines: a text, its SHA-256 as the name of the study, and a signature if it contains code.
 * A study whose model and measures have no functions is data. Otherwise the package has the files of the study, which a worker
 * runs only if it trusts them.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { VarioError } from '../../base/index.ts'
import type { StudyMessage } from '../../studies/index.ts'

/** Shorter keys can be guessed [B]. */
const MIN_KEY = 16
/** Letters of the name of a study: 128 bits. */
const ID_LENGTH = 32

/** Files of a study, by their paths below a folder. */
export interface StudyFiles {
  readonly kind: 'files'
  /** Path of the file with the study, and `#` with its export. */
  readonly file: string
  readonly files: Readonly<Record<string, string>>
  /** Options of the command line. */
  readonly values: Readonly<Record<string, unknown>>
}

/** The content of a package. */
export interface StudyPackage {
  readonly version: string
  readonly nRun: number
  readonly nMeasure: number
  readonly content: { readonly kind: 'data'; readonly message: StudyMessage } | StudyFiles
}

/** A package as text. */
export interface ShippedStudy {
  readonly id: string
  readonly text: string
  /** HMAC-SHA256 of the text. */
  readonly signature: string | undefined
  /** True if workers need to trust it. */
  readonly hasCode: boolean
}

/** @param key file with the key for the signature */
export function packStudy(study: StudyPackage, key: string | undefined): ShippedStudy {
  const text = JSON.stringify(toPlain(study))
  const hasCode = study.content.kind === 'files'
  const signature = key === undefined ? undefined : sign(text, readKey('--key', key))
  return { id: hash(text).slice(0, ID_LENGTH), text, signature, hasCode }
}

/** @throws VarioError if the text is not the one of this name */
export function unpackStudy(id: string, text: string): StudyPackage {
  if (hash(text).slice(0, ID_LENGTH) !== id)
    throw new VarioError('STUDY', `study ${id}: checksum mismatch: the package is damaged.`)
  return fromPlain(JSON.parse(text)) as StudyPackage
}

/** Keys and folders that a worker trusts. */
export class Trust {
  private readonly keys: Buffer[] = []
  /** Name and hash of files. */
  private readonly files = new Set<string>()

  /** @param places files with keys, and folders with studies */
  constructor(places: readonly string[]) {
    for (const place of places) {
      let isFolder: boolean
      try {
        isFolder = statSync(place).isDirectory()
      } catch {
        throw new VarioError('TRUST', `--trust: expected a file with a key, or a folder, got '${place}'.`)
      }
      if (isFolder) this.addFolder(place)
      else this.keys.push(readKey('--trust', place))
    }
  }

  /** The reason why a package must not run; undefined if it may. */
  refuse({ content }: StudyPackage, text: string, signature: string | undefined): string | undefined {
    if (content.kind === 'data') return undefined
    if (signature !== undefined) {
      const given = Buffer.from(signature, 'hex')
      const isSigned = this.keys.some((key) => {
        const own = Buffer.from(sign(text, key), 'hex')
        return own.length === given.length && timingSafeEqual(own, given)
      })
      if (isSigned) return undefined
    }
    const unknown = Object.entries(content.files).find(
      ([path, file]) => !this.files.has(nameFile(path, file)),
    )
    if (unknown === undefined) return undefined
    const found = signature === undefined ? 'has no signature' : 'has a signature of another key'
    return `the study contains code and ${found}, and ${unknown[0]} is not in a trusted folder (--trust)`
  }

  private addFolder(folder: string): void {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && entry.name !== 'node_modules') this.addFolder(path)
      else if (entry.isFile() && /\.(?:[cm]?[jt]s|json)$/.test(entry.name))
        this.files.add(nameFile(path, readFileSync(path, 'utf8')))
    }
  }
}

function nameFile(path: string, text: string): string {
  return `${basename(path)} ${hash(text)}`
}

function readKey(option: string, file: string): Buffer {
  let key: Buffer
  try {
    key = Buffer.from(readFileSync(file, 'utf8').trim())
  } catch {
    throw new VarioError('TRUST', `${option}: expected a file with a key, got '${file}'.`)
  }
  if (key.length < MIN_KEY)
    throw new VarioError(
      'TRUST',
      `${option}: expected a key of at least ${MIN_KEY} characters in ${file}, got ${key.length}. Make one: openssl rand -hex 32`,
    )
  return key
}

function sign(text: string, key: Buffer): string {
  return createHmac('sha256', key).update(text).digest('hex')
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Data as JSON has it: numbers that are not finite, -0 and arrays of doubles become records. */
function toPlain(value: unknown): unknown {
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : { $number: Object.is(value, -0) ? '-0' : String(value) }
  if (value instanceof Float64Array) return { $doubles: Array.from(value, toPlain) }
  if (Array.isArray(value)) return value.map(toPlain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toPlain(item)]))
}

function fromPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromPlain)
  if (typeof value !== 'object' || value === null) return value
  if ('$number' in value) return Number(value.$number)
  if ('$doubles' in value) return Float64Array.from((value.$doubles as unknown[]).map(fromPlain) as number[])
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fromPlain(item)]))
}
