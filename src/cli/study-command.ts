/** `vario study`. */
import { basename, relative, resolve } from 'node:path'
import { VERSION } from '../base/index.ts'
import { createResult, defaultThreads, makeRuns, StudyDirectory, startThreadPool } from '../cluster/index.ts'
import type { Json } from '../model/index.ts'
import {
  describeDefinition,
  listMissing,
  morrisEffects,
  type RunRange,
  StudyData,
  type StudyResult,
  StudyRunner,
  sobolIndices,
} from '../studies/index.ts'
import { moduleUrl, RUN_OPTIONS } from './models/index.ts'
import { checkResultName, checkWritable, type WrittenFile, writeTable } from './result-files/index.ts'
import {
  type LoadedStudy,
  loadStudy,
  ProgressLine,
  printSlurmScript,
  readCoresOfTask,
  readShard,
  type Shard,
  type StudySource,
  selectQuestion,
} from './studies/index.ts'
import {
  type Call,
  type CliIo,
  type Command,
  createPaint,
  EXIT,
  formatColumns,
  formatDuration,
  formatNumber,
  formatSize,
  OptionValues,
  plural,
  usageError,
} from './terminal/index.ts'

/** Failed runs that are listed. */
const MAX_FAILED = 5
const ACTIONS = ['status', 'resume', 'merge'] as const

