import type { PlotLayout, SignalTable } from '../../results/index.ts'

/** Something to show: a result, the bytes of a file, or the address of one. */
export type ShowSource = {
  /** What the list of shows says; the format of a file follows from its ending, or from that of the address. */
  readonly name: string
  /** Diagrams that are there at first; default: those that the result asks for. */
  readonly plot?: PlotLayout
} & (
  | { readonly table: SignalTable }
  | { readonly bytes: Uint8Array }
  | {
      readonly url: string
      readonly kind?: 'file' | 'live'
      /** Address of server-sent events: `{}` when the file has changed, `{ message }` when it cannot be read any more. */
      readonly changes?: string
    }
)
