/** Progress of a study. */
import type { StudyProgress } from '../../studies/index.ts'
import { type CliIo, formatDuration, formatNumber } from '../terminal/index.ts'

/** Time between updates of the progress [ms]. */
const REDRAW = 100
const LINE_EVERY = 5000

/** Progress of a study on stderr: a line that changes on a terminal, otherwise occasional lines. */
export class ProgressLine {
  private last = performance.now()
  private isDrawn = false

  constructor(
    private readonly io: CliIo,
    private readonly isQuiet: boolean,
  ) {}

  show({ done, total, failed, rate, remaining }: StudyProgress): void {
    const { stderr } = this.io
    const now = performance.now()
    if (this.isQuiet || now - this.last < (stderr.isTerminal ? REDRAW : LINE_EVERY)) return
    this.last = now
    const problems = failed > 0 ? `, ${failed} failed` : ''
    const text =
      `${done} of ${total} runs${problems}, ${formatNumber(rate, 3)} per second, ` +
      `${formatDuration(remaining)} left`
    stderr.write(stderr.isTerminal ? `\r\u001b[K${text}` : `${text}\n`)
    this.isDrawn = stderr.isTerminal
  }

  clear(): void {
    if (this.isDrawn) this.io.stderr.write('\r\u001b[K')
    this.isDrawn = false
  }
}
