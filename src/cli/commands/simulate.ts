import type { Command } from '../command/index.ts'
import { PLOT_OPTIONS, RUN_OPTIONS } from './run-options.ts'

export const simulate: Command = {
  name: 'simulate',
  summary: 'run a model; write and plot its result',
  description: `Simulates a model and writes its result, by default to <name of the model file>.vario in the
working folder. The model is the default export of the file, or its only exported model; file.ts#Name
chooses one. The file gives the defaults of the options, if it has
  export const experiment = { stopTime: 3, tolerance: 1e-8, plot: ['rev.phi'] }
Ctrl-C stops a run and keeps the result computed so far; a second Ctrl-C ends at once.`,
  arguments: [{ name: '<model>', info: 'a file with a model (.ts, .js, .json), or a result with --again' }],
  groups: [
    RUN_OPTIONS,
    {
      title: 'Output',
      options: [
        {
          flags: '--output <file>',
          info: 'result file: .vario .json .csv .parquet .h5 .vstream',
          isList: true,
        },
        { flags: '--no-output', info: 'do not write a result' },
        ...PLOT_OPTIONS,
        { flags: '--log', info: 'show segments, events and actions during the run' },
        { flags: '--quiet', info: 'print only warnings and errors' },
        { flags: '--json', info: 'print the summary as JSON' },
      ],
    },
    {
      title: 'Repeat',
      options: [
        { flags: '--watch', info: 'run again after each change of a file of the model' },
        {
          flags: '--again',
          info: 'repeat the run of a result: gives the same bytes, or lists the changes',
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
    ['simulate pendulum.ts --watch', 'run again after each edit'],
    ['simulate pendulum.vario --again', 'check that a result can be reproduced'],
  ],
  run: async (call) => (await import('../actions/index.ts')).simulateModel(call),
}
