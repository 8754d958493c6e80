import type { SignalTable } from '../../results/index.ts'

/** Something to show: a result, the bytes of a file, or the address of one. */
export type ShowSource = {
  /** What the list of shows says; the format of a file follows from its ending, or from that of the address. */
  readonly name: string
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
