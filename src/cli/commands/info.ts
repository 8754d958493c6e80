import type { Command } from '../command/index.ts'

export const info: Command = {
  name: 'info',
  summary: 'tell what is in a model or a result',
  description: `Of a model: its parameters with values and units, start values, size. Of a result: which run it comes
from, segments, statistics, warnings and signals.`,
  arguments: [
    {
      name: '<file>',
      info: 'a result (.vario, .json, .csv, .parquet, .h5, .vstream) or a model (.ts, .js, .json)',
    },
  ],
  groups: [
    {
      title: 'Output',
      options: [
        {
          flags: '--signals <pattern>',
          info: 'only signals or parameters that match, * stands for any text',
          isList: true,
        },
        { flags: '--all', info: 'all signals and parameters, however many there are' },
        { flags: '--json', info: 'everything as JSON' },
      ],
    },
  ],
  examples: [
    ['info pendulum.ts', 'what can be set with --set'],
    ['info pendulum.vario', 'what a result holds'],
    ['info pendulum.vario --signals "rev.*"', 'start, end and range of some signals'],
  ],
  run: async (call) => (await import('../actions/index.ts')).showInfo(call),
}
