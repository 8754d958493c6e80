import { StreamReader } from '../../files/index.ts'
import type { LiveCommand, LiveStatus } from '../../live/index.ts'
import type { SignalTable } from '../../results/index.ts'
import { explainError } from './explain-error.ts'

/** Progress of a run, and the changes of parameters that it has applied since its start, in their order. */
export type WatchedStatus = LiveStatus & {
  readonly changes?: readonly Extract<LiveCommand, { readonly type: 'change' }>['merge'][]
}

/** Commands for a live run. */
export interface LiveControl {
  send(command: LiveCommand): void
  /** Ends the connection. */
  close(): void
}

/** Callbacks of a live run. */
export interface LiveEvents {
  /** A snapshot of the result so far; the first one of a run replaces all earlier ones. */
  readonly onTable: (table: SignalTable, isFirst: boolean) => void
  readonly onStatus: (status: WatchedStatus) => void
  readonly onProblem: (message: string) => void
}

/** Time between snapshots [ms]. */
const SNAPSHOT_INTERVAL = 250

/**
 * Watches a run: `<url>/status` sends its status as server-sent events, `<url>` the frames of its result from the
 * start, `<url>/command` accepts commands. When the number of the run changes, its frames are fetched again.
 */
export function connectLive(url: string, events: LiveEvents): LiveControl {
  const status = new EventSource(`${url}/status`)
  let run = 0
  let reading = new AbortController()
  status.onmessage = ({ data }) => {
    const state = JSON.parse(data) as WatchedStatus
    events.onStatus(state)
    if (state.run === run) return
    run = state.run
    reading.abort()
    reading = new AbortController()
    const { signal } = reading
    readFrames(url, signal, events).catch((error: unknown) => {
      if (!signal.aborted) events.onProblem(explainError(error))
    })
  }
  status.onerror = () => {
    if (status.readyState === EventSource.CLOSED)
      events.onProblem('The connection to the run is lost. Reload the page.')
  }
  return {
    send: (command) => {
      fetch(`${url}/command`, { method: 'POST', body: JSON.stringify(command) })
        .then(async (response) => {
          if (!response.ok) events.onProblem(`The run refused the command: ${await response.text()}`)
        })
        .catch((error: unknown) => events.onProblem(explainError(error)))
    },
    close: () => {
      status.close()
      reading.abort()
    },
  }
}

async function readFrames(url: string, signal: AbortSignal, { onTable }: LiveEvents): Promise<void> {
  const response = await fetch(url, { signal })
  if (!response.ok || response.body === null)
    throw new Error(`${url}: expected the frames of a run, got HTTP status ${response.status}.`)
  const frames = new StreamReader()
  const stream = response.body.getReader()
  let isFirst = true
  let lastSnapshot = 0
  const show = (): void => {
    lastSnapshot = performance.now()
    const table = frames.table()
    if (signal.aborted || table.time.length === 0) return
    onTable(table, isFirst)
    isFirst = false
  }
  for (;;) {
    const { done, value } = await stream.read()
    if (done) break
    frames.push(value)
    if (performance.now() - lastSnapshot > SNAPSHOT_INTERVAL) show()
  }
  show()
}
