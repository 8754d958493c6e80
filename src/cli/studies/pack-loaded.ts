/** Studies for the threads of other machines: packed here, and unpacked there. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { VarioError, VERSION } from '../../base/index.ts'
import {
  packStudy,
  type ShippedStudy,
  type StudyFiles,
  type StudyPackage,
  startThreadPool,
} from '../../cluster/index.ts'
import { createMessage, type ThreadPool } from '../../studies/index.ts'
import { moduleUrl } from '../models/index.ts'
import type { SourceFile } from '../terminal/index.ts'
import type { LoadedStudy, StudySource } from './load-study.ts'

/**
 * A study as data if it has no functions, otherwise with its files.
 * @param key file with the key for the signature
 */
export function packLoaded(
  { definition, name, files }: LoadedStudy,
  source: StudySource,
  sizes: { readonly nRun: number; readonly nMeasure: number },
  key: string | undefined,
): ShippedStudy {
  const message = createMessage(definition, name)
  const content =
    typeof message === 'string' ? collectFiles(files, source) : { kind: 'data' as const, message }
  return packStudy({ version: VERSION, ...sizes, content }, key)
}

/** The files by their paths below the folder that has all of them. */
function collectFiles(files: readonly SourceFile[], { file, values }: StudySource): StudyFiles {
  let folder = dirname(files[0].path)
  while (files.some(({ path }) => relative(folder, path).startsWith('..'))) folder = dirname(folder)
  const nameOf = (path: string): string => relative(folder, path).split(sep).join('/')
  const exportName = /#[^#/\\]*$/.exec(file)?.[0] ?? ''
  return {
    kind: 'files',
    file: `${nameOf(files[0].path)}${files[0].path.endsWith(exportName) ? '' : exportName}`,
    files: Object.fromEntries(files.map(({ path, text }) => [nameOf(path), text])),
    values,
  }
}

/** Threads that make the runs of a package. */
export function startPackagePool({ content }: StudyPackage, threads: number): ThreadPool {
  if (content.kind === 'data')
    return startThreadPool(moduleUrl('cluster/model-worker'), content.message, threads)
  const folder = mkdtempSync(join(tmpdir(), 'vario-study-'))
  for (const [path, text] of Object.entries(content.files)) {
    if (!isInside(path)) throw new VarioError('STUDY', `expected paths inside of the study, got '${path}'.`)
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const source: StudySource = { file: content.file, cwd: folder, values: content.values }
  const pool = startThreadPool(moduleUrl('cli/studies/study-worker'), source, threads)
  return {
    nWorker: threads,
    execute: (range) => pool.execute(range),
    close: async () => {
      await pool.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A relative path that stays in its folder, on every system. */
function isInside(path: string): boolean {
  return path.split('/').every((name) => /^[^\\:\0]+$/.test(name) && name !== '..' && name !== '.')
}
