import type { Command } from '../command/index.ts'
import { PLOT_OPTIONS, RUN_OPTIONS } from './run-options.ts'

export const examples: Command = {
  name: 'examples',
  summary: 'list the models that come with Vario, run one, or copy one to start from',
  description: `Without arguments, lists all examples. \`run\` simulates one with its own settings, which options change
as those of \`simulate\` do. \`copy\` copies its files into a folder, where they can be edited.`,
  arguments: [
    { name: '[action]', info: 'run or copy' },
    { name: '[name]', info: 'name of an example' },
    { name: '[folder]', info: 'where the copy goes (default: this folder)' },
  ],
  groups: [
    RUN_OPTIONS,
    {
      title: 'Output',
      options: [
        { flags: '--output <file>', info: 'where the result goes (default: <name>.vario)', isList: true },
        { flags: '--no-output', info: 'write no result' },
        ...PLOT_OPTIONS,
        { flags: '--log', info: 'show segments, events and actions while it runs' },
        { flags: '--quiet', info: 'say nothing but warnings and errors' },
        { flags: '--json', info: 'print the list or the summary as JSON' },
      ],
    },
  ],
  examples: [
    ['examples', 'what there is'],
    ['examples run rocket', 'two stages that separate'],
    ['examples copy pendulum', 'pendulum.ts in this folder'],
  ],
  run: async (call) => (await import('../actions/index.ts')).showExamples(call),
}
