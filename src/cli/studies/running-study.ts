/** A study with the runs that are done: in a directory, on threads or on a pool of machines, with its summary. */
import { basename, relative, resolve } from 'node:path'
import { VERSION } from '../../base/index.ts'
import { defaultThreads, RedisPool, StudyDirectory, startThreadPool } from '../../cluster/index.ts'
import type { Json } from '../../model/index.ts'
import {
  createResult,
  describeDefinition,
  listMissing,
  makeRuns,
  morrisEffects,
  type RunRange,
  StudyData,
  type StudyResult,
  StudyRunner,
  sobolIndices,
} from '../../studies/index.ts'
import { moduleUrl } from '../models/index.ts'
import { type WrittenFile, writeTable } from '../result-files/index.ts'
import {
  type Call,
  createPaint,
  EXIT,
  formatColumns,
  formatDuration,
  formatNumber,
  formatSize,
  type OptionValues,
  plural,
  usageError,
} from '../terminal/index.ts'
import type { LoadedStudy, StudySource } from './load-study.ts'
import { packLoaded } from './pack-loaded.ts'
import { readCoresOfTask, type Shard } from './shard.ts'
import { listPictures, readPictures, writePictures } from './study-pictures.ts'
import { ProgressLine } from './study-progress.ts'

/** Failed runs that are listed. */
const MAX_FAILED = 5

/** A study with the runs that are done. */
export class RunningStudy {
  private readonly runner: StudyRunner
  private readonly data: StudyData
  private readonly range: RunRange
  private directory: StudyDirectory | undefined
  private folder = ''
  private nKept = 0

  constructor(
    private readonly loaded: LoadedStudy,
    private readonly source: StudySource,
    private readonly call: Call,
    shard: Shard | undefined,
  ) {
    call.subject.stage = 'run'
    this.runner = new StudyRunner(loaded.definition, loaded.name)
    const { nRun, measures } = this.runner.plan
    this.data = new StudyData(nRun, measures.length)
    const { index, count } = shard ?? { index: 1, count: 1 }
    this.range = { from: Math.floor(((index - 1) * nRun) / count), to: Math.floor((index * nRun) / count) }
  }

  /** Keeps the runs in a directory: a new one, or one of the same study. */
  keepIn(folder: string): void {
    const { io } = this.call
    const path = resolve(io.cwd, folder)
    const { plan } = this.runner
    const { file, values } = this.source
    this.directory = StudyDirectory.open(path, {
      version: VERSION,
      hash: this.loaded.hash,
      study: describeDefinition(plan.options),
      nRun: plan.nRun,
      factors: plan.factors.map((factor) => factor.path),
      measures: plan.measures.map(({ name }) => name),
      source: { file: relative(path, resolve(io.cwd, file)), values: values as Json },
    })
    this.folder = folder
  }

  /** Locks the directory, if there is one, and reads its runs. */
  async lock(): Promise<{ release(): void } | undefined> {
    const wait = (owner: string): void => {
      this.call.io.stderr.write(`${this.folder}: waiting for a sign of ${owner}.\n`)
    }
    const lock = await this.directory?.lock(wait)
    this.load()
    return lock
  }

  /** Reads the runs of the directory. */
  private load(): void {
    if (this.directory !== undefined) this.read(this.directory, this.folder)
    this.nKept = this.data.nDone
  }

  /** Copies the runs of another directory of the same study. */
  take(folder: string): void {
    const other = StudyDirectory.read(resolve(this.call.io.cwd, folder))
    if (other.description.hash !== this.loaded.hash)
      throw usageError(`${folder}: expected a part of the same study, got another study or another model.`)
    const part = new StudyData(this.data.nRun, this.data.nMeasure)
    this.read(other, folder, part)
    const journal = this.directory!.startJournal()
    for (const range of listMissing(
      part.isDone.map((done) => 1 - done),
      { from: 0, to: part.nRun },
    )) {
      for (const { from, to } of listMissing(this.data.isDone, range)) {
        const measures = part.measures.slice(from * part.nMeasure, to * part.nMeasure)
        const problems = [...part.problems]
          .filter(([run]) => run >= from && run < to)
          .map(([run, problem]) => ({ run, ...problem }))
        const chunk = { from, to, measures, problems, seconds: 0 }
        journal.append(chunk)
        this.data.add(chunk)
      }
    }
    journal.close()
  }

