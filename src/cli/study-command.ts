/** `vario study`. */
import { relative, resolve } from 'node:path'
import { StudyDirectory } from '../cluster/index.ts'
import { StudyRunner } from '../studies/index.ts'
import { RUN_OPTIONS } from './models/index.ts'
import { checkResultName, checkWritable } from './result-files/index.ts'
import {
  cancelMachines,
  type LoadedStudy,
  loadStudy,
  printMachines,
  printSlurmScript,
  RunningStudy,
  readCount,
  readPictures,
  readShard,
  type StudySource,
  selectQuestion,
} from './studies/index.ts'
import { type Call, type Command, EXIT, OptionValues, usageError } from './terminal/index.ts'

const ACTIONS = ['status', 'resume', 'merge', 'plot', 'export', 'cancel'] as const

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
a script that submits seven parts and their merging. With --redis, the programs vario worker on any
number of machines make the runs; a study with functions is signed by --key for workers that trust it.
Ctrl-C, SIGTERM and SIGUSR1 end after the runs in work, and keep what is done (exit code 130); a second
one ends at once.`,
  arguments: [
    {
      name: '<study>',
      info: 'a file with a study or a model, or one of status, resume, merge, plot, export, cancel',
    },
    {
      name: '[directories...]',
      info: 'for status, resume, plot, export, cancel, and merge (the first one takes the others)',
    },
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
      title: 'Pool of machines',
      options: [
        {
          flags: '--redis <url>',
          info: 'make the runs on the workers of a Redis: redis://user:password@host:6379',
        },
        { flags: '--key <file>', info: 'sign the study with this key, for workers with --trust <file>' },
      ],
    },
    {
      title: 'Output',
      options: [
        { flags: '--output <file>', info: 'table of runs: .parquet .csv .json .vario .h5', isList: true },
        {
          flags: '--picture <kind=file>',
          info: 'histogram, scatter, tornado, parallel, surface, pareto or convergence, as .svg or .png',
          isList: true,
        },
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
    ['study plot breaks', 'all pictures, in the directory'],
    ['study export breaks --output runs.csv --picture tornado=tornado.png', 'the runs that are done'],
    ['study break.ts --directory breaks --redis redis://server', 'on all machines with vario worker'],
    ['study status --redis redis://server', 'the studies and workers there'],
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
  if (action === 'cancel' && !call.values.has('redis'))
    throw usageError('vario study cancel: expected the address of Redis. Add --redis redis://host.')
  if (action === 'status' && call.values.has('redis') && directories.length < 2)
    return printMachines(directories[0], call)
  if (directories.length === 0) throw usageError(`vario study ${action}: expected the directory of a study.`)
  if (action !== 'merge' && directories.length > 1)
    throw usageError(`vario study ${action}: unexpected argument '${directories[1]}'.`)
  if (action === 'cancel') return cancelMachines(directories[0], call)
  return action === 'merge'
    ? mergeDirectories(directories, call)
    : continueDirectory(directories[0], action, call)
}

async function runFile(file: string, call: Call): Promise<number> {
  const { values, io, subject } = call
  checkOutputs(call)
  const source: StudySource = { file, cwd: io.cwd, values: selectQuestion(values) }
  const loaded = await loadStudy(source, values, subject)
  const folder = values.text('directory')
  if (values.has('slurm')) return printScript(loaded, source, call)
  const shard = readShard(values.text('shard'), io.env)
  if (shard !== undefined && folder === undefined)
    throw usageError('--shard: expected a directory for the part.', 'Add --directory part2.')
  if (shard !== undefined && values.has('redis'))
    throw usageError('--shard: expected no --redis: its workers share the runs.')
  if (values.has('key') && !values.has('redis')) throw usageError('--key: expected --redis with it.')
  const study = new RunningStudy(loaded, source, call, shard)
  if (folder !== undefined) study.keepIn(folder)
  return study.make(values.list('output'))
}

/** Checks the files that will be written, before the runs. */
function checkOutputs({ values, io }: Call): void {
  for (const output of values.list('output')) {
    checkResultName(output)
    checkWritable(output, io.cwd)
  }
  readPictures(values.list('picture'), io)
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

async function continueDirectory(
  folder: string,
  action: 'status' | 'resume' | 'plot' | 'export',
  call: Call,
): Promise<number> {
  checkOutputs(call)
  if (action === 'export' && !call.values.has('output') && !call.values.has('picture'))
    throw usageError(
      'vario study export: expected a file.',
      'Add --output runs.csv or --picture scatter=runs.svg.',
    )
  const { loaded, source } = await openDirectory(folder, call)
  const study = new RunningStudy(loaded, source, call, readShard(call.values.text('shard'), call.io.env))
  study.keepIn(folder)
  return action === 'resume' ? study.make(call.values.list('output')) : study.report(action)
}

async function mergeDirectories(folders: readonly string[], call: Call): Promise<number> {
  checkOutputs(call)
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
