/** Connection to Redis; BullMQ and ioredis are optional, and loaded here. */
import type * as BullMQ from 'bullmq'
import type { Redis } from 'ioredis'
import { VarioError } from '../../base/index.ts'

/** Time for the first connection [ms]. */
const CONNECT_TIMEOUT = 5000
/** Pauses between attempts at a connection that was lost [ms]. */
const FIRST_RETRY = 100
const LAST_RETRY = 2000

/** Prefix of all keys. */
export const PREFIX = 'vario'

/** An open connection. */
export interface RedisLink {
  readonly bullmq: typeof BullMQ
  readonly client: Redis
  /** The address without user and password. */
  readonly address: string
  /** Time since which there is no connection [ms of performance.now]; undefined while there is one. */
  readonly lostSince: () => number | undefined
  /** Ends it at once; commands in work are rejected. */
  close(): void
}

/**
 * Connects; a connection that is lost later is opened again, and commands wait for it.
 * @param url redis://… or rediss://…, with user and password if needed
 */
export async function connectRedis(url: string): Promise<RedisLink> {
  const address = describeAddress(url)
  const { bullmq, create } = await loadPackages()
  let isConnected = false
  let lostSince: number | undefined
  let problem: Error | undefined
  const client = create(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT,
    // workers of BullMQ wait for ever
    maxRetriesPerRequest: null,
    retryStrategy: (times: number) =>
      isConnected ? Math.min(LAST_RETRY, FIRST_RETRY * 2 ** Math.min(times, 10)) : null,
  })
  client.on('error', (error: Error) => {
    problem = error
  })
  client.on('ready', () => {
    lostSince = undefined
  })
  client.on('close', () => {
    lostSince ??= performance.now()
  })
  try {
    await client.connect()
    await client.ping()
  } catch (error) {
    client.disconnect()
    throw explainConnection(address, problem ?? (error as Error))
  }
  isConnected = true
  return { bullmq, client, address, lostSince: () => lostSince, close: () => client.disconnect() }
}

/** The packages, which a user of a pool of machines installs. */
async function loadPackages(): Promise<{
  bullmq: typeof BullMQ
  create: (url: string, options: object) => Redis
}> {
  try {
    const [bullmq, ioredis] = await Promise.all([import('bullmq'), import('ioredis')])
    return { bullmq, create: (url, options) => new ioredis.Redis(url, options) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new VarioError(
      'REDIS',
      '--redis: expected the packages bullmq and ioredis, got none. Install them: npm install bullmq ioredis',
    )
  }
}

/** The address for messages: users and passwords are never printed. */
function describeAddress(url: string): string {
  const example = 'a URL such as redis://localhost:6379 or rediss://user:password@host:6380'
  let parsed: URL
  try {
    parsed = new URL(url)
  } catch {
    throw new VarioError('REDIS', `--redis: expected ${example}, got a text that is not a URL.`)
  }
  const { protocol, host, pathname } = parsed
  if ((protocol !== 'redis:' && protocol !== 'rediss:') || host === '')
    throw new VarioError('REDIS', `--redis: expected ${example}, got one that begins with '${protocol}'.`)
  if (!/^\/?\d*$/.test(pathname))
    throw new VarioError('REDIS', `--redis: expected the number of a database after ${protocol}//${host}/.`)
  return `${protocol}//${host}${pathname}`
}

function explainConnection(address: string, error: Error): VarioError {
  const isRefused = /WRONGPASS|NOAUTH|invalid password|invalid username/i.test(error.message)
  const { code } = error as NodeJS.ErrnoException
  // other texts may repeat the command, and with it the password
  const reason = isRefused
    ? 'user or password are refused. Write them into the URL: redis://user:password@host'
    : `no connection${code === undefined ? '' : `: ${code}`}. Check that the server runs, its address, and TLS (rediss://)`
  return new VarioError('REDIS', `${address}: ${reason}.`, { address })
}