export const studyCommand: Command = {
  name: 'study',
  description: `Simulates a model many times with varied values, on all cores, and measures each run. The study is the
default export of the file, export default Study({ model, vary, runs, simulate, measure }), or it is
made of a model by --vary and --measure:
  --vary R.R=1,2,5kOhm            values of a grid; also linspace(1,5,9), logspace(1,1000,4)
  --vary "R.R=normal(1kOhm,50Ohm)"  samples: normal uniform triangular lognormal truncated
  --measure "peak=max(C.v)"       final value min max integral mean rms timeof count mintime maxtime
With --directory, the runs are kept while they are made: after an end of any kind, the same command, or
vario study resume <directory>, makes the missing ones. With --shard 2/7, a directory gets the second of
seven parts of the runs; vario study merge puts directories together. Every run depends on the study and
its number alone: the result has the same bytes on one core, on all of them, and in parts.
In an array job of SLURM or an indexed job of Kubernetes, --shard auto finds the part; --slurm 7 prints
a script that submits seven parts and their merging.
Ctrl-C, SIGTERM and SIGUSR1 end after the runs in work, and keep what is done (exit code 130); a second
one ends at once.`,
  arguments: [
    { name: '<study>', info: 'a file with a study or a model, or one of status, resume, merge' },
    { name: '[directories...]', info: 'for status, resume and merge (the first one takes the others)' },
  ],
  groups: [
    {
      title: 'Study',
      options: [
        { flags: '--vary <path=values>', info: 'vary a parameter or start value', isList: true },
        { flags: '--measure <name=measure>', info: 'measure each run', isList: true },
        { flags: '--runs <number>', info: 'number of samples of distributions' },
        {
          flags: '--sampling <method>',
          info: 'random, latin-hypercube, sobol, saltelli or morris (default: random)',
        },
        { flags: '--seed <number>', info: 'seed of the samples (default: 1)' },
      ],
    },
    {
      title: 'Work',
      options: [
        { flags: '--threads <number>', info: 'number of threads (default: one for each core)' },
        { flags: '--directory <folder>', info: 'keep the runs there while they are made' },
        {
          flags: '--shard <i/n>',
          info: 'make the i-th of n parts, in a directory; auto, auto/n: by the number of the task',
        },
        { flags: '--slurm <tasks>', info: 'print a script that makes the study in an array job of SLURM' },
      ],
    },
    {
      title: 'Output',
      options: [
        { flags: '--output <file>', info: 'table of runs: .parquet .csv .json .vario .h5', isList: true },
        { flags: '--quiet', info: 'print only warnings and errors' },
        { flags: '--json', info: 'print the summary as JSON' },
      ],
    },
    { ...RUN_OPTIONS, options: RUN_OPTIONS.options.filter(({ flags }) => !flags.startsWith('--set')) },
  ],
  examples: [
    ['study filter.ts --stop 6 --vary R.R=1,2,5 --measure "final(C.v)"', 'three runs'],
    [
      'study filter.ts --stop 6 --vary "R.R=normal(0.5,0.05)" --runs 1000 --measure "t=timeof(C.v,5,up)" --output runs.parquet',
      'a thousand runs, for pandas or DuckDB',
    ],
    ['study break.ts --directory breaks', 'a study file; run again to continue'],
    ['study break.ts --directory part2 --shard 2/7', 'one of seven parts, on one of seven machines'],
    ['study merge part1 part2 part3 --output runs.parquet', 'put parts together'],
    ['study break.ts --directory breaks --slurm 7 --threads 16 > breaks.slurm', 'a script for a cluster'],
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const [first, ...directories] = call.args
  const action = ACTIONS.find((name) => name === first)
  if (action === undefined) {
    if (directories.length > 0) throw usageError(`vario study: unexpected argument '${directories[0]}'.`)
    return runFile(first, call)
  }
  if (directories.length === 0) throw usageError(`vario study ${action}: expected the directory of a study.`)
  if (action !== 'merge' && directories.length > 1)
    throw usageError(`vario study ${action}: unexpected argument '${directories[1]}'.`)
  return action === 'merge'
    ? mergeDirectories(directories, call)
    : continueDirectory(directories[0], action, call)
}

async function runFile(file: string, call: Call): Promise<number> {
  const { values, io, subject } = call
  for (const output of values.list('output')) checkOutput(output, io)
  const source: StudySource = { file, cwd: io.cwd, values: selectQuestion(values) }
  const loaded = await loadStudy(source, values, subject)
  const folder = values.text('directory')
  if (values.has('slurm')) return printScript(loaded, source, call)
  const shard = readShard(values.text('shard'), io.env)
  if (shard !== undefined && folder === undefined)
    throw usageError('--shard: expected a directory for the part.', 'Add --directory part2.')
  const study = new RunningStudy(loaded, source, call, shard)
  if (folder !== undefined) study.keepIn(folder)
  return study.make(values.list('output'))
}

function checkOutput(output: string, io: CliIo): void {
  checkResultName(output)
  checkWritable(output, io.cwd)
}

/** `--slurm`: checks the study, and prints the script. */
function printScript(loaded: LoadedStudy, source: StudySource, { values, io, subject }: Call): number {
  const folder = values.text('directory')
  if (folder === undefined)
    throw usageError('--slurm: expected a directory for the parts.', 'Add --directory parts.')
  if (values.has('shard')) throw usageError('--slurm: expected no --shard: each task makes one of the parts.')
  const nTask = readCount('slurm', values)
  subject.stage = 'run'
  new StudyRunner(loaded.definition, loaded.name).checkSignals()
  const threads = values.has('threads') ? readCount('threads', values) : undefined
  const { file, values: question } = source
  io.stdout.write(
    printSlurmScript({ file, question, folder, nTask, threads, outputs: values.list('output') }),
  )
  return EXIT.ok
}

/** A study of a directory that exists. */
async function openDirectory(
  folder: string,
  { io, subject }: Call,
): Promise<{ loaded: LoadedStudy; source: StudySource }> {
  const { description } = StudyDirectory.read(resolve(io.cwd, folder))
  const { file, values } = description.source as unknown as Omit<StudySource, 'cwd'>
  // the file is named relative to the directory
  const source = { file: relative(io.cwd, resolve(io.cwd, folder, file)) || file, cwd: io.cwd, values }
  const loaded = await loadStudy(source, new OptionValues(values), subject)
  return { loaded, source }
}

async function continueDirectory(folder: string, action: 'status' | 'resume', call: Call): Promise<number> {
  const { loaded, source } = await openDirectory(folder, call)
  const study = new RunningStudy(loaded, source, call, readShard(call.values.text('shard'), call.io.env))
  study.keepIn(folder)
  return action === 'status' ? study.printStatus() : study.make(call.values.list('output'))
}

async function mergeDirectories(folders: readonly string[], call: Call): Promise<number> {
  for (const output of call.values.list('output')) checkOutput(output, call.io)
  const { loaded, source } = await openDirectory(folders[0], call)
  const study = new RunningStudy(loaded, source, call, undefined)
  study.keepIn(folders[0])
  const lock = await study.lock()
  try {
    for (const folder of folders.slice(1)) study.take(folder)
    return await study.finish(call.values.list('output'))
  } finally {
    lock?.release()
  }
}

/** A study with the runs that are done. */
class RunningStudy {
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
    try {
      await makeRuns(this.runner, this.data, {
        range: this.range,
        startPool:
          threads === 1
            ? undefined
            : () => startThreadPool(moduleUrl('cli/studies/study-worker'), this.source, threads),
        keep: (chunk) => journal?.append(chunk),
        onProgress: (state) => progress.show(state),
        signal,
      })
      progress.clear()
      const code = await this.finish(outputs, (performance.now() - begin) / 1000)
      const isShort = listMissing(this.data.isDone, this.range).length > 0
      return isShort ? EXIT.interrupted : code
    } finally {
      stopListening()
      progress.clear()
      journal?.close()
      lock?.release()
    }
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
    for (const output of outputs) files.push(await writeTable(result.table, output, io))
    if (values.isOn('json')) io.stdout.write(`${JSON.stringify(describeResult(result, files), null, 2)}\n`)
    else if (!values.isOn('quiet')) this.print(result, files, seconds)
    // the same error in all runs is one of the study
    return result.nDone > 0 && result.failed.length === result.nDone ? EXIT.failed : EXIT.ok
  }

  printStatus(): number {
    this.load()
    const result = createResult(this.runner, this.data, [])
    const { io, values } = this.call
    if (values.isOn('json')) io.stdout.write(`${JSON.stringify(describeResult(result, []), null, 2)}\n`)
    else this.print(result, [], undefined)
    return EXIT.ok
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

function readThreads({ values, io }: Call): number {
  return values.has('threads') ? readCount('threads', values) : (readCoresOfTask(io.env) ?? defaultThreads())
}

function readCount(name: string, values: OptionValues): number {
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
