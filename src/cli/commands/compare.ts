import type { Command } from '../command/index.ts'

export const compare: Command = {
  name: 'compare',
  summary: 'find the largest deviations between two results',
  description: `Compares all signals that two results have in common, at the times of both. Each deviation is given in the
unit of the signal, and relative to the range of its values. At events that both have, within a millionth
of the run, only the values before and after are compared. Units may differ; orientations are compared by
their quaternions. With --tolerance, the exit code is 1 if a relative deviation is larger, if one result
lacks a signal or a value, or if the results start or end at different times.`,
  arguments: [
    { name: '<a>', info: 'a result' },
    { name: '<b>', info: 'another result' },
  ],
  groups: [
    {
      title: 'Comparison',
      options: [
        { flags: '--tolerance <number>', info: 'largest allowed relative deviation' },
        {
          flags: '--signals <pattern>',
          info: 'only matching signals; * matches any text',
          isList: true,
        },
        { flags: '--all', info: 'list all signals, not only the ten largest deviations' },
        { flags: '--plot', info: 'plot the signal with the largest deviation' },
        { flags: '--plot-file <file>', info: 'plot to a file: .svg or .png' },
        { flags: '--json', info: 'print the deviations as JSON' },
      ],
    },
  ],
  examples: [
    ['compare coarse.vario fine.vario', 'the effect of a tolerance'],
    ['compare before.vario after.vario --tolerance 1e-6', 'a test: exit code 1 if they differ'],
    ['compare a.vario b.csv --signals "rev.*" --plot', 'the worst of some signals, as a plot'],
  ],
  run: async (call) => (await import('../actions/index.ts')).compareResults(call),
}
