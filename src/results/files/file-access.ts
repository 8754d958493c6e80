import { VarioError } from '../../base/index.ts'

/** The required part of Node's file system; undefined in a browser, which has no files. */
interface FileSystem {
  mkdirSync(path: string, options: { recursive: boolean }): void
  writeFileSync(path: string, text: string): void
}

declare const process: { getBuiltinModule?(name: string): FileSystem } | undefined

/** Writes a text file, and creates missing folders. */
export function writeTextFile(path: string, text: string): void {
  const fs = typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:fs')
  if (!fs) throw new VarioError('FILE', `${path}: files can be written only in Node (20.16 or newer).`)
  const folder = path.replace(/[^/\\]*$/, '')
  if (folder !== '') fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path, text)
}