  private read(directory: StudyDirectory, folder: string, data = this.data): void {
    const { nDamaged } = directory.load(data)
    if (nDamaged > 0)
      this.call.io.stderr.write(
        `warning: ${folder}: ${plural(nDamaged, 'incomplete line')} of journals; those runs count as missing.\n`,
      )
  }

  /** Makes the missing runs. */
  async make(outputs: readonly string[]): Promise<number> {
    const { io, values } = this.call
    const begin = performance.now()
    this.runner.checkSignals()
    const threads = readThreads(this.call)
    const progress = new ProgressLine(io, values.isOn('quiet') || values.isOn('json'))
    const signal = { aborted: false }
    const lock = await this.lock()
    const stopListening = io.onInterrupt(() => {
      if (signal.aborted) io.exit(EXIT.interrupted)
      signal.aborted = true
    })
    const journal = this.directory?.startJournal()
    let machines: RedisPool | undefined
    try {
      machines = await this.startMachines(progress, signal)
      await makeRuns(this.runner, this.data, {
        range: this.range,
        machines,
        startPool:
          threads === 1
            ? undefined
            : () => startThreadPool(moduleUrl('cli/studies/study-worker'), this.source, threads),
        keep: (chunk) => journal?.append(chunk),
        onProgress: (state) => {
          progress.show(state)
          machines?.report(state)
        },
        signal,
      })
      progress.clear()
      const code = await this.finish(outputs, (performance.now() - begin) / 1000)
      return this.isComplete ? code : EXIT.interrupted
    } finally {
      stopListening()
      progress.clear()
      journal?.close()
      // runs that nothing keeps cannot be continued
      await machines?.close(this.isComplete || this.directory === undefined)
      lock?.release()
    }
  }

  /** True if no run of the part is missing. */
  private get isComplete(): boolean {
    return listMissing(this.data.isDone, this.range).length === 0
  }

  /** Offers the study to the workers of `--redis`. */
  private async startMachines(
    progress: ProgressLine,
    signal: { aborted: boolean },
  ): Promise<RedisPool | undefined> {
    const { io, values } = this.call
    const url = values.text('redis')
    if (url === undefined || this.isComplete) return undefined
    const { nRun, measures } = this.runner.plan
    const { name, hash } = this.loaded
    const sizes = { nRun, nMeasure: measures.length }
    const key = values.text('key')
    const shipped = packLoaded(this.loaded, this.source, sizes, key && resolve(io.cwd, key))
    const onNotice = (text: string): void => {
      progress.clear()
      io.stderr.write(`${text}\n`)
    }
    return RedisPool.start(url, { shipped, name, hash, ...sizes }, { onNotice, signal })
  }

  /** Writes and prints the result. */
  async finish(outputs: readonly string[], seconds?: number): Promise<number> {
    const { io, values } = this.call
    const result = createResult(this.runner, this.data, [])
    const files: WrittenFile[] = []
    const isComplete = this.data.nDone === this.data.nRun
    if (this.directory !== undefined && isComplete) {
      const path = relative(io.cwd, this.directory.path) || '.'
      files.push(await writeTable(result.table, `${path}/runs.parquet`, io))
    }
    files.push(...(await this.writeFiles(result, outputs)))
    if (values.isOn('json')) io.stdout.write(`${JSON.stringify(describeResult(result, files), null, 2)}\n`)
    else if (!values.isOn('quiet')) this.print(result, files, seconds)
    // the same error in all runs is one of the study
    return result.nDone > 0 && result.failed.length === result.nDone ? EXIT.failed : EXIT.ok
  }

  /** Writes tables and pictures of the runs that are done, and prints them; `plot`: the pictures of all kinds. */
  async report(action: 'status' | 'plot' | 'export'): Promise<number> {
    this.load()
    const result = createResult(this.runner, this.data, [])
    const { io, values } = this.call
    const files = await this.writeFiles(result, values.list('output'))
    if (action === 'plot' && !values.has('picture')) {
      const pictures = listPictures(result, relative(io.cwd, this.directory!.path) || '.')
      files.push(...(await writePictures(result, this.loaded.name, pictures, io)))
    }
    if (values.isOn('json')) io.stdout.write(`${JSON.stringify(describeResult(result, files), null, 2)}\n`)
    else if (!values.isOn('quiet')) this.print(result, files, undefined)
    return EXIT.ok
  }

