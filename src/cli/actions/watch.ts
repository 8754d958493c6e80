/** `vario simulate --watch`: runs again whenever a file of the model changes. */
import { type FSWatcher, watch } from 'node:fs'
import { dirname } from 'node:path'
import type { Call } from '../command/index.ts'
import { EXIT, reportError } from '../failures/index.ts'
import type { Reference } from '../load/index.ts'
import { createPaint } from '../terminal/index.ts'

/** Editors write files in several steps: waits until nothing happens for so long [ms]. */
const SETTLE = 100

/** @param runOnce one run with all that is shown of it */
export async function watchModel(
  reference: Reference,
  call: Call,
  runOnce: (reference: Reference, call: Call) => Promise<number>,
): Promise<number> {
  const { io, subject, values } = call
  const paint = createPaint(io.stderr, io)
  for (;;) {
    try {
      const code = await runOnce(reference, call)
      if (code === EXIT.interrupted) return code
    } catch (error) {
      reportError(error, subject, values.isOn('debug'), io)
    }
    const paths = subject.files.length === 0 ? [reference.path] : subject.files.map(({ path }) => path)
    io.stderr.write(paint.dim('Waiting for changes; Ctrl-C ends.\n'))
    if (!(await waitForChange(paths, call))) return EXIT.ok
    io.stderr.write('\n')
  }
}

/** Resolves when one of the files has changed (true), or at Ctrl-C (false). */
function waitForChange(paths: readonly string[], { io }: Call): Promise<boolean> {
  return new Promise((resolve) => {
    const watchers: FSWatcher[] = []
    let timer: NodeJS.Timeout | undefined
    const finish = (isChanged: boolean): void => {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
      stopListening()
      resolve(isChanged)
    }
    const stopListening = io.onInterrupt(() => finish(false))
    // folders, because many editors replace files
    for (const folder of new Set(paths.map((path) => dirname(path)))) {
      const names = new Set(
        paths.filter((path) => dirname(path) === folder).map((path) => path.slice(folder.length + 1)),
      )
      watchers.push(
        watch(folder, (_event, name) => {
          if (name === null || !names.has(name)) return
          clearTimeout(timer)
          timer = setTimeout(() => finish(true), SETTLE)
        }),
      )
    }
  })
}
