/** What goes between a server and the thread in which a model runs. */
import type { PlotLayout } from '../../results/index.ts'
import type { CliIo } from '../terminal/index.ts'
import type { WatchedFile } from '../watch/index.ts'
import type { WatchedStatus } from './accepted-changes.ts'

/** What the thread begins with. */
export interface LiveTask {
  /** The file of the model, as it was written, and all words after `vario view`. */
  readonly file: string
  readonly words: readonly string[]
  readonly cwd: string
  readonly env: CliIo['env']
  /** Simulated seconds per second; null: as fast as it goes. */
  readonly speed: number | null
  /** Where errors are printed. */
  readonly isTerminal: boolean
  readonly columns: number
}

/** What the thread says. */
export type LiveNews =
  /** The model's files have been read; how it wants to be plotted. */
  | { readonly type: 'files'; readonly watched: readonly WatchedFile[]; readonly plot?: PlotLayout }
  | { readonly type: 'begin'; readonly run: number }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  | { readonly type: 'status'; readonly status: WatchedStatus }
  /** The model cannot be loaded: what is to be printed, and the exit code. */
  | { readonly type: 'error'; readonly text: string; readonly code: number }
