import type { Command } from '../command/index.ts'
import { RUN_OPTIONS } from './run-options.ts'

export const plot: Command = {
  name: 'plot',
  summary: 'plot signals of a result, on the terminal or as a picture',
  description: `Draws one diagram for each argument after the first; signals of one diagram are separated by commas,
and * matches any text. Vectors give one curve per element, r[2] or r[2:3] some of them. Without
signals, draws the diagrams of the model file (experiment.plot), or lists the names of all signals.
A model is simulated first.`,
  arguments: [
    { name: '<file>', info: 'a result (.vario, .json, .csv, .parquet, .h5, .vstream) or a model' },
    { name: '[signals...]', info: 'one diagram each: rev.phi,rev.w' },
  ],
  groups: [
    {
      title: 'Diagrams',
      options: [
        { flags: '--output <file>', info: 'plot to a file: .svg or .png (default: on the terminal)' },
        { flags: '--x <signal>', info: 'signal on the horizontal axis instead of the time' },
        { flags: '--columns <number>', info: 'diagrams side by side (default: 1)' },
        { flags: '--log-x', info: 'logarithmic horizontal axis' },
        { flags: '--log-y', info: 'logarithmic vertical axis' },
        { flags: '--title <text>', info: 'heading (default: name of the model)' },
        { flags: '--width <number>', info: 'width in pixels, or in characters on the terminal' },
        { flags: '--height <number>', info: 'height in pixels, or in lines on the terminal' },
      ],
    },
    { ...RUN_OPTIONS, title: 'Run (of a model)' },
  ],
  examples: [
    ['plot pendulum.vario rev.phi', 'a diagram on the terminal'],
    ['plot pendulum.vario rev.phi rev.w --output pendulum.png', 'two diagrams, one below the other'],
    ['plot pendulum.vario rev.w --x rev.phi', 'a phase plot'],
    ['plot rocket.ts "stage*.body.r_abs[2]"', 'simulate, then plot the heights of all stages'],
  ],
  run: async (call) => (await import('../actions/index.ts')).plotResult(call),
}
