/** `--watch`: again whenever a file of the model changes. */
import type { Call } from '../command/index.ts'
import { EXIT, reportError } from '../failures/index.ts'
import type { Reference } from '../load/index.ts'
import { createPaint } from '../terminal/index.ts'
import { stampFile, waitForChange } from '../watch/index.ts'

/** @param runOnce one run with all that is shown of it */
export async function watchModel(
  reference: Reference,
  call: Call,
  runOnce: (reference: Reference, call: Call) => Promise<number>,
): Promise<number> {
  const { io, subject, values } = call
  const paint = createPaint(io.stderr, io)
  subject.watched = [stampFile(reference.path)]
  for (;;) {
    // what cannot be loaded this time is waited for as it is now
    subject.watched = subject.watched.map(({ path }) => stampFile(path))
    try {
      const code = await runOnce(reference, call)
      if (code === EXIT.interrupted) return code
    } catch (error) {
      // wrong options stay wrong
      if (subject.stage === 'call') throw error
      reportError(error, subject, values.isOn('debug'), io)
    }
    io.stderr.write(paint.dim('Waiting for changes; Ctrl-C ends.\n'))
    const end = new AbortController()
    const stopListening = io.onInterrupt(() => end.abort())
    const isChanged = await waitForChange(subject.watched, end.signal)
    stopListening()
    if (!isChanged) return EXIT.ok
    io.stderr.write('\n')
  }
}
