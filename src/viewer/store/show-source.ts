import type { PlotLayout, SignalTable } from '../../results/index.ts'

/** A source to show: a result, the bytes of a file, or its address. */
export type ShowSource = {
  /** Title in the list of shows; the extension of the name or address gives the file format. */
  readonly name: string
  /** Initial diagrams; default: those that the result requests. */
  readonly plot?: PlotLayout
} & (
  | { readonly table: SignalTable }
  | { readonly bytes: Uint8Array }
  | {
      readonly url: string
      readonly kind?: 'file' | 'live'
      /** Address of server-sent events: `{}` when the file has changed, `{ message }` when it is no longer readable. */
      readonly changes?: string
    }
)
