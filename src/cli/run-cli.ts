/** Executes a command line. */
import { suggestName, VERSION } from '../base/index.ts'
import { COMMANDS } from './command-list.ts'
import {
  type CliIo,
  createPaint,
  createSubject,
  EXIT,
  type Paint,
  reportError,
  usageError,
} from './terminal/index.ts'

/**
 * Runs a command line.
 * @param words the words after `vario`
 * @returns the exit code
 */
export async function runCli(words: readonly string[], io: CliIo): Promise<number> {
  const subject = createSubject()
  const [name, ...rest] = words
  try {
    if (name === undefined || name === '--help' || name === '-h' || (name === 'help' && rest.length === 0)) {
      io.stdout.write(printHelp(createPaint(io.stdout, io)))
      return EXIT.ok
    }
    if (name === '--version' || name === '-v' || name === '-V') {
      io.stdout.write(`${VERSION}\n`)
      return EXIT.ok
    }
    const wanted = name === 'help' ? rest[0] : name
    const entry = COMMANDS.find((command) => command.name === wanted)
    if (entry === undefined) throw unknownCommand(wanted)
    const command = await entry.load()
    const { parseCall, printCommandHelp } = await import('./terminal/index.ts')
    if (name === 'help' || rest.includes('--help') || rest.includes('-h')) {
      io.stdout.write(printCommandHelp(command, createPaint(io.stdout, io)))
      return EXIT.ok
    }
    return await command.run({ ...parseCall(command, rest), io, subject })
  } catch (error) {
    return reportError(error, subject, rest.includes('--debug'), io)
  }
}

function unknownCommand(name: string): Error {
  const names = COMMANDS.map((command) => command.name)
  if (name.startsWith('-'))
    return usageError(`Unknown option '${name}'.`, '`vario --help` lists all commands.')
  const hint = /\.(?:ts|js|mjs|json)(?:#|$)/.test(name)
    ? `To simulate a model: vario simulate ${name}`
    : '`vario --help` lists all commands.'
  return usageError(`Unknown command '${name}'${suggestName(name, names)}.`, hint)
}

/** The text of `vario --help`. */
function printHelp(paint: Paint): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length))
  return [
    `${paint.bold('vario')}: modeling and simulation of physical systems`,
    '',
    `${paint.bold('Commands')}  (\`vario <command> --help\` shows details and examples)`,
    ...COMMANDS.map(({ name, summary }) => `  ${paint.cyan(name.padEnd(width))}  ${summary}`),
    '',
    paint.bold('First steps'),
    `  ${paint.dim('$')} vario new swing              a project with one model`,
    `  ${paint.dim('$')} cd swing`,
    `  ${paint.dim('$')} vario simulate swing.ts      run it: summary, plot, result file`,
    `  ${paint.dim('$')} vario view swing.ts          show it in the browser`,
    `  ${paint.dim('$')} vario examples               models to start from`,
    '',
    paint.bold('Exit codes'),
    '  0  done',
    '  1  the run has failed, a comparison exceeds its tolerance, or a file cannot be written',
    '  2  the command line is invalid',
    '  3  the model is invalid',
    '  130  interrupted; the result computed so far is kept',
    '',
  ].join('\n')
}
