/** Messages between the server and the thread of a model. */
import type { PlotLayout } from '../../results/index.ts'
import type { CliIo, OptionValues, WatchedFile } from '../terminal/index.ts'
import type { WatchedStatus } from './accepted-changes.ts'

/** Initial data of the thread. */
export interface LiveTask {
  /** The model file as the user wrote it, and the options of `vario view`. */
  readonly file: string
  readonly values: OptionValues['all']
  readonly cwd: string
  readonly env: CliIo['env']
  /** Simulated seconds per second; null: unlimited. */
  readonly speed: number | null
  /** Format of printed errors. */
  readonly isTerminal: boolean
  readonly columns: number
}

/** Messages of the thread. */
export type LiveNews =
  /** The files of the model have been read; its requested plots. */
  | { readonly type: 'files'; readonly watched: readonly WatchedFile[]; readonly plot?: PlotLayout }
  | { readonly type: 'begin'; readonly run: number }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  | { readonly type: 'status'; readonly status: WatchedStatus }
  /** The model cannot be loaded: what is to be printed, and the exit code. */
  | { readonly type: 'error'; readonly text: string; readonly code: number }
