import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type LiveStatus, parseCommand } from '../../live/index.ts'
import type { LiveNews, LiveTask } from './live-worker.ts'

/** Longest command that is read [byte]. */
const MAX_COMMAND = 1e6

/** A model that cannot be loaded. */
export class LoadProblem extends Error {
  /** @param text all that is to be printed */
  constructor(
    readonly text: string,
    readonly exitCode: number,
  ) {
    super(text)
  }
}

/** A model that runs in a thread of its own while others look at it through the server. */
export class LiveShow {
  private run = 0
  private status: LiveStatus | null = null
  /** The stream of the present run, for those who come later. */
  private sent: Uint8Array[] = []
  private readonly streams = new Set<ServerResponse>()
  private readonly listeners = new Set<ServerResponse>()

  private readonly begun: Promise<void>

  private constructor(
    readonly name: string,
    private readonly worker: Worker,
  ) {
    this.begun = new Promise((resolve, reject) => {
      worker.on('message', (news: LiveNews) => {
        if (news.type === 'error') reject(new LoadProblem(news.text, news.code))
        else this.take(news)
        if (news.type === 'begin') resolve()
      })
      worker.on('error', (error) => {
        reject(error)
        this.fail(error)
      })
    })
  }

  /**
   * Loads a model in a thread and lets it run.
   * @throws LoadProblem with what is wrong with the model
   */
  static async start(name: string, task: LiveTask): Promise<LiveShow> {
    // from sources, as in tests, or from what the build has made
    const file = new URL(`./live-worker${extname(import.meta.url)}`, import.meta.url)
    const show = new LiveShow(name, new Worker(file, { workerData: task }))
    try {
      await show.begun
    } catch (error) {
      await show.close()
      throw error
    }
    return show
  }

  /** Answers `GET stream`, `GET status` and `POST command`; false: it has no such thing. */
  answer(what: string, request: IncomingMessage, response: ServerResponse): boolean {
    if (what === 'stream' && request.method === 'GET') this.sendStream(response)
    else if (what === 'status' && request.method === 'GET') this.sendStatus(response)
    else if (what === 'command' && request.method === 'POST') this.takeCommand(request, response)
    else return false
    return true
  }

  async close(): Promise<void> {
    await this.worker.terminate()
  }

  private take(news: LiveNews): void {
    if (news.type === 'begin') this.begin(news.run)
    else if (news.type === 'bytes') {
      this.sent.push(news.bytes)
      for (const stream of this.streams) stream.write(news.bytes)
    } else if (news.type === 'status') {
      this.status = news.status
      for (const listener of this.listeners) listener.write(printStatus(news.status))
      if (news.status.phase === 'done' || news.status.phase === 'failed') this.endStreams()
    }
  }

  private begin(run: number): void {
    this.run = run
    this.sent = []
    this.endStreams()
  }

  private endStreams(): void {
    for (const stream of this.streams) stream.end()
    this.streams.clear()
  }

  /** The thread itself has failed: that is not the model's fault. */
  private fail(error: Error): void {
    const message = `The simulation has ended: ${error.message}`
    const { part = 0, time = 0, speed = null } = this.status ?? {}
    this.take({ type: 'status', status: { run: this.run, phase: 'failed', part, time, speed, message } })
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

  private sendStatus(response: ServerResponse): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    if (this.status !== null) response.write(printStatus(this.status))
    this.listeners.add(response)
    response.on('close', () => this.listeners.delete(response))
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
        this.worker.postMessage(parseCommand(JSON.parse(text)))
        response.writeHead(204).end()
      } catch (error) {
        response.writeHead(400, { 'Content-Type': 'text/plain' }).end((error as Error).message)
      }
    })
  }
}

/** As an event of `EventSource`. */
function printStatus(status: LiveStatus): string {
  return `data: ${JSON.stringify(status)}\n\n`
}
