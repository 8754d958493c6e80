/** All commands with their help; implementations are loaded when they are called. */
import type { Command } from './terminal/index.ts'

/** A command as the list of all commands shows it. */
export interface CommandEntry {
  readonly name: string
  /** One line. */
  readonly summary: string
  load(): Promise<Command>
}

/** In the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'simulate',
    summary: 'run a model; write and plot its result',
    load: async () => (await import('./simulate-command.ts')).simulate,
  },
  {
    name: 'study',
    summary: 'run a model many times with varied values, on all cores',
    load: async () => (await import('./study-command.ts')).studyCommand,
  },
  {
    name: 'worker',
    summary: 'make runs of studies for other machines, by Redis',
    load: async () => (await import('./worker-command.ts')).workerCommand,
  },
  {
    name: 'view',
    summary: 'show a model or a result in the browser, in 3D and as plots',
    load: async () => (await import('./view-command.ts')).view,
  },
  {
    name: 'plot',
    summary: 'plot signals of a result, on the terminal or as a picture',
    load: async () => (await import('./plot-command.ts')).plot,
  },
  {
    name: 'translate',
    summary: 'show the translation of a model: equations, states, code',
    load: async () => (await import('./translate-command.ts')).translateCommand,
  },
  {
    name: 'export',
    summary: 'write a result in another format, or its scene: GLB, OBJ, STL, SVG, CSV, …',
    load: async () => (await import('./export-command.ts')).exportResult,
  },
  {
    name: 'info',
    summary: 'show the content of a model or a result',
    load: async () => (await import('./info-command.ts')).info,
  },
  {
    name: 'compare',
    summary: 'find the largest deviations between two results',
    load: async () => (await import('./compare-command.ts')).compare,
  },
  {
    name: 'examples',
    summary: 'list the models that come with Vario, run one, or copy one to start from',
    load: async () => (await import('./examples-command.ts')).examples,
  },
  {
    name: 'new',
    summary: 'create a project with one model',
    load: async () => (await import('./new-command.ts')).newProject,
  },
]
