import type { LiveCommand, LiveStatus } from '../../live/index.ts'
import { type SignalTable, StreamReader } from '../../results/index.ts'
import { explainError } from './explain-error.ts'
import type { LiveControl, LiveState } from './live-run.ts'

/** Between two tables of a run that goes on [ms]. */
const REFRESH = 200

/** Who wants to know of a run. */
export interface LiveListener {
  /** What has come until now; `isNew`: of a run that has just begun. */
  onTable(table: SignalTable, isNew: boolean): void
  onState(state: LiveState): void
}

/** Watches a run of a server: its stream, its state, and commands to it. */
export function connectLive(url: string, listener: LiveListener): LiveControl {
  const events = new EventSource(`${url}/status`)
  let run = 0
  let reading = new AbortController()
  events.onmessage = ({ data }) => {
    const status = JSON.parse(data as string) as LiveStatus
    if (status.run !== run) {
      run = status.run
      reading.abort()
      reading = new AbortController()
      void readStream(`${url}/stream`, listener, reading.signal)
    }
    listener.onState(toState(status))
  }
  events.onerror = () => {
    if (events.readyState === EventSource.CLOSED) return
    listener.onState({ phase: 'failed', part: 0, message: 'The server does not answer.' })
  }
  const send = async (command: LiveCommand): Promise<void> => {
    try {
      const response = await fetch(`${url}/command`, { method: 'POST', body: JSON.stringify(command) })
      if (!response.ok) throw new Error(await response.text())
    } catch (error) {
      listener.onState({ phase: 'failed', part: 0, message: explainError(error) })
    }
  }
  return {
    pause: () => void send({ type: 'pause' }),
    resume: () => void send({ type: 'resume' }),
    restart: (merge) => void send({ type: 'restart', ...(merge && { merge }) }),
    change: (merge) => void send({ type: 'change', merge }),
    close: () => {
      events.close()
      reading.abort()
    },
  }
}

function toState({ phase, part, speed, message }: LiveStatus): LiveState {
  return { phase, part, isPaced: speed !== null, ...(message !== undefined && { message }) }
}

/** Reads a stream to its end, and tells of it now and then. */
async function readStream(
  url: string,
  { onTable, onState }: LiveListener,
  signal: AbortSignal,
): Promise<void> {
  const reader = new StreamReader()
  let isNew = true
  let last = -Infinity
  const show = (): void => {
    const table = reader.table()
    // signals come before the first point
    if (!table.has('time') || table.time.length === 0) return
    onTable(table, isNew)
    isNew = false
    last = performance.now()
  }
  try {
    const response = await fetch(url, { signal })
    for (const body = response.body!.getReader(); ; ) {
      const { done, value } = await body.read()
      if (signal.aborted) return
      if (value) reader.push(value)
      if (done) break
      if (performance.now() - last >= REFRESH) show()
    }
    show()
  } catch (error) {
    if (!signal.aborted) onState({ phase: 'failed', part: 0, message: explainError(error) })
  }
}
