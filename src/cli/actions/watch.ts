/** `--watch`: repeats the run after each change of a file of the model. */
import type { Call } from '../command/index.ts'
import { EXIT, reportError } from '../failures/index.ts'
import type { Reference } from '../load/index.ts'
import { createPaint } from '../terminal/index.ts'
import { stampFile, waitForChange } from '../watch/index.ts'

/** @param runOnce one run with all of its output */
export async function watchModel(
  reference: Reference,
  call: Call,
  runOnce: (reference: Reference, call: Call) => Promise<number>,
): Promise<number> {
  const { io, subject, values } = call
  const paint = createPaint(io.stderr, io)
  subject.watched = [stampFile(reference.path)]
  for (;;) {
    // a model that does not load is watched in its present state
    subject.watched = subject.watched.map(({ path }) => stampFile(path))
    try {
      const code = await runOnce(reference, call)
      if (code === EXIT.interrupted) return code
    } catch (error) {
      // wrong options stay wrong
      if (subject.stage === 'call') throw error
      reportError(error, subject, values.isOn('debug'), io)
    }
    io.stderr.write(paint.dim('Waiting for changes; press Ctrl-C to stop.\n'))
    const end = new AbortController()
    const stopListening = io.onInterrupt(() => end.abort())
    const isChanged = await waitForChange(subject.watched, end.signal)
    stopListening()
    if (!isChanged) return EXIT.ok
    io.stderr.write('\n')
  }
}
