/** Results that go to disk during a run. */
import { closeSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { SignalTable } from '../../results/index.ts'
import { usageError } from '../terminal/index.ts'
import { readTable } from './read-write-table.ts'
import { explainWriting, type WrittenFile } from './write-file.ts'

const ENDING = /\.vstream$/i

/** True if a file of this name is a stream. */
export function isStream(file: string): boolean {
  return ENDING.test(file)
}

/** Writes a growing result; everything written so far is readable at any time. */
export class StreamFile {
  private readonly path: string
  private readonly handle: number
  private isClosed = false

  private constructor(
    private readonly file: string,
    cwd: string,
  ) {
    this.path = resolve(cwd, file)
    mkdirSync(dirname(this.path), { recursive: true })
    this.handle = openSync(this.path, 'w')
  }

  /** The stream among the outputs of a run, or null. */
  static open(outputs: readonly string[], cwd: string): StreamFile | null {
    const file = outputs.find(isStream)
    if (file === undefined) return null
    if (outputs.length > 1)
      throw usageError(
        `--output ${file}: expected a stream as the only output, got ${outputs.length} outputs. Export it afterwards.`,
      )
    return new StreamFile(file, cwd)
  }

  static create(file: string, cwd: string): StreamFile {
    return new StreamFile(file, cwd)
  }

  readonly write = (bytes: Uint8Array): void => {
    try {
      for (let n = 0; n < bytes.length; ) n += writeSync(this.handle, bytes, n)
    } catch (error) {
      throw explainWriting(this.file, error, ' The part written before is readable.')
    }
  }

  /** Closes and deletes the file. */
  remove(): void {
    if (!this.isClosed) closeSync(this.handle)
    this.isClosed = true
    rmSync(this.path, { force: true })
  }

  /** Closes the file, and opens it as a result that reads values on demand. */
  async finish(): Promise<{ readonly written: WrittenFile; readonly table: SignalTable }> {
    closeSync(this.handle)
    this.isClosed = true
    const table = await readTable(this.path, this.file)
    return { written: { file: this.file, size: statSync(this.path).size }, table }
  }
}
