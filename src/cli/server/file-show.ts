import type { IncomingMessage, ServerResponse } from 'node:http'
import { stampFile } from '../models/index.ts'
import { encodeTable, readTable } from '../result-files/index.ts'
import type { WatchedFile } from '../terminal/index.ts'
import { EventStream } from './event-stream.ts'

/** A result file, sent in the format of .vario files regardless of its own. */
export class FileShow {
  private bytes: Uint8Array = new Uint8Array()
  private readonly changes = new EventStream()
  /** The file in its state before it was read. */
  watched: readonly WatchedFile[] = []

  /** @param name name in messages and on the page */
  constructor(
    readonly name: string,
    private readonly path: string,
  ) {}

  /** Reads the file, and notifies the clients. */
  async load(): Promise<void> {
    this.watched = [stampFile(this.path)]
    this.bytes = await encodeTable(await readTable(this.path, this.name), 'show.vario')
    this.changes.send({})
  }

  /** Sends the reason of a failure: the last readable result stays. */
  fail(message: string): void {
    this.changes.send({ message })
  }

  describe(number: number, isWatched: boolean): object {
    const url = `api/shows/${number}.vario`
    return {
      name: this.name,
      kind: 'file',
      url,
      ...(isWatched && { changes: `api/shows/${number}/changes` }),
    }
  }

  /** Answers `GET` for the bytes and `GET changes`; false for other requests. */
  answer(what: string | undefined, { method }: IncomingMessage, response: ServerResponse): boolean {
    if (method !== 'GET') return false
    if (what === 'changes') this.changes.add(response, null)
    else if (what === undefined) {
      response.writeHead(200, {
        'Content-Type': 'application/octet-stream',
        'Content-Length': this.bytes.length,
        'Cache-Control': 'no-store',
      })
      response.end(this.bytes)
    } else return false
    return true
  }

  async close(): Promise<void> {}
}
