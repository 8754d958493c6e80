import { VarioError } from '../../base/index.ts'

/** The part of Node's file system that is needed; without it, as in a browser, there are no files. */
interface FileSystem {
  mkdirSync(path: string, options: { recursive: boolean }): void
  writeFileSync(path: string, text: string): void
}

declare const process: { getBuiltinModule?(name: string): FileSystem } | undefined

/** Writes a text file, with the folders on the way to it. */
export function writeTextFile(path: string, text: string): void {
  const fs = typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:fs')
  if (!fs) throw new VarioError('FILE', `${path}: files can be written in Node only (20.16 or newer).`)
  const folder = path.replace(/[^/\\]*$/, '')
  if (folder !== '') fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path, text)
}
