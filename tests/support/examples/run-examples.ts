/**
 * Starts examples one after the other in this process, as `npx tsx examples/name.ts` starts each of them:
 *
 *   node --import tsx tests/support/examples/run-examples.ts pendulum.ts rocket.ts …
 *
 * Prints a line of JSON for each, with what it has printed. The package is loaded once, which is what most of the time of a
 * small example goes to.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../project.ts'

/** What an example has done. */
export interface ExampleRun {
  readonly name: string
  readonly stdout: string
  readonly stderr: string
  /** Its exit code, if it has set one. */
  readonly exitCode: number | string | undefined
  /** [s] */
  readonly seconds: number
}

type Write = typeof process.stdout.write

/** Keeps what is written to a stream of the process until the answer is called, which gives it. */
function capture(stream: { write: Write }): () => string {
  const { write } = stream
  let text = ''
  stream.write = ((chunk: string | Uint8Array) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
    return true
  }) as Write
  return () => {
    stream.write = write
    return text
  }
}

async function runExample(name: string): Promise<ExampleRun> {
  const path = join(ROOT, 'examples', name)
  // an example that is imported does nothing, unless it is the program that was started
  process.argv = [process.argv[0], path]
  process.exitCode = undefined
  const begin = performance.now()
  const [stdout, stderr] = [capture(process.stdout), capture(process.stderr)]
  let failure = ''
  try {
    await import(pathToFileURL(path).href)
  } catch (error) {
    failure = String((error as Error).stack ?? error)
  }
  const { exitCode } = process
  process.exitCode = undefined
  const seconds = (performance.now() - begin) / 1000
  return { name, stdout: stdout(), stderr: stderr() + failure, exitCode, seconds }
}

for (const name of process.argv.slice(2)) {
  const run = await runExample(name)
  process.stdout.write(`${JSON.stringify(run)}\n`)
}
