import type { Command } from '../command/index.ts'
import { RUN_OPTIONS } from './run-options.ts'

export const view: Command = {
  name: 'view',
  summary: 'show a model or a result in the browser, in 3D and as plots',
  description: `Opens a page that shows results: the 3D scene, plots, a time line. The page shows a model while it
runs. The page comes from this computer; nothing is loaded from the network. Ctrl-C ends it.

A model can be paused, restarted, and changed: select a component, give its parameters other values,
and apply them now or from the start. With --live it keeps pace with the clock, for interaction.`,
  arguments: [{ name: '<files...>', info: 'results or models' }],
  groups: [
    {
      title: 'Page',
      options: [
        { flags: '--port <number>', info: 'port of the page (default: a free one)' },
        { flags: '--live [speed]', info: 'simulated seconds per second of live models (default: 1)' },
        { flags: '--watch', info: 'show files again after each change: models run again' },
        { flags: '--no-open', info: 'print only the address; do not start a browser' },
      ],
    },
    { ...RUN_OPTIONS, title: 'Run (of a model)' },
  ],
  examples: [
    ['view pendulum.ts', 'simulate and watch'],
    ['view pendulum.ts --live 0.2', 'five times slower than real time'],
    ['view pendulum.ts --watch', 'run again after each edit'],
    ['view before.vario after.vario', 'two results'],
  ],
  run: async (call) => (await import('../actions/index.ts')).viewFiles(call),
}
