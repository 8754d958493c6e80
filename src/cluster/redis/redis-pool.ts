/**
 * The workers of a Redis as the executor of a study. Chunks are jobs; a chunk may be made more than once, by workers that were
 * lost and found again, and its runs have the same bytes then. The study keeps an outcome before its job is removed.
 */
import { createHash } from 'node:crypto'
import type { Job, Queue } from 'bullmq'
import { VarioError, VERSION } from '../../base/index.ts'
import type { ChunkOutcome, Executor, RunRange } from '../../studies/index.ts'
import { parseChunk } from '../chunk-text.ts'
import { connectRedis, PREFIX, type RedisLink } from './connection.ts'
import {
  addStudy,
  hasStudy,
  keysOf,
  listWorkers,
  nameProcess,
  queueOf,
  removeStudy,
  type WorkerEntry,
} from './registry.ts'
import type { ShippedStudy } from './study-package.ts'

/** Time between looks for finished chunks [ms]; a chunk is about a second of work. */
const POLL = 100
/** Time between looks at workers, and signs of life [ms]. */
const WATCH = 1000
/** Time between checks that Redis still has the open chunks [ms]. */
const REPAIR = 5000
/** Life of the sign that this program makes the study [ms]. */
const DRIVER_EXPIRY = 10_000
/** Without a connection for this time, the study ends [ms]. */
const MAX_OUTAGE = 600_000
/** Workers that all refuse the study, and no other for this time: the study ends [ms]. */
const MAX_REFUSED = 2000
/** Failures of a chunk after which the study ends, and the pause after the first one, which doubles [ms]. */
const ATTEMPTS = 4
const BACKOFF = 500
/** Finished chunks that are fetched at once. */
const BATCH = 64

/** A study that workers make. */
export interface PoolStudy {
  readonly shipped: ShippedStudy
  readonly name: string
  /** Hash in the description of its directory. */
  readonly hash: string
  readonly nRun: number
  readonly nMeasure: number
}

/** Connections of the pool to its user. */
export interface PoolOptions {
  /** Receives remarks: workers that come, go and refuse. */
  readonly onNotice: (text: string) => void
  /** Stops the study. */
  readonly signal: { aborted: boolean }
}

/** A chunk that is not done. */
interface OpenChunk {
  readonly range: RunRange
  resolve(chunk: ChunkOutcome | undefined): void
  reject(error: unknown): void
  nDamaged: number
}

/** The pool of machines of a study. */
export class RedisPool implements Executor {
  nWorker = 1
  private readonly open = new Map<string, OpenChunk>()
  /** Jobs whose outcomes are kept, or will be in this turn: removed in the next one. */
  private taken: Job[] = []
  private readonly refusals = new Map<string, string>()
  private readonly token = `${nameProcess()} ${Math.random().toString(36).slice(2)}`
  private readonly begin = performance.now()
  private refusedSince: number | undefined
  private lastWatch = -Infinity
  private lastRepair = performance.now()
  private hasReportedLoss = false
  private hasReportedAbsence = false
  private isClosed = false
  private timer: NodeJS.Timeout | undefined
  private progress = { done: 0, failed: 0 }

  private constructor(
    private readonly link: RedisLink,
    private readonly queue: Queue,
    private readonly study: PoolStudy,
    private readonly options: PoolOptions,
  ) {}

  /** Connects, and offers the study to the workers. */
  static async start(url: string, study: PoolStudy, options: PoolOptions): Promise<RedisPool> {
    const link = await connectRedis(url)
    try {
      const queue = new link.bullmq.Queue(queueOf(study.shipped.id), {
        connection: link.client,
        prefix: PREFIX,
        defaultJobOptions: { attempts: ATTEMPTS, backoff: { type: 'exponential', delay: BACKOFF } },
      })
      queue.on('error', () => {})
      const pool = new RedisPool(link, queue, study, options)
      await pool.claim()
      await pool.offer()
      return pool
    } catch (error) {
      link.close()
      throw error
    }
  }

  /** Outcomes that workers have made for a program that ended; call it before chunks are executed. */
  async collect(keep: (chunk: ChunkOutcome) => void): Promise<void> {
    for (;;) {
      const jobs = await this.listFinished()
      if (jobs.length === 0) break
      for (const job of jobs) {
        const chunk = this.readOutcome(job)
        if (chunk !== undefined) keep(chunk)
        await job.remove().catch(() => {})
      }
    }
    // the ranges of chunks that wait are cut anew
    await this.queue.drain(true)
    this.turn()
  }

  execute(range: RunRange): Promise<ChunkOutcome | undefined> {
    if (this.isClosed) return Promise.resolve(undefined)
    const id = nameChunk(this.study.shipped.id, range)
    return new Promise((resolve, reject) => {
      this.open.set(id, { range, resolve, reject, nDamaged: 0 })
      // without a connection it waits; what is lost is added again
      this.add(id, range).catch(() => {})
    })
  }

