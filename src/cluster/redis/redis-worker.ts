/**
 * A worker: it makes chunks of the studies in a Redis. This thread serves the queue, so that locks are renewed in time; the
 * runs are made in a pool of threads.
 */
import type { Job, Worker } from 'bullmq'
import { VERSION } from '../../base/index.ts'
import type { ThreadPool } from '../../studies/index.ts'
import { printChunk } from '../chunk-text.ts'
import { connectRedis, PREFIX, type RedisLink } from './connection.ts'
import {
  announceWorker,
  describeState,
  keysOf,
  listStudies,
  nameProcess,
  queueOf,
  removeWorker,
  type StudyEntry,
} from './registry.ts'
import { type StudyPackage, type Trust, unpackStudy } from './study-package.ts'

/** Time between looks for studies, and signs of life [ms]. */
const POLL = 500
/** Time without a connection after which the chunks in work are dropped at the end [ms]. */
const MAX_LOSS = 5000
/** Chunks whose workers were lost so often fail. */
const MAX_LOST = 8

/** How a worker works. */
export interface WorkerOptions {
  readonly url: string
  readonly threads: number
  readonly trust: Trust
  /** Time without a sign after which the chunks of a worker go to others [s]. */
  readonly lock: number
  /** Starts threads that make the runs of a package. */
  readonly startPool: (study: StudyPackage) => ThreadPool
  readonly onNotice: (text: string) => void
  /** Ends after the chunks in work. */
  readonly signal: { readonly aborted: boolean }
  /** Version of the worker, for tests. */
  readonly version?: string
}

/** A study that this worker makes or refuses. */
interface ServedStudy {
  /** `loading`, `working`, or the reason why it is refused. */
  state: string
  pool: ThreadPool | undefined
  worker: Worker | undefined
  /** Resolves when it is made or refused. */
  started: Promise<void>
  isClosed: boolean
}

/** Serves studies until the signal is aborted. */
export async function serveStudies(options: WorkerOptions): Promise<void> {
  const { onNotice, signal, threads, version = VERSION } = options
  const link = await connectRedis(options.url)
  const name = nameProcess()
  onNotice(`worker ${name}: ${threads} threads, ${link.address}`)
  const served = new Map<string, ServedStudy>()
  const look = async (): Promise<void> => {
    const entries = await listStudies(link.client)
    for (const entry of entries) {
      if (!served.has(entry.id)) served.set(entry.id, startStudy(entry, link, options))
    }
    for (const [id, study] of served) {
      if (entries.some((entry) => entry.id === id)) continue
      served.delete(id)
      // nobody waits for the chunks in work
      void stopStudy(study, true)
    }
    const studies = Object.fromEntries([...served].map(([id, { state }]) => [id, state]))
    await announceWorker(link.client, { name, version, threads, studies })
  }
  let isLooking = false
  let isLost = false
  while (!signal.aborted) {
    // without a connection a look waits, but not the end
    if (!isLooking) {
      isLooking = true
      void look()
        .catch((error: Error) => {
          if (link.lostSince() === undefined) onNotice(`worker ${name}: ${error.message}`)
        })
        .finally(() => {
          isLooking = false
        })
    }
    await waitFor(() => signal.aborted, POLL)
    if (isLost === (link.lostSince() !== undefined)) continue
    isLost = !isLost
    onNotice(`${link.address}: ${isLost ? 'the connection is lost; waiting' : 'connected again'}.`)
  }
  // chunks in work are finished while there is a connection
  let hasEnded = false
  const end = Promise.all([...served.values()].map((study) => stopStudy(study, false)))
    .then(() => removeWorker(link.client, name))
    .catch(() => {})
    .finally(() => {
      hasEnded = true
    })
  const hasNoRedis = (): boolean => performance.now() - (link.lostSince() ?? Infinity) > MAX_LOSS
  await waitFor(() => hasEnded || hasNoRedis())
  if (!hasEnded) for (const study of served.values()) void stopStudy(study, true)
  link.close()
  if (hasEnded) await end
}

/** Makes a study, if it may. */
function startStudy(entry: StudyEntry, link: RedisLink, options: WorkerOptions): ServedStudy {
  const study: ServedStudy = {
    ...{ state: 'loading', pool: undefined, worker: undefined, isClosed: false },
    started: Promise.resolve(),
  }
  study.started = open(study, entry, link, options).catch((error: Error) => {
    study.state = error.message.split('\n')[0].replace(/\.$/, '')
    void study.pool?.close()
    study.pool = undefined
  })
  void study.started.then(() => {
    if (!study.isClosed) options.onNotice(`study ${entry.name}: ${describeState(study.state)}.`)
  })
  return study
}

async function open(
  study: ServedStudy,
  entry: StudyEntry,
  { client, bullmq }: RedisLink,
  options: WorkerOptions,
): Promise<void> {
  const { trust, threads, lock, startPool, version = VERSION } = options
  if (entry.version !== version)
    throw new Error(`it needs version ${entry.version} of Vario, and the worker has ${version}`)
  const keys = keysOf(entry.id)
  const [text, signature] = await client.mget(keys.package, keys.signature)
  if (text === null) throw new Error('its package is missing')
  const content = unpackStudy(entry.id, text)
  const reason = trust.refuse(content, text, signature ?? undefined)
  if (reason !== undefined) throw new Error(reason)
  const pool = startPool(content)
  study.pool = pool
  // loads the model, which may fail on this machine
  await pool.execute({ from: 0, to: 0 })
  if (study.isClosed) return
  const make = async ({ data }: Job): Promise<unknown> => {
    const { from, to } = data as { from: number; to: number }
    const isRange =
      Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from < to && to <= content.nRun
    if (!isRange) throw new bullmq.UnrecoverableError(`expected a range of runs, got ${from} to ${to}`)
    const chunk = (await pool.execute({ from, to }))!
    return { text: printChunk(chunk), seconds: chunk.seconds }
  }
  study.worker = new bullmq.Worker(queueOf(entry.id), make, {
    ...{ connection: client, prefix: PREFIX, concurrency: threads, name: nameProcess() },
    ...{ lockDuration: lock * 1000, stalledInterval: lock * 500, maxStalledCount: MAX_LOST },
  })
  // lost connections and locks: others make the chunks then
  study.worker.on('error', () => {})
  study.state = 'working'
}

/** @param isDropped the chunks in work are not finished */
async function stopStudy(study: ServedStudy, isDropped: boolean): Promise<void> {
  study.isClosed = true
  if (isDropped) void study.pool?.close()
  await study.started
  await study.worker?.close(isDropped).catch(() => {})
  await study.pool?.close()
}

/** Waits until a condition holds, or for a time [ms]. */
async function waitFor(condition: () => boolean, time = Infinity): Promise<void> {
  const end = performance.now() + time
  while (!condition() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 50))
}
