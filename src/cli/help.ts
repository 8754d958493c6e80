import { COMMANDS } from './commands/index.ts'
import type { Paint } from './terminal/index.ts'

/** The text of `vario --help`. */
export function printHelp(paint: Paint): string {
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
