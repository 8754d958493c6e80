/**
 * The lock of a study directory: a file with the process that makes runs there. Runs that two processes make at once have the same
 * bytes, so that the lock saves work and does not protect results: a lock whose process has ended is taken over.
 */
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { VarioError } from '../base/index.ts'

const LOCK = 'lock.json'
/** Signs of life of the process that has the lock [ms]. */
const SIGN_EVERY = 5000
/** Time without a sign after which a process on another machine has ended [ms]. */
const EXPIRY = 20_000
const POLL = 250

/** The process that has a lock. */
interface Owner {
  readonly pid: number
  readonly host: string
}

/** A lock that this process has. */
export interface DirectoryLock {
  release(): void
}

/**
 * Locks a directory; waits while it is unknown whether the process on another machine that has the lock is alive.
 * @param onWait called once before the first pause
 */
export async function lockDirectory(
  path: string,
  onWait: (owner: string) => void,
  expiry = EXPIRY,
): Promise<DirectoryLock> {
  const file = join(path, LOCK)
  const content = `${JSON.stringify({ pid: process.pid, host: hostname() } satisfies Owner)}\n`
  let before: { stamp: number; since: number } | undefined
  while (!create(file, content)) {
    const owner = readOwner(file)
    if (owner === undefined) continue
    const isLocal = owner.host === hostname()
    // this process does not have it: a process of the same number has ended
    const hasEnded = isLocal && (owner.pid === process.pid || !isAlive(owner.pid))
    const name = `process ${owner.pid} on ${owner.host}`
    if (!hasEnded) {
      if (before === undefined && !isLocal) onWait(name)
      before ??= { stamp: owner.stamp, since: performance.now() }
      if (isLocal || owner.stamp !== before.stamp)
        throw new VarioError(
          'STUDY',
          `${path}: expected a directory in which no other program works, got one of ${name}. ` +
            'Wait until it ends, or use another directory.',
          { path, ...owner },
        )
      if (performance.now() - before.since < expiry) {
        await new Promise((resolve) => setTimeout(resolve, POLL))
        continue
      }
    }
    rmSync(file, { force: true })
  }
  const timer = setInterval(() => sign(file), SIGN_EVERY)
  timer.unref()
  return {
    release() {
      clearInterval(timer)
      if (readOwner(file)?.pid === process.pid) rmSync(file, { force: true })
    },
  }
}

/** True if the file did not exist. */
function create(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    // created, but the disk is full
    rmSync(file, { force: true })
    throw error
  }
}

function sign(file: string): void {
  const now = new Date()
  try {
    utimesSync(file, now, now)
  } catch {
    // deleted, or on a disk that does not answer: then another process may take the directory
  }
}

/** The owner, and the time of its last sign [ms]; undefined if the file is gone. */
function readOwner(file: string): (Owner & { stamp: number }) | undefined {
  try {
    const { mtimeMs } = statSync(file)
    const { pid, host } = JSON.parse(readFileSync(file, 'utf8')) as Owner
    return { pid, host, stamp: mtimeMs }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    // cut off by a full disk
    return { pid: 0, host: 'an unknown machine', stamp: 0 }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
