import type { Command } from '../command/index.ts'
import { PLOT_OPTIONS, RUN_OPTIONS } from './run-options.ts'

export const examples: Command = {
  name: 'examples',
  summary: 'list the models that come with Vario, run one, or copy one to start from',
  description: `Without arguments, lists all examples. \`run\` simulates one with its own settings; the options of
\`simulate\` change them. \`copy\` copies its files into a folder for editing.`,
  arguments: [
    { name: '[action]', info: 'run or copy' },
    { name: '[name]', info: 'name of an example' },
    { name: '[folder]', info: 'folder of the copy (default: this folder)' },
  ],
  groups: [
    RUN_OPTIONS,
    {
      title: 'Output',
      options: [
        { flags: '--output <file>', info: 'result file (default: <name>.vario)', isList: true },
        { flags: '--no-output', info: 'do not write a result' },
        ...PLOT_OPTIONS,
        { flags: '--log', info: 'show segments, events and actions during the run' },
        { flags: '--quiet', info: 'print only warnings and errors' },
        { flags: '--json', info: 'print the list or the summary as JSON' },
      ],
    },
  ],
  examples: [
    ['examples', 'list the examples'],
    ['examples run rocket', 'two stages that separate'],
    ['examples copy pendulum', 'pendulum.ts in this folder'],
  ],
  run: async (call) => (await import('../actions/index.ts')).showExamples(call),
}
