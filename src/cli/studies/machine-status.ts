/** The studies and workers of a Redis, for `vario study status` and `cancel`. */
import { resolve } from 'node:path'
import {
  cancelStudy,
  connectRedis,
  describeState,
  listStudyProgress,
  listWorkers,
  StudyDirectory,
  type StudyStatus,
  type WorkerEntry,
} from '../../cluster/index.ts'
import { type Call, CliError, EXIT, formatColumns, plural } from '../terminal/index.ts'

/** `vario study status [directory] --redis URL`. */
export async function printMachines(folder: string | undefined, { values, io }: Call): Promise<number> {
  const hash = folder === undefined ? undefined : readHash(folder, io.cwd)
  const link = await connectRedis(values.text('redis')!)
  try {
    const studies = (await listStudyProgress(link)).filter(
      (study) => hash === undefined || study.hash === hash,
    )
    const workers = await listWorkers(link.client)
    if (values.isOn('json')) io.stdout.write(`${JSON.stringify({ studies, workers }, null, 2)}\n`)
    else io.stdout.write(`${link.address}\n${printStudies(studies)}${printWorkers(workers, studies)}`)
  } finally {
    link.close()
  }
  return EXIT.ok
}

/** `vario study cancel <directory or name> --redis URL`. */
export async function cancelMachines(subject: string, { values, io }: Call): Promise<number> {
  const link = await connectRedis(values.text('redis')!)
  try {
    const studies = await listStudyProgress(link)
    const isId = /^[0-9a-f]{4,32}$/.test(subject) && studies.some(({ id }) => id.startsWith(subject))
    const hash = isId ? undefined : readHash(subject, io.cwd)
    const found = studies.filter((study) => (isId ? study.id.startsWith(subject) : study.hash === hash))
    if (found.length === 0)
      throw new CliError(
        EXIT.failed,
        `${subject}: expected a study that workers make, got one that is not in ${link.address}.`,
        '`vario study status --redis URL` lists the studies.',
      )
    for (const { id, name } of found) {
      await cancelStudy(link, id)
      io.stdout.write(`${name}: canceled; runs on disk are kept\n`)
    }
  } finally {
    link.close()
  }
  return EXIT.ok
}

function readHash(folder: string, cwd: string): string {
  return StudyDirectory.read(resolve(cwd, folder)).description.hash
}

function printStudies(studies: readonly StudyStatus[]): string {
  if (studies.length === 0) return 'no studies\n'
  const rows = studies.map(({ id, name, nRun, done, failed, nWaiting, nActive, hasDriver }) => [
    ...[name, id.slice(0, 8), done === undefined ? '?' : String(done), String(nRun), String(failed ?? '?')],
    ...[String(nWaiting), String(nActive), hasDriver ? '' : 'its program has ended: resume or cancel it'],
  ])
  return formatColumns(
    [['study', 'name', 'done', 'runs', 'failed', 'waiting', 'in work', ''], ...rows],
    [2, 3, 4, 5, 6],
  )
}

function printWorkers(workers: readonly WorkerEntry[], studies: readonly StudyStatus[]): string {
  if (workers.length === 0) return 'no workers\n'
  const rows = workers.map(({ name, threads, version, studies: served }) => {
    const states = studies
      .filter(({ id }) => served[id] !== undefined)
      .map((study) => `${study.name}: ${describeState(served[study.id])}`)
    return [name, String(threads), version, states.join('; ') || 'idle']
  })
  const total = workers.reduce((sum, { threads }) => sum + threads, 0)
  return `${formatColumns([['worker', 'threads', 'version', ''], ...rows], [1])}${plural(total, 'thread')}\n`
}
