import { COMMANDS } from './commands/index.ts'
import type { Paint } from './terminal/index.ts'

/** What `vario --help` shows. */
export function printHelp(paint: Paint): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length))
  return [
    `${paint.bold('vario')}: modeling and simulation of physical systems`,
    '',
    `${paint.bold('Commands')}  (\`vario <command> --help\` tells more, with examples)`,
    ...COMMANDS.map(({ name, summary }) => `  ${paint.cyan(name.padEnd(width))}  ${summary}`),
    '',
    paint.bold('First steps'),
    `  ${paint.dim('$')} vario new swing              a project with one model`,
    `  ${paint.dim('$')} cd swing`,
    `  ${paint.dim('$')} vario simulate swing.ts      run it: summary, plot, result file`,
    `  ${paint.dim('$')} vario view swing.ts          watch it in the browser`,
    `  ${paint.dim('$')} vario examples               models to start from`,
    '',
    paint.bold('Exit codes'),
    '  0  done',
    '  1  the run has failed, a comparison is beyond its tolerance, or a file cannot be written',
    '  2  the command line is wrong',
    '  3  the model is wrong',
    '  130  interrupted; what was computed until then is kept',
    '',
  ].join('\n')
}