  /** Shown by `vario study status`. */
  report(progress: { readonly done: number; readonly failed: number }): void {
    this.progress = progress
  }

  /** Ends the work of all workers for this study. @param isFinished false: open chunks are dropped, finished ones kept */
  async close(isFinished: boolean): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    const { client } = this.link
    const { id } = this.study.shipped
    const tidy = async (): Promise<void> => {
      if ((await client.get(keysOf(id).driver)) !== this.token) return
      await removeStudy(client, id)
      if (isFinished) await removeRemains(this.link, this.queue, id)
      else await Promise.all([this.queue.drain(true), client.del(keysOf(id).driver, keysOf(id).progress)])
    }
    await withTimeout(tidy())
    this.link.close()
  }

  /** Makes sure that no other program makes this study; waits for the expiry of one that was lost. */
  private async claim(): Promise<void> {
    const { client, address } = this.link
    const { driver } = keysOf(this.study.shipped.id)
    let before: { owner: string; left: number } | undefined
    while ((await client.set(driver, this.token, 'PX', DRIVER_EXPIRY, 'NX')) === null) {
      const [owner, left] = await Promise.all([client.get(driver), client.pttl(driver)])
      if (owner === null) continue
      const name = owner.split(' ')[0]
      if (before === undefined) this.options.onNotice(`${address}: waiting for a sign of ${name}.`)
      before ??= { owner, left }
      // a sign of life prolongs its time
      if (owner !== before.owner || left > before.left || this.options.signal.aborted)
        throw new VarioError(
          'REDIS',
          `${address}: expected a study that no other program makes, got one of ${name}. ` +
            'Wait until it ends, or stop it: vario study cancel.',
        )
      before = { owner, left }
      await pause(POLL)
    }
  }

  private async offer(): Promise<void> {
    const { client } = this.link
    const { shipped, name, hash, nRun } = this.study
    const keys = keysOf(shipped.id)
    await client.del(keys.canceled)
    await client.set(keys.package, shipped.text)
    if (shipped.signature === undefined) await client.del(keys.signature)
    else await client.set(keys.signature, shipped.signature)
    // obliterated queues are paused
    await this.queue.resume()
    await addStudy(client, { id: shipped.id, version: VERSION, name, hash, nRun })
  }

  private add(id: string, { from, to }: RunRange): Promise<unknown> {
    return this.queue.add('chunk', { from, to }, { jobId: id })
  }

  private async listFinished(): Promise<Job[]> {
    const jobs = await this.queue.getJobs(['completed', 'failed'], 0, BATCH - 1, true)
    // null: removed in the meantime
    return jobs.filter((job) => job)
  }

  private readOutcome({ returnvalue }: Job): ChunkOutcome | undefined {
    if (typeof returnvalue !== 'object' || returnvalue === null) return undefined
    const { text, seconds } = returnvalue as { text?: unknown; seconds?: unknown }
    const chunk = typeof text === 'string' ? parseChunk(text, this.study) : undefined
    return chunk && { ...chunk, seconds: Number(seconds) || 0 }
  }

  /** A turn of the loop, again and again until the end. */
  private turn(): void {
    const next = (): void => {
      if (!this.isClosed) this.timer = setTimeout(() => this.turn(), POLL)
    }
    if (this.options.signal.aborted) this.drop()
    // a turn waits for a connection, but not the end of the study
    const timer = setInterval(() => this.lookAtConnection(), WATCH)
    this.work()
      .catch((error: unknown) => {
        if (this.isClosed || this.link.lostSince() !== undefined) return
        this.fail(error)
      })
      .finally(() => {
        clearInterval(timer)
        next()
      })
  }

  private async work(): Promise<void> {
    const removed = this.taken
    this.taken = []
    for (const job of removed) await job.remove().catch(() => {})
    for (const job of await this.listFinished()) await this.take(job)
    const now = performance.now()
    if (now - this.lastWatch > WATCH) {
      this.lastWatch = now
      await this.watch()
    }
    if (now - this.lastRepair > REPAIR) {
      this.lastRepair = now
      await this.repair()
    }
  }

  private async take(job: Job): Promise<void> {
    const id = job.id!
    const chunk = this.readOutcome(job)
    const waiting = this.open.get(id)
    if (waiting === undefined) {
      // a chunk that was delivered twice: its runs are there
      this.taken.push(job)
      return
    }
    if (chunk !== undefined && chunk.from === waiting.range.from && chunk.to === waiting.range.to) {
      this.open.delete(id)
      this.taken.push(job)
      waiting.resolve(chunk)
      return
    }
    await job.remove().catch(() => {})
    const { from, to } = waiting.range
    const runs = `Runs ${from + 1} to ${to}`
    const reason = job.failedReason
    if (reason !== undefined && reason !== '') {
      const text = /stalled/.test(reason) ? 'the workers that made them were lost again and again' : reason
      this.open.delete(id)
      waiting.reject(new VarioError('WORKER', `${runs}: ${text} (${ATTEMPTS} attempts).`, { from, to }))
    } else if (++waiting.nDamaged < ATTEMPTS) await this.add(id, waiting.range)
    else {
      this.open.delete(id)
      waiting.reject(new VarioError('WORKER', `${runs}: expected their outcome, got damaged data.`))
    }
  }

  /** Looks at the workers, and gives a sign of life. */
  private async watch(): Promise<void> {
    const { client, address } = this.link
    const { id } = this.study.shipped
    const keys = keysOf(id)
    const [owner, canceled] = await client.mget(keys.driver, keys.canceled)
    if (canceled !== null) {
      this.options.onNotice(`${this.study.name}: canceled.`)
      this.options.signal.aborted = true
      this.drop()
      return
    }
    if (owner !== null && owner !== this.token)
      throw new VarioError('REDIS', `${address}: the study was taken over by ${owner.split(' ')[0]}.`)
    await client.set(keys.driver, this.token, 'PX', DRIVER_EXPIRY)
    await client.set(keys.progress, JSON.stringify(this.progress), 'PX', DRIVER_EXPIRY)
    if (!(await hasStudy(client, id))) await this.offer()
    this.judge(await listWorkers(client))
  }

  /** Counts the threads for this study, and reports refusals. */
  private judge(workers: readonly WorkerEntry[]): void {
    const { id } = this.study.shipped
    const { onNotice } = this.options
    const own = workers.filter(({ studies }) => studies[id] !== undefined)
    const isWilling = (state: string): boolean => state === 'working' || state === 'loading'
    for (const { name, studies } of own) {
      const state = studies[id]
      if (isWilling(state) || this.refusals.get(name) === state) continue
      this.refusals.set(name, state)
      onNotice(`worker ${name} refuses the study: ${state}.`)
    }
    const working = own.filter(({ studies }) => studies[id] === 'working')
    this.nWorker = Math.max(
      1,
      working.reduce((sum, { threads }) => sum + threads, 0),
    )
    const now = performance.now()
    if (own.some(({ studies }) => isWilling(studies[id]))) {
      this.refusedSince = undefined
      this.hasReportedAbsence = false
    } else if (own.length > 0) {
      this.refusedSince ??= now
      if (now - this.refusedSince > MAX_REFUSED)
        throw new VarioError(
          'REDIS',
          `${this.link.address}: expected a worker that makes the study, but all refuse it: ${own[0].studies[id]}.`,
        )
    } else if (!this.hasReportedAbsence && now - this.begin > 3 * WATCH) {
      this.hasReportedAbsence = true
      onNotice(`${this.link.address}: waiting for workers. Start them: vario worker --redis URL`)
    }
  }

  /** Adds chunks that Redis has lost; those that it has stay as they are. */
  private async repair(): Promise<void> {
    for (const [id, { range }] of this.open) await this.add(id, range)
  }

  private lookAtConnection(): void {
    if (this.options.signal.aborted) this.drop()
    const since = this.link.lostSince()
    if (since === undefined) {
      this.hasReportedLoss = false
      return
    }
    const seconds = (performance.now() - since) / 1000
    if (!this.hasReportedLoss) this.options.onNotice(`${this.link.address}: the connection is lost; waiting.`)
    this.hasReportedLoss = true
    if (seconds * 1000 > MAX_OUTAGE)
      this.fail(
        new VarioError(
          'REDIS',
          `${this.link.address}: no connection for ${Math.round(seconds)} s. The runs on disk are kept.`,
        ),
      )
  }

  /** Gives up the open chunks. */
  private drop(): void {
    for (const { resolve } of this.open.values()) resolve(undefined)
    this.open.clear()
  }

  private fail(error: unknown): void {
    const [first] = this.open.values()
    if (first === undefined) return
    this.open.clear()
    first.reject(error)
  }
}

/** Stops a study, and removes everything of it. @returns false if there is none */
export async function cancelStudy(link: RedisLink, id: string): Promise<void> {
  await link.client.set(keysOf(id).canceled, '1', 'PX', 6 * DRIVER_EXPIRY)
  await removeStudy(link.client, id)
  const queue = new link.bullmq.Queue(queueOf(id), { connection: link.client, prefix: PREFIX })
  queue.on('error', () => {})
  await removeRemains(link, queue, id)
}

async function removeRemains({ client }: RedisLink, queue: Queue, id: string): Promise<void> {
  const { package: text, signature, driver, progress } = keysOf(id)
  await client.del(text, signature, driver, progress)
  await queue.obliterate({ force: true })
}

function nameChunk(id: string, { from, to }: RunRange): string {
  return createHash('sha256').update(`${id} ${from} ${to}`).digest('hex').slice(0, 32)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Waits for the end of a task that Redis may not answer. */
async function withTimeout(task: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const expiry = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, 3 * WATCH)
  })
  await Promise.race([task.catch(() => {}), expiry])
  clearTimeout(timer)
}
