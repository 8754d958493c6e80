/** Waits for changes of the user's files. */
import { existsSync, type FSWatcher, statSync, watch } from 'node:fs'
import { dirname } from 'node:path'
import type { WatchedFile } from '../terminal/index.ts'

/** Editors write files in several steps: waits until nothing happens for this time [ms]. */
const SETTLE = 100

/** The present state of a file: to be taken before the file is read, so that no change is missed. */
export function stampFile(path: string): WatchedFile {
  try {
    const { mtimeNs, size } = statSync(path, { bigint: true })
    return { path, stamp: `${mtimeNs} ${size}` }
  } catch {
    return { path, stamp: '' }
  }
}

/** Resolves when one of the files has changed (true), or at the signal `end` (false). */
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
    // watch folders, because many editors replace files
    const folders = new Set(files.map(({ path }) => nearestFolder(path)))
    for (const folder of folders) watchers.push(watch(folder, lookSoon).on('error', lookSoon))
    if (end.aborted) stop()
    else lookSoon()
  })
}

/** The folder of a file, or its first existing ancestor. */
function nearestFolder(path: string): string {
  let folder = dirname(path)
  while (!existsSync(folder) || !statSync(folder).isDirectory()) folder = dirname(folder)
  return folder
}
