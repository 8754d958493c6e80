import type { Command } from '../command/index.ts'
import { RUN_OPTIONS } from './run-options.ts'

export const view: Command = {
  name: 'view',
  summary: 'watch a model or a result in the browser, in 3D and as plots',
  description: `Opens a page that shows results: the 3D scene, plots, a time line. A model is simulated first. The page
comes from this computer; nothing is loaded from the network. Ctrl-C ends it.`,
  arguments: [{ name: '<files...>', info: 'results or models' }],
  groups: [
    {
      title: 'Page',
      options: [
        { flags: '--port <number>', info: 'port of the page (default: a free one)' },
        { flags: '--no-open', info: 'print the address only, do not start a browser' },
      ],
    },
    { ...RUN_OPTIONS, title: 'Run (of a model)' },
  ],
  examples: [
    ['view pendulum.ts', 'simulate, then watch'],
    ['view before.vario after.vario', 'two results'],
  ],
  run: async (call) => (await import('../actions/index.ts')).viewFiles(call),
}
