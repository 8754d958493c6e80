/** Progress of a run: a bar on a terminal, otherwise occasional lines. */

import { formatDuration, formatNumber, plural } from './format.ts'
import { type CliIo, createPaint } from './io.ts'

/** Time between updates of the bar, and between lines [ms]. */
const REDRAW = 80
const LINE_EVERY = 5000
/** Delay before progress is shown [ms]: short runs show none. */
const PATIENCE = 300

const BAR_WIDTH = 20

/** Displayed state of a run. */
export interface ProgressState {
  /** [s] */
  readonly time: number
  /** 0 … 1 */
  readonly part: number
  readonly events: number
}

/** Shows the progress of one run on stderr. */
export class Progress {
  private readonly begin: number
  private last: number
  private isDrawn = false

  /** @param stopTime end of the simulation [s] */
  constructor(
    private readonly io: CliIo,
    private readonly name: string,
    private readonly startTime: number,
    private readonly stopTime: number,
    private readonly isQuiet: boolean,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.begin = now()
    this.last = this.begin
  }

  /** Elapsed time since the start of the run [s]. */
  get seconds(): number {
    return (this.now() - this.begin) / 1000
  }

  /** Shows the state, but not more often than the update rate. */
  show(state: ProgressState): void {
    if (this.isQuiet) return
    const now = this.now()
    const { stderr } = this.io
    if (now - this.begin < PATIENCE || now - this.last < (stderr.isTerminal ? REDRAW : LINE_EVERY)) return
    this.last = now
    const text = this.describe(state)
    if (!stderr.isTerminal) {
      stderr.write(`${text}\n`)
      return
    }
    // a second line could not be erased
    const room = stderr.columns - BAR_WIDTH - 9
    const shown = text.length > room ? `${text.slice(0, Math.max(0, room - 1))}…` : text
    stderr.write(`\r\u001b[K${this.bar(state.part)} ${shown}`)
    this.isDrawn = true
  }

  /** Clears the bar before other output. */
  clear(): void {
    if (this.isDrawn) this.io.stderr.write('\r\u001b[K')
    this.isDrawn = false
  }

  private describe({ time, part, events }: ProgressState): string {
    const { seconds } = this
    const speed = (time - this.startTime) / seconds
    const left = part > 0.01 ? `, ${formatDuration((seconds * (1 - part)) / part)} left` : ''
    return (
      `${this.name}: ${formatNumber(time, 4)} of ${formatNumber(this.stopTime, 4)} s, ` +
      `${formatNumber(speed, 2)} × real time, ${plural(events, 'event')}${left}`
    )
  }

  private bar(part: number): string {
    const paint = createPaint(this.io.stderr, this.io)
    const done = Math.round(BAR_WIDTH * Math.min(1, Math.max(0, part)))
    const percent = `${Math.floor(100 * part)}`.padStart(3)
    return `${paint.cyan('━'.repeat(done))}${paint.dim('─'.repeat(BAR_WIDTH - done))} ${percent} %`
  }
}
