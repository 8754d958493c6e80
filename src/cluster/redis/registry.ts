/** The studies and workers that Redis knows. */
import { hostname } from 'node:os'
import type { Redis } from 'ioredis'
import { PREFIX, type RedisLink } from './connection.ts'

/** Time without a sign after which a worker has ended [ms]. */
const EXPIRY = 10_000

/** A study that workers make. */
export interface StudyEntry {
  readonly id: string
  readonly version: string
  readonly name: string
  /** Hash in the description of its directory. */
  readonly hash: string
  readonly nRun: number
}

/** Progress of a study. */
export interface EntryProgress {
  readonly done: number
  readonly failed: number
}

/** A worker, and what it does with the studies. */
export interface WorkerEntry {
  /** Host and process. */
  readonly name: string
  readonly version: string
  readonly threads: number
  /** By study: `loading`, `working`, or the reason why the worker refuses it. */
  readonly studies: Readonly<Record<string, string>>
  /** Time of Redis [ms]. */
  readonly time: number
}

/** The state of a study of a worker, for messages. */
export function describeState(state: string): string {
  return state === 'loading' || state === 'working' ? state : `refused: ${state}`
}

/** Name of this process in messages and in Redis. */
export function nameProcess(): string {
  return `${hostname()}-${process.pid}`
}

/** The keys of a study. */
export function keysOf(id: string) {
  const key = (name: string): string => `${PREFIX}:study:${id}:${name}`
  return {
    package: key('package'),
    signature: key('signature'),
    driver: key('driver'),
    progress: key('progress'),
    canceled: key('canceled'),
  }
}

/** Name of the queue of the chunks of a study. */
export function queueOf(id: string): string {
  return `chunks-${id}`
}

const STUDIES = `${PREFIX}:studies`
const WORKERS = `${PREFIX}:workers`

export async function listStudies(client: Redis): Promise<StudyEntry[]> {
  return Object.values(await client.hgetall(STUDIES)).map((text) => JSON.parse(text) as StudyEntry)
}

export async function addStudy(client: Redis, entry: StudyEntry): Promise<void> {
  await client.hset(STUDIES, entry.id, JSON.stringify(entry))
}

export async function hasStudy(client: Redis, id: string): Promise<boolean> {
  return (await client.hexists(STUDIES, id)) === 1
}

/** Workers drop the chunks of studies that are not in the list. */
export async function removeStudy(client: Redis, id: string): Promise<void> {
  await client.hdel(STUDIES, id)
}

/** A sign of life of a worker. */
export async function announceWorker(client: Redis, worker: Omit<WorkerEntry, 'time'>): Promise<void> {
  const time = await readTime(client)
  await client.hset(WORKERS, worker.name, JSON.stringify({ ...worker, time }))
}

export async function removeWorker(client: Redis, name: string): Promise<void> {
  await client.hdel(WORKERS, name)
}

/** The workers that have given a sign of life. */
export async function listWorkers(client: Redis): Promise<WorkerEntry[]> {
  const [time, texts] = await Promise.all([readTime(client), client.hgetall(WORKERS)])
  const workers = Object.values(texts).map((text) => JSON.parse(text) as WorkerEntry)
  const lost = workers.filter((worker) => time - worker.time > EXPIRY)
  if (lost.length > 0) await client.hdel(WORKERS, ...lost.map(({ name }) => name))
  return workers.filter((worker) => !lost.includes(worker)).sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The clock of Redis [ms]: those of the machines may differ. */
async function readTime(client: Redis): Promise<number> {
  const [seconds, micros] = await client.time()
  return Number(seconds) * 1000 + Number(micros) / 1000
}

/** A study with its progress. */
export interface StudyStatus extends StudyEntry, Partial<EntryProgress> {
  /** Chunks that wait for a worker, and those that are made. */
  readonly nWaiting: number
  readonly nActive: number
  /** True if the program that takes the runs gives signs of life. */
  readonly hasDriver: boolean
}

/** The studies that workers make. */
export async function listStudyProgress({ client, bullmq }: RedisLink): Promise<StudyStatus[]> {
  const studies = await listStudies(client)
  return Promise.all(
    studies.map(async (study) => {
      const keys = keysOf(study.id)
      const [progress, driver] = await client.mget(keys.progress, keys.driver)
      const queue = new bullmq.Queue(queueOf(study.id), { connection: client, prefix: PREFIX })
      const { waiting, delayed, active } = await queue.getJobCounts('waiting', 'delayed', 'active')
      const known = progress === null ? {} : (JSON.parse(progress) as EntryProgress)
      return { ...study, ...known, nWaiting: waiting + delayed, nActive: active, hasDriver: driver !== null }
    }),
  )
}
