import { existsSync, type FSWatcher, statSync, watch } from 'node:fs'
import { dirname } from 'node:path'

/** Editors write files in several steps: waits until nothing happens for so long [ms]. */
const SETTLE = 100

/** A file, and what tells whether it is still as it was when it was read. */
export interface WatchedFile {
  readonly path: string
  /** Empty: there was none. */
  readonly stamp: string
}

/** A file as it is now: to be asked for before it is read, so that no change is missed. */
export function stampFile(path: string): WatchedFile {
  try {
    const { mtimeNs, size } = statSync(path, { bigint: true })
    return { path, stamp: `${mtimeNs} ${size}` }
  } catch {
    return { path, stamp: '' }
  }
}

/** Resolves when one of the files is not as it was (true), or when `end` says so (false). */
export function waitForChange(files: readonly WatchedFile[], end: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const watchers: FSWatcher[] = []
    let timer: NodeJS.Timeout | undefined
    const finish = (isChanged: boolean): void => {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
      end.removeEventListener('abort', stop)
      resolve(isChanged)
    }
    const stop = (): void => finish(false)
    const look = (): void => {
      if (files.some(({ path, stamp }) => stampFile(path).stamp !== stamp)) finish(true)
    }
    const lookSoon = (): void => {
      clearTimeout(timer)
      timer = setTimeout(look, SETTLE)
    }
    end.addEventListener('abort', stop)
    // folders, because many editors replace files
    const folders = new Set(files.map(({ path }) => nearestFolder(path)))
    for (const folder of folders) watchers.push(watch(folder, lookSoon).on('error', lookSoon))
    if (end.aborted) stop()
    else lookSoon()
  })
}

/** The folder of a file, or the first one above it that exists. */
function nearestFolder(path: string): string {
  let folder = dirname(path)
  while (!existsSync(folder) || !statSync(folder).isDirectory()) folder = dirname(folder)
  return folder
}
