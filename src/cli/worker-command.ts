/** `vario worker`. */
import { resolve } from 'node:path'
import { serveStudies, Trust } from '../cluster/index.ts'
import { readThreads, startPackagePool } from './studies/index.ts'
import { type Call, type Command, EXIT, usageError } from './terminal/index.ts'

/** Time without a sign after which a worker is lost [s]: longer than interruptions of a network. */
const LOCK = 10

export const workerCommand: Command = {
  name: 'worker',
  description: `Makes runs for the studies that vario study --redis offers, until it is stopped. Start one on each machine;
workers may come and go while a study runs, and chunks of lost ones go to others.
Studies without functions are data, and every worker makes them. A study with functions is code: a
worker runs it only if it is signed with a key that --trust names, or if its files are in a folder that
--trust names; otherwise it refuses, and the study reports that.
Ctrl-C and SIGTERM end after the chunks in work; a second one ends at once.`,
  arguments: [],
  groups: [
    {
      title: 'Work',
      options: [
        { flags: '--redis <url>', info: 'server: redis://host:6379, rediss://user:password@host:6380' },
        {
          flags: '--trust <place>',
          info: 'a file with a key, or a folder with studies, whose code may run',
          isList: true,
        },
        { flags: '--threads <number>', info: 'number of threads (default: one for each core)' },
        {
          flags: '--lock <seconds>',
          info: `time without a sign after which chunks go to other workers (default: ${LOCK})`,
        },
        { flags: '--quiet', info: 'print only errors' },
      ],
    },
  ],
  examples: [
    ['worker --redis redis://server', 'makes studies that are data'],
    ['worker --redis rediss://user:password@server:6380 --trust team.key', 'and those with code of the team'],
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { values, io } = call
  const url = values.text('redis')
  if (url === undefined)
    throw usageError('vario worker: expected the address of Redis. Add --redis redis://host.')
  const threads = readThreads(call)
  const lock = values.number('lock') ?? LOCK
  if (!(lock >= 1)) throw usageError(`--lock: expected a time of at least 1 s, got ${values.text('lock')}.`)
  const trust = new Trust(values.list('trust').map((place) => resolve(io.cwd, place)))
  const signal = { aborted: false }
  const stopListening = io.onInterrupt(() => {
    if (signal.aborted) io.exit(EXIT.interrupted)
    signal.aborted = true
  })
  try {
    await serveStudies({
      ...{ url, threads, trust, lock, signal },
      startPool: (study) => startPackagePool(study, threads),
      onNotice: (text) => {
        if (!values.isOn('quiet')) io.stderr.write(`${text}\n`)
      },
    })
  } finally {
    stopListening()
  }
  return EXIT.ok
}
