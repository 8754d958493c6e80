import type { Command } from '../command/index.ts'

export const info: Command = {
  name: 'info',
  summary: 'show the content of a model or a result',
  description: `Of a model: its parameters with values and units, start values, size. Of a result: its run, segments,
statistics, warnings and signals.`,
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
          info: 'only matching signals or parameters; * matches any text',
          isList: true,
        },
        { flags: '--all', info: 'all signals and parameters, without a limit' },
        { flags: '--json', info: 'everything as JSON' },
      ],
    },
  ],
  examples: [
    ['info pendulum.ts', 'the parameters for --set'],
    ['info pendulum.vario', 'the content of a result'],
    ['info pendulum.vario --signals "rev.*"', 'start, end and range of some signals'],
  ],
  run: async (call) => (await import('../actions/index.ts')).showInfo(call),
}
