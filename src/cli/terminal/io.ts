/** Streams of a command, and their colors. */
import pc from 'picocolors'

/** An output stream. */
export interface Output {
  write(text: string): void
  /** True for a terminal, false for a file or another program. */
  readonly isTerminal: boolean
  /** Width [characters]. */
  readonly columns: number
}

/** The environment of a command: tests replace the streams and folders of the process. */
export interface CliIo {
  readonly stdout: Output
  readonly stderr: Output
  /** Working folder for relative paths. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Calls `action` at Ctrl-C, SIGTERM or SIGUSR1, by which clusters announce the end; returns a function that removes the handler. */
  onInterrupt(action: () => void): () => void
  /** Ends the process at once. */
  exit(code: number): void
}

const DEFAULT_COLUMNS = 80
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGUSR1'] as const

/** The streams of this process. */
export function createProcessIo(): CliIo {
  return {
    stdout: wrap(process.stdout),
    stderr: wrap(process.stderr),
    cwd: process.cwd(),
    env: process.env,
    exit: (code) => process.exit(code),
    onInterrupt: (action) => {
      for (const signal of END_SIGNALS) process.on(signal, action)
      return () => {
        for (const signal of END_SIGNALS) process.off(signal, action)
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
      // terminals of unknown width report 0
      return stream.columns || DEFAULT_COLUMNS
    },
  }
}

/** Colors of texts; identity functions where colors are off. */
export type Paint = ReturnType<typeof pc.createColors>

/** Colors only on terminals; `NO_COLOR` disables, `FORCE_COLOR` enables them. */
export function createPaint(output: Output, { env }: CliIo): Paint {
  const isForced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0'
  const isForbidden = (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb'
  return pc.createColors(!isForbidden && (isForced || output.isTerminal))
}