  private async writeFiles(result: StudyResult, outputs: readonly string[]): Promise<WrittenFile[]> {
    const { io, values } = this.call
    const files: WrittenFile[] = []
    for (const output of outputs) files.push(await writeTable(result.table, output, io))
    const pictures = readPictures(values.list('picture'), io)
    return [...files, ...(await writePictures(result, this.loaded.name, pictures, io))]
  }

  private print(result: StudyResult, files: readonly WrittenFile[], seconds: number | undefined): void {
    const { io } = this.call
    const paint = createPaint(io.stdout, io)
    const { nRun } = this.data
    const made = this.data.nDone - this.nKept
    const time = seconds === undefined || made === 0 ? '' : `, ${made} now in ${formatDuration(seconds)}`
    const failed = result.failed.length === 0 ? '' : `, ${result.failed.length} failed`
    const lines = [
      `${paint.bold(this.loaded.name)}: ${result.nDone} of ${plural(nRun, 'run')}${failed}${time}\n`,
    ]
    const header = ['', 'unit', 'mean', 'deviation', 'min', 'median', 'max', 'runs']
    const rows = result.measures.map((name) => {
      const { mean, deviation, min, max, quantile, count } = result.statistics(name)
      const numbers = [mean, deviation, min, quantile(0.5), max].map((value) =>
        Number.isNaN(value) ? '–' : formatNumber(value),
      )
      return [name, result.table.signal(name).unit, ...numbers, String(count)]
    })
    lines.push(formatColumns([header, ...rows], [2, 3, 4, 5, 6, 7]))
    lines.push(...printInfluences(result))
    for (const { run, message } of result.failed.slice(0, MAX_FAILED))
      lines.push(paint.red(`run ${run}: `), `${message.split('\n')[0]}\n`)
    if (result.failed.length > MAX_FAILED)
      lines.push(`… ${result.failed.length - MAX_FAILED} more failed runs\n`)
    for (const { file, size } of files) lines.push(`${file} (${formatSize(size)})\n`)
    io.stdout.write(lines.join(''))
  }
}

/** The influence of the varied values, if the samples have a design for it. */
function printInfluences(result: StudyResult): string[] {
  const { sampling, nDone, table } = result
  if (nDone < table.time.length || (sampling !== 'saltelli' && sampling !== 'morris')) return []
  const isSobol = sampling === 'saltelli'
  return result.measures.flatMap((measure) => {
    const header = isSobol
      ? [`share in ${measure}`, 'alone', '±', 'in all', '±']
      : [`effect on ${measure}`, 'mean', 'absolute', '±', 'deviation']
    const rows = isSobol
      ? Object.entries(sobolIndices(result, measure)).map(([name, index]) => [
          name,
          ...[index.first, index.firstError, index.total, index.totalError].map((value) => value.toFixed(3)),
        ])
      : Object.entries(morrisEffects(result, measure)).map(([name, effect]) => [
          name,
          ...[effect.mean, effect.absolute, effect.absoluteError, effect.deviation].map((value) =>
            formatNumber(value, 4),
          ),
        ])
    return [formatColumns([header, ...rows], [1, 2, 3, 4])]
  })
}

/** Threads of `--threads`, or the cores of this process. */
export function readThreads({ values, io }: Call): number {
  return values.has('threads') ? readCount('threads', values) : (readCoresOfTask(io.env) ?? defaultThreads())
}

/** @throws CliError if the option is not a positive integer */
export function readCount(name: string, values: OptionValues): number {
  const count = values.number(name)!
  if (!Number.isInteger(count) || count < 1)
    throw usageError(`--${name}: expected an integer >= 1, got '${values.text(name)}'.`)
  return count
}

function describeResult(result: StudyResult, files: readonly WrittenFile[]): object {
  return {
    runs: result.table.time.length,
    done: result.nDone,
    failed: result.failed,
    measures: Object.fromEntries(
      result.measures.map((name) => {
        const { quantile, ...numbers } = result.statistics(name)
        const quantiles = { '0.05': quantile(0.05), '0.5': quantile(0.5), '0.95': quantile(0.95) }
        return [name, { unit: result.table.signal(name).unit, ...numbers, quantiles }]
      }),
    ),
    files: files.map(({ file, size }) => ({ file: basename(file), size })),
  }
}
