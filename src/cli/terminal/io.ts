/** Something to print on. */
export interface Output {
  write(text: string): void
  /** Whether a person looks at it: a terminal, not a file or another program. */
  readonly isTerminal: boolean
  /** Characters per line. */
  readonly columns: number
}

/** The world around a command: in tests, other streams and folders than those of the process. */
export interface CliIo {
  readonly stdout: Output
  readonly stderr: Output
  /** Folder against which relative paths are resolved. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Calls `action` at Ctrl-C; the answer ends that. */
  onInterrupt(action: () => void): () => void
  /** Ends the process at once. */
  exit(code: number): void
}

const DEFAULT_COLUMNS = 80

/** The streams of this process. */
export function createProcessIo(): CliIo {
  return {
    stdout: wrap(process.stdout),
    stderr: wrap(process.stderr),
    cwd: process.cwd(),
    env: process.env,
    exit: (code) => process.exit(code),
    onInterrupt: (action) => {
      process.on('SIGINT', action)
      process.on('SIGTERM', action)
      return () => {
        process.off('SIGINT', action)
        process.off('SIGTERM', action)
      }
    },
  }
}

function wrap(stream: NodeJS.WriteStream): Output {
  return {
    write: (text) => {
      stream.write(text)
    },
    get isTerminal() {
      return stream.isTTY === true
    },
    get columns() {
      // terminals that do not know their width say 0
      return stream.columns || DEFAULT_COLUMNS
    },
  }
}
