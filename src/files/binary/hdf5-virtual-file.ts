/** The HDF5 library works on files: here on one in memory, in a browser as in Node. */
import type { File } from 'h5wasm'
import { VarioError } from '../../base/index.ts'

/** The required part of the library besides its classes. */
interface Library {
  readonly FS: {
    readFile(name: string): Uint8Array
    writeFile(name: string, bytes: Uint8Array): void
    unlink(name: string): void
    analyzePath(name: string): { readonly exists: boolean }
  }
  activate_throwing_error_handler(): number
}

/** Names of files in memory are unique. */
let nFile = 0

/** Creates a file that `write` fills, and returns its bytes. */
export async function createHdf5(write: (file: File) => void): Promise<Uint8Array> {
  const { h5wasm, library } = await loadLibrary()
  const name = `result${++nFile}.h5`
  try {
    // attributes above 64 kB, such as the list of all datasets over a time axis, need the format of 1.8
    withoutClock(() => useFile(() => new h5wasm.File(name, 'w', { libver: ['v108', 'latest'] }), write))
    return library.FS.readFile(name)
  } finally {
    removeFile(library, name)
  }
}

/** Opens a file with these bytes for `read`. */
export async function openHdf5<T>(bytes: Uint8Array, read: (file: File) => T): Promise<T> {
  const { h5wasm, library } = await loadLibrary()
  const name = `result${++nFile}.h5`
  try {
    library.FS.writeFile(name, bytes)
    return useFile(() => new h5wasm.File(name, 'r'), read)
  } finally {
    removeFile(library, name)
  }
}

/**
 * The library stores the time of writing in every dataset, without an option against it. Files with the same content
 * must have the same bytes, so that a run can be checked by repeating it: the clock is stopped during writing. No other
 * code runs then.
 */
function withoutClock(action: () => void): void {
  const { now } = Date
  Date.now = () => 0
  try {
    action()
  } finally {
    Date.now = now
  }
}

async function loadLibrary() {
  const { default: h5wasm } = await import('h5wasm')
  const library = (await h5wasm.ready) as unknown as Library
  library.activate_throwing_error_handler()
  return { h5wasm, library }
}

function useFile<T>(open: () => File, use: (file: File) => T): T {
  let file: File | undefined
  try {
    file = open()
    return use(file)
  } catch (error) {
    if (error instanceof VarioError) throw error
    throw new Error(innermostReason(String((error as Error).message ?? error)))
  } finally {
    file?.close()
  }
}

/** The library reports its whole call stack; the last entry describes the problem. */
function innermostReason(message: string): string {
  const reasons = [...message.matchAll(/\(\): (.+)$/gm)].map(([, reason]) => reason)
  return reasons.at(-1) ?? message
}

function removeFile({ FS }: Library, name: string): void {
  if (FS.analyzePath(name).exists) FS.unlink(name)
}
