import type { IncomingMessage, ServerResponse } from 'node:http'
import { stripVTControlCharacters } from 'node:util'
import { Worker } from 'node:worker_threads'
import { type LiveStatus, parseCommand } from '../../live/index.ts'
import type { PlotLayout } from '../../results/index.ts'
import { moduleUrl } from '../models/index.ts'
import type { WatchedFile } from '../terminal/index.ts'
import { EventStream } from './event-stream.ts'
import type { LiveNews, LiveTask } from './live-messages.ts'

/** Maximum length of a command [byte]. */
const MAX_COMMAND = 1e6

/** A model that cannot be loaded. */
export class LoadProblem extends Error {
  /** @param text the complete text to print */
  constructor(
    readonly text: string,
    readonly exitCode: number,
  ) {
    super(stripVTControlCharacters(text).trim())
  }
}

/** A model that runs in its own thread while clients watch it through the server. */
export class LiveShow {
  /** Files of the model in their state before they were read. */
  watched: readonly WatchedFile[] = []
  private plot: PlotLayout | undefined
  private worker: Worker | undefined
  /** The thread that loads the model. */
  private loading: Worker | undefined
  /** Counts the runs of all threads. */
  private run = 0
  private status: LiveStatus | null = null
  /** The stream of the current run, for clients that connect later. */
  private sent: Uint8Array[] = []
  private readonly streams = new Set<ServerResponse>()
  private readonly listeners = new EventStream()

  constructor(
    readonly name: string,
    private readonly task: LiveTask,
  ) {}

  /**
   * Loads the model in a thread and runs it. The previous run ends when the new one starts.
   * @throws LoadProblem if the model is invalid; the previous run stays
   */
  async load(): Promise<void> {
    const worker = new Worker(moduleUrl('cli/server/live-worker'), { workerData: this.task })
    this.loading = worker
    const begun = new Promise<void>((resolve, reject) => {
      worker.on('message', (news: LiveNews) => {
        if (news.type === 'files') {
          this.watched = news.watched
          this.plot = news.plot
        } else if (news.type === 'error') reject(new LoadProblem(news.text, news.code))
        else if (news.type === 'begin' && this.worker !== worker) {
          void this.worker?.terminate()
          this.worker = worker
          resolve()
        }
        if (this.worker === worker) this.take(news)
      })
      worker.on('error', (error) => {
        reject(error)
        // the thread itself has failed: not an error of the model
        if (this.worker === worker) this.fail(`The simulation has ended: ${error.message}`)
      })
    })
    try {
      await begun
    } catch (error) {
      await worker.terminate()
      throw error
    } finally {
      this.loading = undefined
    }
  }

  /** Sends the reason of a failure. */
  fail(message: string): void {
    const { part = 0, time = 0, speed = null } = this.status ?? {}
    this.take({ type: 'status', status: { run: this.run, phase: 'failed', part, time, speed, message } })
  }

  describe(number: number): object {
    const { name, plot } = this
    return { name, kind: 'live', url: `api/live/${number}`, ...(plot !== undefined && { plot }) }
  }

  /** Answers `GET` for the stream, `GET status` and `POST command`; false for other requests. */
  answer(what: string | undefined, request: IncomingMessage, response: ServerResponse): boolean {
    if (what === undefined && request.method === 'GET') this.sendStream(response)
    else if (what === 'status' && request.method === 'GET') this.listeners.add(response, this.status)
    else if (what === 'command' && request.method === 'POST') this.takeCommand(request, response)
    else return false
    return true
  }

  async close(): Promise<void> {
    await this.loading?.terminate()
    await this.worker?.terminate()
  }

  private take(news: LiveNews): void {
    if (news.type === 'begin') this.begin()
    else if (news.type === 'bytes') {
      this.sent.push(news.bytes)
      for (const stream of this.streams) stream.write(news.bytes)
    } else if (news.type === 'status') {
      this.status = { ...news.status, run: this.run }
      this.listeners.send(this.status)
      if (news.status.phase === 'done' || news.status.phase === 'failed') this.endStreams()
    }
  }

  private begin(): void {
    this.run++
    this.sent = []
    this.endStreams()
  }

  private endStreams(): void {
    for (const stream of this.streams) stream.end()
    this.streams.clear()
  }

  private sendStream(response: ServerResponse): void {
    response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Cache-Control': 'no-store' })
    for (const bytes of this.sent) response.write(bytes)
    const { phase = 'running' } = this.status ?? {}
    if (phase === 'done' || phase === 'failed') {
      response.end()
      return
    }
    this.streams.add(response)
    response.on('close', () => this.streams.delete(response))
  }

  private takeCommand(request: IncomingMessage, response: ServerResponse): void {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => {
      text += part
      if (text.length > MAX_COMMAND) request.destroy()
    })
    request.on('end', () => {
      try {
        this.worker!.postMessage(parseCommand(JSON.parse(text)))
        response.writeHead(204).end()
      } catch (error) {
        response.writeHead(400, { 'Content-Type': 'text/plain' }).end((error as Error).message)
      }
    })
  }
}
