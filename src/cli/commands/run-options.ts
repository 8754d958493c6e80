import type { OptionDefinition, OptionGroup } from '../command/index.ts'

/** Options of all commands that simulate. */
export const RUN_OPTIONS: OptionGroup = {
  title: 'Run',
  options: [
    { flags: '--stop <time>', info: 'end of the simulation [s]' },
    { flags: '--start <time>', info: 'start of the simulation [s] (default: 0)' },
    { flags: '--tolerance <number>', info: 'relative tolerance (default: 1e-6)' },
    { flags: '--interval <time>', info: 'distance of the output points [s] (default: a 500th of the run)' },
    { flags: '--solver <name>', info: 'auto, tsit5, dop853, bdf or radau5 (default: auto)' },
    { flags: '--max-step <time>', info: 'maximum step of the solver [s]' },
    { flags: '--analysis <kind>', info: 'dynamic, kinematic or inverse (default: dynamic)' },
    {
      flags: '--record <names>',
      info: 'signals to keep, separated by commas: C.v,arm.* (default: all)',
      isList: true,
    },
    {
      flags: '--set <path=value>',
      info: 'new parameter or start value, with its unit: R.R=0.5kOhm',
      isList: true,
    },
  ],
}

/** Options of commands that plot curves in addition to their output. */
export const PLOT_OPTIONS: readonly OptionDefinition[] = [
  {
    flags: '--plot <signals>',
    info: 'plot signals in one diagram, separated by commas: rev.phi,rev.w',
    isList: true,
  },
  { flags: '--plot-file <file>', info: 'plot the diagrams to a file instead: .svg or .png' },
]
