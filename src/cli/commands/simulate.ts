import type { Command } from '../command/index.ts'
import { PLOT_OPTIONS, RUN_OPTIONS } from './run-options.ts'

export const simulate: Command = {
  name: 'simulate',
  summary: 'run a model; write and plot its result',
  description: `Simulates a model and writes its result, by default to <name of the model file>.vario in the
working folder. The model is the default export of the file, or its only exported model; file.ts#Name
chooses one. What the options do not say is taken from the file, if it has
  export const experiment = { stopTime: 3, tolerance: 1e-8, plot: ['rev.phi'] }
Ctrl-C ends a run and keeps what was computed until then; a second one ends at once.`,
  arguments: [{ name: '<model>', info: 'a file with a model (.ts, .js, .json), or a result with --again' }],
  groups: [
    RUN_OPTIONS,
    {
      title: 'Output',
      options: [
        {
          flags: '--output <file>',
          info: 'where the result goes: .vario .json .csv .parquet .h5 .vstream',
          isList: true,
        },
        { flags: '--no-output', info: 'write no result' },
        ...PLOT_OPTIONS,
        { flags: '--log', info: 'show segments, events and actions while it runs' },
        { flags: '--quiet', info: 'say nothing but warnings and errors' },
        { flags: '--json', info: 'print the summary as JSON' },
      ],
    },
    {
      title: 'Repeat',
      options: [
        { flags: '--watch', info: 'run again whenever a file of the model changes' },
        {
          flags: '--again',
          info: 'repeat the run of a result: gives the same bytes, or says what has changed',
        },
      ],
    },
  ],
  examples: [
    ['simulate pendulum.ts --stop 3 --plot rev.phi', 'run for 3 s, show the angle, write pendulum.vario'],
    ['simulate circuit.ts#Filter --set R.R=0.5kOhm --set C.v.init=2V', 'with other parameters'],
    [
      'simulate robot.ts --output robot.parquet --record "arm.*,world.totalEnergy"',
      'keep some signals, for pandas',
    ],
    ['simulate pendulum.ts --plot rev.phi,rev.w --plot-file pendulum.png', 'two curves in a picture'],
    ['simulate pendulum.ts --watch', 'edit the model beside it'],
    ['simulate pendulum.vario --again', 'check that a result can be reproduced'],
  ],
  run: async (call) => (await import('../actions/index.ts')).simulateModel(call),
}
